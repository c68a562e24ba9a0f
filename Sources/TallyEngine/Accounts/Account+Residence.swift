import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// Which accounts are in memory. If their number is limited, an unused tree is freed, and read again by the next call
// that needs it. Finding out which accounts are used costs a call nothing. A candidate gets a deadline in the past.
// The next call finds something due, and marks the account as used. A candidate that is reached again without that
// mark is freed (a clock with a second chance).
//
// A tree is read and freed only under both locks. So a thread that holds either may rely on it to stay. It may be
// freed if everything in it is in the file: it has no observers, handles and styles, nothing of it is unstored, and no
// request for it is in flight.

/// The place of an account's tree.
struct Residence {
  enum State: UInt8 {
    /// In the file.
    case away
    case resident
    /// In memory, and not used since the last check.
    case idle
    /// In memory, and one thread works on it alone; see `Account.exclusively`.
    case busy
    /// The account was dropped.
    case dropped
  }

  var state = State.away
  /// While this is not 0, a thread needs the tree between two locks.
  var holds = 0
}

extension Account {
  var isLoaded: Bool { residence.state != .away && residence.state != .dropped }

  /// Works on the tree without `lock` if it takes long. Only threads that need this tree wait. The work may use the
  /// store if the caller holds it, and touches nothing else of the engine.
  /// - Parameter count: the number of nodes or messages to process.
  // A copy for each caller would be large.
  @inline(never)
  func exclusively(
    _ hold: inout LockHold, for count: Int = Int.max, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    if count <= Account.longWork { return try work() }
    let former = residence.state
    residence.state = .busy
    gate.deadline = .unsettled
    engine.occupy(hold, 1)
    ctally_thread_hold()
    defer {
      ctally_thread_unhold()
      residence.state = former
      tree.maxNodes = Int(clamping: engine.limits[.nodes])
      updateDeadline(hold)
      engine.vacate(hold, 1)
    }
    try hold.unlocked(work)
  }

  /// The same with two trees.
  func exclusively(
    _ hold: inout LockHold, with other: Account, for count: Int, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    if other === self || count <= Account.longWork { return try exclusively(&hold, for: count, work) }
    let former = other.residence.state
    other.residence.state = .busy
    other.gate.deadline = .unsettled
    engine.occupy(hold, 1)
    defer {
      other.residence.state = former
      other.tree.maxNodes = Int(clamping: engine.limits[.nodes])
      other.updateDeadline(hold)
      engine.vacate(hold, 1)
    }
    try exclusively(&hold, for: count, work)
  }

  /// Gives `lock` to waiting threads, except for calls about this account.
  func pause(_ hold: inout LockHold) {
    do throws(Failure) { try exclusively(&hold) { () throws(Failure) in } } catch {}
  }

  /// Keeps others from it for the change of many accounts that has a share of it.
  func occupy(_ hold: borrowing LockHold) {
    residence.state = .busy
    gate.deadline = .unsettled
  }

  /// Lets others use it again.
  func vacate(_ hold: borrowing LockHold) {
    residence.state = .resident
    writing.share?.time = 0
    tree.maxNodes = Int(clamping: engine.limits[.nodes])
    updateDeadline(hold)
  }

  /// This many nodes take a part of a millisecond.
  static let longWork = 512

  /// Waits while another thread works on the tree alone.
  func awaitIdle(_ hold: inout LockHold) {
    while residence.state == .busy { engine.awaitSettled(&hold) }
  }

  /// Makes sure that the tree is in memory and nothing in it is due.
  @inline(never)
  func settle(_ hold: inout LockHold) throws(Failure) {
    awaitIdle(&hold)
    if isClosed { throw .closed }
    switch residence.state {
    case .resident, .busy: break
    case .idle:
      residence.state = .resident
      updateDeadline(hold)
    case .dropped: throw Failure.dropped
    case .away: try readAgain(&hold)
    }
    try applyLate(&hold)
    expireIfDue(&hold)
  }

  /// Reads the tree if it is away. Then nobody frees it before this thread has `lock` again.
  @inline(never)
  private func readAgain(_ hold: inout LockHold) throws(Failure) {
    hold.release()
    let storeHold = engine.takeStore()
    let failure = loaded(storeHold)
    hold = lock()
    // Another thread may have begun to work on it immediately.
    if failure == nil { awaitIdle(&hold) }
    storeHold.release(under: hold)
    if let failure { throw failure }
    if isClosed { throw .closed }
  }

