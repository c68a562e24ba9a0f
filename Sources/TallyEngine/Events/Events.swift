import TallyLoop
import TallyMemory
import TallyTree

/// Who observes what, and what waits to be told to them. Accounts, nodes and feeds are numbers here; nothing is locked,
/// and no callback is called but notify.
///
/// What is observed is told as it is when it is told. So of one thing and one observer at most one event waits, and a
/// change only moves it to the end. One-time events are neither merged nor dropped: their room was pledged. So what
/// waits is bounded by what is observed and by what was asked for.
///
/// Invariants: `tokens` leads from the token of every registration that was not removed to its slot. `pending` is the
/// waiting entry of an observer of one thing. `nodeEntries` leads to those of an observer of many, one for each node,
/// but for those that there was no memory to note. A removed registration has no entry; its slot is taken as long as a
/// call of its callback is under way or somebody waits for that. Each one-time entry has its event in `oneTimes`, each
/// view its table in `views`, and nobody else has. `isNotified` and `isSignalled` are set only while events wait, or
/// have waited since the last `rest`.
struct Events: ~Copyable {
  private(set) var queue = EventQueue()
  var registrations = Slab<Registration>()
  private var tokens = IntegerMap()
  private(set) var views = Slab<ViewTable>()
  private var nodeEntries = IntegerMap()
  private(set) var oneTimes = Slab<OneTimeEvent>()
  /// The slots of the events of tasks that wait, by the tasks' numbers.
  private var reminders = IntegerMap()
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
  private var notify = Callback()
  private var notifyBody: ((UnsafeMutableRawPointer?) -> Void)?
  private var isNotified = false
  /// How far `giveBack` has come.
  private var nextGivenBack: UInt32 = 0

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
    if registrations[index].pending != EventQueue.none { _ = take(registrations[index].pending) }
    if !registrations[index].observesSubtree { return }
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
    let registration = registrations[index]
    return (registration.isRemoved, registration.isRemoved && registration.inFlight == 0 && !registration.isAwaited)
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
    let registration = registrations[index]
    if !registration.observesSubtree {
      if registration.pending != EventQueue.none {
        queue.moveLast(registration.pending)
      } else {
        registrations[index].pending = queue.append(
          kind, subject: index, node: node, hasCallback: registration.hasCallback)
      }
      return false
    }
    let key = Events.key(index, node)
    if let waiting = nodeEntries.value(key) {
      queue.moveLast(UInt32(truncatingIfNeeded: waiting))
      return false
    }
    let entry = queue.append(kind, subject: index, node: node, hasCallback: registration.hasCallback)
    // Room was made together with the queue's; at worst the change is told twice.
    do throws(OutOfMemory) { try nodeEntries.set(key, Int64(entry)) } catch {}
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

  /// Room for noting the events of so many tasks.
  mutating func reserve(reminders count: Int) throws(OutOfMemory) { try reminders.reserve(additional: count) }

  /// Appends what has fired of a task, for which room was pledged and reserved; where an event of the task waits, that
  /// one says it now, with both counts.
  mutating func enqueue(reminder news: OneTimeEvent) {
    guard let slot = reminders.value(news.event.token) else {
      let slot = enqueue(news)
      do throws(OutOfMemory) { try reminders.set(news.event.token, Int64(slot)) } catch {}
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
      if registrations[entry.subject].observesSubtree {
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
    if oneTime.event.kind == .reminder { reminders.remove(oneTime.event.token) }
    return oneTime
  }

  // MARK: Waking the host

  /// Wakes the host by descriptor and notify: once, until nothing waits any more.
  @_optimize(speed)
  mutating func wake() {
    if let signal, !isSignalled {
      isSignalled = true
      signal.set()
    }
    if let notifyBody, !isNotified {
      isNotified = true
      notifyBody(notify.userData)
    }
  }

  /// Where nothing waits any more, nobody is to be woken, and the next event wakes the host again.
  @_optimize(speed)
  mutating func rest() {
    if queue.count > 0 { return }
    isNotified = false
    if isSignalled {
      isSignalled = false
      signal?.clear()
    }
  }

  mutating func setSignal(_ made: Signal) { signal = made }

  /// - Returns: the former one, which is to be released.
  mutating func setNotify(_ callback: Callback, _ body: ((UnsafeMutableRawPointer?) -> Void)?) -> Callback {
    let former = notify
    notify = callback
    notifyBody = body
    isNotified = false
    return former
  }

  /// Takes something that the host gave, and that is to be released; nothing is told any more. nil: that was all.
  mutating func giveBack() -> Callback? {
    let notified = setNotify(Callback(), nil)
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
        if known.observesSubtree, noted == Int64(entry) { ofNodes += 1 }
        if !known.observesSubtree, known.pending != entry { return false }
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
