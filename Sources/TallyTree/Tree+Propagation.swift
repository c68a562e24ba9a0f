import TallyMemory

/// How much more a node contributes to its parent: in number, modulo 2^64, and in badges, -1 to 1.
struct Contribution {
  var count: UInt64
  var lit: Int32

  @inline(__always)
  init(_ count: UInt64, _ lit: Int32) {
    self.count = count
    self.lit = lit
  }

  @inline(__always)
  var isNothing: Bool { count | UInt64(UInt32(bitPattern: lit)) == 0 }
}

// How a change of one node reaches its ancestors. Nothing in here can fail: `prepare()` has made room before.

extension Tree {
  @inline(__always)
  func visible(_ node: UnsafeMutablePointer<Node>) -> Visible {
    let flags = node.pointee.flags
    let value = node.pointee.value
    if !flags.contains(.branch) {
      return Visible(shows: !flags.isDisjoint(with: Node.Flags.manual), count: UInt64(value))
    }
    let branch = branches + Int(value)
    let sum = branch.pointee.sum
    let shows =
      !flags.isDisjoint(with: Node.Flags.manual.union(.fed)) || branch.pointee.litChildren != 0
    if !flags.contains(.manualCount) || (sum > 0 && aggregation == .children) {
      return Visible(shows: shows, count: sum)
    }
    return Visible(shows: shows, count: sum + UInt64(branchLinks[Int(value)].manualCount))
  }

  /// Carries a change of what `index` shows upward, until an ancestor shows what it showed before. `before` is what
  /// the node showed before it was changed.
  /// - Complexity: O(depth) at most.
  @_optimize(speed)
  func settle(_ index: UInt32, before: Visible) {
    let node = nodes + Int(index)
    let after = visible(node)
    if after == before { return }
    if mode == .direct { changes.append(pendingRevision, index) }
    var change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    note(node, index, before, shows: after.shows)
    mute(&change, node)
    carry(change, to: node.pointee.parent)
  }

  /// Carries a changed contribution to the node of a branch and on to its ancestors.
  @inline(__always)
  func carry(_ change: Contribution, to first: UInt32) {
    switch mode {
    case .direct: carry(change, to: first, isLogged: false)
    case .logged where !isCompound: carry(change, to: first, isLogged: true)
    default: carryAsAny(change, to: first)
    }
  }

  /// The hottest loop of the library.
  ///
  /// Most ancestors own nothing, are not fed, muted or watched, and show just what their children contribute: nothing
  /// has to be decided for them, and nothing is. Whether a node's first child came or its last one went is computed
  /// rather than branched on, since a wrong guess would wait for the memory that it hangs on. Once no badge comes or
  /// goes, none does further up, and the inner loop only adds the number. What the loops need of the tree is in locals,
  /// since the compiler has to assume that a store through a pointer may change any field. The place after the next is
  /// read before the next one is needed, so two reads are in flight.
  /// - Parameter isLogged: `mode` is `logged`, and no compound operation is under way; else it is `direct`. A literal.
  @inline(__always)
  func carry(_ change: Contribution, to first: UInt32, isLogged: Bool) {
    let branches = branches
    let stamp = pendingStamp
    var count = change.count
    var lit = change.lit
    if change.isNothing || first == Node.none { return }
    var place = first
    var above = branches[Int(first)].parent
    // There is room for all the way up.
    let entries = visibleLog.pointer
    var logged = visibleLog.count
    defer { if isLogged { visibleLog.take(upTo: logged) } }
    while place != Node.none {
      let branch = branches + Int(place)
      (place, above) = (above, branch.pointee.grandparent)
      if branch.pointee.unusual != 0 {
        var any = Contribution(count, lit)
        if isLogged { visibleLog.take(upTo: logged) }
        apply(&any, branch.pointee.node)
        logged = visibleLog.count
        if any.isNothing { return }
        (count, lit) = (any.count, any.lit)
        continue
      }
      let sum = branch.pointee.sum
      let before = branch.pointee.litChildren
      let after = before &+ UInt32(bitPattern: lit)
      branch.pointee.sum = sum &+ count
      branch.pointee.litChildren = after
      lit = (after != 0 ? 1 : 0) &- (before != 0 ? 1 : 0)
      if count | UInt64(UInt32(bitPattern: lit)) == 0 { return }
      if isLogged, branch.pointee.stamp != stamp {
        entries[logged] = VisibleEntry(
          node: branch.pointee.node, stamp: branch.pointee.stamp, before: Visible(shows: before != 0, count: sum))
        logged &+= 1
      }
      branch.pointee.stamp = stamp
      if lit != 0 { continue }
      while place != Node.none {
        let branch = branches + Int(place)
        if branch.pointee.unusual != 0 { break }
        (place, above) = (above, branch.pointee.grandparent)
        let sum = branch.pointee.sum
        branch.pointee.sum = sum &+ count
        if isLogged, branch.pointee.stamp != stamp {
          entries[logged] = VisibleEntry(
            node: branch.pointee.node, stamp: branch.pointee.stamp,
            before: Visible(shows: branch.pointee.litChildren != 0, count: sum))
          logged &+= 1
        }
        branch.pointee.stamp = stamp
      }
    }
  }

