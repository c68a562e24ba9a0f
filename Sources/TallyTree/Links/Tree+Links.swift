import TallyFailure
import TallyMemory

// Links: a node counts at another one too, as if it were its child. A node counts each owner below it once, however
// many ways lead from the owner to it.

extension Tree {
  /// The most links that leave a node.
  public static let maxLinks = 16

  /// The number of links.
  public var linkCount: Int { overlay.linkCount }

  /// Whether a node is linked under another one.
  public func isLinked(_ at: NodeIndex, under target: NodeIndex) -> Bool {
    overlay.link(overlay.junction(at.raw), overlay.junction(target.raw)) != Node.none
  }

  /// The nodes of two paths, which are made if there are none.
  public func findOrCreate(
    _ path: UnsafeRawBufferPointer, and other: UnsafeRawBufferPointer
  ) throws(Failure) -> (NodeIndex, NodeIndex) {
    let at = try findOrCreate(path)
    // Room for the other may come from removing unused nodes, and this one has nothing yet.
    pin(at)
    defer { unpin(at) }
    return (at, try findOrCreate(other))
  }

  /// Links a node under another one.
  /// - Returns: whether there was no such link.
  /// - Throws: `.linkLimit`; `.conflict` if the link would close a circle, and the message names the way.
  /// - Complexity: O(what is lit below the node, times what is above it).
  public func addLink(_ at: NodeIndex, under target: NodeIndex) throws(Failure) -> Bool {
    let (source, destination) = (overlay.junction(at.raw), overlay.junction(target.raw))
    if overlay.link(source, destination) != Node.none { return false }
    try refuseCircle(at.raw, target.raw)
    if source != Node.none, overlay.outCount(source) == Tree.maxLinks { throw .linkLimit }
    try reserveLink(at.raw, target.raw)
    try prepare()
    if mode == .logged { appendReserved(&ownLog, OwnEntry(node: at.raw, kind: .linked, other: target.raw)) }
    connect(at.raw, target.raw)
    return true
  }

  /// Removes a link.
  /// - Returns: whether there was one.
  public func removeLink(_ at: NodeIndex, under target: NodeIndex) throws(Failure) -> Bool {
    let link = overlay.link(overlay.junction(at.raw), overlay.junction(target.raw))
    if link == Node.none { return false }
    try prepare()
    if mode == .logged { appendReserved(&ownLog, OwnEntry(node: at.raw, kind: .unlinked, other: target.raw)) }
    disconnect(at.raw, target.raw)
    return true
  }

  /// Visits the nodes under which a node is linked.
  public func forEachLink(of at: NodeIndex, _ visit: (NodeIndex) -> Void) {
    let junction = overlay.junction(at.raw)
    if junction == Node.none { return }
    var link = overlay.junctions[Int(junction)].firstOut
    while link != Node.none {
      visit(NodeIndex(overlay.junctions[Int(overlay.links[Int(link)].target)].node))
      link = overlay.links[Int(link)].nextOut
    }
  }

  // MARK: Changing the overlay

  private func reserveLink(_ source: UInt32, _ target: UInt32) throws(Failure) {
    let added = missingJunctions(source) + missingJunctions(target)
    try Tree.reserve { () throws(OutOfMemory) in
      try reserveBranches(2)
      try overlay.reserve(junctions: added)
      if !levels.isEmpty { try levels.reserve(branchCount + 2) }
      height = limits.depth + 2 + overlay.junctionCount + added
      try touched.reserve(height)
    }
  }

  func missingJunctions(_ index: UInt32) -> Int {
    var count = 0
    var node = index
    while node != Node.none, overlay.junction(node) == Node.none {
      count += 1
      node = parent(node)
    }
    return count
  }

  /// There is room.
  func connect(_ at: UInt32, _ target: UInt32) {
    makeBranch(at)
    makeBranch(target)
    let (source, destination) = (makeJunction(at), makeJunction(target))
    rewire(source) {
      overlay.addLink(source, destination)
      branches[Int(nodes[Int(at)].value)].unusual |= Branch.linked
    }
    // Its contribution is not in the list of the other parent, so it must be found by its own.
    if isWorthListing(at), !nodes[Int(at)].flags.contains(.listed) { list(at) }
  }

  func disconnect(_ at: UInt32, _ target: UInt32) {
    let (source, destination) = (overlay.junction(at), overlay.junction(target))
    let link = overlay.link(source, destination)
    rewire(source, removes: true) {
      overlay.removeLink(link)
      if overlay.junctions[Int(source)].firstOut == Node.none {
        branches[Int(nodes[Int(at)].value)].unusual &= ~Branch.linked
      }
    }
    overlay.release(source)
    overlay.release(destination)
    emptied &+= 2
  }

  /// The junction of a node, which is made if there is none. There is room.
  func makeJunction(_ index: UInt32) -> UInt32 {
    let known = overlay.junction(index)
    if known != Node.none { return known }
    let parent = parent(index)
    let above = parent == Node.none ? Node.none : makeJunction(parent)
    return overlay.addJunction(index, parent: above, fed: isFed(NodeIndex(index)) ? fedCount(NodeIndex(index)) : 0)
  }

  /// Notes what feeds a junction's node.
  @inline(never)
  func noteFed(_ index: UInt32, _ count: Int64) {
    let junction = overlay.junction(index)
    if junction == Node.none { return }
    overlay.junctions[Int(junction)].fed &+= UInt64(bitPattern: count)
  }

  // MARK: Circles

  /// Throws if a node is at or above the node under which it would be linked.
  private func refuseCircle(_ index: UInt32, _ target: UInt32) throws(Failure) {
    var node = target
    var junction = Node.none
    while node != Node.none {
      if node == index { throw circle(to: target, from: Node.none, index) }
      if junction == Node.none { junction = overlay.junction(node) }
      node = parent(node)
    }
    let source = overlay.junction(index)
    if junction == Node.none || source == Node.none { return }
    overlay.sortAbove(junction)
    if !overlay.hasVisited(source) { return }
    throw circle(to: target, from: source, index)
  }

  /// The failure names the way from the target up to the node.
  @inline(never)
  private func circle(to target: UInt32, from source: UInt32, _ index: UInt32) -> Failure {
    let failure = Failure(.conflict, "the link would close a circle: ")
    Words.add(pathBytes(index))
    var junction = source == Node.none ? Node.none : overlay.junctions[Int(source)].via
    while junction != Node.none {
      Words.add(", which counts ")
      Words.add(pathBytes(overlay.junctions[Int(junction)].node))
      junction = overlay.junctions[Int(junction)].via
    }
    if source == Node.none || overlay.junction(target) == Node.none {
      Words.add(", which counts ")
      Words.add(pathBytes(target))
    }
    return failure
  }
}
