import TallyMemory

/// The change of a node's contribution to its parent: in number, modulo 2^64, and in badges, -1 to 1.
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

// How a node's change reaches its ancestors. None of this can fail, because `prepare()` has made room before.

extension Tree {
  @inline(__always)
  func visible(_ node: UnsafeMutablePointer<Node>) -> Visible {
    let flags = node.pointee.flags
    let value = node.pointee.value
    if !flags.contains(.branch) {
      return Visible(shows: !flags.isDisjoint(with: Node.Flags.ownBadge), count: UInt64(value))
    }
    let branch = branches + Int(value)
    let sum = branch.pointee.sum
    let shows =
      !flags.isDisjoint(with: Node.Flags.ownBadge.union(.fed)) || branch.pointee.litChildren != 0
    if !flags.contains(.ownCount) || (sum > 0 && aggregation == .children) {
      return Visible(shows: shows, count: sum)
    }
    return Visible(shows: shows, count: sum + UInt64(branchLinks[Int(value)].ownCount))
  }

  /// Carries a change of `index` upward until an ancestor shows the same as before. `before` is the node's visible
  /// badge before its change.
  /// - Complexity: O(depth) at most.
  @_optimize(speed)
  func settle(_ index: UInt32, before: Visible) {
    let node = nodes + Int(index)
    let after = visible(node)
    if after == before {
      if hasPassive(node) { settleUnusual(index, before: before, after: after) }
      return
    }
    if mode == .direct { changes.append(pendingRevision, index) }
    var change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    note(node, index, before, shows: after.shows)
    if isLinkedOrPassive(node) { return settleUnusual(index, before: before, after: after) }
    mute(&change, node)
    carry(change, to: node.pointee.parent, from: index)
  }

  /// Carries the changed contribution of a node to the node of a branch, its parent's, and to its ancestors.
  @inline(__always)
  func carry(_ change: Contribution, to first: UInt32, from child: UInt32) {
    #if TALLY_PLAIN
      carryAsAny(change, to: first, from: child)
    #else
      switch mode {
      case .direct: carry(change, to: first, from: child, isLogged: false)
      case .logged where !isCompound: carry(change, to: first, from: child, isLogged: true)
      default: carryAsAny(change, to: first, from: child)
      }
    #endif
  }

