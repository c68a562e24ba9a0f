import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// One operation of a batch, taken out of the host's form.
private struct BatchItem {
  var operation = Operation.get
  var target = Target.node(0)
}

extension Account {
  /// Applies operations in their order, all or nothing, as one transaction with one revision.
  /// - Parameters:
  ///   - operation: the index-th operation; may throw where it is malformed.
  ///   - approach: the index-th operation will be asked for soon; a chance to fetch its text into the cache.
  ///   - report: told the index-th one's status, and what it showed as of then.
  /// - Throws: what refused it, with the index of the operation; then every other one is told `notApplied`.
  @inline(__always)
  public func performBatch(
    _ count: Int, operation: (Int) throws(Failure) -> (Operation, Target),
    approach: (Int) -> Void = { _ in }, report: (Int, Status, Visible) -> Void
  ) throws(Failure) -> UInt64 {
    var position = 0
    do throws(Failure) {
      if engine.isSynchronous {
        try performWithStore(count, &position, operation, report)
      } else if try !performInMemory(count, &position, operation, approach, report) {
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

  /// Asks for what the next operations will touch, in looks over all of them, since each look needs what the one before
  /// it asked for: so as many cache misses go on at once as there are operations.
  @inline(__always)
  private func lookAhead(_ items: borrowing InlineArray<16, BatchItem>, _ count: Int) {
    var keys = InlineArray<16, UInt32>(repeating: 0)
    for index in 0..<count {
      switch items[index].target {
      case .path(let path): keys[index] = tree.lookAhead(path)
      case .node(let handle): keys[index] = tree.lookAhead(handle: handle)
      }
    }
    for index in 0..<count {
      if case .path = items[index].target { keys[index] = tree.lookAhead(hash: keys[index]) }
    }
    for index in 0..<count { tree.lookAhead(node: keys[index]) }
  }

  /// - Returns: false where an operation takes the store; then nothing was done.
  @inline(__always)
  private func performInMemory(
    _ count: Int, _ position: inout Int, _ operation: (Int) throws(Failure) -> (Operation, Target),
    _ approach: (Int) -> Void, _ report: (Int, Status, Visible) -> Void
  ) throws(Failure) -> Bool {
    try engine.enter()
    var isInArrears = false
    defer {
      engine.lock.unlock()
      if isInArrears { engine.catchUp() }
    }
    if deadline != Int64.max { expireIfDue() }
    tree.begin(.undoable)
    do throws(Failure) {
      var items = InlineArray<16, BatchItem>(repeating: BatchItem())
      while position < count {
        let first = position
        let size = min(16, count &- first)
        for index in 0..<size { approach(first &+ index) }
        while position < first &+ size {
          let (what, target) = try operation(position)
          try what.check()
          items[position &- first] = BatchItem(operation: what, target: target)
          position &+= 1
        }
        position = first
        if tree.isLarge { lookAhead(items, size) }
        while position < first &+ size {
          let item = items[position &- first]
          let applied: Applied
          do throws(TreeError) {
            applied = try apply(item.operation, item.target)
          } catch {
            throw Failure(error, path: item.target.path)
          }
          if applied == .needsStore {
            tree.rollback()
            return false
          }
          report(position, applied == .held ? .held : .ok, try shown(item.operation, item.target))
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
    isInArrears = tree.dirtyCount >= Engine.groupArrears
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
