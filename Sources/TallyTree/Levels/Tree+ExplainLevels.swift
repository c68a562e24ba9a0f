extension Tree {
  /// Adds to a reason which of its highlights reach the explained node, and with what level it does.
  /// - Parameter number: the part of the node's own badge and of its feeds in its visible number.
  @inline(never)
  func addLevels(
    to reason: inout Reason, for explained: UInt32, _ node: UnsafeMutablePointer<Node>, _ way: Passage, number: UInt64
  ) {
    reason.parts = way.passesCount ? .count : []
    if way.passesHighlightCount { reason.parts.insert(.highlightCount) }
    if way.passesHighlights { reason.parts.formUnion([.highlights, .highlightBadge]) }
    if way.mute != .all { reason.parts.formUnion([.badge, .highlightBadge]) }
    let record = record(node)
    let isLit = reason.lights
    let fed = reason.isFed ? branchLinks[Int(node.pointee.value)].fedBadges : 0
    if way.passesHighlights { reason.highlights = record.fed.count }
    if record.fed.things > 0, !isLit {
      if !reason.parts.contains(.highlightBadge), climbsHighlighted(reason.node.raw, to: explained) {
        reason.parts.insert(.highlightBadge)
      }
      reason.lights = reason.parts.contains(.highlightBadge)
    }
    if !way.passesCount, way.passesHighlightCount {
      reason.contributed = isRuled(node) ? record.reached.count : record.fed.count
      let isWhole = way.mute == .all ? reason.own == .none && fed == record.fed.things : number <= record.fed.count
      if isWhole { reason.isMuted = false }
    }
    if way.passesHighlights, record.fed.criticals > 0 {
      reason.level = .critical
    } else if way.passesHighlights, record.fed.things > 0 {
      reason.level = .highlight
    } else if isLit, reason.own == .none, fed <= record.passives {
      reason.level = .passive
    }
  }

  /// Whether the badge of a highlight has a way that no mute of all holds back: up to some node as a highlight, and
  /// from there as any badge.
  private func climbsHighlighted(_ start: UInt32, to top: UInt32) -> Bool {
    var index = start
    var isHighlighted = true
    var junction = overlay.junction(index)
    while junction == Node.none {
      if index == top { return true }
      isHighlighted = isHighlighted && passesHighlights(nodes + Int(index))
      if !isHighlighted, nodes[Int(index)].mute == .all { return false }
      index = parent(index)
      if index == Node.none { return false }
      junction = overlay.junction(index)
    }
    collectClimbed(from: junction, isHighlighted)
    for position in 0..<overlay.passing.count {
      if overlay.junctions[Int(overlay.passing[position])].node == top { return true }
    }
    return false
  }

  /// Puts into the overlay's `passing` the junctions that a badge reaches from a junction.
  private func collectClimbed(from start: UInt32, _ isHighlighted: Bool) {
    overlay.passing.removeAll()
    overlay.beginWalk()
    climb(to: start)
    if isHighlighted {
      var position = 0
      while position < overlay.passing.count {
        let junction = overlay.passing[position]
        if passesHighlights(nodes + Int(overlay.junctions[Int(junction)].node)) { climbAbove(junction) }
        position += 1
      }
    }
    var position = 0
    while position < overlay.passing.count {
      let junction = overlay.passing[position]
      if nodes[Int(overlay.junctions[Int(junction)].node)].mute != .all { climbAbove(junction) }
      position += 1
    }
  }

  private func climbAbove(_ junction: UInt32) {
    let parent = overlay.junctions[Int(junction)].parent
    if parent != Node.none { climb(to: parent) }
    var link = overlay.junctions[Int(junction)].firstOut
    while link != Node.none {
      climb(to: overlay.links[Int(link)].target)
      link = overlay.links[Int(link)].nextOut
    }
  }

  private func climb(to junction: UInt32) {
    if overlay.visit(junction) { overlay.passing.appendWithinCapacity(junction) }
  }
}
