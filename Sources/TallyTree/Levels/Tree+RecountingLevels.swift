import TallyFailure
import TallyMemory

// The check of the levels in a tree. It shares no code with their propagation.

extension Tree {
  /// - Returns: nil, or the first node whose record or flags are wrong.
  func verifyLevels() throws(Failure) -> NodeIndex? {
    var reached = List<Highlights>()
    var passive = List<UInt32>()
    var ways = List<UInt32>()
    try Tree.reserve { () throws(OutOfMemory) in
      try reached.append(repeating: Highlights(), count: nodeCount)
      try passive.append(repeating: 0, count: nodeCount)
      try ways.reserve(nodeCount)
    }
    var passingMutes = 0
    for index in 0..<nodeCount where links[index].path != Node.none {
      let at = NodeIndex(UInt32(index))
      if mute(of: nodes + index).passesHighlights { passingMutes += 1 }
      let fed = record(nodes + index).fed
      if !fed.isNothing { climb(at.raw, fed, &reached, &ways) }
      if record(nodes + index).isPassive, mute(at).mode != .all { countPassive(at.raw, &passive) }
    }
    for feed in 0..<overlay.junctions.count where overlay.isShared(UInt32(feed)) {
      let shared = overlay.junctions[feed]
      if UInt64(shared.highlights.things) + UInt64(shared.passives) > UInt64(shared.fedBadges) { return .root }
      if !shared.highlights.isNothing { climbShared(UInt32(feed), &reached, &ways) }
    }
    for index in 0..<nodeCount where links[index].path != Node.none {
      let record = record(nodes + index)
      if record.reached != reached[index] || record.passiveChildren != passive[index] || !isRight(UInt32(index)) {
        return NodeIndex(UInt32(index))
      }
    }
    return passingMutes == levels.passingMutes ? nil : .root
  }

  /// Adds highlights to everything that they have a way to, and to the node that they feed.
  private func climb(
    _ owner: UInt32, _ fed: Highlights, _ reached: inout List<Highlights>, _ ways: inout List<UInt32>
  ) {
    beginQuery()
    meet(owner, &ways)
    climb(fed, &reached, &ways)
  }

  private func climbShared(_ feed: UInt32, _ reached: inout List<Highlights>, _ ways: inout List<UInt32>) {
    beginQuery()
    var link = overlay.junctions[Int(feed)].firstOut
    while link != Node.none {
      meet(overlay.junctions[Int(overlay.links[Int(link)].target)].node, &ways)
      link = overlay.links[Int(link)].nextOut
    }
    climb(overlay.junctions[Int(feed)].highlights, &reached, &ways)
  }

  private func climb(_ fed: Highlights, _ reached: inout List<Highlights>, _ ways: inout List<UInt32>) {
    while let index = ways.popLast() {
      reached[Int(index)].add(fed)
      let mute = mute(NodeIndex(index))
      if mute != .none, !mute.passesHighlights { continue }
      let above = parent(index)
      if above != Node.none { meet(above, &ways) }
      forEachLink(of: NodeIndex(index)) { meet($0.raw, &ways) }
    }
  }

  private func meet(_ index: UInt32, _ ways: inout List<UInt32>) {
    if isMarked(index) { return }
    setMark(index, query)
    ways.appendWithinCapacity(index)
  }

  private func countPassive(_ index: UInt32, _ passive: inout List<UInt32>) {
    let above = parent(index)
    if above != Node.none { passive[Int(above)] += 1 }
    forEachLink(of: NodeIndex(index)) { passive[Int($0.raw)] += 1 }
  }

  /// Whether a node's record fits what the node shows, and its flags fit the record.
  private func isRight(_ index: UInt32) -> Bool {
    let node = nodes + Int(index)
    let record = record(node)
    if !node.pointee.flags.contains(.branch) { return true }
    let unusual = branches[Int(node.pointee.value)].unusual
    if unusual & Branch.passing != 0, node.pointee.mute == .none { return false }
    if (unusual & Branch.passive != 0) != (record.passives | record.passiveChildren > 0) { return false }
    if record.arrivingPassives != 0 || !record.arriving.isNothing { return false }
    let fed = isFed(NodeIndex(index)) ? branchLinks[Int(node.pointee.value)].fedBadges : 0
    if record.fed.criticals > record.fed.things || UInt64(record.fed.things) + UInt64(record.passives) > UInt64(fed) {
      return false
    }
    let hasOther = ownBadge(NodeIndex(index)) != .none || fed > record.passives
    let isPassive = visible(node).shows && !hasOther && litChildren(node) == record.passiveChildren
    var level = isPassive ? Level.passive : .normal
    if record.reached.things > 0 { level = record.reached.criticals > 0 ? .critical : .highlight }
    return record.isPassive == isPassive && record.level == level
  }
}
