import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory

// Sending requests by the current transport.

extension Engine {
  /// Sends a request. Loop thread.
  /// - Parameter completion: called exactly once, on the loop thread, without a lock, and never within this call.
  /// - Returns: the request's identifier, for `cancelRequest`. It is never 0 and never reused.
  /// - Throws: if nothing was begun. The completion is then not called.
  func send(
    _ hold: borrowing LockHold, _ request: consuming HTTPRequest, completion: @escaping (HTTPResponse) -> Void
  ) throws(Failure) -> UInt64 {
    if hostRequests.isEnding { throw .closed }
    if let transport = hostRequests.transport {
      do throws(OutOfMemory) {
        let handed = try hostRequests.append(request, to: transport, completion)
        return UInt64(bitPattern: handed.id) | Engine.hostBit
      } catch {
        throw .noMemory
      }
    }
    return try client().start(request, completion: completion)
  }

  /// Distinguishes the identifiers of the host's requests from the client's.
  private static let hostBit: UInt64 = 1 << 63

  /// Cancels a request: its completion is called soon, with `cancelled`. Does nothing if the request has ended. Loop
  /// thread.
  func cancelRequest(_ hold: borrowing LockHold, _ id: UInt64) {
    if id & Engine.hostBit == 0 { return own.http?.cancel(id) ?? Void() }
    guard let request = hostRequests.find(Int64(bitPattern: id & ~Engine.hostBit)) else { return }
    hostRequests.end(request, .cancelled)
    loop.wake()
  }

  // MARK: The host's transport

  private func finish(_ request: HostRequest, _ response: HTTPResponse) {
    hostRequests.finish(request, response)
    loop.wake()
  }

  /// Passes pending requests to the host, and completes those that have ended. Loop thread, without a lock. The host's
  /// calls come from here.
  /// - Returns: whether there are more.
  func serveHost() -> Bool {
    let hold = lock.lock()
    var each = hostRequests.beginServing()
    hold.release()
    while let request = each { each = serve(request) }
    let again = lock.lock()
    defer { again.keep() }
    return hostRequests.mustServe
  }

  /// - Returns: the next newer request.
  private func serve(_ request: HostRequest) -> HostRequest? {
    let hold = lock.lock()
    let (next, wasWithHost) = (request.next, request.isWithHost)
    let response = hostRequests.serve(request, now: clock.elapsed)
    hold.release()
    if (response != nil) == wasWithHost { request.call(self, isCancellation: wasWithHost) }
    guard let response else { return next }
    request.completion(response)
    let again = lock.lock()
    let ended = hostRequests.close(request)
    again.release()
    options.release(ended)
    return next
  }

  /// Ends the host's requests in flight. The loop was stopped; without a lock.
  func closeHostTransport() {
    let hold = lock.lock()
    let ended = hostRequests.end()
    let serve = duties.host
    hold.release()
    options.release(ended)
    _ = serve?(self)
  }

  /// Sends later requests through the host. Requests in flight keep their transport. nil: through the built-in client.
  public func setTransport(_ callback: Callback, _ body: ((TransportCall) -> Void)?) throws(Failure) {
    options.release(try replaceTransport(body.map { HostTransport(callback, $0) }))
    if body == nil { options.release(callback) }
  }

  private func replaceTransport(_ transport: HostTransport?) throws(Failure) -> Callback {
    let hold = try enter()
    defer { hold.keep() }
    if hostRequests.isEnding { throw .closed }
    if transport != nil { duties.host = { $0.serveHost() } }
    return hostRequests.replaceTransport(transport)
  }

  /// The host's response to a request. Any thread.
  /// - Parameters:
  ///   - status: an HTTP status, or an error, which `body` then describes.
  ///   - headers: lines.
  public func answer(
    _ id: Int64, status: Int32, headers: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer
  ) throws(Failure) {
    var request: HostRequest?
    try withRequest(id) { request = $0 }
    // A large body is copied without a lock.
    guard let response = try request?.response(status, headers, body) else { return }
    // Another thread may have responded meanwhile.
    try withRequest(id) { request in
      request.isWithHost = false
      finish(request, response)
    }
  }

  /// The host has received data from the server: the request's idle time starts again. Any thread.
  public func noteProgress(_ id: Int64) throws(Failure) { try withRequest(id) { $0.noteByte(at: clock.elapsed) } }

  /// Visits a request that the host has and may respond to. Takes the lock.
  private func withRequest(_ id: Int64, _ body: (HostRequest) -> Void) throws(Failure) {
    let hold = try enter()
    defer { hold.keep() }
    guard let request = hostRequests.find(id), request.isWithHost, request.response == nil else {
      throw unknownRequest(id)
    }
    body(request)
  }

  private func unknownRequest(_ id: Int64) -> Failure {
    let failure = Failure(.notFound, "no request waits for an answer under the id ")
    Words.add(number: id)
    return failure
  }

  /// The HTTP client, made at the first request. Loop thread.
  private func client() throws(Failure) -> HTTPClient {
    if let http = own.http { return http }
    let agent = options.userAgent ?? [UInt8](bytes(of: Library.userAgent))
    let made = try agent.withUnsafeBufferPointer { (agent) throws(Failure) in
      let agent = UnsafeRawBufferPointer(agent)
      guard let certificates = options.certificates else {
        return try HTTPClient.make(loop: loop, caFile: nil, userAgent: agent)
      }
      return try certificates.withUnsafeBufferPointer { (file) throws(Failure) in
        try HTTPClient.make(loop: loop, caFile: UnsafeRawBufferPointer(file), userAgent: agent)
      }
    }
    own.http = made
    duties.client = { $0.own.http?.close() }
    return made
  }
}
