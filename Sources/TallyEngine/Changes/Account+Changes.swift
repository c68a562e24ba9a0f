import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// The ways into a change of one account. It is stored before its call returns: all or nothing. The change is made to
// the tree, its rows are found, and it is taken back. After its rows are committed, it is made again. So nobody sees
// unstored changes, and a call that only reads or changes badges does not wait for the disk.

extension Account {
  /// Makes a short change. When it returns, the change is on the disk. When it throws, nothing has happened. Unstored
  /// changes go first, so the store always has a prefix of the applied changes. Calls of several threads share a
  /// commit. Takes both locks; `body` runs under them.
  func change(_ cause: Cause, _ body: (Share, inout LockHold) throws(Failure) -> Void) throws(Failure) {
    let holds = try enterToJoin()
    let storeHold = holds.store
    var hold = holds.lock
    let change = Change(engine, cause, isPart: true)
    let share = change.add(self)
    do throws(Failure) {
      try change.begin(storeHold, &hold)
      try share.begin(hold)
      try body(share, &hold)
      try change.complete(storeHold, &hold)
    } catch {
      change.drop(storeHold, &hold, error)
      throw error
    }
    try engine.awaitCommit(storeHold, hold, of: change)
  }

  /// Makes a long change. The store works without `lock`, so calls that only read or change badges do not wait for it.
  /// The changes to the tree are collected, and applied in one operation before the commit.
  ///
  /// Adding and removing accounts and feeds, and changing URLs, need the store's lock, so the work reads a stable state
  /// of them. Users and the policy do not wait for the work: at the end `check` must say that the work is still valid.
  /// Badges that others have changed meanwhile are written in the same transaction, so that the store holds all earlier
  /// changes. Takes both locks.
  /// - Parameters:
  ///   - check: under both locks, once before the work, and once after it.
  ///   - work: with the store alone.
  ///   - complete: under both locks, after the commit.
  func changeLong(
    _ cause: Cause, check: (borrowing LockHold) throws(Failure) -> Void = { _ in },
    _ work: (Share) throws(Failure) -> Void, complete: (inout LockHold) -> Void = { _ in }
  ) throws(Failure) {
    try makeApart(
      cause, { (hold) throws(Failure) in try check(hold) },
      { (share, storeHold) throws(Failure) in
        try work(share)
        // Writes most of the changes made meanwhile, so that little is left to write under `lock`.
        try engine.saveMeanwhile(storeHold)
      },
      { (share, hold) throws(Failure) in
        try check(hold)
        try share.begin(hold)
        try exclusively(&hold, for: share.collected.count) { () throws(Failure) in try share.compound() }
      }, complete)
  }

  /// Makes a change in a commit of its own. Takes both locks.
  /// - Parameters:
  ///   - prepare: under both locks, before the transaction.
  ///   - body: under both locks.
  ///   - complete: under both locks, after the commit.
  func changeAlone(
    _ cause: Cause, prepare: (inout LockHold) throws(Failure) -> Void = { _ in },
    _ body: (Share, inout LockHold) throws(Failure) -> Void, complete: (inout LockHold) -> Void = { _ in }
  ) throws(Failure) {
    try makeApart(
      cause, prepare, { _, _ in },
      { (share, hold) throws(Failure) in
        try share.begin(hold)
        try body(share, &hold)
      }, complete)
  }

  private func makeApart(
    _ cause: Cause, _ prepare: (inout LockHold) throws(Failure) -> Void,
    _ work: (Share, borrowing StoreHold) throws(Failure) -> Void,
    _ body: (Share, inout LockHold) throws(Failure) -> Void, _ complete: (inout LockHold) -> Void
  ) throws(Failure) {
    let change = Change(engine, cause)
    let share = change.add(self)
    let holds = try enterStore()
    let storeHold = holds.store
    var hold = holds.lock
    try prepare(&hold)
    hold.release()
    try engine.make(storeHold, change) { () throws(Failure) in
      try work(share, storeHold)
    } _: { (hold) throws(Failure) in
      try body(share, &hold)
    }
    var again = lock()
    complete(&again)
  }

  /// Performs one operation through the store.
  func performDurably(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    var status = Status.ok
    try Reserve.claiming { () throws(Failure) in
      try change(.call) { (share, hold) throws(Failure) in
        if try share.apply(&hold, operation, target) == .held { status = .held }
      }
    }
    return status
  }

  /// Takes both locks, with the tree in memory and nothing due.
  func withStore<Result>(_ body: (inout LockHold) throws(Failure) -> Result) throws(Failure) -> Result {
    var holds = try enterStore()
    return try body(&holds.lock)
  }

  /// Reads the store. No badge operation waits for this.
  func reading<Result>(_ body: (Store) throws(Failure) -> Result) throws(Failure) -> Result {
    let storeHold = try engine.enterStore()
    try enterAnywhere().release()
    try engine.settleStore(storeHold)
    return try body(engine.store)
  }

  private func enterStore() throws(Failure) -> BothHolds {
    let storeHold = try engine.enterStore()
    try engine.settleStore(storeHold)
    try load(storeHold)
    return BothHolds(lock: try enter(), store: storeHold)
  }

  /// Takes both locks, in a transaction that may have changes of others.
  private func enterToJoin() throws(Failure) -> BothHolds {
    try engine.checkFork()
    let storeHold = engine.takeStoreToJoin()
    // Reading a tree may store another one, to make room.
    if !engine.group.isEmpty, try !isResident() { engine.commitGroup(storeHold) }
    if engine.group.isEmpty {
      try engine.settleStore(storeHold)
      try load(storeHold)
      try beginAlone(storeHold)
    } else {
      try saveWithGroup(storeHold)
    }
    do throws(Failure) {
      return BothHolds(lock: try enter(), store: storeHold)
    } catch {
      if engine.group.isEmpty { abandonApart(storeHold) }
      engine.letGroupDown(storeHold)
      throw error
    }
  }

  private func isResident() throws(Failure) -> Bool {
    let hold = try engine.enter()
    defer { hold.keep() }
    return isLoaded
  }

  private func beginAlone(_ storeHold: borrowing StoreHold) throws(Failure) {
    do throws(Failure) { try engine.beginApart(storeHold) } catch {
      abandonApart(storeHold)
      throw error
    }
  }

  private func saveWithGroup(_ storeHold: borrowing StoreHold) throws(Failure) {
    do throws(Failure) { try engine.saveMeanwhile(storeHold) } catch {
      if error.status != .closed { engine.failGroup(storeHold, error) }
      throw error
    }
  }

  /// Abandons a transaction that no change has begun yet.
  private func abandonApart(_ storeHold: borrowing StoreHold) {
    engine.abandonApart(storeHold)
    let hold = lock()
    if needsStoring { _ = engine.scheduleGroup(hold, self, 0) }
  }

  /// Waits while a change of this account's badges is on its way to the disk.
  @inline(never)
  func awaitClaims(_ hold: inout LockHold) throws(Failure) {
    while gate.claims > 0 {
      engine.awaitSettled(&hold)
      if isClosed { throw .closed }
      if gate.deadline != .nothing { try settle(&hold) }
    }
  }
}
