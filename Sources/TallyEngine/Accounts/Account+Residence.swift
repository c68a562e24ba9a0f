import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// Which accounts are in memory. If their number is limited, an unused tree is freed, and read again by the next call
// that needs it. Finding out which accounts are used costs a call nothing. A candidate gets a deadline in the past. The
// next call finds something due, and marks the account as used. A candidate that is reached again without that mark is
// freed (a clock with a second chance).
//
// A tree is read and freed only under both locks. So a thread that holds `storeLock` or `lock` may rely on it to stay.
// It may be freed if everything in it is in the file: it has no observers, handles and styles, nothing of it is
// unstored, and no request for it is in flight.

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
  /// store if the caller holds it, and touches nothing else of the engine. The caller holds `lock` before and after.
  /// - Parameter count: the number of nodes or messages to process.
  // A copy for each caller would be large.
  @inline(never)
  func exclusively(for count: Int = Int.max, _ work: () throws(Failure) -> Void) throws(Failure) {
    if count <= Account.longWork { return try work() }
    let former = residence.state
    residence.state = .busy
    gate.deadline = .unsettled
    engine.occupy(1)
    ctally_thread_hold()
    unlock()
    defer {
      lock()
      ctally_thread_unhold()
      residence.state = former
      updateDeadline()
      engine.vacate(1)
    }
    try work()
  }

  /// The same with two trees.
  func exclusively(
    with other: Account, for count: Int, _ work: () throws(Failure) -> Void
  ) throws(Failure) {
    if other === self || count <= Account.longWork { return try exclusively(for: count, work) }
    let former = other.residence.state
    other.residence.state = .busy
    other.gate.deadline = .unsettled
    engine.occupy(1)
    defer {
      other.residence.state = former
      other.updateDeadline()
      engine.vacate(1)
    }
    try exclusively(for: count, work)
  }

  /// Gives `lock` to waiting threads, except for calls about this account.
  func pause() { do throws(Failure) { try exclusively { () throws(Failure) in } } catch {} }

  /// Keeps others from it for the change of many accounts that has a share of it. Under `lock`.
  func occupy() {
    residence.state = .busy
    gate.deadline = .unsettled
  }

  /// Lets others use it again. Under `lock`.
  func vacate() {
    residence.state = .resident
    writing.share?.time = 0
    updateDeadline()
  }

  /// This many nodes take a part of a millisecond.
  static let longWork = 512

  /// Waits while another thread works on the tree alone. Under `lock`.
  func awaitIdle() {
    while residence.state == .busy { engine.awaitSettled() }
  }

  /// Makes sure that the tree is in memory and nothing in it is due. Under `lock`, which is released while the tree is
  /// read, and if this throws.
  func settle() throws(Failure) {
    awaitIdle()
    if isClosed {
      unlock()
      throw .closed
    }
    switch residence.state {
    case .resident, .busy: break
    case .idle:
      residence.state = .resident
      updateDeadline()
    case .dropped:
      unlock()
      throw Failure.dropped
    case .away:
      unlock()
      try readAgain()
    }
    do throws(Failure) { try applyLate() } catch {
      unlock()
      throw error
    }
    expireIfDue()
  }

  /// Reads the tree if it is away. Called without a lock; returns with `lock`.
  private func readAgain() throws(Failure) {
    engine.takeStore()
    do throws(Failure) {
      try load()
      try engine.enter()
    } catch {
      engine.giveStore()
      throw error
    }
    // Another thread may have begun to work on it immediately.
    awaitIdle()
    engine.storeLock.unlock()
  }

  /// Reads the tree if it is not in memory. Under `storeLock` alone.
  func load() throws(Failure) {
    try engine.enter()
    // Changes between resident and idle happen under `lock` alone.
    let state = residence.state
    unlock()
    switch state {
    case .resident, .idle, .busy: return
    case .dropped: throw Failure.dropped
    case .away: try Reserve.claiming(read)
    }
  }

  private func read() throws(Failure) {
    try engine.settleStore()
    engine.makeRoomForResident()
    let fresh = try engine.readTree(of: self)
    lock()
    replaceTree(fresh)
    residence.state = .resident
    engine.accounts.residents.insert(slot)
    updateDeadline()
    unlock()
  }

  /// Frees the tree. Under both locks.
  fileprivate func unload() {
    engine.accounts.residents.evict(slot)
    engine.duties.unloading?(self)
    residence.state = .away
    gate.deadline = .unsettled
    replaceTree(engine.configuration.nothing)
  }

  /// Frees everything that belongs to an open engine. Under both locks, of a closed one.
  func releaseMemory() {
    gate.deadline = .unsettled
    replaceTree(engine.configuration.nothing)
    reminders.loaded = nil
    feeds.pushBadge = ByteBuffer()
  }

  /// Takes the lock with both trees in memory and nothing due in them.
  func enter(with other: Account) throws(Failure) {
    try enter()
    if other.gate.deadline == .nothing { return }
    residence.holds += 1
    do throws(Failure) {
      try other.settle()
    } catch {
      lock()
      residence.holds -= 1
      unlock()
      throw error
    }
    residence.holds -= 1
    // Something may have become due while the other tree was read.
    if gate.deadline != .nothing { try settle() }
    while residence.state == .busy || other.residence.state == .busy { engine.awaitSettled() }
  }

  /// Takes the lock of an open engine, whether the tree is in memory or not.
  func enterAnywhere() throws(Failure) {
    try engine.enter()
    awaitIdle()
    if residence.state != .dropped && !isClosed { return }
    let failure: Failure = isClosed ? .closed : .dropped
    unlock()
    throw failure
  }

  /// Whether the tree must stay, apart from unstored changes.
  fileprivate var isTreeNeeded: Bool {
    residence.holds > 0 || tree.isInUse || observers.groupWatchers.count > 0
      || feeds.arePolling
  }

  /// Whether only owners of a handle would notice that the account is no longer open.
  fileprivate var isForgettable: Bool {
    !isLoaded && !isLoggedIn && feeds.isEmpty && outbox == nil && !entry.isUnstored
      && observers.groupWatchers.count == 0 && !(residence.state == .dropped && isObserved)
  }

  /// Whether a scope has observers or views of it.
  private var isObserved: Bool { tree.isObserved || observers.watchers.count > 0 || observers.groupWatchers.count > 0 }
}