  /// The same in any mode, without haste.
  @_optimize(speed)
  private func carryAsAny(_ change: Contribution, to first: UInt32) {
    var change = change
    var place = first
    while place != Node.none, !change.isNothing {
      apply(&change, branches[Int(place)].node)
      place = branches[Int(place)].parent
    }
  }

  /// Applies what changed below to any node, and makes of it what changes above.
  @_optimize(speed)
  @inline(never)
  private func apply(_ change: inout Contribution, _ index: UInt32) {
    let node = nodes + Int(index)
    let before = visible(node)
    shift(node, index, change)
    let after = visible(node)
    change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    if change.isNothing { return }
    note(node, index, before, shows: after.shows)
    mute(&change, node)
  }

  /// Takes off a contribution what the node's mute holds back.
  @inline(__always)
  func mute(_ change: inout Contribution, _ node: UnsafeMutablePointer<Node>) {
    if node.pointee.flags.isDisjoint(with: Node.Flags.muted) { return }
    change.count = 0
    if node.pointee.flags.contains(.muteAll) { change.lit = 0 }
  }

  /// Changes what the children of a node contribute, without settling.
  @inline(__always)
  func shift(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ change: Contribution) {
    let branch = branches + Int(node.pointee.value)
    branch.pointee.sum &+= change.count
    if change.lit == 0 { return }
    let wasLit = branch.pointee.litChildren != 0
    branch.pointee.litChildren = UInt32(truncatingIfNeeded: Int(branch.pointee.litChildren) + Int(change.lit))
    if wasLit != (branch.pointee.litChildren != 0) { flip(node, index, wasLit: wasLit) }
  }

  /// The first or the last contributing child of a node came or went. Where the last one went, the node's manual
  /// badge goes too: at once, or, within a compound operation, at its end.
  @_optimize(speed)
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

  /// The parent's number, or `Node.none`.
  @inline(__always)
  func parent(_ index: UInt32) -> UInt32 {
    let place = nodes[Int(index)].parent
    return place == Node.none ? Node.none : branches[Int(place)].node
  }

  /// The first of the listed nodes directly below.
  @inline(__always)
  func firstListed(_ index: UInt32) -> UInt32 {
    let node = nodes[Int(index)]
    return node.flags.contains(.branch) ? branchLinks[Int(node.value)].firstListed : Node.none
  }

  /// Changes flags that a branch may have a copy of.
  @inline(__always)
  func updateFlags(_ node: UnsafeMutablePointer<Node>, _ change: (inout Node.Flags) -> Void) {
    change(&node.pointee.flags)
    let flags = node.pointee.flags
    if flags.contains(.branch) { branches[Int(node.pointee.value)].unusual = flags.unusual }
  }

  @inline(__always)
  func stamp(_ node: UnsafeMutablePointer<Node>) -> UInt32 {
    node.pointee.flags.contains(.branch) ? branches[Int(node.pointee.value)].stamp : node.pointee.stamp
  }

  @inline(__always)
  func setStamp(_ node: UnsafeMutablePointer<Node>, _ stamp: UInt32) {
    if node.pointee.flags.contains(.branch) {
      branches[Int(node.pointee.value)].stamp = stamp
    } else {
      node.pointee.stamp = stamp
    }
  }

