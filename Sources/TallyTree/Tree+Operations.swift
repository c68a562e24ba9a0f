import TallyFailure
import TallyMemory

// The badge operations. They run within a transaction. An operation that throws changes nothing.

extension OwnBadge {
  /// The form in which a node keeps it.
  @inline(__always)
  var parts: (flag: Node.Flags, count: UInt32) {
    switch self {
    case .none: ([], 0)
    case .dot: (.ownDot, 0)
    case .count(let count): (.ownCount, count)
    }
  }
}

extension Tree {
  /// Replaces the own badge and its expiry. `none` removes it.
  /// - Parameter expires: milliseconds since 1970, or 0.
  public func setOwnBadge(_ at: NodeIndex, _ badge: OwnBadge, expires: Int64 = 0) throws(Failure) {
    let (flag, count) = badge.parts
    try replaceOwnBadge(nodes + Int(at.raw), at.raw, flag, count, badge == .none ? 0 : expires)
  }

  private func replaceOwnBadge(
    _ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ flag: Node.Flags, _ count: UInt32, _ expires: Int64
  ) throws(Failure) {
    let flags = node.pointee.flags
    let hasEnd = expires != 0 || flags.contains(.expires)
    if ownCount(node) == count, flags.intersection(.ownBadge) == flag, !hasEnd || endOfBadge(node, index) == expires {
      return
    }
    try prepare()
    if expires != 0 { try Tree.reserve { () throws(OutOfMemory) in try deadlines.prepare() } }
    logOwn(node, index)
    listed.forgetReasons()
    let before = visible(node)
    setOwnCount(node, count)
    updateFlags(node) { $0 = flags.subtracting(.ownBadgeAndIcon).union(flag) }
    if flag.isEmpty { emptied &+= 1 }
    if hasEnd { setExpiry(node, index, expires) }
    markDirty(node, index)
    settle(index, before: before)
  }

  private func place(_ badge: OwnBadge, on node: UnsafeMutablePointer<Node>) {
    let (flag, count) = badge.parts
    listed.forgetReasons()
    updateFlags(node) { $0 = $0.subtracting(.ownBadgeAndIcon).union(flag) }
    setOwnCount(node, count)
  }

