import TallyMemory

/// What a node showed before the transaction.
struct VisibleEntry {
  var node: UInt32
  var before: Visible
  var revision: UInt64
}

/// What a node owned, or how much it was fed, before a change.
struct OwnEntry {
  var node: UInt32
  var own: OwnState
  var fedCount: Int64
  var fedBadges: Int64
}

/// A node whose first or last contributing child came or went within the compound operation under way.
struct Flip {
  var node: UInt32
  var depth: UInt32
  var wasLit: Bool
}

enum Mode: UInt8 {
  case idle
  /// One operation that cannot be taken back: nothing is logged.
  case direct
  /// Everything is logged, so that it can be taken back, and compared at the end.
  case logged
  /// Taking back.
  case silent
}

extension Tree {
  public enum Transaction: Sendable {
    /// Exactly one simple operation, which cannot be rolled back once it has succeeded.
    case single
    /// Any number of operations; can be rolled back.
    case undoable
  }

  public func begin(_ transaction: Transaction) {
    precondition(mode == .idle, "transactions do not nest")
    mode = transaction == .single ? .direct : .logged
    hasChanged = false
  }

  /// Settles what an undoable transaction has changed, and asks for the memory that telling it takes. After this
  /// `notices` holds who is to be told, and ``commit()`` cannot fail. A single operation needs no call.
  public func prepareCommit() throws(TreeError) {
    if mode != .logged || isPrepared { return }
    dropUnchanged()
    if hasChanged, observers.count > 0 {
      try Tree.reserve { () throws(OutOfMemory) in try collectNotices() }
    }
    isPrepared = true
  }

  /// Ends the transaction; an undoable one after ``prepareCommit()``. Where something visible has changed, it gets
  /// the next revision, and `notices` holds who is to be told, in order: deeper paths first, then by the bytes of
  /// the path, then by registration.
  /// - Returns: whether something visible changed.
  @discardableResult
  public func commit() -> Bool {
    precondition(mode != .idle)
    precondition(mode == .direct || isPrepared)
    if mode == .direct, hasChanged, observers.count > 0 { collectReserved() }
    if mode == .logged, changes.isTracking { keepLoggedChanges() }
    mode = .idle
    isPrepared = false
    ownLog.removeAll()
    if hasChanged {
      revision = pendingRevision
      pendingRevision += 1
    }
    visibleLog.removeAll()
    touched.removeAll()
    return hasChanged
  }

  private func keepLoggedChanges() {
    for position in 0..<visibleLog.count {
      let index = visibleLog[position].node
      if nodes[Int(index)].revision == pendingRevision { changes.append(pendingRevision, index) }
    }
  }

  private func collectReserved() {
    do throws(OutOfMemory) { try collectNotices() } catch { preconditionFailure("room was not reserved") }
  }

  /// Forgets the nodes that show again what they showed before; what remains has changed.
  private func dropUnchanged() {
    hasChanged = false
    for position in 0..<visibleLog.count {
      let entry = visibleLog[position]
      if visible(nodes + Int(entry.node)) == entry.before {
        nodes[Int(entry.node)].revision = entry.revision
      } else {
        hasChanged = true
      }
    }
  }

  /// Takes everything back that the transaction did. (Nodes that it created remain, showing nothing.)
  public func rollback() {
    precondition(mode != .idle)
    endCompoundWithoutClearing()
    isPrepared = false
    notices.removeAll()
    mode = .silent
    clearsAutomatically = false
    while let entry = ownLog.popLast() {
      let node = nodes + Int(entry.node)
      if entry.fedCount != 0 || entry.fedBadges != 0 {
        changeFed(node, entry.node, 0 &- entry.fedCount, 0 &- entry.fedBadges)
      } else {
        restore(node, entry.node, entry.own)
      }
    }
    while let entry = visibleLog.popLast() { nodes[Int(entry.node)].revision = entry.revision }
    clearsAutomatically = true
    touched.removeAll()
    hasChanged = false
    mode = .idle
  }

  /// Makes room for all that one operation may log on its way up, before it changes anything.
  @inline(__always)
  func prepare() throws(TreeError) {
    let height = limits.depth + 2
    if storesState, dirty.capacity - dirty.count < height { try makeRoom(height) }
    if mode == .logged {
      try makeLogRoom(height)
    } else if observers.count > 0 {
      try Tree.reserve { () throws(OutOfMemory) in try notices.reserve(notices.count + noticeBound) }
    }
  }

  private func makeRoom(_ height: Int) throws(TreeError) {
    try Tree.reserve { () throws(OutOfMemory) in try dirty.reserve(dirty.count + height) }
  }

  private func makeLogRoom(_ height: Int) throws(TreeError) {
    try Tree.reserve { () throws(OutOfMemory) in
      try visibleLog.reserve(visibleLog.count + height)
      try ownLog.reserve(ownLog.count + height)
      if isCompound { try flips.reserve(flips.count + height) }
    }
  }

  @inline(__always)
  func logOwn(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    if mode == .logged { logOwnState(index) }
  }

  @inline(__always)
  private func logOwnState(_ index: UInt32) {
    let node = nodes[Int(index)]
    let hasEnds = !node.flags.isDisjoint(with: Node.Flags.ends)
    let own = hasEnds ? ownState(NodeIndex(index)) : OwnState(manual: node.manual, mute: node.mute)
    appendReserved(&ownLog, OwnEntry(node: index, own: own, fedCount: 0, fedBadges: 0))
  }

  /// Several changes that count as one operation: whether a node has lost its last contributing child is decided by
  /// what was before and after all of them. Within an undoable transaction only.
  public func beginCompound() {
    precondition(mode == .logged && !isCompound)
    isCompound = true
  }

  /// Ends the operation: nodes that had contributing children before it and have none now lose their manual badge,
  /// deepest first, and so on upward. What one clearing adds lies above it, so one pass for each depth will do.
  public func endCompound() throws(TreeError) {
    var passed = UInt32.max
    while let depth = deepestFlip(above: passed) {
      var position = 0
      while position < flips.count {
        if flips[position].depth == depth { try clearFlipped(flips[position]) }
        position += 1
      }
      passed = depth
    }
    endCompoundWithoutClearing()
  }

  private func deepestFlip(above passed: UInt32) -> UInt32? {
    var deepest: UInt32?
    for position in 0..<flips.count {
      let depth = flips[position].depth
      if depth < passed, depth >= deepest ?? 0 { deepest = depth }
    }
    return deepest
  }

  private func clearFlipped(_ flip: Flip) throws(TreeError) {
    let node = nodes + Int(flip.node)
    guard flip.wasLit, node.pointee.litChildren == 0, !node.pointee.flags.isDisjoint(with: Node.Flags.manual)
    else { return }
    try prepare()
    let before = visible(node)
    removeManual(node, flip.node)
    settle(flip.node, before: before)
  }

  func endCompoundWithoutClearing() {
    while let flip = flips.popLast() { nodes[Int(flip.node)].flags.remove(.flipped) }
    isCompound = false
  }
}
