import TallyMemory

/// What waits to be told, in order: places in a pool, chained. It holds what is to be told, not what is told: the
/// state is read when it is delivered, so a change that waits is merged with the next one for nothing.
///
/// A pledge is room that is kept for an event that must not be lost for want of memory: a completion, a feed's SYNCED.
///
/// Invariants: there is room for `count + pledged` entries; `first` and `last` end a chain through `next` and `previous` of `count` entries; free entries are
/// chained through `next` from `free`; `callbacks` counts the entries that have a callback to be called.
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
    /// The registration of badge, total, messages and group; the feed's slot of synced; the slot of a one-time event.
    var subject: UInt32
    var node: UInt32
    var previous: UInt32
    var next: UInt32
  }

  private var entries = List<Entry>()
  private var free = EventQueue.none
  private(set) var first = EventQueue.none
  private var last = EventQueue.none
  private(set) var count = 0
  private(set) var callbacks = 0
  private var pledged = 0

  /// Whether the next `additional` entries need no memory, and leave room for what was pledged.
  @inline(__always)
  func hasRoom(for additional: Int) -> Bool { entries.hasRoom(for: count &+ pledged &+ additional &- entries.count) }

  /// Makes room, so that the next `additional` entries need no memory, and leave room for what was pledged.
  mutating func reserve(_ additional: Int) throws(OutOfMemory) {
    try entries.reserve(count + pledged + additional)
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

  subscript(index: UInt32) -> Entry { entries[Int(index)] }

  /// Appends an entry; there is room. Answers its place, which stays until it is removed.
  @_optimize(speed)
  mutating func append(_ kind: Kind, subject: UInt32, node: UInt32 = 0, hasCallback: Bool) -> UInt32 {
    let index: UInt32
    let entry = Entry(
      kind: kind, hasCallback: hasCallback, subject: subject, node: node, previous: EventQueue.none,
      next: EventQueue.none)
    if free != EventQueue.none {
      index = free
      free = entries[Int(index)].next
      entries[Int(index)] = entry
    } else {
      index = UInt32(entries.count)
      do throws(OutOfMemory) { try entries.append(entry) } catch { preconditionFailure("room was not reserved") }
    }
    linkLast(index)
    count += 1
    if hasCallback { callbacks += 1 }
    return index
  }

  /// Moves a waiting entry to the end: it is about the latest change now.
  @_optimize(speed)
  mutating func moveLast(_ index: UInt32) {
    if last == index { return }
    unlink(index)
    linkLast(index)
  }

  @_optimize(speed)
  mutating func remove(_ index: UInt32) {
    unlink(index)
    count -= 1
    if entries[Int(index)].hasCallback { callbacks -= 1 }
    entries[Int(index)].next = free
    free = index
  }

  @_optimize(speed)
  private mutating func linkLast(_ index: UInt32) {
    entries[Int(index)].previous = last
    entries[Int(index)].next = EventQueue.none
    if last == EventQueue.none { first = index } else { entries[Int(last)].next = index }
    last = index
  }

  @_optimize(speed)
  private mutating func unlink(_ index: UInt32) {
    let entry = entries[Int(index)]
    if entry.previous == EventQueue.none {
      first = entry.next
    } else {
      entries[Int(entry.previous)].next = entry.next
    }
    if entry.next == EventQueue.none {
      last = entry.previous
    } else {
      entries[Int(entry.next)].previous = entry.previous
    }
  }
}

/// A completion, or something else that is told exactly once.
final class OneTimeEvent {
  var event: Event
  let callback: Callback
  var text = ByteBuffer()

  init(_ event: Event, _ callback: Callback) {
    self.event = event
    self.callback = callback
  }
}

/// One observer, as the host registered it.
struct Registration: BitwiseCopyable {
  var token: UInt64
  var callback: Callback
  var scope: UInt64
  /// The account's slot; `EventQueue.none`: the total.
  var account: UInt32
  /// What the tree calls it.
  var observer: UInt32
  var node: UInt32
  var observesSubtree: Bool
  /// It was removed while its callback was running.
  var isRemoved: Bool
  /// The thread that removed it waits for its callback to return, then frees it. Otherwise the last call frees it.
  var isAwaited: Bool
  /// Calls of its callback under way.
  var inFlight: UInt32
  /// Its waiting entry, of one path or the total.
  var pending: UInt32
  var nextFree: UInt32
  /// The place of its table, where it is a view.
  var view = EventQueue.none

  /// It is one of the account's watchers.
  var isWatcher = false

  var isView: Bool { view != EventQueue.none }
  var hasCallback: Bool { callback.function != nil || isView }
}
