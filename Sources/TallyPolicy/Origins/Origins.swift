import TallyMemory

/// How soon a request is sent, among those of its origin.
public enum Urgency: UInt8, Sendable {
  /// Due by the interval, or after a failure.
  case timer
  /// Caused by an event: a push, a page, a refresh.
  case prompt
  /// The host wants it now. It also passes an open breaker.
  case force
}

/// A request that was sent. ``Origins`` needs this value when the request ends.
public struct Permit: Equatable, Sendable {
  let key: UInt32
  let origin: UInt32
  let isProbe: Bool
  let isDoubted: Bool
  /// That of the breaker when the request began.
  let age: UInt32
}

public enum Admission: Equatable, Sendable {
  case begin(UInt32, Permit)
  /// The origin is down. The request of this key no longer waits and is due at its next time.
  case postpone(UInt32)
}

/// Which feeds wait for their turn, and whose turn it is. Keys are the slots of feeds. Each key belongs to an origin, a
/// server that several feeds share. The caller makes an origin's number from scheme, host and port. Only `reserve`
/// needs memory.
///
/// Origins take turns, so no origin waits behind the queue of another. Within an origin, urgent requests go first, and
/// then older ones. The number of requests in flight is limited, for each origin and in all. Origins that were
/// unreachable last time are doubted. At most half of all places is theirs, so silent servers do not stop the others.
///
/// Invariants:
/// - A waiting key is in one lane of its origin: the lane of its urgency.
/// - An origin is in a queue of `ready` if it may begin something: it has a free place, and a key waits that the
///   breaker is not known to hold up.
/// - An origin exists as long as it has keys or requests in flight. A key has at most one request in flight, also one
///   that was detached since. So one place for each key and one for each exchange is enough for `origins`.
/// - `requests` is the sum over all origins. `doubted` counts those of them that began in doubt.
public struct Origins: ~Copyable {
  struct Origin: BitwiseCopyable {
    let name: UInt64
    var keys: UInt32 = 0
    var requests: UInt32 = 0
    /// Indexed by urgency.
    var lanes = InlineArray<3, Chain>(repeating: Chain())
    var breaker = Breaker()
    /// It was unreachable last time.
    var isDoubted = false
    /// The queue of `ready` that it is in.
    var queue: UInt8 = Origins.noQueue

    var urgency: Urgency? {
      lanes[2].isEmpty ? lanes[1].isEmpty ? lanes[0].isEmpty ? nil : .timer : .prompt : .force
    }
  }

  struct Row: BitwiseCopyable {
    var origin = Chain.none
    var lane: UInt8 = Origins.noQueue
  }

  static let noQueue: UInt8 = 3

  public private(set) var limit: UInt32
  public private(set) var limitPerOrigin: UInt32
  /// A limit was lowered, so more requests may be in flight than it allows.
  private(set) var wasLowered = false
  var rows = List<Row>()
  var rowLinks = List<Link>()
  var origins = Slab<Origin>()
  var originLinks = List<Link>()
  var byName = IntegerMap()
  /// Origins that may begin something: trusted, doubted.
  var ready = InlineArray<2, Chain>(repeating: Chain())
  var isDoubtedNext = false
  /// When an origin's breaker lets a waiting key through.
  var openings = Timetable()
  /// Counts the network states.
  var epoch: UInt32 = 0
  public internal(set) var requests: UInt32 = 0
  var doubted: UInt32 = 0

  /// The number of requests in flight to the busiest origin.
  /// - Complexity: O(origins).
  public var mostRequests: UInt32 {
    var most: UInt32 = 0
    for slot in 0..<origins.slotCount { most = max(most, origins.find(slot)?.requests ?? 0) }
    return most
  }

  /// - Parameters:
  ///   - limit: the most requests in all; at least 1.
  ///   - limitPerOrigin: the most requests to one origin; at least 1.
  public init(limit: UInt32 = 256, limitPerOrigin: UInt32 = 6) {
    self.limit = max(limit, 1)
    self.limitPerOrigin = max(limitPerOrigin, 1)
  }

  /// Makes room for the first `count` keys.
  /// - Throws: ``OutOfMemory``. A call that throws changes nothing that a caller can see.
  public mutating func reserve(keys count: Int) throws(OutOfMemory) {
    if count <= rows.count { return }
    try reserve(keys: count, limit: limit)
    try rows.reserve(count)
    try rowLinks.append(repeating: Link(), count: max(0, count - rowLinks.count))
    try rows.append(repeating: Row(), count: count - rows.count)
  }

