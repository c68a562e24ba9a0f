import TallyMemory

/// When badges expire and mutes end: for each node at most one time of each kind, and the earliest of all.
///
/// Invariants: `times` holds exactly the times in force; `heap` is a binary heap by time that holds at least those
/// (an entry that `times` does not confirm is stale, and dropped in passing).
struct Deadlines: ~Copyable {
  enum Kind: UInt32 {
    case badge = 0
    case mute = 1
  }

  private struct Entry {
    var time: Int64
    var key: UInt64
  }

  private var times = IntegerMap()
  private var heap = List<Entry>()

  private static func key(_ node: UInt32, _ kind: Kind) -> UInt64 {
    UInt64(node) << 1 | UInt64(kind.rawValue) | 1 << 63
  }

  /// The time in force, or 0.
  func time(_ node: UInt32, _ kind: Kind) -> Int64 {
    times.count == 0 ? 0 : times.value(Self.key(node, kind)) ?? 0
  }

  /// Makes room for one `set`.
  mutating func prepare() throws(OutOfMemory) {
    try times.reserve(additional: 1)
    if heap.count > 64, heap.count > times.count * 4 { dropStale() }
    try heap.reserve(heap.count + 1)
  }

  /// After `prepare()`, or where an earlier time of this node and kind was removed since.
  mutating func set(_ node: UInt32, _ kind: Kind, _ time: Int64) {
    let key = Self.key(node, kind)
    if times.value(key) == time { return }
    do throws(OutOfMemory) {
      try times.set(key, time)
      if heap.count < heap.capacity {
        try heap.append(Entry(time: time, key: key))
        siftUp(heap.count - 1)
      }
    } catch {
      preconditionFailure("room was not reserved")
    }
  }

  mutating func remove(_ node: UInt32, _ kind: Kind) {
    if times.count > 0 { times.remove(Self.key(node, kind)) }
  }

  /// The earliest time in force, or nil.
  mutating func next() -> Int64? {
    while !heap.isEmpty {
      let first = heap[0]
      if times.value(first.key) == first.time { return first.time }
      removeFirst()
    }
    return nil
  }

  /// Takes out the earliest one that is due. It stays in force until `remove`.
  mutating func popDue(_ now: Int64) -> (node: UInt32, kind: Kind)? {
    guard let time = next(), time <= now else { return nil }
    let key = heap[0].key
    removeFirst()
    return (UInt32(truncatingIfNeeded: key >> 1), key & 1 == 0 ? .badge : .mute)
  }

  private mutating func dropStale() {
    var kept = 0
    for position in 0..<heap.count where times.value(heap[position].key) == heap[position].time {
      heap[kept] = heap[position]
      kept += 1
    }
    heap.truncate(to: kept)
    for position in 0..<kept { siftUp(position) }
  }

  private mutating func siftUp(_ start: Int) {
    var position = start
    while position > 0, heap[position].time < heap[(position - 1) / 2].time {
      let parent = (position - 1) / 2
      let moved = heap[position]
      heap[position] = heap[parent]
      heap[parent] = moved
      position = parent
    }
  }

  private mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var position = 0
    while true {
      var child = 2 * position + 1
      if child >= heap.count { return }
      if child + 1 < heap.count, heap[child + 1].time < heap[child].time { child += 1 }
      if heap[position].time <= heap[child].time { return }
      let moved = heap[position]
      heap[position] = heap[child]
      heap[child] = moved
      position = child
    }
  }
}

extension Tree {
  /// When the next badge expires or mute ends, in milliseconds since 1970; nil: nothing has an end.
  public var nextDeadline: Int64? { deadlines.next() }

  /// Ends what is due, as one operation, within an undoable transaction: badges go whatever their children show,
  /// mutes end.
  public func expire(now: Int64) throws(TreeError) {
    beginCompound()
    while let due = deadlines.popDue(now) {
      let at = NodeIndex(due.node)
      switch due.kind {
      case .badge: try setManual(at, .none)
      case .mute: try setMute(at, .none)
      }
    }
    try endCompound()
  }
}