  @inline(__always)
  func manualCount(_ node: UnsafeMutablePointer<Node>) -> UInt32 {
    let value = node.pointee.value
    return node.pointee.flags.contains(.branch) ? branchLinks[Int(value)].manualCount : value
  }

  @inline(__always)
  func setManualCount(_ node: UnsafeMutablePointer<Node>, _ count: UInt32) {
    if node.pointee.flags.contains(.branch) {
      branchLinks[Int(node.pointee.value)].manualCount = count
    } else {
      node.pointee.value = count
    }
  }

  @inline(__always)
  func litChildren(_ node: UnsafeMutablePointer<Node>) -> UInt32 {
    node.pointee.flags.contains(.branch) ? branches[Int(node.pointee.value)].litChildren : 0
  }

  /// Takes the manual badge away without settling.
  func removeManual(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    logOwn(node, index)
    setManualCount(node, 0)
    updateFlags(node) { $0.subtract(.manualAndIcon) }
    emptied &+= 1
    if node.pointee.flags.contains(.expires) {
      node.pointee.flags.remove(.expires)
      deadlines.remove(index, .badge)
    }
    markDirty(node, index)
  }

  /// Notes that what a node shows has changed, by itself and not by a child.
  func stamp(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible) {
    if mode == .direct { changes.append(pendingRevision, index) }
    note(node, index, before, shows: visible(node).shows)
  }

  /// Notes that what a node shows has changed: who is to be told of it, and what it showed.
  @inline(__always)
  func note(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible, shows: Bool) {
    // Listed first: that tells whether it lies in an observed subtree.
    if shows, !node.pointee.flags.contains(.listed) { list(index) }
    if mode == .silent { return }
    hasChanged = true
    let stamp = stamp(node)
    if stamp == pendingStamp { return }
    if mode == .logged {
      logVisible(index, before, stamp)
    } else if !node.pointee.flags.isDisjoint(with: Node.Flags.watched) {
      appendReserved(&touched, index)
    }
    setStamp(node, pendingStamp)
  }

  @inline(__always)
  func logVisible(_ index: UInt32, _ before: Visible, _ stamp: UInt32) {
    appendReserved(&visibleLog, VisibleEntry(node: index, stamp: stamp, before: before))
  }

  @inline(__always)
  func markDirty(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    if node.pointee.flags.intersection([.digested, .dirty]) != settledFlags { markDirtySlowly(node, index) }
  }

  @inline(never)
  private func markDirtySlowly(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    if node.pointee.flags.contains(.digested) { noteRestated(node, index) }
    if !storesState || node.pointee.flags.contains(.dirty) { return }
    node.pointee.flags.insert(.dirty)
    appendReserved(&dirty, index)
  }

  /// Enters a node, and every ancestor that is not yet there, into its parent's list.
  @inline(never)
  func list(_ index: UInt32) {
    var current = index
    // The root is always listed, and the parent of any other node is never none.
    while !nodes[Int(current)].flags.contains(.listed) {
      let parent = Int(nodes[Int(current)].parent)
      updateFlags(nodes + Int(current)) {
        $0.insert(.listed)
        $0.remove(.inObservedSubtree)
      }
      links[Int(current)].nextListed = branchLinks[parent].firstListed
      branchLinks[parent].firstListed = current
      current = branches[parent].node
    }
    if observers.subtrees > 0 { inheritObservation(from: current, downTo: index) }
  }

  /// Marks the nodes from below `listed` down to `index` as lying in an observed subtree, where they do.
  private func inheritObservation(from listed: UInt32, downTo index: UInt32) {
    var current = index
    while current != listed {
      var ancestor = current
      while ancestor != listed, !observers.hasSubtreeObserver(ancestor) {
        ancestor = parent(ancestor)
      }
      if ancestor != listed || nodes[Int(listed)].flags.contains(.inObservedSubtree) {
        updateFlags(nodes + Int(current)) { $0.insert(.inObservedSubtree) }
      }
      current = parent(current)
    }
  }

  /// Appends where `prepare()` has made room.
  @inline(__always)
  func appendReserved<Element: BitwiseCopyable>(_ list: inout List<Element>, _ element: Element) {
    // The room is there; were it not, dropping the entry would hide a defect, so it traps.
    list.appendWithinCapacity(element)
  }
}
