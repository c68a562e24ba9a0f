import CMemory
import TallyFailure
import TallyMemory

/// A node's visible badge before the transaction, and its stamp.
struct VisibleEntry: BitwiseCopyable {
  var count: UInt64
  var stamp: UInt32
  /// The node's number in the lower bits. Numbers do not need the highest one.
  private var nodeAndShows: UInt32

  @inline(__always)
  init(node: UInt32, stamp: UInt32, before: Visible) {
    count = before.count
    self.stamp = stamp
    nodeAndShows = node << 1 | (before.shows ? 1 : 0)
  }

  @inline(__always) var node: UInt32 { nodeAndShows >> 1 }
  @inline(__always) var before: Visible { Visible(shows: nodeAndShows & 1 != 0, count: count) }
}

/// A change of a node's own state or feeds. Its former state follows from its former flags. Ends and feeds are rare,
/// and are in lists of their own, in the same order.
struct OwnEntry: BitwiseCopyable {
  enum Kind: UInt16, BitwiseCopyable {
    case own
    /// Also an entry of `ownLogEnds`.
    case ownWithEnds
    /// Only a change of feeds: an entry of `ownLogFeeds`.
    case feed
    /// The same of a shared feed. `node` is its junction.
    case sharedFeed
    /// A link was added, or removed. `ownCount` is its other node.
    case linked
    case unlinked
    /// The counting rule was changed to the other one.
    case ruled
    /// Only a change of the levels of what feeds the node: an entry of the log of levels.
    case levels
    /// The same of a shared feed. `node` is its junction.
    case sharedLevels

    /// Whether `node` is a junction.
    var isShared: Bool { self == .sharedFeed || self == .sharedLevels }

    var restates: Bool { self == .own || self == .ownWithEnds }
  }

  var node: UInt32
  var ownCount: UInt32
  var flags: Node.Flags
  var kind: Kind

  @inline(__always)
  init(node: UInt32, kind: Kind, flags: Node.Flags, ownCount: UInt32) {
    self.node = node
    self.kind = kind
    self.flags = flags
    self.ownCount = ownCount
  }

  @inline(__always)
  init(node: UInt32, kind: Kind, other: UInt32) {
    self.init(node: node, kind: kind, flags: [], ownCount: other)
  }

  var own: OwnState {
    OwnState(
      badge: flags.contains(.ownCount) ? .count(ownCount) : flags.contains(.ownDot) ? .dot : .none,
      mute: flags.contains(.muteAll) ? .all : flags.contains(.muteNumber) ? .number : .none)
  }
}

struct LoggedEnds: BitwiseCopyable {
  var expires: Int64
  var muteUntil: Int64
  var mute: Mute
  var snooze: Int64
}

struct LoggedFeed: BitwiseCopyable {
  var count: Int64
  var badges: Int64
}

/// A node whose first contributing child came, or whose last one went, in the current compound operation.
struct Flip: BitwiseCopyable {
  var node: UInt32
  var depth: UInt32
  var wasLit: Bool
}

enum Mode: UInt8 {
  case idle
  /// One operation that cannot be rolled back: nothing is logged.
  case direct
  /// Everything is logged, so that it can be rolled back, and compared at the end.
  case logged
  /// A rollback.
  case silent
}

extension Tree {
  public enum Transaction: Sendable {
    /// Exactly one simple operation, which cannot be rolled back after it has succeeded.
    case single
    /// Any number of operations; can be rolled back.
    case undoable
  }

  public func begin(_ transaction: Transaction) {
    // Transactions do not nest.
    precondition(mode == .idle)
    mode = transaction == .single ? .direct : .logged
    hasChanged = false
    if transaction == .undoable { firstDirty = dirty.count }
  }

  /// Settles an undoable transaction and allocates the memory for its notices. Afterwards `notices` names the
  /// observers, and ``commit()`` cannot fail. A single operation needs no call.
  public func prepareCommit() throws(Failure) {
    if mode != .logged || isPrepared { return }
    dropUnchanged()
    if hasChanged, observers.count > 0 {
      try Tree.reserve { () throws(OutOfMemory) in try collectNotices() }
    }
    isPrepared = true
  }

  /// Ends the transaction; an undoable one after ``prepareCommit()``. If something visible has changed, it gets the
  /// next revision. Then `notices` names the observers in order: deeper paths first, then by the bytes of the path,
  /// then by registration.
  /// - Returns: whether something visible changed.
  @discardableResult
  public func commit() -> Bool {
    precondition(mode != .idle)
    precondition(mode == .direct || isPrepared)
    if mode == .direct, hasChanged, observers.count > 0 { collectReserved() }
    if mode == .logged {
      if changes.isTracking { keepLoggedChanges() }
      if hasExtras { endExtras() }
    }
    mode = .idle
    isPrepared = false
    clearLogs()
    if hasChanged {
      revision &+= 1
      pendingStamp &+= 1
      if pendingStamp == lastStamp { renewStamps() }
    }
    return hasChanged
  }

