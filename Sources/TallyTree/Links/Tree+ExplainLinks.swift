import TallyFailure
import TallyMemory

// Explaining a badge in a tree with links or counting rules.

extension Tree {
  /// Whether a node may count what is not below it, or count its children.
  @inline(__always) var hasLinksOrRules: Bool { !overlay.isEmpty || ruleCount > 0 }

  /// Collects the reasons in the subtrees of these tops, each once, sorted by the bytes of their paths.
  func collectReasonsThroughLinks(_ at: NodeIndex, into found: inout List<NodeIndex>) throws(Failure) {
    var tops = List<NodeIndex>()
    try collectTops(at, into: &tops)
    var nodes = List<UInt32>()
    do throws(OutOfMemory) {
      for position in 0..<tops.count {
        var walk = OwnWalk(self, wanted: .listed)
        try walk.begin(OwnWalk.Pair(a: tops[position].raw, b: Node.none))
        while let next = try walk.next() {
          if reason(of: NodeIndex(next.a), for: at) != nil { try nodes.append(next.a) }
        }
      }
      try collectPrimaries(at.raw, into: &nodes)
      heapSort(nodes.pointer, count: nodes.count) { pathBytes($0).precedes(pathBytes($1)) }
      // One subtree may be in another.
      for position in 0..<nodes.count where position == 0 || nodes[position] != nodes[position - 1] {
        try found.append(NodeIndex(nodes[position]))
      }
    } catch {
      throw .noMemory
    }
  }

  /// Adds the nodes to which those things belong that feed at the node or below it, and also elsewhere.
  private func collectPrimaries(_ at: UInt32, into nodes: inout List<UInt32>) throws(OutOfMemory) {
    let junction = overlay.junction(at)
    if junction == Node.none || !hasSharedFeeds { return }
    collectTops(junction)
    for position in 0..<overlay.order.count {
      let feed = overlay.order[position]
      if overlay.isShared(feed), overlay.junctions[Int(feed)].fedBadges > 0 { try nodes.append(primary(of: feed)) }
    }
  }

  /// Whether a thing feeds several nodes.
  @inline(__always) var hasSharedFeeds: Bool { overlay.sharedCount > 0 }

  /// Leaves in a node's reason what feeds the node alone.
  func removeShared(from reason: inout Reason, for top: UInt32) {
    if !climbs(reason.node.raw, to: top, .any) {
      // Nothing else of it counts there.
      (reason.own, reason.isFed, reason.fedCount, reason.isOverridden) = (.none, false, 0, false)
      (reason.isMuted, reason.isCounting, reason.mute, reason.keptCount) = (false, false, .none, 0)
    } else if reason.isFed {
      reason.isFed = fedBadges(nodes + Int(reason.node.raw)) > sharedBadges(of: reason.node.raw)
      if !reason.isFed, reason.own == .none { (reason.lights, reason.isMuted) = (false, false) }
    }
  }

  /// Adds to a node's reason what feeds the node and also others, and belongs to it.
  func addSharedFeeds(to reason: inout Reason, for top: UInt32) {
    let junction = overlay.junction(reason.node.raw)
    if junction == Node.none { return }
    forEachShared(at: junction) { feed in
      if primary(of: feed) == reason.node.raw { addSharedFeed(feed, to: &reason, for: top) }
    }
  }

  /// The reason of one of the things that a reason has, with its own way; nil: it does not reach the explained node.
  /// - Parameter places: all nodes that it feeds, the first of which is that of the reason.
  public func reason(
    _ reason: Reason, ofCount count: UInt64, at places: borrowing List<NodeIndex>, for explained: NodeIndex
  ) -> Reason? {
    if !hasSharedFeeds { return reason }
    let way: Passage
    if places.count > 1 {
      let feed = find(places)
      if feed == Node.none || !climbs(from: feed, to: explained.raw, .any) { return nil }
      way = passage(ofShared: feed, at: reason.node.raw, to: explained.raw)
    } else {
      if !climbs(reason.node.raw, to: explained.raw, .any) { return nil }
      way = passage(from: reason.node.raw, to: explained.raw)
    }
    var result = reason
    result.lights = way.mute != .all
    result.isMuted = way.mute == .all || (way.mute == .number && count > 0)
    result.needsLink = way.needsLink
    if places.count > 1 { result.parts = parts(ofShared: find(places), way, for: explained.raw) }
    return result
  }

