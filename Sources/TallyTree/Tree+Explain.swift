import TallyFailure
import TallyMemory

/// The part of one node in the explained badge, which is at the node or above it.
public struct Reason: Equatable, Sendable, BitwiseCopyable {
  public var node: NodeIndex
  /// Its own badge.
  public var own: OwnBadge
  /// Whether messages or reminders feed it, and the sum of their counts.
  public var isFed: Bool
  public var fedCount: UInt64
  /// It owns a count that adds nothing, because its children or feeds have a number.
  public var isOverridden: Bool
  /// Its part of the explained node's count: the own count, the feeds, or both.
  public var contributed: UInt64
  /// Whether the explained node would show a badge because of this node alone.
  public var lights: Bool
  /// Whether a mute on the way, including its own, holds something back: everything or, if it lights, its number.
  public var isMuted: Bool
  /// It counts its children by a rule, so that they contribute nothing, and it contributes its number.
  public var isCounting: Bool
  /// It reaches the explained node only through a link, or more of it does.
  public var needsLink: Bool
  /// The sum of the counts of its highlights that reach the explained node.
  public var highlights: UInt64 = 0
  /// The greatest level among what lights the explained node.
  public var level = Level.normal
  /// The parts of its messages that reach the explained node.
  public var parts = Parts.all

  public struct Parts: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The counts of all messages, and those of highlights.
    public static var count: Parts { Parts(rawValue: 1) }
    public static var highlightCount: Parts { Parts(rawValue: 2) }
    /// The badges of all messages, and those of highlights; and the highlights as such.
    public static var badge: Parts { Parts(rawValue: 4) }
    public static var highlightBadge: Parts { Parts(rawValue: 8) }
    public static var highlights: Parts { Parts(rawValue: 16) }
    public static var all: Parts { Parts(rawValue: 31) }
  }

  /// Its mute, if that hides a part of its visible badge from the explained node; and how much in number.
  public var mute: Mute
  public var keptCount: UInt64
  /// It is because the node is snoozed.
  public var isSnoozed = false

  fileprivate var isReason: Bool { own != .none || isFed || isCounting || mute != .none }
}

/// The part of a node's badge that reaches a node above it, on the best of all ways.
struct Passage: BitwiseCopyable {
  var passesCount: Bool
  /// The strictest mute of the way.
  var mute: Mute
  /// Whether a way passes highlights, and whether their number arrives as one.
  var passesHighlights = false
  var passesHighlightCount = false
  /// No way along the tree alone is as good.
  var needsLink: Bool
}

extension Tree {
  /// Collects the nodes that are reasons for a node's visible badge. These are the nodes in its subtree that own a
  /// badge or are fed, even if a mute holds that back, and the nodes below it whose mute holds something back. The
  /// contributed counts add up to the node's count, and it shows a badge if one of them lights it.
  /// - Parameter found: receives the nodes, sorted by the bytes of their paths, in place of its contents.
  /// - Throws: `.noMemory`.
  /// - Complexity: O(listed nodes below, and the depth for each reason); siblings are sorted.
  public func collectReasons(_ at: NodeIndex, into found: inout List<NodeIndex>) throws(Failure) {
    found.removeAll()
    if hasLinksOrRules { return try collectReasonsThroughLinks(at, into: &found) }
    let own = Node.Flags.ownBadge.union(.fed)
    var walk = OwnWalk(self, wanted: own.union(.muted))
    do throws(OutOfMemory) {
      try walk.begin(OwnWalk.Pair(a: at.raw, b: Node.none))
      while let next = try walk.next() {
        let node = NodeIndex(next.a)
        // A node that is only muted may be none.
        let isReason = !nodes[Int(next.a)].flags.isDisjoint(with: own) || reason(of: node, for: at) != nil
        if isReason { try found.append(node) }
      }
    } catch {
      throw .noMemory
    }
  }