  private func endOfBadge(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) -> Int64 {
    node.pointee.flags.contains(.expires) ? deadlines.time(index, .badge) : 0
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

  /// Sets a count. 0 removes the badge.
  /// - Throws: `.countRange` unless it is 0 to 2^32 - 1.
  @inline(__always)
  public func set(_ at: NodeIndex, _ count: Int64, expires: Int64 = 0) throws(Failure) {
    guard let number = UInt32(exactly: count) else { throw .countRange }
    try setOwnBadge(at, number == 0 ? .none : .count(number), expires: expires)
  }

  /// Adds to the own count. A dot or nothing counts as 0. The expiry stays.
  public func add(_ at: NodeIndex, _ delta: Int64) throws(Failure) {
    if delta == 0 { return }
    let node = nodes + Int(at.raw)
    let (result, overflow) = Int64(ownCount(node)).addingReportingOverflow(delta)
    guard !overflow, let number = UInt32(exactly: result) else { throw .countRange }
    let expires = deadlines.time(at.raw, .badge)
    try setOwnBadge(at, number == 0 ? .none : .count(number), expires: expires)
  }

  /// Whether `clear` is rejected, because a child contributes a badge. Never under ``Aggregation/sum``.
  public func isHeld(_ at: NodeIndex) -> Bool {
    aggregation == .children && isLit(at)
  }

  /// Whether messages or reminders feed the node.
  public func isFed(_ at: NodeIndex) -> Bool { nodes[Int(at.raw)].flags.contains(.fed) }

  /// Mutes a node towards its parent. This does not clear own badges above it.
  /// - Parameter until: milliseconds since 1970, or 0.
  public func setMute(_ at: NodeIndex, _ mute: Mute, until: Int64 = 0) throws(Failure) {
    try prepare()
    let node = nodes + Int(at.raw)
    let hadEnd = node.pointee.flags.contains(.muteEnds)
    let end = mute == .none ? 0 : until
    if ownMute(node, at.raw) == mute, !hadEnd, end == 0 { return }
    if end != 0 { try Tree.reserve { () throws(OutOfMemory) in try deadlines.prepare() } }
    if mute.passesHighlights { try reservePassing(at.raw) }
    logOwn(node, at.raw)
    changeMute(node, at.raw, mute, until: end)
    markDirty(node, at.raw)
    if mute == .none {
      emptied &+= 1
    } else if !node.pointee.flags.contains(.listed) {
      list(at.raw)
    }
  }

  private func changeMute(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ mute: Mute, until: Int64) {
    if isSnoozed(index) { keptMutes.replace(mute, of: index) } else { holdBack(mute, node, index) }
    if until == 0 {
      node.pointee.flags.remove(.muteEnds)
      deadlines.remove(index, .mute)
    } else {
      node.pointee.flags.insert(.muteEnds)
      deadlines.set(index, .mute, until)
    }
  }

  /// Changes what a node holds back from its parent: its mute, or everything while it is snoozed.
  func holdBack(_ mute: Mute, _ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    if index == NodeIndex.root.raw { hasOtherRootMute = true }
    listed.top = nil
    let junction = overlay.junction(index)
    if junction != Node.none {
      rewire(junction) { replaceMute(node, mute) }
    } else {
      let before = contribution(node)
      let passive = passiveContribution(node)
      let passed = passesHighlights(node)
      replaceMute(node, mute)
      let cleared = clearsAutomatically
      clearsAutomatically = false
      if !levels.isEmpty, passesHighlights(node) != passed { replaceHighlights(of: node, index, isTaken: passed) }
      replaceContribution(of: node, index, before, passive: passiveContribution(node) - passive)
      clearsAutomatically = cleared
    }
  }

  private func replaceMute(_ node: UnsafeMutablePointer<Node>, _ mute: Mute) {
    updateFlags(node) {
      $0.subtract(.muted)
      if mute != .none { $0.insert(mute.mode == .all ? .muteAll : .muteNumber) }
    }
    if isPassing(node) != mute.passesHighlights { togglePassing(node) }
  }

  /// A node's contribution to its parent: its visible badge after its mute.
  @inline(__always)
  func contribution(_ node: UnsafeMutablePointer<Node>) -> Visible {
    let shown = visible(node)
    if node.pointee.flags.isDisjoint(with: Node.Flags.muted) { return shown }
    return isPassing(node) ? passed(node, shown) : shown.muted(node.pointee.mute)
  }

  /// Whether the root's mute was changed since the last call.
  public func takeRootMuteChange() -> Bool {
    if !hasOtherRootMute { return false }
    hasOtherRootMute = false
    return true
  }

  /// A node's visible badge after its mute.
  @inline(__always)
  public func contribution(_ at: NodeIndex) -> Visible { contribution(nodes + Int(at.raw)) }

  /// Carries a changed contribution, which was `before`, to the parent and up.
  /// - Parameter passive: the change of the number of passive children that it is.
  func replaceContribution(
    of node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible, passive: Int32 = 0
  ) {
    let after = contribution(node)
    if after == before && passive == 0 || node.pointee.parent == Node.none { return }
    // The node of a branch is never none.
    let parent = branches[Int(node.pointee.parent)].node
    var change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    if isRuled(nodes + Int(parent)) { change.count = countByRule(change.count, parent, from: index) }
    let parentBefore = visible(nodes + Int(parent))
    shift(nodes + Int(parent), parent, change)
    if passive != 0 {
      leave(passive, at: node.pointee.parent)
      takeArriving(node.pointee.parent)
    }
    settle(parent, before: parentBefore)
  }

  /// Feeds a node. `count` is added to its number and `badges` to its number of feeding things. Either may be negative.
  public func feed(_ at: NodeIndex, count: Int64, badges: Int64) throws(Failure) {
    if count == 0 && badges == 0 { return }
    try prepare()
    let node = nodes + Int(at.raw)
    let (total, overflow) = Int64(fedBadges(node)).addingReportingOverflow(badges)
    guard !overflow, UInt32(exactly: total) != nil else { throw .countRange }
    try Tree.reserve { () throws(OutOfMemory) in
      try reserveBranches(1)
      try ownLogFeeds.reserve(ownLogFeeds.count + 1)
    }
    makeBranch(at.raw)
    if mode == .logged {
      appendReserved(&ownLogFeeds, LoggedFeed(count: count, badges: badges))
      appendReserved(&ownLog, OwnEntry(node: at.raw, kind: .feed, flags: [], ownCount: 0))
    }
    changeFed(node, at.raw, count, badges)
  }

  func fedBadges(_ node: UnsafeMutablePointer<Node>) -> UInt32 {
    node.pointee.flags.contains(.fed) ? branchLinks[Int(node.pointee.value)].fedBadges : 0
  }

  /// The node has a branch.
  func changeFed(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ count: Int64, _ badges: Int64) {
    listed.forgetReasons()
    let before = visible(node)
    let branch = branches + Int(node.pointee.value)
    fedBadges += badges
    branch.pointee.sum &+= UInt64(bitPattern: count)
    if !overlay.isEmpty { noteFed(index, count) }
    addFedBadges(node, badges)
    settle(index, before: before)
  }

  /// Changes the number of what feeds a node, which has a branch, without settling.
  @inline(__always)
  func addFedBadges(_ node: UnsafeMutablePointer<Node>, _ badges: Int64) {
    let fed = UInt32(truncatingIfNeeded: Int64(fedBadges(node)) + badges)
    branchLinks[Int(node.pointee.value)].fedBadges = fed
    updateFlags(node) { if fed != 0 { $0.insert(.fed) } else { $0.remove(.fed) } }
    if fed == 0 { emptied &+= 1 }
  }

  /// Restores a node's own state.
  func restore(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ own: OwnState) {
    if node.pointee.flags.contains(.digested) { noteRestated(node, index) }
    let before = visible(node)
    place(own.badge, on: node)
    if own.expires != 0 || node.pointee.flags.contains(.expires) { setExpiry(node, index, own.expires) }
    settle(index, before: before)
    if own.mute != ownMute(node, index) || own.muteUntil != deadlines.time(index, .mute) {
      changeMute(node, index, own.mute, until: own.muteUntil)
      // A node that lost its mute may have left the list.
      if own.mute != .none, !node.pointee.flags.contains(.listed) { list(index) }
    }
    if own.snooze != snooze(index) { changeSnooze(node, index, until: own.snooze) }
  }

  /// Sets a stored state when a tree is loaded.
  public func load(_ at: NodeIndex, _ own: OwnState) throws(Failure) {
    try setOwnBadge(at, own.badge, expires: own.expires)
    try setMute(at, own.mute, until: own.muteUntil)
    try setSnooze(at, until: own.snooze)
  }

  // MARK: Reading

  @inline(__always)
  public func visible(_ at: NodeIndex) -> Visible { visible(nodes + Int(at.raw)) }

  /// The revision that last changed the node's visible badge. 0: none since the tree was made, or none of the last
  /// 2^31.
  @inline(__always)
  public func revision(of at: NodeIndex) -> UInt64 {
    let stamp = stamp(nodes + Int(at.raw))
    return stamp == 0 ? 0 : stampBase &+ UInt64(stamp)
  }

  /// Whether a child contributes a badge.
  @inline(__always)
  public func isLit(_ at: NodeIndex) -> Bool { litChildren(nodes + Int(at.raw)) > 0 }

  /// The part that a node holds back: its mute, or everything while it is snoozed.
  @inline(__always)
  func mute(of node: UnsafeMutablePointer<Node>) -> Mute {
    if node.pointee.flags.isDisjoint(with: Node.Flags.muted) { return .none }
    let mode = node.pointee.mute
    return isPassing(node) ? mode.passing : mode
  }

  /// The part that a node holds back: its mute, or everything while it is snoozed.
  @inline(__always)
  public func mute(_ at: NodeIndex) -> Mute { mute(of: nodes + Int(at.raw)) }

  /// The node's own badge.
  public func ownBadge(_ at: NodeIndex) -> OwnBadge {
    let node = nodes + Int(at.raw)
    if node.pointee.flags.contains(.ownCount) { return .count(ownCount(node)) }
    return node.pointee.flags.contains(.ownDot) ? .dot : .none
  }

  @_optimize(speed)
  public func ownState(_ at: NodeIndex) -> OwnState {
    let flags = nodes[Int(at.raw)].flags
    var own = OwnState(
      badge: ownBadge(at),
      expires: flags.contains(.expires) ? deadlines.time(at.raw, .badge) : 0,
      mute: ownMute(nodes + Int(at.raw), at.raw),
      muteUntil: flags.contains(.muteEnds) ? deadlines.time(at.raw, .mute) : 0)
    own.snooze = snooze(at.raw)
    return own
  }
}
