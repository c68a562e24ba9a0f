import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// The operations of badges, one by one. The usual one touches the tree alone and is a single transaction without a
// log. One that clears what messages feed takes the store with it (`Account+Transactions.swift`).

extension Account {
  /// Does one operation as a transaction of its own.
  /// - Returns: `ok` or `held`.
  @inline(__always)
  public func perform(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    try operation.check()
    try engine.enter()
    if isPlain, let manual = operation.plainManual, hasEventRoom {
      switch replaceAlone(target, manual) {
      case .unusual: break
      case .unchanged:
        engine.lock.unlock()
        return .ok
      case .changed:
        finishAlone()
        return .ok
      }
    }
    if deadline != Int64.max { expireIfDue() }
    if engine.isSynchronous {
      engine.lock.unlock()
      return try performDurably(operation, target)
    }
    if case .force = operation, engine.registrationCount > 0 {
      defer { engine.lock.unlock() }
      return try performObserved(operation, target)
    }
    let applied: Applied
    tree.begin(.single)
    do throws(TreeError) {
      try reserveEvents()
      applied = try apply(operation, target)
    } catch {
      tree.commit()
      engine.lock.unlock()
      throw Failure(error, path: target.path)
    }
    finish()
    let isInArrears = tree.dirtyCount >= Engine.groupArrears
    engine.lock.unlock()
    if isInArrears { engine.catchUp() }
    switch applied {
    case .done: return .ok
    case .held: return .held
    case .needsStore: return try performDurably(operation, target)
    }
  }

  @inline(__always)
  private func replaceAlone(_ target: Target, _ manual: PlainManual) -> Replacement {
    switch target {
    case .path(let path): return tree.replaceAlone(path, manual)
    case .node(let handle): return tree.replaceAlone(handle, manual)
    }
  }

  /// Whether there is room for the events of one operation, or could be made.
  @inline(__always)
  private var hasEventRoom: Bool {
    if engine.registrationCount == 0 { return true }
    do throws(TreeError) {
      try reserveEvents()
      return true
    } catch {
      return false
    }
  }

  /// Passes on what the usual operation has changed, and gives up `lock`.
  @inline(__always)
  private func finishAlone() {
    tellChange()
    let isInArrears = engine.isPersistent && scheduleStoring()
    engine.lock.unlock()
    if isInArrears { engine.catchUp() }
  }

  /// Passes on that something visible has changed. Under `lock`.
  @inline(__always)
  private func tellChange() {
    if !tree.notices.isEmpty || isLoggedIn { didChange() }
  }

  /// - Returns: whether so much waits to be stored that the caller has to help. Under `lock`.
  private func scheduleStoring() -> Bool {
    let waiting = tree.dirtyCount
    if waiting > 0 { engine.scheduleGroup(waiting) }
    return waiting >= Engine.groupArrears
  }

  /// An operation of which it is not known beforehand how many it will tell: logged, so that it can be taken back
  /// where there is no memory to tell them. Under `lock`.
  private func performObserved(_ operation: Operation, _ target: Target) throws(Failure) -> Status {
    tree.begin(.undoable)
    do throws(TreeError) {
      if try apply(operation, target) == .needsStore {
        tree.rollback()
      } else {
        try tree.prepareCommit()
        try engine.reserveEvents(tree.notices.count)
        finish()
        return .ok
      }
    } catch {
      tree.rollback()
      throw Failure(error, path: target.path)
    }
    engine.lock.unlock()
    defer { engine.lock.lock() }
    return try performDurably(operation, target)
  }

  /// Room for the events of one operation, asked for before it changes anything.
  @inline(__always)
  func reserveEvents() throws(TreeError) {
    if engine.registrationCount > 0 { try engine.reserveEvents(tree.noticeBound) }
  }

  /// Ends the tree's transaction and passes on what it changed. Under `lock`.
  @inline(__always)
  func finish() {
    if tree.commit() { tellChange() }
    if engine.isPersistent { _ = scheduleStoring() }
  }

  /// Applies one operation within the tree's transaction.
  @inline(__always)
  func apply(_ operation: Operation, _ target: Target) throws(TreeError) -> Applied {
    switch operation {
    case .set(let count, let until):
      guard let number = UInt32(exactly: count), until >= 0 else { throw .range }
      try replace(target, number == 0 ? .none : .count(number), until)
      return .done
    case .dot(let until):
      if until < 0 { throw .range }
      try replace(target, .dot, until)
      return .done
    case .add(let delta):
      try add(delta, target)
      return .done
    case .mute(let mode, let until):
      try mute(target, mode, until)
      return .done
    case .clear:
      guard let at = try find(target) else { return .done }
      if tree.isFed(at) && !tree.isHeld(at) { return .needsStore }
      return try clearUnfed(at)
    case .force:
      guard let at = try find(target) else { return .done }
      if tree.fedBadges > 0 { return .needsStore }
      try tree.force(at)
      return .done
    case .get:
      _ = try find(target)
      return .done
    }
  }

  func clearUnfed(_ at: NodeIndex) throws(TreeError) -> Applied {
    if tree.isHeld(at) { return .held }
    try tree.setManual(at, .none)
    return tree.visible(at).shows ? .held : .done
  }

  @inline(__always)
  func find(_ target: Target) throws(TreeError) -> NodeIndex? {
    switch target {
    case .path(let path): return try tree.find(path)
    case .node(let handle): return try tree.node(handle)
    }
  }

  @inline(__always)
  private func findOrCreate(_ target: Target) throws(TreeError) -> NodeIndex {
    switch target {
    case .path(let path): return try tree.findOrCreate(path)
    case .node(let handle): return try tree.node(handle)
    }
  }

  @inline(__always)
  private func replace(_ target: Target, _ manual: Manual, _ until: Int64) throws(TreeError) {
    // What ends in the past has ended.
    let isOver = until != 0 && until <= engine.clock.wall
    if manual == .none || isOver {
      if let at = try find(target) { try tree.setManual(at, .none) }
      return
    }
    try tree.setManual(try findOrCreate(target), manual, expires: until)
    if until != 0 { updateDeadline() }
  }

  private func add(_ delta: Int64, _ target: Target) throws(TreeError) {
    if let at = try find(target) {
      try tree.add(at, delta)
    } else if delta != 0 {
      // Refused before a node is made for it.
      guard UInt32(exactly: delta) != nil else { throw .range }
      try tree.add(try findOrCreate(target), delta)
    }
  }

  private func mute(_ target: Target, _ mode: Int32, _ until: Int64) throws(TreeError) {
    guard until >= 0, let asked = UInt8(exactly: mode), let mute = Mute(rawValue: asked) else { throw .range }
    let isOver = until != 0 && until <= engine.clock.wall
    if mute == .none || isOver {
      if let at = try find(target) { try tree.setMute(at, .none) }
      return
    }
    try tree.setMute(try findOrCreate(target), mute, until: until)
    if until != 0 { updateDeadline() }
  }

  /// Ends what is due before anything else is done or read. Under `lock`.
  func expireIfDue() {
    let now = engine.clock.wall
    if deadline > now { return }
    tree.begin(.undoable)
    do throws(TreeError) {
      try tree.expire(now: now)
      try tree.prepareCommit()
      try engine.reserveEvents(tree.notices.count)
    } catch {
      // Without memory it stays as it is, and is tried again at the next call.
      tree.rollback()
      return
    }
    finish()
    updateDeadline()
  }
}
