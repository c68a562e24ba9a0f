import TallyFailure
import TallyMemory

// The check of a tree with links. It shares no code with propagation: each owner climbs on its own, and adds what it
// counts to each node that it meets.

extension Tree {
  /// Replaces the sums and the numbers of lit children of all junctions.
  func recountLinks(_ sums: inout List<UInt64>, _ lit: inout List<UInt32>) throws(Failure) {
    var owners = List<UInt64>()
    var ways = List<UInt32>()
    try Tree.reserve { () throws(OutOfMemory) in
      try ways.reserve(nodeCount)
      try owners.reserve(nodeCount)
    }
    for index in 0..<nodeCount { owners.appendWithinCapacity(owned(UInt32(index), sums[index])) }
    for index in 0..<nodeCount where overlay.junction(UInt32(index)) != Node.none && !isRuled(nodes + index) {
      sums[index] = 0
    }
    for index in 0..<nodeCount where owners[index] > 0 {
      beginQuery()
      ways.appendWithinCapacity(UInt32(index))
      climb(owners[index], &sums, &ways)
    }
    for junction in 0..<overlay.junctions.count where overlay.junctions[junction].fedBadges > 0 {
      climbShared(UInt32(junction), &sums, &ways)
    }
    for place in 0..<overlay.links.count where overlay.links[place].source != Node.none {
      if overlay.isShared(overlay.links[place].source) { continue }
      let (source, target) = (
        overlay.junctions[Int(overlay.links[place].source)].node,
        overlay.junctions[Int(overlay.links[place].target)].node
      )
      let passed = contribution(nodes + Int(source))
      lit[Int(target)] += passed.shows ? 1 : 0
      if isRuled(nodes + Int(target)), passed.count > 0, parent(source) != target { sums[Int(target)] += 1 }
    }
  }

  /// The number of a node itself: its own badge and what feeds it, or all of it if it counts by a rule.
  private func owned(_ index: UInt32, _ childSum: UInt64) -> UInt64 {
    let node = nodes + Int(index)
    if links[Int(index)].path == Node.none { return 0 }
    let shown = visible(node).count
    if isRuled(node) || !node.pointee.flags.contains(.branch) { return shown }
    let sum = branches[Int(node.pointee.value)].sum
    let junction = overlay.junction(index)
    let fed = junction == Node.none ? sum &- childSum : overlay.junctions[Int(junction)].fed
    return shown &- sum &+ fed
  }

  /// Adds what a shared feed counts to each junction that it has a way to, and to the nodes with rules that it feeds.
  private func climbShared(_ feed: UInt32, _ sums: inout List<UInt64>, _ ways: inout List<UInt32>) {
    let count = overlay.junctions[Int(feed)].fed
    beginQuery()
    var link = overlay.junctions[Int(feed)].firstOut
    while link != Node.none {
      let index = overlay.junctions[Int(overlay.links[Int(link)].target)].node
      if isRuled(nodes + Int(index)) { sums[Int(index)] &+= count }
      meet(index, count, &sums, &ways)
      link = overlay.links[Int(link)].nextOut
    }
    climb(count, &sums, &ways)
  }

  /// Adds what an owner counts to each junction above the nodes in `ways`, and empties it.
  private func climb(_ count: UInt64, _ sums: inout List<UInt64>, _ ways: inout List<UInt32>) {
    while let index = ways.popLast() {
      if nodes[Int(index)].mute != .none { continue }
      let above = parent(index)
      if above != Node.none { meet(above, count, &sums, &ways) }
      let junction = overlay.junction(index)
      if junction == Node.none { continue }
      var link = overlay.junctions[Int(junction)].firstOut
      while link != Node.none {
        meet(overlay.junctions[Int(overlay.links[Int(link)].target)].node, count, &sums, &ways)
        link = overlay.links[Int(link)].nextOut
      }
    }
  }

  private func meet(_ index: UInt32, _ count: UInt64, _ sums: inout List<UInt64>, _ ways: inout List<UInt32>) {
    if isMarked(index) || isRuled(nodes + Int(index)) { return }
    setMark(index, query)
    if overlay.junction(index) != Node.none { sums[Int(index)] &+= count }
    ways.appendWithinCapacity(index)
  }
}
