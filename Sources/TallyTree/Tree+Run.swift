import CMemory
import TallyFailure
import TallyMemory

// Runs: many single operations, one after the other, in a transaction that cannot be rolled back. So nothing is logged,
// and memory is reserved before. The operations share a revision and one round of notices.

/// The beginning of an operation in the host's layout: what an operation on a node needs.
public struct OperationRow: BitwiseCopyable {
  public var kind: Int32
  public var status: Int32 = 0
  public var flags: UInt32 = 0
  /// After ``get``, the node's visible badge: ``noBadge``, ``dotBadge`` or ``numberBadge``.
  public var badgeKind: Int32 = 0
  /// 0: a path names it, which is not part of this.
  public var node: UInt64
  public var value: Int64
  public var until: Int64
  /// After ``get``, the node's visible number.
  public var count: UInt64 = 0

  public init(kind: Int32, node: UInt64, value: Int64, until: Int64) {
    (self.kind, self.node, self.value, self.until) = (kind, node, value, until)
  }

  // The numbers of tally.h.
  public static let set: Int32 = 1
  public static let dot: Int32 = 2
  public static let add: Int32 = 3
  public static let clear: Int32 = 4
  public static let clearTree: Int32 = 5
  public static let mute: Int32 = 6
  public static let get: Int32 = 7

  public static let noBadge: Int32 = 0
  public static let dotBadge: Int32 = 1
  public static let numberBadge: Int32 = 3
}

/// An array of operations in the host's layout, each of which may be larger than an ``OperationRow``.
public struct OperationRows {
  let start: UnsafeMutableRawPointer
  let stride: Int

  @inline(__always)
  public init(start: UnsafeMutableRawPointer, stride: Int) { (self.start, self.stride) = (start, stride) }

  @inline(__always)
  func place(_ index: Int) -> UnsafeMutableRawPointer { start + index &* stride }
}

extension Tree {
  /// Begins a run, and makes room for some notes.
  public func beginRun() throws(Failure) {
    try Tree.reserve { () throws(OutOfMemory) in
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
    return touched.hasRoom(for: height) && (!storesState || dirty.hasRoom(for: height))
  }

  /// Performs the usual operations of a run: replacing the badge of a known leaf, and reading a leaf.
  /// - Returns: the first operation that is not usual or has no room, or `limit`.
  @inline(never)
  @_optimize(speed)
  public func performUsual(_ rows: OperationRows, _ first: Int, _ limit: Int) -> Int {
    #if TALLY_PLAIN
      return first
    #else
      // Few locals, because the tree's fields are as near as the stack.
      let needed = usualNotes | Node.Flags.handled.rawValue
      let isLarge = isLarge
      let end = rows.place(limit)
      var place = rows.place(first)
      while place < end {
        if isLarge { lookAhead(place, end, rows.stride) }
        let row = place.assumingMemoryBound(to: OperationRow.self)
        let handle = row.pointee.node
        let index = UInt32(truncatingIfNeeded: handle) &- 1
        if index >= UInt32(truncatingIfNeeded: nodeCount) || !hasRoomInRun { break }
        let node = nodes + Int(index)
        let identity = UInt32(handleTag) << 16 | UInt32(generation(node, index))
        // The flags that differ from those of a usual leaf.
        let odd = (node.pointee.flags.rawValue ^ needed) & Tree.leafFlags
        if UInt32(truncatingIfNeeded: handle >> 32) != identity || odd & Tree.leafRefusal != 0 { break }
        let owned = node.pointee.flags.rawValue & Node.Flags.ownBadge.rawValue
        // Computed from the kind without a branch, because the kinds are unpredictable.
        let kind = UInt32(bitPattern: row.pointee.kind)
        if kind > 7 || 0b1001_0110 >> kind & 1 == 0 { break }
        if row.pointee.until | Int64(row.pointee.flags) != 0 { break }
        if kind == OperationRow.get {
          row.pointee.count = UInt64(node.pointee.value)
          row.pointee.badgeKind = Tree.badgeKind(owned)
        } else {
          let number = UInt64(bitPattern: row.pointee.value) & (0 &- UInt64(0b10 &>> kind & 1))
          if number >> 32 != 0 { break }
          let count = UInt32(truncatingIfNeeded: number)
          let flag = UInt16(truncatingIfNeeded: 0x210 &>> (4 &* kind)) & (count == 0 ? 2 : 3)
          if UInt32(owned ^ flag) | (node.pointee.value ^ count) != 0 {
            replaceUsual(node, index, PlainBadge(flag: Node.Flags(rawValue: flag), count: count), isNoted: odd == 0)
          }
          row.pointee.count = 0
          row.pointee.badgeKind = OperationRow.noBadge
        }
        row.pointee.status = 0
        place += rows.stride
      }
      return (place - rows.start) / rows.stride
    #endif
  }

  /// The kind of a leaf's badge, from its flags.
  @inline(__always)
  private static func badgeKind(_ owned: UInt16) -> Int32 {
    let isNumber = owned & Node.Flags.ownCount.rawValue != 0
    return isNumber ? OperationRow.numberBadge : owned == 0 ? OperationRow.noBadge : OperationRow.dotBadge
  }

  /// Replaces the own badge of a path, without an expiry, within a run.
  public func replaceInRun(_ path: UnsafeRawBufferPointer, _ badge: PlainBadge) -> Replacement {
    var index = lookupHere(path)
    if index == Node.none {
      if badge.flag.isEmpty { return isAbsent(path) ? .unchanged : .unusual }
      index = createPlain(path)
    }
    if index == Node.none { return .unusual }
    let result = replaceLeaf(index, badge, isLogged: false)
    if result == .changed { hasChanged = true }
    return result
  }

  /// Whether a run may perform an operation at a path that may be missing. If creating it reclaimed nodes, these could
  /// be nodes that the run has noted.
  public func mayCreateInRun(_ text: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    if lookup(text) != Node.none { return true }
    if isAbsent(text) { return hasRoomToCreate(text) }
    try path.parse(text, limits: limits)
    let canonical = path.bytes.bytes
    return lookup(canonical) != Node.none || hasRoomToCreate(canonical)
  }

  /// The flags that matter for a leaf that a handle names. Some of them mean that it is not a leaf or not usual.
  private static var leafFlags: UInt16 { leafRefusal | Node.Flags.leafNotes.rawValue }
  private static var leafRefusal: UInt16 { Node.Flags.leafMatters.rawValue | Node.Flags.handled.rawValue }

  @inline(__always)
  private func replaceUsual(
    _ node: UnsafeMutablePointer<Node>, _ index: UInt32, _ badge: PlainBadge, isNoted: Bool
  ) {
    var flags = node.pointee.flags.rawValue
    let owned = flags & Node.Flags.ownBadge.rawValue
    let (flag, count) = (badge.flag.rawValue, badge.count)
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
    carry(change, to: node.pointee.parent, from: index, isLogged: false)
  }

  /// Prefetches for later operations: their nodes, and then the branches above.
  @inline(__always)
  private func lookAhead(_ place: UnsafeMutableRawPointer, _ end: UnsafeMutableRawPointer, _ stride: Int) {
    let (far, near) = (place + 24 &* stride, place + 12 &* stride)
    if far < end { _ = lookAhead(handle: far.assumingMemoryBound(to: OperationRow.self).pointee.node) }
    if near < end {
      let handle = near.assumingMemoryBound(to: OperationRow.self).pointee.node
      lookAhead(node: UInt32(truncatingIfNeeded: handle) &- 1)
    }
  }
}
