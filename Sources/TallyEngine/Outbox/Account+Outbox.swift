import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// The outbox for hosts: its rows, and their results. The store adds the rows (`Store+Outbox.swift`). The account's
// settings say how it is sent. `Outbox` is the built-in sender.

extension Account {
  /// Leases due rows in their order for a time. `visit` and `check` run with the store's lock held and must not call
  /// the engine.
  /// - Parameters:
  ///   - duration: milliseconds.
  ///   - endsOthers: ends all other leases before.
  ///   - check: called after the last row. If it throws, nothing is leased.
  /// - Returns: whether more rows are due.
  @discardableResult
  public func leaseOutbox(
    duration: Int64, limit: Int, endsOthers: Bool = false, visit: (OutboxRow) -> Void,
    check: () throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try Failure.check(duration, 1...86_400_000, "the duration of a lease in ms")
    try Failure.checkLimit(limit)
    var hasMore = false
    try changeRows { (store) throws(Failure) in
      try dismissUnstored()
      let now = clock.wall
      if endsOthers { try store.endLeases(account: id) }
      hasMore = try store.leaseOutbox(
        account: id, now: now, until: saturatingSum(now, duration), limit: limit
      ) { row in visit(row) }
      try check()
    }
    return hasMore
  }

  /// Visits the rows after an id, in their order.
  /// - Returns: whether there are more.
  public func listOutbox(after last: Int64, limit: Int, visit: (OutboxRow) -> Void) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try reading { (store) throws(Failure) in
      try store.listOutbox(account: id, after: last, limit: limit) { row in visit(row) }
    }
  }

  public func countOutbox() throws(Failure) -> OutboxCounts {
    try reading { (store) throws(Failure) in try store.countOutbox(account: id, now: clock.wall) }
  }

  /// The server has accepted a row. Its response, a page of the wire format, is its current state.
  /// - Returns: `alreadyApplied`: the row was removed before, and nothing was done.
  public func acknowledge(_ id: Int64, answer: UnsafeRawBufferPointer) throws(Failure) -> Status {
    let decoder = try PageDecoder.make()
    var status = Status.ok
    try change(.acknowledgement) { (share, hold) throws(Failure) in
      let row = try share.store.acknowledge(
        account: self.id, id: id, moment: nextMoment(hold), now: clock.wall)
      guard let row else {
        status = .alreadyApplied
        return
      }
      share.effects.sends = true
      try engine.feeds.find(id: row)?.takeAcknowledgement(answer, decoder, in: share)
    }
    return status
  }

  /// The server has not accepted a row.
  /// - Parameters:
  ///   - attempt: the number of the lease.
  ///   - retryAfter: milliseconds until it may be leased again; nil: never.
  /// - Returns: `alreadyApplied`: the row was removed before.
  public func failOutbox(_ id: Int64, attempt: Int64, retryAfter: Int64?) throws(Failure) -> Status {
    if let retryAfter { try Failure.check(retryAfter, 0...86_400_000, "the wait in ms before another attempt") }
    let next = retryAfter.map { saturatingSum(clock.wall, $0) } ?? Int64.max
    var wasThere = false
    try changeRows { (store) throws(Failure) in
      wasThere = try store.fail(
        account: self.id, id: id, attempt: attempt, next: next, now: clock.wall)
    }
    return wasThere ? .ok : .alreadyApplied
  }

  /// - Parameter id: nil: all that wait for their time, or have failed for good.
  public func retryOutbox(_ id: Int64?) throws(Failure) -> Int {
    var count = 0
    let row = try rowID(id)
    try changeRows { (store) throws(Failure) in
      count = try store.retryOutbox(account: self.id, id: row)
    }
    let hold = lock()
    outbox?.hurry(hold)
    hold.release()
    return count
  }

  /// - Parameter id: nil: all that have failed for good.
  public func removeOutbox(_ id: Int64?) throws(Failure) -> Int {
    var count = 0
    let row = try rowID(id)
    try changeRows { (store) throws(Failure) in
      count = try store.removeOutbox(account: self.id, id: row)
    }
    return count
  }

  /// The store's id of a row; for nil, that for all of them. A host's 0 is no row, so that a missing id never
  /// means all.
  private func rowID(_ id: Int64?) throws(Failure) -> Int64 {
    guard let id else { return 0 }
    if id < 1 { throw Failure(.argument, "the id must be that of a row") }
    return id
  }
}

extension Feed {
  /// Takes a server's response to a row. A response that is not a page of the wire format is ignored.
  fileprivate func takeAcknowledgement(
    _ answer: UnsafeRawBufferPointer, _ decoder: PageDecoder, in share: Share
  ) throws(Failure) {
    acknowledged = engine.numbers.moment
    if remembered.isContradicted { isSnapshotHeldBack = try share.store.hasPending(account: account.id, feed: id) }
    if answer.isEmpty { return }
    let page: Page
    do throws(Failure) { page = try decoder.decode(answer) } catch {
      if error.status == .noMemory { throw error }
      return
    }
    let read = ReadPage(page: page, decoder: decoder)
    try share.compound { () throws(Failure) in try applyAcknowledgement(read, in: share) }
  }
}
