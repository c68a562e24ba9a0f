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
  func change(_ cause: Cause, _ body: (Share) throws(Failure) -> Void) throws(Failure) {
    try enterToJoin()
    let change = Change(engine, cause, isPart: true)
    let share = change.add(self)
    do throws(Failure) {
      try change.begin()
      try share.begin()
      try body(share)
      try change.complete()
    } catch {
      change.drop(error)
      unlock()
      engine.giveStore()
      throw error
    }
    try engine.awaitCommit(of: change)
  }

  /// Makes a long change. The store works without `lock`, so calls that only read or change badges do not wait for it.
  /// The changes to the tree are collected, and applied in one operation before the commit.
  ///
  /// Adding and removing accounts and feeds, and changing URLs, need `storeLock`, so the work reads a stable state of
  /// them. Users and the policy do not wait for the work: at the end `check` must say that the work is still valid.
  /// Badges that others have changed meanwhile are written in the same transaction, so that the store holds all earlier
  /// changes. Takes both locks.
  /// - Parameters:
  ///   - check: under both locks, once before the work, and once after it.
  ///   - work: under `storeLock` alone.
  ///   - complete: under both locks, after the commit.
  func changeLong(
    _ cause: Cause, check: () throws(Failure) -> Void = {}, _ work: (Share) throws(Failure) -> Void,
    complete: () -> Void = {}
  ) throws(Failure) {
    try makeApart(cause, prepare: check) { (share) throws(Failure) in
      try work(share)
      // Writes most of the changes made meanwhile, so that little is left to write under `lock`.
      try engine.saveMeanwhile()
    } _: { (share) throws(Failure) in
      try check()
      try share.begin()
      try exclusively(for: share.collected.count) { () throws(Failure) in try share.compound() }
    } complete: {
      complete()
    }
  }

  /// Makes a change in a commit of its own. Takes both locks.
  /// - Parameters:
  ///   - prepare: under both locks, before the transaction.
  ///   - body: under both locks.
  ///   - complete: under both locks, after the commit.
  func changeAlone(
    _ cause: Cause, prepare: () throws(Failure) -> Void = {}, _ body: (Share) throws(Failure) -> Void,
    complete: () -> Void = {}
  ) throws(Failure) {
    try makeApart(cause, prepare: prepare) { _ in
    } _: { (share) throws(Failure) in
      try share.begin()
      try body(share)
    } complete: {
      complete()
    }
  }

  private func makeApart(
    _ cause: Cause, prepare: () throws(Failure) -> Void, _ work: (Share) throws(Failure) -> Void,
    _ body: (Share) throws(Failure) -> Void, complete: () -> Void
  ) throws(Failure) {
    let change = Change(engine, cause)
    let share = change.add(self)
    try enterStore()
    defer { engine.giveStore() }
    do throws(Failure) { try prepare() } catch {
      unlock()
      throw error
    }
    unlock()
    try engine.make(change) { () throws(Failure) in
      try work(share)
    } _: { () throws(Failure) in
      try body(share)
    }
    lock()
    complete()
    unlock()
  }

  /// Performs one operation through the store.
  func performDurably(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    var status = Status.ok
    try Reserve.claiming { () throws(Failure) in
      try change(.call) { (share) throws(Failure) in
        if try share.apply(operation, target) == .held { status = .held }
      }
    }
    return status
  }

  /// Takes both locks, with the tree in memory and nothing due.
  func withStore<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try enterStore()
    defer {
      unlock()
      engine.giveStore()
    }
    return try body()
  }

  /// Reads the store. No badge operation waits for this.
  func reading<Result>(_ body: (Store) throws(Failure) -> Result) throws(Failure) -> Result {
    try engine.enterStore()
    defer { engine.giveStore() }
    try enterAnywhere()
    unlock()
    try engine.settleStore()
    return try body(engine.store)
  }

  private func enterStore() throws(Failure) {
    try engine.enterStore()
    do throws(Failure) {
      try engine.settleStore()
      try load()
      try enter()
    } catch {
      engine.giveStore()
      throw error
    }
  }

  /// Takes both locks, in a transaction that may have changes of others.
  private func enterToJoin() throws(Failure) {
    try engine.checkFork()
    engine.takeStoreToJoin()
    do throws(Failure) {
      // Reading a tree may store another one, to make room.
      if !engine.group.isEmpty, try !isResident() { engine.commitGroup() }
      if engine.group.isEmpty {
        try engine.settleStore()
        try load()
        try beginAlone()
      } else {
        try saveWithGroup()
      }
    } catch {
      engine.giveStore()
      throw error
    }
    do throws(Failure) { try enter() } catch {
      if engine.group.isEmpty { abandonApart() }
      engine.letGroupDown()
      engine.giveStore()
      throw error
    }
  }

  private func isResident() throws(Failure) -> Bool {
    try engine.enter()
    defer { unlock() }
    return isLoaded
  }

  private func beginAlone() throws(Failure) {
    do throws(Failure) { try engine.beginApart() } catch {
      abandonApart()
      throw error
    }
  }

  private func saveWithGroup() throws(Failure) {
    do throws(Failure) { try engine.saveMeanwhile() } catch {
      if error.status != .closed { engine.failGroup(error) }
      throw error
    }
  }

  /// Abandons a transaction that no change has begun yet. Under `storeLock` alone.
  private func abandonApart() {
    engine.abandonApart()
    lock()
    if needsStoring { _ = engine.scheduleGroup(self, 0) }
    unlock()
  }

  /// Waits while a change of this account's badges is on its way to the disk. Under `lock`, which is released if this
  /// throws.
  @inline(never)
  func awaitClaims() throws(Failure) {
    while gate.claims > 0 {
      engine.awaitSettled()
      if isClosed {
        unlock()
        throw .closed
      }
      if gate.deadline != .nothing { try settle() }
    }
  }
}
