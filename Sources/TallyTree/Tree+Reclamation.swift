import TallyFailure
import TallyMemory

// Unused nodes are replaced by new ones. There is no reference count. Sometimes, before a node is created, all nodes
// are checked, if enough of them may have become empty to pay for it.

extension Tree {
  /// Below this many nodes, reclaiming does not pay, unless the limit is reached.
  private static let smallCount = 1024

  /// Reclaims if this many more nodes would exceed the limit, or if the tree has doubled since the last time. It does
  /// so only after enough nodes may have become empty that the average cost stays constant. Enough is an eighth of the
  /// nodes or, at the limit, where the alternative is an error, one in 64.
  /// - Returns: whether nodes may have been removed.
  func reclaimIfWorthwhile(for additional: Int) -> Bool {
    if !isReclamationWorthwhile(for: additional) { return false }
    reclaim()
    if count + additional > maxNodes, changes.isTracking, changes.floor < revision {
      // A new listing for those who ask for changes is better than no room for new nodes.
      changes.forget(through: revision)
      reclaim()
    }
    return true
  }

  func isReclamationWorthwhile(for additional: Int) -> Bool {
    if emptied == 0 || reclamationBlocks > 0 { return false }
    let isFull = count + additional > maxNodes
    let hasDoubled = freeNodeCount < additional && count >= max(Tree.smallCount, 2 * countAfterReclamation)
    return emptied >= count / (isFull ? 64 : 8) && (isFull || hasDoubled)
  }

  /// Removes every node that owns and shows nothing, has no children, is not watched, and has no handles. It needs
  /// memory only if digests are kept. Without that memory nothing happens.
  /// - Complexity: O(nodes and the bytes of their paths).
  func reclaim() {
    if digests.records.count > 0 {
      do throws(Failure) { try updateDigests() } catch { return }
    }
    sweepSharedFeeds()
    markLogged()
    listAgain()
    for index in 1..<max(1, nodeCount) {
      var candidate = UInt32(index)
      while candidate != 0, isReclaimable(candidate) {
        let parent = parent(candidate)
        remove(candidate)
        candidate = parent
      }
    }
    compactPaths()
    emptied = 0
    countAfterReclamation = count
  }

  /// Marks the nodes that the current transaction may have to restore.
  private func markLogged() {
    beginQuery()
    for position in 0..<ownLog.count {
      let entry = ownLog[position]
      if entry.kind.isShared { continue }
      setMark(entry.node, query)
      if entry.kind == .linked || entry.kind == .unlinked { setMark(entry.ownCount, query) }
    }
    for position in 0..<visibleLog.count { setMark(visibleLog[position].node, query) }
    for position in 0..<flips.count { setMark(flips[position].node, query) }
  }

  /// Builds the lists of children again, without those that show nothing any more.
  private func listAgain() {
    for index in 1..<max(1, nodeCount) { updateFlags(nodes + index) { $0.remove(.listed) } }
    for place in 0..<branchCount { branchLinks[place].firstListed = Node.none }
    for index in 1..<max(1, nodeCount) where links[index].path != Node.none && isWorthListing(UInt32(index)) {
      list(UInt32(index))
    }
  }

  private func isReclaimable(_ index: UInt32) -> Bool {
    let node = nodes + Int(index)
    if !node.pointee.flags.isDisjoint(with: Node.Flags.needed) { return false }
    if links[Int(index)].path == Node.none || isPinned(index) { return false }
    if node.pointee.flags.contains(.branch), branchLinks[Int(node.pointee.value)].children != 0 { return false }
    if isMarked(index) || isRuled(node) || overlay.junction(index) != Node.none { return false }
    // The change must still be reported.
    return !changes.isTracking || revision(of: NodeIndex(index)) <= changes.floor
  }

  private func remove(_ index: UInt32) {
    listed.top = nil
    removeSlot(index)
    let place = Int(index)
    let node = nodes + place
    if node.pointee.flags.contains(.branch) {
      branchLinks[Int(node.pointee.value)].ownCount = freeBranch
      freeBranch = node.pointee.value
    }
    // It is not the root, so its parent is never none.
    branchLinks[Int(node.pointee.parent)].children -= 1
    // The data of its digest is zero, and is made for the next node at this place.
    node.initialize(to: emptyNode(at: place, parent: Node.none))
    (links + place).initialize(to: Links(path: Node.none, nextListed: freeNode))
    freeNode = index
    freeNodeCount += 1
  }

  /// Moves the paths of the existing nodes together.
  private func compactPaths() {
    let base = arena.base.unsafelyUnwrapped
    var from = 0
    var to = 0
    while from < arenaUsed {
      let record = base + from
      let size = PathRecord.size(PathRecord.bytes(record).count)
      let index = owner(of: record)
      // Compared as 32 bits: the path of a removed node is none, which a 32-bit Int cannot hold.
      if index != Node.none, links[Int(index)].path == UInt32(from / Tree.pathAlignment) {
        if to != from { movePath(of: index, record, size, to: to) }
        to += size
      }
      from += size
    }
    arenaUsed = to
  }

  private func movePath(of index: UInt32, _ record: UnsafeMutableRawPointer, _ size: Int, to: Int) {
    let base = arena.base.unsafelyUnwrapped
    let place = UInt32(to / Tree.pathAlignment)
    noteMove(of: index, to: place)
    links[Int(index)].path = place
    (base + to).copyMemory(from: record, byteCount: size)
  }
}
