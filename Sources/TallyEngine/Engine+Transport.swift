import CPlatform
import TallyHTTP
import TallyLoop
import TallyMemory

// How requests go out: by whichever transport is set.

extension Engine {
  /// Sends a request. Loop thread, under `lock`.
  /// - Parameter completion: called exactly once, on the loop thread, without a lock; never within this call.
  /// - Returns: the request's identifier, for `cancelRequest`; never 0, never used again.
  /// - Throws: where nothing was begun; the completion is not called then.
  func send(
    _ request: consuming HTTPRequest, completion: @escaping (HTTPResponse) -> Void
  ) throws(Failure) -> UInt64 {
    let client = try client()
    do throws(HTTPStartError) { return try client.start(request, completion: completion) } catch {
      throw Failure(startError: error)
    }
  }

  /// Breaks a request off: its completion is called, soon, with `cancelled`. One that has ended is left alone. Loop
  /// thread, under `lock`.
  func cancelRequest(_ id: UInt64) {
    http?.cancel(id)
  }

  /// The HTTP client, made at the first request. Loop thread.
  private func client() throws(Failure) -> HTTPClient {
    if let http { return http }
    let agent = options.userAgent ?? [UInt8](bytes(of: "tally/0.1.0"))
    let made = try starting { () throws(HTTPStartError) in
      try agent.withUnsafeBufferPointer { (agent) throws(HTTPStartError) in
        guard let certificates = options.certificates else {
          return try HTTPClient.make(loop: loop, caFile: nil, userAgent: UnsafeRawBufferPointer(agent))
        }
        return try certificates.withUnsafeBufferPointer { (file) throws(HTTPStartError) in
          try HTTPClient.make(
            loop: loop, caFile: UnsafeRawBufferPointer(file), userAgent: UnsafeRawBufferPointer(agent))
        }
      }
    }
    http = made
    return made
  }
}

func starting<Result>(_ body: () throws(HTTPStartError) -> Result) throws(Failure) -> Result {
  do throws(HTTPStartError) { return try body() } catch { throw Failure(startError: error) }
}

extension Failure {
  init(startError: HTTPStartError) {
    switch startError {
    case .outOfMemory: self = .noMemory
    case .malformedHeader: self.init(.argument, "a header line would hold a line break")
    case .closed: self = .closed
    case .system(let number):
      self.init(.network, "a request could not be begun: error ")
      ctally_error_append_number(Int64(number))
    }
  }
}
