import TallyFailure
import TallyMemory

/// What waits to be told, in order: places in a pool, chained. It holds what is to be told, not what is told: the
/// state is read when it is delivered, so a change that waits is merged with the next one for nothing.
///
/// A pledge is room that is kept for an event that must not be lost for want of memory: a completion, a feed's SYNCED.
///
/// Invariants: there is room for `pledged` entries more; `first` and `last` end a chain of all entries through `next`
/// and `previous`; `callbacks` counts those that have a callback to be called.
struct EventQueue: ~Copyable {
  static let none = UInt32.max

  enum Kind: UInt8 {
    case badge
    case total
    case synced
    case oneTime
    case messages
    case group
  }

  struct Entry: BitwiseCopyable {
    var kind: Kind
    var hasCallback: Bool
    /// It stands for events of its observer that there was no room for.
    var isResync = false
    /// The registration of badge, total, messages and group; the feed's slot of synced; the slot of a one-time event.
    var subject: UInt32
    var node: UInt32
    var previous: UInt32
    var next: UInt32

    mutating func link(previous: UInt32, next: UInt32) { (self.previous, self.next) = (previous, next) }

    /// Of a badge, the total, messages or a group.
    var isOfObserver: Bool { kind != .synced && kind != .oneTime }
  }

  private var entries = Slab<Entry>()
  private(set) var first = EventQueue.none
  private var last = EventQueue.none
  private(set) var callbacks = 0
  private(set) var pledged = 0

  var count: Int { entries.count }

  /// Whether the next `additional` entries need no memory, and leave room for what was pledged.
  @inline(__always)
  func hasRoom(for additional: Int) -> Bool { entries.hasRoom(for: pledged &+ additional) }

  /// Makes room, so that the next `additional` entries need no memory, and leave room for what was pledged.
  mutating func reserve(_ additional: Int) throws(OutOfMemory) {
    try entries.reserve(pledged + additional)
  }

  /// Keeps room for so many entries until they are redeemed.
  mutating func pledge(_ additional: Int) throws(OutOfMemory) {
    try reserve(additional)
    pledged += additional
  }

  /// Gives up the room that was kept, right before it is used, or where it is not needed any more.
  mutating func redeem(_ entries: Int) { pledged -= entries }

  /// Keeps the room of an entry that has just been removed for the next one of its kind.
  mutating func renew() { pledged += 1 }

  subscript(index: UInt32) -> Entry { entries[index] }

  /// Appends an entry; there is room. Answers its place, which stays until it is removed.
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

  /// Moves a waiting entry to the end: it is about the latest change now.
  @_optimize(speed)
  mutating func moveLast(_ index: UInt32) {
    if last == index { return }
    unlink(entries[index])
    linkLast(index)
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

  /// Whether the invariants hold.
  func verify() -> Bool {
    if !entries.verify() || pledged < 0 || !entries.hasRoom(for: pledged) { return false }
    var (index, before, chained, called) = (first, EventQueue.none, 0, 0)
    while index != EventQueue.none, entries.contains(index), entries[index].previous == before, chained < count {
      if entries[index].hasCallback { called += 1 }
      (before, index) = (index, entries[index].next)
      chained += 1
    }
    return index == EventQueue.none && before == last && chained == count && called == callbacks
  }
}

/// A completion, or something else that is delivered exactly once.
final class OneTimeEvent {
  var event: Event
  let callback: Callback
  var text = ByteBuffer()

  init(_ event: Event, _ callback: Callback) {
    self.event = event
    self.callback = callback
  }

  /// Of events with the same key one waits, which tells the latest; 0: it is not merged with others.
  var key: UInt64 {
    switch event.kind {
    case .reminder: event.result == 0 ? event.token : UInt64.max
    case .auth where event.feed == 0: UInt64(bitPattern: event.account) | 1 << 63
    default: 0
    }
  }

  /// It stands for all events of its kind that there was no room for.
  func becomeResync() {
    var resync = Event(event.kind)
    resync.result = Status.resync.rawValue
    event = resync
    text.removeAll()
  }
}

/// One observer, as the host registered it.
struct Registration: BitwiseCopyable {
  var token: UInt64 = 0
  var callback: Callback
  var scope: UInt64
  /// The account's slot; `EventQueue.none`: the total.
  var account = EventQueue.none
  /// What the tree calls it.
  var observer: UInt32 = 0
  var node: UInt32 = 0
  /// It observes many nodes: a subtree, or groups.
  var observesSubtree = false
  /// It is one of the account's watchers.
  var isWatcher = false
  /// It was removed while its callback was running.
  var isRemoved = false
  /// The thread that removed it waits for its callback to return, then frees it. Otherwise the last call frees it.
  var isAwaited = false
  /// Calls of its callback under way.
  var inFlight: UInt32 = 0
  /// Its waiting entry, where it observes one thing; where it observes many, the one that says RESYNC.
  var pending = EventQueue.none
  /// The place of its table, where it is a view.
  var view = EventQueue.none

  init(_ callback: Callback, scope: UInt64) {
    self.callback = callback
    self.scope = scope
  }

  var isView: Bool { view != EventQueue.none }
  var hasCallback: Bool { callback.function != nil || isView }
}
