import TallyFailure
import TallyMemory

/// When badges expire, and mutes and snoozes end. Each node has at most one time of each kind, and the earliest of all
/// is known.
///
/// Invariant: `times` has exactly the times in force, and each of them is in `heap`. An entry of the heap that `times`
/// does not confirm is stale.
struct Deadlines: ~Copyable {
  enum Kind: UInt32 {
    case badge = 0
    case mute = 1
    case snooze = 2
  }

  private var times = IntegerMap()
  private var heap = TimeHeap()

  private static func key(_ node: UInt32, _ kind: Kind) -> UInt64 {
    UInt64(node) << 2 | UInt64(kind.rawValue) | 1 << 63
  }

  /// The number of badges, mutes and snoozes that end.
  var count: Int { times.count }

  /// The time in force, or 0.
  func time(_ node: UInt32, _ kind: Kind) -> Int64 {
    times.count == 0 ? 0 : times.value(Self.key(node, kind)) ?? 0
  }

  /// Makes room for one `set`.
  mutating func prepare() throws(OutOfMemory) {
    try times.reserve(additional: 1)
    if heap.count > 64, heap.count > times.count * 4 { rebuild() }
    try heap.reserve(additional: 1)
  }

  /// Makes room for this many calls of `prepare()` and `set`.
  mutating func prepare(additional: Int) throws(OutOfMemory) {
    try times.reserve(additional: additional + 1)
    try heap.reserve(additional: additional + 1)
  }

  /// Call it after `prepare()`, or after an earlier time of this node and kind was removed.
  mutating func set(_ node: UInt32, _ kind: Kind, _ time: Int64) {
    let key = Self.key(node, kind)
    if times.value(key) == time { return }
    do throws(OutOfMemory) {
      try times.set(key, time)
      if heap.hasRoom { try heap.push(time, key) } else { rebuild() }
    } catch {
      preconditionFailure("room was not reserved")
    }
  }

  /// Builds the heap again from the times in force. There is room, because the heap has held as many before.
  private mutating func rebuild() {
    heap.removeAll()
    var cursor = 0
    do throws(OutOfMemory) {
      while let (key, time) = times.entry(from: &cursor) { try heap.push(time, key) }
    } catch {
      preconditionFailure("room was not reserved")
    }
  }

  mutating func remove(_ node: UInt32, _ kind: Kind) {
    if times.count > 0 { times.remove(Self.key(node, kind)) }
  }

  /// The earliest time in force, or nil.
  @inline(__always)
  mutating func next() -> Int64? { times.count == 0 ? nil : first()?.time }

  @inline(never)
  private mutating func first() -> TimeHeap.Entry? {
    heap.first { entry in times.value(entry.key) == entry.time }
  }

  /// The earliest time that is due. It stays the earliest until `remove`.
  mutating func due(_ now: Int64) -> (node: UInt32, kind: Kind)? {
    guard let first = first(), first.time <= now else { return nil }
    let node = UInt32(truncatingIfNeeded: (first.key & ~(1 << 63)) >> 2)
    return (node, first.key & 2 != 0 ? .snooze : first.key & 1 == 0 ? .badge : .mute)
  }
}

extension Tree {
  /// When the next badge expires, or the next mute or snooze ends, in milliseconds since 1970. nil: none ends.
  public var nextDeadline: Int64? { deadlines.next() }

  /// The number of badges, mutes and snoozes that end.
  public var endCount: Int { deadlines.count }

  /// Ends everything that is due, within an undoable transaction. Badges are removed whatever their children show,
  /// and mutes and snoozes end. All that ends at one instant is one operation, and later ends are later operations. So
  /// the tree does not depend on how often this is called.
  /// - Parameter ended: called for each node whose own badge ends.
  public func expire(
    now: Int64, _ ended: (NodeIndex) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
    while let time = deadlines.next(), time <= now { try expireOne(time, ended) }
  }

  /// Ends everything that ends at that instant.
  private func expireOne(_ time: Int64, _ ended: (NodeIndex) throws(Failure) -> Void) throws(Failure) {
    beginCompound()
    while let due = deadlines.due(time) {
      let at = NodeIndex(due.node)
      switch due.kind {
      case .badge:
        try ended(at)
        try setOwnBadge(at, .none)
      case .mute: try setMute(at, .none)
      case .snooze: try setSnooze(at, until: 0)
      }
    }
    try endCompound()
  }
}