  private func addSharedFeed(_ feed: UInt32, to reason: inout Reason, for top: UInt32) {
    let shared = overlay.junctions[Int(feed)]
    if shared.fedBadges == 0 || !climbs(from: feed, to: top, .any) { return }
    let way = passage(ofShared: feed, at: reason.node.raw, to: top)
    let hadLit = reason.lights
    reason.isFed = true
    reason.fedCount += shared.fed
    if way.passesCount { reason.contributed += shared.fed }
    var lights = way.mute != .all
    if way.mute == .all || (way.mute == .number && shared.fed > 0) { reason.isMuted = true }
    if way.needsLink { reason.needsLink = true }
    if !levels.isEmpty { addSharedLevels(of: feed, to: &reason, way, for: top, &lights, hadLit: hadLit) }
    if lights { reason.lights = true }
  }

  /// How a node's part reaches another node.
  func passage(from index: UInt32, to top: UInt32) -> Passage {
    let isHighlighted = !record(nodes + Int(index)).fed.isNothing
    return passage(alongTree: index, to: top, isHighlighted) { climbs(index, to: top, $0) }
  }

  private func passage(ofShared feed: UInt32, at primary: UInt32, to top: UInt32) -> Passage {
    let isHighlighted = !overlay.junctions[Int(feed)].highlights.isNothing
    return passage(alongTree: primary, to: top, isHighlighted) { climbs(from: feed, to: top, $0) }
  }

  private func passage(
    alongTree index: UInt32, to top: UInt32, _ isHighlighted: Bool, _ climbs: (Part) -> Bool
  ) -> Passage {
    let (count, badge, isMuted) = (climbs(.count), climbs(.badge), !climbs(.mutedCount))
    let (treeCount, treeBadge) = (climbsTree(index, to: top, .count), climbsTree(index, to: top, .badge))
    var result = Passage(
      passesCount: count, mute: !badge ? .all : isMuted ? .number : .none,
      needsLink: count != treeCount || badge != treeBadge)
    result.passesHighlights = climbs(.highlights)
    result.passesHighlightCount = climbs(.highlightCount)
    if isHighlighted, result.passesHighlights != climbsTree(index, to: top, .highlights) { result.needsLink = true }
    return result
  }

  /// A badge passes a mute of its number. A number passes no mute, and no rule: a node with a rule passes on its own.
  /// Highlights pass each mute that passes highlights, and every rule.
  private enum Part { case any, badge, mutedCount, count, highlights, highlightCount }

  private func lets(_ part: Part, through index: UInt32) -> Bool {
    let node = nodes + Int(index)
    switch part {
    case .any: return true
    case .badge: return node.pointee.mute != .all
    case .mutedCount, .count: return node.pointee.mute == .none
    case .highlights, .highlightCount: return passesHighlights(node)
    }
  }

  private func lets(_ part: Part, into index: UInt32) -> Bool {
    part != .count && part != .highlightCount || !isRuled(nodes + Int(index))
  }

  private func climbsTree(_ index: UInt32, to top: UInt32, _ part: Part) -> Bool {
    var node = index
    while node != top {
      if !lets(part, through: node) { return false }
      node = parent(node)
      if node == Node.none || !lets(part, into: node) { return false }
    }
    return true
  }

  /// Whether a part has a way. Up to the first junction there is only one.
  private func climbs(_ index: UInt32, to top: UInt32, _ part: Part) -> Bool {
    var node = index
    var junction = overlay.junction(node)
    while junction == Node.none {
      if node == top { return true }
      if !lets(part, through: node) { return false }
      node = parent(node)
      if node == Node.none || !lets(part, into: node) { return false }
      junction = overlay.junction(node)
    }
    return climbs(from: junction, to: top, part)
  }

  /// The way may begin at a shared feed.
  private func climbs(from junction: UInt32, to top: UInt32, _ part: Part) -> Bool {
    overlay.beginWalk()
    overlay.stack.removeAll()
    _ = overlay.visit(junction)
    overlay.stack.appendWithinCapacity(junction)
    while let found = overlay.stack.popLast() {
      let current = overlay.junctions[Int(found)]
      if current.node == top { return true }
      if current.node != Node.none, !lets(part, through: current.node) { continue }
      if current.parent != Node.none { climb(to: current.parent, part) }
      var link = current.firstOut
      while link != Node.none {
        climb(to: overlay.links[Int(link)].target, part)
        link = overlay.links[Int(link)].nextOut
      }
    }
    return false
  }

  private func climb(to junction: UInt32, _ part: Part) {
    if !lets(part, into: overlay.junctions[Int(junction)].node) || !overlay.visit(junction) { return }
    overlay.stack.appendWithinCapacity(junction)
  }
}
