import TallyMemory

/// A table of keys and the times when they are due. A key has at most one time and comes up once. Keys are the slots of
/// a table, so they are small numbers. Only `reserve` needs memory.
///
/// A key that gets another time leaves its former entry in the heap. Each entry carries a ticket, and the key's row has
/// the ticket of the newest one. So superseded entries are recognised. They are dropped when they come first, or when
/// the heap is full.
///
/// Invariants: for each key with a time, `heap` has exactly one entry with this time and the row's ticket, and for any
/// other key none. `heap` has capacity for one entry of each row and a quarter more, so superseded entries are bounded.
public struct Timetable: ~Copyable {
  /// The time of a key that is not planned.
  public static var never: Int64 { Int64.max }

  fileprivate struct Row: BitwiseCopyable {
    var time = Timetable.never
    var ticket: UInt32 = 0
  }

  private var rows = List<Row>()
  private var heap = TimeHeap()

  public init() {}

  /// Makes room for plans of the first `count` keys.
  /// - Throws: ``OutOfMemory``. A call that throws changes no plan.
  public mutating func reserve(keys count: Int) throws(OutOfMemory) {
    try heap.reserve(additional: max(0, count + count / 4 + 64 - heap.count))
    if count > rows.count { try rows.append(repeating: Row(), count: count - rows.count) }
  }

  /// When a key is due; ``never``: it is not planned.
  public func time(of key: UInt32) -> Int64 { Int(key) < rows.count ? rows[Int(key)].time : Timetable.never }

  /// Replaces the time of a key; ``never`` cancels it.
  /// - Precondition: there is room for the key, unless `time` is ``never``.
  /// - Returns: whether the key has a new time, so that a waiting thread may have to wake earlier.
  public mutating func plan(_ key: UInt32, at time: Int64) -> Bool {
    if time == self.time(of: key) { return false }
    if time == Timetable.never {
      cancel(key)
      return false
    }
    let ticket = rows[Int(key)].ticket &+ 1
    // Its own entry is superseded already.
    rows[Int(key)] = Row(ticket: ticket)
    if !heap.hasRoom { heap.removeStale { rows.confirms($0) } }
    do throws(OutOfMemory) { try heap.push(time, UInt64(key) << 32 | UInt64(ticket)) } catch {
      preconditionFailure("room was not reserved")
    }
    rows[Int(key)].time = time
    return true
  }

  public mutating func cancel(_ key: UInt32) {
    if Int(key) < rows.count { rows[Int(key)].time = Timetable.never }
  }

  /// The earliest time; ``never``: nothing is planned.
  @inline(never)
  public mutating func next() -> Int64 { heap.first { rows.confirms($0) }?.time ?? Timetable.never }

  /// Removes and returns the key with the earliest time, if it is due.
  public mutating func popDue(by now: Int64) -> UInt32? {
    guard let first = heap.first(where: { rows.confirms($0) }), first.time <= now else { return nil }
    heap.removeFirst()
    let key = UInt32(truncatingIfNeeded: first.key >> 32)
    cancel(key)
    return key
  }

  /// For tests: whether the invariants hold. O(keys · entries).
  func verify() -> Bool {
    var isSound = heap.capacity >= rows.count + rows.count / 4 && heap.count <= heap.capacity
    for key in 0..<rows.count {
      // Fits 32 bits: a key, below the number of rows.
      let current = heap.count { Int($0.key >> 32) == key && rows.confirms($0) }
      isSound = isSound && current == (rows[key].time == Timetable.never ? 0 : 1)
    }
    return isSound
  }
}

extension List<Timetable.Row> {
  /// Whether an entry of the heap is its key's newest one, and neither cancelled nor taken out.
  fileprivate func confirms(_ entry: TimeHeap.Entry) -> Bool {
    // Fits 32 bits: a key, below the number of rows.
    let row = self[Int(entry.key >> 32)]
    return row.time == entry.time && row.ticket == UInt32(truncatingIfNeeded: entry.key)
  }
}
