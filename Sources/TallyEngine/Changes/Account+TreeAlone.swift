import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Changes of the tree alone, which the loop writes later: how an operation is applied, and how its change is passed on.

extension Account {
  /// Whether there is room for the events of one operation, or room could be made.
  @inline(__always)
  func hasEventRoom(_ tree: Tree) -> Bool {
    if engine.events.registrations.count == 0 { return true }
    do throws(Failure) {
      try reserveEvents(tree)
      return true
    } catch {
      return false
    }
  }

  /// Passes a visible change on.
  @inline(__always)
  func tellChange(_ hold: borrowing LockHold, _ tree: Tree) {
    if !tree.notices.isEmpty || isLoggedIn { didChange(hold, tree) }
  }

  /// Makes a change of the tree alone. It is logged, so all of it is undone if memory runs out or the store is needed.
  ///
  /// - Parameters:
  ///   - spare: this many changes need no time to be prepared.
  ///   - body: changes the tree. It returns false if the store is needed.
  /// - Returns: nil: the store is needed, and nothing has happened; otherwise what `finish` returns.
  @inline(__always)
  func changeTree(
    _ hold: inout LockHold, _ cause: Cause, spare: Int = 0, _ body: (Tree, inout LockHold) throws(Failure) -> Bool
  ) throws(Failure) -> Bool? {
    let tree = tree
    let rows = tree.dirtyCount
    tree.begin(.undoable)
    do throws(Failure) {
      if try body(tree, &hold) {
        if gate.isClaimed { try noteRemovals(hold, tree) }
        try prepareCommit(&hold, of: tree, spare: spare)
        if gate.isTraced, tree.loggedChanges > 0 { engine.duties.traceChange?(hold, self, cause) }
        return finish(hold, tree, behind: rows)
      }
    } catch {
      takeBack(hold, tree)
      throw error
    }
    takeBack(hold, tree)
    return nil
  }

  /// Makes sure that a logged change of the tree alone can be published.
  private func prepareCommit(_ hold: inout LockHold, of tree: Tree, spare: Int) throws(Failure) {
    try exclusively(&hold, for: tree.loggedChanges - spare) { () throws(Failure) in
      try tree.prepareCommit()
    }
    try reserveEvents(tree.notices.count)
  }

  /// Undoes a logged change of the tree alone.
  private func takeBack(_ hold: borrowing LockHold, _ tree: Tree) {
    if tree.isInTransaction { tree.rollback() }
    feeds.removals.forgetEnds()
    holdBackViews(hold)
    updateDeadline(hold)
  }

  /// Reserves the events of one operation before it changes anything.
  @inline(__always)
  func reserveEvents(_ tree: Tree) throws(Failure) {
    if engine.events.registrations.count > 0 { try reserveEvents(tree.noticeBound) }
  }

  /// Ends the tree's transaction and passes its changes on.
  /// - Parameter rows: the number of unstored rows before it.
  /// - Returns: whether so much is unstored that the caller must help, with `catchUp`.
  @inline(__always)
  @discardableResult
  func finish(_ hold: borrowing LockHold, _ tree: Tree, behind rows: Int) -> Bool {
    let isVisible = tree.commit()
    if isVisible || tree.takeRootMuteChange() { tellChange(hold, tree) }
    if !engine.configuration.isPersistent || tree.dirtyCount == 0 { return false }
    return engine.scheduleGroup(hold, self, tree.dirtyCount &- rows)
  }

  /// Applies one operation within the tree's transaction.
  @inline(__always)
  func apply(_ operation: Operation, _ target: Target, _ tree: Tree) throws(Failure) -> Applied {
    switch operation {
    case .set(let count, let until):
      guard let number = UInt32(exactly: count), until >= 0 else { throw .countRange }
      try replace(target, number == 0 ? .none : .count(number), until, tree)
      return .done
    case .dot(let until):
      if until < 0 { throw .countRange }
      try replace(target, .dot, until, tree)
      return .done
    case .add(let delta):
      try tree.add(delta, target)
      return .done
    case .mute(let mode, let until):
      try mute(target, mode, until, tree)
      return .done
    case .snooze(let until):
      try snooze(target, until, tree)
      return .done
    case .clear:
      guard let at = try tree.find(target) else { return .done }
      if tree.isFed(at) && !tree.isHeld(at) { return .needsStore }
      return try tree.clearUnfed(at)
    case .clearTree:
      return try clearTree(target, tree)
    case .get:
      _ = try tree.find(target)
      return .done
    }
  }

  /// The same in one piece of code, for callers that need not be fast.
  @inline(never)
  func applyAnywhere(_ operation: Operation, _ target: Target, _ tree: Tree) throws(Failure) -> Applied {
    try apply(operation, target, tree)
  }

  func clearTree(_ target: Target, _ tree: Tree) throws(Failure) -> Applied {
    guard let at = try tree.find(target) else { return .done }
    if tree.fedBadges > 0 { return .needsStore }
    try tree.clearTree(at)
    return .done
  }

  @inline(__always)
  private func replace(_ target: Target, _ badge: OwnBadge, _ until: Int64, _ tree: Tree) throws(Failure) {
    // A badge that expires in the past has expired.
    let isOver = until != 0 && until <= now
    if badge == .none || isOver {
      if let at = try tree.find(target) { try tree.setOwnBadge(at, .none) }
      return
    }
    try tree.setOwnBadge(try tree.findOrCreate(target), badge, expires: until)
  }

  private func mute(_ target: Target, _ mode: Int32, _ until: Int64, _ tree: Tree) throws(Failure) {
    guard until >= 0, let asked = UInt8(exactly: mode), let mute = Mute(rawValue: asked) else { throw .countRange }
    let isOver = until != 0 && until <= now
    if mute == .none || isOver {
      if let at = try tree.find(target) { try tree.setMute(at, .none) }
      return
    }
    try tree.setMute(try tree.findOrCreate(target), mute, until: until)
  }

  /// - Throws: `.range` if the time is over.
  @inline(never)
  private func snooze(_ target: Target, _ until: Int64, _ tree: Tree) throws(Failure) {
    if until == 0 {
      if let at = try tree.find(target) { try tree.setSnooze(at, until: 0) }
      return
    }
    if until <= now { throw Operation.isOver }
    try tree.setSnooze(try tree.findOrCreate(target), until: until)
  }

  /// Ends everything due before anything else is done or read.
  /// - Returns: false if memory ran out. Then nothing changes, and the next call tries again.
  @discardableResult
  func expireIfDue(_ hold: inout LockHold) -> Bool {
    let now = engine.now
    if gate.deadline.time > now || gate.claims > 0 || writing.unapplied != nil { return true }
    var isCleared = true
    do throws(Failure) {
      _ = try changeTree(&hold, .expiry) { (tree, hold) throws(Failure) in
        try exclusively(&hold, for: tree.endCount) { () throws(Failure) in
          try tree.expire(now: now) { (node) throws(Failure) in try noteEnd(node) }
        }
        isCleared = try clearViewed(&hold, in: nil)
        return true
      }
    } catch {
      return false
    }
    updateDeadline(hold)
    if !isCleared || feeds.removals.mayUncover { planClearing(hold) }
    return true
  }

  /// The loop thread does the part of an end that needs the store, and plans the next expiry.
  func planClearing(_ hold: borrowing LockHold) {
    observers.hasUnclearedViews = true
    engine.planExpiry(hold, of: self, engine.now)
  }
}
