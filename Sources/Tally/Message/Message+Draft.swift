internal import TallyEngine
internal import TallyFailure
internal import TallyStore
internal import TallyWire

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Message {
  /// A message that the host posts.
  public struct Draft: Hashable, Codable, Sendable {
    /// Another message with the same id replaces this one; nil: a new message. 1 to 255 bytes of UTF-8 without control
    /// characters.
    public var id: String?
    /// A title for people.
    public var title: String
    /// A text for people.
    public var body: String
    /// The number that it adds, up to 4,294,967,295; 0: a dot.
    public var count: Int
    /// nil: now.
    public var time: Date?
    /// The kind of message.
    public var kind = ""
    /// The thread, for grouping.
    public var thread = ""
    /// The category, which determines its summaries.
    public var category = ""
    /// The name in a summary, such as the author.
    public var argument = ""
    /// The number of items that the argument stands for.
    public var argumentCount = 0
    /// How much it matters.
    public var level = Badge.Level.normal
    /// The URL that it opens, up to 2,048 bytes without control characters. The library does not read it.
    public var link = ""
    /// The name of an icon, up to 255 bytes without control characters.
    public var icon = ""
    /// A second title for people.
    public var subtitle = ""
    /// Any bytes, up to 65,536.
    public var data: [UInt8] = []
    /// Further paths where it counts, up to 8. Reading or seeing it at one of its paths ends it at all.
    public var also: [String] = []
    /// Posting it changes nothing if the account has a message of its id, or had one that the user has seen.
    public var isOnce = false

    /// Creates a message. The other members are set afterwards.
    public init(id: String? = nil, title: String = "", body: String = "", count: Int = 1, time: Date? = nil) {
      self.id = id
      self.title = title
      self.body = body
      self.count = count
      self.time = time
    }
  }
}

extension Account {
  /// Posts a message of the host, unseen. It replaces the message with the same id. No server's response changes it.
  /// One transaction, which is on the disk when this returns.
  /// - Returns: its key; 0 if a message that is posted once changes nothing.
  /// - Throws: ``TallyError/Code/argument`` (an invalid text), ``TallyError/Code/range`` (a count),
  ///   ``TallyError/Code/path``, ``TallyError/Code/limit`` (too many further paths), ``TallyError/Code/io``,
  ///   ``TallyError/Code/full``.
  @discardableResult
  public func post(_ message: Message.Draft, at path: some BadgePathConvertible) throws(TallyError) -> Message.Key {
    let texts = TextArena()
    let key = try calling(with: path) { (path) throws(Failure) in try core.post(try message.item(texts), at: path) }
    return Message.Key(rawValue: key)
  }

  /// Removes the message that was posted with an id.
  /// - Throws: ``TallyError/Code/notFound``.
  public func withdrawMessage(_ id: String) throws(TallyError) {
    try calling(with: id) { (id) throws(Failure) in try core.removePosted(id) }
  }

  /// Removes messages of any feed, or posted ones, as when the user deletes them; all or none. A server's message comes
  /// back with a greater revision only. In an account with an outbox its server gets an entry.
  /// - Parameter keys: ``Message/key`` of each.
  /// - Throws: ``TallyError/Code/notFound`` (a key).
  public func removeMessages(_ keys: [Message.Key]) throws(TallyError) {
    try calling { () throws(Failure) in
      try keys.map(\.rawValue).withUnsafeBufferPointer { (keys) throws(Failure) in try core.removeMessages(keys) }
    }
  }

  /// Takes the payload of a push notification, or a hint from the server: a JSON object, described at
  /// `tally_account_push` in `tally.h`.
  /// - Throws: ``TallyError/Code/protocolError`` if it is invalid, ``TallyError/Code/loggedOut``,
  ///   ``TallyError/Code/notFound`` (its feed).
  public func receivePush(_ payload: some Collection<UInt8>) throws(TallyError) {
    try calling { () throws(Failure) in
      try withBytes(payload) { (bytes) throws(Failure) in try core.push(bytes) }
    }
  }
}

extension Message.Draft {
  /// As the engine takes it, while the texts are kept.
  func item(_ texts: TextArena) throws(Failure) -> MessageItem {
    if let time, time.timeIntervalSince1970 < 0 { throw Failure(.range, "the time must not be before 1970") }
    guard let number = UInt32(exactly: count), let stands = UInt32(exactly: argumentCount) else {
      throw Failure(.range, "a count must be 0 to 4294967295")
    }
    var item = MessageItem()
    item.id = texts.keep(id ?? "")
    item.title = texts.keep(title)
    item.body = texts.keep(body)
    item.kind = texts.keep(kind)
    item.thread = texts.keep(thread)
    item.category = texts.keep(category)
    item.argument = texts.keep(argument)
    item.link = texts.keep(link)
    item.icon = texts.keep(icon)
    item.subtitle = texts.keep(subtitle)
    item.data = texts.keep(data)
    item.also = texts.keep(also.joined(separator: "\n"))
    item.isOnce = isOnce
    item.count = number
    item.argumentCount = stands
    item.level = level.rawValue
    item.time = time.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0
    return item
  }
}
