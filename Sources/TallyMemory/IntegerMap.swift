/// A map from nonzero 64-bit keys to 64-bit values: open addressing with linear probing, with memory from an allocator
/// that can fail.
///
/// Invariants: `capacity` is 0 or a power of two. A slot with key 0 is empty. At most three quarters of the slots are
/// taken. No empty slot lies between a key's home and its slot.
@frozen
public struct IntegerMap: ~Copyable {
  private struct Slot {
    var key: UInt64
    var value: Int64
  }

  private var block = RawBlock()
  private var capacity = 0
  public private(set) var count = 0

  public init() {}

  private var slots: UnsafeMutablePointer<Slot>? { block.base?.assumingMemoryBound(to: Slot.self) }

  private static func home(_ key: UInt64, _ capacity: Int) -> Int {
    let mixed = (key ^ (key >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (mixed >> 29) & UInt64(capacity - 1))
  }

  @inline(__always)
  private func find(_ key: UInt64) -> Int? {
    guard let slots, key != 0 else { return nil }
    var index = Self.home(key, capacity)
    while slots[index].key != 0 {
      if slots[index].key == key { return index }
      index = (index + 1) & (capacity - 1)
    }
    return nil
  }

  @_optimize(speed)
  @inline(never)
  public func value(_ key: UInt64) -> Int64? {
    guard let index = find(key), let slots else { return nil }
    return slots[index].value
  }

  /// The next entry from a cursor, which begins at 0 and moves past the entry. nil: no more. The order is undefined.
  public func entry(from cursor: inout Int) -> (key: UInt64, value: Int64)? {
    guard let slots else { return nil }
    while cursor < capacity {
      let slot = slots[cursor]
      cursor += 1
      if slot.key != 0 { return (slot.key, slot.value) }
    }
    return nil
  }

  /// Whether the next `additional` new keys need no memory.
  @inline(__always)
  public func hasRoom(for additional: Int) -> Bool { (count &+ additional) &* 4 <= capacity &* 3 }

  /// Makes sure that the next `additional` new keys need no memory.
  public mutating func reserve(additional: Int) throws(OutOfMemory) {
    if (count + additional) * 4 > capacity * 3 { try grow(count + additional) }
  }

  /// - Precondition: `key` is not 0.
  public mutating func set(_ key: UInt64, _ value: Int64) throws(OutOfMemory) {
    precondition(key != 0)
    if let index = find(key) {
      slots?[index].value = value
      return
    }
    try reserve(additional: 1)
    insert(key, value)
  }

  /// Sets a value without an allocation.
  /// - Precondition: `key` is not 0. It is there, or there is room for it.
  public mutating func setWithinCapacity(_ key: UInt64, _ value: Int64) {
    do throws(OutOfMemory) { try set(key, value) } catch { preconditionFailure("room was not reserved") }
  }

  public mutating func remove(_ key: UInt64) {
    guard let slots, var hole = find(key) else { return }
    count -= 1
    var index = hole
    while true {
      index = (index + 1) & (capacity - 1)
      if slots[index].key == 0 { break }
      let home = Self.home(slots[index].key, capacity)
      // It may fill the hole only if the hole lies on its way from its home.
      if (index - home) & (capacity - 1) >= (index - hole) & (capacity - 1) {
        slots[hole] = slots[index]
        hole = index
      }
    }
    slots[hole] = Slot(key: 0, value: 0)
  }

  private mutating func insert(_ key: UInt64, _ value: Int64) {
    guard let slots else { return }
    var index = Self.home(key, capacity)
    while slots[index].key != 0 { index = (index + 1) & (capacity - 1) }
    slots[index] = Slot(key: key, value: value)
    count += 1
  }

  private mutating func grow(_ wanted: Int) throws(OutOfMemory) {
    var newCapacity = capacity < 16 ? 16 : capacity
    while wanted * 4 > newCapacity * 3 { newCapacity *= 2 }
    var fresh = IntegerMap()
    try fresh.block.replaceWithZeros(newCapacity * MemoryLayout<Slot>.stride)
    fresh.capacity = newCapacity
    if let slots {
      for index in 0..<capacity where slots[index].key != 0 {
        fresh.insert(slots[index].key, slots[index].value)
      }
    }
    swap(&self, &fresh)
  }
}
