import TallyMemory

// The operations of badges. All of them are called within a transaction, and either do all of their work or throw
// having changed nothing.

extension Tree {
  /// Replaces the manual badge and its expiry. `none` takes it away.
  /// - Parameter expires: milliseconds since 1970, or 0.
  public func setManual(_ at: NodeIndex, _ manual: Manual, expires: Int64 = 0) throws(TreeError) {
    switch manual {
    case .none: try replaceManual(at, flag: [], count: 0, expires: 0)
    case .dot: try replaceManual(at, flag: .manualDot, count: 0, expires: expires)
    case .count(let count): try replaceManual(at, flag: .manualCount, count: count, expires: expires)
    }
  }

  @inline(__always)
  private func replaceManual(
    _ at: NodeIndex, flag: Node.Flags, count: UInt32, expires: Int64
  ) throws(TreeError) {
    let node = nodes + Int(at.raw)
    let flags = node.pointee.flags
    let hasEnd = expires != 0 || flags.contains(.expires)
    if node.pointee.manualCount == count, flags.intersection(.manual) == flag, !hasEnd { return }
    try prepare()
    if expires != 0 { try Tree.reserve { () throws(OutOfMemory) in try deadlines.prepare() } }
    logOwn(node, at.raw)
    let before = visible(node)
    node.pointee.manualCount = count
    node.pointee.flags = flags.subtracting(.manual).union(flag)
    if hasEnd { setExpiry(node, at.raw, expires) }
    markDirty(node, at.raw)
    settle(at.raw, before: before)
  }

  private func place(_ manual: Manual, on node: UnsafeMutablePointer<Node>) {
    node.pointee.flags.subtract(.manual)
    node.pointee.manualCount = 0
    switch manual {
    case .none: break
    case .dot: node.pointee.flags.insert(.manualDot)
    case .count(let count):
      node.pointee.manualCount = count
      node.pointee.flags.insert(.manualCount)
    }
  }

  private func setExpiry(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ expires: Int64) {
    if expires == 0 {
      node.pointee.flags.remove(.expires)
      deadlines.remove(index, .badge)
    } else {
      node.pointee.flags.insert(.expires)
      deadlines.set(index, .badge, expires)
    }
  }

  /// Sets a count, or takes the badge away where it is 0.
  /// - Throws: ``TreeError/range`` unless it is 0 to 2^32 - 1.
  @inline(__always)
  public func set(_ at: NodeIndex, _ count: Int64, expires: Int64 = 0) throws(TreeError) {
    guard let number = UInt32(exactly: count) else { throw .range }
    try setManual(at, number == 0 ? .none : .count(number), expires: expires)
  }

  /// Adds to the manual count; a dot or nothing counts as 0. The expiry stays.
  public func add(_ at: NodeIndex, _ delta: Int64) throws(TreeError) {
    if delta == 0 { return }
    let node = nodes + Int(at.raw)
    let (result, overflow) = Int64(node.pointee.manualCount).addingReportingOverflow(delta)
    guard !overflow, let number = UInt32(exactly: result) else { throw .range }
    let expires = deadlines.time(at.raw, .badge)
    try setManual(at, number == 0 ? .none : .count(number), expires: expires)
  }

  /// Whether `clear` is refused: a child contributes a badge. Never under ``Aggregation/sum``.
  public func isHeld(_ at: NodeIndex) -> Bool {
    aggregation == .children && nodes[Int(at.raw)].litChildren > 0
  }

  /// Whether messages or reminders feed the node.
  public func isFed(_ at: NodeIndex) -> Bool { nodes[Int(at.raw)].fedBadges > 0 }

  /// Mutes a node towards its parent. Manual badges above it are not cleared by it.
  /// - Parameter until: milliseconds since 1970, or 0.
  public func setMute(_ at: NodeIndex, _ mute: Mute, until: Int64 = 0) throws(TreeError) {
    try prepare()
    let node = nodes + Int(at.raw)
    let hadEnd = node.pointee.flags.contains(.muteEnds)
    let end = mute == .none ? 0 : until
    if node.pointee.mute == mute, !hadEnd, end == 0 { return }
    if end != 0 { try Tree.reserve { () throws(OutOfMemory) in try deadlines.prepare() } }
    logOwn(node, at.raw)
    changeMute(node, at.raw, mute, until: end)
    markDirty(node, at.raw)
    if mute != .none, !node.pointee.flags.contains(.listed) { list(at.raw) }
  }

