import TallyMemory

/// The parts of a tree that a walk reads. The tree must not change meanwhile.
struct WalkedTree: BitwiseCopyable {
  let nodes: UnsafeMutablePointer<Node>
  let links: UnsafeMutablePointer<Links>
  let branchLinks: UnsafeMutablePointer<BranchLinks>
  let arena: UnsafeMutableRawPointer
  let records: UnsafeMutablePointer<DigestRecord>

  init(_ tree: borrowing Tree) {
    nodes = tree.nodes
    links = tree.links
    branchLinks = tree.branchLinks
    arena = tree.arena.base.unsafelyUnwrapped
    records = tree.digests.records.pointer
  }

  @inline(__always)
  func path(_ index: UInt32) -> UnsafeRawBufferPointer {
    // The node exists, so its path is never none.
    PathRecord.bytes(arena + Int(links[Int(index)].path) * Tree.pathAlignment)
  }

  @inline(__always)
  func record(_ index: UInt32) -> DigestRecord { index == Node.none ? DigestRecord(name: 0) : records[Int(index)] }

  @inline(__always)
  func firstListed(_ index: UInt32) -> UInt32 {
    let node = nodes[Int(index)]
    return node.flags.contains(.branch) ? branchLinks[Int(node.value)].firstListed : Node.none
  }

  /// The first listed child, from a given one, with an own state in its subtree. The digests tell.
  @inline(__always)
  func firstOwning(_ child: UInt32) -> UInt32 {
    var child = child
    while child != Node.none, records[Int(child)].digest == 0 { child = links[Int(child)].nextListed }
    return child
  }
}

/// Walks through two subtrees side by side and finds the nodes whose own states differ. Or it walks through one and
/// finds the nodes with an own state, or the listed ones. The order is always that of the bytes of their paths relative
/// to the top.
///
/// That is not the tree's order: `a!` comes between `a` and `a.x`. So a child is two steps: to itself, under its name,
/// and to its subtree, under its name and a dot. Every path in the subtree begins with these bytes, and no other path
/// does. So the sorted steps of each level give the order of all.
///
/// Nodes with an own state are listed, so lists lead to all of them. There is no recursion: `levels` and `steps` are
/// stacks, as deep as the paths.
///
/// Invariant: the steps of a level are those from its `begin` to its `end`. Deeper levels come after it.
struct OwnWalk: ~Copyable {
  /// The same path in both trees. `Node.none`: a tree has no such node.
  struct Pair: BitwiseCopyable {
    var a: UInt32
    var b: UInt32
  }

  private struct Step: BitwiseCopyable {
    /// Eight bytes of the name, beginning with the first byte in which the level's names differ. Zeros follow its end.
    var key: UInt64
    var pair: Pair
    var descends: Bool
  }

  private struct Level: BitwiseCopyable {
    var begin: Int
    var next: Int
    var end: Int
  }

  private struct Child: BitwiseCopyable {
    var name: UInt64
    var node: UInt32
  }

  private let a: WalkedTree
  private let b: WalkedTree
  private let compares: Bool
  /// Without a comparison, the nodes with one of these flags are visited.
  private let wanted: Node.Flags
  /// Whether the walk continues below the top's children.
  private let isDeep: Bool
  private var steps = List<Step>()
  private var levels = List<Level>()
  private var unmatchedA = List<Child>()
  private var unmatchedB = List<Child>()
  /// The offset of the names of the current level in their paths.
  private var nameA = 0
  private var nameB = 0

  /// A walk through the nodes with one of these flags, all of which are listed. Without flags it is a walk through the
  /// nodes with an own state.
  /// - Parameter below: visits only the top's children, not the top.
  init(
    _ tree: borrowing Tree, wanted: Node.Flags = Node.Flags.ownBadge.union(.muted), directlyBelow below: Bool = false
  ) {
    a = WalkedTree(tree)
    b = a
    compares = false
    self.wanted = wanted
    isDeep = !below
  }

  /// A walk through the differences. The digests of both trees must be up to date.
  init(_ first: borrowing Tree, _ second: borrowing Tree) {
    a = WalkedTree(first)
    b = WalkedTree(second)
    compares = true
    wanted = []
    isDeep = true
  }

