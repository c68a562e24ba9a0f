import TallyMemory

/// A sum of highlights, or the change of one, modulo the widths of its fields.
struct Highlights: Equatable, BitwiseCopyable {
  var count: UInt64 = 0
  var things: UInt32 = 0
  var criticals: UInt32 = 0

  init() {}

  init(_ levels: FedLevels) {
    count = UInt64(bitPattern: levels.highlights)
    things = UInt32(truncatingIfNeeded: levels.highlighted)
    criticals = UInt32(truncatingIfNeeded: levels.criticals)
  }

  @inline(__always)
  var isNothing: Bool { count | UInt64(things | criticals) == 0 }

  @inline(__always)
  mutating func add(_ other: Highlights) {
    count &+= other.count
    things &+= other.things
    criticals &+= other.criticals
  }

  var negated: Highlights {
    var result = Highlights()
    result.count = 0 &- count
    result.things = 0 &- things
    result.criticals = 0 &- criticals
    return result
  }
}

/// The part of a branch that levels add.
///
/// Invariants, checked by ``Tree/verify()``. A mute that passes highlights holds back none.
/// - `reached` is the sum of the highlights that feed the node, and all nodes below that have a way here, each once. A
///   way is a chain of edges, none of which leaves a node that holds back highlights.
/// - `passiveChildren` is the number of children, with the linked ones, that contribute a badge, and nothing above it
///   but passive things.
/// - `isPassive`: the node shows a badge, and owns none, and nothing but passive things feeds it or comes from a child.
///   Highlights do not matter, since they come with badges that are not passive.
/// - `level` is what the node's record says of its level: that of its highlights, otherwise passive or normal.
/// - The branch's bit ``Branch/passive`` is set if `passives`, `passiveChildren` or `arriving` is not 0.
/// - Between changes `arrivingPassives` and `arriving` are 0.
struct LevelRecord: BitwiseCopyable {
  var reached = Highlights()
  /// The highlights that feed the node.
  var fed = Highlights()
  /// The part of the current change that `reached` has not got yet.
  var arriving = Highlights()
  /// The highlights before the transaction. They have a meaning in the transaction `changedIn`.
  var highlightsBefore: UInt64 = 0
  /// The number of passive things that feed the node.
  var passives: UInt32 = 0
  var passiveChildren: UInt32 = 0
  var arrivingPassives: Int32 = 0
  var nextChanged = Node.none
  /// The last transaction in which the record is in the chain of changed ones.
  var changedIn: UInt32 = 0
  var level = Level.normal
  var levelBefore = Level.normal
  var isPassive = false

  @inline(__always)
  var currentLevel: Level {
    if reached.things == 0 { return isPassive ? .passive : .normal }
    return reached.criticals > 0 ? .critical : .highlight
  }
}

/// The records of a tree's branches, at the same places. A tree without levels has none.
///
/// Invariant: records behind the first `capacity` are zero, in effect. Every node above one whose record is not zero,
/// and to which it has a way, is among the first.
struct Levels: ~Copyable {
  private var block = RawBlock()
  private(set) var capacity = 0
  /// Changed by `(records + place).pointee`, because Swift 6.3 with -sanitize=thread fails for `levels.records[place]`.
  private(set) var records: UnsafeMutablePointer<LevelRecord>
  /// The changes of fed levels in the current undoable transaction.
  var log = List<FedLevels>()
  /// The first of the records that the current undoable transaction has changed.
  var firstChanged = Node.none
  /// The number of the current transaction, or the next one, among those that change levels.
  private(set) var transaction: UInt32 = 1
  /// The number of nodes whose mutes pass highlights.
  var passingMutes = 0

  init() { records = UnsafeMutablePointer(bitPattern: MemoryLayout<LevelRecord>.alignment).unsafelyUnwrapped }

  @inline(__always)
  var isEmpty: Bool { capacity == 0 }

  var byteCapacity: Int { block.byteCapacity }

  /// Makes the records of this many branches.
  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    if count <= capacity { return }
    try block.reserve(count * MemoryLayout<LevelRecord>.stride)
    // The block exists.
    records = block.base.unsafelyUnwrapped.assumingMemoryBound(to: LevelRecord.self)
    let room = block.byteCapacity / MemoryLayout<LevelRecord>.stride
    (records + capacity).initialize(repeating: LevelRecord(), count: room - capacity)
    capacity = room
  }

  mutating func endTransaction() {
    transaction &+= 1
    if transaction != 0 { return }
    for place in 0..<capacity { records[place].changedIn = 0 }
    transaction = 1
  }

  @inline(__always)
  func record(_ place: UInt32) -> LevelRecord { Int(place) < capacity ? records[Int(place)] : LevelRecord() }
}
