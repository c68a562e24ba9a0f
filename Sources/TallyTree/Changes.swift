import CMemory
import TallyFailure
import TallyMemory

/// The nodes where the latest changes began. From each of them, the way up leads to all changed ancestors. So
/// everything that changed since a revision can be found without a look at the whole tree.
///
/// Invariants: entries are sorted by revision. If a change with a revision greater than `floor` reached a node without
/// passing through a child's change, the node is here. There are at most `mask` + 1 entries.
struct ChangeRing: ~Copyable {
  struct Entry: BitwiseCopyable {
    var revision: UInt64
    var node: UInt32
  }

  private var entries = List<Entry>()
  private var start = 0
  /// The capacity, a power of two, less 1.
  private var mask = 0
  private(set) var count = 0
  /// Changes up to this revision may be missing.
  private(set) var floor: UInt64 = 0
  private(set) var isTracking = false

  /// Begins to record changes after `revision`.
  /// - Parameter capacity: a power of two.
  mutating func track(after revision: UInt64, capacity: Int) throws(OutOfMemory) {
    if isTracking { return }
    try entries.append(repeating: Entry(revision: 0, node: 0), count: capacity)
    mask = capacity - 1
    floor = revision
    isTracking = true
  }

  subscript(position: Int) -> Entry { entries.pointer[(start &+ position) & mask] }

  @inline(__always)
  mutating func append(_ revision: UInt64, _ node: UInt32) {
    if isTracking { keep(revision, node) }
  }

  // The numbers are positions, so nothing overflows.
  private mutating func keep(_ revision: UInt64, _ node: UInt32) {
    let places = entries.pointer
    let last = (start &+ count &- 1) & mask
    // Repeated changes of one node need one entry.
    if count > 0, places[last].node == node {
      places[last].revision = revision
      return
    }
    if count > mask {
      floor = places[start].revision
      start = (start &+ 1) & mask
      count &-= 1
    }
    places[(start &+ count) & mask] = Entry(revision: revision, node: node)
    count &+= 1
  }

  /// Drops the changes up to a revision.
  mutating func forget(through revision: UInt64) { floor = max(floor, revision) }

