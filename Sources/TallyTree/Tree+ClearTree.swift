import TallyFailure
import TallyMemory

/// A node on the way down, and its visible badge and contribution before.
struct Frame: BitwiseCopyable {
  var node: UInt32
  var shown: Visible
  var contributed: Visible
  /// The listed child to visit next, and the one before it, which stays in the list.
  var child: UInt32
  var previous: UInt32
}

extension Tree {
  /// Removes the own badges of a node and its subtree. Feeds are not changed. A caller that removes feeds does so
  /// before, in the same operation.
  /// - Complexity: O(listed nodes below, and the depth). Nodes that own and show nothing any more leave the lists.
  public func clearTree(_ at: NodeIndex) throws(Failure) {
    if overlay.junction(at.raw) != Node.none { return try clearLinkedTree(at) }
    if !levels.isEmpty { return try clearTreeOneByOne(at) }
    try prepare()
    try Tree.reserve { () throws(OutOfMemory) in
      try stack.reserve(limits.depth + 2)
      try reserveForForce(listedCount(at.raw))
    }
    let top = nodes + Int(at.raw)
    let before = visible(top)
    // Automatic clearing is off below the node, because every own badge is removed.
    let cleared = clearsAutomatically
    clearsAutomatically = false
    enter(at.raw)
    while stack.count > 0 { visitNext() }
    clearsAutomatically = cleared
    settle(at.raw, before: before)
  }

  /// The number of listed nodes of a subtree.
  func listedCount(_ top: UInt32) -> Int {
    var listed = 1
    var node = firstListed(top)
    while node != Node.none {
      listed += 1
      if firstListed(node) != Node.none {
        node = firstListed(node)
        continue
      }
      while node != top, links[Int(node)].nextListed == Node.none { node = parent(node) }
      node = node == top ? Node.none : links[Int(node)].nextListed
    }
    return listed
  }

  /// Makes room for what a walk over so many nodes may log.
  func reserveForForce(_ count: Int) throws(OutOfMemory) {
    let listed = count + height
    // A single operation notifies each observer of a subtree of every node in it.
    if mode == .direct, observers.count > 0 {
      try notices.reserve(notices.count + observers.count - observers.subtrees + observers.subtrees * listed)
    }
    try touched.reserve(touched.count + listed)
    if storesState { try dirty.reserve(dirty.count + listed) }
    if mode == .logged {
      try visibleLog.reserve(visibleLog.count + listed)
      try ownLog.reserve(ownLog.count + listed)
      try ownLogEnds.reserve(ownLogEnds.count + listed)
      try flips.reserve(flips.count + listed)
    }
  }

  private func enter(_ index: UInt32) {
    let node = nodes + Int(index)
    appendReserved(
      &stack,
      Frame(
        node: index, shown: visible(node), contributed: contribution(node),
        child: firstListed(index), previous: Node.none))
  }

  /// One step: down to the next child, or up, which empties the node.
  private func visitNext() {
    let frame = stack[stack.count - 1]
    if frame.child != Node.none {
      enter(frame.child)
      return
    }
    _ = stack.popLast()
    let node = nodes + Int(frame.node)
    if !node.pointee.flags.isDisjoint(with: Node.Flags.ownBadge) { removeOwnBadge(node, frame.node) }
    if stack.count > 0 { leave(node, frame) }
  }

  /// Ends a node below the top: notes its change, passes the difference to its parent, and unlists it if nothing in it
  /// is left to find.
  private func leave(_ node: UnsafeMutablePointer<Node>, _ frame: Frame) {
    let after = visible(node)
    if after != frame.shown { stamp(node, frame.node, frame.shown) }
    let contributed = contribution(node)
    if contributed != frame.contributed {
      // It has become less, so it has shown before.
      let lit: Int32 = contributed.shows ? 0 : -1
      // The frame of its parent is below, so the parent is never none.
      let parent = parent(frame.node)
      var count = contributed.count &- frame.contributed.count
      if isRuled(nodes + Int(parent)) { count = countByRule(count, parent, from: frame.node) }
      shift(nodes + Int(parent), parent, Contribution(count, lit))
    }
    let parent = stack.count - 1
    let link = links + Int(frame.node)
    stack[parent].child = link.pointee.nextListed
    let isEmpty = !after.shows && node.pointee.mute == .none && firstListed(frame.node) == Node.none
    if !isEmpty {
      stack[parent].previous = frame.node
      return
    }
    if stack[parent].previous == Node.none {
      branchLinks[Int(nodes[Int(stack[parent].node)].value)].firstListed = link.pointee.nextListed
    } else {
      links[Int(stack[parent].previous)].nextListed = link.pointee.nextListed
    }
    updateFlags(node) { $0.remove(.listed) }
    link.pointee.nextListed = Node.none
  }

  // MARK: One by one

  /// The same for a tree with levels, whose nodes have more to pass on than their badges.
  private func clearTreeOneByOne(_ at: NodeIndex) throws(Failure) {
    try prepare()
    try Tree.reserve { () throws(OutOfMemory) in try reserveForForce(listedCount(at.raw)) }
    clearListed(at.raw)
  }

  /// Removes the own badges of a node and of the listed nodes below it, one after the other. There is room.
  func clearListed(_ top: UInt32) {
    removeOwn(top)
    var node = firstListed(top)
    while node != Node.none {
      removeOwn(node)
      if firstListed(node) != Node.none {
        node = firstListed(node)
        continue
      }
      while node != top, links[Int(node)].nextListed == Node.none { node = parent(node) }
      node = node == top ? Node.none : links[Int(node)].nextListed
    }
  }

  private func removeOwn(_ index: UInt32) {
    let node = nodes + Int(index)
    if node.pointee.flags.isDisjoint(with: Node.Flags.ownBadge) { return }
    let before = visible(node)
    removeOwnBadge(node, index)
    settle(index, before: before)
  }
}
