import TallyLoop
import TallyMemory
import TallyTree

/// Who observes what, and what waits to be told to them. Accounts, nodes and feeds are numbers here; nothing is locked,
/// and no callback is called.
///
/// What is observed is told as it is when it is told. So of one thing and one observer at most one event waits, and a
/// change only moves it to the end. One-time events have reserved room, and are not dropped. So the number of pending
/// events is bounded by the observers and by the calls that asked for one.
///
/// Nothing else bounds the events of those who observe many things, and those of reminders: nodes, groups and reminders
/// come and go. So there are `limit` of them at most. One event of each observer, and one for all reminders, stands for
/// those that there was no room for, and says RESYNC.
///
/// Invariants: `tokens` leads from the token of every registration that was not removed to its slot. `pending` is the
/// waiting entry of an observer of one thing. `nodeEntries` leads to those of an observer of many, one for each node,
/// but for those that there was no memory to note; `pending` is the one that says RESYNC. A removed registration has no
/// entry; its slot stays taken while its callback runs, or a thread waits for that. Each one-time
/// entry has its event in `oneTimes`, each view its table in `views`, and nobody else has. `isNotified` and
/// `isSignalled` are set only while events wait, or have waited since the last `rest`. While `isNotified`, notify was
/// called, or is going to be (`notice.isDue`).
struct Events: ~Copyable {
  private(set) var queue = EventQueue()
  var registrations = Slab<Registration>()
  private var tokens = IntegerMap()
  private(set) var views = Slab<ViewTable>()
  private var nodeEntries = IntegerMap()
  private(set) var oneTimes = Slab<OneTimeEvent>()
  /// The slots of the one-time events that are merged, by their keys.
  private var merged = IntegerMap()
  private let limit: Int
  /// Forced refreshes whose completions the host has not taken yet.
  var completions = 0
  /// The registrations of those who observe the total.
  var totalObservers = List<UInt32>()
  private var lastToken: UInt64 = 0
  private var lastScope: UInt64 = 0

  /// Threads that wait for the engine's condition.
  var waiters = 0
  /// Callbacks under way.
  var deliveries = 0
  /// The next wait for an event ends without one.
  var isInterrupted = false
  private(set) var signal: Signal?
  private var isSignalled = false
  var notice = NotifyCall()
  private var isNotified = false
  /// How far `giveBack` has come.
  private var nextGivenBack: UInt32 = 0

  init(limit: Int = Int.max) { self.limit = limit }

  static func key(_ registration: UInt32, _ node: UInt32) -> UInt64 {
    UInt64(registration) << 32 | UInt64(node) | 1 << 63
  }

  // MARK: Observers

  mutating func makeToken() -> UInt64 {
    lastToken += 1
    return lastToken
  }

  mutating func makeScope() -> UInt64 {
    lastScope += 1
    return lastScope
  }

  /// Enters an observer, with a token of its own; its caller connects it to what it observes. There is room for one
  /// event.
  mutating func register(_ registration: Registration, _ view: ViewTable? = nil) throws(OutOfMemory) -> UInt32 {
    try queue.reserve(1)
    try tokens.reserve(additional: 1)
    try registrations.reserve(1)
    var fresh = registration
    if let view { fresh.view = try views.insert(view) }
    fresh.token = makeToken()
    let index = registrations.insertWithinCapacity(fresh)
    do throws(OutOfMemory) { try tokens.set(fresh.token, Int64(index)) } catch {
      preconditionFailure("room was not reserved")
    }
    return index
  }

  func find(_ token: UInt64) -> UInt32? { tokens.value(token).map { UInt32(truncatingIfNeeded: $0) } }

  /// Whether it is the same observer: with the same callback or view, of the same scope. One without either is told by
  /// its token alone, so it is never the same as another.
  func isSame(_ index: UInt32, as callback: Callback, _ view: ViewTable? = nil, scope: UInt64) -> Bool {
    let known = registrations[index]
    return known.scope == scope && (callback.function != nil || view != nil)
      && known.callback.function == callback.function && known.callback.userData == callback.userData
      && view == (known.isView ? views[known.view] : nil)
  }

  /// Removes an observer: its token is not found any more, and nothing waits for it. `forget` is called with each entry
  /// of a node that waited.
  mutating func remove(_ index: UInt32, _ forget: (EventQueue.Entry) -> Void) {
    tokens.remove(registrations[index].token)
    registrations[index].isRemoved = true
    let isOfMany = registrations[index].observesSubtree
    if registrations[index].pending != EventQueue.none {
      let entry = take(registrations[index].pending)
      if isOfMany { forget(entry) }
    }
    if !isOfMany { return }
    var entry = queue.first
    while entry != EventQueue.none {
      let next = queue[entry].next
      if queue[entry].isOfObserver, queue[entry].subject == index { forget(take(entry)) }
      entry = next
    }
  }

  /// Gives the slot of an observer back.
  /// - Returns: its callback, which is to be released.
  mutating func free(_ index: UInt32) -> Callback {
    let registration = registrations.remove(index)
    if registration.isView { views.remove(registration.view) }
    return registration.callback
  }

