import TallyMemory

// How a change reaches the nodes above a linked node. None of this can fail: see `Overlay`.
//
// Above a linked node there are several ways, and a node counts each owner once, however many ways lead to it. So a
// number is not passed from a node to the next. It is added once to each node that it reaches: `distribute`. Badges
// pass from a node to the next, because a node is lit if one of its children is, and it knows how many are. A node that
// counts its children by a rule passes on its own number, and no other.

extension Tree {
  /// Whether a node's change has more than one way up.
  @inline(__always)
  func isLinked(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.contains(.branch) && branches[Int(node.pointee.value)].unusual & Branch.linked != 0
  }

  /// Whether a node counts its children by a rule.
  @inline(__always)
  func isRuled(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.contains(.branch) && branches[Int(node.pointee.value)].unusual & Branch.ruled != 0
  }

  /// Carries a linked node's change to everything above it.
  @_optimize(speed)
  @inline(never)
  func spread(_ index: UInt32, before: Visible, after: Visible, passive: Int32) {
    let junction = overlay.junction(index)
    if before.shows == after.shows, passive == 0, addEverywhere(junction, before.count, after.count) { return }
    overlay.sortAbove(junction)
    distribute(after.count &- before.count, from: junction)
    passOn(junction, before, after, passive: passive)
    settleAbove()
  }

  /// The usual change: nothing but a number, which everything above shows as it arrives. The order makes no difference.
  /// - Returns: false: the change is another one, and nothing was done.
  @_optimize(speed)
  private func addEverywhere(_ start: UInt32, _ before: UInt64, _ after: UInt64) -> Bool {
    let count = after &- before
    if count == 0 || isMuted(start) { return true }
    overlay.order.removeAll()
    overlay.stack.removeAll()
    overlay.beginWalk()
    if !reach(from: start, count, staysNumber: before > 0 && after > 0) { return false }
    while let junction = overlay.stack.popLast() {
      let shown = visible(nodes + Int(overlay.junctions[Int(junction)].node)).count
      if !reach(from: junction, count, staysNumber: shown > 0 && shown &+ count > 0) { return false }
    }
    for position in 0..<overlay.order.count {
      let index = overlay.junctions[Int(overlay.order[position])].node
      let node = nodes + Int(index)
      let before = visible(node)
      shift(node, index, Contribution(count, 0))
      if mode == .direct { changes.append(pendingRevision, index) }
      note(node, index, before, shows: before.shows)
    }
    return true
  }

  /// Collects the nodes that a number reaches directly from a junction.
  /// - Parameter staysNumber: the junction's node has a number before and after, so a counting rule sees no change.
  /// - Returns: false: a node does not show the number as it arrives.
  @inline(__always)
  private func reach(from junction: UInt32, _ count: UInt64, staysNumber: Bool) -> Bool {
    let parent = overlay.junctions[Int(junction)].parent
    if parent != Node.none, !reach(parent, count, staysNumber) { return false }
    var link = overlay.junctions[Int(junction)].firstOut
    while link != Node.none {
      if !reach(overlay.links[Int(link)].target, count, staysNumber) { return false }
      link = overlay.links[Int(link)].nextOut
    }
    return true
  }

  @inline(__always)
  private func reach(_ junction: UInt32, _ count: UInt64, _ staysNumber: Bool) -> Bool {
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    if isRuled(node) { return staysNumber }
    if !overlay.visit(junction) { return true }
    // A junction has a branch. An own number would begin to count, or cease to.
    let sum = branches[Int(node.pointee.value)].sum
    if node.pointee.flags.contains(.ownCount), (sum == 0) != (sum &+ count == 0) { return false }
    overlay.order.appendWithinCapacity(junction)
    if node.pointee.mute == .none { overlay.stack.appendWithinCapacity(junction) }
    return true
  }

  /// Settles the junctions behind the first one in the order of the last `sortAbove`.
  func settleAbove() {
    for position in 1..<max(1, overlay.order.count) { settleJunction(overlay.order[position]) }
  }