  /// The part of a node in the visible badge of a node at or above it. nil if the node is no reason: it has only a mute
  /// that holds nothing back.
  /// - Complexity: O(depth, and the node's listed children).
  @_optimize(speed)
  public func reason(of at: NodeIndex, for explained: NodeIndex) -> Reason? {
    let (index, top) = (at.raw, explained.raw)
    let node = nodes + Int(index)
    let own = ownBadge(NodeIndex(index))
    let isFed = isFed(NodeIndex(index))
    let fed = isFed ? fedCount(NodeIndex(index)) : 0
    let (adds, isOverridden) = addition(node, fed)
    let counted = ruleCount > 0 && isRuled(node) ? sum(node) - fed : 0
    let way = way(from: index, to: top)
    let isReason = own != .none || isFed
    var result = Reason(
      node: NodeIndex(index), own: own, isFed: isFed, fedCount: fed, isOverridden: isOverridden,
      contributed: way.passesCount ? adds + counted : 0, lights: isReason && way.mute != .all,
      isMuted: isReason && (way.mute == .all || (way.mute == .number && adds > 0)), isCounting: counted > 0,
      needsLink: way.needsLink, mute: .none, keptCount: 0)
    if !way.passesCount { result.parts.subtract([.count, .highlightCount]) }
    if way.mute == .all { result.parts.subtract([.badge, .highlightBadge]) }
    if index != top {
      let shown = visible(node)
      let passed = contribution(node)
      if shown != passed {
        result.mute = mute(of: node)
        result.isSnoozed = isSnoozed(index)
        // A node that counts its children may pass on more highlights than it counts.
        result.keptCount = shown.count > passed.count ? shown.count - passed.count : 0
      }
    }
    if hasSharedFeeds { removeShared(from: &result, for: top) }
    if !levels.isEmpty { addLevels(to: &result, for: top, node, way, number: adds) }
    if hasSharedFeeds { addSharedFeeds(to: &result, for: top) }
    return result.isReason ? result : nil
  }

  /// The part of a node's own badge and of its feeds in its visible number.
  private func addition(_ node: UnsafeMutablePointer<Node>, _ fed: UInt64) -> (count: UInt64, isOverridden: Bool) {
    let own = UInt64(ownCount(node))
    if aggregation == .sum { return (fed + own, false) }
    return sum(node) > 0 ? (fed, own > 0) : (own, false)
  }

  /// The sum of its children's contributions and its feeds.
  private func sum(_ node: UnsafeMutablePointer<Node>) -> UInt64 {
    node.pointee.flags.contains(.branch) ? branches[Int(node.pointee.value)].sum : 0
  }

  /// The sum of the counts that feed a node: its sum without its children's contributions.
  /// - Complexity: O(listed children).
  public func fedCount(_ at: NodeIndex) -> UInt64 {
    var fed = sum(nodes + Int(at.raw))
    if hasLinksOrRules {
      let junction = overlay.junction(at.raw)
      if junction != Node.none { return overlay.fed(junction) }
      if isRuled(nodes + Int(at.raw)) { return fed - contributingChildren(at.raw) }
    }
    // Children that contribute are listed.
    var child = firstListed(at.raw)
    while child != Node.none {
      fed -= contribution(nodes + Int(child)).count
      child = links[Int(child)].nextListed
    }
    return fed
  }

  @inline(__always)
  private func way(from index: UInt32, to top: UInt32) -> Passage {
    if index != top, hasLinksOrRules { return passage(from: index, to: top) }
    let obstacle = index == top ? Mute.none : obstacle(from: index, to: top)
    let isOpen = obstacle == .none || obstacle.passesHighlights
    return Passage(
      passesCount: obstacle == .none, mute: obstacle.mode, passesHighlights: isOpen, passesHighlightCount: isOpen,
      needsLink: false)
  }

  /// The mode of the strictest mute from a node up to an ancestor, without that ancestor's own.
  private func mode(from index: UInt32, to top: UInt32) -> Mute {
    var strictest = Mute.none
    var current = index
    while current != top {
      let mode = nodes[Int(current)].mute
      if mode == .all { return .all }
      if mode == .number { strictest = .number }
      current = parent(current)
    }
    return strictest
  }

  /// The strictest mute from a node up to an ancestor, without that ancestor's own. It passes highlights if all of them
  /// do.
  private func obstacle(from index: UInt32, to top: UInt32) -> Mute {
    if levels.passingMutes == 0 { return mode(from: index, to: top) }
    var strictest = Mute.none
    var passes = true
    var current = index
    while current != top {
      let mute = mute(of: nodes + Int(current))
      if mute != .none {
        passes = passes && mute.passesHighlights
        if mute.mode.rawValue > strictest.rawValue { strictest = mute.mode }
      }
      current = parent(current)
    }
    return passes && strictest != .none ? strictest.passing : strictest
  }
}
