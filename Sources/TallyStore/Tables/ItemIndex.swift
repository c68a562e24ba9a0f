import TallyMemory

/// The places of the identifiers of the items of logs, in memory: from a hash to the places that may have it. The rows
/// of `log_item` say whether they do. So no index on the disk is needed. Each new identifier would change one of its
/// pages at random.
///
/// An entry may be left of a row that is gone, or belong to another log: its row then has another identifier, or none.
/// No row of a log in `logs` is without an entry. After a rollback the store begins the index again.
///
/// Invariants: `slots` has a power of two of entries, of which at most `limit` are not 0. An entry is 31 bits of a
/// hash, a bit that is set, and the lowest 32 bits of an ordinal.
struct ItemIndex: ~Copyable {
  private var slots = List<UInt64>()
  private var count = 0
  private var limit = 0
  private var logs = List<Int64>()

  /// Whether it has the rows of a log.
  func covers(_ log: Int64) -> Bool {
    for position in 0..<logs.count where logs[position] == log { return true }
    return false
  }

  var isFull: Bool { count >= limit }

  var logCount: Int { logs.count }

  func log(_ position: Int) -> Int64 { logs[position] }

  mutating func removeAll() {
    slots = List<UInt64>()
    logs = List<Int64>()
    (count, limit) = (0, 0)
  }

  /// Makes room for this many rows, and for half as many new ones, in an index that has none.
  mutating func begin(_ rows: Int) throws(OutOfMemory) {
    removeAll()
    let most = max(rows + rows / 2, 768)
    var size = 1024
    while size / 4 * 3 < most { size *= 2 }
    try slots.reserve(size)
    for _ in 0..<size { slots.appendWithinCapacity(0) }
    limit = most
  }

  mutating func cover(_ log: Int64) throws(OutOfMemory) { try logs.append(log) }

  /// There is room: it is not full.
  mutating func insert(_ hash: UInt64, _ ordinal: Int64) {
    var position = first(hash)
    while slots[position] != 0 { position = next(position) }
    slots[position] = tag(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: ordinal))
    count += 1
  }

  /// The next place that may have an identifier with this hash; nil: there is no further one.
  /// - Parameters:
  ///   - position: nil at first; afterwards where to go on.
  ///   - last: the greatest ordinal of the log. No row is 2^32 places before it.
  func find(_ hash: UInt64, after position: inout Int?, last: Int64) -> Int64? {
    if limit == 0 { return nil }
    var place = position ?? first(hash)
    while slots[place] != 0 {
      let entry = slots[place]
      place = next(place)
      if entry >> 32 != tag(hash) { continue }
      position = place
      return last - Int64(UInt32(truncatingIfNeeded: last) &- UInt32(truncatingIfNeeded: entry))
    }
    return nil
  }

  private func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }
  private func next(_ position: Int) -> Int { (position + 1) & (slots.count - 1) }
  private func tag(_ hash: UInt64) -> UInt64 { hash >> 32 | 0x8000_0000 }
}