extension Engine {
  /// Changes how many accounts stay in memory, and frees those above the limit that nothing needs. An engine that was
  /// opened without a limit keeps all accounts.
  public func setMaxLoadedAccounts(_ count: Int) throws(Failure) {
    try Failure.check(Int64(count), 1...(1 << 24), "the largest number of accounts in memory")
    takeStore()
    defer { giveStore() }
    try enter()
    let hadLimit = accounts.residents.limit > 0
    if hadLimit { accounts.residents.setLimit(count) }
    lock.unlock()
    if !hadLimit { throw Failure(.argument, "the engine was opened without a limit of accounts in memory") }
    makeRoomForResident()
  }

  /// Frees trees that were not used lately, if the limit is reached. Under `storeLock` alone.
  fileprivate func makeRoomForResident() {
    if !accounts.residents.isFull { return }
    lock.lock()
    // Failed writes are in no file.
    let isWritten = batch.isEmpty
    let waitsForStore = isWritten && evict()
    lock.unlock()
    // In a transaction others are written with it, or not at all.
    if !waitsForStore || store.isInTransaction { return }
    do throws(Failure) {
      try collectAndWrite()
      lock.lock()
      accounts.residents.noteWriting()
      _ = evict()
      lock.unlock()
    } catch {
      // The loop reports the failure and tries again. Meanwhile there are more accounts in memory than the limit.
    }
  }

