import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

extension Account {
  /// Applies operations in their order, all or nothing, as one transaction with one revision.
  /// - Parameters:
  ///   - operation: the index-th operation; may throw where it is malformed.
  ///   - report: told the index-th one's status, and what it showed as of then.
  /// - Throws: what refused it, with the index of the operation; then every other one is told `notApplied`.
  public func performBatch(
    _ count: Int, operation: (Int) throws(Failure) -> (Operation, Target),
    report: (Int, Status, Visible) -> Void
  ) throws(Failure) -> UInt64 {
    var position = 0
    do throws(Failure) {
      if engine.options.durability == .full && engine.isPersistent {
        try performWithStore(count, &position, operation, report)
      } else if try !performInMemory(count, &position, operation, report) {
        position = 0
        try performWithStore(count, &position, operation, report)
      }
      return try state().revision
    } catch {
      let culprit = position
      for index in 0..<count where index != culprit { report(index, .notApplied, .nothing) }
      if culprit < count { report(culprit, error.status, .nothing) }
      throw error
    }
  }

  private func performWithStore(
    _ count: Int, _ position: inout Int, _ operation: (Int) throws(Failure) -> (Operation, Target),
    _ report: (Int, Status, Visible) -> Void
  ) throws(Failure) {
    try transact { () throws(Failure) in
      while position < count {
        let (what, target) = try operation(position)
        let applied = try applyWithStore(what, target)
        report(position, applied == .held ? .held : .ok, try shown(what, target))
        position += 1
      }
    }
  }

  /// - Returns: false where an operation takes the store; then nothing was done.
  private func performInMemory(
    _ count: Int, _ position: inout Int, _ operation: (Int) throws(Failure) -> (Operation, Target),
    _ report: (Int, Status, Visible) -> Void
  ) throws(Failure) -> Bool {
    try engine.enter()
    defer { engine.lock.unlock() }
    if deadline != Int64.max { expireIfDue() }
    tree.begin(.undoable)
    do throws(Failure) {
      while position < count {
        let (what, target) = try operation(position)
        let applied = try growingTree(target.path) { () throws(TreeError) in try apply(what, target) }
        if applied == .needsStore {
          tree.rollback()
          return false
        }
        report(position, applied == .held ? .held : .ok, try shown(what, target))
        position += 1
      }
      try growingTree { () throws(TreeError) in
        try tree.prepareCommit()
        try engine.reserveEvents(tree.notices.count)
      }
    } catch {
      tree.rollback()
      throw error
    }
    finish()
    return true
  }

  /// What a `get` within a batch shows.
  private func shown(_ operation: Operation, _ target: Target) throws(Failure) -> Visible {
    guard case .get = operation else { return .nothing }
    return try growingTree(target.path) { () throws(TreeError) in
      guard let at = try find(target) else { return Visible.nothing }
      return tree.visible(at)
    }
  }
}
