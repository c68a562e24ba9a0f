import CMemory
import TallyMemory

// Prefetching in batches. It only warms the cache, and no result depends on it.

extension Tree {
  /// Whether the tree is larger than the near caches, so that prefetching pays.
  @inline(__always)
  public var isLarge: Bool {
    #if TALLY_PLAIN
      return false
    #else
      return nodeCount > 4096
    #endif
  }

  /// The first step for a path: prefetches its slot of the table.
  @inline(__always)
  public func lookAhead(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let hash = hash(text)
    ctally_memory_prefetch(slots + (Int(truncatingIfNeeded: hash) & slotMask))
    return hash
  }

  /// The second step: the slot has arrived. Prefetches the node, its parent's branch and the path.
  /// - Returns: the probable node. nil: the path does not exist.
  @inline(__always)
  public func lookAhead(hash: UInt32) -> UInt32? {
    var position = Int(truncatingIfNeeded: hash) & slotMask
    while !slots[position].mayHave(hash), slots[position].node != 0 { position = (position &+ 1) & slotMask }
    let slot = slots[position]
    if slot.node == 0 { return nil }
    // A slot's path is never none.
    ctally_memory_prefetch(nodes + Int(truncatingIfNeeded: slot.node &- 1))
    prefetchBranch(above: slot)
    let record = arena.base.unsafelyUnwrapped + Int(pathPlace(slot)) * Tree.pathAlignment
    ctally_memory_prefetch(record)
    // Most paths are shorter than this. The end of one may lie in the next line.
    ctally_memory_prefetch(record + 40)
    return slot.node &- 1
  }

  /// The first step for the parent of a path that does not exist.
  public func lookAhead(above text: UnsafeRawBufferPointer) -> UInt32 {
    var end = text.count
    while end > 1, text[end &- 1] != Byte.dot { end &-= 1 }
    return lookAhead(UnsafeRawBufferPointer(start: text.baseAddress, count: max(0, end &- 1)))
  }

  /// The step for a node that will get a child: the node has arrived. Prefetches its branch.
  @inline(__always)
  public func lookAhead(branchOf index: UInt32) {
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return }
    let node = nodes[Int(index)]
    if !node.flags.contains(.branch) { return }
    ctally_memory_prefetch(branches + Int(node.value))
    ctally_memory_prefetch(branchLinks + Int(node.value))
  }

  /// The second step for a handle: the node has arrived. Prefetches its parent's branch.
  @inline(__always)
  public func lookAhead(node index: UInt32) {
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return }
    let branch = nodes[Int(index)].parent
    if branch != Node.none { ctally_memory_prefetch(branches + Int(branch)) }
  }

  /// The first step for a handle: prefetches its node.
  @inline(__always)
  public func lookAhead(handle: UInt64) -> UInt32 {
    let index = UInt32(truncatingIfNeeded: handle) &- 1
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return 0 }
    ctally_memory_prefetch(nodes + Int(index))
    return index
  }
}
