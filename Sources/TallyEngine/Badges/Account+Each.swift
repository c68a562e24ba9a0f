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

private enum Way {
  /// Within a run of the tree.
  case run
  /// Within a change of tree and store.
  case store(Share)
  /// As a call of its own.
  case apart
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
      try enter()
      let start = each.position
      var isInArrears = false
      if gate.views == 0 && gate.claims == 0 { isInArrears = performRun(&each) }
      unlock()
      if isInArrears { engine.catchUp() }
      if each.position == start, start < each.count { _ = try perform(&each, .apart) }
    } while each.position < each.count
  }

  /// Performs operations until one must go another way, or enough of them are done. Under `lock`.
  /// - Returns: whether so much is unstored that the caller must help, with `catchUp`.
  private func performRun(_ each: inout Each) -> Bool {
    let tree = tree
    let rows = tree.dirtyCount
    do throws(Failure) {
      try tree.beginRun()
      try engine.reserveEvents(tree.runNotices)
    } catch {
      if tree.isInTransaction { tree.commit() }
      return false
    }
    let end = min(each.count, each.position &+ Account.longRun)
    var isGoingOn = true
    while isGoingOn, each.position < end {
      each.position = tree.performUsual(each.operations + each.position, each.operations + end) - each.operations
      do throws(Failure) {
        if each.position < end { isGoingOn = try perform(&each, .run) }
      } catch {}
    }
    return finish(tree, behind: rows)
  }

  /// Performs all of them as one transaction of tree and store, so that the caller waits for the disk once.
  private func performDurably(_ each: inout Each) throws(Failure) {
    do throws(Failure) {
      try Reserve.claiming { () throws(Failure) in
        try change(.batch) { (share) throws(Failure) in
          while each.position < each.count {
            _ = try perform(&each, .store(share))
            if each.position % 64 == 0 { pause() }
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
  /// - Returns: whether it was done. It is not if a run of the tree is not enough for it.
  @inline(never)
  private func perform(_ each: inout Each, _ way: Way) throws(Failure) -> Bool {
    do throws(Failure) {
      let raw = each.operations[each.position]
      let (what, target) = (try Operation(raw), Target.node(raw.node))
      try what.check()
      var isHeld = false
      var visible = Visible.nothing
      switch way {
      case .run:
        if case .clearTree = what { return false }
        if !tree.hasRoomInRun { return false }
        let applied = try applyAnywhere(what, target, tree)
        if applied == .needsStore { return false }
        isHeld = applied == .held
        visible = try shown(what, target, tree)
      case .store(let share):
        isHeld = try share.apply(what, target) == .held
        visible = try shown(what, target, tree)
      case .apart:
        try enter()
        if case .get = what {
          defer { unlock() }
          visible = try shown(what, target, tree)
        } else {
          isHeld = try performGenerally(what, target) == .held
        }
      }
      each.finish(isHeld ? .held : .ok, visible)
    } catch {
      let isItsOwn = error.status == .argument || error.status == .range || error.status == .staleHandle
      if case .store = way, !isItsOwn { throw error }
      each.reject(error)
    }
    each.position += 1
    return true
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
