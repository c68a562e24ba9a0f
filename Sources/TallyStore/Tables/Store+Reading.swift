import CSQLite
import TallyFailure
import TallyMemory
import TallyWire

// Marks and masks.
//
// A message has a register and its path has marks (`ReadState.swift`). Both determine its visible state: its own state
// (0 unseen, 1 seen, 2 read), or 4 if a mark covers an unread message. Both only grow by joining. So a server's
// statements may arrive in any order and any number of times.
//
// A server need not send versions. Then its statements count by the message's revision, and a local read or unread
// masks them. The server's state of that message does not count until a response to a later request. If the read is
// sent to the server, a row of the outbox masks the state until it is acknowledged (`Store+Outbox.swift`).
// `temp.pending` has the moment of that acknowledgement, or of a read that is not sent. From then on only requests in
// flight matter, so nothing of it must outlive the process.

extension Store {
  /// Collects the rows (path, count, whether it fed the badge, level) that a statement has removed.
  /// - Returns: the number of rows.
  func collectTaken(_ statement: borrowing Statement) throws(Failure) -> Int {
    var changed = 0
    while try step(statement) {
      changed += 1
      if statement.number(2) == 0 { continue }
      try addDelta(statement.bytes(0), FedChange(count: statement.number(1), level: statement.number(3)).negated)
    }
    return changed
  }

  /// The greatest key of a message. Later messages have greater ones.
  public func lastMessage() throws(Failure) -> Int64 {
    let statement = try statement(.message(.last))
    return try step(statement) ? statement.number(0) : 0
  }

  /// The URL changed or was removed, so its marks have no meaning any more.
  public func forgetMarks(account: Int64, feed: Int64) throws(Failure) { try run(.mark(.deleteAll), account, feed) }

  /// The feed's numbering and its versions start from scratch, so the server's next statements count. Until then, read
  /// messages stay read. Rows still to be sent keep their version and their state. Accepting such a row compares it
  /// with the remaining marks, and feeds the badge again if none covers it.
  public func beginEpoch(account: Int64, feed: Int64) throws(Failure) {
    try run(.mark(.keepOfEpoch), account, feed)
    try run(.mark(.endEpoch), account, feed)
  }

  /// Messages that retention has removed may come again.
  public func forgetForgotten(account: Int64, feed: Int64) throws(Failure) {
    try run(.forgotten(.deleteAll), account, feed)
  }

  /// A request that began at a moment is applied. Earlier reads are no longer masked.
  public func unmask(feed: Int64, asked: Int64) throws(Failure) { try run(.message(.unmask), feed, asked) }

  /// Whether anything masks messages of a feed, or is left of a mask.
  public func isMasking(feed: Int64) throws(Failure) -> Bool {
    return try step(try statement(.message(.isMasking), feed))
  }

  /// Removes pushed messages without an id. They count until a response to a later request.
  /// - Parameters:
  ///   - moment: when that request began.
  ///   - latest: the last moment of this run; moments of a former run have no meaning.
  ///   - prefix: only the ids of those messages begin with it.
  public func removePushed(
    feed: Int64, moment: Int64, latest: Int64, prefix: StaticString, visit: DeltaVisitor
  ) throws(Failure) {
    deltas.removeAll()
    var delete = try statement(.message(.deletePushed), feed, moment)
    delete.bind(3, latest)
    delete.bind(4, text: prefix)
    if try collectTaken(delete) > 0 { try tellDeltas(visit) }
  }
}
