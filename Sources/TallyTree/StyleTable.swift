import CMemory
import TallyMemory

/// The styles of the nodes that have one. A tree without styles pays for one comparison.
///
/// Invariants: `places` leads from every node with a style, and from no other, to its record. A record has a field or
/// an icon. Its `icon` is a block of its own with `iconLength` bytes, or nil for 0.
struct StyleTable: ~Copyable {
  private struct Record: BitwiseCopyable {
    var node: UInt32
    var style: Style
    var icon: UnsafeMutableRawPointer?
    var iconLength: Int
  }

  private var places = IntegerMap()
  private var records = List<Record>()

  deinit {
    for place in 0..<records.count { ctally_memory_free(records[place].icon) }
  }

  var isEmpty: Bool { records.isEmpty }

  private static func key(_ node: UInt32) -> UInt64 { UInt64(node) + 1 }

  private func place(_ node: UInt32) -> Int? {
    if records.isEmpty { return nil }
    // Fits 32 bits: the number of a record.
    return places.value(Self.key(node)).map { Int($0) }
  }

  func contains(_ node: UInt32) -> Bool { place(node) != nil }

  /// The node's own style, or an empty one.
  func style(_ node: UInt32) -> Style {
    guard let place = place(node) else { return Style() }
    return records[place].style
  }

  /// The name of the node's icon, or no bytes. Borrowed until its style is set.
  func icon(_ node: UInt32) -> UnsafeRawBufferPointer {
    guard let place = place(node) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: records[place].icon, count: records[place].iconLength)
  }

  /// Replaces the style. An empty style removes it.
  mutating func set(_ node: UInt32, _ style: Style, icon: UnsafeRawBufferPointer) throws(OutOfMemory) {
    if style.isEmpty && icon.isEmpty { return remove(node) }
    let known = place(node)
    if known == nil {
      try records.reserve(records.count + 1)
      try places.reserve(additional: 1)
    }
    let fresh = Record(node: node, style: style, icon: try Self.copy(icon), iconLength: icon.count)
    if let known {
      ctally_memory_free(records[known].icon)
      records[known] = fresh
    } else {
      try places.set(Self.key(node), Int64(records.count))
      records.appendWithinCapacity(fresh)
    }
  }

  private static func copy(_ icon: UnsafeRawBufferPointer) throws(OutOfMemory) -> UnsafeMutableRawPointer? {
    guard let source = icon.baseAddress, icon.count > 0 else { return nil }
    guard let block = ctally_memory_allocate(icon.count) else { throw OutOfMemory() }
    block.copyMemory(from: source, byteCount: icon.count)
    return block
  }

  private mutating func remove(_ node: UInt32) {
    guard let place = place(node), let last = records.popLast() else { return }
    places.remove(Self.key(node))
    if place == records.count { return ctally_memory_free(last.icon) }
    ctally_memory_free(records[place].icon)
    records[place] = last
    // The key exists, so this needs no memory.
    _ = try? places.set(Self.key(last.node), Int64(place))
  }
}
