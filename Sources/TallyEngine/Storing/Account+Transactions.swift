import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Changes that go to the store before they are answered: all of it, or nothing.

extension Account {
  /// Runs a change of tree and store as one transaction: when it returns, it is on the disk; when it throws, nothing
  /// has happened. Whatever waits to be stored goes first, so that the store always holds a prefix of what was
  /// applied. Takes both locks.
  func transact<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try withStore { () throws(Failure) in try commit(body) }
  }

  /// As `transact`, for a change that takes long: the store works without `lock`, so that calls which only read or
  /// change badges do not wait for it. Its changes to the tree are collected, and applied in one operation
  /// before the commit.
  ///
  /// Adding and removing accounts and feeds, and changing URLs, need `storeLock`, so the work reads a stable state of
  /// them. Users and the policy do not wait for the work: at the end `check` has to say that the work is still valid.
  /// Badges that others have changed meanwhile are written in the same transaction, so that the store holds all earlier
  /// changes. Takes both locks.
  /// - Parameters:
  ///   - check: under both locks, once before the work, and once after it.
  ///   - work: under `storeLock` alone.
  ///   - complete: under both locks, once it is committed.
  func transactApart(
    check: () throws(Failure) -> Void, _ work: () throws(Failure) -> Void, complete: () -> Void
  ) throws(Failure) {
    try enterStore()
    defer { engine.storeLock.unlock() }
    do throws(Failure) { try check() } catch {
      engine.lock.unlock()
      throw error
    }
    engine.lock.unlock()
    do throws(Failure) {
      try engine.beginApart()
      try work()
      // Writes most of the changes made meanwhile, so that little is left to write under `lock`.
      try engine.saveMeanwhile()
      try commitApart(check)
    } catch {
      abandonApart()
      throw error
    }
    complete()
    engine.lock.unlock()
  }

  /// - Returns: with `lock` taken, which is given up where this throws.
  private func commitApart(_ check: () throws(Failure) -> Void) throws(Failure) {
    try enter()
    let tree = tree
    do throws(Failure) {
      try check()
      try engine.saveRest()
    } catch {
      engine.lock.unlock()
      throw error
    }
    tree.begin(.undoable)
    do throws(Failure) {
      try compound()
      try completeChange(tree)
    } catch {
      takeBack(tree)
      engine.lock.unlock()
      throw error
    }
  }

  /// Under `storeLock` alone.
  private func abandonApart() {
    engine.abandonTransaction()
    engine.changes.removeAll()
    engine.lock.lock()
    engine.planLeftover()
    if needsStoring { _ = engine.scheduleGroup(self, 0) }
    engine.lock.unlock()
  }

  /// Takes both locks, with the tree in memory and nothing due.
  func withStore<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try enterStore()
    defer {
      engine.lock.unlock()
      engine.storeLock.unlock()
    }
    return try body()
  }

  /// As `transact`, with both locks taken.
  func commit<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let tree = tree
    try beginChange(tree)
    do throws(Failure) {
      let result = try body()
      try completeChange(tree)
      return result
    } catch {
      abandonChange(tree)
      throw error
    }
  }

  // The parts of these that know nothing of their results, so that they are compiled once.

  private func enterStore() throws(Failure) {
    if engine.isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    engine.storeLock.lock()
    do throws(Failure) {
      try engine.settleStore()
      try load()
      try enter()
    } catch {
      engine.storeLock.unlock()
      throw error
    }
  }

  private func beginChange(_ tree: Tree) throws(Failure) {
    do throws(Failure) { try engine.beginBehindAllThatWaits() } catch {
      if needsStoring { _ = engine.scheduleGroup(self, 0) }
      throw error
    }
    tree.begin(.undoable)
  }

  private func completeChange(_ tree: Tree) throws(Failure) {
    _ = try clearViewed(inMemory: false)
    let told = try noteMessages() + noteGroups()
    try growingTree { () throws(TreeError) in
      try tree.prepareCommit()
      try engine.reserveEvents(tree.notices.count + told)
    }
    try saveOwnChanges()
    try engine.commitBegun()
    finish(tree, changes: 0)
    tellMessages()
    tellGroups()
    storedRevision = tree.revision
    // What has an end may have come or gone.
    updateDeadline()
  }

  private func abandonChange(_ tree: Tree) {
    engine.abandonBegun()
    engine.changes.removeAll()
    takeBack(tree)
    if needsStoring { _ = engine.scheduleGroup(self, 0) }
  }

  /// Takes back what the tree's transaction has changed, also of what ends when. Under `lock`.
  func takeBack(_ tree: Tree) {
    tree.rollback()
    forgetClearing()
    updateDeadline()
  }

  /// Stores what the transaction under way changed of badges and revision.
  private func saveOwnChanges() throws(Failure) {
    if !engine.isPersistent { return }
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
    if tree.hasChange {
      try engine.store.saveRevision(account: id, revision: tree.revision + 1)
    }
  }

  /// One operation through the store.
  func performDurably(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    try transact { () throws(Failure) in try applyWithStore(operation, target) == .held ? .held : .ok }
  }

  /// Applies one operation within a transaction of tree and store.
  func applyWithStore(_ operation: Operation, _ target: Target) throws(Failure) -> Applied {
    let applied = try growingTree(target.path) { () throws(TreeError) in try applyAnywhere(operation, target, tree) }
    guard applied == .needsStore else { return applied }
    guard let at = try growingTree(target.path, { () throws(TreeError) in try tree.find(target) }) else { return .done }
    var isForce = false
    if case .force = operation { isForce = true }
    try compound { () throws(Failure) in
      try takeFeedsAway(at, subtree: isForce)
      try growingTree(target.path) { () throws(TreeError) in
        if isForce { try tree.force(at) } else { try tree.setManual(at, .none) }
      }
    }
    return tree.visible(at).shows ? .held : .done
  }

  /// Marks as seen what feeds a node, or also what is below it.
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
