import TallyMemory

// How highlights spread where links lead, and what passes a mute only because it is highlighted. A highlight counts
// once at each node above, and so does its number. Where the number has a way of its own, it arrives with the rest.
// Otherwise it arrives from the nodes whose mutes pass highlights. None of this can fail.

extension Tree {
  /// Adds to a junction's node, whose own highlights have changed, and to all that they reach.
  func spreadHighlights(_ change: Highlights, from start: UInt32) {
    overlay.sortAbove(start)
    (levels.records + Int(place(start))).pointee.arriving.add(change)
    arrive(change, from: start)
    settleHighlights(first: 0)
    settleAbove()
  }

  /// The same for the highlights of a shared feed, above which the overlay is sorted.
  func spreadHighlights(_ change: Highlights, fromShared feed: UInt32) {
    arrive(change, from: feed)
    if levels.passingMutes > 0 { distribute(0, highlights: change.count, from: feed) }
    settleHighlights(first: 1)
    settleAbove()
  }

  /// Whether highlights go on from a junction. A shared feed has no mute.
  func passesHighlights(from junction: UInt32) -> Bool {
    overlay.isShared(junction) || passesHighlights(nodes + Int(overlay.junctions[Int(junction)].node))
  }

  private func place(_ junction: UInt32) -> UInt32 { nodes[Int(overlay.junctions[Int(junction)].node)].value }

  /// Leaves a change of highlights at all that they reach from a junction, each once.
  private func arrive(_ change: Highlights, from start: UInt32) {
    overlay.beginWalk()
    overlay.stack.removeAll()
    enter(start)
    while let junction = overlay.stack.popLast() {
      let parent = overlay.junctions[Int(junction)].parent
      if parent != Node.none { arrive(change, at: parent) }
      var link = overlay.junctions[Int(junction)].firstOut
      while link != Node.none {
        arrive(change, at: overlay.links[Int(link)].target)
        link = overlay.links[Int(link)].nextOut
      }
    }
  }

  private func arrive(_ change: Highlights, at junction: UInt32) {
    if !overlay.visit(junction) { return }
    (levels.records + Int(place(junction))).pointee.arriving.add(change)
    enter(junction)
  }

  private func enter(_ junction: UInt32) {
    if passesHighlights(from: junction) { overlay.stack.appendWithinCapacity(junction) }
  }

  /// Adds what has arrived at the junctions in the order of the last `sortAbove`, and passes on the numbers.
  /// - Parameter first: 0 if the first one's own highlights have changed. Otherwise 1.
  func settleHighlights(first: Int) {
    for position in first..<max(first, overlay.order.count) {
      let junction = overlay.order[position]
      let record = levels.records + Int(place(junction))
      let change = record.pointee.arriving
      if change.isNothing { continue }
      record.pointee.arriving = Highlights()
      let index = overlay.junctions[Int(junction)].node
      addHighlights(change, to: index)
      if levels.passingMutes == 0 { continue }
      let node = nodes + Int(index)
      // A node that counts its children by a rule passes on its own number. So its highlights are its own.
      if position == 0 || isRuled(node) { distribute(0, highlights: change.count, from: junction) }
      if isPassing(node) {
        passOn(junction, from: contribution(node, before: change), to: contribution(node), passive: 0)
      }
    }
  }

  // MARK: Numbers

  /// Adds to all that a number reaches from a junction, each once, and its highlights to all that only they reach.
  /// - Parameter highlights: a part of the number that has been, or will be, counted where the whole arrives.
  func distribute(_ count: UInt64, highlights: UInt64, from start: UInt32) {
    if levels.passingMutes == 0 { return distribute(count, from: start) }
    if count | highlights == 0 { return }
    overlay.beginWalk()
    overlay.stack.removeAll()
    overlay.passing.removeAll()
    proceed(start)
    while let junction = overlay.stack.popLast() { forEachAbove(junction) { meet($0, count) } }
    if highlights == 0 { return overlay.passing.removeAll() }
    while let junction = overlay.passing.popLast() { forEachAbove(junction) { meetHighlighted($0, highlights) } }
  }

