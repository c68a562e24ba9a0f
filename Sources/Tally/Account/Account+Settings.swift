internal import TallyEngine
internal import TallyFailure
internal import TallyStore

extension Account {
  /// How the messages of an account are grouped.
  public enum Grouping: Int32, Codable, Sendable, CaseIterable {
    /// By their threads.
    case automatic = 1
    /// All together.
    case byApp = 2
    /// Each message separately.
    case off = 3
  }

  /// The settings of an account.
  ///
  /// In ``Account/configure(_:)``, nil leaves a setting unchanged. ``Account/settings()`` returns a value for each.
  public struct Settings: Hashable, Codable, Sendable {
    /// How messages are grouped. At first by their threads.
    public var grouping: Grouping?
    /// Which messages feed badges where no rule holds (``Account/setRule(_:at:)``). At first that of
    /// ``Engine/openAccount(_:aggregation:feeding:mayCreate:)``.
    public var feeding: Badge.Feeding?
    /// The default language of summaries, a BCP 47 tag. Empty: none.
    public var language: String?
    /// Whether reads go into the outbox, and who sends its entries. At first off.
    public var outbox: Outbox.Mode?
    /// The kinds of changes that the outbox sends. At first reads and reminders.
    public var outboxKinds: Outbox.Kinds?
    /// The `http:` or `https:` URL for `POST`, while the account is logged in. Empty: none.
    public var outboxURL: String?
    /// The timeout of a whole request of the outbox, at least 0.1 s. At first 300 s.
    public var outboxRequestTimeout: Duration?
    /// Its timeout without a byte, at least 0.1 s. At first 60 s.
    public var outboxIdleTimeout: Duration?
    /// The path whose own badge follows a push's icon number (`aps.badge`). Empty: none.
    public var pushPath: String?

    /// Creates settings. Those that are nil stay unchanged.
    /// - Parameters:
    ///   - grouping: how messages are grouped.
    ///   - language: the default language of summaries; empty: none.
    ///   - outbox: whether reads go into the outbox, and who sends its entries.
    ///   - outboxURL: the URL to which the library sends them; empty: none.
    ///   - outboxRequestTimeout: the timeout of a whole request.
    ///   - outboxIdleTimeout: its timeout without a byte.
    ///   - pushPath: the path for the icon number of pushes; empty: none.
    ///   - feeding: which messages feed badges where no rule holds.
    ///   - outboxKinds: what the outbox sends. An empty set leaves it unchanged.
    public init(
      grouping: Grouping? = nil, language: String? = nil, outbox: Outbox.Mode? = nil, outboxURL: String? = nil,
      outboxRequestTimeout: Duration? = nil, outboxIdleTimeout: Duration? = nil, pushPath: String? = nil,
      feeding: Badge.Feeding? = nil, outboxKinds: Outbox.Kinds? = nil
    ) {
      self.grouping = grouping
      self.language = language
      self.outbox = outbox
      self.outboxURL = outboxURL
      self.outboxRequestTimeout = outboxRequestTimeout
      self.outboxIdleTimeout = outboxIdleTimeout
      self.pushPath = pushPath
      self.feeding = feeding
      self.outboxKinds = outboxKinds
    }
  }
}

extension Account {
  /// Changes settings, all or none. They are stored, and apply again in every later run.
  /// - Parameter settings: those to change.
  /// - Throws: ``TallyError/Code/argument`` (an invalid language; ``Outbox/Mode/sent`` without a URL),
  ///   ``TallyError/Code/range`` (a timeout), ``TallyError/Code/url``, ``TallyError/Code/path``,
  ///   ``TallyError/Code/limit`` (nodes, if the feeding changes), ``TallyError/Code/io``, ``TallyError/Code/full``.
  public func configure(_ settings: Account.Settings) throws(TallyError) {
    let texts = TextArena()
    try calling { () throws(Failure) in try core.configure(settings.given(texts)) }
  }

  /// Returns the settings. Those that were never changed have their first value.
  public func settings() throws(TallyError) -> Account.Settings {
    var settings = Settings()
    try calling { () throws(Failure) in try core.readSettings { settings = Settings($0) } }
    return settings
  }
}

extension Account.Settings {
  /// As the engine takes them, while the texts are kept.
  fileprivate func given(_ texts: TextArena) -> TallyStore.AccountSettings {
    var given = TallyStore.AccountSettings()
    given.grouping = grouping?.rawValue
    given.language = language.map { texts.keep($0) }
    given.outbox = outbox.flatMap { TallyStore.OutboxMode(rawValue: $0.rawValue) }
    given.outboxURL = outboxURL.map { texts.keep($0) }
    given.requestTimeout = outboxRequestTimeout?.milliseconds
    given.idleTimeout = outboxIdleTimeout?.milliseconds
    given.pushPath = pushPath.map { texts.keep($0) }
    given.feeding = feeding?.rawValue
    given.outboxKinds = outboxKinds.flatMap { $0.isEmpty ? nil : OutboxKinds(rawValue: $0.rawValue) }
    return given
  }

  fileprivate init(_ stored: StoredSettings) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    self.init(
      grouping: Account.Grouping(rawValue: stored.grouping), language: text(stored.language),
      outbox: Outbox.Mode(rawValue: stored.outbox.rawValue), outboxURL: text(stored.outboxURL),
      outboxRequestTimeout: .milliseconds(stored.requestTimeout),
      outboxIdleTimeout: .milliseconds(stored.idleTimeout), pushPath: text(stored.pushPath),
      feeding: Badge.Feeding(rawValue: stored.feeding),
      outboxKinds: Outbox.Kinds(rawValue: stored.outboxKinds.rawValue))
  }
}

extension Account {
  /// How a path's number is computed from its children and its own count. Set when an account is created.
  public enum Aggregation: Int32, Codable, Sendable, CaseIterable {
    /// The number of its children and messages if they have one, otherwise its own.
    case children = 1
    /// The sum of both.
    case sum = 2
  }
}
