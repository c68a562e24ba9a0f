import TallyFailure
import TallyMemory
import TallyWire

// Messages that are snoozed until a time. Such a message counts as seen, and its threshold is negative, so it feeds
// nothing, wherever unseen or unread messages feed badges. `abs` of it is still what the rule of its path says. At the
// time it is unseen again. A snooze is an act on the message, with the next version of its register, as if it were made
// unread until then: so a later act on it anywhere ends it. Reading it ends the snooze too. A trigger does that, so no
// statement that reads messages is forgotten. It exists from the first snoozed message of a file on, so other files pay
// nothing.

extension Store {
  /// Before the first message is snoozed.
  func beginSnoozing() throws(Failure) {
    if isSnoozing { return }
    try execute(
      """
      CREATE TEMP TRIGGER IF NOT EXISTS snooze_read AFTER UPDATE OF state ON message
      WHEN new.snooze > 0 AND new.state >= 2 BEGIN
        UPDATE message SET snooze = 0, threshold = abs(threshold) WHERE key = new.key; END;
      """)
    isSnoozing = true
    isSnoozingTentative = isInTransaction
  }

  /// A file that is opened may have such messages.
  func resumeSnoozing() throws(Failure) {
    isSnoozing = false
    let any = try statement(.snooze(.hasAny))
    let hasAny = try step(any)
    any.finish()
    if hasAny { try beginSnoozing() }
  }

  /// Snoozes a message until a time, or ends its snooze (0), and reports what that changes.
  /// - Throws: `.notFound`; `.conflict` if it is read.
  public func snooze(account: Int64, key: Int64, until: Int64, visit: DeltaVisitor) throws(Failure) {
    let find = try statement(.snooze(.find), key, account)
    guard try step(find) else { throw missingMessage(key) }
    deltas.removeAll()
    let state = find.number(2)
    if until == 0, find.number(5) <= 0 { return }
    if state >= 2 { throw refusal(.conflict, "a message that is read cannot be snoozed") }
    if feeds(state, find.number(3)) {
      try addDelta(find.bytes(0), FedChange(count: find.number(1), level: find.number(4)).negated)
    }
    let exchanged = exchanged(account)
    var register = ReadStatus(state: Int32(truncatingIfNeeded: state), version: find.number(8)).register
    if exchanged.taken.contains(.snoozes) {
      let isUnplaced = find.number(9) <= Store.unplaced
      let marks = isUnplaced ? -1 : try marksVersion(account, find.number(6), find.bytes(0), at: find.bytes(7))
      register.act(isRead: false, over: marks)
    }
    find.finish()
    if until == 0 {
      try collectAwoken(try statement(.snooze(.end), key, register.stored))
    } else {
      try beginSnoozing()
      try run(.snooze(.begin), key, until, register.stored)
    }
    if exchanged.sent.contains(.snoozes) { try send(key, isRead: false, snooze: until) }
    try tellDeltas(visit)
  }

  /// Ends the snoozes of an account's messages whose time has come.
  public func endSnoozes(account: Int64, now: Int64, visit: DeltaVisitor) throws(Failure) {
    if !isSnoozing { return }
    deltas.removeAll()
    try collectAwoken(try statement(.snooze(.endDue), account, now))
    try tellDeltas(visit)
  }

  private func collectAwoken(_ statement: borrowing Statement) throws(Failure) {
    while try step(statement) {
      if statement.number(2) == 0 { continue }
      try addDelta(statement.bytes(0), FedChange(count: statement.number(1), level: statement.number(3)))
    }
  }

  /// The snooze of a stored message after an item was joined. Among equal versions that are unread, the greater time
  /// wins. A time that has come is negative.
  func joinSnooze(
    _ row: borrowing Statement, _ item: MessageItem, isNew: Bool, isMasked: Bool, isRead: Bool
  ) throws(Failure) -> Int64 {
    let former = row.number(.snooze)
    let given = isRead ? 0 : snooze(of: item, row.number(.account))
    if !isNew {
      let version = row.number(.version)
      if isRead { return 0 }
      if item.version < 0 || isMasked || item.version < max(version, 0) || item.isRead { return former }
      if item.version == version, given <= abs(former) { return former }
    }
    if given > 0 { try beginSnoozing() }
    return given
  }

  /// The snooze in the register of an item, if its account takes it.
  func snooze(of item: MessageItem, _ account: Int64) -> Int64 {
    if item.snooze == 0 || item.version < 0 || item.isRead { return 0 }
    return exchanged(account).taken.contains(.snoozes) ? item.snooze : 0
  }

  /// When the next snooze of an account's messages ends; nil: none is snoozed.
  public func nextSnooze(account: Int64) throws(Failure) -> Int64? {
    if !isSnoozing { return nil }
    let next = try statement(.snooze(.next), account)
    guard try step(next), next.number(0) > 0 else { return nil }
    return next.number(0)
  }
}
