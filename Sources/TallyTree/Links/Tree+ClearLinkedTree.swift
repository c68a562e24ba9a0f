import TallyFailure
import TallyMemory

// Clearing in a tree with links.

extension Tree {
  /// With links, a node above is not always less deep. Clearing never lights a node, so the order makes no difference.
  func endCompoundWithLinks() throws(Failure) {
    var hasCleared = true
    while hasCleared {
      hasCleared = false
      var position = 0
      while position < flips.count {
        if try clearFlipped(flips[position]) { hasCleared = true }
        position += 1
      }
    }
    endCompoundWithoutClearing()
  }

  /// The same for a subtree that links concern: what is linked into it is cleared too, with its subtree.
  func clearLinkedTree(_ at: NodeIndex) throws(Failure) {
    collectTops(overlay.junction(at.raw))
    dropSharedFeeds()
    var listed = 0
    for position in 0..<overlay.order.count {
      listed += listedCount(overlay.junctions[Int(overlay.order[position])].node)
    }
    try prepare()
    // Clearing walks over the overlay, and uses its arrays.
    var tops = List<UInt32>()
    try Tree.reserve { () throws(OutOfMemory) in
      try tops.reserve(overlay.order.count)
      try reserveForForce(listed)
    }
    for position in 0..<overlay.order.count {
      tops.appendWithinCapacity(overlay.junctions[Int(overlay.order[position])].node)
    }
    for position in 0..<tops.count { clearListed(tops[position]) }
  }

  /// Collects the nodes whose subtrees ``clearTree(_:)`` clears: the node, and what is linked into its subtree.
  public func collectTops(_ at: NodeIndex, into tops: inout List<NodeIndex>) throws(Failure) {
    tops.removeAll()
    let junction = overlay.junction(at.raw)
    if junction != Node.none {
      collectTops(junction)
      dropSharedFeeds()
    }
    let count = junction == Node.none ? 1 : overlay.order.count
    try Tree.reserve { () throws(OutOfMemory) in try tops.reserve(count) }
    if junction == Node.none { return tops.appendWithinCapacity(at) }
    for position in 0..<count {
      tops.appendWithinCapacity(NodeIndex(overlay.junctions[Int(overlay.order[position])].node))
    }
  }

  private func dropSharedFeeds() {
    var kept = 0
    for position in 0..<overlay.order.count where !overlay.isShared(overlay.order[position]) {
      overlay.order[kept] = overlay.order[position]
      kept += 1
    }
    while overlay.order.count > kept { _ = overlay.order.popLast() }
  }

  /// Puts into the overlay's `order` the junctions whose subtrees are cleared, and the shared feeds that feed there.
  func collectTops(_ junction: UInt32) {
    overlay.order.removeAll()
    overlay.stack.removeAll()
    overlay.beginWalk()
    _ = overlay.visit(junction)
    overlay.order.appendWithinCapacity(junction)
    overlay.stack.appendWithinCapacity(junction)
    while let current = overlay.stack.popLast() {
      var child = overlay.junctions[Int(current)].firstChild
      while child != Node.none {
        if overlay.visit(child) { overlay.stack.appendWithinCapacity(child) }
        child = overlay.junctions[Int(child)].nextSibling
      }
      var link = overlay.junctions[Int(current)].firstIn
      while link != Node.none {
        let source = overlay.links[Int(link)].source
        if overlay.visit(source) {
          overlay.order.appendWithinCapacity(source)
          overlay.stack.appendWithinCapacity(source)
        }
        link = overlay.links[Int(link)].nextIn
      }
    }
  }
}
