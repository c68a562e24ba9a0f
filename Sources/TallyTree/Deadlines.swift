import TallyMemory

/// When badges expire and mutes end: for each node at most one time of each kind, and the earliest of all.
///
/// Invariant: `times` holds exactly the times in force, and each of them is in `heap` (an entry that `times` does not
/// confirm is stale).
struct Deadlines: ~Copyable {
  enum Kind: UInt32 {
    case badge = 0
    case mute = 1
  }

  private var times = IntegerMap()
  private var heap = TimeHeap()

  private static func key(_ node: UInt32, _ kind: Kind) -> UInt64 {
    UInt64(node) << 1 | UInt64(kind.rawValue) | 1 << 63
  }

  /// Whether anything has an end.
  var isEmpty: Bool { times.count == 0 }

  /// How many things have an end.
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

  /// Makes room for that many of `prepare()` and `set`.
  mutating func prepare(additional: Int) throws(OutOfMemory) {
    try times.reserve(additional: additional + 1)
    try heap.reserve(additional: additional + 1)
  }

  /// After `prepare()`, or where an earlier time of this node and kind was removed since.
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

  /// Makes the heap anew of what is in force. There is room: whenever there were as many, the heap held them all.
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
  mutating func next() -> Int64? {
    if times.count == 0 { return nil }
    return heap.first { entry in times.value(entry.key) == entry.time }?.time
  }

  /// The earliest one that is due. It stays so until `remove`.
  mutating func due(_ now: Int64) -> (node: UInt32, kind: Kind)? {
    guard let first = heap.first(where: { entry in times.value(entry.key) == entry.time }), first.time <= now
    else { return nil }
    return (UInt32(truncatingIfNeeded: (first.key & ~(1 << 63)) >> 1), first.key & 1 == 0 ? .badge : .mute)
  }
}

extension Tree {
  /// When the next badge expires or mute ends, in milliseconds since 1970; nil: nothing has an end.
  public var nextDeadline: Int64? { deadlines.next() }

  /// How many badges and mutes have an end.
  public var endCount: Int { deadlines.count }

  /// Ends what is due, within an undoable transaction: badges are removed whatever their children show, and mutes end.
  /// All that ends at one instant is one operation, and what ends later is a later one. So the tree does not depend on
  /// how often this is called.
  public func expire(now: Int64) throws(TreeError) {
    while let time = deadlines.next(), time <= now { try expireOne(time) }
  }

  /// Ends what ends at that instant.
  private func expireOne(_ time: Int64) throws(TreeError) {
    beginCompound()
    while let due = deadlines.due(time) {
      let at = NodeIndex(due.node)
      switch due.kind {
      case .badge: try setManual(at, .none)
      case .mute: try setMute(at, .none)
      }
    }
    try endCompound()
  }
}
