import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// Which accounts are in memory. Where their number is limited, a tree that nobody needs is let go of, and read again
// at the next call that needs it. Finding out which ones are used costs a call nothing: an account that is looked at as
// a candidate gets a deadline in the past, so that the next call, which sees that something is due, says that it is
// used. Whoever is looked at again without that goes (a clock with a second chance).
//
// A tree comes and goes under both locks only. So whoever holds `storeLock` may rely on it to stay, and whoever holds
// `lock` too. It may go when everything in it is in the file: it has no observers, handles and styles, nothing of it
// waits to be stored, and no request for it is under way.

/// Where an account's tree is.
struct Residence {
  enum State: UInt8 {
    /// In the file.
    case away
    case resident
    /// In memory, and not used since it was looked at last.
    case idle
    /// In memory, and one thread works on it alone; see `Account.exclusively`.
    case busy
    /// The account was dropped.
    case dropped
  }

  var state = State.away
  /// While this is not 0, somebody holds its tree between two locks.
  var holds = 0
}

/// When a call has to do something before it uses an account's tree. A number, because each call compares it.
struct Deadline: Equatable {
  /// On the wall clock.
  let time: Int64

  /// Nothing in the tree ends.
  static var nothing: Deadline { Deadline(time: Int64.max) }

  /// In the past: no call uses the tree before `Account.settle()`. It is not in memory, or a candidate to leave it.
  static var unsettled: Deadline { Deadline(time: Int64.min) }
}

extension Account {
  var isLoaded: Bool { residence.state != .away && residence.state != .dropped }

  /// Works on the tree without `lock` if it takes long. Other threads that need this tree wait, and no others. The work
  /// may use the store if the caller holds it. It touches nothing else of the engine. Called and left under `lock`.
  /// - Parameter count: how many nodes or messages it goes through.
  // A copy for each caller would be large.
  @inline(never)
  func exclusively(for count: Int = Int.max, _ work: () throws(Failure) -> Void) throws(Failure) {
    if count <= Account.longWork { return try work() }
    let former = residence.state
    residence.state = .busy
    deadline = .unsettled
    engine.busyAccounts += 1
    ctally_thread_hold()
    engine.lock.unlock()
    defer {
      engine.lock.lock()
      ctally_thread_unhold()
      engine.busyAccounts -= 1
      residence.state = former
      updateDeadline()
      engine.settled.broadcast()
      if engine.isClosed, engine.events.waiters > 0 { engine.changed.broadcast() }
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
    other.deadline = .unsettled
    engine.busyAccounts += 1
    defer {
      engine.busyAccounts -= 1
      other.residence.state = former
      other.updateDeadline()
      engine.settled.broadcast()
    }
    try exclusively(for: count, work)
  }

  /// Gives `lock` to threads that wait for it, but for calls about this account.
  func pause() { do throws(Failure) { try exclusively { () throws(Failure) in } } catch {} }

  /// So many nodes take a part of a millisecond.
  static let longWork = 512

  /// Waits while another thread works on the tree alone. Under `lock`.
  func awaitIdle() {
    while residence.state == .busy { engine.settled.wait(engine.lock) }
  }

  /// Sees to it that the tree is in memory, and nothing in it due. Under `lock`, which is given up while the tree is
  /// read, and where this throws.
  func settle() throws(Failure) {
    awaitIdle()
    if engine.isClosed {
      engine.lock.unlock()
      throw .closed
    }
    switch residence.state {
    case .resident, .busy: break
    case .idle:
      residence.state = .resident
      updateDeadline()
    case .dropped:
      engine.lock.unlock()
      throw Failure.dropped
    case .away:
      engine.lock.unlock()
      try readAgain()
    }
    do throws(Failure) { try applyLate() } catch {
      engine.lock.unlock()
      throw error
    }
    expireIfDue()
  }

  /// Reads the tree where it is away. Without a lock; leaves with `lock`.
  private func readAgain() throws(Failure) {
    engine.takeStore()
    do throws(Failure) {
      try load()
      try engine.enter()
    } catch {
      engine.giveStore()
      throw error
    }
    // Another thread may have begun to work on it as soon as it was there.
    awaitIdle()
    engine.storeLock.unlock()
  }

  /// Reads the tree, unless it is there. Under `storeLock` alone.
  func load() throws(Failure) {
    try engine.enter()
    // Between resident and idle it changes under `lock` alone.
    let state = residence.state
    engine.lock.unlock()
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
    engine.lock.lock()
    replaceTree(fresh)
    residence.state = .resident
    engine.accounts.residents.insert(slot)
    updateDeadline()
    engine.lock.unlock()
  }

  /// Lets go of the tree. Under both locks.
  fileprivate func unload() {
    engine.accounts.residents.evict(slot)
    residence.state = .away
    deadline = .unsettled
    replaceTree(engine.nothing)
  }

  /// Takes the lock with both trees in memory, and nothing due in them.
  func enter(with other: Account) throws(Failure) {
    try enter()
    if other.deadline == .nothing { return }
    residence.holds += 1
    do throws(Failure) {
      try other.settle()
    } catch {
      engine.lock.lock()
      residence.holds -= 1
      engine.lock.unlock()
      throw error
    }
    residence.holds -= 1
    // While the other one was read.
    if deadline != .nothing { try settle() }
    while residence.state == .busy || other.residence.state == .busy { engine.settled.wait(engine.lock) }
  }

  /// Takes the lock of an open engine, whether the tree is in memory or not.
  func enterAnywhere() throws(Failure) {
    try engine.enter()
    awaitIdle()
    if residence.state != .dropped && !engine.isClosed { return }
    let failure: Failure = engine.isClosed ? .closed : .dropped
    engine.lock.unlock()
    throw failure
  }

  /// Whether the tree has to stay, but for what is not stored.
  fileprivate var isTreeNeeded: Bool {
    residence.holds > 0 || tree.isInUse || groupWatchers.count > 0 || feeds.contains { $0.policy.flight != nil }
  }

  /// Whether nobody but those who have a handle would miss the account if it were not open.
  fileprivate var isForgettable: Bool {
    !isLoaded && !isLoggedIn && feeds.isEmpty && outbox == nil && !isUnstored
      && groupWatchers.count == 0 && !(residence.state == .dropped && isObserved)
  }

  /// Whether a scope has observers or views of it.
  private var isObserved: Bool { tree.isObserved || watchers.count > 0 || groupWatchers.count > 0 }
}

extension Engine {
  /// Lets go of trees that were not used lately, where there are as many as may be. Under `storeLock` alone.
  fileprivate func makeRoomForResident() {
    if !accounts.residents.isFull { return }
    lock.lock()
    // What could not be written is in no file.
    let isWritten = batch.isEmpty
    let waitsForStore = isWritten && evict()
    lock.unlock()
    if !waitsForStore { return }
    do throws(Failure) {
      try collectAndWrite()
      lock.lock()
      accounts.residents.noteWriting()
      _ = evict()
      lock.unlock()
    } catch {
      // The loop tells of it, and tries again; there are more in memory than there should be meanwhile.
    }
  }

