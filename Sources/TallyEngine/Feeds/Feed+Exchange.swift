import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// A feed's exchange from its first request to its end: requests, responses, and what follows from them.

extension Feed {
  // MARK: Its beginning. Loop thread.

  /// Begins the exchange that the policy has requested, because it is its turn.
  func begin(_ hold: borrowing LockHold, _ permit: Permit) {
    guard let start = pendingStart else { return giveBack(permit, .cancelled) }
    pendingStart = nil
    let exchange = Exchange(hold, start, of: self, permit)
    self.exchange = exchange
    request(hold, exchange)
  }

  /// Sends the next request.
  private func request(_ hold: borrowing LockHold, _ exchange: Exchange) {
    do throws(Failure) {
      exchange.login = account.session.number
      try exchange.answer.expect(
        hold, from: exchange.answer.isSnapshot ? exchange.cursor : cursor, of: self, isFirst: exchange.staged.isEmpty)
      let request = try makeRequest(exchange)
      if exchange.isAnonymous, needsCredential, exchange.next.isEmpty {
        exchange.describe(bytes(of: "the feed waits for a credential for its server"))
        return endLocked(hold, exchange, ExchangeResult(outcome: .unauthorized, status: .unauthorized))
      }
      counts.requests += 1
      advise(hold, .begun(exchange.number))
      exchange.request = try engine.send(hold, request) { response in self.receive(response, of: exchange) }
    } catch {
      // Reported and retried like any other failure.
      exchange.describeLastError()
      endLocked(hold, exchange, ExchangeResult(outcome: .failed, status: error.status))
    }
  }

  private func makeRequest(_ exchange: Exchange) throws(Failure) -> HTTPRequest {
    var request = HTTPRequest()
    request.totalTimeout = requests.totalTimeout
    request.idleTimeout = requests.idleTimeout
    request.maxBytes = Int64(engine.limits.responseBytes)
    let isConditional = exchange.pages == 0 && !exchange.answer.isSnapshot && exchange.mode == .conditional
    try growing { () throws(OutOfMemory) in try appendURL(exchange, to: &request.url) }
    // The feed's own URL was checked when the feed was added. A URL from the server was not.
    request.hasPlainURL = exchange.next.isEmpty && !url.contains(0x40)
    try request.addHeader("Accept", bytes(of: "application/json"))
    if isConditional, !etag.isEmpty { try request.addHeader("If-None-Match", etag) }
    if isConditional, !lastModified.isEmpty { try request.addHeader("If-Modified-Since", lastModified) }
    exchange.isAnonymous = try !addCredential(to: &request)
    return request
  }

  /// The URL with the cursor and the limit as its parameters, before its fragment.
  func appendURL(_ exchange: Exchange, to output: inout ByteBuffer) throws(OutOfMemory) {
    if !exchange.next.isEmpty { return try output.append(exchange.next.bytes) }
    let address = url
    var end = 0
    var hasQuery = false
    while end < address.count, address[end] != 0x23 {
      if address[end] == 0x3F { hasQuery = true }
      end += 1
    }
    try output.append(UnsafeRawBufferPointer(rebasing: address[0..<end]))
    if isFile { return }
    let separator: UInt8 = hasQuery ? 0x26 : 0x3F
    if let mapping = exchange.answer.mapping {
      return try exchange.answer.appendParameters(mapping, separator: separator, to: &output)
    }
    try output.append(byte: separator)
    let position = exchange.answer.cursor.bytes
    if !position.isEmpty {
      try output.append("since=")
      try appendPercentEncoded(position, to: &output)
      try output.append("&")
    }
    try output.append("limit=")
    try output.append(decimal: Int64(requests.pageLimit))
  }

  /// A file is always read as a whole.
  var isFile: Bool {
    let address = url
    return address.count > 5 && isEqual(UnsafeRawBufferPointer(rebasing: address[0..<5]), bytes(of: "file:"))
  }

  // MARK: Responses. Loop thread, without a lock.

