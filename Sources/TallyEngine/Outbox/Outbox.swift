import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyWire

/// Sends the rows of an account's outbox to a URL, one at a time, in their order.
///
/// Nothing is sent unless the account is logged in, and then with the account's credential for this server, if there is
/// one. If its requests had one in an earlier run, they wait for it. After a failed request, no row is sent before its
/// wait has ended. After a rejected credential, no row is sent before another one or another log-in.
///
/// Invariants: everything is under the engine's `lock`, except `body` and `key`, which belong to the loop thread. While
/// `isSending`, this object leases a row or is about to. The account keeps this object. Whoever uses it without `lock`
/// keeps the account.
final class Outbox: EnginePart {
  unowned(unsafe) let account: Account
  var options: OutboxOptions
  /// Leases of rows may be those of a run that has ended. The loop thread's.
  var mustEndLeases = true
  private var isSending = false
  private var request: UInt64 = 0
  /// The number of the account's session whose credential was rejected or missing; nil: none.
  private var refusedLogin: UInt32?
  /// Not before, on the elapsed clock.
  private var notBefore = Int64.min
  /// The part of this wait that the server has requested.
  private var askedUntil = Int64.min
  /// Failures since the last accepted row.
  private var failures: Int64 = 0

  /// The row in flight.
  private var row: Int64 = 0
  private var attempt: Int64 = 0
  private var login: UInt32 = 0
  private var body = ByteBuffer()
  private var key = ByteBuffer()

  init(account: Account, options: OutboxOptions) {
    self.account = account
    self.options = options
  }

  var engine: Engine { account.engine }

  // MARK: Under `lock`

  /// There may be something to send.
  func wake(_ hold: borrowing LockHold) { plan(hold, max(notBefore, clock.elapsed)) }

  /// The server is about to be polled, or the rows must be sent now. A wait because of failures ends, unless the server
  /// has requested it.
  func hurry(_ hold: borrowing LockHold) {
    notBefore = min(notBefore, askedUntil)
    wake(hold)
  }

  /// The account was logged in, perhaps with another credential. The server's wait goes on.
  func didLogIn(_ hold: borrowing LockHold) {
    refusedLogin = nil
    hurry(hold)
  }

  /// The request in flight has a credential that must not be used any more.
  func didLogOut() {
    if request != 0 { engine.outboxes.breakOff(request: request) }
    engine.loop.wake()
  }

  private func plan(_ hold: borrowing LockHold, _ time: Int64) {
    if options.url.isEmpty || isSending { return }
    if engine.outboxes.plan(account.slot, at: time) { engine.replan(hold, time) }
  }

  private var maySend: Bool {
    !isClosed && !options.url.isEmpty && !isSending && account.isLoggedIn && refusedLogin != account.session.number
      && account.residence.state != .dropped
  }

  // MARK: The loop thread, without a lock

  /// Sends what is due.
  func serve() {
    let hold = lock()
    engine.outboxes.cancel(account.slot)
    let mayBegin = maySend && notBefore <= clock.elapsed
    if mayBegin { isSending = true } else if maySend { plan(hold, notBefore) }
    // Longer than the request, so that nobody else leases the row meanwhile.
    let duration = min(saturatingSum(options.requestTimeout, 60_000), 86_400_000)
    hold.release()
    if !mayBegin { return }
    do throws(Failure) {
      try Reserve.refill()
      if try lease(duration) { return try begin() }
      try waitForNext()
    } catch {
      if row == 0 { stop(after: 1000) } else { retry(asked: nil) }
    }
  }

  private func lease(_ duration: Int64) throws(Failure) -> Bool {
    row = 0
    body.removeAll()
    key.removeAll()
    var isFull = false
    try account.leaseOutbox(duration: duration, limit: 1, endsOthers: mustEndLeases) { row in
      do throws(OutOfMemory) {
        try self.body.append(row.body)
        try self.key.append(row.key)
      } catch { isFull = true }
      self.row = row.id
      self.attempt = row.attempts
    } check: { () throws(Failure) in
      if !isFull { return }
      self.row = 0
      throw .noMemory
    }
    mustEndLeases = false
    return row != 0
  }

  private func begin() throws(Failure) {
    let hold = try engine.enter()
    if !account.isLoggedIn || options.url.isEmpty { throw .loggedOut }
    var message = HTTPRequest()
    message.method = .post
    message.totalTimeout = options.requestTimeout
    message.idleTimeout = options.idleTimeout
    message.maxBytes = Int64(engine.limits.responseBytes)
    try growing { () throws(OutOfMemory) in
      try options.url.withUnsafeBufferPointer { (bytes) throws(OutOfMemory) in
        try message.url.append(UnsafeRawBufferPointer(bytes))
      }
      try message.body.append(body.bytes)
    }
    try message.addHeader("Content-Type", bytes(of: "application/json"))
    try message.addHeader("Accept", bytes(of: "application/json"))
    try message.addHeader("Idempotency-Key", key.bytes)
    login = account.session.number
    if try !account.session.credentials.add(to: &message), options.needsCredential {
      hold.release()
      return refuse(0)
    }
    request = try engine.send(hold, message) { [account] response in
      withExtendedLifetime(account) { self.receive(response) }
    }
  }

