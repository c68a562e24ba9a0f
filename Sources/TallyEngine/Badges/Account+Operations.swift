import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Single badge operations. The usual one changes only the tree, in a single transaction without a log. One that clears
// what messages feed also needs the store (`Account+Changes.swift`).

extension Account {
  /// Performs one operation as a transaction of its own.
  /// - Returns: `ok` or `held`.
  @inline(__always)
  public func perform(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    try operation.check()
    try engine.enterHere()
    if gate.isPlain, let manual = operation.plainManual {
      switch withTree({ tree in performAlone(manual, target, tree) }) {
      case .unusual: break
      case .unchanged:
        engine.lock.unlockHere()
        return .ok
      case .changed:
        engine.lock.unlockHere()
        return .ok
      case .inArrears:
        engine.lock.unlockHere()
        engine.catchUp()
        return .ok
      }
    }
    return try performGenerally(operation, target)
  }

  private enum Alone {
    case unusual
    case unchanged
    case changed
    /// The same as `changed`, and so much is unstored that the caller must help.
    case inArrears
  }

  /// Performs the usual operation and passes its change on.
  @inline(__always)
  private func performAlone(_ manual: PlainManual, _ target: Target, _ tree: Tree) -> Alone {
    if !hasEventRoom(tree) { return .unusual }
    let rows = tree.dirtyCount
    switch tree.replaceAlone(target, manual) {
    case .unusual: return .unusual
    case .unchanged: return .unchanged
    case .changed:
      tellChange(tree)
      return engine.configuration.isPersistent && engine.scheduleGroup(self, tree.dirtyCount &- rows)
        ? .inArrears : .changed
    }
  }

  /// Performs any operation. Under `lock`, which is released.
  func performGenerally(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    if gate.deadline != .nothing { try settle() }
    if engine.configuration.isSynchronous {
      unlock()
      return try performDurably(operation, target)
    }
    if gate.claims > 0 { try awaitClaims() }
    var isObserved = gate.views > 0
    if case .clearTree = operation {
      isObserved = isObserved || engine.events.registrations.count > 0 || tree.count > Account.longWork
    }
    if isObserved {
      defer { unlock() }
      return try performObserved(operation, target)
    }
    var isInArrears = false
    let applied: Applied
    do throws(Failure) {
      applied = try withTree { (tree) throws(Failure) in try performSingly(operation, target, tree, &isInArrears) }
    } catch {
      unlock()
      throw error
    }
    unlock()
    if isInArrears { engine.catchUp() }
    switch applied {
    case .done: return .ok
    case .held: return .held
    case .needsStore: return try performDurably(operation, target)
    }
  }

  @inline(__always)
  private func performSingly(
    _ operation: Operation, _ target: Target, _ tree: Tree, _ isInArrears: inout Bool
  ) throws(Failure) -> Applied {
    let rows = tree.dirtyCount
    tree.begin(.single)
    let applied: Applied
    do throws(Failure) {
      try reserveEvents(tree)
      applied = try apply(operation, target, tree)
    } catch {
      tree.commit()
      throw error
    }
    isInArrears = finish(tree, behind: rows)
    return applied
  }

  /// Performs an operation with an unknown number of notices, or one that a view may clear. It is logged, so that it
  /// can be rolled back if memory runs out or the store is needed. Under `lock`.
  private func performObserved(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    var applied = Applied.done
    let isMade = try changeTree { (tree) throws(Failure) in
      var work = 0
      if case .clearTree = operation { work = tree.count }
      try exclusively(for: work) { () throws(Failure) in
        applied = try applyAnywhere(operation, target, tree)
      }
      return applied == .needsStore ? false : try clearViewed(in: nil)
    }
    if isMade != nil { return applied == .held ? .held : .ok }
    unlock()
    defer { lock() }
    return try performDurably(operation, target)
  }
}
