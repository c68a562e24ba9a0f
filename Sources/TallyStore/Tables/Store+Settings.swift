import TallyFailure
import TallyMemory

// The settings of an account: what its host has set, except secrets.

/// Whether reads go into the outbox of an account, and who sends its rows.
public enum OutboxMode: Int32, Sendable {
  /// Nothing goes into it.
  case off = 1
  /// The host leases the rows.
  case leased = 2
  /// The library sends the rows.
  case sent = 3
}

/// The kinds of changes that the outbox of an account sends.
public struct OutboxKinds: OptionSet, BitwiseCopyable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Messages that the user reads, makes unread again, or removes.
  public static var reads: OutboxKinds { OutboxKinds(rawValue: 1) }
  public static var reminders: OutboxKinds { OutboxKinds(rawValue: 2) }
  /// Messages that the user sees. Without it, what other devices have seen is not taken either.
  public static var seen: OutboxKinds { OutboxKinds(rawValue: 4) }
  /// Choices of the user: mutes, flags, and snoozes of paths and messages. The same holds for each of them.
  public static var mutes: OutboxKinds { OutboxKinds(rawValue: 8) }
  public static var flags: OutboxKinds { OutboxKinds(rawValue: 16) }
  public static var snoozes: OutboxKinds { OutboxKinds(rawValue: 32) }
  public static var choices: OutboxKinds { [.mutes, .flags, .snoozes] }
  /// Claims of servers that the user dismisses.
  public static var dismissals: OutboxKinds { OutboxKinds(rawValue: 64) }
  /// Rows of these kinds are written when badges are stored.
  public static var withBadges: OutboxKinds { [.choices, .dismissals] }

  /// Those of an account whose host has not chosen.
  public static var initial: OutboxKinds { [.reads, .reminders] }
  public static var all: OutboxKinds { [.reads, .reminders, .seen, .choices, .dismissals] }
}

/// Settings that a host changes; nil: unchanged. Bytes are borrowed.
public struct AccountSettings {
  /// 1: by thread, 2: all together, 3: not at all.
  public var grouping: Int32?
  /// How messages count where no rule holds (`Store.setDefaultFeeding`). `saveSettings` leaves it alone.
  public var feeding: Int32?
  /// The default language of summaries, a tag of BCP 47; empty: none.
  public var language: UnsafeRawBufferPointer?
  public var outbox: OutboxMode?
  /// The kinds of changes that the outbox sends. Not empty.
  public var outboxKinds: OutboxKinds?
  /// The URL to which the library sends the outbox; empty: none.
  public var outboxURL: UnsafeRawBufferPointer?
  /// The timeouts of such a request, in milliseconds.
  public var requestTimeout: Int64?
  public var idleTimeout: Int64?
  /// The path whose own badge receives the icon number of pushes; empty: none.
  public var pushPath: UnsafeRawBufferPointer?
  /// Requests with the outbox have a credential, so they wait for one in later runs.
  public var outboxHasCredential: Bool?

  public init() {}

  /// `saveSettings` has nothing to do.
  fileprivate var isEmpty: Bool {
    grouping == nil && language == nil && outbox == nil && outboxKinds == nil && outboxURL == nil
      && requestTimeout == nil && idleTimeout == nil && pushPath == nil && outboxHasCredential == nil
  }
}

/// The settings of an account, at first those that nobody has set. Bytes are borrowed.
public struct StoredSettings {
  public internal(set) var grouping: Int32 = 1
  public internal(set) var feeding: Int32 = 1
  public internal(set) var language = UnsafeRawBufferPointer(start: nil, count: 0)
  public internal(set) var outbox = OutboxMode.off
  public internal(set) var outboxKinds = OutboxKinds.initial
  public internal(set) var outboxURL = UnsafeRawBufferPointer(start: nil, count: 0)
  public internal(set) var requestTimeout: Int64 = 300_000
  public internal(set) var idleTimeout: Int64 = 60_000
  public internal(set) var pushPath = UnsafeRawBufferPointer(start: nil, count: 0)
  public internal(set) var outboxHasCredential = false

  public init() {}
}

extension Store {
  /// How an account's messages are grouped. A file may have an unknown number.
  /// - Parameter visit: receives the account's language as a BCP 47 tag; empty: none.
  public func readGrouping(
    account: Int64, visit: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Int32 {
    let find = try statement(.wording(.findGrouping), account)
    guard try step(find) else { return 1 }
    try visit(find.bytes(1))
    return max(Int32(truncatingIfNeeded: find.number(0)), 1)
  }

  /// Visits the settings of an account. `visit` must not read them again.
  /// - Throws: `.corrupt` if a number is out of range. The texts may be anything.
  public func readSettings(
    account: Int64, visit: (StoredSettings) throws(Failure) -> Void
  ) throws(Failure) {
    var settings = StoredSettings()
    settings.feeding = try defaultFeeding(account: account)
    let find = try statement(.wording(.findSettings), account)
    guard try step(find) else { return try visit(settings) }
    let (grouping, mode) = (find.number(0), find.number(2))
    if !StoredRange.grouping.contains(grouping) { throw numberError(grouping) }
    guard StoredRange.outbox.contains(mode), let outbox = OutboxMode(rawValue: Int32(truncatingIfNeeded: mode))
    else { throw numberError(mode) }
    settings.grouping = max(Int32(truncatingIfNeeded: grouping), 1)
    settings.outbox = outbox
    if !StoredRange.outboxKinds.contains(find.number(8)) { throw numberError(find.number(8)) }
    settings.outboxKinds = OutboxKinds(rawValue: UInt32(truncatingIfNeeded: find.number(8)))
    try read(find.number(4), into: &settings.requestTimeout)
    try read(find.number(5), into: &settings.idleTimeout)
    settings.language = find.bytes(1)
    settings.outboxURL = find.bytes(3)
    settings.pushPath = find.bytes(6)
    settings.outboxHasCredential = find.number(7) != 0
    try visit(settings)
  }

  private func read(_ timeout: Int64, into setting: inout Int64) throws(Failure) {
    if timeout == 0 { return }
    if !StoredRange.isTimeout(timeout) { throw numberError(timeout) }
    setting = timeout
  }

  /// Changes settings of an account. They are valid.
  /// - Returns: whether they were different.
  @discardableResult
  public func saveSettings(account: Int64, _ settings: AccountSettings) throws(Failure) -> Bool {
    if settings.isEmpty { return false }
    var save = try statement(.wording(.saveSettings), account)
    if let grouping = settings.grouping { save.bind(2, Int64(grouping)) }
    if let language = settings.language { save.bind(3, text: language) }
    if let outbox = settings.outbox { save.bind(4, Int64(outbox.rawValue)) }
    if let url = settings.outboxURL { save.bind(5, text: url) }
    if let timeout = settings.requestTimeout { save.bind(6, timeout) }
    if let timeout = settings.idleTimeout { save.bind(7, timeout) }
    if let path = settings.pushPath { save.bind(8, text: path) }
    if let hasCredential = settings.outboxHasCredential { save.bind(9, hasCredential ? 1 : 0) }
    if let kinds = settings.outboxKinds { save.bind(10, Int64(kinds.rawValue)) }
    return try finish(save) > 0
  }
}
