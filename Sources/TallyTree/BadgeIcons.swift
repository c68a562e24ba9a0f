import CMemory
import TallyMemory

/// The icons that pages give to own badges. A tree without icons pays nothing. A node's flag `iconed` says whether
/// it has one; entries here of other nodes have no meaning.
///
/// Invariants: `places` leads from each node that ever had an icon to its record. `replaced` has, in order, the former
/// records that the current undoable transaction changed. Each block belongs to one record.
struct BadgeIcons: ~Copyable {
  private struct Record: BitwiseCopyable {
    var node: UInt32
    var text: UnsafeMutableRawPointer?
    var count: Int
  }

  private var places = IntegerMap()
  private var records = List<Record>()
  private var replaced = List<Record>()

  deinit {
    for place in 0..<records.count { ctally_memory_free(records[place].text) }
    for place in 0..<replaced.count { ctally_memory_free(replaced[place].text) }
  }

  var isEmpty: Bool { records.isEmpty }
  var hasReplaced: Bool { replaced.count > 0 }
  var replacedCount: Int { replaced.count }

  // Fits 32 bits: the number of a record.
  private func place(_ node: UInt32) -> Int? { places.value(UInt64(node) + 1).map { Int($0) } }

  /// Borrowed until the node's icon is set.
  func icon(_ node: UInt32) -> UnsafeRawBufferPointer {
    guard let place = place(node) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: records[place].text, count: records[place].count)
  }

  mutating func set(_ node: UInt32, _ icon: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try replaced.reserve(replaced.count + 1)
    try records.reserve(records.count + 1)
    try places.reserve(additional: 1)
    var block: UnsafeMutableRawPointer?
    if let source = icon.baseAddress, icon.count > 0 {
      guard let copy = ctally_memory_allocate(icon.count) else { throw OutOfMemory() }
      copy.copyMemory(from: source, byteCount: icon.count)
      block = copy
    }
    let place = place(node) ?? records.count
    if place == records.count {
      try places.set(UInt64(node) + 1, Int64(place))
      records.appendWithinCapacity(Record(node: node, text: nil, count: 0))
    }
    replaced.appendWithinCapacity(records[place])
    records[place] = Record(node: node, text: block, count: icon.count)
  }

  /// Drops the former records.
  mutating func commit() {
    while let record = replaced.popLast() { ctally_memory_free(record.text) }
  }

  /// Restores the former records, except those of the first `count` changes.
  mutating func rollback(to count: Int) {
    while replaced.count > count, let record = replaced.popLast() {
      // A node keeps its place.
      if let place = place(record.node) {
        ctally_memory_free(records[place].text)
        records[place] = record
      }
    }
  }
}
