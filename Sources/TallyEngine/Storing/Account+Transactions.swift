import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Changes that are stored before their call returns: all or nothing. A change is made to the tree, its rows are found,
// and it is taken back. After its rows are committed, it is made again. So nobody sees unstored changes, and a call
// that only reads or changes badges does not wait for the disk.

extension Account {
  /// Runs a change of tree and store as one transaction. When it returns, the change is on the disk. When it throws,
  /// nothing has happened. Unstored changes go first, so the store always has a prefix of the applied changes. Calls of
  /// several threads share a commit. Takes both locks; `body` runs under them.
  func transact<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try enterToJoin()
    let change: PendingChange
    let result: Result
    do throws(Failure) {
      let mark = try beginPart()
      result = try body()
      change = try completeChange(after: mark, isPart: true)
    } catch {
      abandonPart(error)
      throw error
    }
    engine.group.add(change)
    try engine.awaitCommit(of: change)
    return result
  }

  /// The same as `transact` for a long change. The store works without `lock`, so calls that only read or change badges
  /// do not wait for it. The changes to the tree are collected, and applied in one operation before the commit.
  ///
  /// Adding and removing accounts and feeds, and changing URLs, need `storeLock`, so the work reads a stable state of
  /// them. Users and the policy do not wait for the work: at the end `check` must say that the work is still valid.
  /// Badges that others have changed meanwhile are written in the same transaction, so that the store holds all earlier
  /// changes. Takes both locks.
  /// - Parameters:
  ///   - check: under both locks, once before the work, and once after it.
  ///   - work: under `storeLock` alone.
  ///   - complete: under both locks, after the commit.
  func transactApart(
    check: () throws(Failure) -> Void, _ work: () throws(Failure) -> Void, complete: () -> Void
  ) throws(Failure) {
    try enterStore()
    defer {
      engine.lock.unlock()
      engine.giveStore()
    }
    try check()
    engine.lock.unlock()
    do throws(Failure) {
      try engine.beginApart()
      try work()
      // Writes most of the changes made meanwhile, so that little is left to write under `lock`.
      try engine.saveMeanwhile()
    } catch {
      abandonApart()
      throw error
    }
    engine.lock.lock()
    try commitBegun { () throws(Failure) in
      try check()
      try exclusively(for: engine.changes.count) { () throws(Failure) in try compound() }
    }
    complete()
  }

  /// Called under `storeLock` alone; returns with both locks.
  private func abandonApart() {
    engine.abandonTransaction()
    engine.changes.removeAll()
    engine.lock.lock()
    engine.planLeftover()
    if needsStoring { _ = engine.scheduleGroup(self, 0) }
  }

  /// Takes both locks, with the tree in memory and nothing due.
  func withStore<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try enterStore()
    defer {
      engine.lock.unlock()
      engine.giveStore()
    }
    return try body()
  }

  /// The same as `transact`, in a commit of its own, with both locks held. `lock` is released meanwhile, so badges may
  /// change.
  func commit<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    engine.lock.unlock()
    do throws(Failure) { try engine.beginApart() } catch {
      abandonApart()
      throw error
    }
    engine.lock.lock()
    return try commitBegun(body)
  }

  /// Ends a transaction of the store with a change of the tree, and commits it. Under both locks; `lock` is released
  /// while the disk works.
  private func commitBegun<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let change: PendingChange
    let result: Result
    do throws(Failure) {
      try engine.saveRest()
      awaitIdle()
      if engine.isClosed { throw .closed }
      tree.begin(.undoable)
      result = try body()
      change = try completeChange(after: LogMark(), isPart: false)
    } catch {
      takeBack()
      forgetNotes()
      engine.abandonBegun()
      throw error
    }
    engine.group.add(change)
    engine.lock.unlock()
    engine.commitGroup()
    defer { engine.lock.lock() }
    try engine.check(change)
    return result
  }

  // The parts that do not depend on the type of the result, so that they are compiled once.

  private func enterStore() throws(Failure) {
    if engine.isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    engine.takeStore()
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
    if engine.isForked { throw Failure(.forked, "the engine belongs to the parent process") }
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
      if engine.group.isEmpty {
        abandonApart()
        engine.lock.unlock()
      }
      engine.letGroupDown()
      engine.giveStore()
      throw error
    }
  }

  private func isResident() throws(Failure) -> Bool {
    try engine.enter()
    defer { engine.lock.unlock() }
    return isLoaded
  }

  private func beginAlone() throws(Failure) {
    do throws(Failure) { try engine.beginApart() } catch {
      abandonApart()
      engine.lock.unlock()
      throw error
    }
  }

  private func saveWithGroup() throws(Failure) {
    do throws(Failure) { try engine.saveMeanwhile() } catch {
      if error.status != .closed { engine.failGroup(error) }
      throw error
    }
  }

  /// Begins a part of the transaction, on a tree that has the changes of the group.
  private func beginPart() throws(Failure) -> LogMark {
    do throws(Failure) { try engine.saveRest() } catch {
      // The written part is unknown.
      engine.hasPartFailed = true
      throw error
    }
    awaitIdle()
    if engine.isClosed { throw .closed }
    try engine.store.beginPart()
    engine.isPartBegun = true
    let tree = tree
    tree.begin(.undoable)
    for change in engine.group.members where change.account === self {
      try tree.replay(change.withdrawal)
    }
    return tree.logMark
  }

  /// Stores the changes of the tree's transaction, and takes them back.
  /// - Parameter isOfMany: further accounts are completed in the same transaction, which `forgetTouched` ends.
  func completeChange(
    after mark: LogMark, isPart: Bool, isOfMany: Bool = false
  ) throws(Failure) -> PendingChange {
    let tree = tree
    let change = PendingChange(self)
    try growing { () throws(OutOfMemory) in try engine.group.reserve() }
    _ = try clearViewed(inMemory: false)
    try noteGroups(in: change)
    var events = watchers.count + change.groups.count * groupWatchers.count
    try exclusively(for: tree.loggedChanges) { () throws(Failure) in
      try tree.prepareCommit()
      events += tree.notices.count
      change.revision = try saveOwnChanges()
      change.withdrawal = try tree.withdraw(after: mark)
    }
    do throws(Failure) {
      try engine.reserveEvents(events)
      try endPart(isPart, isOfMany)
    } catch {
      tree.release()
      throw error
    }
    residence.holds += 1
    if change.withdrawal.restates { claims += 1 }
    updatePlain()
    updateDeadline()
    return change
  }

  /// The notes concern all that have joined, so they are not undone alone.
  private func endPart(_ isPart: Bool, _ isOfMany: Bool) throws(Failure) {
    engine.hasPartFailed = true
    try noteMessages()
    if !isOfMany { try engine.forgetTouched() }
    if isPart { try engine.store.endPart() }
    engine.isPartBegun = false
    engine.hasPartFailed = false
  }

  /// Undoes a change that could not join. Under both locks, which are released.
  private func abandonPart(_ failure: Failure) {
    takeBack()
    // Otherwise the notes of the other calls in the group stay.
    if engine.hasPartFailed { forgetNotes() }
    engine.lock.unlock()
    if !engine.store.isInTransaction { engine.hasPartFailed = true }
    if engine.group.isEmpty {
      engine.abandonTransaction()
    } else if engine.isPartBegun, !engine.hasPartFailed {
      do throws(Failure) { try engine.store.abandonPart() } catch { engine.hasPartFailed = true }
    }
    if engine.hasPartFailed, !engine.group.isEmpty { engine.failGroup(failure) }
    engine.hasPartFailed = false
    engine.isPartBegun = false
    engine.letGroupDown()
    engine.lock.lock()
    if engine.group.isEmpty { engine.planLeftover() }
    engine.lock.unlock()
    engine.giveStore()
  }

  /// The same as `takeBack(_:)`, with the changes collected for the tree. Under both locks.
  private func takeBack() {
    engine.changes.removeAll()
    takeBack(tree)
    if needsStoring { _ = engine.scheduleGroup(self, 0) }
  }

  /// Undoes the changes of the tree's transaction, if there is one, and of its deadlines. Under `lock`.
  func takeBack(_ tree: Tree) {
    if tree.isInTransaction { tree.rollback() }
    forgetClearing()
    updateDeadline()
  }

  /// Stores the current transaction's changes of badges and revision.
  /// - Returns: the stored revision; nil: none.
  private func saveOwnChanges() throws(Failure) -> UInt64? {
    if !engine.isPersistent { return nil }
    var refused: Failure?
    let mayHaveIcons = tree.mayHaveIcons
    tree.drainDirty { path, own, hasIcon in
      if refused != nil { return }
      do throws(Failure) {
        try engine.store.saveBadge(account: id, path: path, own)
        if mayHaveIcons && !hasIcon { try engine.store.deleteIcon(account: id, path: path) }
      } catch {
        refused = error
      }
    }
    if let refused { throw refused }
    if !tree.hasChange { return nil }
    var revision = tree.revision + 1
    for change in engine.group.members where change.account === self && change.revision != nil { revision += 1 }
    try engine.store.saveRevision(account: id, revision: revision)
    return revision
  }

  /// Performs one operation through the store.
  func performDurably(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    try Reserve.claiming { () throws(Failure) in
      try transact { () throws(Failure) in try applyWithStore(operation, target) == .held ? .held : .ok }
    }
  }

  /// Applies one operation within a transaction of tree and store.
  func applyWithStore(_ operation: Operation, _ target: Target) throws(Failure) -> Applied {
    let applied = try applyAnywhere(operation, target, tree)
    guard applied == .needsStore else { return applied }
    guard let at = try tree.find(target) else { return .done }
    var isClearTree = false
    if case .clearTree = operation { isClearTree = true }
    try exclusively { () throws(Failure) in
      try compound { () throws(Failure) in
        try takeFeedsAway(at, subtree: isClearTree)
        if isClearTree { try tree.clearTree(at) } else { try tree.setManual(at, .none) }
      }
    }
    return tree.visible(at).shows ? .held : .done
  }

  /// Marks the messages that feed a node, or also its subtree, as seen.
  private func takeFeedsAway(_ at: NodeIndex, subtree: Bool) throws(Failure) {
    let path = tree.path(of: at)
    var copy = ByteBuffer()
    // The tree's bytes move when it creates nodes.
    try growing { () throws(OutOfMemory) in try copy.append(path) }
    let whole = copy.bytes
    try feeding { (visit: DeltaVisitor) throws(Failure) in
      _ = try engine.store.markSeen(
        account: id, feeding: feeding.rawValue, path: whole, subtree: subtree, visit: visit)
    }
    try applyCollected()
  }
}
