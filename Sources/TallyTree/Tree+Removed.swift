import TallyFailure
import TallyMemory

extension Tree {
  /// Visits the nodes whose own badges the undoable transaction has removed since a mark, also those that have another
  /// badge by now. A node may come twice.
  /// - Complexity: O(changes since the mark).
  public func forEachRemoved(
    after mark: LogMark, _ visit: (NodeIndex) throws(Failure) -> Void
  ) throws(Failure) {
    // Whether a node had a badge before the change that was looked at last.
    var later = IntegerMap()
    var position = ownLog.count
    while position > mark.changes {
      position -= 1
      let entry = ownLog[position]
      if !entry.kind.restates { continue }
      let key = UInt64(entry.node) | 1 << 63
      let had = !entry.flags.isDisjoint(with: Node.Flags.ownBadge)
      let hasBadge =
        later.value(key).map { $0 != 0 } ?? !nodes[Int(entry.node)].flags.isDisjoint(with: Node.Flags.ownBadge)
      try Tree.reserve { () throws(OutOfMemory) in try later.set(key, had ? 1 : 0) }
      if had && !hasBadge { try visit(NodeIndex(entry.node)) }
    }
  }
}
