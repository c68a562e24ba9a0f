import CSQLite
import TallyFailure
import TallyMemory

// The outbox: what the user reads, makes unread, removes and sees, to send to servers. It is written in the transaction
// of the local change.
//
// A row concerns an entity: a message of a feed, or a feed's path up to a sequence (a mark). It is sent at least once.
// Its key is made once, so the server applies it once. Rows of an entity are leased in their order. So are all rows of
// a feed before and behind a mark, because a mark concerns messages too. While a row is pending, the server's states of
// its messages do not count (see `MessageQuery.find`), unless the row has failed for good. A row about a removed
// message masks nothing: the message is remembered among the forgotten ones.
//
// Reading by a path changes no message's own state. It makes a mark, as if from the server, so other devices get the
// same result. Its version is one greater than all versions that it overrules. A row of a message has the version of
// its act. If the server gives no versions, the row is sent without one.

/// A row of the outbox. Bytes are borrowed during the visit.
public struct OutboxRow {
  public enum Kind: Int64 {
    case message = 1, mark, reminder, removal, seen, seenMark
    // Decisions of the user at a path (`Store+Choices.swift`).
    case mute = 7, flag, snooze
    /// A claim of the feed at a path (`Store+Claims.swift`).
    case dismissal = 10

    /// Whether its entity is a path.
    var isOfPath: Bool { isMark || isChoice || self == .dismissal }
    var isMark: Bool { self == .mark || self == .seenMark }
    var isChoice: Bool { (Kind.mute.rawValue...Kind.snooze.rawValue).contains(rawValue) }

    /// The values of its rows. A message that is snoozed has the time.
    var values: ClosedRange<Int64> {
      switch self {
      case .message, .mark, .mute, .flag, .snooze: 0...Int64.max
      case .reminder: ReminderNumber.revision.range
      case .removal, .seen, .seenMark: 0...1
      case .dismissal: 0...0
      }
    }
  }

  public var id: Int64 = 0
  public var feed: Int64 = 0
  public var kind: Int64 = 0
  public var entity = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The server uses it to apply the row once.
  public var key = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Empty until the first lease.
  public var body = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The number of leases.
  public var attempts: Int64 = 0
  /// When it may be leased again, in milliseconds since 1970; `Int64.max`: it has failed for good.
  public var next: Int64 = 0
  /// The length of the lease.
  public var lease: Int64 = 0

  public var hasFailed: Bool { next == Int64.max }

  init(_ statement: borrowing Statement) {
    id = statement.number(0)
    feed = statement.number(1)
    kind = statement.number(2)
    entity = statement.bytes(3)
    key = statement.bytes(4)
    body = statement.bytes(5)
    attempts = statement.number(6)
    next = statement.number(7)
    lease = statement.number(8)
  }
}

public struct OutboxCounts: Equatable, Sendable {
  public var total: Int64 = 0
  public var leased: Int64 = 0
  public var failed: Int64 = 0
  /// When the next row that has not failed may be leased; `Int64.max`: there is none.
  public var next = Int64.max

  public init() {}
}

/// The names of the feeds without a server.
public enum FeedName {
  /// The messages that the host posts.
  public static var local: StaticString { "tally:local" }
  /// The messages that light the badges of reminders.
  public static var reminders: StaticString { "tally:reminders" }

  private static func bytes(_ name: StaticString) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  /// Binds both names, to a parameter and the one behind it.
  static func bindLocal(_ statement: inout Statement, _ first: Int32) {
    statement.bind(first, text: bytes(local))
    statement.bind(first + 1, text: bytes(reminders))
  }
}

extension Store {
  // MARK: - Adding

  /// - Parameter snooze: until when an unread message is snoozed; 0: it is not.
  func send(_ key: Int64, isRead: Bool, snooze: Int64 = 0) throws(Failure) {
    try run(.sending(.unsendItem), key)
    var statement = try statement(.sending(.sendItem), key, isRead ? 1 : snooze)
    FeedName.bindLocal(&statement, 3)
    try finish(statement)
  }

  /// Marks unread messages at a place read up to a rank, feed by feed: by a mark, or one by one if a mark would cover
  /// too much. Messages that the server has not placed are read one by one, because no mark reaches them.
  func readAndSend(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool,
    upTo limit: UnsafeRawBufferPointer, _ act: ReadAct, _ visit: DeltaVisitor
  ) throws(Failure) -> Int {
    var last = ByteBuffer()
    try growing { () throws(OutOfMemory) in try last.append(limit) }
    var feed: Int64 = 0
    var changed = 0
    var highest = ByteBuffer()
    var hasUnplaced = false
    while try findUnread(account, path, subtree, upTo: last.bytes, after: &feed, &highest, &hasUnplaced) {
      let saysTooMuch = subtree ? false : try hasBelow(account, path, feed)
      if !saysTooMuch, !highest.isEmpty {
        changed += try readByMark(account, path, feed, highest.bytes, act, visit)
      }
      if saysTooMuch || hasUnplaced {
        let snapshot = saysTooMuch ? Int64.max : Store.unplaced
        changed += try readOneByOne(account, path, subtree, feed, upTo: last.bytes, snapshot, act, visit)
      }
    }
    return changed
  }