  /// Makes room for the origins of so many keys and requests.
  private mutating func reserve(keys count: Int, limit: UInt32) throws(OutOfMemory) {
    let most = count + min(count, Int(max(limit, requests)))
    try origins.reserve(most - origins.count)
    try byName.reserve(additional: most - byName.count)
    try openings.reserve(keys: most)
    try originLinks.append(repeating: Link(), count: max(0, most - originLinks.count))
  }

  /// Changes the limits, both at least 1. Requests in flight beyond them stay.
  /// - Throws: ``OutOfMemory``. Then nothing has changed.
  public mutating func setLimits(limit: UInt32, limitPerOrigin: UInt32) throws(OutOfMemory) {
    try reserve(keys: rows.count, limit: limit)
    if limit < self.limit || limitPerOrigin < self.limitPerOrigin { wasLowered = true }
    (self.limit, self.limitPerOrigin) = (limit, limitPerOrigin)
    // Origins that had no free place may have one now, for a forced request also before their opening.
    for slot in 0..<origins.slotCount where origins.contains(slot) {
      if origins[slot].urgency != nil { list(slot) }
    }
  }

  // MARK: Keys

  /// Moves the key to this origin. It does not wait.
  /// - Precondition: there is room for the key.
  public mutating func attach(_ key: UInt32, to name: UInt64) {
    detach(key)
    // The map has no key 0.
    let name = max(name, 1)
    let origin = byName.value(name).map { UInt32(truncatingIfNeeded: $0) } ?? add(name)
    origins[origin].keys += 1
    rows[Int(key)].origin = origin
  }

  private mutating func add(_ name: UInt64) -> UInt32 {
    let origin = origins.insertWithinCapacity(Origin(name: name))
    byName.setWithinCapacity(name, Int64(origin))
    return origin
  }

  /// Removes the key from its origin. Its request in flight stays counted until it ends.
  public mutating func detach(_ key: UInt32) {
    withdraw(key)
    let origin = rows[Int(key)].origin
    if origin == Chain.none { return }
    rows[Int(key)].origin = Chain.none
    origins[origin].keys -= 1
    removeIfUnused(origin)
  }

  mutating func removeIfUnused(_ origin: UInt32) {
    if origins[origin].keys > 0 || origins[origin].requests > 0 { return }
    unlist(origin)
    openings.cancel(origin)
    byName.remove(origins[origin].name)
    _ = origins.remove(origin)
  }

  /// Makes the key wait for its turn. A key that waits already may become more urgent.
  /// - Precondition: the key belongs to an origin.
  public mutating func wait(_ key: UInt32, _ urgency: Urgency) {
    let row = rows[Int(key)]
    if row.lane != Origins.noQueue, row.lane >= urgency.rawValue { return }
    withdraw(key)
    rows[Int(key)].lane = urgency.rawValue
    rowLinks.append(key, to: &origins[row.origin].lanes[Int(urgency.rawValue)])
    list(row.origin)
  }

  /// The key no longer waits.
  public mutating func withdraw(_ key: UInt32) {
    let row = rows[Int(key)]
    if row.lane == Origins.noQueue { return }
    rowLinks.remove(key, from: &origins[row.origin].lanes[Int(row.lane)])
    rows[Int(key)].lane = Origins.noQueue
  }

  public func isWaiting(_ key: UInt32) -> Bool { Int(key) < rows.count && rows[Int(key)].lane != Origins.noQueue }

  /// Whether the key's origin is known to be down.
  public func isOut(_ key: UInt32) -> Bool {
    let origin = rows[Int(key)].origin
    return origin != Chain.none && origins[origin].breaker.isOpen
  }

  /// The network has changed, or the machine has slept. An origin that was down may be up again.
  public mutating func doubtBreakers() {
    epoch &+= 1
    listOpened(by: Timetable.never - 1)
  }

  // MARK: Lists of origins

  /// Lists the origins whose breaker lets a key through by then.
  @inline(never)
  mutating func listOpened(by time: Int64) {
    while let origin = openings.popDue(by: time) { list(origin) }
  }

  mutating func list(_ origin: UInt32) {
    if origins[origin].queue != Origins.noQueue { return }
    let queue = origins[origin].isDoubted ? 1 : 0
    origins[origin].queue = UInt8(queue)
    originLinks.append(origin, to: &ready[queue])
  }

  mutating func unlist(_ origin: UInt32) {
    let queue = origins[origin].queue
    if queue == Origins.noQueue { return }
    originLinks.remove(origin, from: &ready[Int(queue)])
    origins[origin].queue = Origins.noQueue
  }
}
