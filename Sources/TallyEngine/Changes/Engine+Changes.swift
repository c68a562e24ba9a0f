import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

// Changes with a commit of their own.

extension Engine {
  /// Makes a change in a commit of its own, behind all pending changes. Its accounts are in memory. Under `storeLock`
  /// alone.
  /// - Parameters:
  ///   - work: within the transaction, under `storeLock` alone, so that calls that only read or change badges do not
  ///     wait for it.
  ///   - body: under both locks.
  ///   - last: the same, behind all rows of the accounts.
  func make(
    _ change: Change, work: () throws(Failure) -> Void = {}, _ body: () throws(Failure) -> Void,
    last: () throws(Failure) -> Void = {}
  ) throws(Failure) {
    do throws(Failure) {
      try beginApart()
      try work()
    } catch {
      lock.lock()
      change.drop(error)
      lock.unlock()
      throw error
    }
    lock.lock()
    do throws(Failure) {
      try change.begin()
      try body()
      try change.complete(last)
    } catch {
      change.drop(error)
      lock.unlock()
      throw error
    }
    lock.unlock()
    commitGroup()
    try check(change)
  }

  /// Takes the store's lock of an open engine.
  func withStore<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try enterStore()
    defer { giveStore() }
    try enter()
    lock.unlock()
    try settleStore()
    return try body()
  }

  /// Changes rows that concern no tree, in a commit of their own behind all pending changes. Under `storeLock` alone.
  func changeRows<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try collectAndWrite()
    do throws(Failure) {
      try store.begin()
      let result = try body()
      try commitRows()
      return result
    } catch {
      abandonTransaction()
      if hasLeftover { tryAgain(isFailing: false) }
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
  /// Changes rows that concern no tree. `body` runs under `storeLock` alone.
  func changeRows(_ body: (Store) throws(Failure) -> Void) throws(Failure) {
    try engine.withStore { () throws(Failure) in
      try engine.changeRows { () throws(Failure) in
        // No thread drops the account meanwhile.
        try enterAnywhere()
        unlock()
        try body(engine.store)
      }
    }
  }
}