  /// The first position whose revision is greater.
  func first(after revision: UInt64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].revision > revision { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The progress of a visit of changes, and the next nodes to visit.
struct ChangeWalk: ~Copyable {
  static let room = 64

  let since: UInt64
  /// The next entry, or the entry whose way up continues at `next`.
  var position: Int
  var next = Node.none
  /// Everything that changed up to this revision has been collected.
  var whole: UInt64
  var found = InlineArray<64, Found>(repeating: Found(node: 0, reached: 0))
  var count = 0

  struct Found: BitwiseCopyable {
    var node: UInt32
    /// The value of `whole` before the node was collected.
    var reached: UInt64
  }

  init(since: UInt64, position: Int) {
    self.since = since
    self.position = position
    whole = since
  }
}

/// The result of `changes(since:)`.
public enum ChangesResult: Equatable, Sendable {
  /// All changes were visited. The value is the revision for the next call.
  case complete(UInt64)
  /// The visitor stopped early. The value is the revision up to which it has seen everything.
  case partial(UInt64)
  /// Some changes are no longer known: list everything instead.
  case resync
}

extension Tree {
  /// Begins to record changes for ``changes(since:_:)``. This takes 16 bytes for each, once: a megabyte.
  /// - Parameter capacity: the number of changes to keep, a power of two.
  public func trackChanges(capacity: Int = 1 << 16) throws(Failure) {
    try Tree.reserve { () throws(OutOfMemory) in try changes.track(after: revision, capacity: capacity) }
  }

  /// Visits every node whose visible badge changed after a revision. Each is visited once, in no particular order, and
  /// the nodes of one transaction all or none.
  /// - Parameters:
  ///   - revision: the result of a listing or of a former call.
  ///   - visit: returns whether it could take the node. If not, the visit ends.
  /// - Complexity: O(changed nodes and merged changes), whatever the size of the tree; no memory.
  @inline(__always)
  public func changes(
    since revision: UInt64, _ visit: (NodeIndex) -> Bool
  ) -> ChangesResult {
    if revision == self.revision { return .complete(revision) }
    if !changes.isTracking || revision < changes.floor || revision > self.revision { return .resync }
    beginQuery()
    var walk = ChangeWalk(since: revision, position: changes.first(after: revision))
    repeat {
      collect(&walk)
      for place in 0..<walk.count where !visit(NodeIndex(walk.found[unchecked: place].node)) {
        return .partial(walk.found[unchecked: place].reached)
      }
    } while walk.count > 0
    return .complete(self.revision)
  }

  /// Collects the next nodes and prefetches their texts, which are far away in a large tree.
  @inline(never)
  @_optimize(speed)
  private func collect(_ walk: inout ChangeWalk) {
    let isLarge = isLarge
    // The branches two levels above the leaves are in a near cache, except in a tree of such a size.
    let isHuge = nodeCount > 1 << 15
    walk.count = 0
    while walk.position < changes.count, walk.count < ChangeWalk.room {
      var index = walk.next
      if index == Node.none {
        index = changes[walk.position].node
        if isLarge { lookAhead(from: walk.position, isHuge: isHuge) }
      }
      // Up to a node that was visited or has not changed.
      while index != Node.none, walk.count < ChangeWalk.room {
        if isMarked(index) || self.revision(of: NodeIndex(index)) <= walk.since {
          index = Node.none
        } else {
          setMark(index, query)
          if isLarge { lookAheadPath(index) }
          walk.found[unchecked: walk.count] = ChangeWalk.Found(node: index, reached: walk.whole)
          walk.count &+= 1
          index = parent(index)
        }
      }
      walk.next = index
      if index == Node.none { endEntry(&walk) }
    }
  }

  /// The way up from an entry has ended.
  @inline(__always)
  private func endEntry(_ walk: inout ChangeWalk) {
    let revision = changes[walk.position].revision
    walk.position &+= 1
    if walk.position == changes.count || changes[walk.position].revision != revision { walk.whole = revision }
  }

  /// Prefetches what the entries after this one lead to: the node and two branches above it. Each step needs the result
  /// of the step before. Further up there are fewer nodes, which are near.
  @inline(__always)
  private func lookAhead(from position: Int, isHuge: Bool) {
    if let index = entryNode(position &+ 40) {
      ctally_memory_prefetch(nodes + Int(index))
      ctally_memory_prefetch(links + Int(index))
    }
    if let index = entryNode(position &+ 30), nodes[Int(index)].parent != Node.none {
      ctally_memory_prefetch(branches + Int(nodes[Int(index)].parent))
    }
    if let index = entryNode(position &+ 20) { lookAheadBranch(nodes[Int(index)].parent) }
    if isHuge, let index = entryNode(position &+ 10), nodes[Int(index)].parent != Node.none {
      lookAheadBranch(branches[Int(nodes[Int(index)].parent)].parent)
    }
  }

  /// The branch has arrived. Prefetches its node and the branch above it.
  @inline(__always)
  private func lookAheadBranch(_ place: UInt32) {
    if place == Node.none { return }
    let branch = branches[Int(place)]
    ctally_memory_prefetch(nodes + Int(branch.node))
    ctally_memory_prefetch(links + Int(branch.node))
    if branch.parent != Node.none { ctally_memory_prefetch(branches + Int(branch.parent)) }
  }

  @inline(__always)
  private func entryNode(_ position: Int) -> UInt32? {
    position < changes.count ? changes[position].node : nil
  }

  @inline(__always)
  private func lookAheadPath(_ index: UInt32) {
    // A removed node has not changed, so the path of this one is never none.
    let record = arena.base.unsafelyUnwrapped + Int(links[Int(index)].path) * Tree.pathAlignment
    ctally_memory_prefetch(record)
    ctally_memory_prefetch(record + 40)
  }

  /// Makes all marks those of former queries.
  func beginQuery() {
    query &+= 1
    if query != 0 { return }
    // A mark of a query long ago could be mistaken for one of the next query.
    for index in 0..<nodeCount { setMark(UInt32(index), 0) }
    query = 1
  }

  /// Whether the current query has seen a node.
  @inline(__always)
  func isMarked(_ index: UInt32) -> Bool {
    #if TALLY_SMALL
      return nodes[Int(index)].mark == query
    #else
      return links[Int(index)].mark == query
    #endif
  }

  @inline(__always)
  func setMark(_ index: UInt32, _ mark: Mark) {
    #if TALLY_SMALL
      nodes[Int(index)].mark = mark
    #else
      links[Int(index)].mark = mark
    #endif
  }
}
