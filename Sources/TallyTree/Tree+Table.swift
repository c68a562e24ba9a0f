import CMemory
import TallyMemory

/// A path's entry in the table. It has what is needed to prefetch the path's text, its node and its parent's branch
/// together. A small tree reads the rest from the node.
struct Slot: BitwiseCopyable {
  #if !TALLY_SMALL
    var hash: UInt32
  #endif
  /// The node's number + 1; 0: the slot is empty.
  var node: UInt32
  #if !TALLY_SMALL
    /// The same as `Links.path`.
    var path: UInt32
    /// The same as `Node.parent`. For the root it is 0, which is harmless to prefetch.
    var parent: UInt32
  #endif

  /// Whether the entry may be that of a path with this hash.
  @inline(__always)
  func mayHave(_ hash: UInt32) -> Bool {
    #if TALLY_SMALL || TALLY_PLAIN
      return true
    #else
      return self.hash == hash
    #endif
  }
}

/// A path in the arena: the number of its node, its length in two bytes, and its bytes. In a small tree the number is
/// missing, because the table leads from the path to the node.
enum PathRecord {
  #if TALLY_SMALL
    static let header = 2
  #else
    static let header = 6
  #endif

  @inline(__always)
  static func bytes(_ record: UnsafeMutableRawPointer) -> UnsafeRawBufferPointer {
    let count = record.load(fromByteOffset: header - 2, as: UInt16.self)
    return UnsafeRawBufferPointer(start: record + header, count: Int(count))
  }

  static func size(_ count: Int) -> Int {
    (header + count + Tree.pathAlignment - 1) & ~(Tree.pathAlignment - 1)
  }
}

// The paths and the table that leads from a path to its node.

extension Tree {
  func storePath(_ canonical: UnsafeRawBufferPointer, of index: UInt32) -> UInt32 {
    let offset = UInt32(arenaUsed / Tree.pathAlignment)
    let record = arena.base.unsafelyUnwrapped + arenaUsed
    #if !TALLY_SMALL
      record.storeBytes(of: index, as: UInt32.self)
    #endif
    record.storeBytes(of: UInt16(canonical.count), toByteOffset: PathRecord.header - 2, as: UInt16.self)
    (record + PathRecord.header).copyMemory(
      from: canonical.baseAddress.unsafelyUnwrapped, byteCount: canonical.count)
    arenaUsed += PathRecord.size(canonical.count)
    return offset
  }

  /// The node whose path a record once was. It may have another path now. `Node.none`: there is none.
  func owner(of record: UnsafeMutableRawPointer) -> UInt32 {
    #if TALLY_SMALL
      return lookup(PathRecord.bytes(record))
    #else
      return record.loadUnaligned(as: UInt32.self)
    #endif
  }

  func growTable(for wanted: Int) throws(OutOfMemory) {
    var capacity = (slotMask + 1) * 2
    while wanted * 4 > capacity * 3 { capacity *= 2 }
    var fresh = RawBlock()
    try fresh.replaceWithZeros(capacity * MemoryLayout<Slot>.stride)
    let newSlots = fresh.base.unsafelyUnwrapped.assumingMemoryBound(to: Slot.self)
    for old in 0...slotMask where slots[old].node != 0 {
      Tree.place(slots[old], hash: hash(of: slots[old]), in: newSlots, mask: capacity - 1)
    }
    swap(&slotBlock, &fresh)
    slots = newSlots
    slotMask = capacity - 1
  }

  /// Adds the slot of a new node.
  @inline(__always)
  func addSlot(of index: UInt32, hash: UInt32, path: UInt32, parent: UInt32) {
    #if TALLY_SMALL
      let slot = Slot(node: index + 1)
    #else
      let slot = Slot(hash: hash, node: index + 1, path: path, parent: parent == Node.none ? 0 : parent)
    #endif
    Tree.place(slot, hash: hash, in: slots, mask: slotMask)
  }

  @inline(__always)
  private static func place(_ slot: Slot, hash: UInt32, in slots: UnsafeMutablePointer<Slot>, mask: Int) {
    var home = Int(truncatingIfNeeded: hash) & mask
    while slots[home].node != 0 { home = (home + 1) & mask }
    slots[home] = slot
  }

  /// The hash of the path of a slot that is not empty.
  @inline(__always)
  private func hash(of slot: Slot) -> UInt32 {
    #if TALLY_SMALL
      return hash(pathBytes(slot.node &- 1))
    #else
      return slot.hash
    #endif
  }

  /// The place of the path of a slot that is not empty.
  @inline(__always)
  func pathPlace(_ slot: Slot) -> UInt32 {
    #if TALLY_SMALL
      return links[Int(slot.node &- 1)].path
    #else
      return slot.path
    #endif
  }

  /// The slot is almost certainly the right one. So its data is prefetched together with the text.
  @inline(__always)
  func prefetchBranch(above slot: Slot) {
    #if !TALLY_SMALL
      // A slot's parent is never none.
      ctally_memory_prefetch(branches + Int(slot.parent))
    #endif
  }

  /// The slot of a node.
  private func position(of index: UInt32) -> Int {
    var position = Int(truncatingIfNeeded: hash(pathBytes(index))) & slotMask
    while slots[position].node != index + 1 { position = (position + 1) & slotMask }
    return position
  }

  /// Notes that the path of a node is about to move.
  func noteMove(of index: UInt32, to place: UInt32) {
    #if !TALLY_SMALL
      slots[position(of: index)].path = place
    #endif
  }

  /// Removes a node from the table, and moves up the entries behind it that would not be found past the hole.
  func removeSlot(_ index: UInt32) {
    var hole = position(of: index)
    var position = (hole + 1) & slotMask
    while slots[position].node != 0 {
      let home = Int(truncatingIfNeeded: hash(of: slots[position])) & slotMask
      if (position - home) & slotMask >= (position - hole) & slotMask {
        slots[hole] = slots[position]
        hole = position
      }
      position = (position + 1) & slotMask
    }
    slots[hole].node = 0
  }
}
