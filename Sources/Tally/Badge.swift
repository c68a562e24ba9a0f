internal import TallyEngine
internal import TallyTree

func words(_ shows: Bool, _ count: Int) -> String { !shows ? "nothing" : count == 0 ? "dot" : "\(count)" }

/// What a path shows, and why. Its description is ``shown``.
public struct Badge: Equatable, Sendable, CustomStringConvertible {
  /// What a path owns by itself.
  public enum Manual: Equatable, Sendable {
    /// Nothing.
    case none
    /// A dot.
    case dot
    /// A number, 1 to 4,294,967,295.
    case count(Int)

    init(_ manual: TallyTree.Manual) {
      switch manual {
      case .none: self = .none
      case .dot: self = .dot
      case .count(let number): self = .count(Int(number))
      }
    }
  }

  /// Whether a badge is shown.
  public let shows: Bool
  /// The number; 0: a dot, or nothing.
  public let count: Int
  /// The revision that last changed what is shown; 0: never, as far as is known.
  public let revision: UInt64
  /// Its own badge.
  public let manual: Manual
  /// Whether messages feed it.
  public let isFed: Bool
  /// Whether something below it contributes a badge.
  public let isLitFromBelow: Bool
  /// What it keeps from its parent.
  public let mute: Mute

  /// What is shown, in words: "dot", the number, or "nothing".
  public var shown: String { words(shows, count) }
  /// What is shown, in words.
  public var description: String { shown }

  init(_ info: BadgeInfo) {
    shows = info.shown.shows
    count = Int(clamping: info.shown.count)
    revision = info.revision
    manual = Manual(info.own.manual)
    isFed = info.isFed
    isLitFromBelow = info.hasLitChildren
    mute = Mute(rawValue: Int32(info.own.mute.rawValue)) ?? .none
  }
}

/// What a path contributes to its parent. What it shows itself does not change.
public enum Mute: Int32, Sendable, CaseIterable {
  /// All that it shows.
  case none = 0
  /// A dot at most.
  case number = 1
  /// Nothing.
  case all = 2
}

/// How the number of a path is made of what is below it and what it owns. Chosen when an account is created.
public enum Aggregation: Int32, Sendable, CaseIterable {
  /// What is below it, or feeds it, where that has a number; else its own.
  case children = 1
  /// Both together.
  case sum = 2
}

/// Which messages feed the badge at their path. Chosen when an account is created.
public enum Feeding: Int32, Sendable, CaseIterable {
  /// Those that the user has not seen: looking at the path takes the badge away.
  case unseen = 1
  /// Those that the user has not read: only reading them does.
  case unread = 2
}

/// What became of a `clear`.
public enum ClearResult: Sendable {
  /// The path shows nothing any more.
  case cleared
  /// The badge still shows, because something below it, or feeding it, does. No error.
  case held
}

/// A path and its badge.
public struct BadgeEntry: Equatable, Sendable {
  /// In canonical form: it begins with `root`.
  public let path: String
  /// What it shows.
  public let badge: Badge
}

/// Badges as they were at one revision, sorted by the bytes of their paths.
public struct BadgeList: Equatable, Sendable {
  /// The revision that the list shows.
  public let revision: UInt64
  /// The paths that show a badge, or are muted.
  public let entries: [BadgeEntry]
}

/// What all accounts that are logged in show together: an application's icon.
public struct Total: Equatable, Sendable {
  /// Whether any of them shows a badge.
  public let shows: Bool
  /// The sum of their numbers; 0: a dot, or nothing.
  public let count: Int
  /// Counts the changes of the total since the engine was opened.
  public let revision: UInt64

  init(shown: Visible, revision: UInt64) {
    shows = shown.shows
    count = Int(clamping: shown.count)
    self.revision = revision
  }
}
