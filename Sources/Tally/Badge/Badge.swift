internal import TallyEngine
internal import TallyTree

/// The visible badge of a path, and its causes.
public struct Badge: Hashable, Sendable, CustomStringConvertible {
  /// The form of a badge.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No badge.
    case none
    /// A dot: a badge without a number.
    case dot
    /// A number, from 1.
    case number

    init(shows: Bool, count: Int) { self = !shows ? .none : count == 0 ? .dot : .number }

    /// A description: "nothing", "dot", or the number.
    func words(_ count: Int) -> String {
      switch self {
      case .none: "nothing"
      case .dot: "dot"
      case .number: "\(count)"
      }
    }
  }

  /// The part of a badge that its path owns.
  public enum Value: Hashable, Sendable {
    /// Nothing.
    case none
    /// A dot.
    case dot
    /// A number, 1 to 4,294,967,295.
    case count(Int)

    init(_ own: TallyTree.OwnBadge) {
      switch own {
      case .none: self = .none
      case .dot: self = .dot
      case .count(let number): self = .count(Int(number))
      }
    }
  }

  /// No badge, a dot or a number.
  public let kind: Kind
  /// The number; 0 for a dot, or if there is no badge.
  public let count: Int
  /// The part of the badge that comes from messages of ``Level/highlight`` or above: the sum of their counts.
  public let highlights: Int
  /// The greatest level of what the badge shows; ``Level/normal`` if there is no badge.
  public let level: Level
  /// The revision that last changed the visible badge; 0: none, as far as is known.
  public let revision: UInt64
  /// The part of the badge that the path owns.
  public let own: Value
  /// Whether messages or a flag feed the badge.
  public let isFed: Bool
  /// Whether something below the path contributes a badge.
  public let isLitFromBelow: Bool
  /// Whether the path keeps its number or its badge from its parent.
  public let mute: Mute
  /// Whether the path is snoozed. Then it keeps everything from its parent, and its mute holds afterwards.
  public let isSnoozed: Bool

  /// Whether a badge is shown.
  public var shows: Bool { kind != .none }
  /// The visible badge as a text: "dot", the number, or "nothing".
  public var shown: String { kind.words(count) }
  /// The same as ``shown``.
  public var description: String { shown }

  init(_ info: BadgeInfo) {
    count = Int(clamping: info.shown.count)
    kind = Kind(shows: info.shown.shows, count: count)
    highlights = Int(clamping: info.level.highlights)
    level = Level(info.level.level)
    revision = info.revision
    own = Value(info.own)
    isFed = info.isFed
    isLitFromBelow = info.hasLitChildren
    mute = Mute(rawValue: Int32(info.mute.rawValue)) ?? .none
    isSnoozed = info.isSnoozed
  }
}

extension Badge {
  /// How much a path contributes to its parent. Its own badge does not change.
  public enum Mute: Int32, Codable, Sendable, CaseIterable {
    /// Everything that it shows.
    case none = 0
    /// At most a dot.
    case number = 1
    /// Nothing.
    case all = 2
    /// At most a dot, but highlights pass with their number: messages of ``Level/highlight`` or above.
    case numberButHighlights = 5
    /// Nothing, but highlights pass with their number.
    case allButHighlights = 6

    /// Whether highlights pass with their number.
    public var passesHighlights: Bool { self == .numberButHighlights || self == .allButHighlights }

    /// The same mute without highlights that pass: ``none``, ``number`` or ``all``.
    public var mode: Mute { Mute(rawValue: rawValue & 3) ?? .none }
  }

  /// Which messages feed the badge at their path: a rule of a path (``Badge/Rule``), or a setting of an account.
  public enum Feeding: Int32, Codable, Sendable, CaseIterable {
    /// Messages that the user has not seen. Clearing the path removes the badge.
    case unseen = 1
    /// Messages that the user has not read. Only reading them removes the badge.
    case unread = 2
  }

  /// The result of clearing a badge. Both cases are successes.
  public enum ClearResult: Sendable {
    /// The path shows nothing any more.
    case cleared
    /// The badge still shows, because something below the path has one, or unread messages feed it.
    case held
  }

  /// A path and its badge. A list has each path once.
  public struct Entry: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// In canonical form: it begins with `root`.
    public let path: String
    /// The visible badge.
    public let badge: Badge

    /// The same as ``path``.
    public var id: String { path }
    /// The path and its badge: "root.chat 3".
    public var description: String { "\(path) \(badge)" }
  }

  /// The badges at one revision, sorted by the bytes of their paths.
  public struct List: Hashable, Sendable {
    /// The revision of the list.
    public let revision: UInt64
    /// The paths that show a badge, or are muted.
    public let entries: [Entry]
  }
}
