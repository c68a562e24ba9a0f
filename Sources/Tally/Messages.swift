internal import TallyEngine
internal import TallyFailure
internal import TallyStore
internal import TallyWire

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message that a feed brought. Texts that the server does not give are empty.
public struct Message: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// How far its user got with it.
  public enum State: Int32, Codable, Sendable, CaseIterable {
    /// Nobody has looked at its path since it came.
    case unseen = 0
    /// Its path was looked at; it was not read.
    case seen = 1
    /// It was read, here or elsewhere.
    case read = 2
  }

  /// Identifies it in this store, for good.
  public let key: UInt64
  /// ``Feed/id``.
  public let feed: Int64
  /// The server's identifier.
  public let serverID: String
  /// Where it feeds a badge, in canonical form.
  public let path: String
  /// As the server says.
  public let time: Date?
  /// What it adds to the number; 0: a dot.
  public let count: Int
  /// Unseen, seen or read.
  public let state: State
  /// What kind of message it is, in the server's words.
  public let kind: String
  /// A line for people.
  public let title: String
  /// More of it for people.
  public let body: String
  /// What it belongs to, for grouping.
  public let thread: String
  /// What sort of grouping and actions it asks for.
  public let category: String
  /// What a summary names, as who wrote it.
  public let argument: String
  /// How many the argument stands for.
  public let argumentCount: Int

  /// The same as ``key``.
  public var id: UInt64 { key }
  /// The path and the title; if there is no title, the server's identifier.
  public var description: String { "\(path) \(title.isEmpty ? serverID : title)" }
}

/// Messages, newest first.
public struct MessagePage: Hashable, Codable, Sendable {
  /// Of this page.
  public let messages: [Message]
  /// There are more: go on after the last one's key.
  public let hasMore: Bool
}

/// How many messages there are.
public struct MessageCounts: Hashable, Codable, Sendable, CustomStringConvertible {
  /// All of them.
  public let total: Int
  /// Those not read; seen ones are among them.
  public let unread: Int
  /// Those not seen.
  public let unseen: Int

  /// In words: "5 messages, 4 unread, 1 unseen".
  public var description: String { "\(total) messages, \(unread) unread, \(unseen) unseen" }

  /// Counts, as a host's own tests may need them.
  public init(total: Int, unread: Int, unseen: Int) {
    self.total = total
    self.unread = unread
    self.unseen = unseen
  }
}

/// The user is looking at a path: see ``Account/beginView(at:)``. A view ends with ``end()``, or when it is released.
/// It keeps its engine open.
public final class ActiveView: Identifiable, Sendable {
  private let token: ObservationToken

  fileprivate init(_ token: ObservationToken) { self.token = token }

  /// Identifies the view among the observers and views of its engine.
  public var id: UInt64 { token.id }

  /// Whether the path still showed a badge when the view began, because something below it does.
  public var isHeld: Bool { token.isHeld }

  /// Ends the view. Ending it again does nothing.
  public func end() { token.cancel() }
}

extension Account {
  /// The messages at a path, newest first.
  /// - Parameters:
  ///   - path: where they feed a badge.
  ///   - includingDescendants: also those below it.
  ///   - unreadOnly: those that were read are left out.
  ///   - after: the key of the message that the page before ended with; nil: from the newest.
  ///   - limit: 1 to 10,000.
  public func messages(
    at path: String = BadgePath.root, includingDescendants: Bool = true, unreadOnly: Bool = false,
    after: UInt64? = nil, limit: Int = 100
  ) throws(TallyError) -> MessagePage {
    var found: [Message] = []
    let hasMore = try calling(with: path) { (bytes) throws(Failure) in
      try core.listMessages(
        bytes, subtree: includingDescendants, unreadOnly: unreadOnly, after: after ?? 0, limit: limit
      ) { row in found.append(Message(row)) }
    }
    return MessagePage(messages: found, hasMore: hasMore)
  }

  /// How many messages there are at a path, and below it.
  public func messageCounts(
    at path: String = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> MessageCounts {
    let counts = try calling(with: path) { (bytes) throws(Failure) in
      try core.messageCounts(bytes, subtree: includingDescendants)
    }
    return MessageCounts(counts)
  }

  /// Calls a closure with how many messages there are at a path: once when it is registered, and after each transaction
  /// that added, changed or removed some, or in which they were seen, read or unread again. Those that come faster than
  /// they are told are merged.
  /// - Parameters:
  ///   - path: where the messages are.
  ///   - includingDescendants: also those below it, all in one.
  ///   - body: as of ``observe(_:includingDescendants:initial:_:)``.
  /// - Returns: a token. Keep it as long as the observer is needed.
  /// - Complexity: O(messages there), now and for each time that it is told.
  public func observeMessages(
    at path: String = BadgePath.root, includingDescendants: Bool = true,
    _ body: (@Sendable (MessageCounts) -> Void)? = nil
  ) throws(TallyError) -> ObservationToken {
    try observe(path, try engine.box(body) { body in { event, _ in body(MessageCounts(event.messages)) } }) {
      (scope, account, bytes, callback) throws(Failure) in
      (try scope.observeMessages(account, bytes, subtree: includingDescendants, callback), .ok)
    }
  }

  /// Says that the user is looking at a path. The path is cleared immediately. While the view lasts, every transaction
  /// that gives the path a badge of its own, or a message, clears it again.
  /// - Returns: the view. It ends when it is released or ``ActiveView/end()`` is called.
  public func beginView(at path: String) throws(TallyError) -> ActiveView {
    ActiveView(
      try observe(path, nil) { (scope, account, bytes, _) throws(Failure) in try scope.beginViewing(account, bytes) })
  }

  /// Marks messages read, all or nothing.
  /// - Parameter keys: ``Message/key`` of each.
  /// - Returns: how many were not read before.
  @discardableResult
  public func markRead(_ keys: [UInt64]) throws(TallyError) -> Int {
    try mark(keys, read: true)
  }

  /// Marks messages unread again, all or nothing. They stay seen.
  /// - Parameter keys: ``Message/key`` of each.
  /// - Returns: how many were read before.
  @discardableResult
  public func markUnread(_ keys: [UInt64]) throws(TallyError) -> Int {
    try mark(keys, read: false)
  }

  private func mark(_ keys: [UInt64], read: Bool) throws(TallyError) -> Int {
    try calling { () throws(Failure) in
      try keys.withUnsafeBufferPointer { (keys) throws(Failure) in try core.mark(keys, read: read) }
    }
  }

  /// Marks the messages at a path read.
  /// - Parameters:
  ///   - path: where they feed a badge.
  ///   - includingDescendants: also those below it.
  ///   - last: the key of the newest one that was read, which is read with what is older; nil: all are.
  /// - Returns: how many were not read before.
  @discardableResult
  public func markRead(
    at path: String, includingDescendants: Bool = true, upTo last: UInt64? = nil
  ) throws(TallyError) -> Int {
    try calling(with: path) { (bytes) throws(Failure) in
      try core.readMessages(at: bytes, subtree: includingDescendants, last: last ?? 0)
    }
  }
}

extension MessageCounts {
  init(_ counts: TallyStore.MessageCounts) {
    self.init(
      total: Int(clamping: counts.total), unread: Int(clamping: counts.unread), unseen: Int(clamping: counts.unseen))
  }
}

extension Message {
  init(_ row: MessageRow) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    key = row.key
    feed = row.feed
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
  }
}
