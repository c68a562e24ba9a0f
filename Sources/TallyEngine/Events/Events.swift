import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// The observers and their pending events. Accounts, nodes and feeds are numbers here. It takes no lock and calls no
/// callback.
///
/// An event reports the state at its delivery. So each observer has at most one pending event for each observed thing,
/// and a change only moves it to the end. One-time events have reserved room, and are not dropped. So the number of
/// pending events is bounded by the observers and by the calls that asked for one.
///
/// Nothing else bounds the events of observers of many things, and those of reminders: nodes, groups and reminders come
/// and go. So there are at most `limit` of them. For those without room, each observer has one event, and all reminders
/// together have one. It says RESYNC.
///
/// Invariants: `tokens` leads from the token of every current registration to its slot. `pending` is the pending entry
/// of an observer of one thing. `nodeEntries` leads to those of an observer of many, one for each node, except those
/// that there was no memory to note; `pending` is then the RESYNC entry. A removed registration has no entry. Its slot
/// stays taken while its callback runs, or a thread waits for that. Each one-time entry has its event in `oneTimes`,
/// each view its table in `views`, and no other entry has one. `isNotified` and `isSignalled` are set only while events
/// are pending, or have been since the last `rest`. While `isNotified` is set, notify was called or is going to be
/// called (`notice.isDue`). Events without a callback keep neither of them set after a dispatch. An entry of a feed's
/// SYNCED or a one-time event has a callback if an observer of its subject exists.
struct Events: ~Copyable {
  private(set) var queue = EventQueue()
  /// Marks the messages at a path read, or also in its subtree, for the views that read; nil: there was none. A program
  /// without such views does not contain it.
  var readViewed: ((Share, UnsafeRawBufferPointer, _ subtree: Bool, ReadAct) throws(Failure) -> Void)?
  var registrations = Slab<Registration>()
  private var tokens = IntegerMap()
  private(set) var views = Slab<ViewTable>()
  private var nodeEntries = IntegerMap()
  private(set) var oneTimes = Slab<OneTimeEvent>()
  /// The slots of the merged one-time events, by their keys.
  private var merged = IntegerMap()
  var limit: Int
  /// How often a server counted something else than its feed contributes.
  private(set) var drifts: UInt64 = 0
  /// Forced refreshes whose completions the host has not taken yet.
  var completions = 0
  /// The registrations of the observers of the total, in the order of registration.
  var totalObservers = List<UInt32>()
  /// In the order of their tokens.
  var subjectObservers = List<SubjectObserver>()
  private(set) var lastToken: UInt64 = 0
  private var lastScope: UInt64 = 0

  /// Threads that wait for the engine's condition.
  var waiters = 0
  /// Running callbacks.
  var deliveries = 0
  /// The next wait for an event ends without one.
  var isInterrupted = false
  private(set) var signal: Signal?
  private var isSignalled = false
  var notice = NotifyCall()
  private var isNotified = false
  /// The progress of `giveBack`.
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

  /// Adds an observer with a token of its own. The caller connects it to its subject. There is room for one event.
  mutating func register(_ registration: Registration, _ view: ViewTable? = nil) throws(OutOfMemory) -> UInt32 {
    try queue.reserve(1)
    try tokens.reserve(additional: 1)
    try registrations.reserve(1)
    var fresh = registration
    if let view { fresh.view = try views.insert(view) }
    fresh.token = makeToken()
    let index = registrations.insertWithinCapacity(fresh)
    tokens.setWithinCapacity(fresh.token, Int64(index))
    return index
  }

  func find(_ token: UInt64) -> UInt32? { tokens.value(token).map { UInt32(truncatingIfNeeded: $0) } }

  /// Whether it is the same observer: with the same callback or view, of the same scope. An observer without either is
  /// known only by its token, so it is never the same as another.
  func isSame(_ index: UInt32, as callback: Callback, _ view: ViewTable? = nil, scope: UInt64) -> Bool {
    let known = registrations[index]
    return known.scope == scope && (callback.function != nil || view != nil)
      && known.callback.function == callback.function && known.callback.userData == callback.userData
      && view == (known.isView ? views[known.view] : nil)
  }