  mutating func beginCall(_ index: UInt32) { registrations[index].inFlight += 1 }

  /// - Returns: whether it was removed meanwhile, and whether it is to be freed now.
  @_optimize(speed)
  mutating func endCall(_ index: UInt32) -> (isRemoved: Bool, isLast: Bool) {
    registrations[index].inFlight -= 1
    if !registrations[index].isRemoved { return (false, false) }
    return (true, registrations[index].inFlight == 0 && !registrations[index].isAwaited)
  }

  // MARK: What comes

  /// Whether so many events of observers, and those of the total, need no memory.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool {
    let wanted = count &+ totalObservers.count
    return wanted == 0 || (queue.hasRoom(for: wanted) && nodeEntries.hasRoom(for: count))
  }

  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    try queue.reserve(count + totalObservers.count)
    try nodeEntries.reserve(additional: count)
  }

  /// Puts an event of an observer into the queue, or moves the one that waits to the end. There is room.
  /// - Returns: whether it is a new one of an observer of many nodes, so that its node must stay.
  @_optimize(speed)
  mutating func enqueue(_ kind: EventQueue.Kind, _ index: UInt32, node: UInt32 = 0) -> Bool {
    // A registration is large, so only what is needed of it is read.
    if !registrations[index].observesSubtree {
      let pending = registrations[index].pending
      if pending != EventQueue.none {
        queue.moveLast(pending)
      } else {
        registrations[index].pending = queue.append(
          kind, subject: index, node: node, hasCallback: registrations[index].hasCallback)
      }
      return false
    }
    let key = Events.key(index, node)
    if let waiting = nodeEntries.value(key) {
      queue.moveLast(UInt32(truncatingIfNeeded: waiting))
      return false
    }
    if isFull { return enqueueResync(kind, index, node: node) }
    let entry = queue.append(kind, subject: index, node: node, hasCallback: registrations[index].hasCallback)
    // Room was made together with the queue's; at worst the change is told twice.
    do throws(OutOfMemory) { try nodeEntries.set(key, Int64(entry)) } catch {}
    return true
  }

  private var isFull: Bool { nodeEntries.count &+ merged.count >= limit }

  /// Tells an observer of many things that it has to read all of them. There is room.
  /// - Returns: as above.
  @inline(never)
  mutating func enqueueResync(_ kind: EventQueue.Kind, _ index: UInt32, node: UInt32) -> Bool {
    let registration = registrations[index]
    if registration.pending != EventQueue.none {
      queue.moveLast(registration.pending)
      return false
    }
    registrations[index].pending = queue.append(
      kind, subject: index, node: node, hasCallback: registration.hasCallback, isResync: true)
    return true
  }

  /// Keeps room for so many events until they come.
  mutating func pledge(_ count: Int) throws(OutOfMemory) {
    try oneTimes.reserve(queue.pledged + count)
    try queue.pledge(count)
  }

  /// Gives room up that was kept.
  mutating func redeem(_ count: Int) { queue.redeem(count) }

  /// Keeps the room of an event that was just taken for the next one of its kind.
  mutating func renew() { queue.renew() }

  /// Appends a one-time event, for which room was pledged.
  /// - Returns: its slot.
  @discardableResult
  mutating func enqueue(_ oneTime: OneTimeEvent) -> UInt32 {
    let slot = oneTimes.insertWithinCapacity(oneTime)
    queue.redeem(1)
    _ = queue.append(.oneTime, subject: slot, hasCallback: oneTime.callback.function != nil)
    return slot
  }

  /// Room for noting so many events that are merged.
  mutating func reserve(merged count: Int) throws(OutOfMemory) { try merged.reserve(additional: count) }

  /// Appends what has fired of a task, or that an outbox was refused, for which room was pledged and reserved; where an
  /// event with its key waits, that one says it now, with both counts.
  mutating func enqueue(merging news: OneTimeEvent) {
    if news.event.kind == .reminder, isFull, merged.value(news.key) == nil { news.becomeResync() }
    guard let slot = merged.value(news.key) else {
      let slot = enqueue(news)
      do throws(OutOfMemory) { try merged.set(news.key, Int64(slot)) } catch {}
      return
    }
    queue.redeem(1)
    let waiting = oneTimes[UInt32(truncatingIfNeeded: slot)]
    let count = waiting.event.shown.count
    waiting.event = news.event
    waiting.event.shown.count &+= count
    swap(&waiting.text, &news.text)
  }

  /// Appends the SYNCED of a feed, for which room was pledged, or moves the one that waits to the end.
  /// - Returns: its entry.
  mutating func enqueueSynced(_ feed: UInt32, waiting: UInt32) -> UInt32 {
    if waiting != EventQueue.none {
      queue.moveLast(waiting)
      return waiting
    }
    queue.redeem(1)
    return queue.append(.synced, subject: feed, hasCallback: false)
  }

  // MARK: What is taken

  /// Takes an entry out of the queue. The room of a SYNCED is kept for the next one.
  @_optimize(speed)
  mutating func take(_ index: UInt32) -> EventQueue.Entry {
    let entry = queue.remove(index)
    if entry.kind == .synced {
      queue.renew()
    } else if entry.isOfObserver {
      if registrations[entry.subject].observesSubtree, !entry.isResync {
        nodeEntries.remove(Events.key(entry.subject, entry.node))
      } else {
        registrations[entry.subject].pending = EventQueue.none
      }
    }
    return entry
  }

  /// Takes the event of a one-time entry that was taken.
  mutating func takeOneTime(_ entry: EventQueue.Entry) -> OneTimeEvent {
    let oneTime = oneTimes.remove(entry.subject)
    if oneTime.key != 0 { merged.remove(oneTime.key) }
    if oneTime.event.kind == .completion { completions -= 1 }
    return oneTime
  }

  /// A feed was removed whose AUTH waits: that goes too.
  mutating func forget(refusalOf feed: Int64) { forget { $0.kind == .auth && $0.feed == feed } }

  /// An account was dropped: what its reminders and its outbox have to tell goes too.
  mutating func forget(account: Int64) {
    if merged.count > 0 { forget { $0.kind != .completion && $0.feed == 0 && $0.account == account } }
    rest()
  }

  private mutating func forget(where isGone: (Event) -> Bool) {
    var entry = queue.first
    while entry != EventQueue.none {
      let (current, next) = (queue[entry], queue[entry].next)
      if current.kind == .oneTime, let oneTime = oneTimes.find(current.subject), isGone(oneTime.event) {
        _ = takeOneTime(take(entry))
      }
      entry = next
    }
  }

  // MARK: Waking the host

  /// Wakes the host by its descriptor, once, until nothing waits any more.
  /// - Returns: whether notify is to be called, once as well.
  @_optimize(speed)
  mutating func wake() -> Bool {
    if let signal, !isSignalled {
      isSignalled = true
      signal.set()
    }
    if isNotified || !notice.isSet { return false }
    isNotified = true
    notice.isDue = true
    return true
  }

  /// Where nothing waits any more, nobody is to be woken, and the next event wakes the host again.
  @_optimize(speed)
  mutating func rest() {
    if queue.count > 0 { return }
    isNotified = false
    notice.isDue = false
    if isSignalled {
      isSignalled = false
      signal?.clear()
    }
  }

  mutating func setSignal(_ made: Signal) { signal = made }

  /// - Returns: the former one, which is to be released, and whether a call of it is running.
  mutating func setNotify(
    _ callback: Callback, _ body: ((UnsafeMutableRawPointer?) -> Void)?
  ) -> (former: Callback, isRunning: Bool) {
    isNotified = false
    return notice.set(callback, body)
  }

  /// Takes something that the host gave, and that is to be released; nothing is told any more. nil: that was all.
  mutating func giveBack() -> Callback? {
    let notified = setNotify(Callback(), nil).former
    if !notified.isNothing { return notified }
    while nextGivenBack < registrations.slotCount {
      let index = nextGivenBack
      nextGivenBack += 1
      guard let callback = registrations.find(index)?.callback, !callback.isNothing else { continue }
      // Somebody may be removing it just now, and would give it back once more.
      registrations[index].callback = Callback()
      return callback
    }
    while nextGivenBack &- registrations.slotCount < oneTimes.slotCount {
      let slot = nextGivenBack &- registrations.slotCount
      nextGivenBack += 1
      if let callback = oneTimes.find(slot)?.callback, !callback.isNothing { return callback }
    }
    oneTimes = Slab()
    nextGivenBack = 0
    return nil
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    if !queue.verify() || !registrations.verify() || !views.verify() || !oneTimes.verify() { return false }
    var (ofNodes, ofOneTimes, bound, found) = (0, 0, 0, 0)
    var entry = queue.first
    while entry != EventQueue.none {
      let current = queue[entry]
      if current.kind == .oneTime {
        if !oneTimes.contains(current.subject) { return false }
        ofOneTimes += 1
      } else if current.isOfObserver {
        guard let known = registrations.find(current.subject), !known.isRemoved else { return false }
        let noted = nodeEntries.value(Events.key(current.subject, current.node))
        let isSingle = current.isResync || !known.observesSubtree
        if !isSingle, noted == Int64(entry) { ofNodes += 1 }
        if isSingle, known.pending != entry { return false }
      }
      entry = current.next
    }
    for index in 0..<registrations.slotCount {
      guard let known = registrations.find(index) else { continue }
      if known.isView { bound += views.contains(known.view) ? 1 : 2 }
      if find(known.token) != (known.isRemoved ? nil : index) { return false }
      if !known.isRemoved { found += 1 }
      if known.isRemoved, known.pending != EventQueue.none { return false }
      if known.pending != EventQueue.none, queue[known.pending].subject != index { return false }
    }
    return ofNodes == nodeEntries.count && ofOneTimes == oneTimes.count && bound == views.count
      && found == tokens.count
  }
}
