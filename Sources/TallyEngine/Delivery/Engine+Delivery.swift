import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// Draining the queue of events: taking them, dispatching them, and describing them.

extension Engine {
  // MARK: Draining

  /// Waits for an event and takes it, after its callback was called.
  /// - Parameters:
  ///   - timeout: milliseconds; -1: no limit.
  ///   - capacity: the room for its text. An event with a longer text stays in the queue.
  /// - Returns: the event, and whether its text fitted; nil: none came.
  public func nextEvent(
    timeout: Int64, capacity: Int, text: inout ByteBuffer
  ) throws(Failure) -> (event: Event, fits: Bool)? {
    var hold = try enter()
    guard try waitForEvent(&hold, timeout) else { return nil }
    guard let first = try firstReady(&hold, hasCallback: false) else { return nil }
    var showing = Showing()
    let event = try describe(hold, first, &text, &showing)
    if text.count >= capacity { return (event, false) }
    take(&hold, first, event, &text, showing)
    return (event, true)
  }

  private func waitForEvent(_ hold: inout LockHold, _ timeout: Int64) throws(Failure) -> Bool {
    let end = timeout < 0 ? Int64.max : saturatingSum(Clock.system.elapsed, timeout)
    while events.queue.count == 0 {
      if events.isInterrupted {
        events.isInterrupted = false
        return false
      }
      if timeout == 0 || options.isHostDriven { return false }
      let left = end == Int64.max ? Int64.max : end - Clock.system.elapsed
      if left <= 0 { return false }
      events.waiters += 1
      if left == Int64.max { locks.changed.wait(&hold) } else { _ = locks.changed.wait(&hold, milliseconds: left) }
      events.waiters -= 1
      if isClosed { throw .closed }
    }
    return true
  }

  /// Calls the callbacks of pending events, up to `limit` of them (0: all).
  /// - Returns: the number of callbacks, and whether there are more.
  @_optimize(speed)
  public func dispatch(limit: Int) throws(Failure) -> (count: Int, hasMore: Bool) {
    var hold = try enterHere()
    var delivered = 0
    var text = ByteBuffer()
    var showing = Showing()
    while limit == 0 || delivered < limit, let entry = try firstReady(&hold, hasCallback: true) {
      let event = try describe(hold, entry, &text, &showing)
      take(&hold, entry, event, &text, showing)
      delivered += 1
      if isClosed { throw .closed }
    }
    events.restAfterCallbacks()
    return (delivered, events.queue.callbacks > 0)
  }

  /// The first event that can be delivered. Events of an account on which another thread works are left for later.
  @_optimize(speed)
  private func firstReady(_ hold: inout LockHold, hasCallback: Bool) throws(Failure) -> UInt32? {
    while true {
      var entry = events.queue.first
      if hasCallback, events.queue.callbacks == 0 { return nil }
      while entry != EventQueue.none {
        if (!hasCallback || events.queue[entry].hasCallback) && (state.busyAccounts == 0 || isReady(entry)) {
          return entry
        }
        entry = events.queue[entry].next
      }
      if state.busyAccounts == 0 { return nil }
      awaitSettled(&hold)
      if isClosed { throw .closed }
    }
  }

  @inline(never)
  private func isReady(_ index: UInt32) -> Bool {
    let entry = events.queue[index]
    if entry.kind == .oneTime { return true }
    // The event of a feed has what its path shows.
    let account =
      entry.isOfObserver
      ? events.registrations[entry.subject].account
      : feeds.find(entry.subject)?.account.slot ?? EventQueue.none
    return account == EventQueue.none || accounts[account].residence.state != .busy
  }