  /// The same observer among these registrations.
  func find(_ callback: Callback, scope: UInt64, among known: borrowing List<UInt32>) -> UInt32? {
    for position in 0..<known.count where isSame(known[position], as: callback, scope: scope) {
      return known[position]
    }
    return nil
  }

  mutating func addAgain(_ index: UInt32) throws(Failure) -> UInt64 {
    if registrations[index].uses == UInt32.max { throw Failure(.limit, "the observer was added too often") }
    registrations[index].uses += 1
    return registrations[index].token
  }

  /// Removes one of several additions of an observer.
  /// - Returns: whether there were several.
  mutating func removeOnce(_ token: UInt64, scope: UInt64) -> Bool {
    guard let index = find(token), registrations[index].scope == scope, registrations[index].uses > 1 else {
      return false
    }
    registrations[index].uses -= 1
    return true
  }

  /// Removes an observer. Its token is no longer found, and it has no pending events. `forget` is called with each
  /// pending entry of a node.
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

  /// Frees the slot of an observer.
  /// - Returns: its callback, which the caller must release.
  mutating func free(_ index: UInt32) -> Callback {
    let registration = registrations.remove(index)
    if registration.isView { views.remove(registration.view) }
    return registration.callback
  }

  /// Connects a registration with its subject.
  /// - Returns: its token.
  mutating func connect(_ index: UInt32, _ body: (inout Registration) -> Void) -> UInt64 {
    body(&registrations[index])
    return registrations[index].token
  }

  func token(of index: UInt32) -> UInt64 { registrations[index].token }

  mutating func beginCall(_ index: UInt32) { registrations[index].inFlight += 1 }

  /// - Returns: whether it was removed meanwhile, and whether it must be freed now.
  @_optimize(speed)
  mutating func endCall(_ index: UInt32) -> (isRemoved: Bool, isLast: Bool) {
    registrations[index].inFlight -= 1
    if !registrations[index].isRemoved { return (false, false) }
    return (true, registrations[index].inFlight == 0 && !registrations[index].isAwaited)
  }

  // MARK: Adding

  /// Whether this many events of observers, and those of the total, need no memory.
  @inline(__always)
  func hasRoom(for count: Int) -> Bool {
    let wanted = count &+ totalObservers.count
    return wanted == 0 || (queue.hasRoom(for: wanted) && nodeEntries.hasRoom(for: count))
  }

  mutating func reserve(_ count: Int) throws(OutOfMemory) {
    try queue.reserve(count + totalObservers.count)
    try nodeEntries.reserve(additional: count)
  }

  /// Adds an event of an observer to the queue, or moves the pending one to the end. There is room.
  /// - Returns: whether it is a new one of an observer of many nodes, so that its node must stay.
  @_optimize(speed)
  mutating func enqueue(_ kind: EventQueue.Kind, _ index: UInt32, node: UInt32 = 0) -> Bool {
    // A registration is large, so only the needed fields are read.
    if !registrations[index].observesSubtree {
      #if TALLY_PLAIN
        let pending = queue.search { $0.isOfObserver && $0.subject == index } ?? EventQueue.none
      #else
        let pending = registrations[index].pending
      #endif
      if pending != EventQueue.none {
        queue.moveLast(pending)
      } else {
        registrations[index].pending = queue.append(
          kind, subject: index, node: node, hasCallback: registrations[index].hasCallback)
      }
      return false
    }
    let key = Events.key(index, node)
    #if TALLY_PLAIN
      let waiting = queue.search { $0.isOfObserver && $0.subject == index && $0.node == node && !$0.isResync }
    #else
      let waiting = nodeEntries.value(key)
    #endif
    if let waiting {
      queue.moveLast(UInt32(truncatingIfNeeded: waiting))
      return false
    }
    if isFull { return enqueueResync(kind, index, node: node) }
    let entry = queue.append(kind, subject: index, node: node, hasCallback: registrations[index].hasCallback)
    // Room was made together with the queue's. In the worst case the change is reported twice.
    do throws(OutOfMemory) { try nodeEntries.set(key, Int64(entry)) } catch {}
    return true
  }

