import TallyMemory

// How highlights spread: upward over every edge that does not leave a node which holds them back, each once to each
// node. A mute that passes highlights holds back all but them, and passes them on as the node's number. None of this
// can fail.

extension Tree {
  /// Whether a node's mute, if it has one, lets highlights pass.
  @inline(__always)
  func passesHighlights(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.isDisjoint(with: Node.Flags.muted) || isPassing(node)
  }

  /// Whether a node has a mute that passes highlights.
  @inline(__always)
  func isPassing(_ node: UnsafeMutablePointer<Node>) -> Bool {
    node.pointee.flags.contains(.branch) && branches[Int(node.pointee.value)].unusual & Branch.passing != 0
  }

  /// The contribution of a node whose mute passes highlights.
  func passed(_ node: UnsafeMutablePointer<Node>, _ shown: Visible) -> Visible {
    passed(node, shown, levels.record(node.pointee.value).reached)
  }

  private func passed(_ node: UnsafeMutablePointer<Node>, _ shown: Visible, _ reached: Highlights) -> Visible {
    Visible(shows: node.pointee.mute == .all ? reached.things > 0 : shown.shows, count: reached.count)
  }

  /// Adds to a node, and to all that its highlights reach.
  @_optimize(speed)
  func carryHighlights(_ change: Highlights, from start: UInt32) {
    var index = start
    while index != Node.none {
      let junction = overlay.junction(index)
      if junction != Node.none {
        spreadHighlights(change, from: junction)
        break
      }
      addHighlights(change, to: index)
      if !passesHighlights(nodes + Int(index)) { break }
      index = parent(index)
    }
    if levels.passingMutes > 0 { passHighlights(change, from: start, to: index) }
  }

  @inline(__always)
  func addHighlights(_ change: Highlights, to index: UInt32) {
    let record = levels.records + Int(nodes[Int(index)].value)
    let before = record.pointee.reached.count
    record.pointee.reached.add(change)
    updateLevel(index, nil, highlightsBefore: before)
  }

  /// Changes the numbers that nodes pass on only because of their highlights.
  /// - Parameter end: the first node above `start` for which this is not done; or none.
  private func passHighlights(_ change: Highlights, from start: UInt32, to end: UInt32) {
    var index = start
    while index != end, index != Node.none {
      let node = nodes + Int(index)
      if isPassing(node) { replaceContribution(of: node, index, contribution(node, before: change)) }
      index = parent(index)
    }
  }

  /// The contribution of a node whose mute passes highlights, before a change of what has reached it.
  func contribution(_ node: UnsafeMutablePointer<Node>, before change: Highlights) -> Visible {
    var reached = levels.record(node.pointee.value).reached
    reached.add(change.negated)
    return passed(node, visible(node), reached)
  }
}