  /// Begins at these tops. Call it first.
  mutating func begin(_ top: Pair) throws(OutOfMemory) {
    if !isDeep { return try enter(top) }
    if compares { try compare(top) } else { try visit(top.a) }
    // The top itself comes before its subtree.
    if steps.count == 2 {
      let below = steps[0]
      steps[0] = steps[1]
      steps[1] = below
    }
    try levels.append(Level(begin: 0, next: 0, end: steps.count))
  }

  @inline(__always)
  mutating func next() throws(OutOfMemory) -> Pair? {
    while levels.count > 0 {
      let level = levels[levels.count - 1]
      if level.next == level.end {
        steps.truncate(to: level.begin)
        _ = levels.popLast()
        continue
      }
      levels[levels.count - 1].next += 1
      let step = steps[level.next]
      if !step.descends { return step.pair }
      try enter(step.pair)
    }
    return nil
  }

  private mutating func enter(_ pair: Pair) throws(OutOfMemory) {
    let begin = steps.count
    nameA = pair.a == Node.none ? 0 : a.path(pair.a).count + 1
    nameB = pair.b == Node.none ? 0 : b.path(pair.b).count + 1
    if compares {
      try match(pair)
    } else {
      var child = a.firstListed(pair.a)
      while child != Node.none {
        try visit(child)
        child = a.links[Int(child)].nextListed
      }
    }
    sort(from: begin)
    try levels.append(Level(begin: begin, next: begin, end: steps.count))
  }

  // MARK: Next steps

  /// Adds the steps of a node that is not compared. Its subtree comes first, because lists mostly go backwards.
  @inline(__always)
  private mutating func visit(_ index: UInt32) throws(OutOfMemory) {
    let node = a.nodes + Int(index)
    let pair = Pair(a: index, b: Node.none)
    if isDeep, a.firstListed(index) != Node.none { try steps.append(Step(key: 0, pair: pair, descends: true)) }
    if !node.pointee.flags.isDisjoint(with: wanted) {
      try steps.append(Step(key: 0, pair: pair, descends: false))
    }
  }

  @inline(__always)
  private mutating func compare(_ pair: Pair) throws(OutOfMemory) {
    let (inA, inB) = (a.record(pair.a), b.record(pair.b))
    if inA.digest == inB.digest { return }
    if inA.digest &- inA.own != inB.digest &- inB.own {
      try steps.append(Step(key: 0, pair: pair, descends: true))
    }
    if inA.own != inB.own { try steps.append(Step(key: 0, pair: pair, descends: false)) }
  }

  /// Compares the children of a pair. Trees with a similar history list them in the same order. From the first
  /// difference on, the rest is matched by name.
  @_optimize(speed)
  private mutating func match(_ pair: Pair) throws(OutOfMemory) {
    var childA = pair.a == Node.none ? Node.none : a.firstOwning(a.firstListed(pair.a))
    var childB = pair.b == Node.none ? Node.none : b.firstOwning(b.firstListed(pair.b))
    while childA != Node.none, childB != Node.none,
      a.records[Int(childA)].name == b.records[Int(childB)].name
    {
      try compare(Pair(a: childA, b: childB))
      childA = a.firstOwning(a.links[Int(childA)].nextListed)
      childB = b.firstOwning(b.links[Int(childB)].nextListed)
    }
    unmatchedA.removeAll()
    unmatchedB.removeAll()
    while childA != Node.none {
      try unmatchedA.append(Child(name: a.records[Int(childA)].name, node: childA))
      childA = a.firstOwning(a.links[Int(childA)].nextListed)
    }
    while childB != Node.none {
      try unmatchedB.append(Child(name: b.records[Int(childB)].name, node: childB))
      childB = b.firstOwning(b.links[Int(childB)].nextListed)
    }
    try matchByName()
  }

  private mutating func matchByName() throws(OutOfMemory) {
    if unmatchedA.count > 0, unmatchedB.count > 0 {
      Self.sortByName(&unmatchedA)
      Self.sortByName(&unmatchedB)
    }
    var (inA, inB) = (0, 0)
    while inA < unmatchedA.count || inB < unmatchedB.count {
      let isInA = inA < unmatchedA.count
      let isInB = inB < unmatchedB.count
      let takesA = isInA && (!isInB || unmatchedA[inA].name <= unmatchedB[inB].name)
      let takesB = isInB && (!isInA || unmatchedB[inB].name <= unmatchedA[inA].name)
      try compare(
        Pair(a: takesA ? unmatchedA[inA].node : Node.none, b: takesB ? unmatchedB[inB].node : Node.none))
      if takesA { inA += 1 }
      if takesB { inB += 1 }
    }
  }

