import TallyMemory

// How a change of one node reaches its ancestors. Nothing in here can fail: `prepare()` has made room before.

extension Tree {
  @inline(__always)
  func visible(_ node: UnsafeMutablePointer<Node>) -> Visible { Tree.visible(node, aggregation == .sum) }

  @inline(__always)
  static func visible(_ node: UnsafeMutablePointer<Node>, _ isSum: Bool) -> Visible {
    let sum = node.pointee.sum
    let own = UInt64(node.pointee.manualCount)
    let shows =
      !node.pointee.flags.isDisjoint(with: Node.Flags.manual)
      || node.pointee.litChildren | node.pointee.fedBadges != 0
    let count = isSum ? sum &+ own : (sum > 0 ? sum : own)
    return Visible(shows: shows, count: count)
  }

  /// Carries a change of what `index` shows upward, until an ancestor shows what it showed before. `before` is what
  /// the node showed before it was changed.
  /// - Complexity: O(depth) at most.
  ///
  /// The loop is the hottest of the library: what it needs of the tree is in locals, since the compiler has to assume
  /// that a store through a pointer may change any field.
  func settle(_ index: UInt32, before: Visible) {
    let nodes = nodes
    let isSum = aggregation == .sum
    let mode = mode
    let pending = pendingRevision
    var index = index
    var node = nodes + Int(index)
    var before = before
    var after = Tree.visible(node, isSum)
    if after == before { return }
    hasChanged = mode != .silent
    if mode == .direct { changes.append(pending, index) }
    while after.count != before.count || after.shows != before.shows {
      // Listed first: that tells whether it lies in an observed subtree.
      if after.shows, !node.pointee.flags.contains(.listed) { list(index) }
      if mode != .direct || !node.pointee.flags.isDisjoint(with: Node.Flags.watched) {
        note(node, index, before)
      }
      if mode != .silent { node.pointee.revision = pending }
      let parent = node.pointee.parent
      if parent == Node.none { break }
      var added = after.count &- before.count
      let lit = (after.shows ? 1 : 0) - (before.shows ? 1 : 0)
      if !node.pointee.flags.isDisjoint(with: Node.Flags.muted) {
        if node.pointee.flags.contains(.muteAll) { break }
        added = 0
      }
      if lit == 0 {
        if added == 0 { break }
        index = addToUsual(parent, added, isSum)
        if index == Node.none { break }
      } else {
        index = parent
      }
      node = nodes + Int(index)
      before = Tree.visible(node, isSum)
      shift(node, index, added, lit)
      after = Tree.visible(node, isSum)
    }
  }

  /// Adds a difference to one ancestor after the other, as long as they are of the usual kind: showing the number of
  /// their children before and after, passing it on whole, and watched by nobody (or noted already). So there is
  /// nothing to decide, and the same difference goes on. Answers the first that is not so, or none.
  @inline(__always)
  private func addToUsual(_ first: UInt32, _ added: UInt64, _ isSum: Bool) -> UInt32 {
    let nodes = nodes
    let pending = pendingRevision
    let isDirect = mode == .direct
    var index = first
    repeat {
      let node = nodes + Int(index)
      let sum = node.pointee.sum
      let next = sum &+ added
      let isNoted =
        node.pointee.revision == pending || (isDirect && node.pointee.flags.isDisjoint(with: Node.Flags.watched))
      let isMuted = !node.pointee.flags.isDisjoint(with: Node.Flags.muted)
      if !isNoted || isMuted || (!isSum && (sum == 0 || next == 0)) { break }
      node.pointee.sum = next
      node.pointee.revision = pending
      index = node.pointee.parent
    } while index != Node.none
    return index
  }

  /// Changes what the children of a node contribute, without settling.
  @inline(__always)
  func shift(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ added: UInt64, _ lit: Int) {
    node.pointee.sum &+= added
    if lit == 0 { return }
    let wasLit = node.pointee.litChildren != 0
    node.pointee.litChildren = UInt32(truncatingIfNeeded: Int(node.pointee.litChildren) + lit)
    if wasLit != (node.pointee.litChildren != 0) { flip(node, index, wasLit: wasLit) }
  }

  /// The first or the last contributing child of a node came or went. Where the last one went, the node's manual
  /// badge goes too: at once, or, within a compound operation, at its end.
  private func flip(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, wasLit: Bool) {
    if aggregation != .children { return }
    if isCompound {
      if node.pointee.flags.contains(.flipped) { return }
      node.pointee.flags.insert(.flipped)
      appendReserved(&flips, Flip(node: index, depth: UInt32(depth(index)), wasLit: wasLit))
    } else if wasLit, clearsAutomatically, !node.pointee.flags.isDisjoint(with: Node.Flags.manual) {
      removeManual(node, index)
    }
  }

  /// Takes the manual badge away without settling.
  func removeManual(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    logOwn(node, index)
    node.pointee.manualCount = 0
    node.pointee.flags.subtract(.manual)
    if node.pointee.flags.contains(.expires) {
      node.pointee.flags.remove(.expires)
      deadlines.remove(index, .badge)
    }
    markDirty(node, index)
  }

  /// Notes that what a node shows has changed in this transaction.
  func stamp(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible) {
    note(node, index, before)
    if mode == .silent { return }
    if mode == .direct { changes.append(pendingRevision, index) }
    node.pointee.revision = pendingRevision
    hasChanged = true
  }

  /// Writes a change down, before the node gets the transaction's revision: who watches it, or what it showed.
  func note(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible) {
    if node.pointee.revision == pendingRevision { return }
    if mode == .direct {
      if !node.pointee.flags.isDisjoint(with: Node.Flags.watched) { appendReserved(&touched, index) }
    } else if mode == .logged {
      appendReserved(
        &visibleLog, VisibleEntry(node: index, before: before, revision: node.pointee.revision))
    }
  }

  @inline(__always)
  func markDirty(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    if node.pointee.flags.contains(.digested) { noteRestated(node, index) }
    if !storesState || node.pointee.flags.contains(.dirty) { return }
    node.pointee.flags.insert(.dirty)
    appendReserved(&dirty, index)
  }

  /// Enters a node, and every ancestor that is not yet there, into its parent's list.
  func list(_ index: UInt32) {
    var current = index
    while !nodes[Int(current)].flags.contains(.listed) {
      let parent = nodes[Int(current)].parent
      nodes[Int(current)].flags.insert(.listed)
      nodes[Int(current)].flags.remove(.inObservedSubtree)
      nodes[Int(current)].nextListed = nodes[Int(parent)].firstListed
      nodes[Int(parent)].firstListed = current
      current = parent
    }
    if observers.subtrees > 0 { inheritObservation(from: current, downTo: index) }
  }

  /// Marks the nodes from below `listed` down to `index` as lying in an observed subtree, where they do.
  private func inheritObservation(from listed: UInt32, downTo index: UInt32) {
    var current = index
    while current != listed {
      var ancestor = current
      while ancestor != listed, !observers.hasSubtreeObserver(ancestor) {
        ancestor = nodes[Int(ancestor)].parent
      }
      if ancestor != listed || nodes[Int(listed)].flags.contains(.inObservedSubtree) {
        nodes[Int(current)].flags.insert(.inObservedSubtree)
      }
      current = nodes[Int(current)].parent
    }
  }

  /// Appends where `prepare()` has made room.
  @inline(__always)
  func appendReserved<Element: BitwiseCopyable>(_ list: inout List<Element>, _ element: Element) {
    // The room is there; were it not, dropping the entry would hide a defect, so it traps.
    list.appendWithinCapacity(element)
  }
}
