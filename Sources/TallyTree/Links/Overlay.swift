import TallyMemory

/// A node that has a link, is the target of one, or is above such a node. Or a shared feed: messages that feed several
/// nodes, and are counted once above them. It has no node and no parent, and a link to each node that it feeds.
///
/// Invariants:
/// - Each node above a junction is one too, so `parent` is none only for the root and for shared feeds.
/// - `uses` is the number of links whose source or target is the node or one below it in the tree; a link with both
///   counts twice. It is not 0.
/// - Between changes `count`, `lit` and `badges` are 0.
struct Junction: BitwiseCopyable {
  /// In a free place: the next free place. None: a shared feed.
  var node: UInt32
  var parent: UInt32
  var firstChild = Node.none
  var nextSibling = Node.none
  var previousSibling = Node.none
  var firstOut = Node.none
  var firstIn = Node.none
  var uses: UInt32 = 0
  /// The sum of the counts that feed the node alone, which its branch has only together with what its children
  /// contribute. Of a shared feed: the sum of its counts.
  var fed: UInt64
  /// The number of things in a shared feed, its highlights, and the number of its passive things.
  var fedBadges: UInt32 = 0
  var passives: UInt32 = 0
  var highlights = Highlights()
  /// The next shared feed whose nodes have the same hash.
  var nextAlike = Node.none
  /// The part of the current change that the node's number, its lit children, and the number of what feeds it, have not
  /// got yet.
  var count: UInt64 = 0
  var lit: Int32 = 0
  var badges: Int64 = 0
  /// The last walk that has seen it.
  var mark: UInt32 = 0
  /// The junction from which the last walk came.
  var via = Node.none

  init(node: UInt32, parent: UInt32, fed: UInt64) {
    (self.node, self.parent, self.fed) = (node, parent, fed)
  }
}

/// The part of a tree that links concern: a graph without circles, which leads from each junction to all nodes that it
/// counts at. A tree without links has an empty one, which takes no memory.
///
/// The other arrays have room for all junctions, so that walks need no memory.
struct Overlay: ~Copyable {
  /// A link: a node counts at another node too, as if it were its child. Both are junctions.
  struct Link: BitwiseCopyable {
    var source: UInt32
    var target: UInt32
    /// The next link that leaves the same source. In a free place: the next free place.
    var nextOut: UInt32
    /// The next link that arrives at the same target, and the one before it. Many may arrive at one, so a link is
    /// removed without a search.
    var nextIn: UInt32
    var previousIn = Node.none
  }

  /// A junction on the way up, and the next of its edges.
  struct Step: BitwiseCopyable {
    var junction: UInt32
    var edge: UInt32
  }

  /// A junction, and what the owners count that first meet it on their way up.
  struct Group: BitwiseCopyable {
    var junction: UInt32
    var count: UInt64
    /// The part of the number that is highlighted. It is not used unless a mute passes highlights.
    var highlights: UInt64
  }

  /// A junction, and the highlights that first meet it.
  struct HighlightGroup: BitwiseCopyable {
    var junction: UInt32
    var highlights: Highlights
  }

  private static let parentEdge = Node.none - 1

  var junctions = List<Junction>()
  private(set) var junctionCount = 0
  /// The shared feeds, by the hash of their nodes: the first of those alike.
  var sharedFeeds = IntegerMap()
  var sharedCount = 0
  /// The number of shared feeds that have nothing.
  var emptyCount = 0
  /// The revision of the last transaction that logged a change of a shared feed.
  var loggedRevision = UInt64.max
  private var freeJunction = Node.none
  var links = List<Link>()
  /// The number of links of nodes.
  private(set) var linkCount = 0
  private var freeLink = Node.none
  private var places = IntegerMap()
  private var walk: UInt32 = 0
  /// The result of the last `sortAbove`.
  var order = List<UInt32>()
  private var steps = List<Step>()
  var stack = List<UInt32>()
  var groups = List<Group>()
  var highlighted = List<HighlightGroup>()
  /// Junctions from which only highlights go on.
  var passing = List<UInt32>()

