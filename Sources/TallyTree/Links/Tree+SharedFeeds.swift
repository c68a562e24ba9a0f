import TallyFailure
import TallyMemory

// Shared feeds: messages that feed several nodes. Each is one thing, so a node above several of them counts it once.

extension Tree {
  /// The number of shared feeds that have something.
  public var sharedFeedCount: Int { overlay.sharedCount - overlay.emptyCount }

  /// Feeds several nodes with the same things. `count` is added to the sum of their counts, and `badges` to their
  /// number. Either may be negative.
  /// - Parameter places: at least two, each once. The things belong to the first one.
  /// - Complexity: O(what is above all places).
  public func feed(_ places: borrowing List<NodeIndex>, count: Int64, badges: Int64) throws(Failure) {
    if count == 0 && badges == 0 { return }
    try prepare()
    for position in 0..<places.count { try checkFed(fedBadges(nodes + Int(places[position].raw)), badges) }
    let feed = try sharedFeed(places)
    try checkFed(overlay.junctions[Int(feed)].fedBadges, badges)
    try prepare()
    try Tree.reserve { () throws(OutOfMemory) in try ownLogFeeds.reserve(ownLogFeeds.count + 1) }
    if mode == .logged {
      overlay.loggedRevision = pendingRevision
      appendReserved(&ownLogFeeds, LoggedFeed(count: count, badges: badges))
      appendReserved(&ownLog, OwnEntry(node: feed, kind: .sharedFeed, flags: [], ownCount: 0))
    }
    changeShared(feed, count, badges)
  }

  /// Feeds several nodes as ``feed(_:count:badges:)`` does, with the levels of what feeds them.
  public func feed(
    _ places: borrowing List<NodeIndex>, count: Int64, badges: Int64, levels change: FedLevels
  ) throws(Failure) {
    if !change.isNothing { try feedLevels(places, change) }
    try feed(places, count: count, badges: badges)
  }

  /// Highlights go first, as where one node is fed.
  private func feedLevels(_ places: borrowing List<NodeIndex>, _ change: FedLevels) throws(Failure) {
    try prepare()
    let feed = try sharedFeed(places)
    let shared = overlay.junctions[Int(feed)]
    try checkFed(shared.highlights.things, change.highlighted)
    try checkFed(shared.highlights.criticals, change.criticals)
    try checkFed(shared.passives, change.passives)
    try prepare()
    try Tree.reserve { () throws(OutOfMemory) in
      try levels.log.reserve(levels.log.count + 1)
      try levels.reserve(branchCount + 1)
    }
    if mode == .logged {
      overlay.loggedRevision = pendingRevision
      levels.log.appendWithinCapacity(change)
      hasExtras = true
      appendReserved(&ownLog, OwnEntry(node: feed, kind: .sharedLevels, flags: [], ownCount: 0))
    }
    changeSharedLevels(feed, change)
  }

  /// Repeats a withdrawn change of a shared feed, which is still there.
  func feedAgain(_ feed: UInt32, _ change: LoggedFeed) throws(Failure) {
    try self.feed(try places(of: feed), count: change.count, badges: change.badges)
  }

  func feedAgain(_ feed: UInt32, _ levels: FedLevels) throws(Failure) {
    try self.feed(try places(of: feed), count: 0, badges: 0, levels: levels)
  }

  private func places(of feed: UInt32) throws(Failure) -> List<NodeIndex> {
    var places = List<NodeIndex>()
    try Tree.reserve { () throws(OutOfMemory) in
      var link = overlay.junctions[Int(feed)].firstOut
      while link != Node.none {
        try places.append(NodeIndex(overlay.junctions[Int(overlay.links[Int(link)].target)].node))
        link = overlay.links[Int(link)].nextOut
      }
    }
    return places
  }

  private func checkFed(_ fed: UInt32, _ badges: Int64) throws(Failure) {
    let (total, overflow) = Int64(fed).addingReportingOverflow(badges)
    guard !overflow, UInt32(exactly: total) != nil else { throw .countRange }
  }

