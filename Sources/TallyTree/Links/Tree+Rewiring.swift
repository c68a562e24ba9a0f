import TallyMemory

// Changes of the ways: a mute, a link or a rule of a node. Everything above the node loses each owner below that has no
// way left, and gets each that has a new one. So all of them are taken away from where they were counted, and counted
// again.

extension Tree {
  /// Changes how a junction's node passes on what it counts.
  /// - Parameters:
  ///   - removes: the change takes an edge away. Otherwise it may add one.
  ///   - change: leaves the nodes and their numbers as they are.
  /// - Complexity: O(what is lit below, times what is above it).
  func rewire(_ junction: UInt32, removes: Bool = false, _ change: () -> Void) {
    let index = overlay.junctions[Int(junction)].node
    let node = nodes + Int(index)
    let before = contribution(node)
    if removes { overlay.sortAbove(junction) }
    if !levels.isEmpty {
      collectHighlights(below: junction)
      moveHighlights(isTaken: true)
    }
    collectGroups(below: junction)
    distributeGroups(isTaken: true)
    passOn(junction, from: before, to: .nothing, passive: 0 - passiveContribution(node))
    change()
    distributeGroups(isTaken: false)
    passOn(junction, from: .nothing, to: contribution(node), passive: passiveContribution(node))
    if !levels.isEmpty { moveHighlights(isTaken: false) }
    if !removes { overlay.sortAbove(junction) }
    let cleared = clearsAutomatically
    clearsAutomatically = false
    if !levels.isEmpty { settleHighlights(first: 1) }
    settleAbove()
    clearsAutomatically = cleared
  }

  /// Takes the collected groups away from where they count, or counts them again.
  func distributeGroups(isTaken: Bool, except junction: UInt32 = Node.none) {
    for position in 0..<overlay.groups.count {
      let group = overlay.groups[position]
      if group.junction == junction { continue }
      distribute(
        isTaken ? 0 &- group.count : group.count,
        highlights: isTaken ? 0 &- group.highlights : group.highlights, from: group.junction)
    }
  }

  /// Collects the junctions below a junction, and the junction, whose numbers reach it. Each has with it what counts
  /// there first.
  func collectGroups(below start: UInt32) {
    overlay.groups.removeAll()
    overlay.beginWalk()
    overlay.stack.removeAll()
    _ = overlay.visit(start)
    overlay.stack.appendWithinCapacity(start)
    while let junction = overlay.stack.popLast() {
      let index = overlay.junctions[Int(junction)].node
      let count = groupCount(junction)
      let highlights = groupHighlights(junction)
      if count | highlights != 0 {
        overlay.groups.appendWithinCapacity(
          Overlay.Group(junction: junction, count: count, highlights: highlights))
      }
      if overlay.isShared(junction) || (junction != start && isRuled(nodes + Int(index))) { continue }
      var child = overlay.junctions[Int(junction)].firstChild
      while child != Node.none {
        enter(child)
        child = overlay.junctions[Int(child)].nextSibling
      }
      var link = overlay.junctions[Int(junction)].firstIn
      while link != Node.none {
        enter(overlay.links[Int(link)].source)
        link = overlay.links[Int(link)].nextIn
      }
    }
  }

  private func enter(_ junction: UInt32) {
    if !passesHighlights(from: junction) || !overlay.visit(junction) { return }
    overlay.stack.appendWithinCapacity(junction)
  }

  /// The number that counts first at a junction: its own badge, what feeds it, and its children that are no junctions.
  /// For a node that counts by a rule: its number. For a shared feed: what feeds.
  func groupCount(_ junction: UInt32) -> UInt64 {
    if overlay.isShared(junction) { return overlay.junctions[Int(junction)].fed }
    let index = overlay.junctions[Int(junction)].node
    let node = nodes + Int(index)
    let shown = visible(node).count
    if isRuled(node) { return shown }
    // A junction has a branch.
    var count = overlay.junctions[Int(junction)].fed &+ shown &- branches[Int(node.pointee.value)].sum
    var child = firstListed(index)
    while child != Node.none {
      if overlay.junction(child) == Node.none { count &+= contribution(nodes + Int(child)).count }
      child = links[Int(child)].nextListed
    }
    return count
  }
}