  /// Reads the tree if it is not in memory.
  /// - Returns: why it failed.
  private func loaded(_ storeHold: borrowing StoreHold) -> Failure? {
    do throws(Failure) { try load(storeHold) } catch { return error }
    return nil
  }

  /// Reads the tree if it is not in memory.
  func load(_ storeHold: borrowing StoreHold) throws(Failure) {
    let hold = try engine.enter()
    // Changes between resident and idle happen under `lock` alone.
    let state = residence.state
    hold.release()
    switch state {
    case .resident, .idle, .busy: return
    case .dropped: throw Failure.dropped
    case .away: try Reserve.claiming { () throws(Failure) in try read(storeHold) }
    }
  }

  private func read(_ storeHold: borrowing StoreHold) throws(Failure) {
    try engine.settleStore(storeHold)
    engine.makeRoomForResident(storeHold)
    endSnoozesBeforeReading(storeHold)
    let fresh = try engine.readTree(storeHold, of: self)
    let nextSnooze = try store.nextSnooze(account: id)
    let isClaimed = try store.mayHaveClaims(id)
    let hold = lock()
    replaceTree(hold, fresh)
    gate.isClaimed = isClaimed
    takeSnoozeEnd(hold, nextSnooze)
    residence.state = .resident
    engine.accounts.residents.insert(slot)
    updateDeadline(hold)
    trace(hold, .loaded)
  }

  /// Frees the tree.
  fileprivate func unload(_ hold: borrowing LockHold) {
    engine.accounts.residents.evict(slot)
    trace(hold, .evicted)
    engine.duties.unloading?(self, hold)
    residence.state = .away
    gate.deadline = .unsettled
    replaceTree(hold, engine.configuration.nothing)
  }

  /// Frees everything that belongs to an open engine, when it is closed.
  func releaseMemory(_ hold: borrowing LockHold) {
    gate.deadline = .unsettled
    replaceTree(hold, engine.configuration.nothing)
    reminders.loaded = nil
    kept = KeptSettings()
  }

  /// Takes the lock with both trees in memory and nothing due in them.
  func enter(with other: Account) throws(Failure) -> LockHold {
    var hold = try enter()
    if other.gate.deadline == .nothing { return hold }
    residence.holds += 1
    defer { residence.holds -= 1 }
    try other.settle(&hold)
    // Something may have become due while the other tree was read.
    if gate.deadline != .nothing { try settle(&hold) }
    while residence.state == .busy || other.residence.state == .busy { engine.awaitSettled(&hold) }
    return hold
  }

  /// Takes the lock of an open engine, whether the tree is in memory or not.
  func enterAnywhere() throws(Failure) -> LockHold {
    var hold = try engine.enter()
    awaitIdle(&hold)
    if isClosed { throw .closed }
    if residence.state == .dropped { throw .dropped }
    return hold
  }

  /// Whether the tree must stay, apart from unstored changes.
  fileprivate var isTreeNeeded: Bool {
    residence.holds > 0 || tree.isInUse || observers.groupWatchers.count > 0
      || feeds.arePolling
  }

  /// Whether only owners of a handle would notice that the account is no longer open.
  fileprivate var isForgettable: Bool {
    !isLoaded && !isLoggedIn && feeds.isEmpty && !entry.isUnstored
      && observers.groupWatchers.count == 0 && !(residence.state == .dropped && isObserved)
  }

  /// Whether a scope has observers or views of it.
  private var isObserved: Bool { tree.isObserved || observers.watchers.count > 0 || observers.groupWatchers.count > 0 }
}

extension Engine {
  /// Frees trees that were not used lately, if the limit is reached.
  func makeRoomForResident(_ storeHold: borrowing StoreHold) {
    if !accounts.residents.isFull { return }
    let hold = lock.lock()
    // Failed writes are in no file.
    let isWritten = batch.isEmpty
    let waitsForStore = isWritten && evict(hold)
    hold.release()
    // In a transaction others are written with it, or not at all.
    if !waitsForStore || store.isInTransaction { return }
    do throws(Failure) {
      try collectAndWrite(storeHold)
      let hold = lock.lock()
      accounts.residents.noteWriting()
      _ = evict(hold)
    } catch {
      // The loop reports the failure and tries again. Meanwhile there are more accounts in memory than the limit.
    }
  }

  /// - Returns: whether there are still too many, and some could be freed if they were stored.
  private func evict(_ hold: borrowing LockHold) -> Bool {
    var steps = accounts.residents.searchLength
    var couldGo = false
    while accounts.residents.isFull, steps > 0 {
      steps -= 1
      let slot = accounts.residents.next()
      switch consider(hold, slot) {
      case .stays: break
      case .waits: couldGo = true
      case .goes: forgetIfUnused(hold, slot)
      }
    }
    accounts.residents.endSearch()
    return accounts.residents.isCrowded && couldGo
  }

