/// The visible badge of a path: a badge or none, and a number (0: a dot, or nothing).
public struct Visible: Equatable, Sendable, BitwiseCopyable {
  public var shows: Bool
  public var count: UInt64

  @inline(__always)
  public init(shows: Bool, count: UInt64) {
    self.shows = shows
    self.count = count
  }

  public static let nothing = Visible(shows: false, count: 0)

  /// The part that a mute lets pass, without highlights.
  @inline(__always)
  func muted(_ mute: Mute) -> Visible {
    switch mute.mode {
    case .none: return self
    case .number: return Visible(shows: shows, count: 0)
    default: return .nothing
    }
  }
}

/// The own badge of a node.
public enum OwnBadge: Equatable, Sendable, BitwiseCopyable {
  case none
  case dot
  /// 1 to 2^32 - 1.
  case count(UInt32)
}

/// How a node's contribution to its parent is reduced.
public struct Mute: Hashable, Sendable, BitwiseCopyable {
  /// 1: ``number``, 2: ``all``; 4 is added if highlights pass.
  public let rawValue: UInt8

  @inline(__always)
  private init(_ rawValue: UInt8) { self.rawValue = rawValue }

  public init?(rawValue: UInt8) {
    let mode = rawValue & 3
    if mode == 3 || rawValue > 6 || mode == 0 && rawValue != 0 { return nil }
    self.rawValue = rawValue
  }

  @inline(__always) public static var none: Mute { Mute(0) }
  /// At most a dot passes.
  @inline(__always) public static var number: Mute { Mute(1) }
  /// Nothing passes.
  @inline(__always) public static var all: Mute { Mute(2) }
  /// The same as ``number`` and ``all``, but highlights pass with their number.
  @inline(__always) public static var numberButHighlights: Mute { Mute(5) }
  @inline(__always) public static var allButHighlights: Mute { Mute(6) }

  @inline(__always)
  public var passesHighlights: Bool { rawValue & 4 != 0 }

  /// Without the highlights that pass: ``none``, ``number`` or ``all``.
  @inline(__always)
  public var mode: Mute { Mute(rawValue & 3) }

  /// The same, but highlights pass. It is not ``none``.
  @inline(__always)
  var passing: Mute { Mute(rawValue | 4) }
}

/// The state that a node owns: everything that is stored for it. Times are milliseconds since 1970; 0: no end.
public struct OwnState: Equatable, Sendable, BitwiseCopyable {
  public var badge: OwnBadge
  public var expires: Int64
  public var mute: Mute
  public var muteUntil: Int64
  /// Until then nothing passes, whatever the mute says; 0: it is not snoozed.
  public var snooze: Int64 = 0

  public init(badge: OwnBadge = .none, expires: Int64 = 0, mute: Mute = .none, muteUntil: Int64 = 0) {
    self.badge = badge
    self.expires = expires
    self.mute = mute
    self.muteUntil = muteUntil
  }

  public var isEmpty: Bool { badge == .none && mute == .none && snooze == 0 }
}

/// A node, by its place in the tree's array. It is valid while the tree keeps the node.
public struct NodeIndex: Equatable, Sendable, BitwiseCopyable {
  public let raw: UInt32

  @inline(__always)
  init(_ raw: UInt32) { self.raw = raw }

  public static let root = NodeIndex(0)
}