  private func receive(_ response: HTTPResponse, of exchange: Exchange) {
    // It was cancelled meanwhile, and nobody waits for it any more.
    guard self.exchange === exchange else { return }
    exchange.count(response)
    trace(response, of: exchange)
    do throws(Failure) { try Reserve.refill() } catch {
      return end(exchange, ExchangeResult(outcome: .failed, status: .noMemory))
    }
    if response.failure != .none { return endWithFailure(exchange, response) }
    if let name = response.unusableHeader { logUnusable(name) }
    if let poll = response.pollInterval { exchange.poll = poll }
    switch response.status {
    case 200: return take(response, of: exchange)
    case 204:
      keepSuccess(of: exchange)
      return end(exchange, ExchangeResult(outcome: .noContent, status: .notModified))
    case 304:
      forgetPushed(before: exchange)
      keepSuccess(of: exchange)
      return end(exchange, ExchangeResult(outcome: .notModified, status: .notModified))
    case 401: return refuseCredential(exchange, response)
    case 403 where !response.isRateLimited: return refuseCredential(exchange, response)
    case 403, 429, 503:
      let delay = response.retryDelay(wall: clock.wall)
      refuse(exchange, .rateLimited(retryAfter: delay), .rateLimited, response)
      return keepWait()
    case 404: return refuse(exchange, .notFound, .server, response)
    case 410 where !exchange.answer.cursor.isEmpty: return requestSnapshot(exchange, response)
    default: return refuse(exchange, .failed, .server, response)
    }
  }

  /// Logs why a header line was ignored.
  private func logUnusable(_ name: StaticString) {
    let line = LogLine("feed ")
    line.quote(self.name)
    line.append(": the server's header ")
    line.append(name)
    line.append(" was ignored: it is too long, not UTF-8, or has control characters")
    engine.logNow(2, line)
  }

  private func endWithFailure(_ exchange: Exchange, _ response: HTTPResponse) {
    let status: Status
    switch response.failure {
    case .malformedURL, .unsupportedScheme: status = .url
    case .outOfMemory: status = .noMemory
    case .tls: status = .tls
    case .timeout: status = .timeout
    case .tooLarge: status = .tooLarge
    case .malformedAnswer: status = .protocolError
    case .cancelled: status = .cancelled
    default: status = .network
    }
    exchange.describe(response.message)
    let isProtocol = status == .protocolError || status == .tooLarge
    end(exchange, ExchangeResult(outcome: isProtocol ? .protocolError : .failed, status: status))
  }

  private func refuse(_ exchange: Exchange, _ outcome: PolicyOutcome, _ status: Status, _ response: HTTPResponse) {
    exchange.describe(status: response.status)
    end(exchange, ExchangeResult(outcome: outcome, status: status))
  }

  /// If the credential was replaced meanwhile, the response does not concern the new one. The exchange requests again
  /// with the new one.
  private func refuseCredential(_ exchange: Exchange, _ response: HTTPResponse) {
    let hold = lock()
    let isCurrent = exchange.login == account.session.number
    hold.release()
    if isCurrent { refuse(exchange, .unauthorized, .unauthorized, response) } else { goOn(exchange) }
  }

  /// Whether the server has accepted a row since the request, so that the response may have older data and must be
  /// requested again. A host that sends endlessly must not keep a feed from being read.
  private func isOutdated(_ exchange: Exchange) -> Bool {
    let hold = lock()
    defer { hold.keep() }
    return acknowledged > exchange.answer.moment && exchange.repeatsRequest()
  }

  private func take(_ response: HTTPResponse, of exchange: Exchange) {
    if isOutdated(exchange) { return goOn(exchange) }
    do throws(Failure) {
      let decoder = try engine.pageDecoder()
      decoder.unknown.removeAll()
      let page = try exchange.read(response, decoder)
      if page.poll >= 0 { exchange.poll = max(page.poll, response.pollInterval ?? 0) }
      let cursor = exchange.answer.cursor.bytes
      if !exchange.answer.isSnapshot, !cursor.isEmpty, exchange.answer.isReset(by: page) {
        return requestSnapshot(exchange, response)
      }
      try checkProgress(page, exchange)
      let isSetback = !exchange.answer.isSnapshot && isBefore(page.cursor, cursor)
      try take(ReadPage(page: page, decoder: decoder, response: response), response, of: exchange)
      if isSetback { noteSetback(exchange) }
      if page.hasMore, exchange.mayGoOn { return goOn(exchange) }
      end(exchange, ExchangeResult(outcome: exchange.isSetback ? .setback : .success, status: .ok))
    } catch {
      if exchange.answer.isOvertaken { return retry(exchange) }
      exchange.describeLastError()
      let isMalformed = error.status == .argument || error.status == .protocolError || error.status == .tooLarge
      let status = error.status == .argument ? .protocolError : error.status
      end(exchange, ExchangeResult(outcome: isMalformed ? .protocolError : .failed, status: status))
    }
  }

