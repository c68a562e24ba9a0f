import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

extension Account {
  /// Visits the reasons for a path's badge, sorted by the bytes of their paths, until `visit` returns false. After each
  /// reason that messages feed come its flag and those messages. `visit` runs with locks held and must not call the
  /// engine.
  /// - Parameter after: behind which reason, or which message of a reason; nil: from the first.
  public func explain(
    _ path: UnsafeRawBufferPointer, after: ListPlace? = nil,
    visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) {
    var last = Path()
    if let after { last = try canonical(after.name) }
    try withStore { (hold) throws(Failure) in
      try exclusively(&hold) { () throws(Failure) in
        guard let top = try tree.find(path) else { return }
        var found = List<NodeIndex>()
        try tree.collectPage(top, .reasons, continues: after != nil, into: &found)
        var (position, goesOn) = (0, true)
        if let after {
          position = tree.firstPosition(in: found, behind: last.bytes.bytes)
          goesOn = try explainRest(top, found, before: position, after, last.bytes.bytes, visit)
        }
        while goesOn, position < found.count {
          goesOn = try explain(found[position], of: top, visit)
          position += 1
        }
        if !goesOn { tree.keepListed(top, .reasons, &found) }
      }
    }
  }

  /// Visits the messages of the reason that a page has ended with, if it is still there. - Returns: whether to go on.
  private func explainRest(
    _ top: NodeIndex, _ found: borrowing List<NodeIndex>, before position: Int, _ after: ListPlace,
    _ path: UnsafeRawBufferPointer, _ visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) -> Bool {
    guard position > 0, tree.path(of: found[position - 1]).elementsEqual(path),
      let reason = tree.reason(of: found[position - 1], for: top)
    else { return true }
    return try explainMessages(reason, of: top, after: after.number == 0 ? nil : after, visit)
  }

  private func explain(
    _ node: NodeIndex, of top: NodeIndex, _ visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) -> Bool {
    guard let reason = tree.reason(of: node, for: top) else { return true }
    if !visit(reason, tree.path(of: node), nil) { return false }
    return try explainMessages(reason, of: top, after: nil, visit)
  }

  private func explainMessages(
    _ reason: Reason, of top: NodeIndex, after: ListPlace?,
    _ visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) -> Bool {
    if !reason.isFed { return true }
    let path = tree.path(of: reason.node)
    if after == nil, try !explainFlag(reason, of: top, path, visit) { return false }
    var goesOn = true
    var nodes = List<NodeIndex>()
    try store.listFeeding(account: id, path: path, after: after) { (message) throws(Failure) in
      nodes.removeAll()
      try growing { () throws(OutOfMemory) in try nodes.append(reason.node) }
      // One that feeds several paths has a way of its own.
      guard try tree.add(message.also, to: &nodes),
        let part = tree.reason(reason, ofCount: message.count, at: nodes, for: top)
      else { return true }
      goesOn = visit(part, path, message)
      return goesOn
    }
    return goesOn
  }

  /// Visits the flag of a reason, before its messages.
  private func explainFlag(
    _ reason: Reason, of top: NodeIndex, _ path: UnsafeRawBufferPointer,
    _ visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) -> Bool {
    if try !store.isFlagged(account: id, path: path) { return true }
    var nodes = List<NodeIndex>()
    try growing { () throws(OutOfMemory) in try nodes.append(reason.node) }
    guard let part = tree.reason(reason, ofCount: 0, at: nodes, for: top) else { return true }
    return visit(part, path, FeedingMessage.flag)
  }
}

/// The part of one message in the badge that its reason explains.
public struct MessagePart: BitwiseCopyable, Sendable {
  /// The number that it adds at its path; 0: a dot.
  public var count: UInt64
  /// The part of that which reaches the explained path as highlights.
  public var highlights: UInt64
  /// Whether the explained path would show a badge because of it alone, and with what level.
  public var lights: Bool
  public var level: Int32
  /// Whether a mute holds back its badge or, if it lights, its number.
  public var isMuted: Bool

  /// - Parameter reason: that of the message's path.
  public init(_ message: FeedingMessage, of reason: Reason) {
    let isHighlighted = message.level > 0
    count = message.level < 0 ? 0 : message.count
    lights = reason.parts.contains(isHighlighted ? .highlightBadge : .badge)
    let isHighlight = isHighlighted && reason.parts.contains(.highlights)
    highlights = isHighlight ? count : 0
    level = !lights || isHighlighted && !isHighlight ? 0 : message.level
    let isCounted = reason.parts.contains(isHighlighted ? .highlightCount : .count)
    // A node that counts its children holds nothing back.
    isMuted = !lights || reason.isMuted && !isCounted && message.level >= 0
  }
}
