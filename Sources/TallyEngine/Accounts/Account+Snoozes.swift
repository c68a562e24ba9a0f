import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore

// Messages that are snoozed. The loop ends their snoozes, as it ends badges: by the time of the account.

extension Account {
  /// Ends the snoozes whose time has come. Loop thread, without a lock.
  fileprivate func endSnoozes() throws(Failure) {
    try Reserve.refill()
    var now = Int64.min
    try changeLong(
      .expiry, check: { (hold) throws(Failure) in now = self.now },
      { (share) throws(Failure) in
        try share.feeding { (visit: DeltaVisitor) throws(Failure) in
          try share.store.endSnoozes(account: id, now: now, visit: visit)
        }
      })
  }

  /// Ends the snoozes whose time came while the account was away, so that nobody sees it without that. If the file
  /// cannot be written, the loop tries again.
  func endSnoozesBeforeReading(_ storeHold: borrowing StoreHold) {
    if store.isInTransaction { return }
    do throws(Failure) {
      guard let next = try store.nextSnooze(account: id) else { return }
      let hold = lock()
      let (now, revision) = (self.now, writing.storedRevision + 1)
      hold.release()
      if next > now { return }
      try changeRows(storeHold) { () throws(Failure) in
        try store.endSnoozes(account: id, now: now) { _, _ in }
        try store.saveRevision(account: id, revision: revision)
      }
      let again = lock()
      writing.storedRevision = revision
      again.release()
    } catch {}
  }

  /// Takes when the next snooze of a message ends; nil: none is snoozed.
  func takeSnoozeEnd(_ hold: borrowing LockHold, _ time: Int64?) {
    entry.snoozeEnd = time ?? Timetable.never
  }
}

extension Engine {
  /// Ends the snoozes of an account's messages whose time has come.
  func endSnoozes(_ hold: inout LockHold, of account: Account, _ now: Int64) {
    if account.entry.snoozeEnd > now || !account.isLoaded { return }
    var isDone = false
    hold.unlocked {
      do throws(Failure) {
        try account.endSnoozes()
        isDone = true
      } catch {}
    }
    if isClosed || !account.isLoaded { return }
    if isDone { account.updateDeadline(hold) } else { planExpiry(hold, of: account, saturatingSum(now, 1000)) }
  }
}