  /// Applies a page, unless it has no news or must wait for others.
  private func take(_ page: ReadPage, _ response: HTTPResponse, of exchange: Exchange) throws(Failure) {
    if exchange.answer.isWhole {
      try exchange.stage(response, page.page)
      if !page.page.hasMore { try apply(page, of: exchange) }
    } else if try isNews(page, exchange) {
      try apply(page, of: exchange)
    } else {
      forgetPushed(before: exchange)
      keepSuccess(of: exchange)
    }
    // A mapping reads what it names, and ignores the rest.
    if exchange.answer.mapping != nil || page.decoder.unknown.count == 0 { return }
    let hold = lock()
    logUnknown(page.decoder)
    hold.release()
  }

  private func apply(_ page: ReadPage, of exchange: Exchange) throws(Failure) {
    try apply(page, staged: exchange.staged, of: &exchange.answer)
    exchange.counts += exchange.answer.counts
  }

  /// Whether there is anything to store. Otherwise a page counts like 304.
  private func isNews(_ read: ReadPage, _ exchange: Exchange) throws(Failure) -> Bool {
    let storeHold = engine.takeStore()
    defer { storeHold.keep() }
    let hold = lock()
    defer { hold.keep() }
    let page = read.page
    let isSame =
      page.isEmpty && exchange.answer.version == version && !exchange.answer.replacesAll && retention.age == 0
      && retention.number == 0 && isEqual(page.cursor, cursor) && (page.epoch.isEmpty || isEqual(page.epoch, epoch))
      && (!page.hasTitle || isEqual(page.title, title)) && isEqual(read.header("etag"), etag)
      && isEqual(read.header("last-modified"), lastModified) && lastSuccess != 0
    if !isSame { return true }
    return try store.isMasking(feed: id)
  }

  /// Rejects pages without progress, and too many of them.
  private func checkProgress(_ page: Page, _ exchange: Exchange) throws(Failure) {
    if page.hasMore, isEqual(page.cursor, exchange.answer.cursor.bytes) {
      throw Failure(.protocolError, "the response says 'more', but its cursor is that of the request")
    }
    if exchange.bytes > engine.limits.responseBytes {
      throw Failure(.tooLarge, "the pages of one exchange are longer than a response may be")
    }
    if exchange.answer.isSnapshot, page.hasMore, !exchange.mayGoOn {
      throw Failure(.tooLarge, "a snapshot has more than 20 pages")
    }
  }

  /// The response is accepted anyway. If it happens again, the policy requests everything.
  private func noteSetback(_ exchange: Exchange) {
    exchange.isSetback = true
    engine.logNow(2, LogLine("the cursor of a feed went back"))
  }

  // MARK: The next request

  /// The host has delivered a page meanwhile. Requests again from there on.
  private func retry(_ exchange: Exchange) {
    exchange.beginAgain()
    if exchange.mayGoOn { return goOn(exchange) }
    end(exchange, ExchangeResult(outcome: .failed, status: .cancelled))
  }

  private func goOn(_ exchange: Exchange) {
    let hold = lock()
    if !isClosed, policy.accepts(exchange.number) { request(hold, exchange) }
  }

  /// The server no longer knows the cursor. The same exchange requests everything, unless that was just done. Until all
  /// of it has arrived, nothing changes.
  private func requestSnapshot(_ exchange: Exchange, _ response: HTTPResponse) {
    if exchange.answer.isSnapshot { return refuse(exchange, .failed, .server, response) }
    let hold = lock()
    if isClosed || !policy.accepts(exchange.number) { return }
    let actions = consult(.cursorExpired(exchange.number))
    if actions.takesSnapshot {
      exchange.becomeSnapshot()
      request(hold, exchange)
    } else {
      exchange.describe(status: response.status)
      finish(hold, exchange)
      conclude(hold, exchange, ExchangeResult(outcome: .failed, status: .server), actions)
    }
  }

