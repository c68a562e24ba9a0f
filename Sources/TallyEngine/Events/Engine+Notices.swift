import CPlatform
import TallyFailure
import TallyLoop

// Notify and the log. A due call is noted under any locks. A thread makes it when it holds none of them any more: when
// it gives back `lock` (`Mutex.carryOut`) or the store's lock (`StoreHold`).

extension Engine {
  /// Makes the due calls of notify and the log. One thread at a time makes the calls of each, including those that come
  /// meanwhile. On a thread that holds nothing else that others wait for.
  func carryOut(_ hold: inout LockHold) {
    while !isClosed {
      if let due = events.notice.begin() {
        callNotify(&hold, due.body, due.userData)
      } else if let lines, let level = lines.take() {
        deliver(&hold, lines, level)
      } else {
        return
      }
    }
  }

  private func callNotify(
    _ hold: inout LockHold, _ body: (UnsafeMutableRawPointer?) -> Void, _ userData: UnsafeMutableRawPointer?
  ) {
    beginCall(hold)
    hold.unlockedInHandler { DeliveryFrame.call(NotifyCall.token, in: self) { body(userData) } }
    if let retired = events.notice.end() { hold.unlockedInHandler { options.release(retired) } }
    endCall(hold)
    if events.notice.waiters > 0 { locks.changed.broadcast() }
  }

  private func deliver(_ hold: inout LockHold, _ lines: LogQueue, _ level: Int32) {
    beginCall(hold)
    traceLine(hold, lines, level)
    // Like the transport's calls: no observer has this token.
    hold.unlockedInHandler { DeliveryFrame.call(0, in: self) { lines.withLine { options.log?(level, $0) } } }
    lines.endDelivery()
    endCall(hold)
  }

  private func traceLine(_ hold: borrowing LockHold, _ lines: LogQueue, _ level: Int32) {
    guard let trace = duties.trace else { return }
    var record = TraceRecord(.log)
    record.detail = level
    record.time = max(clock.wall, 0)
    lines.withLine { line in
      trace(hold, record, TraceTexts(UnsafeRawBufferPointer(start: line, count: ctally_text_length(line))))
    }
  }

  private func beginCall(_ hold: borrowing LockHold) {
    events.deliveries += 1
    ctally_thread_shield()
  }

  private func endCall(_ hold: borrowing LockHold) {
    ctally_thread_unshield()
    events.deliveries -= 1
    signalEnd(hold)
  }

  // MARK: The log

  /// Notes a line for the host's log. Any locks may be held. Without any, use `logNow`.
  func log(_ level: Int32, _ text: UnsafePointer<CChar>) {
    guard let lines, level <= limits.logLevel else { return }
    lines.append(level, text)
    lock.request()
  }

  /// The same without `lock`. If this thread holds nothing else, the line is delivered when this returns.
  func logNow(_ level: Int32, _ text: UnsafePointer<CChar>) {
    log(level, text)
    settleNotices()
  }

  /// Makes the due calls. Without `lock`.
  func settleNotices() {
    if !lock.isRequested { return }
    lock.lock().release()
  }

  /// Delivers the last lines of an engine that is closed. Without a lock.
  func deliverLastLines() {
    guard let lines else { return }
    var hold = lock.lock()
    while let level = lines.take() { deliver(&hold, lines, level) }
  }

  // MARK: Setting notify

  /// - Parameter body: called without a lock, on any thread.
  public func setNotify(_ callback: Callback, _ body: ((UnsafeMutableRawPointer?) -> Void)?) throws(Failure) {
    var hold = try enter()
    let (former, isRunning) = events.setNotify(callback, body)
    if body != nil { announce(hold) }
    let hasEnded = awaitNotify(&hold)
    let isRetired = isRunning && !hasEnded
    if isRetired { events.notice.retire(former) }
    hold.release()
    if !isRetired { options.release(former) }
  }

  /// Waits until the running call of notify has ended, unless it cannot end before this call returns: it is on this
  /// thread, or on one that waits for a callback on this thread.
  /// - Returns: whether it has ended.
  private func awaitNotify(_ hold: inout LockHold) -> Bool {
    if !events.notice.isRunning { return true }
    if DeliveryFrame.depth(of: NotifyCall.token, in: self) > 0 { return false }
    let number = events.notice.ended
    events.waiters += 1
    events.notice.waiters += 1
    if ctally_thread_frame() == nil {
      while events.notice.ended == number { locks.changed.wait(&hold) }
    } else {
      RemovalWait.wait(
        for: NotifyCall.token, in: self, until: { stuck in stuck > 0 || self.events.notice.ended != number },
        { self.locks.changed.wait(&hold) })
    }
    events.notice.waiters -= 1
    events.waiters -= 1
    return events.notice.ended != number
  }
}
