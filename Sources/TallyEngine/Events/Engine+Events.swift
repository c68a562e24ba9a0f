import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// The queue of events: what goes in, under `lock`, and the three ways in which it is drained.

extension Account {
  /// Something visible has changed: its observers' events go into the queue, and the total follows. Under `lock`.
  @_optimize(speed)
  func didChange(_ tree: Tree) {
    let notices = tree.notices.count
    for position in 0..<notices {
      let notice = tree.notices[position]
      engine.enqueue(Int(registrationOf[Int(notice.observer)]), notice.node)
    }
    if notices > 0 { tree.clearNotices() }
    engine.updateTotal(self, tree)
    if notices > 0 { engine.announce() }
  }
}

extension Engine {
  static func key(_ registration: UInt32, _ node: UInt32) -> UInt64 {
    UInt64(registration) << 32 | UInt64(node) | 1 << 63
  }

  /// Room for so many events of badges, and those of the total.
  @inline(__always)
  func reserveEvents(_ count: Int) throws(TreeError) {
    let wanted = count &+ totalObservers.count
    if wanted == 0 || (queue.hasRoom(for: wanted) && subtreeEntries.hasRoom(for: count)) { return }
    try makeEventRoom(count)
  }

  private func makeEventRoom(_ count: Int) throws(TreeError) {
    do throws(OutOfMemory) {
      try queue.reserve(count + totalObservers.count)
      try subtreeEntries.reserve(additional: count)
    } catch {
      throw .outOfMemory
    }
  }

  /// Puts a change of a badge into the queue, or moves the one that waits to the end. There is room.
  @_optimize(speed)
  func enqueue(_ index: Int, _ at: NodeIndex) {
    let registration = registrations[index]
    if !registration.observesSubtree {
      if registration.pending != EventQueue.none {
        queue.moveLast(registration.pending)
      } else {
        registrations[index].pending = queue.append(
          .badge, subject: UInt32(index), node: at.raw, hasCallback: registration.hasCallback)
      }
      return
    }
    let key = Engine.key(UInt32(index), at.raw)
    if let waiting = subtreeEntries.value(key) {
      queue.moveLast(UInt32(truncatingIfNeeded: waiting))
      return
    }
    let entry = queue.append(
      .badge, subject: UInt32(index), node: at.raw, hasCallback: registration.hasCallback)
    accounts[registration.account].tree.pin(at)
    // Room was made together with the queue's; at worst the change is told twice.
    do throws(OutOfMemory) { try subtreeEntries.set(key, Int64(entry)) } catch {}
  }

  /// Of the total or messages. There is room.
  func enqueue(_ index: UInt32, as kind: EventQueue.Kind) {
    let registration = registrations[Int(index)]
    if registration.pending != EventQueue.none {
      queue.moveLast(registration.pending)
    } else {
      registrations[Int(index)].pending = queue.append(
        kind, subject: index, hasCallback: registration.hasCallback)
    }
  }

  var totalShown: Visible { Visible(shows: totalShowing > 0, count: totalCount) }

  /// Brings the total up to date with one account. Under `lock`, with room for the events.
  @_optimize(speed)
  func updateTotal(_ account: Account, _ tree: Tree) {
    let shown = account.isLoggedIn ? tree.visible(.root) : .nothing
    if shown == account.inTotal { return }
    let before = totalShown
    totalCount = totalCount &- account.inTotal.count &+ shown.count
    totalShowing += (shown.shows ? 1 : 0) - (account.inTotal.shows ? 1 : 0)
    account.inTotal = shown
    if totalShown == before { return }
    totalRevision += 1
    for position in 0..<totalObservers.count { enqueue(totalObservers[position], as: .total) }
    if totalObservers.count > 0 { announce() }
  }

  public func total() throws(Failure) -> (shown: Visible, revision: UInt64) {
    try enter()
    defer { lock.unlock() }
    expireDue()
    if isClosed { throw .closed }
    return (totalShown, totalRevision)
  }

  /// Appends a one-time event, for which room was pledged. Under `lock`.
  /// - Returns: its place among them.
  @discardableResult
  func enqueue(_ oneTime: OneTimeEvent) -> Int {
    var slot = firstFreeOneTime
    while slot < oneTimes.count, oneTimes[slot] != nil { slot += 1 }
    if slot == oneTimes.count { oneTimes.append(oneTime) } else { oneTimes[slot] = oneTime }
    firstFreeOneTime = slot + 1
    queue.redeem(1)
    _ = queue.append(.oneTime, subject: UInt32(slot), hasCallback: oneTime.callback.function != nil)
    announce()
    return slot
  }

  /// Wakes whoever drains the queue. Under `lock`.
  @_optimize(speed)
  func announce() {
    if queue.count == 0 { return }
    if waiters > 0 { changed.broadcast() }
    if let signal, !isSignalled {
      isSignalled = true
      signal.set()
    }
    if let notifyBody, !isNotified {
      isNotified = true
      notifyBody(notify.userData)
    }
    if options.isHostDriven { loop.wake() }
  }

