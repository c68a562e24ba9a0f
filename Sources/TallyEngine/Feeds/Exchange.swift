import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

/// An exchange with a server of up to `maxPages` responses. Loop thread only. A page that the host delivers is the
/// response of an exchange without a request, on the thread that delivers it.
final class Exchange {
  static let maxPages = 20

  let number: UInt32
  let mode: PolicyStart.Mode
  /// The version of the feed's URL.
  let version: UInt32
  /// How to read its responses, and how many items it requests. They stay unchanged from its beginning.
  var mapping: Mapping?
  var pageLimit: UInt32 = 0
  var request: UInt64 = 0
  /// Its place at its origin, and its result for the origin.
  var permit: Permit?
  var outcome = RequestOutcome.cancelled
  var pages = 0
  var bytes = 0
  /// It requests everything. The responses wait in `staged` until they are complete.
  var isSnapshot = false
  /// Even repeated items do not keep their state.
  var replacesAll = false
  var staged: [HTTPResponse] = []
  /// The cursor of the next request, while pages of a snapshot are collected.
  var cursor = ByteBuffer()
  /// The URL of the next request, if a list goes backward.
  var next = ByteBuffer()
  /// The number of the account's credential in the last request.
  var login: UInt32 = 0
  /// The last request did not carry the account's credential, which is another server's.
  var isAnonymous = false
  /// The known state at the last request.
  var askedCursor = ByteBuffer()
  var askedEpoch = ByteBuffer()
  /// The description of the error.
  var problem = ByteBuffer()
  var added: UInt32 = 0
  var changed: UInt32 = 0
  var removed: UInt32 = 0
  var rejected: UInt32 = 0
  var poll: Int64?
  /// A page's cursor was older than the one that was held.
  var isSetback = false

  /// The moment of the last request among the reads of the engine: see `Engine.moment`.
  var moment: Int64
  /// How often a response was ignored because it was older than a row that the server has accepted.
  var repeats = 0

  /// The number of pages that the host had delivered when it began.
  var deliveries: UInt32 = 0
  /// The host has delivered a page since, so its response is out of date.
  var isOvertaken = false
  /// The decoder of a delivered page. The loop thread has its own.
  let decoder: PageDecoder?

  /// - Parameters:
  ///   - start: the policy's request; nil: the host delivers a page.
  ///   - decoder: of a page that the host delivers. Nobody knows when the page was made, so it does not undo local
  ///     reads.
  init(_ start: PolicyStart?, of feed: Feed, decoder: PageDecoder? = nil) {
    moment = decoder == nil ? feed.engine.numbers.moment : 0
    number = start?.exchange ?? 0
    mode = start?.mode ?? .unconditional
    version = feed.version
    self.decoder = decoder
    mapping = feed.requests.mapping
    pageLimit = feed.requests.pageLimit
    isSnapshot = feed.mustReplace || mode == .snapshot
    replacesAll = feed.mustReplace
  }

  func remember(cursor: UnsafeRawBufferPointer, epoch: UnsafeRawBufferPointer) throws(Failure) {
    askedCursor.removeAll()
    askedEpoch.removeAll()
    try growing { () throws(OutOfMemory) in
      try askedCursor.append(cursor)
      try askedEpoch.append(epoch)
    }
  }

  func describe(_ words: UnsafeRawBufferPointer) {
    problem.removeAll()
    // Without memory for the description, the status must be enough.
    do throws(OutOfMemory) { try problem.append(words) } catch {}
  }

  /// Takes the calling thread's error message as the description.
  func describeLastError() {
    describe(Words.text)
  }
}

/// The result of an exchange.
struct ExchangeResult {
  var outcome: PolicyOutcome
  var status: Status
}

extension Feed {
  /// Sends the next request of an exchange. Under `lock`.
  func ask(_ exchange: Exchange) {
    do throws(Failure) {
      exchange.login = account.logins
      if exchange.staged.isEmpty { exchange.deliveries = deliveries }
      exchange.moment = engine.numbers.moment
      try exchange.remember(cursor: exchange.isSnapshot ? exchange.cursor.bytes : cursor, epoch: epoch)
      let request = try makeRequest(exchange)
      counts.requests += 1
      advise(.begun(exchange.number))
      exchange.request = try engine.send(request) { response in self.receive(response, of: exchange) }
    } catch {
      // Reported and retried like any other failure.
      fail(exchange, error.status)
    }
  }

