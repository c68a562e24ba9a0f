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
    let hold = try engine.enterHere()
    if gate.isPlain, let badge = operation.plainBadge {
      switch withTree(hold, { tree in performAlone(hold, badge, target, tree) }) {
      case .unusual: break
      case .unchanged:
        hold.releaseHere()
        return .ok
      case .changed:
        hold.releaseHere()
        return .ok
      case .inArrears:
        hold.releaseHere()
        engine.catchUp()
        return .ok
      }
    }
    return try performGenerally(hold, operation, target)
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
  private func performAlone(
    _ hold: borrowing LockHold, _ badge: PlainBadge, _ target: Target, _ tree: Tree
  ) -> Alone {
    if !hasEventRoom(tree) { return .unusual }
    let rows = tree.dirtyCount
    switch tree.replaceAlone(target, badge) {
    case .unusual: return .unusual
    case .unchanged: return .unchanged
    case .changed:
      tellChange(hold, tree)
      return engine.configuration.isPersistent && engine.scheduleGroup(hold, self, tree.dirtyCount &- rows)
        ? .inArrears : .changed
    }
  }

  /// Performs any operation.
  func performGenerally(
    _ hold: consuming LockHold, _ operation: Operation, _ target: Target
  ) throws(Failure) -> Status {
    if gate.deadline != .nothing { try settle(&hold) }
    if engine.configuration.isSynchronous {
      hold.release()
      return try performDurably(operation, target)
    }
    if gate.claims > 0 { try awaitClaims(&hold) }
    var isObserved = gate.views > 0 || gate.isTraced || gate.isClaimed
    if case .clearTree = operation {
      isObserved = isObserved || engine.events.registrations.count > 0 || tree.count > Account.longWork
    }
    var isInArrears = false
    let applied: Applied
    if isObserved {
      applied = try performObserved(&hold, operation, target, &isInArrears)
    } else {
      applied = try withTree(hold) { (tree) throws(Failure) in
        try performSingly(hold, operation, target, tree, &isInArrears)
      }
    }
    hold.release()
    if isInArrears { engine.catchUp() }
    switch applied {
    case .done: return .ok
    case .held: return .held
    case .needsStore: return try performDurably(operation, target)
    }
  }

  @inline(__always)
  private func performSingly(
    _ hold: borrowing LockHold, _ operation: Operation, _ target: Target, _ tree: Tree, _ isInArrears: inout Bool
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
    if operation.mayEnd { updateDeadline(hold) }
    isInArrears = finish(hold, tree, behind: rows)
    return applied
  }

  /// Performs an operation with an unknown number of notices, or one that a view may clear. It is logged, so that it
  /// can be rolled back if memory runs out or the store is needed.
  private func performObserved(
    _ hold: inout LockHold, _ operation: Operation, _ target: Target, _ isInArrears: inout Bool
  ) throws(Failure) -> Applied {
    var applied = Applied.done
    let isMade = try changeTree(&hold, .call) { (tree, hold) throws(Failure) in
      if case .clearTree = operation {
        try exclusively(&hold, for: tree.count) { () throws(Failure) in applied = try clearTree(target, tree) }
      } else {
        applied = try applyAnywhere(operation, target, tree)
        if operation.mayEnd { updateDeadline(hold) }
      }
      return applied == .needsStore ? false : try clearViewed(&hold, in: nil)
    }
    isInArrears = isMade ?? false
    return isMade == nil ? .needsStore : applied
  }
}
