internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The values of an account's outbox, which has reads on their way to the server.
public enum Outbox {
  /// Whether reads become entries of an account's outbox, and who sends the entries.
  public enum Mode: Int32, Codable, Sendable, CaseIterable {
    /// Reads make no entries. Existing entries stay, and the library does not send them.
    case off = 1
    /// The host sends the entries: see ``Account/leaseOutbox(for:limit:)``.
    case leased = 2
    /// The library sends the entries to ``Account/Settings/outboxURL``.
    case sent = 3
  }

  /// The changes that an outbox sends.
  public struct Kinds: OptionSet, Hashable, Codable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// A set of its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Messages that are read, unread again, or removed.
    public static let reads = Kinds(rawValue: 1)
    /// Changes of reminders.
    public static let reminders = Kinds(rawValue: 2)
    /// Messages that are seen. Only with it, what other devices have seen is taken.
    public static let seen = Kinds(rawValue: 4)
    /// Mutes of paths. The same holds for these and for the next two.
    public static let mutes = Kinds(rawValue: 8)
    /// Paths that are marked as unread.
    public static let flags = Kinds(rawValue: 16)
    /// Snoozes of paths and of messages.
    public static let snoozes = Kinds(rawValue: 32)
    /// Badges that a server has set with a revision, and that the user removes.
    public static let dismissals = Kinds(rawValue: 64)
  }

  /// A change on its way to the server.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The subject of an entry.
    public enum Kind: Int64, Sendable, CaseIterable {
      /// A message.
      case message = 1
      /// A path and its subtree, up to a message.
      case mark = 2
      /// A reminder.
      case reminder = 3
      /// A message that was removed.
      case removal = 4
      /// A message that was seen.
      case seen = 5
      /// A path and its subtree, seen up to a message.
      case seenMark = 6
      /// The mute of a path.
      case mute = 7
      /// A path that is marked as unread, or is not any more.
      case flag = 8
      /// The snooze of a path. That of a message is a ``message``.
      case snooze = 9
      /// A badge of the server that the user has removed.
      case dismissal = 10
    }

    /// The state of an entry.
    public enum State: Hashable, Sendable {
      /// It may be leased, immediately or from a time on.
      case waiting(until: Date?)
      /// It is leased.
      case leased(until: Date)
      /// It has failed for good.
      case failed
    }

    /// Identifies an entry permanently in its store.
    public typealias ID = Identifier<Entry>

    /// Identifies it permanently in this store. Entries are sorted by it.
    public let id: ID
    /// ``Feed/id``.
    public let feed: Feed.ID
    /// The subject; nil: unknown to this version.
    public let kind: Kind?
    /// The server's identifier of the message, or the path.
    public let entity: String
    /// The value of `Idempotency-Key`. The server uses it to apply the entry once.
    public let key: String
    /// The JSON to send; empty until the first lease.
    public let body: String
    /// The number of leases.
    public let attempt: Int64
    /// The state.
    public let state: State
  }

  /// Numbers of entries.
  public struct Summary: Hashable, Sendable {
    /// All entries.
    public let total: Int
    /// Leased entries.
    public let leased: Int
    /// Entries that have failed for good.
    public let failed: Int
  }
}