  // MARK: Its end

  /// Cancels the request in flight, as the policy decided. Loop thread.
  func breakOff(_ hold: borrowing LockHold) {
    guard let exchange, !policy.accepts(exchange.number) else { return }
    engine.cancelRequest(hold, exchange.request)
    let isTimedOut = timedOutExchange == exchange.number
    if isTimedOut { exchange.outcome = .unreachable }
    finish(hold, exchange)
    if !isTimedOut { return }
    tellSync(hold, exchange.counts, ExchangeResult(outcome: .failed, status: .timeout))
    completeNews()
  }

  /// Its origin is down, so it polls at its next time. Loop thread.
  func postpone(_ hold: borrowing LockHold) {
    guard let start = pendingStart else { return }
    pendingStart = nil
    advise(hold, .postponed(start.exchange))
  }

  private func end(_ exchange: Exchange, _ result: ExchangeResult) {
    let hold = lock()
    if !isClosed { endLocked(hold, exchange, result) }
  }

  private func endLocked(_ hold: borrowing LockHold, _ exchange: Exchange, _ result: ExchangeResult) {
    finish(hold, exchange)
    if !policy.accepts(exchange.number) { return }
    // The response of a URL that was changed meanwhile does not concern the new one.
    let outcome = exchange.answer.version == version ? result.outcome : .failed
    // A server that cannot send a snapshot is still read.
    if exchange.answer.isSnapshot, outcome == .protocolError { isSnapshotHeldBack = true }
    conclude(hold, exchange, result, consult(.finished(exchange.number, outcome, poll: exchange.poll)))
    if exchange.answer.asksForAll { advise(hold, .refresh) }
  }

  /// The exchange has ended, whatever its result.
  private func finish(_ hold: borrowing LockHold, _ exchange: Exchange) {
    if self.exchange !== exchange { return }
    self.exchange = nil
    // A machine that has just woken has no network yet, so a failure says nothing about the origin.
    let isWaking = exchange.outcome == .unreachable && policy.isWaking(at: clock.elapsed)
    giveBack(exchange.permit, isWaking ? .cancelled : exchange.outcome)
  }

  private func giveBack(_ permit: Permit, _ outcome: RequestOutcome) {
    engine.feeds.origins.finish(permit, outcome, at: clock.elapsed, random: engine.random.next())
    // Another feed may be waiting for the place.
    if engine.feeds.origins.isReady { engine.loop.wake() }
  }

  /// Reports the result to the host, and executes the policy's actions.
  private func conclude(
    _ hold: borrowing LockHold, _ exchange: Exchange, _ result: ExchangeResult, _ actions: PolicyActions
  ) {
    var result = result
    result.httpStatus = exchange.httpStatus
    problem.removeAll(keepingCapacity: false)
    if result.status.isError { do throws(OutOfMemory) { try problem.append(exchange.problem.bytes) } catch {} }
    tellSync(hold, exchange.counts, result)
    if result.status == .unauthorized { tellRefusedCredential(hold) }
    obey(hold, actions, result.status, httpStatus: result.httpStatus)
    if case .rateLimited(let wait) = actions.result { completeNews(retryAfter: wait) } else { completeNews() }
  }

  private func tellRefusedCredential(_ hold: borrowing LockHold) {
    if isRefusalWaiting { return }
    isRefusalWaiting = true
    var event = Event(.auth)
    event.account = account.id
    event.feed = id
    event.result = Status.unauthorized.rawValue
    event.httpStatus = counts.httpStatus
    let oneTime = OneTimeEvent(event, Callback())
    do throws(OutOfMemory) { try oneTime.text.append(problem.bytes) } catch {}
    traceRefusal(hold)
    engine.enqueue(hold, oneTime)
  }
}

/// Whether a cursor is older than another one, if both are numbers. Others cannot be compared.
private func isBefore(_ cursor: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  for byte in cursor where byte < 0x30 || byte > 0x39 { return false }
  for byte in other where byte < 0x30 || byte > 0x39 { return false }
  if cursor.count != other.count { return !cursor.isEmpty && cursor.count < other.count }
  for (digit, otherDigit) in zip(cursor, other) where digit != otherDigit { return digit < otherDigit }
  return false
}