  private func makeRequest(_ exchange: Exchange) throws(Failure) -> HTTPRequest {
    var request = HTTPRequest()
    request.totalTimeout = requests.totalTimeout
    request.idleTimeout = requests.idleTimeout
    request.maxBytes = Int64(engine.options.maxResponseBytes)
    let isConditional = exchange.pages == 0 && !exchange.isSnapshot && exchange.mode == .conditional
    var credential: UnsafeRawBufferPointer?
    try growing { () throws(OutOfMemory) in
      try appendURL(exchange, to: &request.url)
      credential = try account.credential.header(for: request.url.bytes)
    }
    // The feed's own URL was checked when the feed was added. A URL from the server was not.
    request.hasPlainURL = exchange.next.isEmpty && !url.contains(0x40)
    try starting { () throws(HTTPStartError) in
      try request.addHeader("Accept", bytes(of: "application/json"))
      if isConditional, !etag.isEmpty { try request.addHeader("If-None-Match", etag) }
      if isConditional, !lastModified.isEmpty { try request.addHeader("If-Modified-Since", lastModified) }
      if let credential { try request.addHeader("Authorization", credential) }
    }
    exchange.isAnonymous = credential == nil && !account.credential.isEmpty
    return request
  }

  /// The URL with the cursor and the limit as its parameters, before its fragment.
  private func appendURL(_ exchange: Exchange, to output: inout ByteBuffer) throws(OutOfMemory) {
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
    if let mapping = exchange.mapping {
      return try exchange.appendParameters(mapping, separator: separator, to: &output)
    }
    try output.append(byte: separator)
    let position = exchange.askedCursor.bytes
    if !position.isEmpty {
      try output.append("since=")
      try appendPercentEncoded(position, to: &output)
      try output.append("&")
    }
    try output.append("limit=")
    try output.append(decimal: Int64(requests.pageLimit))
  }

  private var isFile: Bool {
    let address = url
    return address.count > 5 && isEqual(UnsafeRawBufferPointer(rebasing: address[0..<5]), bytes(of: "file:"))
  }

  // MARK: Responses. Loop thread, without a lock.

  private func receive(_ response: HTTPResponse, of exchange: Exchange) {
    // It was cancelled meanwhile, and nobody waits for it any more.
    guard self.exchange === exchange else { return }
    exchange.pages += 1
    exchange.bytes += response.body.count
    do throws(Failure) { try Reserve.refill() } catch {
      return end(exchange, ExchangeResult(outcome: .failed, status: .noMemory))
    }
    exchange.outcome = RequestOutcome(response)
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
      let delay = response.retryDelay(wall: engine.clock.wall)
      refuse(exchange, .rateLimited(retryAfter: delay), .rateLimited, response)
      return keepWait()
    case 404: return refuse(exchange, .notFound, .server, response)
    case 410 where !exchange.askedCursor.isEmpty: return askForSnapshot(exchange, response)
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
    describe(response.status, exchange)
    end(exchange, ExchangeResult(outcome: outcome, status: status))
  }

  /// If the credential was replaced meanwhile, the response does not concern the new one. The exchange requests again
  /// with the new one.
  private func refuseCredential(_ exchange: Exchange, _ response: HTTPResponse) {
    engine.lock.lock()
    let isCurrent = exchange.login == account.logins
    engine.lock.unlock()
    if isCurrent { refuse(exchange, .unauthorized, .unauthorized, response) } else { goOn(exchange) }
  }

  private func describe(_ status: Int32, _ exchange: Exchange) {
    exchange.problem.removeAll()
    do throws(OutOfMemory) {
      try exchange.problem.append("the server answered with status ")
      try exchange.problem.append(decimal: Int64(status))
      if exchange.isAnonymous, status == 401 || status == 403 {
        try exchange.problem.append("; the account's token is sent only to the server of the feed that was added first")
      }
    } catch {}
  }

