import TallyFailure
import TallyMemory

/// The contribution of a node's owner, and the badge that the node shows.
public struct NodeState: BitwiseCopyable, Sendable {
  public var own = OwnState()
  public var shown = Visible.nothing

  public init() {}
}

/// A node that a transaction has touched.
private struct TouchedNode: BitwiseCopyable {
  let node: UInt32
  var hasOwn = false
  var before = NodeState()
}

extension Tree {
  /// Visits the nodes that the undoable transaction has changed so far, each once, with what it owned and showed
  /// before. Deeper nodes come first where the transaction changed them first.
  /// - Complexity: O(changes of the transaction).
  public func forEachTouched(_ visit: (NodeIndex, _ before: NodeState) -> Void) throws(OutOfMemory) {
    var places = IntegerMap()
    var found = List<TouchedNode>()
    for position in 0..<visibleLog.count {
      let entry = visibleLog[position]
      let place = try touch(entry.node, &places, &found)
      found[place].before.shown = entry.before
    }
    var ends = 0
    for position in 0..<ownLog.count {
      let entry = ownLog[position]
      if !entry.kind.restates { continue }
      var own = entry.own
      if entry.kind == .ownWithEnds {
        own.expires = ownLogEnds[ends].expires
        own.muteUntil = ownLogEnds[ends].muteUntil
        own.mute = ownLogEnds[ends].mute
        own.snooze = ownLogEnds[ends].snooze
        ends += 1
      }
      let place = try touch(entry.node, &places, &found)
      // Only the first entry has the state before all of them.
      if found[place].hasOwn { continue }
      found[place].hasOwn = true
      found[place].before.own = own
    }
    for position in 0..<found.count { visit(NodeIndex(found[position].node), found[position].before) }
  }

  /// - Returns: the node's place. It has the current state until an entry says otherwise.
  private func touch(
    _ node: UInt32, _ places: inout IntegerMap, _ found: inout List<TouchedNode>
  ) throws(OutOfMemory) -> Int {
    // Keys are not 0.
    if let known = places.value(UInt64(node) + 1) { return Int(truncatingIfNeeded: known) }
    var touched = TouchedNode(node: node)
    touched.before = state(of: NodeIndex(node))
    try places.set(UInt64(node) + 1, Int64(found.count))
    try found.append(touched)
    return found.count - 1
  }

  public func state(of at: NodeIndex) -> NodeState {
    var state = NodeState()
    state.own = ownState(at)
    state.shown = visible(at)
    return state
  }
}
