import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore

// Passing inputs to the feed's policy, and executing its actions.

extension Feed {
  /// Polls soon.
  public func refresh() throws(Failure) {
    let hold = try enter()
    try checkURL()
    if !account.isLoggedIn { throw .loggedOut }
    advise(hold, .refresh)
  }

  /// Polls now. Completes once, with an event.
  /// - Returns: the event's token.
  public func refreshNow(_ callback: Callback) throws(Failure) -> UInt64 {
    let hold = try enter()
    try checkURL()
    if engine.events.completions >= engine.limits[.completions] {
      throw Failure(.limit, "too many completions are pending")
    }
    try growing { () throws(OutOfMemory) in
      try forces.reserveRoom(1)
      try engine.events.pledge(1)
    }
    var event = Event(.completion)
    event.token = engine.events.makeToken()
    event.account = account.id
    event.feed = id
    forces.append(OneTimeEvent(event, callback))
    engine.events.completions += 1
    advise(hold, .force)
    return event.token
  }

  /// Cancels the request in flight.
  public func cancel() throws(Failure) { try tell(.cancel) }

  /// Stops automatic polling, or resumes it.
  public func pause(_ isPaused: Bool) throws(Failure) { try tell(.pause(isPaused)) }

  /// - Returns: the page if the user now begins to see it, and whether a request began.
  public func pageShown(_ page: UInt32) throws(Failure) -> (page: PageInfo?, hasBegun: Bool) {
    let page = try Feed.check(page)
    let hold = try enter()
    let actions = consult(.pageShown(page))
    obey(hold, actions, .ok)
    return (actions.page, actions.page != nil && actions.start != nil)
  }

  public func pageHidden(_ page: UInt32) throws(Failure) { try tell(.pageHidden(try Feed.check(page))) }

  private static func check(_ page: UInt32) throws(Failure) -> UInt8 {
    if page >= UInt32(PolicyInput.maxPages) { throw Failure(.range, "the number of a page must be 0 to 7") }
    return UInt8(page)
  }

  private func tell(_ input: PolicyInput) throws(Failure) {
    let hold = try enter()
    advise(hold, input)
  }

  private func checkURL() throws(Failure) {
    if isLocal { throw Failure(.unsupported, "the feed has no URL") }
  }

  /// Takes the lock of an open engine if the feed exists.
  func enter() throws(Failure) -> LockHold {
    let hold = try engine.enter()
    try checkPresent()
    return hold
  }

  /// Stores the end of the wait that the server has requested, for the next run.
  func keepWait() {
    keep { (store) throws(Failure) in
      guard let wait = policy.wait else { return }
      let now = clock.now()
      let until = saturatingSum(now.wall, timeLeft(until: wait, now.elapsed))
      try store.saveWait(account: account.id, feed: id, until: until, url: url)
    }
  }

  /// Stores when a good response without news came, for the next run.
  func keepSuccess(of exchange: Exchange) {
    keep { (store) throws(Failure) in
      if exchange.answer.version != version || exchange.answer.replacesAll { return }
      try store.saveLastSuccess(feed: id, max(clock.wall, 0))
    }
  }

  /// Stores something that this run knows. If it fails, the log says why the next one does not. Loop thread, without a
  /// lock.
  private func keep(_ body: (Store) throws(Failure) -> Void) {
    do throws(Failure) {
      try account.changeRows { (store) throws(Failure) in
        let hold = try engine.enter()
        defer { hold.keep() }
        if !isRemoved { try body(store) }
      }
    } catch {
      engine.logFailure(2)
      engine.settleNotices()
    }
  }

  // MARK: Under `lock`

  /// Passes an input to the policy, and executes its actions.
  func advise(_ hold: borrowing LockHold, _ input: PolicyInput) { obey(hold, consult(input), .ok) }

  func consult(_ input: PolicyInput) -> PolicyActions {
    policy.isOriginOut = !isRemoved && engine.feeds.origins.isOut(slot)
    return policy.handle(input, at: clock.elapsed, random: engine.random.next())
  }

  /// Executes the policy's actions. Completions go into the queue, the rest is for the loop.
  /// - Parameter status: the result of an exchange that failed.
  func obey(_ hold: borrowing LockHold, _ actions: PolicyActions, _ status: Status, httpStatus: Int32 = 0) {
    var status = status
    if actions.cancel != nil {
      pendingStart = nil
      if !isRemoved { engine.feeds.origins.withdraw(slot) }
      engine.feeds.cancel(self)
      engine.loop.wake()
    }
    if actions.isTimeout {
      timedOutExchange = actions.cancel
      status = .timeout
      problem.removeAll()
      // Without memory for the description, the status must be enough.
      do throws(OutOfMemory) { try problem.append("the server took too long") } catch {}
    }
    complete(hold, Int(actions.completions), actions.result, status, httpStatus)
    if let start = actions.start {
      account.outbox?.hurry(hold)
      pendingStart = start
    }
    if let urgency = actions.start?.urgency ?? actions.urgency, !isRemoved {
      engine.feeds.origins.wait(slot, urgency)
      engine.loop.wake()
    }
    plan(hold)
  }

  /// Plans its next request, or its deadline. The slot of a removed feed may belong to another one.
  private func plan(_ hold: borrowing LockHold) {
    guard !isRemoved, let next = policy.nextWake, engine.feeds.wakes.plan(slot, at: next) else { return }
    engine.replan(hold, next)
  }

  private func complete(
    _ hold: borrowing LockHold, _ count: Int, _ result: ForceResult, _ status: Status, _ httpStatus: Int32
  ) {
    if count == 0 { return }
    let ended = min(count, forces.count)
    for index in 0..<ended {
      forces[index].event.httpStatus = httpStatus
      complete(hold, forces[index], result, status)
    }
    forces.removeFirst(ended)
  }

  private func complete(_ hold: borrowing LockHold, _ force: OneTimeEvent, _ result: ForceResult, _ status: Status) {
    var outcome: Status
    switch result {
    case .synced: outcome = .ok
    case .notModified: outcome = .notModified
    case .failed: outcome = status.isError ? status : .network
    case .rateLimited(let milliseconds):
      outcome = .rateLimited
      force.event.retryAfter = milliseconds
    case .unauthorized: outcome = .unauthorized
    case .loggedOut: outcome = .loggedOut
    case .cancelled: outcome = .cancelled
    }
    force.event.result = outcome.rawValue
    if outcome.isError {
      do throws(OutOfMemory) { try force.text.append(problem.bytes) } catch {}
    }
    engine.enqueue(hold, force)
  }
}