  private var isFull: Bool { nodeEntries.count &+ merged.count >= limit }

  /// Tells an observer of many things to read all of them. There is room.
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

  /// Keeps room for this many events until they come.
  mutating func pledge(_ count: Int) throws(OutOfMemory) {
    try oneTimes.reserve(queue.pledged + count)
    try queue.pledge(count)
  }

  /// The same for events that are merged.
  mutating func pledgeMerged(_ count: Int) throws(OutOfMemory) {
    try pledge(count)
    do throws(OutOfMemory) { try reserveMerged() } catch {
      redeem(count)
      throw error
    }
  }

  /// Releases pledged room.
  mutating func redeem(_ count: Int) { queue.redeem(count) }

  /// Keeps the room of an event that was just taken for the next one of its kind.
  mutating func renew() { queue.renew() }

  /// Appends a one-time event with pledged room.
  /// - Returns: its slot.
  @discardableResult
  mutating func enqueue(_ oneTime: OneTimeEvent) -> UInt32 {
    let slot = oneTimes.insertWithinCapacity(oneTime)
    queue.redeem(1)
    _ = queue.append(.oneTime, subject: slot, hasCallback: hasCallback(oneTime))
    return slot
  }

  /// Makes room for noting a merged event, behind all that have pledged room.
  mutating func reserveMerged() throws(OutOfMemory) { try merged.reserve(additional: queue.pledged + 1) }

  /// Appends an event of a fired task or a rejected outbox, with pledged and reserved room. If an event with its key is
  /// pending, that one takes the new state and both counts.
  mutating func enqueue(merging news: OneTimeEvent) {
    if news.event.kind == .drift { drifts &+= 1 }
    if news.event.kind != .auth, isFull, merged.value(news.key) == nil { news.becomeResync() }
    guard let slot = merged.value(news.key), isSame(UInt32(truncatingIfNeeded: slot), news) else {
      let slot = enqueue(news)
      do throws(OutOfMemory) { try merged.set(news.key, Int64(slot)) } catch {}
      return
    }
    queue.redeem(1)
    let waiting = oneTimes[UInt32(truncatingIfNeeded: slot)]
    let count = waiting.event.shown.count
    waiting.event = news.event
    if news.event.kind != .drift { waiting.event.shown.count &+= count }
    swap(&waiting.text, &news.text)
  }

  /// Whether a pending event with the key of another one is about the same. The keys of differences may collide.
  private func isSame(_ slot: UInt32, _ news: OneTimeEvent) -> Bool {
    if news.event.kind != .drift { return true }
    let waiting = oneTimes[slot]
    return waiting.event.feed == news.event.feed && isEqual(waiting.text.bytes, news.text.bytes)
  }

  /// Appends the SYNCED event of a feed with pledged room, or moves the pending one to the end.
  /// - Returns: its entry.
  mutating func enqueueSynced(_ feed: UInt32, of account: Int64, waiting: UInt32) -> UInt32 {
    if waiting != EventQueue.none {
      queue.moveLast(waiting)
      return waiting
    }
    queue.redeem(1)
    return queue.append(.synced, subject: feed, hasCallback: isObserved(.synced, of: account))
  }

  /// Adds an event of an observer with pledged room, or moves the pending one to the end.
  mutating func enqueuePledged(_ kind: EventQueue.Kind, _ index: UInt32) {
    if registrations[index].pending == EventQueue.none { queue.redeem(1) }
    _ = enqueue(kind, index)
  }

  /// Notes whether a pending event has a callback.
  mutating func setCallback(_ entry: UInt32, _ hasCallback: Bool) { queue.setCallback(entry, hasCallback) }

  // MARK: Taking