  @inline(__always)
  private func forEachAbove(_ junction: UInt32, _ body: (UInt32) -> Void) {
    let parent = overlay.junctions[Int(junction)].parent
    if parent != Node.none { body(parent) }
    var link = overlay.junctions[Int(junction)].firstOut
    while link != Node.none {
      body(overlay.links[Int(link)].target)
      link = overlay.links[Int(link)].nextOut
    }
  }

  private func meet(_ junction: UInt32, _ count: UInt64) {
    if isRuled(nodes + Int(overlay.junctions[Int(junction)].node)) || !overlay.visit(junction) { return }
    overlay.junctions[Int(junction)].count &+= count
    proceed(junction)
  }

  /// A whole number goes on from a junction, or only its highlights do, or nothing.
  private func proceed(_ junction: UInt32) {
    if overlay.isShared(junction) { return overlay.stack.appendWithinCapacity(junction) }
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    if node.pointee.mute == .none {
      overlay.stack.appendWithinCapacity(junction)
    } else if isPassing(node) {
      overlay.passing.appendWithinCapacity(junction)
    }
  }

  private func meetHighlighted(_ junction: UInt32, _ highlights: UInt64) {
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    if isRuled(node) || !overlay.visit(junction) { return }
    overlay.junctions[Int(junction)].count &+= highlights
    if passesHighlights(node) { overlay.passing.appendWithinCapacity(junction) }
  }

  // MARK: Changes of the ways

  /// The highlights among the number that counts first at a junction.
  func groupHighlights(_ junction: UInt32) -> UInt64 {
    if levels.isEmpty { return 0 }
    if overlay.isShared(junction) { return overlay.junctions[Int(junction)].highlights.count }
    let node = nodes + Int(overlay.junctions[Int(junction)].node)
    return isRuled(node) ? record(node).reached.count : firstHighlights(junction).count
  }

  /// The highlights that feed a junction's node, or arrive there from children that are no junctions. Of a shared feed:
  /// its highlights.
  private func firstHighlights(_ junction: UInt32) -> Highlights {
    if overlay.isShared(junction) { return overlay.junctions[Int(junction)].highlights }
    let index = overlay.junctions[Int(junction)].node
    var sum = record(nodes + Int(index)).fed
    var child = firstListed(index)
    while child != Node.none {
      let node = nodes + Int(child)
      if passesHighlights(node), overlay.junction(child) == Node.none { sum.add(record(node).reached) }
      child = links[Int(child)].nextListed
    }
    return sum
  }

  /// Takes the highlights that reach a junction away from all that they reach, or returns them.
  func moveHighlights(isTaken: Bool) {
    for position in 0..<overlay.highlighted.count {
      let group = overlay.highlighted[position]
      arrive(isTaken ? group.highlights.negated : group.highlights, from: group.junction)
    }
  }

  /// Collects the junctions below a junction, and the junction, whose highlights reach it. Each has with it those which
  /// are there first.
  func collectHighlights(below start: UInt32) {
    overlay.highlighted.removeAll()
    overlay.beginWalk()
    overlay.stack.removeAll()
    _ = overlay.visit(start)
    overlay.stack.appendWithinCapacity(start)
    while let junction = overlay.stack.popLast() {
      let sum = firstHighlights(junction)
      if !sum.isNothing {
        overlay.highlighted.appendWithinCapacity(Overlay.HighlightGroup(junction: junction, highlights: sum))
      }
      var child = overlay.junctions[Int(junction)].firstChild
      while child != Node.none {
        enterHighlighted(child)
        child = overlay.junctions[Int(child)].nextSibling
      }
      var link = overlay.junctions[Int(junction)].firstIn
      while link != Node.none {
        enterHighlighted(overlay.links[Int(link)].source)
        link = overlay.links[Int(link)].nextIn
      }
    }
  }

  private func enterHighlighted(_ junction: UInt32) {
    if !passesHighlights(from: junction) || !overlay.visit(junction) { return }
    overlay.stack.appendWithinCapacity(junction)
  }
}