/// The part of a node that the hot path reads: four to a cache line. The rest is in ``Branch``, ``BranchLinks`` and
/// ``Links``.
///
/// With `TALLY_SMALL` a tree takes less memory and more time: it has no copies of what can be read elsewhere, and no
/// room in each node for what few nodes have. The tree alone is compiled so for machines of 32 bits
/// (Make/small.mk).
///
/// Invariants, checked by ``Tree/verify()``. A contribution is a child's visible badge after its mute.
/// - `parent` is the place of the parent's ``Branch``.
/// - The flag `branch` is set from the first child or feed on. Then `value` is the place of the node's own ``Branch``,
///   which also has its stamp. Otherwise `value` is the own count, and nothing contributes to the node.
/// - The own count is nonzero exactly if the node owns a count.
/// - A node is listed if it shows a badge, is muted, or has a listed child. It is then in the list that begins at its
///   parent's `firstListed`. The list may also have nodes that no longer belong there; they are dropped when they are
///   met.
struct Node: BitwiseCopyable {
  var parent: UInt32
  var value: UInt32 = 0
  /// The revision that last changed the visible badge, counted from `Tree.stampBase`; 0: none. For a node without a
  /// branch.
  var stamp: UInt32 = 0
  var flags: Flags = []
  #if TALLY_SMALL
    var mark: Mark = 0
  #else
    /// The generation of its handles. It advances when the last handle is released.
    var generation: UInt16
  #endif

  static let none = UInt32.max

  /// The bits of a node, and which of them its branch repeats in ``Branch/unusual``. No bit of a node is free. A branch
  /// has four free bits. A test counts both (FlagTests).
  ///
  ///     bit  in a node           in Branch.unusual
  ///     0    ownCount         the same
  ///     1    ownDot           the same
  ///     2    muteNumber          the same
  ///     3    muteAll             the same
  ///     4    expires             passive: something passive feeds the node or comes from a child
  ///     5    muteEnds            passing: the mute passes highlights
  ///     6    listed              inverted: not listed
  ///     7    observed            the same
  ///     8    inObservedSubtree   the same
  ///     9    dirty               free
  ///     10   flipped             free
  ///     11   digested            free
  ///     12   branch              free
  ///     13   fed                 the same
  ///     14   handled             linked: the node counts at others too
  ///     15   iconed              ruled: the node counts its children by a rule
  ///
  /// A feature that needs one more bit of a node uses a bit of its branch, which ``Tree/updateFlags(_:_:)`` keeps
  /// (``Branch/kept``), or a table beside the nodes, as icons have.
  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt16

    static let ownCount = Flags(rawValue: 1)
    static let ownDot = Flags(rawValue: 2)
    static let muteNumber = Flags(rawValue: 4)
    static let muteAll = Flags(rawValue: 8)
    static let expires = Flags(rawValue: 16)
    static let muteEnds = Flags(rawValue: 32)
    static let listed = Flags(rawValue: 64)
    /// An observer is registered at this node itself.
    static let observed = Flags(rawValue: 128)
    /// The node, or one above it, has an observer of its subtree.
    static let inObservedSubtree = Flags(rawValue: 256)
    /// Its own state has changed since it was last stored.
    static let dirty = Flags(rawValue: 512)
    /// It is among the flips of the current operation.
    static let flipped = Flags(rawValue: 1024)
    /// Its digest includes its current own state.
    static let digested = Flags(rawValue: 2048)
    /// It has a ``Branch``.
    static let branch = Flags(rawValue: 4096)
    /// Messages or reminders feed it.
    static let fed = Flags(rawValue: 8192)
    /// It has handles.
    static let handled = Flags(rawValue: 16384)
    /// Its own badge has an icon, which is removed with the badge.
    static let iconed = Flags(rawValue: 32768)

