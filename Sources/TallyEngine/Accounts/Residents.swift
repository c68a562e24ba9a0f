import TallyMemory

/// The accounts whose trees are in memory, by their slots, and the next candidate to be freed.
///
/// Candidates take turns, like the pages of a clock with a second chance. A search checks each of them at most twice.
/// After an unsuccessful search, the next ones are short until something was written.
///
/// Invariants: `slots` has each resident once, and `places[slot]` is its place there. Every other slot has the place
/// `none`. There is room for as many residents as there are places.
struct Residents: ~Copyable {
  private static let none = UInt32.max
  /// The number of candidates in a search that will probably fail.
  private static let shortSearch = 64

  /// The limit; 0: none.
  private(set) var limit: Int
  private var slots = List<UInt32>()
  private var places = List<UInt32>()
  /// The next candidate.
  private var hand = 0
  /// The last search was unsuccessful.
  private(set) var isCrowded = false
  private(set) var loads: UInt64 = 0
  private(set) var evictions: UInt64 = 0

  init(limit: Int) { self.limit = limit }

  var count: Int { slots.count }

  /// Changes the limit. The next search is a long one.
  mutating func setLimit(_ limit: Int) {
    self.limit = limit
    isCrowded = false
  }

  /// The slot at a place below `count`.
  subscript(place: Int) -> UInt32 { slots[place] }

  func contains(_ slot: UInt32) -> Bool { Int(slot) < places.count && places[Int(slot)] != Residents.none }

  /// Makes room for the residents among the first `count` slots.
  mutating func reserve(slots count: Int) throws(OutOfMemory) {
    try slots.reserve(count)
    if count > places.count { try places.append(repeating: Residents.none, count: count - places.count) }
  }

  /// Adds an account whose tree was read. There is room.
  mutating func insert(_ slot: UInt32) {
    places[Int(slot)] = UInt32(slots.count)
    slots.appendWithinCapacity(slot)
    loads += 1
  }

  /// Removes an account.
  mutating func remove(_ slot: UInt32) {
    let place = Int(places[Int(slot)])
    guard let last = slots.popLast() else { return }
    if last != slot {
      slots[place] = last
      places[Int(last)] = UInt32(place)
    }
    places[Int(slot)] = Residents.none
  }

  /// Removes an account to make room for another one.
  mutating func evict(_ slot: UInt32) {
    remove(slot)
    evictions += 1
  }

  // MARK: Searching

  /// Whether a tree must be freed before another one is read.
  var isFull: Bool { limit > 0 && slots.count >= limit }

  /// The number of candidates that a search checks.
  var searchLength: Int { isCrowded ? Residents.shortSearch : 2 * slots.count }

  /// The next candidate. There must be one.
  mutating func next() -> UInt32 {
    if hand >= slots.count { hand = 0 }
    hand += 1
    return slots[hand - 1]
  }

  /// Ends a search.
  mutating func endSearch() { isCrowded = isFull }

  /// After a write, more residents may be freed, so the next search is a long one.
  mutating func noteWriting() { isCrowded = false }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var isSound = slots.capacity >= places.count
    for place in 0..<slots.count {
      isSound = isSound && Int(slots[place]) < places.count && places[Int(slots[place])] == UInt32(place)
    }
    var living = 0
    for slot in 0..<places.count where places[slot] != Residents.none { living += 1 }
    return isSound && living == slots.count
  }
}
