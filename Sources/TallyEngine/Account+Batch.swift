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
  @inline(__always)
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
        try what.check()
        let applied = try applyWithStore(what, target)
        report(position, applied == .held ? .held : .ok, try shown(what, target))
        position += 1
      }
    }
  }

  /// How many operations ahead the nodes are asked for: as many cache misses go on at once.
  private static var lookAhead: Int { 16 }

  /// Asks for what the next operations will touch, in three looks over all of them, since each look needs what the
  /// one before it asked for.
  @inline(__always)
  private func lookAhead(
    _ range: Range<Int>, _ operation: (Int) throws(Failure) -> (Operation, Target)
  ) throws(Failure) {
    var keys = InlineArray<16, UInt32>(repeating: 0)
    for index in range {
      switch try operation(index).1 {
      case .path(let path): keys[index &- range.lowerBound] = tree.lookAhead(path)
      case .node(let handle): keys[index &- range.lowerBound] = tree.lookAhead(handle: handle)
      }
    }
    for index in range {
      if case .path = try operation(index).1 {
        keys[index &- range.lowerBound] = tree.lookAhead(hash: keys[index &- range.lowerBound])
      }
    }
    for index in range { tree.lookAhead(node: keys[index &- range.lowerBound]) }
  }

  /// - Returns: false where an operation takes the store; then nothing was done.
  @inline(__always)
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
        let end = min(position &+ Account.lookAhead, count)
        if tree.isLarge { try lookAhead(position..<end, operation) }
        while position < end {
          let (what, target) = try operation(position)
        try what.check()
          let applied = try growingTree(target.path) { () throws(TreeError) in try apply(what, target) }
          if applied == .needsStore {
            tree.rollback()
            return false
          }
          report(position, applied == .held ? .held : .ok, try shown(what, target))
          position &+= 1
        }
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
  @inline(__always)
  private func shown(_ operation: Operation, _ target: Target) throws(Failure) -> Visible {
    guard case .get = operation else { return .nothing }
    return try growingTree(target.path) { () throws(TreeError) in
      guard let at = try find(target) else { return Visible.nothing }
      return tree.visible(at)
    }
  }
}
