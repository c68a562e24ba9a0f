import TallyMemory

/// The accounts whose trees are in memory, by their slots, and who is looked at next where there is no room for more.
///
/// Residents are looked at in turn, like the pages of a clock with a second chance. A search looks at each of them
/// twice at most; after one in vain the next ones are short, until something was written.
///
/// Invariants: `slots` has each resident once, and `places[slot]` is its place there; every other slot has the place
/// `none`. There is room for as many residents as there are places.
struct Residents: ~Copyable {
  private static let none = UInt32.max
  /// How many residents a search that is likely in vain looks at.
  private static let shortSearch = 64

  /// How many there should be at most; 0: no limit.
  let limit: Int
  private var slots = List<UInt32>()
  private var places = List<UInt32>()
  /// Who is looked at next.
  private var hand = 0
  /// The last search was in vain.
  private(set) var isCrowded = false
  private(set) var loads: UInt64 = 0
  private(set) var evictions: UInt64 = 0

  init(limit: Int) { self.limit = limit }

  var count: Int { slots.count }

  /// The slot at a place below `count`.
  subscript(place: Int) -> UInt32 { slots[place] }

  func contains(_ slot: UInt32) -> Bool { Int(slot) < places.count && places[Int(slot)] != Residents.none }

  /// Makes room for the residents among the first `count` slots.
  mutating func reserve(slots count: Int) throws(OutOfMemory) {
    try slots.reserve(count)
    if count > places.count { try places.append(repeating: Residents.none, count: count - places.count) }
  }

  /// Enters one whose tree was read; there is room.
  mutating func insert(_ slot: UInt32) {
    places[Int(slot)] = UInt32(slots.count)
    slots.appendWithinCapacity(slot)
    loads += 1
  }

  /// Takes one out.
  mutating func remove(_ slot: UInt32) {
    let place = Int(places[Int(slot)])
    guard let last = slots.popLast() else { return }
    if last != slot {
      slots[place] = last
      places[Int(last)] = UInt32(place)
    }
    places[Int(slot)] = Residents.none
  }

  /// Takes one out for another one's sake.
  mutating func evict(_ slot: UInt32) {
    remove(slot)
    evictions += 1
  }

  // MARK: Searching

  /// Whether somebody has to go before another tree is read.
  var isFull: Bool { limit > 0 && slots.count >= limit }

  /// How many residents a search looks at.
  var searchLength: Int { isCrowded ? Residents.shortSearch : 2 * slots.count }

  /// Who is looked at next; there are some.
  mutating func next() -> UInt32 {
    if hand >= slots.count { hand = 0 }
    hand += 1
    return slots[hand - 1]
  }

  /// Ends a search.
  mutating func endSearch() { isCrowded = isFull }

  /// Something was written, so that more residents may go: the next search is a long one.
  mutating func noteWriting() { isCrowded = false }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    for place in 0..<slots.count {
      if Int(slots[place]) >= places.count || places[Int(slots[place])] != UInt32(place) { return false }
    }
    var living = 0
    for slot in 0..<places.count where places[slot] != Residents.none { living += 1 }
    return living == slots.count && slots.capacity >= places.count
  }
}
