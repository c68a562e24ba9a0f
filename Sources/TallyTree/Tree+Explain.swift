import TallyMemory

/// What one node has to do with the badge of a node at or above it, the explained one.
public struct Reason: Equatable, Sendable, BitwiseCopyable {
  public var node: NodeIndex
  /// What it owns.
  public var manual: Manual
  /// Whether messages or reminders feed it, and the sum of their counts.
  public var isFed: Bool
  public var fedCount: UInt64
  /// It owns a count that adds nothing, because what is below it, or feeds it, has a number.
  public var isOverridden: Bool
  /// How much of the explained node's count comes from here: of the manual count, of what feeds it, or of both.
  public var contributed: UInt64
  /// Whether the explained node would show a badge for this one alone.
  public var lights: Bool
  /// Whether a mute on the way, its own included, keeps something of it back: all, or, where it lights, its number.
  public var isHeldBack: Bool
  /// Its mute, where that keeps something of what the node shows from the explained one; and how much in number.
  public var mute: Mute
  public var keptCount: UInt64
}

extension Tree {
  /// Finds out why a node shows what it shows: the nodes at and below it that own a badge or are fed, whether it
  /// reaches the node or is held back on the way, and those below it whose mute keeps something back. The contributed
  /// counts add up to the node's count, and it shows a badge where one of them lights it.
  /// - Parameter reasons: they take the place of what it held, sorted by the bytes of their paths.
  /// - Throws: ``TreeError/outOfMemory``.
  /// - Complexity: O(what is listed below, and the depth for each reason); siblings are sorted.
  public func explain(_ at: NodeIndex, into reasons: inout List<Reason>) throws(TreeError) {
    reasons.removeAll()
    var walk = OwnWalk(self, wanted: Node.Flags.manual.union(.muted).union(.fed))
    do throws(OutOfMemory) {
      try walk.begin(OwnWalk.Pair(a: at.raw, b: Node.none))
      while let found = try walk.next() {
        if let reason = reason(found.a, for: at.raw) { try reasons.append(reason) }
      }
    } catch {
      throw .outOfMemory
    }
  }

  /// Nil where it has nothing to say: a mute that keeps nothing.
  @_optimize(speed)
  private func reason(_ index: UInt32, for top: UInt32) -> Reason? {
    let node = nodes + Int(index)
    let own = manual(NodeIndex(index))
    let isFed = isFed(NodeIndex(index))
    let fed = isFed ? fedCount(NodeIndex(index)) : 0
    let (adds, isOverridden) = addition(node, fed)
    let obstacle = index == top ? Mute.none : obstacle(from: index, to: top)
    let isReason = own != .none || isFed
    var result = Reason(
      node: NodeIndex(index), manual: own, isFed: isFed, fedCount: fed, isOverridden: isOverridden,
      contributed: obstacle == .none ? adds : 0, lights: isReason && obstacle != .all,
      isHeldBack: isReason && (obstacle == .all || (obstacle == .number && adds > 0)), mute: .none, keptCount: 0)
    if index != top {
      let shown = visible(node)
      let passed = contribution(node)
      if shown != passed {
        result.mute = node.pointee.mute
        result.keptCount = shown.count - passed.count
      }
    }
    return isReason || result.mute != .none ? result : nil
  }

  /// What a node's own badge and what feeds it add to the number that it shows.
  private func addition(_ node: UnsafeMutablePointer<Node>, _ fed: UInt64) -> (count: UInt64, isOverridden: Bool) {
    let manual = UInt64(manualCount(node))
    if aggregation == .sum { return (fed + manual, false) }
    return sum(node) > 0 ? (fed, manual > 0) : (manual, false)
  }

  /// What its children contribute, and what feeds it, in number.
  private func sum(_ node: UnsafeMutablePointer<Node>) -> UInt64 {
    node.pointee.flags.contains(.branch) ? branches[Int(node.pointee.value)].sum : 0
  }

  /// The sum of the counts that feed a node: the part of its sum that does not come from its children.
  /// - Complexity: O(children that are listed).
  public func fedCount(_ at: NodeIndex) -> UInt64 {
    var fed = sum(nodes + Int(at.raw))
    // Children that contribute are listed.
    var child = firstListed(at.raw)
    while child != Node.none {
      fed -= contribution(nodes + Int(child)).count
      child = links[Int(child)].nextListed
    }
    return fed
  }

  /// The strictest mute from a node up to, but not including, one above it.
  private func obstacle(from index: UInt32, to top: UInt32) -> Mute {
    var strictest = Mute.none
    var current = index
    while current != top {
      switch nodes[Int(current)].mute {
      case .none: break
      case .number: strictest = .number
      case .all: return .all
      }
      current = parent(current)
    }
    return strictest
  }
}
