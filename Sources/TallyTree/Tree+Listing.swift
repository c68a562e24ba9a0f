import TallyFailure
import TallyMemory

// Listing, storing, and the checker.

/// The nodes of a list whose pages a host reads. They are dropped when a mute changes, which changes no revision, and
/// when a node is removed. So each of them exists.
struct ListedNodes: ~Copyable {
  var nodes = List<NodeIndex>()
  /// nil: there are none.
  var top: NodeIndex?
  var kind = ListedKind.children
  var revision: UInt64 = 0

  /// A node owns a badge or is fed, or is not any more. If that changes nothing that shows, it changes no revision.
  /// Small machines list no pages.
  @inline(__always)
  mutating func forgetReasons() {
    #if !TALLY_SMALL
      if kind == .reasons { top = nil }
    #endif
  }
}

/// The nodes that a list has.
public enum ListedKind {
  /// Those directly below a node, or the node and its subtree, that show a badge or are muted.
  case children, subtree
  /// Those that explain a node's badge: ``Tree/reason(of:for:)``.
  case reasons
}

extension Tree {
  /// Collects the nodes that show a badge or are muted, sorted by the bytes of their paths.
  /// - Parameter subtree: collects the node and its subtree, otherwise only its children.
  /// - Complexity: O(n) of the listed nodes; siblings are sorted, in O(n log n) at most.
  public func collect(
    _ at: NodeIndex, subtree: Bool, into found: inout List<NodeIndex>
  ) throws(Failure) {
    found.removeAll()
    var walk = OwnWalk(self, wanted: .listed, directlyBelow: !subtree)
    do throws(OutOfMemory) {
      try walk.begin(OwnWalk.Pair(a: at.raw, b: Node.none))
      while let next = try walk.next() {
        if isWorthListing(next.a) { try found.append(NodeIndex(next.a)) }
      }
    } catch {
      throw .noMemory
    }
  }

  /// Collects the nodes of a list, sorted by the bytes of their paths. A list that continues takes the nodes that
  /// `keepListed` has kept, unless the tree has changed since. So all pages of a list together sort its nodes once.
  public func collectPage(
    _ at: NodeIndex, _ kind: ListedKind, continues: Bool, into found: inout List<NodeIndex>
  ) throws(Failure) {
    #if !TALLY_PLAIN
      let isKept = continues && listed.top == at && listed.kind == kind && listed.revision == revision
      found = List<NodeIndex>()
      swap(&found, &listed.nodes)
      listed.top = nil
      if isKept { return }
    #endif
    if kind == .reasons {
      try collectReasons(at, into: &found)
    } else {
      try collect(at, subtree: kind == .subtree, into: &found)
    }
  }

  /// Keeps the nodes that `collectPage` has found for the next page, until the tree is listed again.
  public func keepListed(_ at: NodeIndex, _ kind: ListedKind, _ found: inout List<NodeIndex>) {
    swap(&found, &listed.nodes)
    (listed.top, listed.kind, listed.revision) = (at, kind, revision)
  }

