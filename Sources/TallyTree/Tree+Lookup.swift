import CMemory
import TallyMemory

/// A path in the arena: the number of its node, its length and its bytes.
enum PathRecord {
  static let header = 6

  @inline(__always)
  static func bytes(_ record: UnsafeMutableRawPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: record + header, count: Int(record.load(fromByteOffset: 4, as: UInt16.self)))
  }

  static func size(_ count: Int) -> Int {
    (header + count + Tree.pathAlignment - 1) & ~(Tree.pathAlignment - 1)
  }
}

// Finding and creating nodes by path. The text of a path that is known in its canonical form is hashed once and
// compared once; everything else (validation, a missing `root`) is left to the first time.

extension Tree {
  /// The node of a path, or nil where there is none. Creates nothing.
  /// - Complexity: O(length of the path).
  @_optimize(speed)
  public func find(_ text: UnsafeRawBufferPointer) throws(TreeError) -> NodeIndex? {
    let index = lookupHere(text)
    if index != Node.none { return NodeIndex(index) }
    if isAbsent(text) { return nil }
    try path.parse(text, limits: limits)
    let canonical = lookup(path.bytes.bytes)
    return canonical == Node.none ? nil : NodeIndex(canonical)
  }

  /// The node of a path, created with its ancestors where there is none.
  /// - Complexity: O(length of the path); when created, times its depth. From time to time also O(nodes), so that it
  ///   is a constant on average (``reclaim()``).
  public func findOrCreate(_ text: UnsafeRawBufferPointer) throws(TreeError) -> NodeIndex {
    var index = lookup(text)
    if index == Node.none { index = createPlain(text) }
    if index != Node.none { return NodeIndex(index) }
    try path.parse(text, limits: limits)
    return NodeIndex(try createPath())
  }

  /// Whether a path that was not found is surely a right one.
  func isAbsent(_ text: UnsafeRawBufferPointer) -> Bool { deepestAbove(text).node != Node.none }

  /// Adds the nodes of a path that was not found, in the usual case: its new names are plain, and there is room.
  /// - Returns: `Node.none` where it is not so; nothing was changed then.
  @inline(never)
  @_optimize(speed)
  func createPlain(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let above = deepestAbove(text)
    let isUsual =
      above.node != Node.none && hasRoom(for: above.missing, bytes: text.count)
      && !isReclamationWorthwhile(for: above.missing)
    if !isUsual { return Node.none }
    var index = above.node
    var end = above.end
    while end < text.count {
      makeBranch(index)
      repeat { end &+= 1 } while end < text.count && text[end] != Byte.dot
      index = insert(UnsafeRawBufferPointer(start: text.baseAddress, count: end), parent: index)
    }
    return index
  }

