internal import TallyEngine
internal import TallyFailure
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Message {
  /// The place of a message among those at its path, or in a subtree.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The message.
    public let key: Key
    /// The server's time; nil: none.
    public let time: Date?
    /// The number of messages that are unread, unseen, or highlights, as asked; this one is one of them.
    public let matching: Int
    /// The number of messages of any state that are newer.
    public let newer: Int
    /// The number of messages of any state that are older.
    public let older: Int

    /// A description: "5 to read, 4 newer, 12 older".
    public var description: String { "\(matching) to read, \(newer) newer, \(older) older" }

    /// Creates a place, for a host's own tests.
    public init(key: Key, time: Date?, matching: Int, newer: Int, older: Int) {
      self.key = key
      self.time = time
      self.matching = matching
      self.newer = newer
      self.older = older
    }
  }
}

extension Account {
  /// Returns where to begin reading: the oldest message that is not read, with its place.
  /// - Parameters:
  ///   - path: the path whose badge they feed.
  ///   - includingDescendants: also in its subtree.
  ///   - unseen: the oldest one that is not seen, instead.
  ///   - highlighted: only a message of level ``Badge/Level/highlight`` or above.
  ///   - newest: the newest one, instead of the oldest.
  ///   - limit: none of the numbers is larger, so that a long chat costs no more; nil: they are complete.
  /// - Returns: nil: there is none.
  /// - Complexity: O(log messages), and the sum of the numbers; with descendants, O(log messages) for each path.
  public func firstMessage(
    at path: some BadgePathConvertible, includingDescendants: Bool = false, unseen: Bool = false,
    highlighted: Bool = false, newest: Bool = false, limit: Int? = nil
  ) throws(TallyError) -> Message.Place? {
    let wanted = FirstMessage(
      isUnseen: unseen, isHighlight: highlighted, isNewest: newest, limit: UInt64(max(limit ?? 0, 0)))
    let found = try calling(with: path) { (bytes) throws(Failure) in
      try core.firstMessage(bytes, subtree: includingDescendants, wanted)
    }
    if found.key == 0 { return nil }
    return Message.Place(
      key: Message.Key(rawValue: found.key), time: Date(engine: found.time), matching: Int(clamping: found.matching),
      newer: Int(clamping: found.newer), older: Int(clamping: found.older))
  }

  /// Returns the messages at a path from one of them on: that message and the older ones, newest first. With `newer`,
  /// those that are newer than it, oldest first. A chat that opens at a message calls it twice.
  /// - Parameters:
  ///   - key: the message. nil: the newest; with `newer`, the oldest.
  ///   - newer: lists newer messages instead of older ones.
  ///   - path: the path whose badge they feed.
  ///   - includingDescendants: also in its subtree.
  ///   - unreadOnly: leaves out read messages.
  ///   - after: ``ListPage/next`` of the former page; nil: from the message on.
  ///   - limit: 1 to 10,000.
  /// - Throws: ``TallyError/Code/notFound``, if the message of the first page is gone.
  public func messages(
    from key: Message.Key?, newer: Bool = false, at path: some BadgePathConvertible,
    includingDescendants: Bool = false, unreadOnly: Bool = false, after: Message? = nil, limit: Int = 100
  ) throws(TallyError) -> ListPage<Message> {
    var found: [Message] = []
    let hasMore = try calling(with: path) { (bytes) throws(Failure) in
      try withPlace(of: after.map(Message.Position.init)) { (place) throws(Failure) in
        try core.listMessages(
          bytes, subtree: includingDescendants, unreadOnly: unreadOnly, from: key?.rawValue ?? 0, newer: newer,
          after: place, limit: limit
        ) { row in found.append(Message(row)) }
      }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }
}