  /// The next feed with unread messages there, and the sequence of the last one that its server has placed; empty: it
  /// has placed none.
  private func findUnread(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, upTo last: UnsafeRawBufferPointer,
    after feed: inout Int64, _ highest: inout ByteBuffer, _ hasUnplaced: inout Bool
  ) throws(Failure) -> Bool {
    var statement = try statement(.sending(.unreadOfFeed))
    bindPlace(&statement, account, path, subtree: subtree)
    statement.bind(4, blob: last)
    statement.bind(5, feed)
    guard try step(statement) else { return false }
    feed = statement.number(0)
    hasUnplaced = statement.number(2) <= Store.unplaced
    do throws(OutOfMemory) {
      highest.removeAll()
      try highest.append(Store.sequence(ofRank: statement.bytes(1)))
    } catch { throw Failure.noMemory }
    return true
  }

  func hasBelow(_ account: Int64, _ path: UnsafeRawBufferPointer, _ feed: Int64) throws(Failure) -> Bool {
    var statement = try statement(.sending(.hasBelow))
    bindPlace(&statement, account, path, subtree: true)
    statement.bind(4, feed)
    return try step(statement) && statement.number(0) != 0
  }

  /// - Parameter snapshot: only messages with at most this number.
  private func readOneByOne(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ subtree: Bool, _ feed: Int64,
    upTo last: UnsafeRawBufferPointer, _ snapshot: Int64, _ act: ReadAct, _ visit: DeltaVisitor
  ) throws(Failure) -> Int {
    var keys = List<Int64>()
    var statement = try statement(.sending(.unreadKeys))
    bindPlace(&statement, account, path, subtree: subtree)
    statement.bind(4, blob: last)
    statement.bind(5, feed)
    statement.bind(6, snapshot)
    while try step(statement) {
      do throws(OutOfMemory) { try keys.append(statement.number(0)) } catch { throw Failure.noMemory }
    }
    statement.finish()
    deltas.removeAll()
    for position in 0..<keys.count { _ = try mark(account, keys[position], true, act) }
    try tellDeltas(visit)
    return keys.count
  }

  /// - Parameter sequence: of the last message to cover.
  private func readByMark(
    _ account: Int64, _ path: UnsafeRawBufferPointer, _ feed: Int64,
    _ sequence: UnsafeRawBufferPointer, _ act: ReadAct, _ visit: DeltaVisitor
  ) throws(Failure) -> Int {
    let version = ReadRegister.next(try latestVersion(account, feed, path))
    var marks = MarkList()
    let end = try encodeRankBound(sequence)
    try growing { () throws(OutOfMemory) in try marks.add(path, end: end, version: version) }
    try write(.sending(.unsendMark), account, feed, path, version, end)
    try write(.sending(.sendMark), account, feed, path, version, end)
    return try joinMarks(
      account: account, feed: feed, &marks, arrivals: Int64.max, source: .host(takesSeen: act.sees), visit: visit)
  }

  private func write(
    _ query: Query, _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, _ version: Int64,
    _ end: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(query, account, feed)
    statement.bind(3, text: path)
    statement.bind(4, version)
    statement.bind(5, blob: end)
    if case .sending(.sendMark) = query { FeedName.bindLocal(&statement, 6) }
    try finish(statement)
  }

  // MARK: - Leasing

