import TallyHTTP
import TallyMemory

/// The host's transport, and its requests in their order. It does not lock, call the host or read a clock.
///
/// Invariants: a request is in the chain from `first` to `last` until it is removed, and counted in its transport's
/// `open` until it is closed. The chain is in the order of the numbers.
struct HostRequests: ~Copyable {
  /// nil: requests use the built-in client.
  private(set) var transport: HostTransport?
  private(set) var first: HostRequest?
  private var last: HostRequest?
  private var lastID: Int64 = 0
  /// There is a request to pass to the host, or to complete.
  private(set) var mustServe = false
  /// The engine is being closed. Nothing is sent any more.
  private(set) var isEnding = false

  /// Appends a request for the current transport.
  mutating func append(
    _ request: consuming HTTPRequest, to transport: HostTransport, _ completion: @escaping (HTTPResponse) -> Void
  ) throws(OutOfMemory) -> HostRequest {
    let handed = HostRequest(id: lastID + 1, transport: transport, request: request, completion: completion)
    try handed.prepare()
    lastID += 1
    transport.open += 1
    if let last { last.next = handed } else { first = handed }
    last = handed
    mustServe = true
    return handed
  }

  /// Linear in the requests in flight, which are few.
  func find(_ id: Int64) -> HostRequest? {
    var each = first
    while let request = each, request.id != id { each = request.next }
    return each
  }

  /// Decides how a request ends. An earlier decision stays.
  mutating func finish(_ request: HostRequest, _ response: HTTPResponse) {
    if request.response == nil { request.response = response }
    mustServe = true
  }

  /// Ends a request without a response. An earlier decision stays.
  mutating func end(_ request: HostRequest, _ failure: HTTPFailure) {
    request.end(failure)
    mustServe = true
  }

  /// When the first deadline passes, or work for the host is due.
  func nextDeadline() -> Int64 {
    var due = mustServe ? Int64.min : Int64.max
    var each = first
    while let request = each {
      due = min(due, request.deadline)
      each = request.next
    }
    return due
  }

  /// Begins a pass over all requests.
  /// - Returns: the first of them.
  mutating func beginServing() -> HostRequest? {
    mustServe = false
    return first
  }

  /// Removes a request that has ended, and passes another one to the host. It ends if it timed out, or if the engine is
  /// being closed.
  /// - Returns: how it has ended; nil: it has not.
  mutating func serve(_ request: HostRequest, now: Int64) -> HTTPResponse? {
    if isEnding { request.end(.cancelled) }
    if request.deadline <= now { request.end(.timeout) }
    guard let response = request.response else {
      if !request.isWithHost { request.goOut(at: now) }
      return nil
    }
    request.isWithHost = false
    remove(request)
    return response
  }

  /// Removes a request from the chain.
  mutating func remove(_ request: HostRequest) {
    var before: HostRequest?
    var each = first
    while let other = each, other !== request {
      before = other
      each = other.next
    }
    if let before { before.next = request.next } else { first = request.next }
    if last === request { last = before }
  }

  /// A removed request has been completed.
  /// - Returns: the callback of its transport to release.
  func close(_ request: HostRequest) -> Callback {
    request.transport.open -= 1
    return request.transport.released
  }

  /// Sets the transport for later requests. Requests in flight keep theirs.
  /// - Returns: the former transport's callback to release.
  mutating func replaceTransport(_ next: HostTransport?) -> Callback {
    let former = transport
    transport = next
    former?.isRetired = true
    return former?.released ?? Callback()
  }

  /// Ends sending.
  /// - Returns: the transport's callback to release.
  mutating func end() -> Callback {
    isEnding = true
    return replaceTransport(nil)
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var (before, each): (HostRequest?, HostRequest?) = (nil, first)
    var (isSound, lastSeen): (Bool, Int64) = (true, 0)
    while let request = each {
      isSound = isSound && request.id > lastSeen && request.id <= lastID && request.transport.open > 0
      (before, each, lastSeen) = (request, request.next, request.id)
    }
    return isSound && before === last
  }
}
