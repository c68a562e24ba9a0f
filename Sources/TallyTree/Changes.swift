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
    var reached = revision
    var position = changes.first(after: revision)
    while position < changes.count {
      if isLarge { lookAhead(from: position) }
      let entry = changes[position]
      if !visitUpward(from: entry.node, since: revision, visit) { return .partial(reached) }
      position += 1
      if position == changes.count || changes[position].revision != entry.revision { reached = entry.revision }
    }
    return .complete(self.revision)
  }

  /// Asks for what the entries after this one lead to: each look needs what the one before it asked for.
  @inline(__always)
  private func lookAhead(from position: Int) {
    if let index = entryNode(position &+ 16) {
      ctally_memory_prefetch(nodes + Int(index))
      ctally_memory_prefetch(links + Int(index))
    }
    if let index = entryNode(position &+ 12) {
      lookAheadPath(index)
      if nodes[Int(index)].parent != Node.none { ctally_memory_prefetch(branches + Int(nodes[Int(index)].parent)) }
    }
    if let index = entryNode(position &+ 8), nodes[Int(index)].parent != Node.none {
      // So the parent is never none.
      let parent = Int(parent(index))
      ctally_memory_prefetch(nodes + parent)
      ctally_memory_prefetch(links + parent)
    }
    if let index = entryNode(position &+ 4), nodes[Int(index)].parent != Node.none { lookAheadPath(parent(index)) }
  }

  @inline(__always)
  private func entryNode(_ position: Int) -> UInt32? {
    position < changes.count ? changes[position].node : nil
  }

  @inline(__always)
  private func lookAheadPath(_ index: UInt32) {
    // A node that was changed may be gone since.
    guard let base = arena.base, links[Int(index)].path != Node.none else { return }
    let record = base + Int(links[Int(index)].path) * Tree.pathAlignment
    ctally_memory_prefetch(record)
    ctally_memory_prefetch(record + 40)
  }

  @inline(__always)
  private func visitUpward(from first: UInt32, since revision: UInt64, _ visit: (NodeIndex) -> Bool) -> Bool {
    var index = first
    while index != Node.none {
      if self.revision(of: NodeIndex(index)) <= revision || links[Int(index)].mark == query { return true }
      if !visit(NodeIndex(index)) { return false }
      links[Int(index)].mark = query
      index = parent(index)
    }
    return true
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