  private func receive(_ response: HTTPResponse) {
    let hold = lock()
    trace(hold, response)
    request = 0
    let isCurrent = account.isLoggedIn && login == account.session.number
    hold.release()
    if response.failure == .cancelled { return giveBack() }
    if response.failure != .none { return retry(asked: nil) }
    switch response.status {
    case 200...299: take(response)
    // The server has a newer value. Without a body it is busy with the same key.
    case 409 where !response.body.isEmpty && isPage(response.body): take(response)
    case 401,
      403 where !response.isRateLimited:
      if isCurrent { refuse(response.status) } else { giveBack() }
    case 400...499 where response.status != 408 && response.status != 409 && !response.isRateLimited:
      log(response.status)
      end(retryAfter: nil)
      stop(after: 0)
    default: retry(asked: response.retryDelay(wall: clock.wall))
    }
  }

  private func isPage(_ body: UnsafeRawBufferPointer) -> Bool {
    do throws(Failure) {
      let page = try PageDecoder.make().decode(body)
      return !page.isEmpty
    } catch { return false }
  }

  private func take(_ response: HTTPResponse) {
    do throws(Failure) {
      _ = try account.acknowledge(row, answer: response.body)
      stop(after: 0)
    } catch {
      // Only the disk or the memory can be the reason, so the row is sent again.
      retry(asked: nil)
    }
  }

  /// - Parameter milliseconds: until it may be sent again; nil: it has failed for good, and the next ones continue.
  private func end(retryAfter milliseconds: Int64?) {
    // If this cannot be stored, its lease runs out.
    do throws(Failure) {
      _ = try account.failOutbox(row, attempt: attempt, retryAfter: milliseconds)
    } catch {}
  }

  /// No server is at fault, so the row may be sent immediately.
  private func giveBack() {
    end(retryAfter: 0)
    stop(after: 0)
  }

  /// The request failed. A server's wait is stored. The sender's own wait is not, so that another sender, or another
  /// run, can try earlier.
  private func retry(asked: Int64?) {
    let hold = lock()
    failures += 1
    let server = OutboxPolicy.serverWait(asked, random: engine.random.next())
    let wait = max(server, OutboxPolicy.wait(attempts: failures, random: engine.random.next()))
    hold.release()
    end(retryAfter: server)
    stop(after: wait, asked: server, hasFailed: true)
  }

  private func stop(after wait: Int64, asked: Int64 = 0, hasFailed: Bool = false) {
    let hold = lock()
    isSending = false
    if !hasFailed { failures = 0 }
    let now = clock.elapsed
    notBefore = saturatingSum(now, wait)
    askedUntil = saturatingSum(now, asked)
    if maySend { plan(hold, notBefore) }
  }

  /// Nothing is due now.
  private func waitForNext() throws(Failure) {
    let next = try account.countOutbox().next
    let hold = lock()
    isSending = false
    if next == Int64.max || !maySend { return }
    let now = clock.now()
    let left = timeLeft(until: next, now.wall)
    // A due row that waits for another row must not keep the loop busy.
    plan(hold, saturatingSum(now.elapsed, left > 0 ? left : 1000))
  }

  /// Nothing more is sent with this credential.
  /// - Parameter httpStatus: the server's; 0: there was no request, because the credential is missing.
  private func refuse(_ httpStatus: Int32) {
    let hold = lock()
    if refusedLogin != login { tellRefusedCredential(hold, httpStatus) }
    refusedLogin = login
    hold.release()
    giveBack()
  }

  private func tellRefusedCredential(_ hold: borrowing LockHold, _ httpStatus: Int32) {
    var event = Event(.auth)
    event.account = account.id
    event.httpStatus = httpStatus
    event.result = Status.unauthorized.rawValue
    // For the next one.
    do throws(Failure) {
      try Reserve.refill()
      try growing { () throws(OutOfMemory) in
        try engine.events.reserveMerged()
        try engine.events.pledge(1)
      }
    } catch { return }
    var record = TraceRecord(.auth, of: account)
    record.result = event.result
    tracing?(hold, record, TraceTexts(UnsafeRawBufferPointer(start: nil, count: 0)))
    let oneTime = OneTimeEvent(event, Callback())
    if httpStatus == 0 {
      do throws(OutOfMemory) { try oneTime.text.append("the outbox waits for a credential for its server") } catch {}
    }
    engine.events.enqueue(merging: oneTime)
    engine.announce(hold)
  }

  private func trace(_ hold: borrowing LockHold, _ response: HTTPResponse) {
    guard let trace = tracing, !options.url.isEmpty else { return }
    var record = TraceRecord(.exchange, of: account)
    record.detail = response.status
    options.url.withUnsafeBytes { response.withTraced($0) { trace(hold, record, $0) } }
  }

  private func log(_ status: Int32) {
    let line = LogLine("outbox of account ")
    account.name.withUnsafeBytes { line.quote($0) }
    line.append(": the server refused a row with status ")
    line.append(Int64(status))
    engine.logNow(2, line)
  }
}

extension Engine {
  /// From the first outbox on.
  func beginOutboxes(_ hold: borrowing LockHold) {
    duties.outboxes = { engine, hold in engine.serveOutboxes(&hold) }
  }

  /// Serves the outboxes that are due. Loop thread.
  private func serveOutboxes(_ hold: inout LockHold) {
    while let request = outboxes.takeCancellation() { cancelRequest(hold, request) }
    let now = clock.elapsed
    while !isClosed, let slot = outboxes.popDue(by: now) {
      let account = accounts[slot]
      let outbox = account.outbox
      hold.unlocked { withExtendedLifetime(account) { outbox?.serve() } }
    }
  }
}
