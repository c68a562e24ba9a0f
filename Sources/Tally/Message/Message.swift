internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore
internal import TallyWire

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message from a feed. Texts that the server does not give are empty.
public struct Message: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The state of a message for its user.
  public enum State: Int32, Sendable, CaseIterable {
    /// Its path was not cleared since it came.
    case unseen = 0
    /// Its path was cleared, but it was not read.
    case seen = 1
    /// It was read, on this or another device.
    case read = 2
  }

  /// Identifies a message permanently in its store.
  public typealias Key = Identifier<Message>

  /// Identifies it permanently in this store.
  public let key: Key
  /// ``Feed/id``.
  public let feed: Feed.ID
  /// The server's identifier.
  public let serverID: String
  /// The path whose badge it feeds, in canonical form.
  public let path: String
  /// The server's time.
  public let time: Date?
  /// The number that it adds; 0: a dot.
  public let count: Int
  /// Unseen, seen or read.
  public let state: State
  /// The server's name for the kind of message.
  public let kind: String
  /// A title for people.
  public let title: String
  /// A text for people.
  public let body: String
  /// The thread, for grouping.
  public let thread: String
  /// The category, which determines its summaries.
  public let category: String
  /// The name in a summary, such as the author.
  public let argument: String
  /// The number of items that the argument stands for.
  public let argumentCount: Int
  /// When its snooze ends, and it is unseen again; nil: it is not snoozed (``Account/snoozeMessage(_:until:)``).
  public let snoozeEnd: Date?
  /// How much it matters.
  public let level: Badge.Level
  /// The URL that it opens. The library does not read it.
  public let link: String
  /// The name of an icon.
  public let icon: String
  /// A second title for people.
  public let subtitle: String
  /// Its further paths, in canonical form. It counts and is listed at each of them, too.
  public let also: [String]
  /// The number of bytes that ``Account/messageData(_:)`` returns.
  public let dataSize: Int
  /// Messages are sorted by this, then by their identifiers. It is the server's sequence; without one, the identifier,
  /// or the time at which a push came.
  public let sequence: String

  /// The same as ``key``.
  public var id: Key { key }
  /// The path and the title; if there is no title, the server's identifier.
  public var description: String { "\(path) \(title.isEmpty ? serverID : title)" }
}

extension Message {
  /// Numbers of messages.
  public struct Counts: Hashable, Sendable, CustomStringConvertible {
    /// All messages.
    public let total: Int
    /// Messages that are not read. They include seen ones.
    public let unread: Int
    /// Messages that are not seen.
    public let unseen: Int

    /// A description: "5 messages, 4 unread, 1 unseen".
    public var description: String { "\(total) messages, \(unread) unread, \(unseen) unseen" }

    /// Creates counts, for a host's own tests.
    public init(total: Int, unread: Int, unseen: Int) {
      self.total = total
      self.unread = unread
      self.unseen = unseen
    }
  }
}

