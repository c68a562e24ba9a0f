import CMemory
import TallyFailure
import TallyMemory

// Runs: many single operations on nodes, one after the other, in a transaction that cannot be rolled back. So nothing
// is logged, and memory is reserved before. The operations share a revision and one round of notices.

/// An operation on a node, in the host's layout.
public struct NodeOperation: BitwiseCopyable {
  public var node: UInt64
  /// After ``get``, the node's visible count; -1: no badge.
  public var value: Int64
  public var kind: Int32
  public var status: Int32

  public init(node: UInt64, value: Int64, kind: Int32) {
    (self.node, self.value, self.kind, status) = (node, value, kind, 0)
  }

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
  /// Begins a run, and makes room for some notes.
  public func beginRun() throws(Failure) {
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

  /// The most notices of a run.
  public var runNotices: Int { observers.count &- observers.subtrees &+ observers.subtrees &* touched.capacity }

  /// Whether the next operation of a run needs no memory for its notes.
  @inline(__always)
  public var hasRoomInRun: Bool {
    let height = limits.depth &+ 2
    return touched.hasRoom(for: height) && (!storesState || dirty.hasRoom(for: height))
  }

  /// Performs the usual operations of a run: replacing the badge of a known leaf, and reading a leaf.
  /// - Returns: the first operation that is not usual or has no room, or `end`.
  @inline(never)
  @_optimize(speed)
  public func performUsual(
    _ start: UnsafeMutablePointer<NodeOperation>, _ end: UnsafeMutablePointer<NodeOperation>
  ) -> UnsafeMutablePointer<NodeOperation> {
    // Few locals, because the tree's fields are as near as the stack.
    let needed = usualNotes | Node.Flags.handled.rawValue
    let isLarge = isLarge
    var place = start
    while place < end {
      if isLarge { lookAhead(place, end) }
      let operation = place.pointee
      let index = UInt32(truncatingIfNeeded: operation.node) &- 1
      if index >= UInt32(truncatingIfNeeded: nodeCount) || !hasRoomInRun { return place }
      let node = nodes + Int(index)
      let identity = UInt32(handleTag) << 16 | UInt32(generation(node, index))
      // The flags that differ from those of a usual leaf.
      let odd = (node.pointee.flags.rawValue ^ needed) & Tree.leafFlags
      if UInt32(truncatingIfNeeded: operation.node >> 32) != identity || odd & Tree.leafRefusal != 0 { return place }
      let owned = node.pointee.flags.rawValue & Node.Flags.manual.rawValue
      // Computed from the kind without a branch, because the kinds are unpredictable.
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

  /// The flags that matter for a leaf that a handle names. Some of them mean that it is not a leaf or not usual.
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

  /// Prefetches for later operations: their nodes, and then the branches above.
  @inline(__always)
  private func lookAhead(_ place: UnsafeMutablePointer<NodeOperation>, _ end: UnsafeMutablePointer<NodeOperation>) {
    let (far, near) = (place + 24, place + 12)
    if far < end { _ = lookAhead(handle: far.pointee.node) }
    if near < end { lookAhead(node: UInt32(truncatingIfNeeded: near.pointee.node) &- 1) }
  }
}