  @inline(__always)
  var isEmpty: Bool { junctionCount == 0 }

  /// The junction of a node, or none.
  func junction(_ node: UInt32) -> UInt32 {
    if junctionCount == 0 { return Node.none }
    // Keys are not 0.
    guard let place = places.value(UInt64(node) + 1) else { return Node.none }
    return UInt32(truncatingIfNeeded: place)
  }

  /// The sum of the counts that feed a junction's node alone.
  func fed(_ junction: UInt32) -> UInt64 { junctions[Int(junction)].fed }

  /// Whether a junction is a shared feed.
  @inline(__always)
  func isShared(_ junction: UInt32) -> Bool { junctions[Int(junction)].node == Node.none }

  // MARK: Changing it

  /// Makes room for this many more links and junctions.
  mutating func reserve(junctions added: Int, links more: Int = 1) throws(OutOfMemory) {
    let total = junctionCount + added
    try junctions.reserve(junctions.count + added)
    try places.reserve(additional: added)
    try links.reserve(links.count + more)
    try order.reserve(total)
    try steps.reserve(total)
    try stack.reserve(total)
    try groups.reserve(total)
    try highlighted.reserve(total)
    try passing.reserve(total)
  }

  /// - Parameter parent: the junction of the node's parent, or none. There is room.
  mutating func addJunction(_ node: UInt32, parent: UInt32, fed: UInt64) -> UInt32 {
    var junction = Junction(node: node, parent: parent, fed: fed)
    if parent != Node.none {
      junction.nextSibling = junctions[Int(parent)].firstChild
    }
    var place = freeJunction
    if place == Node.none {
      place = UInt32(junctions.count)
      junctions.appendWithinCapacity(junction)
    } else {
      freeJunction = junctions[Int(place)].node
      junctions[Int(place)] = junction
    }
    if junction.nextSibling != Node.none { junctions[Int(junction.nextSibling)].previousSibling = place }
    if parent != Node.none { junctions[Int(parent)].firstChild = place }
    junctionCount += 1
    if node != Node.none { places.setWithinCapacity(UInt64(node) + 1, Int64(place)) }
    return place
  }

  /// Drops a junction that no link needs. It has no children.
  private mutating func removeJunction(_ place: UInt32) {
    let junction = junctions[Int(place)]
    if junction.nextSibling != Node.none {
      junctions[Int(junction.nextSibling)].previousSibling = junction.previousSibling
    }
    if junction.previousSibling != Node.none {
      junctions[Int(junction.previousSibling)].nextSibling = junction.nextSibling
    } else if junction.parent != Node.none {
      junctions[Int(junction.parent)].firstChild = junction.nextSibling
    }
    if junction.node != Node.none { places.remove(UInt64(junction.node) + 1) }
    junctions[Int(place)] = Junction(node: freeJunction, parent: Node.none, fed: 0)
    freeJunction = place
    junctionCount -= 1
  }

  /// There is room. Both junctions are there, and there is no such link.
  mutating func addLink(_ source: UInt32, _ target: UInt32) {
    let link = Link(
      source: source, target: target, nextOut: junctions[Int(source)].firstOut,
      nextIn: junctions[Int(target)].firstIn)
    var place = freeLink
    if place == Node.none {
      place = UInt32(links.count)
      links.appendWithinCapacity(link)
    } else {
      freeLink = links[Int(place)].nextOut
      links[Int(place)] = link
    }
    if link.nextIn != Node.none { links[Int(link.nextIn)].previousIn = place }
    junctions[Int(source)].firstOut = place
    junctions[Int(target)].firstIn = place
    if !isShared(source) { linkCount += 1 }
    use(source)
    use(target)
  }

  private mutating func use(_ junction: UInt32) {
    var current = junction
    while current != Node.none {
      junctions[Int(current)].uses += 1
      current = junctions[Int(current)].parent
    }
  }

