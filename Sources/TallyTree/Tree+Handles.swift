import TallyFailure
import TallyMemory

// Handles and pins, which keep nodes. Most trees have few of them, so a small tree keeps them apart.

#if TALLY_SMALL
  /// The handles and pins of a node. The generation stays when they and the node are gone.
  struct Hold {
    var handles: UInt32
    var pins: UInt16
    var generation: UInt16
  }

  extension Tree {
    fileprivate func hold(_ index: UInt32) -> Hold {
      guard let value = heldNodes.value(UInt64(index) + 1) else {
        return Hold(handles: 0, pins: 0, generation: firstGeneration)
      }
      let bits = UInt64(bitPattern: value)
      return Hold(
        handles: UInt32(truncatingIfNeeded: bits), pins: UInt16(truncatingIfNeeded: bits >> 32),
        generation: UInt16(truncatingIfNeeded: bits >> 48))
    }

    private func setHold(_ index: UInt32, _ hold: Hold) {
      let bits = UInt64(hold.generation) << 48 | UInt64(hold.pins) << 32 | UInt64(hold.handles)
      // There is room, or an entry already.
      do throws(OutOfMemory) { try heldNodes.set(UInt64(index) + 1, Int64(bitPattern: bits)) } catch {}
    }

    fileprivate func updateHold(_ index: UInt32, _ change: (inout Hold) -> Void) {
      var hold = hold(index)
      change(&hold)
      setHold(index, hold)
    }
  }
#endif

extension Tree {
  /// A handle of a node. It is valid until it was released as often as it was made. Never 0.
  public func retain(_ at: NodeIndex) throws(Failure) -> UInt64 {
    let handles = handles(at.raw)
    if handles == UInt32.max { throw .nodeLimit }
    try Tree.reserve { () throws(OutOfMemory) in try makeRoomForHold() }
    setHandles(at.raw, handles + 1)
    holds += 1
    let node = nodes + Int(at.raw)
    node.pointee.flags.insert(.handled)
    return UInt64(handleTag) << 48 | UInt64(generation(node, at.raw)) << 32 | UInt64(at.raw) + 1
  }

  /// The node of a handle.
  @inline(__always)
  public func node(_ handle: UInt64) throws(Failure) -> NodeIndex {
    let index = index(of: handle)
    if index == Node.none { throw .staleNode }
    return NodeIndex(index)
  }

  /// The node as a number. `Node.none`: the handle is invalid.
  @inline(__always)
  func index(of handle: UInt64) -> UInt32 {
    let index = UInt32(truncatingIfNeeded: handle) &- 1
    if index >= UInt32(truncatingIfNeeded: nodeCount) { return Node.none }
    let node = nodes + Int(index)
    let isRight =
      UInt32(truncatingIfNeeded: handle >> 32) == UInt32(handleTag) << 16 | UInt32(generation(node, index))
      && node.pointee.flags.contains(.handled)
    return isRight ? index : Node.none
  }

  /// - Throws: `.staleNode`.
  public func release(_ handle: UInt64) throws(Failure) {
    let at = try node(handle)
    let handles = handles(at.raw)
    if handles == 0 { throw .staleNode }
    setHandles(at.raw, handles - 1)
    holds -= 1
    if handles > 1 { return }
    let node = nodes + Int(at.raw)
    let next = generation(node, at.raw) &+ 1
    // After its last generation a place keeps its node, so that no handle ever leads to another one.
    if next == firstGeneration { return }
    setGeneration(at.raw, next)
    node.pointee.flags.remove(.handled)
    emptied &+= 1
  }

  /// Keeps a node, even if it is empty, until it is unpinned as often. ``makeRoomForHold()`` comes before.
  public func pin(_ at: NodeIndex) {
    #if TALLY_SMALL
      updateHold(at.raw) { $0.pins += 1 }
    #else
      links[Int(at.raw)].pins += 1
    #endif
    holds += 1
  }

  public func unpin(_ at: NodeIndex) {
    #if TALLY_SMALL
      updateHold(at.raw) { $0.pins -= 1 }
    #else
      links[Int(at.raw)].pins -= 1
    #endif
    holds -= 1
    emptied &+= 1
  }

  /// Makes room for the first handle or pin of a node.
  @inline(__always)
  func makeRoomForHold() throws(OutOfMemory) {
    #if TALLY_SMALL
      try heldNodes.reserve(additional: 1)
    #endif
  }

  @inline(__always)
  func isPinned(_ index: UInt32) -> Bool {
    #if TALLY_SMALL
      return holds > 0 && hold(index).pins != 0
    #else
      return links[Int(index)].pins != 0
    #endif
  }

  @inline(__always)
  func handles(_ index: UInt32) -> UInt32 {
    #if TALLY_SMALL
      return hold(index).handles
    #else
      return links[Int(index)].handles
    #endif
  }

  @inline(__always)
  private func setHandles(_ index: UInt32, _ handles: UInt32) {
    #if TALLY_SMALL
      updateHold(index) { $0.handles = handles }
    #else
      links[Int(index)].handles = handles
    #endif
  }

  @inline(__always)
  func generation(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) -> UInt16 {
    #if TALLY_SMALL
      return hold(index).generation
    #else
      return node.pointee.generation
    #endif
  }

  @inline(__always)
  private func setGeneration(_ index: UInt32, _ generation: UInt16) {
    #if TALLY_SMALL
      updateHold(index) { $0.generation = generation }
    #else
      nodes[Int(index)].generation = generation
    #endif
  }

  /// A node that owns nothing, for a place that may have had another one. No handle of the former node leads to it.
  @inline(__always)
  func emptyNode(at place: Int, parent: UInt32) -> Node {
    #if TALLY_SMALL
      return Node(parent: parent)
    #else
      return Node(parent: parent, generation: place < nodeCount ? nodes[place].generation : firstGeneration)
    #endif
  }
}
