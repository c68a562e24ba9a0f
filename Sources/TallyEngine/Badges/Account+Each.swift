import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Independent operations on nodes. The results are those of single calls, with one lock, one revision and one round of
// notices for many of them.

/// The operations of a call, and the progress.
private struct Each {
  let operations: UnsafeMutablePointer<NodeOperation>
  let count: Int
  var position = 0
  /// The status of the first one that was rejected.
  var refused = Status.ok
  /// Receives the reason.
  let refuse: (Failure) -> Void

  func finish(_ status: Status, _ shown: Visible) {
    operations[position].status = status.rawValue
    if operations[position].kind == NodeOperation.get {
      operations[position].value = shown.shows ? Int64(truncatingIfNeeded: shown.count) : -1
    }
  }

  mutating func reject(_ failure: Failure) {
    operations[position].status = failure.status.rawValue
    if refused != .ok { return }
    refused = failure.status
    refuse(failure)
  }
}

/// The outcome of an operation.
private struct Outcome {
  var isHeld = false
  var visible = Visible.nothing
}

extension Account {
  /// This many operations share a revision. They take a part of a millisecond. Then waiting threads get `lock`.
  private static let longRun = 1024

  /// Performs operations in their order. A rejected one changes nothing, and the others do not depend on it.
  /// - Parameter refuse: receives the reason of the first rejection.
  /// - Returns: the status of that one, or `ok`.
  /// - Throws: why all the remaining ones were rejected.
  public func performEach(
    _ operations: UnsafeMutablePointer<NodeOperation>, count: Int, refuse: @escaping (Failure) -> Void
  ) throws(Failure) -> Status {
    var each = Each(operations: operations, count: count, refuse: refuse)
    do throws(Failure) {
      if engine.configuration.isSynchronous { try performDurably(&each) } else { try performInMemory(&each) }
    } catch {
      for position in each.position..<count { operations[position].status = error.status.rawValue }
      throw error
    }
    return each.refused
  }

  private func performInMemory(_ each: inout Each) throws(Failure) {
    repeat {
      let hold = try enter()
      let start = each.position
      var isInArrears = false
      if gate.views == 0 && gate.claims == 0 && !gate.isTraced { isInArrears = performRun(hold, &each) }
      hold.release()
      if isInArrears { engine.catchUp() }
      if each.position == start, start < each.count {
        _ = try performNext(&each) { (what, target) throws(Failure) in try performApart(what, target) }
      }
    } while each.position < each.count
  }

  /// Performs operations until one must go another way, or enough of them are done.
  /// - Returns: whether so much is unstored that the caller must help, with `catchUp`.
  private func performRun(_ hold: borrowing LockHold, _ each: inout Each) -> Bool {
    let tree = tree
    let rows = tree.dirtyCount
    do throws(Failure) {
      try tree.beginRun()
      try reserveEvents(tree.runNotices)
    } catch {
      if tree.isInTransaction { tree.commit() }
      return false
    }
    let end = min(each.count, each.position &+ Account.longRun)
    var isGoingOn = true
    while isGoingOn, each.position < end {
      each.position = tree.performUsual(each.operations + each.position, each.operations + end) - each.operations
      do throws(Failure) {
        if each.position < end {
          isGoingOn = try performNext(&each) { (what, target) throws(Failure) in
            try performInRun(hold, what, target, tree)
          }
        }
      } catch {}
    }
    return finish(hold, tree, behind: rows)
  }

  /// Performs all of them as one transaction of tree and store, so that the caller waits for the disk once.
  private func performDurably(_ each: inout Each) throws(Failure) {
    do throws(Failure) {
      try Reserve.claiming { () throws(Failure) in
        try change(.batch) { (share, hold) throws(Failure) in
          while each.position < each.count {
            _ = try performNext(&each, endsAll: true) { (what, target) throws(Failure) in
              let isHeld = try share.apply(&hold, what, target) == .held
              return Outcome(isHeld: isHeld, visible: try shown(what, target, tree))
            }
            if each.position % 64 == 0 { pause(&hold) }
          }
        }
      }
    } catch {
      // The failure has undone all of them.
      each.position = 0
      throw error
    }
  }

  /// Performs the next operation in the general way.
  /// - Parameters:
  ///   - endsAll: whether a failure that is not the operation's own ends all of them.
  ///   - perform: returns nil if it cannot perform the operation.
  /// - Returns: whether it was done.
  @inline(never)
  private func performNext(
    _ each: inout Each, endsAll: Bool = false, _ perform: (Operation, Target) throws(Failure) -> Outcome?
  ) throws(Failure) -> Bool {
    do throws(Failure) {
      let raw = each.operations[each.position]
      let (what, target) = (try Operation(raw), Target.node(raw.node))
      try what.check()
      guard let outcome = try perform(what, target) else { return false }
      each.finish(outcome.isHeld ? .held : .ok, outcome.visible)
    } catch {
      let isItsOwn = error.status == .argument || error.status == .range || error.status == .staleHandle
      if endsAll, !isItsOwn { throw error }
      each.reject(error)
    }
    each.position += 1
    return true
  }

  /// Performs an operation within a run of the tree, unless that is not enough for it.
  private func performInRun(
    _ hold: borrowing LockHold, _ what: Operation, _ target: Target, _ tree: Tree
  ) throws(Failure) -> Outcome? {
    if case .clearTree = what { return nil }
    if !tree.hasRoomInRun { return nil }
    let applied = try applyAnywhere(what, target, tree)
    if applied == .needsStore { return nil }
    return Outcome(isHeld: applied == .held, visible: try shown(what, target, tree))
  }

  /// Performs an operation as a call of its own.
  private func performApart(_ what: Operation, _ target: Target) throws(Failure) -> Outcome {
    let hold = try enter()
    if case .get = what { return Outcome(visible: try shown(what, target, tree)) }
    return Outcome(isHeld: try performGenerally(hold, what, target) == .held)
  }
}

extension Operation {
  fileprivate init(_ raw: NodeOperation) throws(Failure) {
    switch raw.kind {
    case NodeOperation.set: self = .set(raw.value, until: 0)
    case NodeOperation.dot: self = .dot(until: 0)
    case NodeOperation.add: self = .add(raw.value)
    case NodeOperation.clear: self = .clear
    case NodeOperation.clearTree: self = .clearTree
    case NodeOperation.mute: self = .mute(Int32(clamping: raw.value), until: 0)
    case NodeOperation.get: self = .get
    default: throw Failure(.argument, "unknown kind of operation")
    }
  }
}
