import CMemory
import TallyMemory

/// Which nodes began the latest changes, so that all that changed since a revision can be found without looking at
/// the tree: from each of them the changed ancestors are reached by going up.
///
/// Invariants: entries are in the order of their revisions; of every change with a revision greater than `floor` that
/// reached a node without passing through a child's change, the node is here; at most `mask` + 1 entries.
struct ChangeRing: ~Copyable {
  struct Entry: BitwiseCopyable {
    var revision: UInt64
    var node: UInt32
  }

  private var entries = List<Entry>()
  private var start = 0
  /// The room for entries, a power of two, less 1.
  private var mask = 0
  private(set) var count = 0
  /// Changes up to this revision may be missing.
  private(set) var floor: UInt64 = 0
  private(set) var isTracking = false

  /// Begins to keep changes, those after `revision`.
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

  // The numbers are those of places, so nothing overflows.
  private mutating func keep(_ revision: UInt64, _ node: UInt32) {
    let places = entries.pointer
    let last = (start &+ count &- 1) & mask
    // The same node over and over needs one entry.
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

  /// Gives up what changed up to a revision.
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

/// How far a visit of what has changed is, and the next nodes to visit.
struct ChangeWalk: ~Copyable {
  static let room = 64

  let since: UInt64
  /// The next entry, or the one from which the way up goes on at `next`.
  var position: Int
  var next = Node.none
  /// Everything that changed up to this revision has been collected.
  var whole: UInt64
  var found = InlineArray<64, Found>(repeating: Found(node: 0, reached: 0))
  var count = 0

  struct Found: BitwiseCopyable {
    var node: UInt32
    /// `whole` before the node was collected.
    var reached: UInt64
  }

  init(since: UInt64, position: Int) {
    self.since = since
    self.position = position
    whole = since
  }
}

/// What `changes(since:)` came to.
public enum ChangesResult: Equatable, Sendable {
  /// All that changed was visited; the revision to ask with next time.
  case complete(UInt64)
  /// The visitor had enough; the revision up to which it was told everything.
  case partial(UInt64)
  /// Not all of it is known: list everything instead.
  case resync
}

extension Tree {
  /// Begins to keep what changes, for ``changes(since:_:)``. Costs 16 bytes for each, once: a megabyte.
  /// - Parameter capacity: how many changes are kept, a power of two.
  public func trackChanges(capacity: Int = 1 << 16) throws(TreeError) {
    try Tree.reserve { () throws(OutOfMemory) in try changes.track(after: revision, capacity: capacity) }
  }

  /// Visits every node whose visible badge changed after a revision, once, in no particular order; nodes of one
  /// transaction all or none.
  /// - Parameters:
  ///   - revision: what a listing or a former call answered.
  ///   - visit: answers whether it could take the node; where not, the visit ends.
  /// - Complexity: O(what changed, and the changes that were merged), whatever the size of the tree; no memory.
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

  /// Collects the next nodes, and asks for their texts, which are far away in a large tree.
  @inline(never)
  @_optimize(speed)
  private func collect(_ walk: inout ChangeWalk) {
    let isLarge = isLarge
    // The branches two levels above the leaves are near, but in a tree of such a size.
    let isHuge = nodeCount > 1 << 15
    walk.count = 0
    while walk.position < changes.count, walk.count < ChangeWalk.room {
      var index = walk.next
      if index == Node.none {
        index = changes[walk.position].node
        if isLarge { lookAhead(from: walk.position, isHuge: isHuge) }
      }
      // Up to a node that has been visited, or has not changed.
      while index != Node.none, walk.count < ChangeWalk.room {
        let link = links + Int(index)
        if link.pointee.mark == query || self.revision(of: NodeIndex(index)) <= walk.since {
          index = Node.none
        } else {
          link.pointee.mark = query
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

  /// The way up from an entry is done.
  @inline(__always)
  private func endEntry(_ walk: inout ChangeWalk) {
    let revision = changes[walk.position].revision
    walk.position &+= 1
    if walk.position == changes.count || changes[walk.position].revision != revision { walk.whole = revision }
  }

  /// Asks for what the entries after this one lead to, the node and two above it: each look needs what the one before
  /// it asked for. Further up there are fewer nodes, which are near.
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

  /// The branch is there, and asks for its node and for the branch above it.
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
    // A node that is gone has not changed.
    guard let base = arena.base, links[Int(index)].path != Node.none else { return }
    let record = base + Int(links[Int(index)].path) * Tree.pathAlignment
    ctally_memory_prefetch(record)
    ctally_memory_prefetch(record + 40)
  }

  /// Makes all marks those of former queries.
  func beginQuery() {
    query &+= 1
    if query != 0 { return }
    // Marks of queries long ago could be taken for the next one's.
    for index in 0..<nodeCount { links[index].mark = 0 }
    query = 1
  }
}
