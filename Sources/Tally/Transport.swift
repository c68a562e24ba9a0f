internal import Synchronization
internal import TallyEngine
internal import TallyFailure
internal import TallyHTTP
internal import TallyMemory

/// A request that an engine wants to be sent.
public struct TransportRequest: Sendable {
  /// A header line.
  public typealias Header = (name: String, value: String)

  /// `GET` or `POST`.
  public let method: String
  /// Where it goes.
  public let url: String
  /// To be sent as they are.
  public let headers: [Header]
  /// Of `POST`.
  public let body: [UInt8]
  /// Redirects may be followed only within the same origin.
  public let carriesCredential: Bool
  /// An answer whose body is longer is refused.
  public let maximumSize: Int
  /// After that time in all the task is cancelled.
  public let timeout: Duration
  /// After that time without an answer or ``noteProgress()`` the task is cancelled.
  public let idleTimeout: Duration
  /// Never 0, and never used again by its engine.
  public let id: UInt64
  private let note: @Sendable () -> Void

  /// Something of the answer has come, but not all of it: ``idleTimeout`` begins anew. Of a request that nobody waits
  /// for any more it does nothing. Any thread.
  public func noteProgress() { note() }

  fileprivate init(_ request: HostRequest, _ note: @escaping @Sendable () -> Void) {
    id = request.id
    self.note = note
    method = request.isPost ? "POST" : "GET"
    url = request.url.map { String(cString: $0) } ?? ""
    let lines = request.headers.map { String(cString: $0) } ?? ""
    headers = lines.split(separator: "\r\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
    }
    body = [UInt8](request.body)
    carriesCredential = request.carriesCredential
    maximumSize = Int(clamping: request.maxBytes)
    timeout = .milliseconds(request.totalTimeout)
    idleTimeout = .milliseconds(request.idleTimeout)
  }
}

/// What a server has answered.
public struct TransportResponse: Sendable {
  /// Of HTTP, redirects followed.
  public var status: Int
  /// The engine looks at ETag, Last-Modified, Retry-After, X-RateLimit-Remaining, X-RateLimit-Reset, X-Poll-Interval
  /// and Link.
  public var headers: [TransportRequest.Header]
  /// Decompressed.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, headers: [TransportRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Engine {
  /// Has requests that begin from now on sent by a closure; nil: by the engine again. What the closure throws counts as
  /// a network that failed, or, if it is a ``TallyError``, as what that says. Its task is cancelled when nobody waits
  /// for the answer any more: after log-out, when its time is up, when the engine is closed. Set it before the first
  /// feed is added.
  public func setTransport(
    _ transport: (@Sendable (TransportRequest) async throws -> TransportResponse)?
  ) throws(TallyError) {
    guard let transport else {
      return try calling { () throws(Failure) in try self.core.setTransport(Callback(), nil) }
    }
    let tasks = TransportTasks()
    let core = core
    _ = try CallbackBox.passing(CallbackBox { _, _ in }) { (callback) throws(Failure) in
      try core.setTransport(callback) { call in
        let id = call.request.id
        if call.isCancellation { return tasks.cancel(id) }
        let request = TransportRequest(call.request) { do throws(Failure) { try core.noteProgress(id) } catch {} }
        tasks.begin(id) { await core.answer(id, by: transport, request) }
      }
    }
  }
}

extension TallyEngine.Engine {
  fileprivate func answer(
    _ id: UInt64, by transport: @Sendable (TransportRequest) async throws -> TransportResponse,
    _ request: TransportRequest
  ) async {
    var status: Int32
    var lines: [UInt8] = []
    var body: [UInt8]
    do {
      let response = try await transport(request)
      status = Int32(clamping: response.status)
      for header in response.headers { lines += "\(header.name): \(header.value)\r\n".utf8 }
      body = response.body
    } catch {
      let known = error as? TallyError
      status = known?.status.rawValue ?? Status.network.rawValue
      body = words(of: known?.message ?? "\(error)")
    }
    // One that is refused is one that nobody waits for, or no answer at all.
    if !answer(id, status, lines, body) {
      _ = answer(id, Status.protocolError.rawValue, [], Array("no such answer".utf8))
    }
  }

  /// What is told of an error: a text without a NUL, of as many bytes as are taken.
  private func words(of text: String) -> [UInt8] {
    let bytes = text.utf8.filter { $0 != 0 }
    return bytes.withUnsafeBytes { [UInt8](prefix(ofText: $0, bytes: 1000)) }
  }

  private func answer(_ id: UInt64, _ status: Int32, _ lines: [UInt8], _ body: [UInt8]) -> Bool {
    lines.withUnsafeBytes { lines in
      body.withUnsafeBytes { body in
        do throws(Failure) {
          try answer(id, status: status, headers: lines, body: body)
          return true
        } catch {
          return false
        }
      }
    }
  }
}

/// The tasks that send, by the numbers of their requests.
private final class TransportTasks: Sendable {
  private let tasks = Mutex<[UInt64: Task<Void, Never>]>([:])

  func begin(_ id: UInt64, _ body: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      tasks[id] = Task { [self] in
        await body()
        end(id)
      }
    }
  }

  func cancel(_ id: UInt64) { tasks.withLock { $0[id] }?.cancel() }

  private func end(_ id: UInt64) { tasks.withLock { _ = $0.removeValue(forKey: id) } }
}