  /// The hottest loop of the library.
  ///
  /// Most ancestors own nothing, are not fed, muted or watched, and show just what their children contribute. For them
  /// the loop makes no decisions. Whether a node's first child came or its last one went is computed without a branch,
  /// since a wrong prediction would wait for memory. Once no badge comes or goes, none does further up, and the inner
  /// loop only adds the number. The loops keep the tree's fields in locals, because the compiler must assume that a
  /// store through a pointer changes any field. The place after the next is read early, so two reads are in flight.
  /// - Parameter isLogged: `mode` is `logged`, and there is no current compound operation; otherwise `mode` is
  ///   `direct`. A literal.
  @inline(__always)
  func carry(_ change: Contribution, to first: UInt32, from child: UInt32, isLogged: Bool) {
    let branches = branches
    let stamp = pendingStamp
    var count = change.count
    var lit = change.lit
    if change.isNothing || first == Node.none { return }
    var place = first
    var above = branches[Int(first)].parent
    // There is room for the whole way up.
    let entries = visibleLog.pointer
    var logged = visibleLog.count
    defer { if isLogged { visibleLog.take(upTo: logged) } }
    while place != Node.none {
      let branch = branches + Int(place)
      (place, above) = (above, branch.pointee.grandparent)
      if branch.pointee.unusual != 0 {
        var any = Contribution(count, lit)
        if isLogged { visibleLog.take(upTo: logged) }
        apply(&any, branch.pointee.node, from: child)
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

  /// The same in any mode, not optimised.
  @_optimize(speed)
  private func carryAsAny(_ change: Contribution, to first: UInt32, from child: UInt32) {
    var change = change
    var place = first
    while place != Node.none {
      #if !TALLY_PLAIN
        if change.isNothing { return }
      #endif
      apply(&change, branches[Int(place)].node, from: child)
      place = branches[Int(place)].parent
    }
  }

  /// Applies a change from below to any node, and turns it into the change for the node above. A linked node has
  /// carried it to all nodes above.
  /// - Parameter child: where the way up began, at or below the node's child.
  @_optimize(speed)
  @inline(never)
  private func apply(_ change: inout Contribution, _ index: UInt32, from child: UInt32) {
    let node = nodes + Int(index)
    if isRuledOrPassive(node) { return applyUnusual(&change, index, from: child) }
    let before = visible(node)
    shift(node, index, change)
    let after = visible(node)
    change = Contribution(after.count &- before.count, (after.shows ? 1 : 0) - (before.shows ? 1 : 0))
    if change.isNothing { return }
    note(node, index, before, shows: after.shows)
    if isLinked(node) {
      spread(index, before: before, after: after, passive: 0)
      change = Contribution(0, 0)
    }
    mute(&change, node)
  }

  /// Removes from a change what the node's mute holds back. Highlights that pass spread on their own.
  @inline(__always)
  func mute(_ change: inout Contribution, _ node: UnsafeMutablePointer<Node>) {
    if node.pointee.flags.isDisjoint(with: Node.Flags.muted) { return }
    change.count = 0
    if node.pointee.flags.contains(.muteAll) { change.lit = 0 }
  }

  /// Changes the contributions of a node's children without settling.
  @inline(__always)
  func shift(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ change: Contribution) {
    let branch = branches + Int(node.pointee.value)
    branch.pointee.sum &+= change.count
    if change.lit == 0 { return }
    let wasLit = branch.pointee.litChildren != 0
    branch.pointee.litChildren = UInt32(truncatingIfNeeded: Int(branch.pointee.litChildren) + Int(change.lit))
    if wasLit != (branch.pointee.litChildren != 0) { flip(node, index, wasLit: wasLit) }
  }

  /// The first contributing child of a node came, or the last one went. If the last one went, the node's own badge
  /// is removed too: immediately, or at the end of a compound operation.
  @_optimize(speed)
  private func flip(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, wasLit: Bool) {
    if aggregation != .children { return }
    if isCompound {
      if node.pointee.flags.contains(.flipped) { return }
      node.pointee.flags.insert(.flipped)
      appendReserved(&flips, Flip(node: index, depth: UInt32(depth(index)), wasLit: wasLit))
    } else if wasLit, clearsAutomatically, !node.pointee.flags.isDisjoint(with: Node.Flags.ownBadge) {
      removeOwnBadge(node, index)
    }
  }

  /// The parent's number, or `Node.none`.
  @inline(__always)
  func parent(_ index: UInt32) -> UInt32 {
    let place = nodes[Int(index)].parent
    return place == Node.none ? Node.none : branches[Int(place)].node
  }

  /// The first listed child.
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
    if flags.contains(.branch) {
      let branch = branches + Int(node.pointee.value)
      branch.pointee.unusual = branch.pointee.unusual & Branch.kept | flags.unusual
    }
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
  func ownCount(_ node: UnsafeMutablePointer<Node>) -> UInt32 {
    let value = node.pointee.value
    return node.pointee.flags.contains(.branch) ? branchLinks[Int(value)].ownCount : value
  }

  @inline(__always)
  func setOwnCount(_ node: UnsafeMutablePointer<Node>, _ count: UInt32) {
    if node.pointee.flags.contains(.branch) {
      branchLinks[Int(node.pointee.value)].ownCount = count
    } else {
      node.pointee.value = count
    }
  }

  @inline(__always)
  func litChildren(_ node: UnsafeMutablePointer<Node>) -> UInt32 {
    node.pointee.flags.contains(.branch) ? branches[Int(node.pointee.value)].litChildren : 0
  }

  /// Removes the own badge without settling.
  func removeOwnBadge(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    logOwn(node, index)
    setOwnCount(node, 0)
    updateFlags(node) { $0.subtract(.ownBadgeAndIcon) }
    emptied &+= 1
    if node.pointee.flags.contains(.expires) {
      node.pointee.flags.remove(.expires)
      deadlines.remove(index, .badge)
    }
    markDirty(node, index)
  }

  /// Notes that a node's visible badge has changed, without a change of a child.
  func stamp(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible) {
    if mode == .direct { changes.append(pendingRevision, index) }
    note(node, index, before, shows: visible(node).shows)
  }

  /// Notes that a node's visible badge has changed: its observers, and the former badge.
  @inline(__always)
  func note(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ before: Visible, shows: Bool) {
    // Listing comes first, because it determines whether the node is in an observed subtree.
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

  /// Adds a node and every unlisted ancestor to their parents' lists.
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

  /// Marks the nodes from below `listed` down to `index` that are in an observed subtree.
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

  /// Appends into room that `prepare()` has made.
  @inline(__always)
  func appendReserved<Element: BitwiseCopyable>(_ list: inout List<Element>, _ element: Element) {
    // Without room, dropping the entry would hide a defect, so this traps.
    list.appendWithinCapacity(element)
  }
}