  /// Where nothing waits any more, nobody is to be woken, and the next event wakes the host again. Under `lock`.
  @_optimize(speed)
  func rest() {
    if queue.count > 0 { return }
    isNotified = false
    if isSignalled {
      isSignalled = false
      signal?.clear()
    }
  }

  // MARK: Draining

  /// Waits for an event and takes it out, after its callback was called.
  /// - Parameters:
  ///   - timeout: milliseconds; -1: no limit.
  ///   - capacity: bytes that its text may have; a longer one stays in the queue.
  /// - Returns: the event, and whether its text fitted; nil: none came.
  public func nextEvent(
    timeout: Int64, capacity: Int, text: inout ByteBuffer
  ) throws(Failure) -> (event: Event, fits: Bool)? {
    try enter()
    defer { lock.unlock() }
    guard try waitForEvent(timeout) else { return nil }
    let first = queue.first
    var showing = Showing()
    let event = try describe(first, &text, &showing)
    if text.count >= capacity { return (event, false) }
    take(first, event, &text, showing)
    return (event, true)
  }

  private func waitForEvent(_ timeout: Int64) throws(Failure) -> Bool {
    let end = timeout < 0 ? Int64.max : saturatingSum(Clock.system.elapsed, timeout)
    while queue.count == 0 {
      if isInterrupted {
        isInterrupted = false
        return false
      }
      if timeout == 0 || options.isHostDriven { return false }
      let left = end == Int64.max ? Int64.max : end - Clock.system.elapsed
      if left <= 0 { return false }
      waiters += 1
      if left == Int64.max { changed.wait(lock) } else { _ = changed.wait(lock, milliseconds: left) }
      waiters -= 1
      if isClosed { throw .closed }
    }
    return true
  }

  /// Calls the callbacks of what waits, up to `limit` of them (0: as many as there are).
  /// - Returns: how many, and whether there are more.
  @_optimize(speed)
  public func dispatch(limit: Int) throws(Failure) -> (count: Int, hasMore: Bool) {
    try enter()
    defer { lock.unlock() }
    var delivered = 0
    var text = ByteBuffer()
    var showing = Showing()
    while queue.callbacks > 0, limit == 0 || delivered < limit {
      var entry = queue.first
      while !queue[entry].hasCallback { entry = queue[entry].next }
      let event = try describe(entry, &text, &showing)
      take(entry, event, &text, showing)
      delivered += 1
      if isClosed { throw .closed }
    }
    return (delivered, queue.callbacks > 0)
  }

  /// What an entry says now.
  @_optimize(speed)
  private func describe(
    _ index: UInt32, _ text: inout ByteBuffer, _ showing: inout Showing
  ) throws(Failure) -> Event {
    let entry = queue[index]
    text.removeAll()
    switch entry.kind {
    case .badge: return try describeBadge(entry, &text, &showing)
    case .total:
      var event = Event(.total)
      event.token = registrations[Int(entry.subject)].token
      event.shown = totalShown
      event.revision = totalRevision
      return event
    case .messages: return try describeMessages(registrations[Int(entry.subject)], &text)
    case .group: return try describeGroup(entry, &text)
    case .synced: return try describeSync(entry, &text)
    case .oneTime:
      guard let oneTime = oneTimes[Int(entry.subject)] else { throw Failure(.internalError, "an event is lost") }
      try growing { () throws(OutOfMemory) in try text.append(oneTime.text.bytes) }
      return oneTime.event
    }
  }

  @_optimize(speed)
  private func describeBadge(
    _ entry: EventQueue.Entry, _ text: inout ByteBuffer, _ showing: inout Showing
  ) throws(Failure) -> Event {
    let registration = registrations[Int(entry.subject)]
    if registration.isView { try readView(registration, &showing) }
    let account = accounts[registration.account]
    let at = account.tree.nodeIndex(entry.node)
    var event = Event(registration.isView ? .view : .badge)
    event.token = registration.token
    event.account = account.id
    event.shown = account.tree.visible(at)
    event.revision = account.tree.revision(of: at)
    try growing { () throws(OutOfMemory) in try text.append(account.tree.path(of: at)) }
    return event
  }

  private func describeSync(_ entry: EventQueue.Entry, _ text: inout ByteBuffer) throws(Failure) -> Event {
    guard let news = feeds.find(entry.subject)?.news else { throw Failure(.internalError, "an event is lost") }
    try growing { () throws(OutOfMemory) in try text.append(news.text.bytes) }
    return news.event
  }

