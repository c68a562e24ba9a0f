import TallyMemory

/// An object with a name that never changes.
protocol Named: AnyObject {
  var name: [UInt8] { get }
}

/// Objects by slot and by name.
///
/// Invariants: `first` leads from the hash of every name in the table to a chain of the entries with that hash. An
/// entry in no chain has lost its name, and keeps its slot.
struct NameTable<Element: Named>: ~Copyable {
  private static var none: UInt32 { UInt32.max }

  struct Entry {
    var element: Element
    /// The slot of the next entry whose name has the same hash.
    var next: UInt32
    var hasName = true
  }

  private var entries = Slab<Entry>()
  private var first = IntegerMap()
  private let seed: UInt64
  /// The bits of a hash that count. Tests use few, so that names share them.
  private let mask: UInt64

  init(seed: UInt64, mask: UInt64 = UInt64.max) {
    self.seed = seed
    self.mask = mask
  }

  var count: Int { entries.count }

  /// One more than the largest slot.
  var slotCount: UInt32 { entries.slotCount }

  /// The element in a slot; nil: there is none.
  func find(_ slot: UInt32) -> Element? { entries.find(slot)?.element }

  /// The element in a slot that has one.
  subscript(slot: UInt32) -> Element { entries[slot].element }

  /// - Complexity: O(length of the name).
  func find(_ name: UnsafeRawBufferPointer) -> Element? {
    var slot = chain(hash(name))
    while slot != Self.none {
      if entries[slot].element.name.withUnsafeBytes({ isEqual($0, name) }) { return entries[slot].element }
      slot = entries[slot].next
    }
    return nil
  }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) {
    try first.reserve(additional: 1)
    try entries.reserve(1)
  }

  /// Adds an object whose name is not in the table. There is room.
  /// - Returns: its slot.
  mutating func insert(_ element: Element) -> UInt32 {
    let hash = hash(of: element)
    let slot = entries.insertWithinCapacity(Entry(element: element, next: chain(hash)))
    lead(from: hash, to: slot)
    return slot
  }

  /// Removes a name. Its object is no longer found by it, but keeps its slot.
  mutating func forgetName(_ slot: UInt32) {
    if !entries[slot].hasName { return }
    entries[slot].hasName = false
    let (hash, next) = (hash(of: entries[slot].element), entries[slot].next)
    var before = chain(hash)
    if before == slot {
      if next == Self.none { first.remove(hash) } else { lead(from: hash, to: next) }
      return
    }
    while entries[before].next != slot { before = entries[before].next }
    entries[before].next = next
  }

  /// Removes an object.
  mutating func remove(_ slot: UInt32) {
    forgetName(slot)
    entries.remove(slot)
  }

  /// Whether only the table refers to the object in a slot. New references come only through the table.
  mutating func isUnused(_ slot: UInt32) -> Bool { isKnownUniquelyReferenced(&entries[slot].element) }

  mutating func removeAll() {
    entries = Slab()
    first = IntegerMap()
  }

  private func chain(_ hash: UInt64) -> UInt32 {
    first.value(hash).map { UInt32(truncatingIfNeeded: $0) } ?? Self.none
  }

  private mutating func lead(from hash: UInt64, to slot: UInt32) {
    first.setWithinCapacity(hash, Int64(slot))
  }

  private func hash(of element: Element) -> UInt64 {
    element.name.withUnsafeBytes { (name: UnsafeRawBufferPointer) -> UInt64 in hash(name) }
  }

  /// Never 0.
  private func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (hash ^ hash >> 32) & mask | 1
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var isSound = entries.verify()
    var chained = 0
    var chains = 0
    for slot in 0..<entries.slotCount {
      guard let entry = entries.find(slot), entry.hasName else { continue }
      chained += 1
      let hash = hash(of: entry.element)
      var each = chain(hash)
      if each == slot { chains += 1 }
      while each != slot, entries.contains(each), self.hash(of: entries[each].element) == hash {
        each = entries[each].next
      }
      isSound = isSound && each == slot
      each = entry.next
      while each != slot, entries.contains(each) { each = entries[each].next }
      isSound = isSound && each == Self.none
    }
    return isSound && chained <= entries.count && chains == first.count
  }
}
