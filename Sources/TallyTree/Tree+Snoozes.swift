import TallyFailure
import TallyMemory

// Snoozes: until a time, nothing below a node reaches its parent through it, not even highlights. In the tree a snoozed
// node holds back everything, as a mute of all does. Its own mute is kept beside it, and holds again afterwards.

/// The mutes of the nodes that are snoozed.
struct KeptMutes: ~Copyable {
  private var mutes = IntegerMap()

  private static func key(_ node: UInt32) -> UInt64 { UInt64(node) + 1 }

  var count: Int { mutes.count }

  /// nil: the node is not snoozed.
  @inline(__always)
  func mute(of node: UInt32) -> Mute? { mutes.count == 0 ? nil : find(node) }

  @inline(never)
  private func find(_ node: UInt32) -> Mute? {
    mutes.value(KeptMutes.key(node)).map { Mute(rawValue: UInt8(truncatingIfNeeded: $0)) ?? .none }
  }

  mutating func reserve(additional: Int) throws(OutOfMemory) { try mutes.reserve(additional: additional) }

  /// There is room, or the node had one that was removed.
  mutating func replace(_ mute: Mute, of node: UInt32) {
    do throws(OutOfMemory) { try mutes.set(KeptMutes.key(node), Int64(mute.rawValue)) } catch {
      preconditionFailure("room was not reserved")
    }
  }

  mutating func remove(_ node: UInt32) { mutes.remove(KeptMutes.key(node)) }
}

extension Tree {
  /// Lets nothing pass from a node to its parent until a time, in milliseconds since 1970; 0: ends that. This does not
  /// clear own badges above it.
  public func setSnooze(_ at: NodeIndex, until: Int64) throws(Failure) {
    if snooze(at.raw) == until { return }
    try prepare()
    let node = nodes + Int(at.raw)
    if until != 0 {
      try Tree.reserve { () throws(OutOfMemory) in
        try deadlines.prepare()
        try keptMutes.reserve(additional: 1)
      }
    }
    logOwn(node, at.raw)
    changeSnooze(node, at.raw, until: until)
    markDirty(node, at.raw)
    if until == 0 { emptied &+= 1 }
  }

  /// A node that is snoozed is listed. There is room.
  func changeSnooze(_ node: UnsafeMutablePointer<Node>, _ index: UInt32, until: Int64) {
    if until == 0 {
      let mute = ownMute(node, index)
      keptMutes.remove(index)
      deadlines.remove(index, .snooze)
      holdBack(mute, node, index)
      return
    }
    if !isSnoozed(index) {
      let mute = mute(of: node)
      holdBack(.all, node, index)
      keptMutes.replace(mute, of: index)
      if !node.pointee.flags.contains(.listed) { list(index) }
    }
    deadlines.set(index, .snooze, until)
  }

  // MARK: Reading

  @inline(__always)
  func isSnoozed(_ index: UInt32) -> Bool { keptMutes.mute(of: index) != nil }

  /// Whether the node is snoozed.
  @inline(__always)
  public func isSnoozed(_ at: NodeIndex) -> Bool { isSnoozed(at.raw) }

  /// When its snooze ends; 0: it is not snoozed.
  @inline(__always)
  func snooze(_ index: UInt32) -> Int64 { keptMutes.count == 0 ? 0 : deadlines.time(index, .snooze) }

  /// The node's own mute, which does not hold while it is snoozed.
  @inline(__always)
  func ownMute(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) -> Mute {
    keptMutes.mute(of: index) ?? mute(of: node)
  }

  /// The node's own mute, which does not hold while it is snoozed.
  @inline(__always)
  public func ownMute(_ at: NodeIndex) -> Mute { ownMute(nodes + Int(at.raw), at.raw) }

  // MARK: Checking

  /// Whether a node's snooze fits what it holds back.
  func isSnoozeRight(_ index: UInt32) -> Bool {
    let (isSnoozed, time) = (isSnoozed(index), deadlines.time(index, .snooze))
    return isSnoozed == (time != 0) && (!isSnoozed || mute(of: nodes + Int(index)) == .all)
  }
}
