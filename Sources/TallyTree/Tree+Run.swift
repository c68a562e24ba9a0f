import CMemory
import TallyMemory

// Runs: many single operations on nodes, one after the other, as one transaction that cannot be taken back. So nothing
// is logged, and what they need is asked for ahead. They share a revision, and one round of notices.

/// An operation on a node, as a host has it.
public struct NodeOperation: BitwiseCopyable {
  public var node: UInt64
  /// Of ``get`` afterwards what the node shows; -1: nothing.
  public var value: Int64
  public var kind: Int32
  public var status: Int32

  // The numbers of tally.h.
  public static let set: Int32 = 1
  public static let dot: Int32 = 2
  public static let add: Int32 = 3
  public static let clear: Int32 = 4
  public static let clearTree: Int32 = 5
  public static let mute: Int32 = 6
  public static let get: Int32 = 7
}

extension Tree {
  /// Begins a run, with room for some of what it may have to note.
  public func beginRun() throws(TreeError) {
    try Tree.reserve { () throws(OutOfMemory) in
      let height = limits.depth + 2
      if storesState { try dirty.reserve(dirty.count + height + 1024) }
      if observers.count > 0 {
        try touched.reserve(height + 256)
        try notices.reserve(runNotices)
      }
    }
    begin(.single)
  }

  /// How many notices a run can make at the most.
  public var runNotices: Int { observers.count &- observers.subtrees &+ observers.subtrees &* touched.capacity }

  /// Whether the next operation of a run needs no memory to note what it touches.
  @inline(__always)
  public var hasRoomInRun: Bool {
    let height = limits.depth &+ 2
    return touched.hasRoom(for: height) && (!storesState || dirty.hasRoom(for: height))
  }

  /// Performs the usual operations of a run: the replacement of a known leaf's badge, and reading a leaf.
  /// - Returns: the first one that is not usual, or for which there is no room; or `end`.
  @inline(never)
  @_optimize(speed)
  public func performUsual(
    _ start: UnsafeMutablePointer<NodeOperation>, _ end: UnsafeMutablePointer<NodeOperation>
  ) -> UnsafeMutablePointer<NodeOperation> {
    // Few locals: the fields of the tree are as near as the stack is.
    let needed = usualNotes | Node.Flags.handled.rawValue
    let isLarge = isLarge
    var place = start
    while place < end {
      if isLarge { lookAhead(place, end) }
      let operation = place.pointee
      let index = UInt32(truncatingIfNeeded: operation.node) &- 1
      if index >= UInt32(truncatingIfNeeded: nodeCount) || !hasRoomInRun { return place }
      let node = nodes + Int(index)
      let identity = UInt32(handleTag) << 16 | UInt32(node.pointee.generation)
      // What the flags have that they should not have, or have not that they should.
      let odd = (node.pointee.flags.rawValue ^ needed) & Tree.leafFlags
      if UInt32(truncatingIfNeeded: operation.node >> 32) != identity || odd & Tree.leafRefusal != 0 { return place }
      let owned = node.pointee.flags.rawValue & Node.Flags.manual.rawValue
      // Computed by the kind, since nobody can guess what is next.
      let kind = UInt32(bitPattern: operation.kind)
      if kind > 7 || 0b1001_0110 >> kind & 1 == 0 { return place }
      if kind == NodeOperation.get {
        place.pointee.value = owned == 0 ? -1 : Int64(node.pointee.value)
      } else {
        let number = UInt64(bitPattern: operation.value) & (0 &- UInt64(0b10 &>> kind & 1))
        if number >> 32 != 0 { return place }
        let count = UInt32(truncatingIfNeeded: number)
        let flag = UInt16(truncatingIfNeeded: 0x210 &>> (4 &* kind)) & (count == 0 ? 2 : 3)
        if UInt32(owned ^ flag) | (node.pointee.value ^ count) != 0 {
          replaceUsual(node, index, PlainManual(flag: Node.Flags(rawValue: flag), count: count), isNoted: odd == 0)
        }
      }
      place.pointee.status = 0
      place += 1
    }
    return place
  }

  /// The flags that matter of a leaf that is changed by a handle; those of them by which it is none, or not usual.
  private static var leafFlags: UInt16 { leafRefusal | Node.Flags.leafNotes.rawValue }
  private static var leafRefusal: UInt16 { Node.Flags.leafMatters.rawValue | Node.Flags.handled.rawValue }

  @inline(__always)
  private func replaceUsual(
    _ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ manual: PlainManual, isNoted: Bool
  ) {
    var flags = node.pointee.flags.rawValue
    let owned = flags & Node.Flags.manual.rawValue
    let (flag, count) = (manual.flag.rawValue, manual.count)
    var change = Contribution(
      UInt64(count) &- UInt64(node.pointee.value), (flag == 0 ? 0 : 1) &- (owned == 0 ? 0 : 1))
    if !isNoted {
      flags = noteLeaf(node, index, isLogged: false)
      mute(&change, node)
    }
    changes.append(pendingRevision, index)
    node.pointee.value = count
    node.pointee.flags = Node.Flags(rawValue: flags ^ owned ^ flag)
    node.pointee.stamp = pendingStamp
    hasChanged = true
    emptied &+= flag == 0 ? 1 : 0
    carry(change, to: node.pointee.parent, isLogged: false)
  }

  /// Asks for what operations further on need: for their nodes, and then for the branches above these.
  @inline(__always)
  private func lookAhead(_ place: UnsafeMutablePointer<NodeOperation>, _ end: UnsafeMutablePointer<NodeOperation>) {
    let (far, near) = (place + 24, place + 12)
    if far < end { _ = lookAhead(handle: far.pointee.node) }
    if near < end { lookAhead(node: UInt32(truncatingIfNeeded: near.pointee.node) &- 1) }
  }
}
