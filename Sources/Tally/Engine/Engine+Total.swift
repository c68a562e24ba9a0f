internal import TallyEngine
internal import TallyTree

extension Engine {
  /// The combined badge of all accounts that are logged in, for an application's icon.
  public struct Total: Hashable, Sendable, CustomStringConvertible {
    /// No badge, a dot or a number.
    public let kind: Badge.Kind
    /// The sum of their numbers; 0 for a dot, or if there is no badge.
    public let count: Int
    /// The part of the number that comes from highlights.
    public let highlights: Int
    /// The greatest level of what it shows.
    public let level: Badge.Level
    /// Counts the changes of the total since the engine was opened.
    public let revision: UInt64

    /// Whether any of them shows a badge.
    public var shows: Bool { kind != .none }
    /// The total as a text: "dot", the number, or "nothing".
    public var shown: String { kind.words(count) }
    /// The same as ``shown``.
    public var description: String { shown }

    init(shown: Visible, level: VisibleLevel, revision: UInt64) {
      highlights = Int(clamping: level.highlights)
      self.level = Badge.Level(level.level)
      count = Int(clamping: shown.count)
      kind = Badge.Kind(shows: shown.shows, count: count)
      self.revision = revision
    }
  }
}
