import CMemory
import TallyFailure
import TallyMemory

// Finding and creating nodes by path. A known path in its canonical form is hashed once and compared once. Everything
// else (validation, a missing `root`) is done only the first time.

extension Tree {
  /// The node of a path. nil: there is none. Creates nothing.
  /// - Complexity: O(length of the path).
  @_optimize(speed)
  public func find(_ text: UnsafeRawBufferPointer) throws(Failure) -> NodeIndex? {
    let index = lookupHere(text)
    if index != Node.none { return NodeIndex(index) }
    if isAbsent(text) { return nil }
    try path.parse(text, limits: limits)
    let canonical = lookup(path.bytes.bytes)
    return canonical == Node.none ? nil : NodeIndex(canonical)
  }

  /// The node of a path. Creates it and its ancestors if they do not exist.
  /// - Complexity: O(length of the path); for a new path, times its depth. Sometimes also O(nodes), so rarely that the
  ///   average stays constant (``reclaim()``).
  public func findOrCreate(_ text: UnsafeRawBufferPointer) throws(Failure) -> NodeIndex {
    var index = lookup(text)
    if index == Node.none { index = createPlain(text) }
    if index != Node.none { return NodeIndex(index) }
    try path.parse(text, limits: limits)
    return NodeIndex(try createPath())
  }

  /// Whether a path that was not found is certainly valid.
  func isAbsent(_ text: UnsafeRawBufferPointer) -> Bool {
    #if TALLY_PLAIN
      return false
    #else
      return deepestAbove(text).node != Node.none
    #endif
  }

  /// Adds the nodes of a path that was not found in the usual case: its new names are plain, and there is room.
  /// - Returns: `Node.none` if the case is not usual. Then nothing was changed.
  @inline(never)
  @_optimize(speed)
  func createPlain(_ text: UnsafeRawBufferPointer) -> UInt32 {
    #if TALLY_PLAIN
      return Node.none
    #else
      let above = deepestAbove(text)
      if !isUsual(above, text) { return Node.none }
      var index = above.node
      var end = above.end
      while end < text.count {
        makeBranch(index)
        repeat { end &+= 1 } while end < text.count && text[end] != Byte.dot
        index = insert(UnsafeRawBufferPointer(start: text.baseAddress, count: end), parent: index)
      }
      return index
    #endif
  }

  /// Whether `createPlain` would create a path that was not found.
  func hasRoomToCreate(_ text: UnsafeRawBufferPointer) -> Bool { isUsual(deepestAbove(text), text) }

  @inline(__always)
  private func isUsual(_ above: (node: UInt32, end: Int, missing: Int), _ text: UnsafeRawBufferPointer) -> Bool {
    above.node != Node.none && hasRoom(for: above.missing, bytes: text.count)
      && !isReclamationWorthwhile(for: above.missing)
  }

  /// The deepest node above a path that was not found, the end of that node's path, and the number of missing nodes.
  /// The node's own path is in the table, so it is valid. Only the names behind it are checked: they must be printable
  /// ASCII without escapes.
  /// - Returns: `Node.none` as the node if none was found, or if the path may be invalid.
  @inline(never)
  @_optimize(speed)
  private func deepestAbove(_ text: UnsafeRawBufferPointer) -> (node: UInt32, end: Int, missing: Int) {
    var (start, end, missing) = (text.count, text.count, 0)
    // Each level takes at least two bytes, so a path of this length is not too deep.
    if end > min(limits.bytes, 5 &+ 2 &* limits.depth) { return (Node.none, 0, 0) }
    while true {
      while start > 0, text[start &- 1] != Byte.dot {
        start &-= 1
        let byte = text[start]
        if byte < 0x20 || byte > 0x7E || byte == Byte.backslash { return (Node.none, 0, 0) }
      }
      if start < 5 || start == end || end &- start > 255 { return (Node.none, 0, 0) }
      start &-= 1
      end = start
      missing &+= 1
      let node = lookup(UnsafeRawBufferPointer(start: text.baseAddress, count: end))
      if node != Node.none { return (node, end, missing) }
    }
  }