  /// The sum of the counts that feed these nodes together, and no other; nil: nothing does.
  public func sharedCount(_ places: borrowing List<NodeIndex>) -> UInt64? {
    let feed = find(places)
    return feed == Node.none || overlay.junctions[Int(feed)].fedBadges == 0 ? nil : overlay.junctions[Int(feed)].fed
  }

  /// The levels of what feeds these nodes together, and no other.
  public func sharedLevels(_ places: borrowing List<NodeIndex>) -> FedLevels {
    let feed = find(places)
    if feed == Node.none { return FedLevels() }
    let shared = overlay.junctions[Int(feed)]
    return FedLevels(
      highlights: Int64(bitPattern: shared.highlights.count), highlighted: Int64(shared.highlights.things),
      criticals: Int64(shared.highlights.criticals), passives: Int64(shared.passives))
  }

  /// The levels of the things that belong to a node, whether they feed others too or not.
  public func fedLevels(ofPrimary at: NodeIndex) -> FedLevels {
    var result = fedLevels(at)
    let junction = overlay.junction(at.raw)
    if junction == Node.none { return result }
    forEachShared(at: junction) { feed in
      if primary(of: feed) != at.raw { return }
      let shared = overlay.junctions[Int(feed)]
      result.highlights &+= Int64(bitPattern: shared.highlights.count)
      result.highlighted &+= Int64(shared.highlights.things)
      result.criticals &+= Int64(shared.highlights.criticals)
      result.passives &+= Int64(shared.passives)
    }
    return result
  }

  /// The number of passive things in all shared feeds of a node.
  func sharedPassives(_ at: UInt32) -> UInt32 {
    let junction = overlay.junction(at)
    if junction == Node.none { return 0 }
    var passives: UInt32 = 0
    forEachShared(at: junction) { passives += overlay.junctions[Int($0)].passives }
    return passives
  }

  /// The sum of the counts of the things that belong to a node, whether they feed others too or not.
  public func fedCount(ofPrimary at: NodeIndex) -> UInt64 {
    var count = fedCount(at)
    let junction = overlay.junction(at.raw)
    if junction == Node.none { return count }
    forEachShared(at: junction) { feed in
      if primary(of: feed) == at.raw { count &+= overlay.junctions[Int(feed)].fed }
    }
    return count
  }

  /// The sum of the counts of all shared feeds of a junction's node.
  func sharedCount(at junction: UInt32) -> UInt64 {
    var count: UInt64 = 0
    forEachShared(at: junction) { count &+= overlay.junctions[Int($0)].fed }
    return count
  }

  /// The number of things in all shared feeds of a junction's node.
  func sharedBadges(at junction: UInt32) -> UInt32 {
    var badges: UInt32 = 0
    forEachShared(at: junction) { badges += overlay.junctions[Int($0)].fedBadges }
    return badges
  }

  /// The same of any node.
  func sharedBadges(of index: UInt32) -> UInt32 {
    let junction = overlay.junction(index)
    return junction == Node.none ? 0 : sharedBadges(at: junction)
  }

  func forEachShared(at junction: UInt32, _ visit: (UInt32) -> Void) {
    var link = overlay.junctions[Int(junction)].firstIn
    while link != Node.none {
      let source = overlay.links[Int(link)].source
      if overlay.isShared(source) { visit(source) }
      link = overlay.links[Int(link)].nextIn
    }
  }

  /// Whether a shared feed feeds a node.
  func isShared(_ feed: UInt32, with index: UInt32) -> Bool {
    overlay.link(feed, overlay.junction(index)) != Node.none
  }

  /// The node that the things of a shared feed belong to.
  func primary(of feed: UInt32) -> UInt32 {
    overlay.junctions[Int(overlay.links[Int(overlay.junctions[Int(feed)].firstOut)].target)].node
  }

