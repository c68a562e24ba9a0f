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
      heapSort(nodes.pointer, count: nodes.count) { pathBytes($0).precedes(pathBytes($1)) }
      // One subtree may be in another.
      for position in 0..<nodes.count where position == 0 || nodes[position] != nodes[position - 1] {
        try found.append(NodeIndex(nodes[position]))
      }
    } catch {
      throw .noMemory
    }
  }

  /// How a node's part reaches another node.
  func passage(from index: UInt32, to top: UInt32) -> Passage {
    let (count, badge) = (climbs(index, to: top, .count), climbs(index, to: top, .badge))
    let (treeCount, treeBadge) = (climbsTree(index, to: top, .count), climbsTree(index, to: top, .badge))
    let isMuted = !climbs(index, to: top, .mutedCount)
    var result = Passage(
      passesCount: count, mute: !badge ? .all : isMuted ? .number : .none,
      needsLink: count != treeCount || badge != treeBadge)
    result.passesHighlights = climbs(index, to: top, .highlights)
    result.passesHighlightCount = climbs(index, to: top, .highlightCount)
    if result.passesHighlights != climbsTree(index, to: top, .highlights), !record(nodes + Int(index)).fed.isNothing {
      result.needsLink = true
    }
    return result
  }

  /// A badge passes a mute of its number. A number passes no mute, and no rule: a node with a rule passes on its own.
  /// Highlights pass each mute that passes highlights, and every rule.
  private enum Part { case badge, mutedCount, count, highlights, highlightCount }

  private func lets(_ part: Part, through index: UInt32) -> Bool {
    let node = nodes + Int(index)
    switch part {
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
    overlay.beginWalk()
    overlay.stack.removeAll()
    _ = overlay.visit(junction)
    overlay.stack.appendWithinCapacity(junction)
    while let found = overlay.stack.popLast() {
      let current = overlay.junctions[Int(found)]
      if current.node == top { return true }
      if !lets(part, through: current.node) { continue }
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
