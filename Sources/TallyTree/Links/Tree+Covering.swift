import TallyMemory

extension Tree {
  /// Whether the current undoable transaction has changed a node that shows a badge now, or linked a node, that another
  /// node covers: it is that node, in its subtree, or in what is linked into it.
  /// - Complexity: O(changes · depth), and what is linked into the subtree.
  public func hasLit(coveredBy at: NodeIndex) -> Bool {
    let junction = overlay.junction(at.raw)
    // The walk marks the covered junctions. There is room.
    if junction != Node.none { collectTops(junction) }
    for position in 0..<ownLog.count {
      let (index, kind) = (ownLog[position].node, ownLog[position].kind)
      if kind.isShared {
        if junction != Node.none, overlay.hasVisited(index), overlay.junctions[Int(index)].fedBadges > 0 { return true }
        continue
      }
      if kind == .linked || visible(nodes + Int(index)).shows,
        isCovered(index, by: at.raw, hasWalked: junction != Node.none)
      {
        return true
      }
    }
    return false
  }

  private func isCovered(_ index: UInt32, by top: UInt32, hasWalked: Bool) -> Bool {
    var node = index
    while node != Node.none {
      if node == top { return true }
      if hasWalked {
        let junction = overlay.junction(node)
        if junction != Node.none, overlay.hasVisited(junction) { return true }
      }
      node = parent(node)
    }
    return false
  }
}