  /// The current content of an entry.
  @_optimize(speed)
  private func describe(
    _ hold: borrowing LockHold, _ index: UInt32, _ text: inout ByteBuffer, _ showing: inout Showing
  ) throws(Failure) -> Event {
    let entry = events.queue[index]
    text.removeAll()
    switch entry.kind {
    case .badge: return try describeBadge(hold, entry, &text, &showing)
    case .total:
      var event = Event(.total)
      event.token = events.registrations[entry.subject].token
      event.shown = accounts.total.shown
      event.setLevel(accounts.total.level)
      event.revision = accounts.total.revision
      return event
    case .messages: return try describeMessages(events.registrations[entry.subject], &text)
    case .group: return try describeGroup(entry, &text)
    case .synced: return try describeSync(feeds.find(entry.subject), nil, &text)
    case .feed:
      let registration = events.registrations[entry.subject]
      var event = try describeSync(feeds.find(id: registration.feed), entry.subject, &text)
      event.token = registration.token
      return event
    case .oneTime:
      guard let oneTime = events.oneTimes.find(entry.subject) else { throw Failure(.internalError, "an event is lost") }
      try growing { () throws(OutOfMemory) in try text.append(oneTime.text.bytes) }
      return oneTime.event
    }
  }

  @inline(__always)
  private func describeBadge(
    _ hold: borrowing LockHold, _ entry: EventQueue.Entry, _ text: inout ByteBuffer, _ showing: inout Showing
  ) throws(Failure) -> Event {
    let registration = events.registrations[entry.subject]
    if registration.isView { try readView(hold, registration, &showing) }
    var event = Event(registration.isView ? .view : .badge)
    event.token = registration.token
    let node = entry.isResync ? registration.node : entry.node
    var level = VisibleLevel.nothing
    let path = accounts.lend(registration.account) { account in
      event.account = account.id
      return account.withTree(hold) { tree in
        let at = tree.nodeIndex(node)
        event.shown = tree.visible(at)
        if tree.hasLevels { level = tree.level(at) }
        event.revision = tree.revision(of: at)
        return tree.path(of: at)
      }
    }
    event.setLevel(level)
    if entry.isResync { event.result = Status.resync.rawValue }
    try growing { () throws(OutOfMemory) in try text.append(path) }
    return event
  }

  /// - Parameter observer: the registration; nil: the event of those that take events.
  private func describeSync(
    _ feed: Feed?, _ observer: UInt32?, _ text: inout ByteBuffer
  ) throws(Failure) -> Event {
    guard let feed else { throw Failure(.internalError, "an event is lost") }
    let news = feed.news(of: observer)
    feed.addNumber(to: news)
    try growing { () throws(OutOfMemory) in try text.append(news.text.bytes) }
    return news.event
  }

  /// Takes an entry from the queue and calls its callback, if it has one.
  @_optimize(speed)
  private func take(
    _ hold: inout LockHold, _ index: UInt32, _ event: Event, _ text: inout ByteBuffer, _ showing: borrowing Showing
  ) {
    let entry = events.take(index)
    switch entry.kind {
    case .badge, .total, .messages, .group, .feed:
      if entry.kind == .feed { feeds.find(id: event.feed)?.news(of: entry.subject).clear() }
      if events.registrations[entry.subject].observesSubtree {
        accounts[events.registrations[entry.subject].account].forget(entry)
      }
      events.rest()
      callObserver(&hold, entry.subject, event, &text, showing)
    case .synced:
      feeds.find(entry.subject)?.takeSynced()
      events.rest()
      callObservers(&hold, event, &text)
    case .oneTime:
      let oneTime = events.takeOneTime(entry)
      if event.kind == .auth { takeRefusal(event.feed) }
      events.rest()
      callOnce(&hold, oneTime, event, &text)
      callObservers(&hold, event, &text)
    }
  }

  /// A feed's AUTH event was delivered. The next one may come.
  private func takeRefusal(_ id: Int64) {
    guard let feed = feeds.find(id: id) else { return }
    feed.isRefusalWaiting = false
    events.renew()
  }