  /// Carries a change of a shared feed to the nodes that it feeds, and to everything above them.
  func changeShared(_ feed: UInt32, _ count: Int64, _ badges: Int64) {
    listed.forgetReasons()
    let number = UInt64(bitPattern: count)
    let before = overlay.junctions[Int(feed)].fedBadges
    let after = UInt32(truncatingIfNeeded: Int64(before) + badges)
    fedBadges += badges
    overlay.junctions[Int(feed)].fed &+= number
    overlay.junctions[Int(feed)].fedBadges = after
    overlay.emptyCount += (after == 0 ? 1 : 0) - (before == 0 ? 1 : 0)
    overlay.sortAbove(feed)
    distribute(number, from: feed)
    var link = overlay.junctions[Int(feed)].firstOut
    while link != Node.none {
      let place = Int(overlay.links[Int(link)].target)
      overlay.junctions[place].badges += badges
      // A rule keeps away what is below the node, and not what feeds it.
      if isRuled(nodes + Int(overlay.junctions[place].node)) { overlay.junctions[place].count &+= number }
      link = overlay.links[Int(link)].nextOut
    }
    settleAbove()
  }

  /// Carries a change of the levels of a shared feed to the nodes that it feeds, and to everything above them.
  func changeSharedLevels(_ feed: UInt32, _ change: FedLevels) {
    let highlights = Highlights(change)
    overlay.sortAbove(feed)
    if !highlights.isNothing {
      overlay.junctions[Int(feed)].highlights.add(highlights)
      spreadHighlights(highlights, fromShared: feed)
    }
    if change.passives == 0 { return }
    let passives = UInt32(truncatingIfNeeded: change.passives)
    overlay.junctions[Int(feed)].passives &+= passives
    var link = overlay.junctions[Int(feed)].firstOut
    while link != Node.none {
      let place = Int(nodes[Int(overlay.junctions[Int(overlay.links[Int(link)].target)].node)].value)
      (levels.records + place).pointee.passives &+= passives
      branches[place].unusual |= Branch.passive
      link = overlay.links[Int(link)].nextOut
    }
    settleAbove()
  }

  /// Takes back the last change of fed levels.
  func takeBackSharedLevels(_ feed: UInt32) {
    if let change = levels.log.popLast() { changeSharedLevels(feed, change.negated) }
  }

  // MARK: Finding and making

  private static func hash(_ places: borrowing List<NodeIndex>) -> UInt64 {
    var hash = PlaceHash()
    for position in 0..<places.count { hash.add(places[position].raw) }
    return hash.value
  }

  /// The shared feed of these nodes; none: nothing ever fed them together.
  func find(_ places: borrowing List<NodeIndex>) -> UInt32 { find(places, Tree.hash(places)) }

  private func find(_ places: borrowing List<NodeIndex>, _ hash: UInt64) -> UInt32 {
    var feed = overlay.firstShared(hash)
    while feed != Node.none, !feeds(feed, places) { feed = overlay.junctions[Int(feed)].nextAlike }
    return feed
  }

  private func feeds(_ feed: UInt32, _ places: borrowing List<NodeIndex>) -> Bool {
    if overlay.outCount(feed) != places.count || primary(of: feed) != places[0].raw { return false }
    for position in 1..<places.count
    where overlay.link(feed, overlay.junction(places[position].raw)) == Node.none { return false }
    return true
  }

  /// The shared feed of these nodes, which is made if there is none. It then has nothing.
  private func sharedFeed(_ places: borrowing List<NodeIndex>) throws(Failure) -> UInt32 {
    let hash = Tree.hash(places)
    let known = find(places, hash)
    if known != Node.none { return known }
    sweepIfWorthwhile()
    var added = 1
    for position in 0..<places.count { added += missingJunctions(places[position].raw) }
    try Tree.reserve { () throws(OutOfMemory) in
      try reserveBranches(places.count)
      try overlay.reserve(junctions: added, links: places.count)
      try overlay.sharedFeeds.reserve(additional: 1)
      if !levels.isEmpty { try levels.reserve(branchCount + places.count) }
      height = limits.depth + 2 + overlay.junctionCount + added
      try touched.reserve(height)
    }
    for position in 0..<places.count {
      makeBranch(places[position].raw)
      _ = makeJunction(places[position].raw)
    }
    let feed = overlay.addShared(hash)
    // A link comes before the earlier ones.
    var position = places.count
    while position > 0 {
      position -= 1
      overlay.addLink(feed, overlay.junction(places[position].raw))
    }
    return feed
  }

