import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Independent operations. The results are those of single calls, with one lock, one revision and one round of notices
// for many of them.

/// The operations of a call, and the progress.
private struct Each<Source: BatchSource> {
  let source: Source
  /// The same operations in the host's layout; nil: the usual ones are read from `source`, too.
  let rows: OperationRows?
  let count: Int
  var position = 0
  /// The status of the first one that was rejected.
  var refused = Status.ok
  /// Receives the reason.
  let refuse: (Failure) -> Void

  mutating func reject(_ failure: Failure) {
    source.report(position, failure.status, .nothing)
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
  /// - Parameters:
  ///   - rows: the same operations in the host's layout, where `source` reads them from such an array.
  ///   - refuse: receives the reason of the first rejection.
  /// - Returns: the status of that one, or `ok`; and the revision.
  /// - Throws: why all the remaining ones were rejected.
  public func performEach<Source: BatchSource>(
    _ source: Source, _ rows: OperationRows?, refuse: @escaping (Failure) -> Void
  ) throws(Failure) -> (status: Status, revision: UInt64) {
    var each = Each(source: source, rows: rows, count: source.count, refuse: refuse)
    do throws(Failure) {
      if engine.configuration.isSynchronous { try performDurably(&each) } else { try performInMemory(&each) }
    } catch {
      for position in each.position..<each.count { source.report(position, error.status, .nothing) }
      throw error
    }
    return (each.refused, revision)
  }

  private func performInMemory<Source: BatchSource>(_ each: inout Each<Source>) throws(Failure) {
    repeat {
      let hold = try enter()
      let start = each.position
      var isInArrears = false
      let isUnobserved = gate.views == 0 && !gate.isTraced && !gate.isClaimed
      if isUnobserved && gate.claims == 0 { isInArrears = performRun(hold, &each) }
      hold.release()
      if isInArrears { engine.catchUp() }
      if each.position == start, start < each.count {
        _ = try performNext(&each) { (what, target) throws(Failure) in try performApart(what, target) }
      }
    } while each.position < each.count
  }

  /// Performs operations until one must go another way, or enough of them are done.
  /// - Returns: whether so much is unstored that the caller must help, with `catchUp`.
  private func performRun<Source: BatchSource>(_ hold: borrowing LockHold, _ each: inout Each<Source>) -> Bool {
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
      if let rows = each.rows { each.position = tree.performUsual(rows, each.position, end) }
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
  private func performDurably<Source: BatchSource>(_ each: inout Each<Source>) throws(Failure) {
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
  private func performNext<Source: BatchSource>(
    _ each: inout Each<Source>, endsAll: Bool = false, _ perform: (Operation, Target) throws(Failure) -> Outcome?
  ) throws(Failure) -> Bool {
    do throws(Failure) {
      let (what, target) = (try each.source.operation(each.position), try each.source.target(each.position))
      try what.check()
      guard let outcome = try perform(what, target) else { return false }
      each.source.report(each.position, outcome.isHeld ? .held : .ok, outcome.visible)
    } catch {
      if endsAll, !isItsOwn(error) { throw error }
      each.reject(error)
    }
    each.position += 1
    return true
  }

  /// Whether a failure is about one operation, which has changed nothing.
  private func isItsOwn(_ failure: Failure) -> Bool {
    switch failure.status {
    case .argument, .path, .range, .limit, .staleHandle: true
    default: false
    }
  }

  /// Performs an operation within a run of the tree, unless that is not enough for it.
  private func performInRun(
    _ hold: borrowing LockHold, _ what: Operation, _ target: Target, _ tree: Tree
  ) throws(Failure) -> Outcome? {
    if case .clearTree = what { return nil }
    if !tree.hasRoomInRun { return nil }
    if case .path(let path) = target {
      if let badge = what.plainBadge, tree.replaceInRun(path, badge) != .unusual { return Outcome() }
      if try !tree.mayCreateInRun(path) { return nil }
    }
    let applied = try applyAnywhere(what, target, tree)
    if applied == .needsStore { return nil }
    if what.mayEnd { updateDeadline(hold) }
    return Outcome(isHeld: applied == .held, visible: try shown(what, target, tree))
  }

  /// Performs an operation as a call of its own.
  private func performApart(_ what: Operation, _ target: Target) throws(Failure) -> Outcome {
    let hold = try enter()
    if case .get = what { return Outcome(visible: try shown(what, target, tree)) }
    return Outcome(isHeld: try performGenerally(hold, what, target) == .held)
  }
}
