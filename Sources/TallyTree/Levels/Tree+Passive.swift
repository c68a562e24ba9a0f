import TallyMemory

// How it spreads that a node shows nothing but what is passive. A node knows how many of its children contribute
// nothing else. A change waits in the parent's record, which makes the parent unusual, until the change of the badge
// arrives there. Both then count together.

extension Tree {
  /// Whether something passive feeds a node or comes from a child, so that its record matters for it.
  @inline(__always)
  func hasPassive(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.contains(.branch) && branches[Int(node.pointee.value)].unusual & Branch.passive != 0
  }

  /// Whether more than the usual happens above or at a node: it is linked, or something in it is passive.
  @inline(__always)
  func isLinkedOrPassive(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.contains(.branch)
      && branches[Int(node.pointee.value)].unusual & (Branch.linked | Branch.passive) != 0
  }

  /// Whether a change that arrives at a node does more than the usual: it counts its children, or something in it is
  /// passive.
  @inline(__always)
  func isRuledOrPassive(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.contains(.branch)
      && branches[Int(node.pointee.value)].unusual & (Branch.ruled | Branch.passive) != 0
  }

  /// Carries the change of a node with something passive, or of a linked one, upward.
  @inline(never)
  func settleUnusual(_ index: UInt32, before: Visible, after: Visible) {
    let node = nodes + Int(index)
    let passive = hasPassive(node) ? updatePassive(index, before) : 0
    if isLinked(node) { return spread(index, before: before, after: after, passive: passive) }
    var change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    mute(&change, node)
    carry(change, passive: passive, to: node.pointee.parent, from: index)
  }

  /// Carries the change of a contribution, and of whether it is passive, to a node's parent.
  func carry(_ change: Contribution, passive: Int32, to place: UInt32, from child: UInt32) {
    if place == Node.none { return }
    if passive != 0 { leave(passive, at: place) }
    if !change.isNothing { return carry(change, to: place, from: child) }
    if passive == 0 { return }
    var change = change
    applyUnusual(&change, branches[Int(place)].node, from: child)
  }

  /// Leaves a change of the number of passive children until the change of the badge arrives.
  func leave(_ passive: Int32, at place: UInt32) {
    (levels.records + Int(place)).pointee.arrivingPassives &+= passive
    branches[Int(place)].unusual |= Branch.passive
  }

  /// The same as `apply` for a node that counts its children, or in which something is passive.
  @inline(never)
  func applyUnusual(_ change: inout Contribution, _ index: UInt32, from child: UInt32) {
    let node = nodes + Int(index)
    let before = visible(node)
    if isRuled(node), change.count != 0 { change.count = countByRule(change.count, index, from: child) }
    shift(node, index, change)
    if hasPassive(node) { takeArriving(node.pointee.value) }
    let after = visible(node)
    change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    if !change.isNothing { note(node, index, before, shows: after.shows) }
    let passive = hasPassive(node) ? updatePassive(index, before) : 0
    if isLinked(node) {
      if !change.isNothing || passive != 0 { spread(index, before: before, after: after, passive: passive) }
      change = Contribution(0, 0)
      return
    }
    mute(&change, node)
    if passive == 0 || node.pointee.parent == Node.none { return }
    if change.isNothing { return carry(change, passive: passive, to: node.pointee.parent, from: child) }
    leave(passive, at: node.pointee.parent)
  }

  /// Counts the changes that have arrived.
  func takeArriving(_ place: UInt32) {
    let record = levels.records + Int(place)
    record.pointee.passiveChildren &+= UInt32(bitPattern: record.pointee.arrivingPassives)
    record.pointee.arrivingPassives = 0
  }

  /// Computes again whether a node shows nothing but what is passive.
  /// - Parameter shown: the visible badge before a change that is not noted yet.
  /// - Returns: the change of the number of passive children that its parents have.
  func updatePassive(_ index: UInt32, _ shown: Visible) -> Int32 {
    let node = nodes + Int(index)
    let place = Int(node.pointee.value)
    let record = levels.records + place
    let isPassive = showsOnlyPassive(node)
    if record.pointee.passives | record.pointee.passiveChildren | UInt32(bitPattern: record.pointee.arrivingPassives)
      == 0
    {
      branches[place].unusual &= ~Branch.passive
    }
    if isPassive == record.pointee.isPassive { return 0 }
    record.pointee.isPassive = isPassive
    updateLevel(index, shown, highlightsBefore: record.pointee.reached.count)
    return node.pointee.mute == .all ? 0 : isPassive ? 1 : -1
  }

  /// Whether a node shows a badge, all of which is passive.
  private func showsOnlyPassive(_ node: UnsafeMutablePointer<Node>) -> Bool {
    if !node.pointee.flags.isDisjoint(with: Node.Flags.ownBadge) { return false }
    let place = Int(node.pointee.value)
    let record = levels.records + place
    let fed = node.pointee.flags.contains(.fed) ? branchLinks[place].fedBadges : 0
    let children = branches[place].litChildren
    // The things may be counted before they feed the node.
    return fed | children != 0 && fed <= record.pointee.passives && children <= record.pointee.passiveChildren
  }

  /// 1 if a node contributes a badge that is passive, otherwise 0.
  func passiveContribution(_ node: UnsafeMutablePointer<Node>) -> Int32 {
    hasPassive(node) && node.pointee.mute != .all && record(node).isPassive ? 1 : 0
  }
}