  /// Takes an entry from the queue. The room of a SYNCED is kept for the next one.
  @_optimize(speed)
  mutating func take(_ index: UInt32) -> EventQueue.Entry {
    let entry = queue.remove(index)
    if entry.kind == .synced || entry.kind == .feed { queue.renew() }
    if entry.isOfObserver {
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

  /// Drops the pending AUTH and DRIFT events of a removed feed, and its pledged room.
  mutating func drop(feed: Int64, pledged count: Int) {
    if oneTimes.count > 0 { forget { ($0.kind == .auth || $0.kind == .drift) && $0.feed == feed } }
    rest()
    redeem(count)
  }

  /// Drops the pending events of a dropped account's reminders and outbox.
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

  /// Wakes the host by its descriptor, once until nothing is pending any more.
  /// - Returns: whether to call notify, also once.
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

  /// If nothing is pending any more, the next event wakes the host again.
  @_optimize(speed)
  mutating func rest() {
    if queue.count == 0 { quiet() }
  }

  /// The same after a dispatch. A host that only dispatches has no other way to take the remaining events.
  @_optimize(speed)
  mutating func restAfterCallbacks() {
    if queue.count > 0, queue.callbacks == 0 { quiet() }
  }

  @_optimize(speed)
  private mutating func quiet() {
    isNotified = false
    notice.isDue = false
    if isSignalled {
      isSignalled = false
      signal?.clear()
    }
  }

  mutating func setSignal(_ made: Signal) { signal = made }

  /// - Returns: the former notify, which the caller must release, and whether a call of it is running.
  mutating func setNotify(
    _ callback: Callback, _ body: ((UnsafeMutableRawPointer?) -> Void)?
  ) -> (former: Callback, isRunning: Bool) {
    isNotified = false
    return notice.set(callback, body)
  }

  /// Takes an object of the host, which the caller must release. Nothing is reported any more. nil: that was all.
  mutating func giveBack() -> Callback? {
    let notified = setNotify(Callback(), nil).former
    if !notified.isNothing { return notified }
    while nextGivenBack < registrations.slotCount {
      let index = nextGivenBack
      nextGivenBack += 1
      guard let callback = registrations.find(index)?.callback, !callback.isNothing else { continue }
      // Another thread may be removing it now, and would release it a second time.
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

  /// Drops all events, after `giveBack`. Registrations stay, since another thread may be removing its own.
  mutating func releaseMemory() {
    queue = EventQueue()
    nodeEntries = IntegerMap()
    merged = IntegerMap()
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var isSound = queue.verify() && registrations.verify() && views.verify() && oneTimes.verify()
    var (ofNodes, ofOneTimes, bound, found) = (0, 0, 0, 0)
    var entry = queue.first
    while isSound, entry != EventQueue.none {
      let current = queue[entry]
      if current.kind == .oneTime {
        isSound = oneTimes.contains(current.subject)
        ofOneTimes += 1
      } else if let known = registrations.find(current.subject), current.isOfObserver {
        let noted = nodeEntries.value(Events.key(current.subject, current.node))
        let isSingle = current.isResync || !known.observesSubtree
        if !isSingle, noted == Int64(entry) { ofNodes += 1 }
        isSound = !known.isRemoved && (!isSingle || known.pending == entry)
      } else {
        isSound = !current.isOfObserver
      }
      entry = current.next
    }
    for index in 0..<registrations.slotCount {
      guard let known = registrations.find(index) else { continue }
      if known.isView { bound += views.contains(known.view) ? 1 : 2 }
      isSound = isSound && find(known.token) == (known.isRemoved ? nil : index)
      if !known.isRemoved { found += 1 }
      let hasEvent = known.pending != EventQueue.none
      isSound = isSound && (!hasEvent || (!known.isRemoved && queue[known.pending].subject == index))
    }
    return isSound && ofNodes == nodeEntries.count && ofOneTimes == oneTimes.count && bound == views.count
      && found == tokens.count
  }
}