  private static func sortByName(_ children: inout List<Child>) {
    sortShortOrLong(children.pointer, count: children.count) { (x: Child, y: Child) -> Bool in x.name < y.name }
  }

  // MARK: The order of steps

  @_optimize(speed)
  private func name(_ pair: Pair) -> UnsafeRawBufferPointer {
    let path = pair.a == Node.none ? b.path(pair.b) : a.path(pair.a)
    return UnsafeRawBufferPointer(rebasing: path[(pair.a == Node.none ? nameB : nameA)...])
  }

  /// A byte of a step's key: the name, and a dot if the step descends. 0, which no name contains, comes after its end.
  @inline(__always)
  private static func byte(_ name: UnsafeRawBufferPointer, _ descends: Bool, at offset: Int) -> UInt8 {
    if offset < name.count { return name[offset] }
    return descends && offset == name.count ? Byte.dot : 0
  }

  /// Eight of them as a number, the first in the highest place.
  @inline(__always)
  private static func key(_ name: UnsafeRawBufferPointer, _ descends: Bool, from start: Int) -> UInt64 {
    let count = name.count &- start
    if count >= 8, let base = name.baseAddress {
      return UInt64(bigEndian: (base + start).loadUnaligned(as: UInt64.self))
    }
    var key: UInt64 = 0
    for offset in start..<name.count { key = key << 8 | UInt64(name[offset]) }
    if descends { key = key << 8 | UInt64(Byte.dot) }
    let free = 8 &- count &- (descends ? 1 : 0)
    return key << UInt64(free &* 8)
  }

  @_optimize(speed)
  private mutating func sort(from begin: Int) {
    let count = steps.count - begin
    if count < 2 { return }
    let level = steps.pointer + begin
    let shared = sharedByNames(level, count)
    for index in 0..<count {
      level[index].key = Self.key(name(level[index].pair), level[index].descends, from: shared)
    }
    if Self.isReversed(level, count) {
      for index in 0..<(count / 2) {
        let moved = level[index]
        level[index] = level[count - 1 - index]
        level[count - 1 - index] = moved
      }
      return
    }
    sortShortOrLong(level, count: count) { (x: Step, y: Step) -> Bool in precedes(x, y, shared) }
  }

  /// The length of the common prefix of all names of a level.
  private func sharedByNames(_ level: UnsafeMutablePointer<Step>, _ count: Int) -> Int {
    let first = name(level[0].pair)
    var shared = first.count
    for index in 1..<count where shared > 0 {
      let other = name(level[index].pair)
      // No name is empty.
      let (inFirst, inOther) = (first.baseAddress.unsafelyUnwrapped, other.baseAddress.unsafelyUnwrapped)
      shared = commonPrefix(inFirst, inOther, limit: min(shared, other.count))
    }
    return shared
  }

  private static func isReversed(_ level: UnsafeMutablePointer<Step>, _ count: Int) -> Bool {
    for index in 1..<count where level[index - 1].key <= level[index].key { return false }
    return true
  }

  private func precedes(_ x: Step, _ y: Step, _ shared: Int) -> Bool {
    if x.key != y.key { return x.key < y.key }
    let (nameX, nameY) = (name(x.pair), name(y.pair))
    var offset = shared
    var (byteX, byteY): (UInt8, UInt8)
    repeat {
      byteX = Self.byte(nameX, x.descends, at: offset)
      byteY = Self.byte(nameY, y.descends, at: offset)
      offset += 1
    } while byteX == byteY && byteX != 0
    return byteX < byteY
  }
}

/// Sorts in place. Sorted or short arrays take a short path, others use `heapSort`.
@inline(__always)
private func sortShortOrLong<Element: BitwiseCopyable>(
  _ elements: UnsafeMutablePointer<Element>, count: Int, by isOrderedBefore: (Element, Element) -> Bool
) {
  var sorted = 1
  while sorted < count, !isOrderedBefore(elements[sorted], elements[sorted - 1]) { sorted += 1 }
  if sorted >= count { return }
  if count > 24 { return heapSort(elements, count: count, by: isOrderedBefore) }
  for index in sorted..<count {
    let moved = elements[index]
    var hole = index
    while hole > 0, isOrderedBefore(moved, elements[hole - 1]) {
      elements[hole] = elements[hole - 1]
      hole -= 1
    }
    elements[hole] = moved
  }
}