  /// Leases due rows in their order until a moment.
  /// - Parameters:
  ///   - now, until: milliseconds since 1970, at most a day apart.
  /// - Returns: whether more rows are due.
  @discardableResult
  public func leaseOutbox(
    account: Int64, now: Int64, until: Int64, limit: Int, visit: (OutboxRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var keys = List<Int64>()
    try run(.outbox(.endWaits), account, now)
    let marks = try statement(.outbox(.hasMarks), account)
    let hasMarks = try step(marks)
    marks.finish()
    let due = try statement(hasMarks ? .outbox(.dueOfFeeds) : .outbox(.due), account, Int64(limit) + 1)
    while try step(due) {
      do throws(OutOfMemory) { try keys.append(due.number(0)) } catch { throw Failure.noMemory }
    }
    due.finish()
    for position in 0..<min(keys.count, limit) {
      let lease = try statement(.outbox(.lease), keys[position], until)
      while try step(lease) { try visit(OutboxRow(lease)) }
    }
    return keys.count > limit
  }

  /// Ends all leases.
  public func endLeases(account: Int64) throws(Failure) { try run(.outbox(.endLeases), account) }

  /// Visits the rows of an account after an id, in their order.
  /// - Returns: whether there are more.
  public func listOutbox(
    account: Int64, after last: Int64, limit: Int, visit: (OutboxRow) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var statement = try statement(.outbox(.list), account, last)
    statement.bind(3, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      try visit(OutboxRow(statement))
    }
    return try step(statement)
  }

  public func countOutbox(account: Int64, now: Int64) throws(Failure) -> OutboxCounts {
    let statement = try statement(.outbox(.count), account, now)
    var counts = OutboxCounts()
    counts.total = try onlyNumber(statement)
    counts.leased = statement.number(1)
    counts.failed = statement.number(2)
    if counts.total > counts.failed { counts.next = statement.number(3) }
    return counts
  }

  /// Whether rows of a feed are still to be sent, so that they mask what its server says.
  public func hasPending(account: Int64, feed: Int64) throws(Failure) -> Bool {
    try step(try statement(.outbox(.hasPending), account, feed))
  }

  // MARK: - Results

  /// The server has accepted it: removes the row, whether the lease has ended or not.
  /// - Parameter moment: requests in flight that begin from then on may know it; 0: no request is in flight.
  /// - Returns: its feed; nil: it was removed before.
  /// - Throws: `.notFound`, there never was one; `.conflict`, it was never leased.
  public func acknowledge(account: Int64, id: Int64, moment: Int64, now: Int64 = 0) throws(Failure) -> Int64? {
    let find = try statement(.outbox(.find), account, id)
    guard try step(find) else {
      try checkWasThere(id)
      return nil
    }
    if find.number(0) == 0 { throw refusal(.conflict, "the row was never leased") }
    let feed = find.number(1)
    let kind = OutboxRow.Kind(rawValue: find.number(2))
    if kind == .reminder { try noteUpload(.uploaded, account, find, now) }
    // A removed message that is there again has another revision, which the row does not concern.
    if moment != 0, kind == .message || kind == .mark { try maskAcknowledged(account, feed, find, moment) }
    find.finish()
    try run(.outbox(.delete), id)
    return feed
  }

  private func noteUpload(
    _ kind: ReminderNote, _ account: Int64, _ row: borrowing Statement, _ now: Int64
  ) throws(Failure) {
    try note(kind, account: account, time: now, name: row.bytes(3), revision: row.number(5), instant: 0)
  }

  /// Requests in flight began before the server had accepted it. A message with a version needs no mask: versions
  /// decide. In a new epoch a mask would outlive them, and hide a statement that the server does not repeat.
  private func maskAcknowledged(
    _ account: Int64, _ feed: Int64, _ row: borrowing Statement, _ moment: Int64
  ) throws(Failure) {
    if row.number(2) == OutboxRow.Kind.mark.rawValue {
      var mask = try statement(.sending(.maskMark))
      bindPlace(&mask, account, row.bytes(3), subtree: true)
      mask.bind(4, feed)
      mask.bind(5, blob: row.bytes(4))
      mask.bind(6, moment)
      try finish(mask)
    } else {
      let message = try statement(.message(.find), feed, text: row.bytes(3))
      if try step(message), message.number(.version) < 0 { try run(.message(.mask), message.number(.key), moment) }
    }
  }

  /// The server did not accept it.
  /// - Parameters:
  ///   - attempt: the number of the lease. If there was another lease since, the call does not concern it.
  ///   - next: when it may be leased again; `Int64.max`: never.
  /// - Returns: whether the row still existed.
  /// - Throws: `.notFound`; `.conflict`: another lease has it now.
  public func fail(
    account: Int64, id: Int64, attempt: Int64, next: Int64, now: Int64 = 0
  ) throws(Failure) -> Bool {
    let find = try statement(.outbox(.find), account, id)
    guard try step(find) else {
      try checkWasThere(id)
      return false
    }
    if attempt <= 0 || find.number(0) != attempt {
      throw refusal(.conflict, "the row is not leased, or was leased again since")
    }
    if next == Int64.max, find.number(2) == OutboxRow.Kind.reminder.rawValue {
      try noteUpload(.uploadFailed, account, find, now)
    }
    find.finish()
    try run(.outbox(.fail), id, next)
    if next == Int64.max { try trimOutbox() }
    return true
  }

  /// Keeps the newest rows that have failed for good.
  private func trimOutbox() throws(Failure) {
    if let failed = failedRows, failed < bounds.failedRows / 4 {
      failedRows = failed + 1
      return
    }
    try run(.outbox(.trim), bounds.failedRows)
    failedRows = 0
  }

  /// Makes rows that wait for their time, or have failed for good, due immediately. 0: all of them.
  /// - Returns: the number of rows.
  public func retryOutbox(account: Int64, id: Int64) throws(Failure) -> Int {
    try run(.outbox(.retry), account, id)
  }

  /// Removes rows that have failed for good. 0: all of them.
  /// - Returns: the number of rows.
  public func removeOutbox(account: Int64, id: Int64) throws(Failure) -> Int {
    try run(.outbox(.remove), account, id)
  }

  private func checkWasThere(_ id: Int64) throws(Failure) {
    let last = try statement(.outbox(.last))
    if id > 0, try step(last), id <= last.number(0) { return }
    throw refusal(.notFound, "there is no such row in the outbox")
  }
}
