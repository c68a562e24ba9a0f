/// How much a message matters.
public enum Level: Int8, Sendable, BitwiseCopyable {
  /// It lights up a badge, and never counts.
  case passive = -1
  case normal = 0
  case highlight = 1
  case critical = 2
}

/// The highlights among what a node shows, and the greatest level among it.
public struct VisibleLevel: Equatable, Sendable, BitwiseCopyable {
  /// The sum of the counts of messages whose level is ``Level/highlight`` or above.
  public var highlights: UInt64
  public var level: Level

  public init(highlights: UInt64, level: Level) {
    self.highlights = highlights
    self.level = level
  }

  public static let nothing = VisibleLevel(highlights: 0, level: .normal)
}

/// A change of the levels among what feeds a node, besides the change of its count and badges.
public struct FedLevels: Equatable, Sendable, BitwiseCopyable {
  /// The sum of the counts of all whose level is ``Level/highlight`` or above, and their number.
  public var highlights: Int64
  public var highlighted: Int64
  /// How many of them are critical.
  public var criticals: Int64
  /// How many are passive. Their counts are not among the node's counts.
  public var passives: Int64

  public init(highlights: Int64 = 0, highlighted: Int64 = 0, criticals: Int64 = 0, passives: Int64 = 0) {
    self.highlights = highlights
    self.highlighted = highlighted
    self.criticals = criticals
    self.passives = passives
  }

  public var isNothing: Bool { highlights | highlighted | criticals | passives == 0 }

  var negated: FedLevels {
    FedLevels(
      highlights: 0 &- highlights, highlighted: 0 &- highlighted, criticals: 0 &- criticals, passives: 0 &- passives)
  }
}