  private func changeMute(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ mute: Mute, until: Int64) {
    let before = contribution(node)
    node.pointee.flags.subtract([.muted, .muteEnds])
    switch mute {
    case .none: break
    case .number: node.pointee.flags.insert(.muteNumber)
    case .all: node.pointee.flags.insert(.muteAll)
    }
    if until == 0 {
      deadlines.remove(index, .mute)
    } else {
      node.pointee.flags.insert(.muteEnds)
      deadlines.set(index, .mute, until)
    }
    let cleared = clearsAutomatically
    clearsAutomatically = false
    replaceContribution(of: node, before)
    clearsAutomatically = cleared
  }

  /// What a node contributes to its parent: what it shows, after its mute.
  @inline(__always)
  func contribution(_ node: UnsafeMutablePointer<Node>) -> Visible {
    let shown = visible(node)
    switch node.pointee.mute {
    case .none: return shown
    case .number: return Visible(shows: shown.shows, count: 0)
    case .all: return .nothing
    }
  }

  /// Carries a changed contribution, which was `before`, to the parent and on.
  func replaceContribution(of node: UnsafeMutablePointer<Node>, _ before: Visible) {
    let after = contribution(node)
    let parent = node.pointee.parent
    if after == before || parent == Node.none { return }
    let lit = (after.shows ? 1 : 0) - (before.shows ? 1 : 0)
    let parentBefore = visible(nodes + Int(parent))
    shift(nodes + Int(parent), parent, after.count &- before.count, lit)
    settle(parent, before: parentBefore)
  }

  /// Feeds a node: `count` more in number, `badges` more things that feed it (either may be negative).
  public func feed(_ at: NodeIndex, count: Int64, badges: Int64) throws(TreeError) {
    if count == 0 && badges == 0 { return }
    try prepare()
    let node = nodes + Int(at.raw)
    let (total, overflow) = Int64(node.pointee.fedBadges).addingReportingOverflow(badges)
    guard !overflow, UInt32(exactly: total) != nil else { throw .range }
    if mode == .logged {
      appendReserved(&ownLog, OwnEntry(node: at.raw, own: OwnState(), fedCount: count, fedBadges: badges))
    }
    changeFed(node, at.raw, count, badges)
  }

  func changeFed(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ count: Int64, _ badges: Int64) {
    let before = visible(node)
    fedBadges += badges
    node.pointee.sum &+= UInt64(bitPattern: count)
    node.pointee.fedBadges = UInt32(truncatingIfNeeded: Int64(node.pointee.fedBadges) + badges)
    settle(index, before: before)
  }

  /// Puts back what a node owned.
  func restore(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ own: OwnState) {
    if node.pointee.flags.contains(.digested) { noteRestated(node, index) }
    let before = visible(node)
    place(own.manual, on: node)
    if own.expires != 0 || node.pointee.flags.contains(.expires) { setExpiry(node, index, own.expires) }
    settle(index, before: before)
    if own.mute != node.pointee.mute || own.muteUntil != deadlines.time(index, .mute) {
      changeMute(node, index, own.mute, until: own.muteUntil)
      // A node without its mute may have left the list.
      if own.mute != .none, !node.pointee.flags.contains(.listed) { list(index) }
    }
  }

  /// Puts in place what was stored, when a tree is loaded.
  public func load(_ at: NodeIndex, _ own: OwnState) throws(TreeError) {
    try setManual(at, own.manual, expires: own.expires)
    try setMute(at, own.mute, until: own.muteUntil)
  }

  // MARK: Reading

  @inline(__always)
  public func visible(_ at: NodeIndex) -> Visible { visible(nodes + Int(at.raw)) }

  /// The revision that last changed what the node shows; 0: none since the tree was made.
  public func revision(of at: NodeIndex) -> UInt64 { nodes[Int(at.raw)].revision }

  /// Whether a child contributes a badge.
  public func isLit(_ at: NodeIndex) -> Bool { nodes[Int(at.raw)].litChildren > 0 }

  public func ownState(_ at: NodeIndex) -> OwnState {
    let node = nodes[Int(at.raw)]
    return OwnState(
      manual: node.manual,
      expires: node.flags.contains(.expires) ? deadlines.time(at.raw, .badge) : 0,
      mute: node.mute,
      muteUntil: node.flags.contains(.muteEnds) ? deadlines.time(at.raw, .mute) : 0)
  }
}
