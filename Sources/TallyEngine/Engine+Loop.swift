import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// The loop's work, and the end of an engine.

extension Engine {
  /// Makes the loop wake by then.
  func replan(_ hold: borrowing LockHold, _ time: Int64) {
    if loopState.hasten(to: time) { loop.wake() }
  }

  /// Does all due work. Loop thread only.
  func work() {
    if !mayMakeObjects() { return planTimer() }
    var hold = lock.lock()
    // Sending comes before polling.
    duties.outboxes?(self, &hold)
    duties.reminders?(self, &hold)
    if isClosed { return }
    loopState.forgetPlan()
    duties.feeds?(self, &hold)
    expireDue(&hold)
    if isClosed { return }
    let mustWrite = schedule.isDue(clock.elapsed)
    let mustTidyUp = mustTidyUp(hold)
    let serveHost = hostRequests.nextDeadline() <= clock.elapsed ? duties.host : nil
    hold.release()
    // A host that responds immediately gets the next page's request immediately, but nobody else waits for ever.
    var rounds = Exchange.maxPages
    while rounds > 0, serveHost?(self) == true { rounds -= 1 }
    // A failure is reported, and the write is tried again.
    if mustWrite { do throws(Failure) { try writeGroup() } catch {} }
    if mustTidyUp { tidyUp() }
    planTimer()
  }

  /// Whether there is memory for the objects of one piece of work. Otherwise the loop tries again later. Loop thread
  /// only.
  func mayMakeObjects() -> Bool {
    do throws(Failure) {
      try Reserve.refill()
      return true
    } catch {
      own.pause(until: saturatingSum(clock.elapsed, GroupSchedule.retryDelay))
      return false
    }
  }

  /// The time that decides which badges end and which reminders fire. Under `lock`.
  var now: Int64 { logTime.now(clock) }

  /// Moves the time of the logs. The loop then ends everything that is due.
  func advanceLogTime(_ hold: borrowing LockHold, to time: Int64) {
    if !logTime.advance(to: time) { return }
    let expiry = accounts.expiries.next()
    if expiry <= time { replan(hold, clock.elapsed) }
    if let reminder = reminderClock.next(isByLog: true, logTime.ofPlans(clock)) { replan(hold, reminder) }
  }

  /// The number of feeds before other threads get `lock`. They take a part of a millisecond.
  private static let turn = 32

  /// Gives `lock` to waiting threads after each turn.
  /// - Parameter count: counts the feeds.
  func giveWay(_ hold: inout LockHold, after count: inout Int) {
    count += 1
    if count % Engine.turn == 0 { hold.bump() }
  }

  /// When the next work is due, on the elapsed clock.
  private func nextDue(_ hold: borrowing LockHold) -> Int64 {
    var due = min(schedule.due, min(nextUpkeep(hold), hostRequests.nextDeadline()))
    due = min(due, feeds.next(), outboxes.next())
    if let reminder = reminderClock.next(isByLog: logTime.isSet, logTime.ofPlans(clock)) { due = min(due, reminder) }
    let expiry = accounts.expiries.next()
    if expiry != Timetable.never {
      due = min(due, logTime.elapsed(until: expiry, clock))
      // A user may set the clock forward.
      if accounts.mayHaveSnoozes, !logTime.isSet { due = min(due, saturatingSum(clock.elapsed, ReminderClock.period)) }
    }
    return own.begin(of: due)
  }

  private func planTimer() {
    let hold = lock.lock()
    let due = isClosed ? Int64.max : nextDue(hold)
    loopState.plan(due)
    let wait = due == Int64.max ? nil : timeLeft(until: due, clock.elapsed)
    hold.release()
    // The host reads the timeout, which uses the engine's clock. The loop's timer would use the system's.
    if !options.isHostDriven { loop.setTimer(after: wait) }
  }

  // MARK: Host-driven

