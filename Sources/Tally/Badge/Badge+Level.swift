internal import TallyTree

extension Badge {
  /// How much a message matters, and so a badge that it feeds.
  public enum Level: Int32, Codable, Sendable, CaseIterable, Comparable {
    /// It shows at most a dot, whatever its count.
    case passive = -1
    /// The level of most messages, and of what a path owns.
    case normal = 0
    /// A mention, or an answer to the user.
    case highlight = 1
    /// The greatest level.
    case critical = 2

    /// Whether the first level is less.
    public static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }

    init(_ level: TallyTree.Level) { self = Level(rawValue: Int32(level.rawValue)) ?? .normal }
  }
}