  @_optimize(speed)
  private func callObserver(
    _ hold: inout LockHold, _ index: UInt32, _ event: Event, _ text: inout ByteBuffer, _ showing: borrowing Showing
  ) {
    if !events.registrations[index].hasCallback { return }
    events.beginCall(index)
    if events.registrations[index].isView {
      let registration = events.registrations[index]
      show(&hold, registration, events.views[registration.view], &text, showing)
    } else {
      call(&hold, events.registrations[index].callback, event, &text, event.token)
    }
    endCall(&hold, index)
  }

  private func endCall(_ hold: inout LockHold, _ index: UInt32) {
    let (isRemoved, isLast) = events.endCall(index)
    if isRemoved, events.waiters > 0 { locks.changed.broadcast() }
    if isLast { free(&hold, index) }
  }

  /// Calls the observers of the event's subject in the order of their registration. Those that come meanwhile are not
  /// called.
  private func callObservers(_ hold: inout LockHold, _ event: Event, _ text: inout ByteBuffer) {
    let end = events.lastToken
    var last: UInt64 = 0
    while !isClosed, let observer = events.observer(of: event, after: last, through: end) {
      last = observer.token
      var told = event
      told.token = last
      events.beginCall(observer.registration)
      call(&hold, events.registrations[observer.registration].callback, told, &text, last)
      endCall(&hold, observer.registration)
    }
  }

  private func callOnce(
    _ hold: inout LockHold, _ oneTime: OneTimeEvent, _ event: Event, _ text: inout ByteBuffer
  ) {
    if oneTime.callback == Callback() { return }
    if oneTime.callback.function != nil { call(&hold, oneTime.callback, event, &text, event.token) }
    hold.unlockedHere { options.release(oneTime.callback) }
  }

  /// - Parameter token: of the observer, which `unobserve` may be waiting for.
  @_optimize(speed)
  private func call(
    _ hold: inout LockHold, _ callback: Callback, _ event: Event, _ text: inout ByteBuffer, _ token: UInt64
  ) {
    deliver(&hold, token, &text) { words, count in options.deliver(callback, event, words, count) }
  }

  private func show(
    _ hold: inout LockHold, _ registration: Registration, _ table: ViewTable, _ path: inout ByteBuffer,
    _ showing: borrowing Showing
  ) {
    guard let text = showing.text.bytes.baseAddress else { return }
    let words = text.assumingMemoryBound(to: CChar.self)
    let presentation = showing.presentation
    deliver(&hold, registration.token, &path) { path, _ in
      options.show(
        ViewCall(
          callback: registration.callback, table: table, path: path, presentation: presentation, text: words))
    }
  }

  /// Calls the host with a text.
  @_optimize(speed)
  private func deliver(
    _ hold: inout LockHold, _ token: UInt64, _ text: inout ByteBuffer, _ body: (UnsafePointer<CChar>, Int) -> Void
  ) {
    events.deliveries += 1
    let count = text.count
    hold.unlockedHere {
      do throws(OutOfMemory) {
        try text.withCString { words in DeliveryFrame.call(token, in: self) { body(words, count) } }
      } catch {
        // There is no memory for even one more byte, so the event has no text.
        var nothing: CChar = 0
        DeliveryFrame.call(token, in: self) { body(&nothing, 0) }
      }
    }
    events.deliveries -= 1
    signalEnd(hold)
  }

  // MARK: Waking the host

  public func interrupt() throws(Failure) {
    let hold = try enter()
    events.isInterrupted = true
    if events.waiters > 0 { locks.changed.broadcast() }
    hold.release()
  }

  /// Readable while events are pending; host-driven: while `step` has work.
  public func descriptor() throws(Failure) -> Int32 {
    let hold = try enter()
    if options.isHostDriven { return loop.backendDescriptor }
    if let signal = events.signal { return signal.descriptor }
    do throws(LoopError) {
      let made = try Signal.make()
      events.setSignal(made)
      announce(hold)
      return made.descriptor
    } catch {
      throw Failure(loopError: error)
    }
  }
}