extension Account {
  /// Returns the messages at a path, newest first.
  /// - Parameters:
  ///   - path: the path whose badge they feed.
  ///   - includingDescendants: also in its subtree.
  ///   - unreadOnly: leaves out read messages.
  ///   - after: ``ListPage/next`` of the former page; nil: from the newest.
  ///   - limit: 1 to 10,000.
  public func messages(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true, unreadOnly: Bool = false,
    after: Message? = nil, limit: Int = 100
  ) throws(TallyError) -> ListPage<Message> {
    var found: [Message] = []
    let hasMore = try calling(with: path) { (bytes) throws(Failure) in
      try withPlace(of: after.map(Message.Position.init)) { (place) throws(Failure) in
        try core.listMessages(
          bytes, subtree: includingDescendants, unreadOnly: unreadOnly, after: place, limit: limit
        ) { row in found.append(Message(row)) }
      }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }

  /// Returns the message with a key.
  /// - Throws: ``TallyError/Code/notFound``.
  public func message(_ key: Message.Key) throws(TallyError) -> Message {
    var found: Message?
    try calling { () throws(Failure) in try core.readMessage(key: key.rawValue) { row in found = Message(row) } }
    guard let found else { throw TallyError(code: .notFound) }
    return found
  }

  /// Returns the message that a server knows by an identifier, as a notification has it.
  /// - Parameters:
  ///   - id: ``Message/serverID``.
  ///   - feed: ``Feed/id``; nil: the messages that the program posted.
  /// - Throws: ``TallyError/Code/notFound``.
  public func message(id: String, feed: Feed.ID? = nil) throws(TallyError) -> Message {
    var found: Message?
    try calling(with: id) { (id) throws(Failure) in
      try core.readMessage(id, feed: feed?.rawValue ?? 0) { row in found = Message(row) }
    }
    guard let found else { throw TallyError(code: .notFound) }
    return found
  }

  /// Returns the data of a message, which lists leave out because they can be long. A server's are JSON without white
  /// space; those of a posted message are the program's bytes.
  /// - Throws: ``TallyError/Code/notFound``.
  public func messageData(_ key: Message.Key) throws(TallyError) -> [UInt8] {
    var data = ByteBuffer()
    try calling { () throws(Failure) in try core.readData(key: key.rawValue, into: &data) }
    return [UInt8](data.bytes)
  }

  /// Returns the number of messages at a path, and in its subtree.
  public func messageCounts(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> Message.Counts {
    let counts = try calling(with: path) { (bytes) throws(Failure) in
      try core.messageCounts(bytes, subtree: includingDescendants)
    }
    return Message.Counts(counts)
  }

  /// Calls a closure with the number of messages at a path: immediately, and after each transaction that added, changed
  /// or removed some, or in which they became seen, read or unread. Pending events merge.
  /// - Parameters:
  ///   - path: the path of the messages.
  ///   - includingDescendants: also in its subtree, all together.
  ///   - body: like the closure of ``observe(at:includingDescendants:initial:_:)``.
  /// - Returns: a subscription. Keep it as long as the observer is needed.
  /// - Complexity: O(messages there), now and for each event.
  public func observeMessages(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true,
    _ body: @escaping @Sendable (Message.Counts) -> Void
  ) throws(TallyError) -> Subscription {
    let box = CallbackBox { event, _ in body(Message.Counts(event.messages)) }
    return try observeMessages(path.badgePathText, includingDescendants, box)
  }

  /// Returns a stream of the number of messages at a path: the current one, and one after each transaction that added,
  /// changed or removed some, or in which they became seen, read or unread. A slow reader gets only the latest one. The
  /// stream ends when the reader stops or the engine is closed. It is for one reader, and keeps the engine open.
  /// - Parameters:
  ///   - path: the path of the messages.
  ///   - includingDescendants: also in its subtree, all together.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/limit``, ``TallyError/Code/io``, ``TallyError/Code/full``.
  /// - Complexity: O(messages there), now and for each event.
  public func messageChanges(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> some AsyncSequence<Message.Counts, Never> & Sendable {
    let mailbox = Mailbox<Bool, Message.Counts>()
    let box = CallbackBox { event, _ in
      mailbox.put(Message.Counts(event.messages), for: true)
    } end: {
      mailbox.finish()
    }
    return mailbox.stream(keeping: try observeMessages(path.badgePathText, includingDescendants, box))
  }

  func observeMessages(
    _ path: String, _ includingDescendants: Bool, _ box: CallbackBox?
  ) throws(TallyError) -> Subscription {
    try observe(path, box) { (scope, account, bytes, callback) throws(Failure) in
      (try scope.observeMessages(account, bytes, subtree: includingDescendants, callback), .ok)
    }
  }

  /// Reports that the user is viewing a path. The path is cleared immediately. While the view lasts, every transaction
  /// that gives the path a badge of its own, or a message, clears it again.
  /// - Parameters:
  ///   - path: the path.
  ///   - includingDescendants: the user also views everything below the path, and what is linked there.
  ///   - reading: messages are marked read, not only seen.
  /// - Returns: a subscription. Keep it as long as the user looks. ``Subscription/isHeld`` says whether the path still
  ///   showed a badge.
  public func beginView(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, reading: Bool = false
  ) throws(TallyError) -> Subscription {
    let manner = ViewManner(coversSubtree: includingDescendants, reads: reading)
    return try observe(path.badgePathText, nil) { (scope, account, bytes, _) throws(Failure) in
      try scope.beginViewing(account, bytes, manner)
    }
  }

  /// Marks messages read, all or nothing.
  /// - Parameter keys: ``Message/key`` of each.
  /// - Returns: the number of messages that were not read before.
  @discardableResult
  public func markRead(_ keys: [Message.Key]) throws(TallyError) -> Int {
    try mark(keys, read: true)
  }

  /// Marks messages unread again, all or nothing. They stay seen.
  /// - Parameter keys: ``Message/key`` of each.
  /// - Returns: the number of messages that were read before.
  @discardableResult
  public func markUnread(_ keys: [Message.Key]) throws(TallyError) -> Int {
    try mark(keys, read: false)
  }

  private func mark(_ keys: [Message.Key], read: Bool) throws(TallyError) -> Int {
    try calling { () throws(Failure) in
      try keys.map(\.rawValue).withUnsafeBufferPointer { (keys) throws(Failure) in try core.mark(keys, read: read) }
    }
  }

  /// Marks the messages at a path read.
  /// - Parameters:
  ///   - path: the path whose badge they feed.
  ///   - includingDescendants: also in its subtree.
  /// - Returns: the number of messages that were not read before.
  @discardableResult
  public func markRead(
    at path: some BadgePathConvertible, includingDescendants: Bool = false
  ) throws(TallyError) -> Int {
    try calling(with: path) { (bytes) throws(Failure) in
      try core.readMessages(at: bytes, subtree: includingDescendants, last: nil)
    }
  }

  /// Marks a message at a path read, and the older ones there.
  /// - Parameters:
  ///   - path: the path whose badge they feed.
  ///   - includingDescendants: also in its subtree.
  ///   - last: the key of the newest message to mark.
  /// - Returns: the number of messages that were not read before.
  @discardableResult
  public func markRead(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, upTo last: Message.Key
  ) throws(TallyError) -> Int {
    try calling(with: path) { (bytes) throws(Failure) in
      try core.readMessages(at: bytes, subtree: includingDescendants, last: last.rawValue)
    }
  }
}

extension Message.Counts {
  init(_ counts: TallyStore.MessageCounts) {
    self.init(
      total: Int(clamping: counts.total), unread: Int(clamping: counts.unread), unseen: Int(clamping: counts.unseen))
  }
}

extension Message {
  init(_ row: MessageRow) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    key = Key(rawValue: row.key)
    feed = Feed.ID(rawValue: row.feed)
    serverID = text(row.id)
    path = text(row.path)
    time = Date(engine: row.time)
    count = Int(row.count)
    state = State(rawValue: row.state) ?? .unseen
    kind = text(row.kind)
    title = text(row.title)
    body = text(row.body)
    thread = text(row.thread)
    category = text(row.category)
    argument = text(row.argument)
    argumentCount = Int(row.argumentCount)
    snoozeEnd = Date(engine: row.snooze)
    level = Badge.Level(rawValue: row.level) ?? .normal
    link = text(row.link)
    icon = text(row.icon)
    subtitle = text(row.subtitle)
    also = text(row.also).split(separator: "\n").map { String($0) }
    dataSize = Int(row.dataSize)
    sequence = text(row.sequence)
  }
}