  /// - Returns: whether there are still too many, and some could be freed if they were stored. Under both locks.
  private func evict() -> Bool {
    var steps = accounts.residents.searchLength
    var couldGo = false
    while accounts.residents.isFull, steps > 0 {
      steps -= 1
      let slot = accounts.residents.next()
      switch consider(slot) {
      case .stays: break
      case .waits: couldGo = true
      case .goes: forgetIfUnused(slot)
      }
    }
    accounts.residents.endSearch()
    return accounts.residents.isCrowded && couldGo
  }

  private enum Verdict {
    case stays, waits, goes
  }

  @inline(never)
  private func consider(_ slot: UInt32) -> Verdict {
    let account = accounts[slot]
    if account.residence.state == .resident {
      account.residence.state = .idle
      account.gate.deadline = .unsettled
      return .stays
    }
    if account.residence.state == .busy || account.isTreeNeeded { return .stays }
    if account.needsStoring { return .waits }
    account.unload()
    return .goes
  }

  /// Removes accounts from the table that are away and have no handle. Under both locks.
  /// - Complexity: O(open accounts).
  func forgetUnusedAccounts() {
    for slot in 0..<accounts.slotCount where accounts.account(slot) != nil { forgetIfUnused(slot) }
  }

  /// Checks a few dropped accounts. Under both locks.
  func forgetDropped() {
    for _ in 0..<4 {
      guard let slot = accounts.nextDropped() else { return }
      forgetIfUnused(slot)
    }
  }

  /// A function of its own, so that no reference of the caller counts.
  @inline(never)
  func forgetIfUnused(_ slot: UInt32) {
    if isForgettable(slot), accounts.isUnused(slot) { removeAccount(at: slot) }
  }

  /// Removes an account from the table with its plans. Under both locks.
  func removeAccount(at slot: UInt32) {
    outboxes.cancel(slot)
    reminderClock.cancel(slot)
    accounts.remove(slot)
  }

  @inline(never)
  private func isForgettable(_ slot: UInt32) -> Bool { accounts[slot].isForgettable }

  // MARK: Due work

  /// Plans the next expiry in an account. Under `lock`; there is room.
  func planExpiry(of account: Account, _ time: Int64) {
    if !accounts.expiries.plan(account.slot, at: time) { return }
    replan(logTime.elapsed(until: time, clock))
  }

  /// Ends everything due in the accounts that are in memory or count in the total. Under `lock`, which is released
  /// while a tree is read. So the engine may be closed afterwards.
  func expireDue() {
    let now = self.now
    var count = 0
    while !isClosed, let slot = accounts.expiries.popDue(by: now) {
      let account = accounts[slot]
      if !expire(account) && !isClosed { planExpiry(of: account, saturatingSum(now, 1000)) }
      if account.observers.hasUnclearedViews && !isClosed { clearViews(of: account) }
      giveWay(after: &count)
    }
  }

  /// Clears viewed paths after the end of a child that held them back, if that needs the store. The next transaction
  /// repeats what fails. Under `lock`, which is released meanwhile.
  private func clearViews(of account: Account) {
    account.observers.hasUnclearedViews = false
    lock.unlock()
    do throws(Failure) {
      try Reserve.refill()
      try account.change(.expiry) { _ throws(Failure) in }
    } catch {}
    lock.lock()
    if !isClosed, account.isLoaded { account.updateDeadline() }
  }

  /// - Returns: false if memory ran out, or the file cannot be read. Then it must be tried again.
  private func expire(_ account: Account) -> Bool {
    switch account.residence.state {
    case .resident:
      return account.expireIfDue()
    case .idle:
      // This does not count as use.
      defer { account.gate.deadline = .unsettled }
      return account.expireIfDue()
    case .away:
      // A change that nobody observes is made when it is read.
      if !account.isLoggedIn { return true }
      do throws(Failure) {
        try account.settle()
        return true
      } catch {
        lock.lock()
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
