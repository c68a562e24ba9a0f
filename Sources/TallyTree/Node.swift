/// What a path shows: a badge or none, and a number (0: a dot, or nothing).
public struct Visible: Equatable, Sendable, BitwiseCopyable {
  public var shows: Bool
  public var count: UInt64

  @inline(__always)
  public init(shows: Bool, count: UInt64) {
    self.shows = shows
    self.count = count
  }

  public static let nothing = Visible(shows: false, count: 0)
}

/// The manual badge of a node.
public enum Manual: Equatable, Sendable, BitwiseCopyable {
  case none
  case dot
  /// 1 to 2^32 - 1.
  case count(UInt32)
}

/// What a node contributes to its parent.
public enum Mute: UInt8, Sendable, BitwiseCopyable {
  case none = 0
  case number = 1
  case all = 2
}

/// What a node owns: all that is stored of it. Times are milliseconds since 1970; 0: no end.
public struct OwnState: Equatable, Sendable, BitwiseCopyable {
  public var manual: Manual
  public var expires: Int64
  public var mute: Mute
  public var muteUntil: Int64

  public init(manual: Manual = .none, expires: Int64 = 0, mute: Mute = .none, muteUntil: Int64 = 0) {
    self.manual = manual
    self.expires = expires
    self.mute = mute
    self.muteUntil = muteUntil
  }

  public var isEmpty: Bool { manual == .none && mute == .none }
}

/// A node, by its place in the tree's array. It is valid while the tree keeps the node.
public struct NodeIndex: Equatable, Sendable, BitwiseCopyable {
  public let raw: UInt32

  @inline(__always)
  init(_ raw: UInt32) { self.raw = raw }

  public static let root = NodeIndex(0)
}

/// One node, one cache line.
///
/// Invariants (checked by ``Tree/verify()``), with "contribution" what a child shows after its mute:
/// - `sum` is the sum of the children's contributed counts and of the counts fed at this node;
/// - `litChildren` is the number of children that contribute a badge;
/// - `manualCount` is 0 unless the node owns a count, and not 0 then;
/// - a node that shows a badge, or is muted, or has a listed child is listed: it is in the list that begins at its
///   parent's `firstListed`. (The list may also hold nodes that are so no longer; they are dropped in passing.)
struct Node {
  var sum: UInt64 = 0
  /// The revision that last changed what it shows.
  var revision: UInt64 = 0
  var manualCount: UInt32 = 0
  var litChildren: UInt32 = 0
  var fedBadges: UInt32 = 0
  var parent: UInt32
  /// Where its path lies in the arena, in units of `Tree.pathAlignment`.
  var path: UInt32
  var flags: Flags = []
  var generation: UInt32
  /// Nodes directly below, and handles: while there are any, the node stays.
  var children: UInt32 = 0
  var handles: UInt32 = 0
  var firstListed: UInt32 = Node.none
  var nextListed: UInt32 = Node.none
  /// The last query for changes that has seen it.
  var mark: UInt32 = 0

  static let none = UInt32.max

  struct Flags: OptionSet {
    var rawValue: UInt32

    static let manualCount = Flags(rawValue: 1)
    static let manualDot = Flags(rawValue: 2)
    static let muteNumber = Flags(rawValue: 4)
    static let muteAll = Flags(rawValue: 8)
    static let expires = Flags(rawValue: 16)
    static let muteEnds = Flags(rawValue: 32)
    static let listed = Flags(rawValue: 64)
    /// An observer is registered at this very node.
    static let observed = Flags(rawValue: 128)
    /// The node, or one above it, has an observer of its subtree.
    static let inObservedSubtree = Flags(rawValue: 256)
    /// What it owns has changed since it was last stored.
    static let dirty = Flags(rawValue: 512)
    /// It is among the flips of the operation under way.
    static let flipped = Flags(rawValue: 1024)
    /// Its digest knows what it owns.
    static let digested = Flags(rawValue: 2048)

    static let manual: Flags = [.manualCount, .manualDot]
    static let muted: Flags = [.muteNumber, .muteAll]
    static let ends: Flags = [.expires, .muteEnds]
    static let watched: Flags = [.observed, .inObservedSubtree]
  }
}

extension Node {
  var mute: Mute {
    if flags.contains(.muteAll) { return .all }
    return flags.contains(.muteNumber) ? .number : .none
  }

  var manual: Manual {
    if flags.contains(.manualCount) { return .count(manualCount) }
    return flags.contains(.manualDot) ? .dot : .none
  }
}