  /// Whether this many more nodes, with paths of at most this many bytes, need no memory.
  private func hasRoom(for missing: Int, bytes: Int) -> Bool {
    let (nodes, branches, end) = (nodeCount &+ missing, branchCount &+ missing, arenaUsed &+ missing &* (bytes &+ 8))
    return missing <= min(maxNodes, Int(clamping: Node.none)) &- count
      && (count &+ missing) &* 4 <= (slotMask &+ 1) &* 3
      && nodes &* MemoryLayout<Node>.stride <= nodeBlock.byteCapacity
      && nodes &* MemoryLayout<Links>.stride <= linkBlock.byteCapacity
      && branches &* MemoryLayout<Branch>.stride <= branchBlock.byteCapacity
      && branches &* MemoryLayout<BranchLinks>.stride <= branchLinkBlock.byteCapacity
      && end <= arena.byteCapacity && end / Tree.pathAlignment < Int(clamping: UInt32.max)
  }

  /// Creates the missing nodes of `path`. It allocates all memory first, so that a failure has no effect.
  private func createPath() throws(Failure) -> UInt32 {
    var (existing, index) = deepestExisting()
    if existing == path.depth { return index }
    if reclaimIfWorthwhile(for: path.depth - existing) { (existing, index) = deepestExisting() }
    do throws(Failure) { try makeRoom(for: path.depth - existing) } catch {
      // Reclaiming unused nodes may make enough room.
      guard error.status == .noMemory, emptied > 0, reclamationBlocks == 0 else { throw error }
      reclaim()
      (existing, index) = deepestExisting()
      try makeRoom(for: path.depth - existing)
    }
    for level in (existing + 1)...path.depth {
      makeBranch(index)
      index = insert(prefix(level), parent: index)
    }
    return index
  }

  private func makeRoom(for missing: Int) throws(Failure) {
    let pathBytes = missing * (path.bytes.count + 8)
    // Numbers and places in the arena have 32 bits. `Node.none` is not a number.
    guard missing <= min(maxNodes, Int(clamping: Node.none)) - count,
      (arenaUsed + pathBytes) / Tree.pathAlignment < Int(clamping: UInt32.max)
    else { throw .nodeLimit }
    try Tree.reserve { () throws(OutOfMemory) in
      try reserveNodes(missing, pathBytes: pathBytes)
      try reserveBranches(missing)
    }
  }

  private func deepestExisting() -> (depth: Int, node: UInt32) {
    var depth = path.depth
    var index = lookup(prefix(depth))
    while index == Node.none {
      depth -= 1
      index = lookup(prefix(depth))
    }
    return (depth, index)
  }

  private func prefix(_ depth: Int) -> UnsafeRawBufferPointer {
    path.bytes.bytes(at: 0, count: Int(path.ends[depth]))
  }

  private func reserveNodes(_ additional: Int, pathBytes: Int) throws(OutOfMemory) {
    let wanted = nodeCount + max(0, additional - freeNodeCount)
    try nodeBlock.reserve(wanted * MemoryLayout<Node>.stride)
    if let base = nodeBlock.base { nodes = base.assumingMemoryBound(to: Node.self) }
    try linkBlock.reserve(wanted * MemoryLayout<Links>.stride)
    if let base = linkBlock.base { links = base.assumingMemoryBound(to: Links.self) }
    try arena.reserve(arenaUsed + pathBytes)
    if (count + additional) * 4 > (slotMask + 1) * 3 { try growTable(for: count + additional) }
  }

  /// Makes room for this many branches.
  func reserveBranches(_ additional: Int) throws(OutOfMemory) {
    try branchBlock.reserve((branchCount + additional) * MemoryLayout<Branch>.stride)
    if let base = branchBlock.base { branches = base.assumingMemoryBound(to: Branch.self) }
    try branchLinkBlock.reserve((branchCount + additional) * MemoryLayout<BranchLinks>.stride)
    if let base = branchLinkBlock.base { branchLinks = base.assumingMemoryBound(to: BranchLinks.self) }
  }

  /// Gives a node its branch if it has none. There is room.
  func makeBranch(_ index: UInt32) {
    let node = nodes + Int(index)
    if node.pointee.flags.contains(.branch) { return }
    var place = freeBranch
    if place == Node.none {
      place = UInt32(branchCount)
      branchCount += 1
    } else {
      freeBranch = branchLinks[Int(place)].ownCount
    }
    let parent = node.pointee.parent
    let branch = Branch(
      stamp: node.pointee.stamp, parent: parent,
      grandparent: parent == Node.none ? Node.none : branches[Int(parent)].parent, node: index,
      unusual: node.pointee.flags.unusual)
    (branches + Int(place)).initialize(to: branch)
    (branchLinks + Int(place)).initialize(to: BranchLinks(ownCount: node.pointee.value))
    node.pointee.value = place
    node.pointee.flags.insert(.branch)
  }

