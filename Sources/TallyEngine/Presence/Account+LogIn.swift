import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

extension Account {
  /// Log-ins are neither read from the file nor stored.
  private var isTransient: Bool { engine.options.startsLoggedOut }

  /// Logs in, also for later runs. Its stored feeds poll from now on, also those that stopped because a server had
  /// rejected their credential.
  public func logIn() throws(Failure) {
    let storeHold = try engine.enterStore()
    try engine.settleStore(storeHold)
    if session.isStored || isTransient { return try beginSession(storeHold) }
    do throws(Failure) {
      try changeRows(storeHold) { () throws(Failure) in
        try store.saveLogIn(account: id, isLoggedIn: true)
        // Before the commit, because it can fail.
        try beginSession(storeHold)
      }
    } catch {
      takeBackSession(lock())
      throw error
    }
    session.isStored = true
  }

  /// Logs out, also for later runs. Requests and timers end, and late responses are dropped. The badges stay.
  /// - Throws: if the file cannot be written, the account is logged out in this run only.
  public func logOut() throws(Failure) {
    let storeHold = try engine.enterStore()
    var failure: Failure?
    do throws(Failure) { try keepLogOut(storeHold) } catch {
      if error.status == .noMemory { throw error }
      // A full disk must not keep a user logged in.
      failure = error
    }
    try endSession()
    if let failure { throw failure }
  }

  private func keepLogOut(_ storeHold: borrowing StoreHold) throws(Failure) {
    if !session.isStored || isTransient { return }
    try engine.settleStore(storeHold)
    try changeRows(storeHold) { () throws(Failure) in
      try store.saveLogIn(account: id, isLoggedIn: false)
      // Before the commit, because it can fail.
      try reserveEnd().release()
    }
    session.isStored = false
  }

  /// The part of a log-out in memory.
  func endSession() throws(Failure) {
    var hold = try reserveEnd()
    session.isDecided = true
    end(&hold)
  }

  private func reserveEnd() throws(Failure) -> LockHold {
    let hold = try enterAnywhere()
    try reserveEvents(0)
    try growing { () throws(OutOfMemory) in
      try engine.outboxes.reserveCancellation()
    }
    return hold
  }

  /// The host opens the account. If it was logged in at the end of the last run, it logs in again.
  func resume(_ storeHold: borrowing StoreHold) throws(Failure) {
    if session.isDecided { return }
    if session.isStored, !isTransient { return try beginSession(storeHold) }
    session.isDecided = true
  }

  /// If it fails, nothing has changed, except that more feeds may be known.
  private func beginSession(_ storeHold: borrowing StoreHold) throws(Failure) {
    try load(storeHold)
    if !isTransient { try engine.duties.starting?(self, storeHold) }
    var hold = try enterAnywhere()
    // The tree is there, and a thread that frees it needs the store.
    if gate.deadline != .nothing { try settle(&hold) }
    try reserveEvents(0)
    try engine.reserveReminderWakes()
    let wasLoggedIn = isLoggedIn
    session.begin()
    session.isDecided = true
    trace(hold, .loggedIn)
    engine.updateTotal(hold, self, tree)
    outbox?.didLogIn(hold)
    // Reminders that come due later are not missed only because the user has logged in once more.
    if !wasLoggedIn { remindersDidLogIn(hold) }
    advise(&hold, .logIn)
  }

  /// Storing the log-in failed.
  private func takeBackSession(_ hold: consuming LockHold) {
    if isClosed || !isLoggedIn { return }
    end(&hold)
  }

  private func end(_ hold: inout LockHold) {
    session.end()
    for feed in feeds.all { feed.credential = nil }
    trace(hold, .loggedOut)
    engine.updateTotal(hold, self, tree)
    outbox?.didLogOut()
    remindersDidLogOut(hold)
    advise(&hold, .logOut)
  }
}