  // MARK: Dropping

  /// Drops the empty shared feeds, if they are many.
  private func sweepIfWorthwhile() {
    if overlay.emptyCount >= 64, overlay.emptyCount * 2 >= overlay.sharedCount { sweepSharedFeeds() }
  }

  /// Drops the empty shared feeds, unless the log or a withdrawal may name one.
  func sweepSharedFeeds() {
    if overlay.emptyCount == 0 || reclamationBlocks > 0 { return }
    if mode == .idle || overlay.loggedRevision != pendingRevision { overlay.sweep() }
  }
}

extension Overlay {
  /// Adds a shared feed without links. There is room.
  mutating func addShared(_ hash: UInt64) -> UInt32 {
    let feed = addJunction(Node.none, parent: Node.none, fed: 0)
    junctions[Int(feed)].nextAlike = firstShared(hash)
    setFirstShared(hash, feed)
    sharedCount += 1
    emptyCount += 1
    return feed
  }

  func firstShared(_ hash: UInt64) -> UInt32 {
    guard let first = sharedFeeds.value(hash) else { return Node.none }
    return UInt32(truncatingIfNeeded: first)
  }

  private mutating func setFirstShared(_ hash: UInt64, _ feed: UInt32) {
    if feed == Node.none { return sharedFeeds.remove(hash) }
    sharedFeeds.setWithinCapacity(hash, Int64(feed))
  }

  /// Drops all empty shared feeds, and the junctions that nothing else needs.
  mutating func sweep() {
    for place in 0..<junctions.count {
      let isEmpty = junctions[place].uses > 0 && isShared(UInt32(place)) && junctions[place].fedBadges == 0
      if isEmpty { removeShared(UInt32(place)) }
    }
  }

  private mutating func removeShared(_ feed: UInt32) {
    forget(feed)
    while junctions[Int(feed)].firstOut != Node.none {
      let link = junctions[Int(feed)].firstOut
      let target = links[Int(link)].target
      removeLink(link)
      release(target)
      if junctions[Int(feed)].firstOut == Node.none { sharedCount -= 1 }
      release(feed)
    }
    emptyCount -= 1
  }

  /// Removes a shared feed from those with its hash.
  private mutating func forget(_ feed: UInt32) {
    let hash = hash(feed)
    let next = junctions[Int(feed)].nextAlike
    let first = firstShared(hash)
    if first == feed { return setFirstShared(hash, next) }
    var before = first
    while junctions[Int(before)].nextAlike != feed { before = junctions[Int(before)].nextAlike }
    junctions[Int(before)].nextAlike = next
  }

  private func hash(_ feed: UInt32) -> UInt64 {
    var hash = PlaceHash()
    var link = junctions[Int(feed)].firstOut
    while link != Node.none {
      hash.add(junctions[Int(links[Int(link)].target)].node)
      link = links[Int(link)].nextOut
    }
    return hash.value
  }
}

/// The hash of the nodes of a shared feed. It does not depend on the order of those after the first one.
struct PlaceHash: BitwiseCopyable {
  private var sum: UInt64 = 0
  private var isFirst: UInt64 = 1

  mutating func add(_ index: UInt32) {
    // The steps of SplitMix64, which spread neighbouring numbers.
    var mixed = (UInt64(index) << 1 | isFirst) &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    sum &+= mixed ^ (mixed >> 31)
    isFirst = 0
  }

  /// Keys of a map are not 0.
  var value: UInt64 { sum | 1 << 63 }
}