  /// The first of some nodes, sorted by the bytes of their paths, whose path comes after a path.
  public func firstPosition(in found: borrowing List<NodeIndex>, behind path: UnsafeRawBufferPointer) -> Int {
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if path.precedes(self.path(of: found[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func isWorthListing(_ index: UInt32) -> Bool {
    let node = nodes + Int(index)
    return node.pointee.mute != .none || visible(node).shows
  }

  /// Passes on the states to store, and takes them as stored. Within an undoable transaction only its own changes may
  /// be dirty, because a rollback does not make other nodes dirty again.
  /// - Parameter most: the most nodes.
  public func drainDirty<Problem: Error>(
    most: Int = Int.max,
    _ body: (_ path: UnsafeRawBufferPointer, _ own: OwnState, _ hasIcon: Bool) throws(Problem) -> Void
  ) throws(Problem) {
    var left = most
    while left > 0, let index = dirty.popLast() {
      left &-= 1
      nodes[Int(index)].flags.remove(.dirty)
      try body(pathBytes(index), ownState(NodeIndex(index)), hasIcon(NodeIndex(index)))
    }
  }

  /// The number of nodes whose own state has changed since it was last drained.
  public var dirtyCount: Int { dirty.count }

  /// The bytes of the paths of the nodes that are drained next.
  public func dirtyBytes(most: Int) -> Int {
    var bytes = 0
    for position in max(dirty.count - most, 0)..<dirty.count { bytes += pathBytes(dirty[position]).count }
    return bytes
  }

  // MARK: Checking

  /// Counts everything again and compares it with the stored values.
  /// - Returns: nil, or the first wrong node.
  /// - Complexity: O(nodes).
  public func verify() throws(Failure) -> NodeIndex? {
    var sums = List<UInt64>()
    var lit = List<UInt32>()
    var children = List<UInt32>()
    try Tree.reserve { () throws(OutOfMemory) in
      try sums.append(repeating: 0, count: nodeCount)
      try lit.append(repeating: 0, count: nodeCount)
      try children.append(repeating: 0, count: nodeCount)
    }
    for index in 1..<max(nodeCount, 1) where links[index].path != Node.none {
      let contributed = contribution(nodes + index)
      // It is a node, and not the root: its parent is never none.
      let parent = Int(parent(UInt32(index)))
      sums[parent] += isRuled(nodes + parent) ? (contributed.count > 0 ? 1 : 0) : contributed.count
      lit[parent] += contributed.shows ? 1 : 0
      children[parent] += 1
    }
    if !overlay.isEmpty { try recountLinks(&sums, &lit) }
    if let wrong = try verifyLevels() { return wrong }
    for index in 0..<nodeCount where links[index].path != Node.none {
      let isRight =
        litChildren(nodes + index) == lit[index] && childCount(UInt32(index)) == children[index]
        && isFedRight(UInt32(index), childSum: sums[index]) && isConsistent(UInt32(index))
      if !isRight { return NodeIndex(UInt32(index)) }
    }
    return try isDirtyListRight() ? nil : .root
  }

  private func isDirtyListRight() throws(Failure) -> Bool {
    var flagged = 0
    for index in 0..<nodeCount where links[index].path != Node.none && nodes[index].flags.contains(.dirty) {
      flagged += 1
    }
    for position in 0..<dirty.count where !nodes[Int(dirty[position])].flags.contains(.dirty) { return false }
    return flagged == dirty.count
  }

  private func childCount(_ index: UInt32) -> UInt32 {
    let node = nodes[Int(index)]
    return node.flags.contains(.branch) ? branchLinks[Int(node.value)].children : 0
  }

  private func isFedRight(_ index: UInt32, childSum: UInt64) -> Bool {
    let node = nodes + Int(index)
    guard node.pointee.flags.contains(.branch) else { return childSum == 0 && !node.pointee.flags.contains(.fed) }
    let branch = branches[Int(node.pointee.value)]
    let fed = branchLinks[Int(node.pointee.value)].fedBadges
    if node.pointee.flags.contains(.fed) != (fed > 0) { return false }
    if branch.parent != node.pointee.parent || nodes + Int(branch.node) != node { return false }
    let isRoot = branch.parent == Node.none
    if branch.grandparent != (isRoot ? Node.none : branches[Int(branch.parent)].parent) { return false }
    if branch.unusual & ~Branch.kept != node.pointee.flags.unusual { return false }
    let junction = overlay.junction(index)
    if junction != Node.none { return branch.sum == childSum + overlay.fed(junction) }
    return fed == 0 ? branch.sum == childSum : branch.sum >= childSum
  }

  private func isConsistent(_ index: UInt32) -> Bool {
    let node = nodes[Int(index)]
    let ownsCount = node.flags.contains(.ownCount)
    if ownsCount != (ownCount(nodes + Int(index)) > 0) { return false }
    if ownsCount && node.flags.contains(.ownDot) { return false }
    // A transaction in progress has both.
    let isAhead = node.flags.contains(.flipped) || revision(of: NodeIndex(index)) > revision
    if isAhead, !isInTransaction { return false }
    if handles(index) > 0, !node.flags.contains(.handled) { return false }
    if node.flags.contains(.expires) != (deadlines.time(index, .badge) != 0) { return false }
    if node.flags.contains(.muteEnds) != (deadlines.time(index, .mute) != 0) { return false }
    if node.flags.contains(.expires), node.flags.isDisjoint(with: Node.Flags.ownBadge) { return false }
    if node.flags.contains(.muteEnds), ownMute(NodeIndex(index)) == .none { return false }
    if !isSnoozeRight(index) { return false }
    if lookup(pathBytes(index)) != index { return false }
    if isWorthListing(index), !node.flags.contains(.listed) { return false }
    // The parent of any node but the root is never none.
    if node.flags.contains(.listed), index != 0, !nodes[Int(parent(index))].flags.contains(.listed) {
      return false
    }
    let isWatched = node.flags.contains(.inObservedSubtree)
    return !node.flags.contains(.listed) || isWatched == isInObservedSubtree(index)
  }

  private func isInObservedSubtree(_ index: UInt32) -> Bool {
    var node = index
    while node != Node.none {
      if observers.hasSubtreeObserver(node) { return true }
      node = parent(node)
    }
    return false
  }
}