  private func fail(_ exchange: Exchange, _ status: Status) {
    exchange.describeLastError()
    endLocked(exchange, ExchangeResult(outcome: .failed, status: status))
  }

  /// Whether the server has accepted a row since the request, so that the response may have older data and must be
  /// requested again. A host that sends endlessly must not keep a feed from being read.
  private func isOutdated(_ exchange: Exchange) -> Bool {
    engine.lock.lock()
    defer { engine.lock.unlock() }
    if acknowledged <= exchange.moment || exchange.repeats >= 3 { return false }
    exchange.repeats += 1
    exchange.pages -= 1
    return true
  }

  private func take(_ response: HTTPResponse, of exchange: Exchange) {
    if isOutdated(exchange) { return goOn(exchange) }
    do throws(Failure) {
      let decoder = try engine.pageDecoder()
      decoder.unknown.removeAll()
      var page = try exchange.page(of: response, known: exchange.askedCursor.bytes, decoder)
      try exchange.follow(&page, response)
      if page.poll >= 0 { exchange.poll = max(page.poll, response.pollInterval ?? 0) }
      let known = exchange.askedEpoch.bytes
      let isOther = !known.isEmpty && !page.epoch.isEmpty && !isEqual(known, page.epoch)
      if !exchange.isSnapshot, !exchange.askedCursor.isEmpty, page.isReset || isOther {
        return askForSnapshot(exchange, response)
      }
      try checkProgress(page, exchange)
      let goesBack = !exchange.isSnapshot && isBefore(page.cursor, exchange.askedCursor.bytes)
      if exchange.isSnapshot || exchange.isBackward {
        try stage(page, response, exchange)
      } else if try !isNews(page, response, exchange) {
        forgetPushed(before: exchange)
        keepSuccess(of: exchange)
      } else {
        try apply([response], exchange, only: page)
      }
      noteUnknown(decoder, exchange)
      if goesBack { noteSetback(exchange) }
      if page.hasMore, exchange.pages < Exchange.maxPages { return goOn(exchange) }
      end(exchange, ExchangeResult(outcome: exchange.isSetback ? .setback : .success, status: .ok))
    } catch {
      if exchange.isOvertaken { return askAnew(exchange) }
      exchange.describeLastError()
      let isMalformed = error.status == .argument || error.status == .protocolError || error.status == .tooLarge
      let status = error.status == .argument ? .protocolError : error.status
      end(exchange, ExchangeResult(outcome: isMalformed ? .protocolError : .failed, status: status))
    }
  }

  /// Whether there is anything to store. Otherwise a page counts like 304.
  private func isNews(_ page: Page, _ response: HTTPResponse, _ exchange: Exchange) throws(Failure) -> Bool {
    engine.takeStore()
    defer { engine.giveStore() }
    engine.lock.lock()
    defer { engine.lock.unlock() }
    let isSame =
      page.isEmpty && exchange.version == version && !exchange.replacesAll && retention.age == 0
      && retention.number == 0
      && isEqual(page.cursor, cursor) && (page.epoch.isEmpty || isEqual(page.epoch, epoch))
      && (!page.hasTitle || isEqual(page.title, title)) && isEqual(response.header("etag") ?? none, etag)
      && isEqual(response.header("last-modified") ?? none, lastModified) && lastSuccess != 0
    if !isSame { return true }
    return try engine.store.isMasking(feed: id)
  }

  private var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// Rejects pages without progress, and too many of them.
  private func checkProgress(_ page: Page, _ exchange: Exchange) throws(Failure) {
    if page.hasMore, isEqual(page.cursor, exchange.askedCursor.bytes) {
      throw Failure(.protocolError, "the response says 'more', but its cursor is that of the request")
    }
    if exchange.bytes > engine.options.maxResponseBytes {
      throw Failure(.tooLarge, "the pages of one exchange are longer than a response may be")
    }
    if exchange.isSnapshot, page.hasMore, exchange.pages >= Exchange.maxPages {
      throw Failure(.tooLarge, "a snapshot has more than 20 pages")
    }
  }