  /// - Returns: whether there are too many still, and some could go if they were stored. Under both locks.
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
      account.deadline = .unsettled
      return .stays
    }
    if account.residence.state == .busy || account.isTreeNeeded { return .stays }
    if account.needsStoring { return .waits }
    account.unload()
    return .goes
  }

  /// Takes accounts out of the table that are away, and that nobody has a handle of. Under both locks.
  /// - Complexity: O(open accounts).
  func forgetUnusedAccounts() {
    for slot in 0..<accounts.slotCount where accounts.account(slot) != nil { forgetIfUnused(slot) }
  }

  /// Looks at a few accounts that were dropped. Under both locks.
  func forgetDropped() {
    for _ in 0..<4 {
      guard let slot = accounts.nextDropped() else { return }
      forgetIfUnused(slot)
    }
  }

  /// A function of its own, so that no reference of the caller's counts.
  @inline(never)
  func forgetIfUnused(_ slot: UInt32) {
    if isForgettable(slot), accounts.isUnused(slot) { removeAccount(at: slot) }
  }

  /// Takes an account out of the table, and what is planned for it with it. Under both locks.
  func removeAccount(at slot: UInt32) {
    outboxes.cancel(slot)
    reminderClock.cancel(slot)
    accounts.remove(slot)
  }

  @inline(never)
  private func isForgettable(_ slot: UInt32) -> Bool { accounts[slot].isForgettable }

  // MARK: What is due

  /// Plans when something in an account ends. Under `lock`; there is room.
  func planExpiry(of account: Account, _ time: Int64) {
    if !accounts.expiries.plan(account.slot, at: time) { return }
    let now = clock.now()
    replan(saturatingSum(now.elapsed, timeLeft(until: time, now.wall)))
  }

  /// Ends what is due in the accounts that are in memory, or count in the total. Under `lock`, which is given up while
  /// a tree is read; so the engine may be closed afterwards.
  func expireDue() {
    let now = clock.wall
    var count = 0
    while !isClosed, let slot = accounts.expiries.popDue(by: now) {
      let account = accounts[slot]
      if !expire(account) && !isClosed { planExpiry(of: account, saturatingSum(now, 1000)) }
      if account.hasUnclearedViews && !isClosed { clearViews(of: account) }
      giveWay(after: &count)
    }
  }

  /// Clears what a user looks at and a child held back that has ended, where that takes the store. What fails is tried
  /// again by the next transaction. Under `lock`, which is given up meanwhile.
  private func clearViews(of account: Account) {
    account.hasUnclearedViews = false
    lock.unlock()
    do throws(Failure) { try account.transact { () throws(Failure) in } } catch {}
    lock.lock()
    if !isClosed, account.isLoaded { account.updateDeadline() }
  }

  /// - Returns: false where there is no memory, or the file cannot be read: then it is to be tried again.
  private func expire(_ account: Account) -> Bool {
    switch account.residence.state {
    case .resident:
      return account.expireIfDue()
    case .idle:
      // This is no use of it.
      defer { account.deadline = .unsettled }
      return account.expireIfDue()
    case .away:
      // What nobody is told of ends when it is read.
      if !account.isLoggedIn { return true }
      do throws(Failure) {
        try account.settle()
        return true
      } catch {
        lock.lock()
        return false
      }
    // The thread that works on it looks at what is due afterwards.
    case .busy, .dropped: return true
    }
  }
}

extension Failure {
  static var dropped: Failure { Failure(.notFound, "the account was dropped") }
}