    static let ownBadge: Flags = [.ownCount, .ownDot]
    /// The flags that are removed with an own badge.
    static let ownBadgeAndIcon: Flags = [.ownCount, .ownDot, .iconed]
    static let muted: Flags = [.muteNumber, .muteAll]
    static let ends: Flags = [.expires, .muteEnds]
    static let watched: Flags = [.observed, .inObservedSubtree]
    /// The flags of the own state.
    static let own: Flags = [.ownCount, .ownDot, .muteNumber, .muteAll, .expires, .muteEnds]
    /// An ancestor with one of these does more than add up the contributions of its children.
    static let special: Flags = [
      .ownCount, .ownDot, .muteNumber, .muteAll, .observed, .inObservedSubtree, .fed,
    ]
    /// A usual leaf has none of these: it shows its own badge, without an end and without an icon.
    static let leafMatters: Flags = [.branch, .expires, .muteEnds, .iconed]
    /// A usual leaf has exactly `Tree.usualNotes` of these. Then a new badge needs no other note than its stamp.
    static let leafNotes: Flags = [
      .listed, .observed, .inObservedSubtree, .muteNumber, .muteAll, .digested, .dirty,
    ]
    /// A node with one of these is not reclaimed.
    static let needed: Flags = [
      .ownCount, .ownDot, .muteNumber, .muteAll, .listed, .observed, .dirty, .flipped, .fed, .handled,
    ]

    /// The flags that a branch repeats.
    static let repeated: Flags = [
      .ownCount, .ownDot, .muteNumber, .muteAll, .listed, .observed, .inObservedSubtree, .fed,
    ]

    /// The flags that make a branch unusual; 0: none. `listed` is inverted, since every usual branch is listed.
    @inline(__always)
    var unusual: UInt16 { rawValue & Flags.repeated.rawValue ^ Flags.listed.rawValue }
  }
}

/// The data that propagation needs of a node that has, or had, children, or was fed. It takes half a cache line. There
/// are few, since most nodes are leaves.
///
/// Invariants: `sum` is the sum of the children's contributed counts and of the counts fed at the node. `litChildren`
/// is the number of children that contribute a badge. `unusual` is that of the node's flags. `parent` is the node's,
/// and `grandparent` the parent's.
///
/// With links, `sum` is the sum of what all owners below count that have a way here, and of the counts fed here. Links
/// count in `litChildren` as children do. With a counting rule, `sum` is the number of children that contribute a
/// number, and the sum of the counts fed here.
struct Branch: BitwiseCopyable {
  var sum: UInt64 = 0
  var litChildren: UInt32 = 0
  var stamp: UInt32
  /// The place of the parent's branch.
  var parent: UInt32
  /// The place of the branch above that one. With it, the way up waits only for every second read.
  var grandparent: UInt32
  var node: UInt32
  /// ``Node/Flags`` has the table of its bits.
  var unusual: UInt16

  /// The bits of `unusual` that are no flags of the node.
  static let passive: UInt16 = 1 << 4
  static let passing: UInt16 = 1 << 5
  static let linked: UInt16 = 1 << 14
  static let ruled: UInt16 = 1 << 15
  static let kept: UInt16 = passive | passing | linked | ruled
}

/// The rest of a branch, at the same place.
struct BranchLinks: BitwiseCopyable {
  /// The number of children.
  var children: UInt32 = 0
  var firstListed: UInt32 = Node.none
  var fedBadges: UInt32 = 0
  /// The node's own count. In a free place: the next free place.
  var ownCount: UInt32
}

/// The number of the last query for changes, or reclamation, that has seen a node.
#if TALLY_SMALL
  typealias Mark = UInt16
#else
  typealias Mark = UInt32
#endif

/// The data for listing and keeping a node.
struct Links: BitwiseCopyable {
  /// The place of its path in the arena, in units of `Tree.pathAlignment`. `Node.none`: there is no such node.
  var path: UInt32
  #if !TALLY_SMALL
    /// The number of handles and pending events. While it is not 0, the node stays.
    var handles: UInt32 = 0
    var pins: UInt32 = 0
  #endif
  /// The next node in its parent's list. Without a node: the next free place.
  var nextListed: UInt32 = Node.none
  #if !TALLY_SMALL
    var mark: Mark = 0
  #endif
}

extension Node {
  /// The mode of what it holds back: ``Tree/mute(of:)`` has the rest.
  var mute: Mute {
    if flags.contains(.muteAll) { return .all }
    return flags.contains(.muteNumber) ? .number : .none
  }
}