  /// Whether several changes that count as one operation are in progress.
  public var isInCompound: Bool { isCompound }

  /// Whether a transaction is in progress.
  public var isInTransaction: Bool { mode != .idle }

  /// The number of changes of own states and feeds in the current undoable transaction.
  public var loggedChanges: Int { ownLog.count }

  /// Whether it has changed a node's own state or feeds.
  public func hasLogged(_ at: NodeIndex) -> Bool {
    for position in 0..<ownLog.count {
      let entry = ownLog[position]
      if entry.kind.isShared ? isShared(entry.node, with: at.raw) : entry.node == at.raw { return true }
    }
    return false
  }

  /// Turns the changes of a single operation into notices. There is room.
  @inline(never)
  @_optimize(speed)
  func collectTouched() {
    let index = touched[0]
    if touched.count == 1, !nodes[Int(index)].flags.contains(.inObservedSubtree) {
      // Only the node's own observers are notified. They are chained in the order of registration.
      var observer = observers.firstObserver(index)
      while observer != Node.none {
        appendReserved(&notices, Notice(observer: observer, node: NodeIndex(index)))
        observer = observers.records[observer].next
      }
    } else {
      collectReserved()
    }
    touched.removeAll()
  }

  @inline(__always)
  private func clearLogs() {
    ownLog.removeAll()
    ownLogEnds.removeAll()
    ownLogFeeds.removeAll()
    visibleLog.removeAll()
    touched.removeAll()
  }

  @inline(never)
  private func endExtras() {
    hasExtras = false
    icons.commit()
    forgetChangedLevels()
  }

  private func keepLoggedChanges() {
    for position in 0..<visibleLog.count {
      let index = visibleLog[position].node
      if stamp(nodes + Int(index)) == pendingStamp { changes.append(pendingRevision, index) }
    }
  }

  private func collectReserved() {
    do throws(OutOfMemory) { try collectNotices() } catch { preconditionFailure("room was not reserved") }
  }

  /// Drops the nodes that show the same again as before. The remaining ones have changed.
  private func dropUnchanged() {
    let entries = visibleLog.pointer
    var hasChanged = false
    for position in 0..<visibleLog.count {
      let entry = entries[position]
      if position &+ 16 < visibleLog.count { ctally_memory_prefetch(nodes + Int(entries[position &+ 16].node)) }
      let node = nodes + Int(entry.node)
      let after = visible(node)
      if after.count == entry.count, after.shows == entry.before.shows {
        setStamp(node, entry.stamp)
      } else {
        hasChanged = true
      }
    }
    self.hasChanged = hasChanged
    if hasExtras { keepChangedLevels() }
  }

  /// Undoes the transaction. Nodes that it created remain and show nothing.
  public func rollback() {
    precondition(mode != .idle)
    endCompoundWithoutClearing()
    isPrepared = false
    notices.removeAll()
    let wasLogged = mode == .logged
    mode = .silent
    clearsAutomatically = false
    emptied &+= visibleLog.count
    while let entry = ownLog.popLast() { takeBack(entry) }
    icons.rollback(to: 0)
    endExtras()
    while let entry = visibleLog.popLast() { setStamp(nodes + Int(entry.node), entry.stamp) }
    if wasLogged { forgetDirty(after: firstDirty) }
    clearsAutomatically = true
    touched.removeAll()
    hasChanged = false
    mode = .idle
  }

  /// Takes back what an undoable transaction has done since a mark, and goes on with it. What showed something else
  /// meanwhile is compared when the transaction ends.
  public func rollback(to mark: LogMark) {
    precondition(mode == .logged && !isPrepared)
    endCompoundWithoutClearing()
    mode = .silent
    clearsAutomatically = false
    emptied &+= ownLog.count - mark.changes
    while ownLog.count > mark.changes, let entry = ownLog.popLast() { takeBack(entry) }
    icons.rollback(to: mark.icons)
    forgetDirty(after: mark.dirty)
    clearsAutomatically = true
    mode = .logged
  }

  /// Drops the nodes that only the rolled back changes made dirty. Otherwise their former states would be stored, over
  /// those of another transaction that is on its way to the store.
  private func forgetDirty(after count: Int) {
    while dirty.count > count, let index = dirty.popLast() { nodes[Int(index)].flags.remove(.dirty) }
  }