  private enum Verdict {
    case stays, waits, goes
  }

  @inline(never)
  private func consider(_ hold: borrowing LockHold, _ slot: UInt32) -> Verdict {
    let account = accounts[slot]
    if account.residence.state == .resident {
      account.residence.state = .idle
      account.gate.deadline = .unsettled
      return .stays
    }
    if account.residence.state == .busy || account.isTreeNeeded { return .stays }
    if account.needsStoring { return .waits }
    account.unload(hold)
    return .goes
  }

  /// Removes accounts from the table that are away and have no handle.
  /// - Complexity: O(open accounts).
  func forgetUnusedAccounts(_ hold: borrowing LockHold) {
    for slot in 0..<accounts.slotCount where accounts.account(slot) != nil { forgetIfUnused(hold, slot) }
  }

  /// Checks a few dropped accounts.
  func forgetDropped(_ hold: borrowing LockHold) {
    for _ in 0..<4 {
      guard let slot = accounts.nextDropped() else { return }
      forgetIfUnused(hold, slot)
    }
  }

  /// A function of its own, so that no reference of the caller counts.
  @inline(never)
  func forgetIfUnused(_ hold: borrowing LockHold, _ slot: UInt32) {
    if isForgettable(slot), accounts.isUnused(slot) { removeAccount(hold, at: slot) }
  }

  /// Removes an account from the table with its plans.
  func removeAccount(_ hold: borrowing LockHold, at slot: UInt32) {
    outboxes.cancel(slot)
    reminderClock.cancel(slot)
    accounts.remove(slot)
  }

  @inline(never)
  private func isForgettable(_ slot: UInt32) -> Bool { accounts[slot].isForgettable }

  // MARK: Due work

  /// Plans the next expiry in an account. There is room.
  func planExpiry(_ hold: borrowing LockHold, of account: Account, _ time: Int64) {
    if account.entry.snoozeEnd != Timetable.never { accounts.mayHaveSnoozes = true }
    if !accounts.expiries.plan(account.slot, at: time) { return }
    replan(hold, logTime.elapsed(until: time, clock))
  }

  /// Ends everything due in the accounts that are in memory or count in the total. The engine may be closed
  /// afterwards.
  func expireDue(_ hold: inout LockHold) {
    let now = self.now
    var count = 0
    while !isClosed, let slot = accounts.expiries.popDue(by: now) {
      let account = accounts[slot]
      if !expire(&hold, account) && !isClosed { planExpiry(hold, of: account, saturatingSum(now, 1000)) }
      if account.observers.hasUnclearedViews && !isClosed { clearViews(&hold, of: account) }
      if !isClosed { endSnoozes(&hold, of: account, now) }
      giveWay(&hold, after: &count)
    }
  }

  /// Does what an end needs the store for: it clears viewed paths that a child held back, and shows the claims that
  /// ended ones have covered. The next transaction repeats what fails.
  private func clearViews(_ hold: inout LockHold, of account: Account) {
    account.observers.hasUnclearedViews = false
    hold.unlocked {
      do throws(Failure) {
        try Reserve.refill()
        try account.change(.expiry) { (share, _) throws(Failure) in
          if !account.feeds.removals.mayUncover { return }
          try growing { () throws(OutOfMemory) in try share.collected.endClaims() }
          try share.compound()
        }
        account.feeds.removals.mayUncover = false
      } catch {}
    }
    if !isClosed, account.isLoaded { account.updateDeadline(hold) }
  }

  /// - Returns: false if memory ran out, or the file cannot be read. Then it must be tried again.
  private func expire(_ hold: inout LockHold, _ account: Account) -> Bool {
    switch account.residence.state {
    case .resident:
      return account.expireIfDue(&hold)
    case .idle:
      // This does not count as use.
      defer { account.gate.deadline = .unsettled }
      return account.expireIfDue(&hold)
    case .away:
      // A change that nobody observes is made when it is read.
      if !account.isLoggedIn { return true }
      do throws(Failure) {
        try account.settle(&hold)
        return true
      } catch {
        return false
      }
    // The working thread checks the due changes afterwards.
    case .busy, .dropped: return true
    }
  }
}

extension Failure {
  static var dropped: Failure { Failure(.notFound, "the account was dropped") }
}
