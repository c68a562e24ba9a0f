extension Badge {
  /// A path's badge after a change.
  public struct Change: Hashable, Sendable, CustomStringConvertible {
    /// In canonical form: it begins with `root`.
    public let path: String
    /// Whether a badge is shown.
    public let shows: Bool
    /// The number; 0 for a dot, or if there is no badge.
    public let count: Int
    /// The part of the number that comes from highlights.
    public let highlights: Int
    /// The greatest level of what the badge shows.
    public let level: Badge.Level
    /// The account's revision of the change.
    public let revision: UInt64
    /// More changes were pending than ``Engine/Configuration/maxEvents`` allows. This change has the observed path, and
    /// replaces those without room: list the badges below it again.
    public let isResync: Bool

    /// No badge, a dot or a number.
    public var kind: Badge.Kind { Badge.Kind(shows: shows, count: count) }
    /// The badge as a text: "dot", the number, or "nothing".
    public var shown: String { kind.words(count) }
    /// The path and its badge: "root.chat 3".
    public var description: String { "\(path) \(shown)" }

    /// Creates a change, for a host's own tests.
    public init(
      path: String, shows: Bool, count: Int, revision: UInt64, isResync: Bool = false, highlights: Int = 0,
      level: Badge.Level = .normal
    ) {
      self.path = path
      self.shows = shows
      self.count = count
      self.highlights = highlights
      self.level = level
      self.revision = revision
      self.isResync = isResync
    }
  }
}
