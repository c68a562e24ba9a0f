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

/// What the hot path reads of a node: four to a cache line. The rest of it is in ``Branch``, ``BranchLinks`` and
/// ``Links``.
///
/// Invariants (checked by ``Tree/verify()``), with "contribution" what a child shows after its mute:
/// - `parent` is the place of the parent's ``Branch``;
/// - the flag `branch` is set from the first child or feed on, and then `value` is the place of the node's own
///   ``Branch``, which also has its stamp; else `value` is the manual count, and nothing contributes to the node;
/// - the manual count is 0 unless the node owns a count, and not 0 then;
/// - a node that shows a badge, or is muted, or has a listed child is listed: it is in the list that begins at its
///   parent's `firstListed`. (The list may also hold nodes that are so no longer; they are dropped in passing.)
struct Node: BitwiseCopyable {
  var parent: UInt32
  var value: UInt32 = 0
  /// The revision that last changed what it shows, counted from `Tree.stampBase`; 0: none. Of a node without a branch.
  var stamp: UInt32 = 0
  var flags: Flags = []
  /// Of its handles. Goes on when the last one is released.
  var generation: UInt16

  static let none = UInt32.max

  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt16

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
    /// It has a ``Branch``.
    static let branch = Flags(rawValue: 4096)
    /// Messages or reminders feed it.
    static let fed = Flags(rawValue: 8192)
    /// There are handles of it.
    static let handled = Flags(rawValue: 16384)
    /// Its manual badge has an icon, which is removed with the badge.
    static let iconed = Flags(rawValue: 32768)

    static let manual: Flags = [.manualCount, .manualDot]
    /// What is removed when a manual badge is removed or replaced.
    static let manualAndIcon: Flags = [.manualCount, .manualDot, .iconed]
    static let muted: Flags = [.muteNumber, .muteAll]
    static let ends: Flags = [.expires, .muteEnds]
    static let watched: Flags = [.observed, .inObservedSubtree]
    /// What belongs to the own state.
    static let own: Flags = [.manualCount, .manualDot, .muteNumber, .muteAll, .expires, .muteEnds]
    /// What makes an ancestor more than a place where the contributions of its children are added up.
    static let special: Flags = [
      .manualCount, .manualDot, .muteNumber, .muteAll, .observed, .inObservedSubtree, .fed,
    ]
    /// None of these has a usual leaf: it shows what it owns, without an end and without an icon.
    static let leafMatters: Flags = [.branch, .expires, .muteEnds, .iconed]
    /// Of these a usual leaf has `Tree.usualNotes`. Then replacing its badge needs no other notes than its stamp.
    static let leafNotes: Flags = [
      .listed, .observed, .inObservedSubtree, .muteNumber, .muteAll, .digested, .dirty,
    ]
    /// What keeps a node from being reclaimed.
    static let needed: Flags = [
      .manualCount, .manualDot, .muteNumber, .muteAll, .listed, .observed, .dirty, .flipped, .fed, .handled,
    ]

    /// What makes a branch unusual; 0: nothing does. `listed` is inverted, since every usual branch is listed.
    @inline(__always)
    var unusual: UInt16 {
      rawValue & (Flags.special.rawValue | Flags.listed.rawValue) ^ Flags.listed.rawValue
    }
  }
}

/// All that propagation needs of a node that has, or had, something below it, or was fed. Half a cache line, and few:
/// most nodes are leaves.
///
/// Invariants: `sum` is the sum of the children's contributed counts and of the counts fed at the node; `litChildren`
/// is the number of children that contribute a badge; `unusual` is that of the node's flags; `parent` is the node's,
/// and `grandparent` the parent's.
struct Branch: BitwiseCopyable {
  var sum: UInt64 = 0
  var litChildren: UInt32 = 0
  var stamp: UInt32
  /// The place of the parent's branch.
  var parent: UInt32
  /// The place of the branch above that one. The way up reads it, so that it waits for every second read only.
  var grandparent: UInt32
  var node: UInt32
  var unusual: UInt16
}

/// The rest of a branch, by the same place.
struct BranchLinks: BitwiseCopyable {
  /// Nodes directly below.
  var children: UInt32 = 0
  var firstListed: UInt32 = Node.none
  var fedBadges: UInt32 = 0
  /// The node's manual count. Of a free place: the next free one.
  var manualCount: UInt32
}

/// What is needed of a node to list and keep it.
struct Links: BitwiseCopyable {
  /// Where its path lies in the arena, in units of `Tree.pathAlignment`; `Node.none`: there is no such node.
  var path: UInt32
  /// Handles, and events that wait to be told: while there are any, the node stays.
  var handles: UInt32 = 0
  var pins: UInt32 = 0
  /// The next in its parent's list; where there is no such node, the next free place.
  var nextListed: UInt32 = Node.none
  /// The last query for changes, or reclamation, that has seen it.
  var mark: UInt32 = 0
}

extension Node {
  var mute: Mute {
    if flags.contains(.muteAll) { return .all }
    return flags.contains(.muteNumber) ? .number : .none
  }
}
