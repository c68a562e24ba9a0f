import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

// Changes with a commit of their own.

extension Engine {
  /// Makes a change in a commit of its own, behind all pending changes. Its accounts are in memory.
  /// - Parameters:
  ///   - work: within the transaction, with the store alone, so that calls that only read or change badges do not wait
  ///     for it.
  ///   - body: under both locks.
  ///   - last: the same, behind all rows of the accounts.
  func make(
    _ storeHold: borrowing StoreHold, _ change: Change, work: () throws(Failure) -> Void = {},
    _ body: (inout LockHold) throws(Failure) -> Void, last: (inout LockHold) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
    do throws(Failure) {
      try beginApart(storeHold)
      try work()
    } catch {
      var hold = lock.lock()
      change.drop(storeHold, &hold, error)
      hold.release()
      throw error
    }
    var hold = lock.lock()
    do throws(Failure) {
      try change.begin(storeHold, &hold)
      try body(&hold)
      try change.complete(storeHold, &hold, last)
    } catch {
      change.drop(storeHold, &hold, error)
      hold.release()
      throw error
    }
    hold.release()
    commitGroup(storeHold)
    try check(change)
  }

  /// Takes the store's lock of an open engine.
  func withStore<Result>(_ body: (borrowing StoreHold) throws(Failure) -> Result) throws(Failure) -> Result {
    let storeHold = try enterStore()
    try enter().release()
    try settleStore(storeHold)
    return try body(storeHold)
  }

  /// Changes rows that concern no tree, in a commit of their own behind all pending changes.
  func changeRows<Result>(
    _ storeHold: borrowing StoreHold, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try collectAndWrite(storeHold)
    do throws(Failure) {
      try store.begin()
      let result = try body()
      try commitRows()
      return result
    } catch {
      abandonTransaction(storeHold)
      if hasLeftover { tryAgain(storeHold, isFailing: false) }
      throw error
    }
  }

  @inline(never)
  private func commitRows() throws(Failure) {
    let journal = try store.takeJournal()
    try store.commit()
    groups.take(journal)
  }
}

extension Account {
  /// Changes rows that concern no tree. `body` does not run under `lock`.
  func changeRows(_ body: (Store) throws(Failure) -> Void) throws(Failure) {
    try engine.withStore { (storeHold) throws(Failure) in
      try engine.changeRows(storeHold) { () throws(Failure) in
        // No thread drops the account meanwhile.
        try enterAnywhere().release()
        try body(engine.store)
      }
    }
  }
}