extension Account {
  /// Leases due entries in their order. Until the lease ends, nobody else gets them.
  /// - Parameters:
  ///   - duration: 1 ms to a day.
  ///   - limit: 1 to 10,000.
  /// - Returns: the leased entries. If ``ListPage/hasMore``, more are due, and another call leases them.
  /// - Throws: ``TallyError/Code/range`` (the duration, the limit), ``TallyError/Code/io``, ``TallyError/Code/full``.
  /// - Complexity: O(leased entries).
  public func leaseOutbox(for duration: Duration, limit: Int = 100) throws(TallyError) -> ListPage<Outbox.Entry> {
    var found: [Outbox.Entry] = []
    let hasMore = try calling { () throws(Failure) in
      try core.leaseOutbox(duration: duration.milliseconds, limit: limit) { row in
        found.append(Outbox.Entry(row))
      } check: {
      }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }

  /// Returns the entries in their order.
  /// - Parameters:
  ///   - after: ``ListPage/next`` of the former page; nil: from the first.
  ///   - limit: 1 to 10,000.
  /// - Throws: ``TallyError/Code/range`` (the limit), ``TallyError/Code/io``.
  /// - Complexity: O(entries of the page).
  public func outbox(after: Outbox.Entry? = nil, limit: Int = 100) throws(TallyError) -> ListPage<Outbox.Entry> {
    var found: [Outbox.Entry] = []
    let hasMore = try calling { () throws(Failure) in
      try core.listOutbox(after: after?.id.rawValue ?? 0, limit: limit) { row in found.append(Outbox.Entry(row)) }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }

  /// Returns the numbers of entries.
  public func outboxSummary() throws(TallyError) -> Outbox.Summary {
    let counts = try calling { () throws(Failure) in try core.countOutbox() }
    return Outbox.Summary(total: Int(counts.total), leased: Int(counts.leased), failed: Int(counts.failed))
  }

  /// Reports that the server has accepted an entry, and removes the entry, even if the lease has ended.
  /// - Parameters:
  ///   - id: ``Outbox/Entry/id``.
  ///   - response: the body of the server's response. A page of the wire format is applied.
  /// - Returns: false if the entry was removed before.
  @discardableResult
  public func acknowledgeOutbox(
    _ id: Outbox.Entry.ID, response: some Collection<UInt8> = [UInt8]()
  ) throws(TallyError) -> Bool {
    let status = try calling { () throws(Failure) in
      try withBytes(response) { (bytes) throws(Failure) in try core.acknowledge(id.rawValue, answer: bytes) }
    }
    return status == .ok
  }

  /// Reports that the server has not accepted an entry.
  /// - Parameters:
  ///   - id: ``Outbox/Entry/id``.
  ///   - attempt: ``Outbox/Entry/attempt`` of the lease.
  ///   - retryAfter: the time until the next lease, at most a day; nil: it has failed for good.
  /// - Returns: false if the entry was removed before.
  /// - Throws: ``TallyError/Code/conflict`` if it was leased again since.
  @discardableResult
  public func failOutbox(
    _ id: Outbox.Entry.ID, attempt: Int64, retryAfter: Duration?
  ) throws(TallyError) -> Bool {
    try calling { () throws(Failure) in
      try core.failOutbox(id.rawValue, attempt: attempt, retryAfter: retryAfter?.milliseconds) == .ok
    }
  }

  /// Makes an entry that waits for its time, or has failed for good, due immediately.
  /// - Parameter id: ``Outbox/Entry/id``.
  /// - Returns: whether it was such an entry.
  @discardableResult
  public func retryOutbox(_ id: Outbox.Entry.ID) throws(TallyError) -> Bool {
    try calling { () throws(Failure) in try core.retryOutbox(id.rawValue) == 1 }
  }

  /// Makes all entries that wait for their time, or have failed for good, due immediately.
  /// - Returns: the number of entries.
  @discardableResult
  public func retryAllOutbox() throws(TallyError) -> Int {
    try calling { () throws(Failure) in try core.retryOutbox(nil) }
  }

  /// Removes an entry that has failed for good.
  /// - Parameter id: ``Outbox/Entry/id``.
  /// - Returns: whether it was such an entry.
  @discardableResult
  public func removeOutbox(_ id: Outbox.Entry.ID) throws(TallyError) -> Bool {
    try calling { () throws(Failure) in try core.removeOutbox(id.rawValue) == 1 }
  }

  /// Removes all entries that have failed for good.
  /// - Returns: the number of entries.
  @discardableResult
  public func removeFailedOutbox() throws(TallyError) -> Int {
    try calling { () throws(Failure) in try core.removeOutbox(nil) }
  }
}

extension Outbox.Entry {
  fileprivate init(_ row: OutboxRow) {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    id = ID(rawValue: row.id)
    feed = Feed.ID(rawValue: row.feed)
    kind = Kind(rawValue: row.kind)
    entity = text(row.entity)
    key = text(row.key)
    body = text(row.body)
    attempt = row.attempts
    if row.hasFailed {
      state = .failed
    } else if let end = Date(engine: row.lease) {
      state = .leased(until: end)
    } else {
      state = .waiting(until: Date(engine: row.next))
    }
  }
}