  /// Does due work without waiting, and calls the callbacks of pending events.
  public func step() throws(Failure) {
    if !options.isHostDriven { throw Failure(.unsupported, "the engine runs a loop thread of its own") }
    if DeliveryFrame.depth(of: nil, in: self) > 0 { throw Failure(.thread, "not inside a callback") }
    let hold = try enter()
    if !loopState.beginStep() { throw Failure(.thread, "another thread is stepping this engine") }
    hold.release()
    loop.step()
    work()
    // New work gets its first turn, so that its descriptors are watched when the host blocks.
    loop.step()
    let again = lock.lock()
    loopState.endStep()
    again.release()
    _ = try dispatch(limit: 0)
  }

  /// How long the host may block, in milliseconds; -1: no limit.
  public func timeout() throws(Failure) -> Int64 {
    if !options.isHostDriven { throw Failure(.unsupported, "the engine runs a loop thread of its own") }
    let hold = try enter()
    // Another thread drives the loop now, so its next work is not known yet.
    if loopState.isStepping || events.queue.callbacks > 0 { return 0 }
    let due = nextDue(hold)
    let own = due == Int64.max ? Int64.max : timeLeft(until: due, clock.elapsed)
    let loops = Int64(loop.backendTimeout)
    let wait = loops < 0 ? own : min(own, loops)
    return wait == Int64.max ? -1 : wait
  }

  // MARK: The end

  /// Waits until all former changes are on the disk.
  public func flush() throws(Failure) {
    try checkFork()
    if configuration.isPersistent { return try writeGroup() }
    try enter().release()
  }

  /// Ends everything and frees it. Calls with remaining handles fail as closed.
  /// - Parameter timeout: the time limit for writing, in milliseconds; negative: none.
  public func close(timeout: Int64 = -1) throws(Failure) {
    if isForked {
      // The file, its lock and the thread belong to the parent. The child touches and frees none of them.
      loop.abandon()
      _ = Unmanaged.passRetained(self)
      return
    }
    if DeliveryFrame.depth(of: nil, in: self) > 0 {
      throw Failure(.thread, "an engine cannot be closed inside a callback")
    }
    let deadline = timeout < 0 ? Int64.max : saturatingSum(Clock.system.elapsed, timeout)
    loop.stop()
    closeHostTransport()
    duties.client?(self)
    shut()
    // Changes that have joined a commit are stored and applied. New ones are rejected.
    takeStore().release()
    var refused: Failure?
    // The engine accepts no more changes, so this writes everything.
    do throws(Failure) { try writeGroup(isClosing: true, until: deadline) } catch { refused = error }
    giveBack()
    let storeHold = takeStore()
    do throws(Failure) {
      try store.close()
    } catch { if refused == nil { refused = error } }
    releaseMemory(storeHold)
    storeHold.release()
    deliverLastLines()
    loop.close()
    // The loop has closed the handles in them.
    own.http = nil
    own.decoder = nil
    own.share = nil
    if let refused { throw refused }
  }

  /// Rejects new calls, and waits for callbacks and backups on other threads.
  private func shut() {
    var hold = lock.lock()
    state.close()
    locks.changed.broadcast()
    duties.traces?.end(hold)
    events.waiters += 1
    while events.deliveries > 0 || !state.isIdle { locks.changed.wait(&hold) }
    events.waiters -= 1
  }

  /// Releases everything that the host provided.
  private func giveBack() {
    var hold = lock.lock()
    while let callback = events.giveBack() { hold.unlocked { options.release(callback) } }
    for slot in 0..<accounts.slotCount {
      guard let account = accounts.account(slot) else { continue }
      for feed in account.feeds.all {
        while let force = feed.forces.popLast() { hold.unlocked { options.release(force.callback) } }
        feed.exchange = nil
      }
      account.feeds.removeAll()
      account.outbox = nil
    }
    feeds = FeedTable(limits)
  }

  /// Frees what only an open engine needs. Handles that the host has keep the engine itself alive, until the last of
  /// them is released.
  private func releaseMemory(_ storeHold: borrowing StoreHold) {
    groups.removeAll()
    let hold = lock.lock()
    for slot in 0..<accounts.slotCount { accounts.account(slot)?.releaseMemory(hold) }
    accounts.removeAll()
    events.releaseMemory()
  }
}