  /// Removes a link without its junctions.
  mutating func removeLink(_ link: UInt32) {
    let (source, target) = (links[Int(link)].source, links[Int(link)].target)
    if junctions[Int(source)].firstOut == link {
      junctions[Int(source)].firstOut = links[Int(link)].nextOut
    } else {
      var before = junctions[Int(source)].firstOut
      while links[Int(before)].nextOut != link { before = links[Int(before)].nextOut }
      links[Int(before)].nextOut = links[Int(link)].nextOut
    }
    let (before, after) = (links[Int(link)].previousIn, links[Int(link)].nextIn)
    if before == Node.none { junctions[Int(target)].firstIn = after } else { links[Int(before)].nextIn = after }
    if after != Node.none { links[Int(after)].previousIn = before }
    links[Int(link)] = Link(source: Node.none, target: Node.none, nextOut: freeLink, nextIn: Node.none)
    freeLink = link
    if !isShared(source) { linkCount -= 1 }
  }

  /// Drops the use of a removed link's end, and the junctions that no other link needs.
  mutating func release(_ junction: UInt32) {
    var current = junction
    while current != Node.none {
      let parent = junctions[Int(current)].parent
      junctions[Int(current)].uses -= 1
      if junctions[Int(current)].uses == 0 { removeJunction(current) }
      current = parent
    }
  }

  /// The link between two junctions, or none.
  func link(_ source: UInt32, _ target: UInt32) -> UInt32 {
    if source == Node.none || target == Node.none { return Node.none }
    var link = junctions[Int(source)].firstOut
    while link != Node.none, links[Int(link)].target != target { link = links[Int(link)].nextOut }
    return link
  }

  /// The number of links that leave a junction.
  func outCount(_ junction: UInt32) -> Int {
    var count = 0
    var link = junctions[Int(junction)].firstOut
    while link != Node.none {
      count += 1
      link = links[Int(link)].nextOut
    }
    return count
  }

  // MARK: Walks

  mutating func beginWalk() {
    walk &+= 1
    if walk != 0 { return }
    for place in 0..<junctions.count { junctions[place].mark = 0 }
    walk = 1
  }

  /// Whether the walk sees a junction for the first time.
  @inline(__always)
  mutating func visit(_ junction: UInt32) -> Bool {
    if junctions[Int(junction)].mark == walk { return false }
    junctions[Int(junction)].mark = walk
    return true
  }

  /// Whether the last walk has seen a junction.
  func hasVisited(_ junction: UInt32) -> Bool { junctions[Int(junction)].mark == walk }

  /// Puts a junction and all that are above it into `order`. Each comes before all that are above it.
  mutating func sortAbove(_ start: UInt32) {
    order.removeAll()
    beginWalk()
    _ = visit(start)
    junctions[Int(start)].via = Node.none
    steps.appendWithinCapacity(Step(junction: start, edge: Self.parentEdge))
    while steps.count > 0 {
      let top = steps.count - 1
      let step = steps[top]
      if step.edge == Node.none {
        order.appendWithinCapacity(step.junction)
        _ = steps.popLast()
        continue
      }
      let next = edge(step)
      steps[top].edge = next.edge
      if next.junction != Node.none, visit(next.junction) {
        junctions[Int(next.junction)].via = step.junction
        steps.appendWithinCapacity(Step(junction: next.junction, edge: Self.parentEdge))
      }
    }
    // Each comes after all that are above it.
    var (first, last) = (0, order.count - 1)
    while first < last {
      (order[first], order[last]) = (order[last], order[first])
      first += 1
      last -= 1
    }
  }

  /// The junction at the end of a step's edge, and the edge after it.
  @inline(__always)
  private func edge(_ step: Step) -> Step {
    let junction = junctions[Int(step.junction)]
    if step.edge == Self.parentEdge { return Step(junction: junction.parent, edge: junction.firstOut) }
    let link = links[Int(step.edge)]
    return Step(junction: link.target, edge: link.nextOut)
  }
}
