import TallyFailure
import TallyMemory

/// The pending events in order: places in a pool, chained. An entry names its subject, and the state is read when it is
/// delivered. So a pending change is merged with the next one at no cost.
///
/// A pledge is room that is kept for an event that must not be lost for lack of memory: a completion, a feed's SYNCED.
///
/// Invariants: there is room for `pledged` more entries. `first` and `last` end a chain of all entries through `next`
/// and `previous`. `callbacks` counts those with a callback.
struct EventQueue: ~Copyable {
  static let none = UInt32.max

  enum Kind: UInt8 {
    case badge
    case total
    case synced
    case oneTime
    case messages
    case group
    /// The SYNCED of a feed's observer.
    case feed
  }

  struct Entry: BitwiseCopyable {
    var kind: Kind
    var hasCallback: Bool
    /// It replaces events of its observer for which there was no room.
    var isResync = false
    /// For the event of an observer: the registration. For synced: the feed's slot. For a one-time event: its slot.
    var subject: UInt32
    var node: UInt32
    var previous: UInt32
    var next: UInt32

    mutating func link(previous: UInt32, next: UInt32) { (self.previous, self.next) = (previous, next) }

    /// Whether it is an event of a badge, the total, messages, a group or a feed.
    var isOfObserver: Bool { kind != .synced && kind != .oneTime }
  }

  private var entries = Slab<Entry>()
  private(set) var first = EventQueue.none
  private var last = EventQueue.none
  private(set) var callbacks = 0
  private(set) var pledged = 0

  var count: Int { entries.count }

  /// Whether the next `additional` entries need no memory, and leave room for pledges.
  @inline(__always)
  func hasRoom(for additional: Int) -> Bool { entries.hasRoom(for: pledged &+ additional) }

  /// Makes room, so that the next `additional` entries need no memory, and leave room for pledges.
  mutating func reserve(_ additional: Int) throws(OutOfMemory) {
    try entries.reserve(pledged + additional)
  }

  /// Keeps room for this many entries until they are redeemed.
  mutating func pledge(_ additional: Int) throws(OutOfMemory) {
    try reserve(additional)
    pledged += additional
  }

  /// Releases pledged room, right before it is used, or if it is no longer needed.
  mutating func redeem(_ entries: Int) { pledged -= entries }

  /// Keeps the room of an entry that was just removed for the next one of its kind.
  mutating func renew() { pledged += 1 }

  subscript(index: UInt32) -> Entry { entries[index] }

  /// Appends an entry. There is room. Returns its place, which stays until it is removed.
  @_optimize(speed)
  mutating func append(
    _ kind: Kind, subject: UInt32, node: UInt32 = 0, hasCallback: Bool, isResync: Bool = false
  ) -> UInt32 {
    let index = entries.insertWithinCapacity(
      Entry(
        kind: kind, hasCallback: hasCallback, isResync: isResync, subject: subject, node: node,
        previous: EventQueue.none, next: EventQueue.none))
    linkLast(index)
    if hasCallback { callbacks += 1 }
    return index
  }

  /// Moves a pending entry to the end, because it now stands for the latest change.
  @_optimize(speed)
  mutating func moveLast(_ index: UInt32) {
    if last == index { return }
    unlink(entries[index])
    linkLast(index)
  }

  mutating func setCallback(_ index: UInt32, _ hasCallback: Bool) {
    if entries[index].hasCallback == hasCallback { return }
    entries[index].hasCallback = hasCallback
    callbacks += hasCallback ? 1 : -1
  }

  @_optimize(speed)
  mutating func remove(_ index: UInt32) -> Entry {
    let entry = entries.remove(index)
    unlink(entry)
    if entry.hasCallback { callbacks -= 1 }
    return entry
  }

  @_optimize(speed)
  private mutating func linkLast(_ index: UInt32) {
    entries[index].link(previous: last, next: EventQueue.none)
    if last == EventQueue.none { first = index } else { entries[last].next = index }
    last = index
  }

  @_optimize(speed)
  private mutating func unlink(_ entry: Entry) {
    if entry.previous == EventQueue.none { first = entry.next } else { entries[entry.previous].next = entry.next }
    if entry.next == EventQueue.none { last = entry.previous } else { entries[entry.next].previous = entry.previous }
  }

  #if TALLY_PLAIN
    /// The first pending entry of a kind.
    func search(_ isWanted: (Entry) -> Bool) -> UInt32? {
      var index = first
      while index != EventQueue.none, !isWanted(entries[index]) { index = entries[index].next }
      return index == EventQueue.none ? nil : index
    }
  #endif

  /// Whether the invariants hold.
  func verify() -> Bool {
    let hasRoom = entries.verify() && pledged >= 0 && entries.hasRoom(for: pledged)
    var (index, before, chained, called) = (first, EventQueue.none, 0, 0)
    while index != EventQueue.none, entries.contains(index), entries[index].previous == before, chained < count {
      if entries[index].hasCallback { called += 1 }
      (before, index) = (index, entries[index].next)
      chained += 1
    }
    return hasRoom && index == EventQueue.none && before == last && chained == count && called == callbacks
  }
}

/// A completion, or another event that is delivered exactly once.
final class OneTimeEvent {
  var event: Event
  let callback: Callback
  var text = ByteBuffer()

  init(_ event: Event, _ callback: Callback) {
    self.event = event
    self.callback = callback
  }

  /// Events with the same key are merged into one, which has the latest state; 0: not merged.
  var key: UInt64 {
    switch event.kind {
    case .reminder: event.result == 0 ? UInt64(bitPattern: event.reminder) : UInt64.max
    case .drift: event.result == 0 ? driftKey : UInt64.max - 1
    case .auth where event.feed == 0: UInt64(bitPattern: event.account) | 1 << 63
    default: 0
    }
  }

  private var driftKey: UInt64 {
    var hash = FNVHash()
    hash.add(text.bytes)
    let feed = (UInt64(bitPattern: event.feed) & (1 << 30 - 1)) << 32
    return 1 << 62 | feed | UInt64(hash.value)
  }

  /// It replaces all events of its kind for which there was no room.
  func becomeResync() {
    var resync = Event(event.kind)
    resync.result = Status.resync.rawValue
    event = resync
    text.removeAll()
  }
}
