import TallyMemory

// Nodes that nothing needs any more give their places to others. There is no count of references: now and then, before
// a node is created, all of them are looked at, once enough may have become empty to pay for it.

extension Tree {
  /// Below this many nodes reclaiming is worth nothing, unless the limit is reached.
  private static let smallCount = 1024

  /// Keeps a node, though it may be empty, until it is let go as often.
  public func pin(_ at: NodeIndex) {
    links[Int(at.raw)].pins += 1
    holds += 1
  }

  public func unpin(_ at: NodeIndex) {
    links[Int(at.raw)].pins -= 1
    holds -= 1
    emptied &+= 1
  }

  /// Reclaims where that many nodes more would exceed the limit, or where the tree has doubled since the last time;
  /// but only after so much may have become empty that the cost stays constant on average: an eighth of the nodes,
  /// and at the limit, where the alternative is an error, one in 64.
  /// - Returns: whether nodes may have gone.
  func reclaimIfWorthwhile(for additional: Int) -> Bool {
    if !isReclamationWorthwhile(for: additional) { return false }
    reclaim()
    if count + additional > maxNodes, changes.isTracking, changes.floor < revision {
      // Rather a listing anew for those who ask for changes than no room for new ones.
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

  /// Takes away every node that owns and shows nothing, has nothing below it, is not watched, and of which there are
  /// no handles. Needs no memory, unless digests are kept; where there is none for them, nothing happens.
  /// - Complexity: O(nodes and the bytes of their paths).
  func reclaim() {
    if digests.records.count > 0 {
      do throws(TreeError) { try updateDigests() } catch { return }
    }
    markLogged()
    listAnew()
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

  /// Marks the nodes that the transaction under way may have to put back.
  private func markLogged() {
    beginQuery()
    for position in 0..<ownLog.count { links[Int(ownLog[position].node)].mark = query }
    for position in 0..<visibleLog.count { links[Int(visibleLog[position].node)].mark = query }
    for position in 0..<flips.count { links[Int(flips[position].node)].mark = query }
  }

  /// Makes the lists of children anew, without those that show nothing any more.
  private func listAnew() {
    for index in 1..<max(1, nodeCount) { updateFlags(nodes + index) { $0.remove(.listed) } }
    for place in 0..<branchCount { branchLinks[place].firstListed = Node.none }
    for index in 1..<max(1, nodeCount) where links[index].path != Node.none && isWorthListing(UInt32(index)) {
      list(UInt32(index))
    }
  }

  private func isReclaimable(_ index: UInt32) -> Bool {
    let node = nodes + Int(index)
    let link = links + Int(index)
    if !node.pointee.flags.isDisjoint(with: Node.Flags.needed) { return false }
    if link.pointee.path == Node.none || link.pointee.pins != 0 { return false }
    if node.pointee.flags.contains(.branch), branchLinks[Int(node.pointee.value)].children != 0 { return false }
    if link.pointee.mark == query { return false }
    // Whoever asks what changed is to hear of it.
    return !changes.isTracking || revision(of: NodeIndex(index)) <= changes.floor
  }

  private func remove(_ index: UInt32) {
    removeSlot(index)
    let place = Int(index)
    let node = nodes + place
    if node.pointee.flags.contains(.branch) {
      branchLinks[Int(node.pointee.value)].manualCount = freeBranch
      freeBranch = node.pointee.value
    }
    // It is not the root, so its parent is never none.
    branchLinks[Int(node.pointee.parent)].children -= 1
    // What was kept for its digest is zero, and is made anew for the next node at this place.
    node.initialize(to: Node(parent: Node.none, generation: node.pointee.generation))
    (links + place).initialize(to: Links(path: Node.none, nextListed: freeNode))
    freeNode = index
    freeNodeCount += 1
  }

  /// The slot of a node.
  private func position(of index: UInt32) -> Int {
    var position = Int(truncatingIfNeeded: hash(pathBytes(index))) & slotMask
    while slots[position].node != index + 1 { position = (position + 1) & slotMask }
    return position
  }

  /// Takes a node out of the table, and moves up those behind it that would not be found past the hole.
  private func removeSlot(_ index: UInt32) {
    var hole = position(of: index)
    var position = (hole + 1) & slotMask
    while slots[position].node != 0 {
      let home = Int(truncatingIfNeeded: slots[position].hash) & slotMask
      if (position - home) & slotMask >= (position - hole) & slotMask {
        slots[hole] = slots[position]
        hole = position
      }
      position = (position + 1) & slotMask
    }
    slots[hole].node = 0
  }

  /// Moves the paths of the nodes that there are together.
  private func compactPaths() {
    guard let base = arena.base else { return }
    var from = 0
    var to = 0
    while from < arenaUsed {
      let record = base + from
      let size = PathRecord.size(PathRecord.bytes(record).count)
      let index = record.loadUnaligned(as: UInt32.self)
      // Compared as what it is: the path of a node that is gone is none, which no Int of 32 bits holds.
      if links[Int(index)].path == UInt32(from / Tree.pathAlignment) {
        if to != from { movePath(of: index, record, size, to: to) }
        to += size
      }
      from += size
    }
    arenaUsed = to
  }

  private func movePath(of index: UInt32, _ record: UnsafeMutableRawPointer, _ size: Int, to: Int) {
    guard let base = arena.base else { return }
    let place = UInt32(to / Tree.pathAlignment)
    slots[position(of: index)].path = place
    links[Int(index)].path = place
    (base + to).copyMemory(from: record, byteCount: size)
  }
}
