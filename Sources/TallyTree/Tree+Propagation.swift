import TallyMemory

// How a change of one node reaches its ancestors. Nothing in here can fail: `prepare()` has made room before.

extension Tree {
  @inline(__always)
  func visible(_ node: UnsafeMutablePointer<Node>) -> Visible {
    let sum = node.pointee.sum
    let own = UInt64(node.pointee.manualCount)
    let shows =
      !node.pointee.flags.isDisjoint(with: Node.Flags.manual)
      || node.pointee.litChildren | node.pointee.fedBadges != 0
    let count = aggregation == .children ? (sum > 0 ? sum : own) : sum &+ own
    return Visible(shows: shows, count: count)
  }

  /// Carries a change of what `index` shows upward, until an ancestor shows what it showed before. `before` is what
  /// the node showed before it was changed.
  /// - Complexity: O(depth) at most.
  func settle(_ index: UInt32, before: Visible) {
    var index = index
    var before = before
    while true {
      let node = nodes + Int(index)
      let after = visible(node)
      if after == before { return }
      // Listed first: that tells whether it lies in an observed subtree.
      if after.shows, !node.pointee.flags.contains(.listed) { list(index) }
      stamp(node, index, before)
      let parent = node.pointee.parent
      if parent == Node.none || node.pointee.flags.contains(.muteAll) { return }
      let added = node.pointee.flags.contains(.muteNumber) ? 0 : after.count &- before.count
      let lit = (after.shows ? 1 : 0) - (before.shows ? 1 : 0)
      if added == 0 && lit == 0 { return }
      before = visible(nodes + Int(parent))
      shift(parent, added, lit)
      index = parent
    }
  }

  /// Changes what the children of a node contribute, without settling.
  @inline(__always)
  func shift(_ index: UInt32, _ added: UInt64, _ lit: Int) {
    let node = nodes + Int(index)
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
  @inline(__always)
  func stamp(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible) {
    if mode == .direct {
      if node.pointee.revision != pendingRevision, !node.pointee.flags.isDisjoint(with: Node.Flags.watched) {
        appendReserved(&touched, index)
      }
    } else if mode == .logged {
      if node.pointee.revision != pendingRevision {
        appendReserved(
          &visibleLog, VisibleEntry(node: index, before: before, revision: node.pointee.revision))
      }
    } else {
      return
    }
    node.pointee.revision = pendingRevision
    hasChanged = true
  }

  @inline(__always)
  func markDirty(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
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
    do throws(OutOfMemory) { try list.append(element) } catch { preconditionFailure("room was not reserved") }
  }
}