  /// The host has delivered a page meanwhile. Requests again from there on.
  private func askAnew(_ exchange: Exchange) {
    exchange.isOvertaken = false
    if exchange.pages >= Exchange.maxPages {
      return end(exchange, ExchangeResult(outcome: .failed, status: .cancelled))
    }
    exchange.beginAgain()
    goOn(exchange)
  }

  private func goOn(_ exchange: Exchange) {
    engine.lock.lock()
    defer { engine.lock.unlock() }
    if !engine.isClosed, policy.accepts(exchange.number) { ask(exchange) }
  }

  // MARK: Snapshots

  /// The server no longer knows the cursor. The same exchange requests everything, unless that was just done. Until all
  /// of it has arrived, nothing changes.
  private func askForSnapshot(_ exchange: Exchange, _ response: HTTPResponse) {
    if exchange.isSnapshot { return refuse(exchange, .failed, .server, response) }
    engine.lock.lock()
    defer { engine.lock.unlock() }
    if engine.isClosed || !policy.accepts(exchange.number) { return }
    let actions = consult(.cursorExpired(exchange.number))
    if actions.takesSnapshot {
      exchange.isSnapshot = true
      exchange.beginAgain()
      exchange.pages = 0
      exchange.bytes = 0
      ask(exchange)
    } else {
      describe(response.status, exchange)
      finish(exchange)
      conclude(exchange, ExchangeResult(outcome: .failed, status: .server), actions)
    }
  }

  /// The response is accepted anyway. If it happens again, the policy requests everything.
  private func noteSetback(_ exchange: Exchange) {
    exchange.isSetback = true
    engine.logNow(2, LogLine("the cursor of a feed went back"))
  }

  /// A mapping reads what it names, and ignores the rest.
  private func noteUnknown(_ decoder: PageDecoder, _ exchange: Exchange) {
    if exchange.mapping != nil || decoder.unknown.count == 0 { return }
    engine.lock.lock()
    logUnknown(decoder)
    engine.lock.unlock()
  }

  private func stage(_ page: Page, _ response: HTTPResponse, _ exchange: Exchange) throws(Failure) {
    exchange.staged.append(response)
    if !exchange.isBackward {
      exchange.cursor.removeAll()
      try growing { () throws(OutOfMemory) in try exchange.cursor.append(page.cursor) }
    }
    if !page.hasMore { try apply(exchange.staged, exchange) }
  }

  // MARK: The end of an exchange

  private func end(_ exchange: Exchange, _ result: ExchangeResult) {
    engine.lock.lock()
    defer { engine.lock.unlock() }
    if !engine.isClosed { endLocked(exchange, result) }
  }

  private func endLocked(_ exchange: Exchange, _ result: ExchangeResult) {
    finish(exchange)
    if !policy.accepts(exchange.number) { return }
    // The response of a URL that was changed meanwhile does not concern the new one.
    let outcome = exchange.version == version ? result.outcome : .failed
    conclude(exchange, result, consult(.finished(exchange.number, outcome, poll: exchange.poll)))
  }

  /// Reports the result to the host, and executes the policy's actions.
  private func conclude(_ exchange: Exchange, _ result: ExchangeResult, _ actions: PolicyActions) {
    problem.removeAll(keepingCapacity: false)
    if result.status.isError { do throws(OutOfMemory) { try problem.append(exchange.problem.bytes) } catch {} }
    tellSync(exchange, result)
    if result.status == .unauthorized { tellRefusedCredential() }
    obey(actions, result.status)
    if case .rateLimited(let wait) = actions.result { completeNews(retryAfter: wait) } else { completeNews() }
  }

  func count(_ result: ExchangeResult) {
    counts.result = result.status
    if result.status.isError {
      counts.failures += 1
    } else {
      lastSuccess = max(engine.clock.wall, 0)
    }
    if case .notModified = result.outcome { counts.notModified += 1 }
  }

  private func tellRefusedCredential() {
    if isRefusalWaiting { return }
    isRefusalWaiting = true
    var event = Event(.auth)
    event.account = account.id
    event.feed = id
    event.result = Status.unauthorized.rawValue
    let oneTime = OneTimeEvent(event, Callback())
    do throws(OutOfMemory) { try oneTime.text.append(problem.bytes) } catch {}
    engine.enqueue(oneTime)
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
