import TallyMemory
import TallyPolicy
import TallyStore

/// The feeds of all accounts that were added in this run, by slot and by identifier. It knows when their policies need
/// the clock, which feeds wait for a turn, and which requests to cancel. It neither locks nor sends.
///
/// Invariants: `feed.slot` is its slot, and `slots` leads there from its identifier, for every feed in the table.
/// `wakes` and `origins` have nothing for a slot without a feed.
struct FeedTable: ~Copyable {
  private var feeds = Slab<Feed>()
  private var slots = IntegerMap()
  var wakes = Timetable()
  /// The turns; keys are the slots.
  var origins: Origins
  /// Objects, because the last request of a removed feed is cancelled too.
  private var cancellations: [Feed] = []

  init(_ limits: LimitsInForce) {
    origins = Origins(limit: UInt32(limits[.requests]), limitPerOrigin: UInt32(limits[.requestsPerOrigin]))
  }

  var count: Int { feeds.count }

  func find(_ slot: UInt32) -> Feed? { feeds.find(slot) }

  /// The added feed with that identifier.
  func find(id: Int64) -> Feed? {
    slots.value(UInt64(bitPattern: id)).flatMap { feeds.find(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) {
    try slots.reserve(additional: 1)
    try feeds.reserve(1)
    try wakes.reserve(keys: Int(feeds.slotCount) + 1)
    try origins.reserve(keys: Int(feeds.slotCount) + 1)
    try cancellations.reserveRoom(feeds.count + 1)
  }

  /// Adds a feed that is not in the table. There is room.
  mutating func insert(_ feed: Feed) {
    feed.slot = feeds.insertWithinCapacity(feed)
    slots.setWithinCapacity(UInt64(bitPattern: feed.id), Int64(feed.slot))
  }

  /// Removes a feed. Its slot may then belong to another one.
  mutating func remove(_ feed: Feed) {
    wakes.cancel(feed.slot)
    origins.detach(feed.slot)
    feeds.remove(feed.slot)
    slots.remove(UInt64(bitPattern: feed.id))
  }

  // MARK: The loop's tasks

  /// Notes that a feed's request in flight must be cancelled.
  mutating func cancel(_ feed: Feed) {
    if feed.isCancelled { return }
    feed.isCancelled = true
    cancellations.append(feed)
  }

  mutating func takeCancellation() -> Feed? {
    guard let feed = cancellations.popLast() else { return nil }
    feed.isCancelled = false
    return feed
  }

  /// When the loop's next work for feeds is due, on the elapsed clock.
  mutating func next() -> Int64 {
    if !cancellations.isEmpty || origins.isReady { return Int64.min }
    return min(wakes.next(), origins.nextOpening())
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var isSound = feeds.verify() && origins.verify() && slots.count == feeds.count
    for slot in 0..<feeds.slotCount {
      if let feed = feeds.find(slot) {
        isSound = isSound && feed.slot == slot && find(id: feed.id) === feed
      } else {
        isSound = isSound && wakes.time(of: slot) == Timetable.never && !origins.isWaiting(slot)
      }
    }
    return isSound
  }
}
