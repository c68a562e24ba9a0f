import TallyMemory

extension Tree {
  /// Adds to a reason which of its highlights reach the explained node, and with what level it does.
  /// - Parameter number: the part of the node's own badge and of its feeds in its visible number.
  @inline(never)
  func addLevels(
    to reason: inout Reason, for explained: UInt32, _ node: UnsafeMutablePointer<Node>, _ way: Passage, number: UInt64
  ) {
    reason.parts = parts(way)
    let record = record(node)
    let isLit = reason.lights
    let fed = reason.isFed ? branchLinks[Int(node.pointee.value)].fedBadges - sharedBadges(of: reason.node.raw) : 0
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
    } else if isLit, reason.own == .none, fed <= record.passives - sharedPassives(reason.node.raw) {
      reason.level = .passive
    }
  }

  private func parts(_ way: Passage) -> Reason.Parts {
    var parts: Reason.Parts = way.passesCount ? .count : []
    if way.passesHighlightCount { parts.insert(.highlightCount) }
    if way.passesHighlights { parts.formUnion([.highlights, .highlightBadge]) }
    if way.mute != .all { parts.formUnion([.badge, .highlightBadge]) }
    return parts
  }

  // MARK: Shared feeds

  /// The parts of a shared feed's things that reach the explained node.
  func parts(ofShared feed: UInt32, _ way: Passage, for explained: UInt32) -> Reason.Parts {
    var parts = parts(way)
    if !parts.contains(.highlightBadge), climbsHighlighted(fromShared: feed, to: explained) {
      parts.insert(.highlightBadge)
    }
    return parts
  }

  /// Adds the levels of a shared feed to a reason that has the rest of it.
  /// - Parameters:
  ///   - lights: whether the shared feed lights the explained node.
  ///   - hadLit: whether the rest of the reason does.
  func addSharedLevels(
    of feed: UInt32, to reason: inout Reason, _ way: Passage, for explained: UInt32, _ lights: inout Bool, hadLit: Bool
  ) {
    let shared = overlay.junctions[Int(feed)]
    var level = shared.fedBadges <= shared.passives ? Level.passive : .normal
    if shared.highlights.things > 0 {
      let parts = parts(ofShared: feed, way, for: explained)
      if parts.contains(.highlightBadge) { lights = true }
      if parts.contains(.highlights) {
        reason.highlights += shared.highlights.count
        level = shared.highlights.criticals > 0 ? .critical : .highlight
      }
      if !way.passesCount, way.passesHighlightCount { reason.contributed += shared.highlights.count }
    }
    if lights, !hadLit || level.rawValue > reason.level.rawValue { reason.level = level }
  }

  private func climbsHighlighted(fromShared feed: UInt32, to top: UInt32) -> Bool {
    collectClimbed(from: feed, true)
    return hasClimbed(to: top)
  }

  private func hasClimbed(to top: UInt32) -> Bool {
    for position in 0..<overlay.passing.count {
      if overlay.junctions[Int(overlay.passing[position])].node == top { return true }
    }
    return false
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
    return hasClimbed(to: top)
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
        if passesHighlights(from: junction) { climbAbove(junction) }
        position += 1
      }
    }
    var position = 0
    while position < overlay.passing.count {
      let junction = overlay.passing[position]
      let index = overlay.junctions[Int(junction)].node
      if index == Node.none || nodes[Int(index)].mute != .all { climbAbove(junction) }
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