  /// Adds a node. The memory is there, and the parent has its branch.
  @discardableResult
  func insert(_ canonical: UnsafeRawBufferPointer, parent: UInt32) -> UInt32 {
    let index = takePlace()
    let place = Int(index)
    let branch = parent == Node.none ? Node.none : nodes[Int(parent)].value
    if branch != Node.none { branchLinks[Int(branch)].children += 1 }
    let path = storePath(canonical, of: index)
    (nodes + place).initialize(to: emptyNode(at: place, parent: branch))
    (links + place).initialize(to: Links(path: path))
    if place == nodeCount { nodeCount += 1 }
    addSlot(of: index, hash: hash(canonical), path: path, parent: branch)
    if place < digests.records.count { renewDigest(index) }
    return index
  }

  private func takePlace() -> UInt32 {
    if freeNode == Node.none { return UInt32(nodeCount) }
    let index = freeNode
    freeNode = links[Int(index)].nextListed
    freeNodeCount -= 1
    return index
  }

  @inline(__always)
  func pathBytes(_ index: UInt32) -> UnsafeRawBufferPointer { pathBytes(at: links[Int(index)].path) }

  @inline(__always)
  func pathBytes(at place: UInt32) -> UnsafeRawBufferPointer {
    PathRecord.bytes(arena.base.unsafelyUnwrapped + Int(place) * Tree.pathAlignment)
  }

  /// The same as `lookupHere`, for all but the most frequent operations.
  @_optimize(speed)
  @inline(never)
  func lookup(_ text: UnsafeRawBufferPointer) -> UInt32 { lookupHere(text) }

  /// The node whose canonical path is `text`, or `Node.none`.
  @inline(__always)
  func lookupHere(_ text: UnsafeRawBufferPointer) -> UInt32 {
    guard let start = text.baseAddress else { return Node.none }
    let hash = hash(text)
    var position = Int(truncatingIfNeeded: hash) & slotMask
    while true {
      let slot = slots[position]
      if slot.node == 0 { return Node.none }
      if slot.mayHave(hash) {
        prefetchBranch(above: slot)
        let known = pathBytes(at: pathPlace(slot))
        if known.count == text.count, Tree.isSame(known.baseAddress.unsafelyUnwrapped, start, text.count) {
          return slot.node &- 1
        }
      }
      position = (position &+ 1) & slotMask
    }
  }

  /// Whether two texts of `count` bytes, at least one, are equal. Paths are short, and a function call would cost as
  /// much.
  @inline(__always)
  private static func isSame(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
    #if TALLY_PLAIN
      return ctally_memory_compare(a, b, count) == 0
    #else
      if count < 8 { return ctally_memory_compare(a, b, count) == 0 }
      var offset = 0
      while offset &+ 8 < count {
        if load8(a, offset) != load8(b, offset) { return false }
        offset &+= 8
      }
      // The last eight bytes. Some of them may have been compared before.
      return load8(a, count &- 8) == load8(b, count &- 8)
    #endif
  }

  /// A keyed hash of the bytes, after the multiply-and-fold construction of wyhash: sixteen bytes a step, the last step
  /// overlapping. It does not withstand adversaries, but colliding paths only cost time.
  @inline(__always)
  func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let count = text.count
    guard let start = text.baseAddress, count > 0 else { return 0 }
    var state = hashSeed ^ UInt64(count) &* 0xA076_1D64_78BD_642F
    var a: UInt64
    var b: UInt64
    if count >= 16 {
      var offset = 0
      while offset &+ 16 < count {
        a = Tree.load8(start, offset)
        b = Tree.load8(start, offset &+ 8)
        state = Tree.fold(a ^ 0xE703_7ED1_A0B4_28DB, b ^ state)
        offset &+= 16
      }
      a = Tree.load8(start, count &- 16)
      b = Tree.load8(start, count &- 8)
    } else if count >= 8 {
      a = Tree.load8(start, 0)
      b = Tree.load8(start, count &- 8)
    } else if count >= 4 {
      a = Tree.load4(start, 0)
      b = Tree.load4(start, count &- 4)
    } else {
      a = UInt64(text[0]) << 16 | UInt64(text[count >> 1]) << 8 | UInt64(text[count &- 1])
      b = 0
    }
    let folded = Tree.fold(a ^ 0x8EBC_6AF0_9C88_C6E3, b ^ state)
    return UInt32(truncatingIfNeeded: folded ^ folded >> 32)
  }

  @inline(__always)
  private static func load8(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always)
  private static func load4(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