  private func takeBack(_ entry: OwnEntry) {
    let node = nodes + Int(entry.node)
    var own = entry.own
    switch entry.kind {
    case .own: restore(node, entry.node, own)
    case .ownWithEnds:
      if let ends = ownLogEnds.popLast() {
        own.expires = ends.expires
        own.muteUntil = ends.muteUntil
        own.mute = ends.mute
        own.snooze = ends.snooze
      }
      restore(node, entry.node, own)
    case .feed:
      if let feed = ownLogFeeds.popLast() { changeFed(node, entry.node, 0 &- feed.count, 0 &- feed.badges) }
      return
    case .sharedFeed:
      if let feed = ownLogFeeds.popLast() { changeShared(entry.node, 0 &- feed.count, 0 &- feed.badges) }
      return
    case .linked: return disconnect(entry.node, entry.ownCount)
    case .unlinked: return connect(entry.node, entry.ownCount)
    case .ruled: return toggleRule(entry.node)
    case .levels: return takeBackLevels(entry.node)
    case .sharedLevels: return takeBackSharedLevels(entry.node)
    }
    if entry.flags.contains(.iconed) { node.pointee.flags.insert(.iconed) }
  }

  /// Makes room for everything that one operation may log on its way up, before it changes anything.
  @inline(__always)
  func prepare() throws(Failure) {
    switch mode {
    case .logged: if !isCompound, hasRoomForLogged { return }
    default: if observers.count == 0, !storesState || dirty.hasRoom(for: height) { return }
    }
    try makeRoom(height)
  }

  /// Whether a logged operation outside a compound one needs no memory for its notes.
  @inline(__always)
  var hasRoomForLogged: Bool {
    return visibleLog.hasRoom(for: height) && ownLog.hasRoom(for: height) && ownLogEnds.hasRoom(for: height)
      && (!storesState || dirty.hasRoom(for: height))
  }

  @inline(never)
  private func makeRoom(_ height: Int) throws(Failure) {
    try Tree.reserve { () throws(OutOfMemory) in
      if storesState { try dirty.reserve(dirty.count + height) }
      if mode == .logged {
        try visibleLog.reserve(visibleLog.count + height)
        try ownLog.reserve(ownLog.count + height)
        try ownLogEnds.reserve(ownLogEnds.count + height)
        if isCompound { try flips.reserve(flips.count + height) }
      } else if observers.count > 0 {
        try notices.reserve(notices.count + noticeBound)
      }
    }
  }

  @inline(__always)
  func logOwn(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    if mode == .logged { logOwnState(node, index) }
  }

  private func logOwnState(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    let flags = node.pointee.flags
    let mayHaveEnds = !flags.isDisjoint(with: Node.Flags.ends.union(.muted))
    let hasEnds = mayHaveEnds && logEnds(node, index)
    appendReserved(
      &ownLog,
      OwnEntry(node: index, kind: hasEnds ? .ownWithEnds : .own, flags: flags, ownCount: ownCount(node)))
  }

  /// Logs the part of a node's own state that its flags do not have.
  /// - Returns: whether there is one.
  @inline(never)
  private func logEnds(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) -> Bool {
    if node.pointee.flags.isDisjoint(with: Node.Flags.ends), !isPassing(node), !isSnoozed(index) { return false }
    let own = ownState(NodeIndex(index))
    appendReserved(
      &ownLogEnds,
      LoggedEnds(expires: own.expires, muteUntil: own.muteUntil, mute: own.mute, snooze: own.snooze))
    return true
  }

  /// Begins several changes that count as one operation. Whether a node has lost its last contributing child then
  /// depends on the states before and after all of them. Only within an undoable transaction.
  public func beginCompound() {
    precondition(mode == .logged && !isCompound)
    isCompound = true
  }

  /// Ends the operation. Nodes that had contributing children before it and have none now lose their own badge,
  /// deepest first, and so on upward. A clearing adds only nodes above it, so one pass for each depth is enough.
  public func endCompound() throws(Failure) {
    if !overlay.isEmpty { return try endCompoundWithLinks() }
    var passed = UInt32.max
    while let depth = deepestFlip(above: passed) {
      var position = 0
      while position < flips.count {
        if flips[position].depth == depth { _ = try clearFlipped(flips[position]) }
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

  /// - Returns: whether the node had a badge to clear.
  func clearFlipped(_ flip: Flip) throws(Failure) -> Bool {
    let node = nodes + Int(flip.node)
    guard flip.wasLit, litChildren(node) == 0, !node.pointee.flags.isDisjoint(with: Node.Flags.ownBadge)
    else { return false }
    try prepare()
    let before = visible(node)
    removeOwnBadge(node, flip.node)
    settle(flip.node, before: before)
    return true
  }

  func endCompoundWithoutClearing() {
    while let flip = flips.popLast() { nodes[Int(flip.node)].flags.remove(.flipped) }
    isCompound = false
  }
}
