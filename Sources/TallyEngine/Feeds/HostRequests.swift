import TallyHTTP
import TallyMemory

/// The host's transport, and the requests that it carries out, in their order. Nothing here locks, calls the host or
/// asks for the time.
///
/// Invariants: a request is in the chain from `first` to `last` until it is removed, and counted in its transport's
/// `open` until it is closed. Those in the chain are in the order of their numbers.
struct HostRequests: ~Copyable {
  /// nil: requests go out by the built-in client.
  private(set) var transport: HostTransport?
  private(set) var first: HostRequest?
  private var last: HostRequest?
  private var lastID: UInt64 = 0
  /// There is something to hand over to the host, or to complete.
  private(set) var mustServe = false
  /// The engine is being closed: nothing is sent any more.
  private(set) var isEnding = false

  /// Appends a request for the transport that is set.
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

  /// Linear in those in flight, which are few.
  func find(_ id: UInt64) -> HostRequest? {
    var each = first
    while let request = each, request.id != id { each = request.next }
    return each
  }

  /// Decides how a request ends. What was decided before stays.
  mutating func finish(_ request: HostRequest, _ response: HTTPResponse) {
    if request.response == nil { request.response = response }
    mustServe = true
  }

  /// When the first of the deadlines passes, or something is to be done for the host.
  func nextDeadline() -> Int64 {
    var due = mustServe ? Int64.min : Int64.max
    var each = first
    while let request = each {
      due = min(due, request.deadline)
      each = request.next
    }
    return due
  }

  /// Somebody looks at all requests now.
  /// - Returns: the first of them.
  mutating func beginServing() -> HostRequest? {
    mustServe = false
    return first
  }

  /// Ends a request that has no response, where its time is up or the engine is being closed.
  func expire(_ request: HostRequest, now: Int64) {
    if request.response != nil { return }
    if isEnding { request.response = .make(.cancelled) }
    if request.deadline <= now { request.response = .make(.timeout) }
  }

  /// Takes a request out of the chain.
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

  /// A request that was removed has been completed.
  /// - Returns: what is to be released of its transport.
  func close(_ request: HostRequest) -> Callback {
    request.transport.open -= 1
    return request.transport.released
  }

  /// From now on requests go out by this one; those in flight stay where they are.
  /// - Returns: what is to be released of the former one.
  mutating func replaceTransport(_ next: HostTransport?) -> Callback {
    let former = transport
    transport = next
    former?.isRetired = true
    return former?.released ?? Callback()
  }

  /// Nothing is sent any more.
  /// - Returns: what is to be released of the transport.
  mutating func end() -> Callback {
    isEnding = true
    return replaceTransport(nil)
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool {
    var (before, each): (HostRequest?, HostRequest?) = (nil, first)
    while let request = each {
      if request.id == 0 || request.id > lastID || request.transport.open <= 0 { return false }
      if let before, before.id >= request.id { return false }
      (before, each) = (request, request.next)
    }
    return before === last
  }
}
