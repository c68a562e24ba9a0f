import TallyFailure
import TallyMemory

// The check of a tree with links. It shares no code with propagation: each owner climbs on its own, and adds what it
// counts to each node that it meets.

/// The state of a recount.
private struct Recount: ~Copyable {
  var ways = List<UInt32>()
  /// The owner, counted from 1, that each node has got last.
  var got = List<UInt32>()
}

extension Tree {
  /// Replaces the sums and the numbers of lit children of all junctions.
  func recountLinks(_ sums: inout List<UInt64>, _ lit: inout List<UInt32>) throws(Failure) {
    var owners = List<UInt64>()
    var recount = Recount()
    try Tree.reserve { () throws(OutOfMemory) in
      try recount.ways.reserve(nodeCount)
      try recount.got.append(repeating: 0, count: nodeCount)
      try owners.reserve(nodeCount)
    }
    for index in 0..<nodeCount { owners.appendWithinCapacity(owned(UInt32(index), sums[index])) }
    for index in 0..<nodeCount where overlay.junction(UInt32(index)) != Node.none && !isRuled(nodes + index) {
      sums[index] = 0
    }
    for index in 0..<nodeCount {
      if owners[index] > 0 { climb(UInt32(index), owners[index], passing: false, &sums, &recount) }
      let highlights = ownedHighlights(UInt32(index))
      if highlights > 0 { climb(UInt32(index), highlights, passing: true, &sums, &recount) }
    }
    for junction in 0..<overlay.junctions.count where overlay.junctions[junction].fedBadges > 0 {
      climbShared(UInt32(junction), &sums, &recount)
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

  /// The part of a node's own number that mutes with this flag let pass.
  private func ownedHighlights(_ index: UInt32) -> UInt64 {
    if levels.passingMutes == 0 || links[Int(index)].path == Node.none { return 0 }
    let record = record(nodes + Int(index))
    return isRuled(nodes + Int(index)) ? record.reached.count : record.fed.count
  }

  /// Adds what an owner counts to each junction that it has a way to, and that has not got it yet.
  /// - Parameter passing: these are highlights, after the whole number.
  private func climb(
    _ owner: UInt32, _ count: UInt64, passing: Bool, _ sums: inout List<UInt64>, _ recount: inout Recount
  ) {
    beginQuery()
    recount.ways.appendWithinCapacity(owner)
    climb(of: owner, count, passing: passing, &sums, &recount)
  }

  /// Adds what a shared feed counts to each junction that it has a way to, and to the nodes with rules that it feeds;
  /// then its highlights.
  private func climbShared(_ feed: UInt32, _ sums: inout List<UInt64>, _ recount: inout Recount) {
    let shared = overlay.junctions[Int(feed)]
    let owner = UInt32(nodeCount) + feed
    for isPassing in [false, true] {
      let count = isPassing ? shared.highlights.count : shared.fed
      if count == 0 || (isPassing && levels.passingMutes == 0) { continue }
      beginQuery()
      var link = shared.firstOut
      while link != Node.none {
        let index = overlay.junctions[Int(overlay.links[Int(link)].target)].node
        if isRuled(nodes + Int(index)), !isPassing { sums[Int(index)] &+= count }
        meet(index, owner, count, &sums, &recount)
        link = overlay.links[Int(link)].nextOut
      }
      climb(of: owner, count, passing: isPassing, &sums, &recount)
    }
  }

  /// Adds what an owner counts to each junction above the nodes in `ways`, and empties it.
  private func climb(
    of owner: UInt32, _ count: UInt64, passing: Bool, _ sums: inout List<UInt64>, _ recount: inout Recount
  ) {
    while let index = recount.ways.popLast() {
      let mute = mute(of: nodes + Int(index))
      if mute != .none, !passing || !mute.passesHighlights { continue }
      let above = parent(index)
      if above != Node.none { meet(above, owner, count, &sums, &recount) }
      let junction = overlay.junction(index)
      if junction == Node.none { continue }
      var link = overlay.junctions[Int(junction)].firstOut
      while link != Node.none {
        meet(overlay.junctions[Int(overlay.links[Int(link)].target)].node, owner, count, &sums, &recount)
        link = overlay.links[Int(link)].nextOut
      }
    }
  }

  private func meet(
    _ index: UInt32, _ owner: UInt32, _ count: UInt64, _ sums: inout List<UInt64>, _ recount: inout Recount
  ) {
    if isMarked(index) || isRuled(nodes + Int(index)) { return }
    setMark(index, query)
    if overlay.junction(index) != Node.none, recount.got[Int(index)] != owner + 1 { sums[Int(index)] &+= count }
    recount.got[Int(index)] = owner + 1
    recount.ways.appendWithinCapacity(index)
  }
}