  /// The deepest node above a path that was not found, where the path of that ends, and how many nodes are missing. The
  /// node's own path is in the table, so it is right, and only the names behind it are checked: that they are printable
  /// ASCII without escapes.
  /// - Returns: `Node.none` as the node where none was found, or something may be wrong with the path.
  @inline(never)
  @_optimize(speed)
  private func deepestAbove(_ text: UnsafeRawBufferPointer) -> (node: UInt32, end: Int, missing: Int) {
    var (start, end, missing) = (text.count, text.count, 0)
    // Each level takes at least two bytes. So a path that is no longer than this is no deeper than it may be.
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

  /// Whether so many nodes more, with paths of at most so many bytes, need no memory.
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

  /// Creates what is missing of `path`. All memory is asked for first, so that a failure leaves no trace.
  private func createPath() throws(TreeError) -> UInt32 {
    var (existing, index) = deepestExisting()
    if existing == path.depth { return index }
    if reclaimIfWorthwhile(for: path.depth - existing) { (existing, index) = deepestExisting() }
    do throws(TreeError) { try makeRoom(for: path.depth - existing) } catch {
      // The places of nodes that nothing needs any more may do.
      guard error == .outOfMemory, emptied > 0, reclamationBlocks == 0 else { throw error }
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

  private func makeRoom(for missing: Int) throws(TreeError) {
    let pathBytes = missing * (path.bytes.count + 8)
    // Numbers and places in the arena have 32 bits; `Node.none` is not a number.
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

  /// Makes room for that many branches.
  func reserveBranches(_ additional: Int) throws(OutOfMemory) {
    try branchBlock.reserve((branchCount + additional) * MemoryLayout<Branch>.stride)
    if let base = branchBlock.base { branches = base.assumingMemoryBound(to: Branch.self) }
    try branchLinkBlock.reserve((branchCount + additional) * MemoryLayout<BranchLinks>.stride)
    if let base = branchLinkBlock.base { branchLinks = base.assumingMemoryBound(to: BranchLinks.self) }
  }

  /// Gives a node its branch, if it has none; there is room.
  func makeBranch(_ index: UInt32) {
    let node = nodes + Int(index)
    if node.pointee.flags.contains(.branch) { return }
    var place = freeBranch
    if place == Node.none {
      place = UInt32(branchCount)
      branchCount += 1
    } else {
      freeBranch = branchLinks[Int(place)].manualCount
    }
    let parent = node.pointee.parent
    let branch = Branch(
      stamp: node.pointee.stamp, parent: parent,
      grandparent: parent == Node.none ? Node.none : branches[Int(parent)].parent, node: index,
      unusual: node.pointee.flags.unusual)
    (branches + Int(place)).initialize(to: branch)
    (branchLinks + Int(place)).initialize(to: BranchLinks(manualCount: node.pointee.value))
    node.pointee.value = place
    node.pointee.flags.insert(.branch)
  }

  private func growTable(for wanted: Int) throws(OutOfMemory) {
    var capacity = (slotMask + 1) * 2
    while wanted * 4 > capacity * 3 { capacity *= 2 }
    var fresh = RawBlock()
    try fresh.replaceWithZeros(capacity * MemoryLayout<Slot>.stride)
    guard let base = fresh.base else { throw OutOfMemory() }
    let newSlots = base.assumingMemoryBound(to: Slot.self)
    for old in 0...slotMask where slots[old].node != 0 {
      Tree.place(slots[old], in: newSlots, mask: capacity - 1)
    }
    swap(&slotBlock, &fresh)
    slots = newSlots
    slotMask = capacity - 1
  }

  @inline(__always)
  private static func place(_ slot: Slot, in slots: UnsafeMutablePointer<Slot>, mask: Int) {
    var home = Int(truncatingIfNeeded: slot.hash) & mask
    while slots[home].node != 0 { home = (home + 1) & mask }
    slots[home] = slot
  }

  /// Adds a node; the memory is there, and the parent has its branch.
  @discardableResult
  func insert(_ canonical: UnsafeRawBufferPointer, parent: UInt32) -> UInt32 {
    let index = takePlace()
    let place = Int(index)
    let generation = place < nodeCount ? nodes[place].generation : firstGeneration
    let branch = parent == Node.none ? Node.none : nodes[Int(parent)].value
    if branch != Node.none { branchLinks[Int(branch)].children += 1 }
    let path = storePath(canonical, of: index)
    (nodes + place).initialize(to: Node(parent: branch, generation: generation))
    (links + place).initialize(to: Links(path: path))
    if place == nodeCount { nodeCount += 1 }
    let slot = Slot(
      hash: hash(canonical), node: index + 1, path: path, parent: branch == Node.none ? 0 : branch)
    Tree.place(slot, in: slots, mask: slotMask)
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

  private func storePath(_ canonical: UnsafeRawBufferPointer, of index: UInt32) -> UInt32 {
    let offset = UInt32(arenaUsed / Tree.pathAlignment)
    guard let base = arena.base, let source = canonical.baseAddress else { return 0 }
    let record = base + arenaUsed
    record.storeBytes(of: index, as: UInt32.self)
    record.storeBytes(of: UInt16(canonical.count), toByteOffset: 4, as: UInt16.self)
    (record + PathRecord.header).copyMemory(from: source, byteCount: canonical.count)
    arenaUsed += PathRecord.size(canonical.count)
    return offset
  }

  @inline(__always)
  func pathBytes(_ index: UInt32) -> UnsafeRawBufferPointer { pathBytes(at: links[Int(index)].path) }

  @inline(__always)
  private func pathBytes(at place: UInt32) -> UnsafeRawBufferPointer {
    PathRecord.bytes(arena.base.unsafelyUnwrapped + Int(place) * Tree.pathAlignment)
  }

  /// As `lookupHere`, for all but the most frequent operations.
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
      if slot.hash == hash {
        // Almost certainly it: what will be needed of it is fetched while the text is. A slot's parent is never none.
        ctally_memory_prefetch(branches + Int(slot.parent))
        let known = pathBytes(at: slot.path)
        if known.count == text.count, Tree.isSame(known.baseAddress.unsafelyUnwrapped, start, text.count) {
          return slot.node &- 1
        }
      }
      position = (position &+ 1) & slotMask
    }
  }

  /// Whether two texts of `count` bytes, at least one, are the same. Paths are short: a call would cost as much.
  @inline(__always)
  private static func isSame(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Bool {
    if count < 8 { return ctally_memory_compare(a, b, count) == 0 }
    var offset = 0
    while offset &+ 8 < count {
      if load8(a, offset) != load8(b, offset) { return false }
      offset &+= 8
    }
    // The last eight bytes, of which some may have been compared before.
    return load8(a, count &- 8) == load8(b, count &- 8)
  }

  // MARK: Looking ahead, in batches. All of it is only for the cache; nothing depends on it.

  /// Whether the tree is larger than the nearer caches, so that looking ahead is worth its while.
  @inline(__always)
  public var isLarge: Bool { nodeCount > 4096 }

  /// The first look at a path: asks for its slot of the table.
  @inline(__always)
  public func lookAhead(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let hash = hash(text)
    ctally_memory_prefetch(slots + (Int(truncatingIfNeeded: hash) & slotMask))
    return hash
  }

  /// The second look: the slot is there, and asks for the node, its parent's branch and the path.
  /// - Returns: the node, as it seems; nil: the path is not there.
  @inline(__always)
  public func lookAhead(hash: UInt32) -> UInt32? {
    var position = Int(truncatingIfNeeded: hash) & slotMask
    while slots[position].hash != hash, slots[position].node != 0 { position = (position &+ 1) & slotMask }
    let slot = slots[position]
    if slot.node == 0 { return nil }
    // What a slot says of its node's path and parent is never none.
    ctally_memory_prefetch(nodes + Int(truncatingIfNeeded: slot.node &- 1))
    ctally_memory_prefetch(branches + Int(slot.parent))
    guard let base = arena.base else { return nil }
    let record = base + Int(slot.path) * Tree.pathAlignment
    ctally_memory_prefetch(record)
    // Most paths are shorter than this; the end of one may lie in the next line.
    ctally_memory_prefetch(record + 40)
    return slot.node &- 1
  }

  /// The first look at the path above another one, which is not there.
  public func lookAhead(above text: UnsafeRawBufferPointer) -> UInt32 {
    var end = text.count
    while end > 1, text[end &- 1] != Byte.dot { end &-= 1 }
    return lookAhead(UnsafeRawBufferPointer(start: text.baseAddress, count: max(0, end &- 1)))
  }

  /// The look at a node that will get another one below it: it is there, and asks for its branch.
  @inline(__always)
  public func lookAhead(branchOf index: UInt32) {
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return }
    let node = nodes[Int(index)]
    if !node.flags.contains(.branch) { return }
    ctally_memory_prefetch(branches + Int(node.value))
    ctally_memory_prefetch(branchLinks + Int(node.value))
  }

  /// The second look, of a handle: the node is there, and asks for its parent's branch.
  @inline(__always)
  public func lookAhead(node index: UInt32) {
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return }
    let branch = nodes[Int(index)].parent
    if branch != Node.none { ctally_memory_prefetch(branches + Int(branch)) }
  }

  /// The look at a handle's node.
  @inline(__always)
  public func lookAhead(handle: UInt64) -> UInt32 {
    let index = UInt32(truncatingIfNeeded: handle) &- 1
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return 0 }
    ctally_memory_prefetch(nodes + Int(index))
    return index
  }

  /// A keyed hash of the bytes, after the multiply-and-fold construction of wyhash: sixteen bytes a step, the last
  /// step overlapping. Not for adversaries: it is seeded, and colliding paths only cost time.
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