  /// Adds to a junction's node what arrives there, and passes its change on.
  private func settleJunction(_ junction: UInt32) {
    let change = overlay.junctions[Int(junction)]
    let (count, lit) = (change.count, change.lit)
    let index = change.node
    let node = nodes + Int(index)
    if count == 0 && lit == 0 && change.badges == 0 && !hasPassive(node) { return }
    overlay.junctions[Int(junction)].count = 0
    overlay.junctions[Int(junction)].lit = 0
    overlay.junctions[Int(junction)].badges = 0
    let before = visible(node)
    shift(node, index, Contribution(count, lit))
    if change.badges != 0 { addFedBadges(node, change.badges) }
    if hasPassive(node) { takeArriving(node.pointee.value) }
    let after = visible(node)
    // The arriving part was distributed where it began. The rest is a change of the node's own part.
    let arrived = isRuled(node) ? 0 : count
    distribute(after.count &- before.count &- arrived, from: junction)
    let passive = hasPassive(node) ? updatePassive(index, before) : 0
    if after == before, passive == 0 { return }
    if after != before {
      if mode == .direct { changes.append(pendingRevision, index) }
      note(node, index, before, shows: after.shows)
    }
    passOn(junction, before, after, passive: passive)
  }

  /// Adds to all that a number reaches from a junction, each once.
  func distribute(_ count: UInt64, from start: UInt32) {
    if count == 0 || isMuted(start) { return }
    overlay.beginWalk()
    overlay.stack.removeAll()
    overlay.stack.appendWithinCapacity(start)
    while let junction = overlay.stack.popLast() {
      let parent = overlay.junctions[Int(junction)].parent
      if parent != Node.none { add(count, to: parent) }
      var link = overlay.junctions[Int(junction)].firstOut
      while link != Node.none {
        add(count, to: overlay.links[Int(link)].target)
        link = overlay.links[Int(link)].nextOut
      }
    }
  }

  private func add(_ count: UInt64, to junction: UInt32) {
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    if isRuled(node) || !overlay.visit(junction) { return }
    overlay.junctions[Int(junction)].count &+= count
    if node.pointee.mute == .none { overlay.stack.appendWithinCapacity(junction) }
  }

  /// A shared feed has no mute.
  func isMuted(_ junction: UInt32) -> Bool {
    !overlay.isShared(junction) && nodes[Int(overlay.junctions[Int(junction)].node)].mute != .none
  }

  /// Passes on, along each edge, whether a node is lit, and to a node that counts by a rule also whether it has a
  /// number.
  /// - Parameter passive: the change of the number of passive children that it is.
  func passOn(_ junction: UInt32, _ before: Visible, _ after: Visible, passive: Int32) {
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    if isPassing(node) {
      return passOn(junction, from: passed(node, before), to: passed(node, after), passive: passive)
    }
    let mute = node.pointee.mute
    passOn(junction, from: before.muted(mute), to: after.muted(mute), passive: passive)
  }

  func passOn(_ junction: UInt32, from before: Visible, to after: Visible, passive: Int32) {
    let lit: Int32 = (after.shows ? 1 : 0) - (before.shows ? 1 : 0)
    let numbers = UInt64(bitPattern: (after.count > 0 ? 1 : 0) - (before.count > 0 ? 1 : 0))
    if lit == 0 && numbers == 0 && passive == 0 { return }
    let parent = overlay.junctions[Int(junction)].parent
    if parent != Node.none { passOn(to: parent, lit, numbers, passive) }
    var link = overlay.junctions[Int(junction)].firstOut
    while link != Node.none {
      let target = overlay.links[Int(link)].target
      // A link to its own parent makes it no second child.
      passOn(to: target, lit, target == parent ? 0 : numbers, passive)
      link = overlay.links[Int(link)].nextOut
    }
  }

  private func passOn(to junction: UInt32, _ lit: Int32, _ numbers: UInt64, _ passive: Int32) {
    overlay.junctions[Int(junction)].lit += lit
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    if isRuled(node) { overlay.junctions[Int(junction)].count &+= numbers }
    if passive != 0 { leave(passive, at: node.pointee.value) }
  }
}