  /// Takes an entry out of the queue and calls its callback, if it has one, with the lock given up.
  @_optimize(speed)
  private func take(_ index: UInt32, _ event: Event, _ text: inout ByteBuffer, _ showing: borrowing Showing) {
    let entry = queue[index]
    queue.remove(index)
    switch entry.kind {
    case .badge, .total, .messages, .group:
      if registrations[Int(entry.subject)].observesSubtree {
        forgetSubtreeEntry(entry)
      } else {
        registrations[Int(entry.subject)].pending = EventQueue.none
      }
      rest()
      callObserver(Int(entry.subject), event, &text, showing)
    case .synced:
      feeds.find(entry.subject)?.takeSynced()
      queue.renew()
      rest()
    case .oneTime:
      let oneTime = oneTimes[Int(entry.subject)]
      oneTimes[Int(entry.subject)] = nil
      if event.kind == .reminder { reminderEvents.remove(event.token) }
      firstFreeOneTime = min(firstFreeOneTime, Int(entry.subject))
      if event.kind == .auth { takeRefusal(event.feed) }
      rest()
      if let oneTime { callOnce(oneTime, event, &text) }
    }
  }

  /// An event of an observed subtree is not in the queue any more: its node may go.
  @_optimize(speed)
  func forgetSubtreeEntry(_ entry: EventQueue.Entry) {
    subtreeEntries.remove(Engine.key(entry.subject, entry.node))
    let account = accounts[registrations[Int(entry.subject)].account]
    if entry.kind == .group {
      account.groupEvents -= 1
      return
    }
    let tree = account.tree
    tree.unpin(tree.nodeIndex(entry.node))
  }

  /// A feed's AUTH was told: the next one may come.
  private func takeRefusal(_ id: Int64) {
    guard let feed = feed(id) else { return }
    feed.isRefusalWaiting = false
    queue.renew()
  }

  @_optimize(speed)
  private func callObserver(
    _ index: Int, _ event: Event, _ text: inout ByteBuffer, _ showing: borrowing Showing
  ) {
    let registration = registrations[index]
    if !registration.hasCallback { return }
    registrations[index].inFlight += 1
    if registration.isView {
      show(registration, views[registration.view], &text, showing)
    } else {
      call(registration.callback, event, &text)
    }
    registrations[index].inFlight -= 1
    if !registrations[index].isRemoved { return }
    if waiters > 0 { changed.broadcast() }
    if registrations[index].inFlight == 0, !registrations[index].isAwaited { free(index) }
  }

  private func callOnce(_ oneTime: OneTimeEvent, _ event: Event, _ text: inout ByteBuffer) {
    if oneTime.callback == Callback() { return }
    if oneTime.callback.function != nil { call(oneTime.callback, event, &text) }
    lock.unlock()
    options.release(oneTime.callback)
    lock.lock()
  }

  @_optimize(speed)
  private func call(_ callback: Callback, _ event: Event, _ text: inout ByteBuffer) {
    deliver(event.token, &text) { words in options.deliver(callback, event, words) }
  }

  private func show(
    _ registration: Registration, _ table: ViewTable, _ path: inout ByteBuffer, _ showing: borrowing Showing
  ) {
    guard let text = showing.text.bytes.baseAddress else { return }
    let words = text.assumingMemoryBound(to: CChar.self)
    let presentation = showing.presentation
    deliver(registration.token, &path) { path in
      options.show(
        ViewCall(
          callback: registration.callback, table: table, path: path, presentation: presentation, text: words))
    }
  }

  /// Calls the host with a text, and with the lock given up.
  @_optimize(speed)
  private func deliver(
    _ token: UInt64, _ text: inout ByteBuffer, _ body: (UnsafePointer<CChar>) -> Void
  ) {
    deliveries += 1
    defer {
      deliveries -= 1
      if isClosed, waiters > 0 { changed.broadcast() }
    }
    lock.unlock()
    do throws(OutOfMemory) {
      try text.withCString { words in DeliveryFrame.call(token, in: self) { body(words) } }
    } catch {
      // Not even a byte more: it is told without its text.
      var nothing: CChar = 0
      DeliveryFrame.call(token, in: self) { body(&nothing) }
    }
    lock.lock()
  }

  // MARK: Waking the host

  public func interrupt() throws(Failure) {
    try enter()
    isInterrupted = true
    if waiters > 0 { changed.broadcast() }
    lock.unlock()
  }

  /// Readable while events wait; host-driven: when `step` has something to do.
  public func descriptor() throws(Failure) -> Int32 {
    try enter()
    defer { lock.unlock() }
    if options.isHostDriven { return loop.backendDescriptor }
    if let signal { return signal.descriptor }
    do throws(LoopError) {
      let made = try Signal.make()
      signal = made
      announce()
      return made.descriptor
    } catch {
      throw Failure(loopError: error)
    }
  }

  /// - Parameter body: called with the lock held, on any thread.
  public func setNotify(_ callback: Callback, _ body: ((UnsafeMutableRawPointer?) -> Void)?) throws(Failure) {
    try enter()
    let former = notify
    notify = callback
    notifyBody = body
    isNotified = false
    if body != nil { announce() }
    lock.unlock()
    options.release(former)
  }
}

func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? Int64.max : sum
}

/// How long it is until a point in time, which may be any: snapshots bring them. 0: it has passed.
func timeLeft(until time: Int64, _ now: Int64) -> Int64 {
  if time <= now { return 0 }
  let (left, overflow) = time.subtractingReportingOverflow(now)
  return overflow ? Int64.max : left
}
