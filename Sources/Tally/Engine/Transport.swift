internal import Synchronization
internal import TallyEngine
internal import TallyFailure
internal import TallyHTTP
internal import TallyMemory

/// A request for a transport to send.
public struct TransportRequest: Identifiable, Sendable {
  /// Identifies a request of its engine.
  public typealias ID = Identifier<TransportRequest>

  /// A header line.
  public typealias Header = (name: String, value: String)

  /// `GET` or `POST`.
  public let method: String
  /// The URL.
  public let url: String
  /// Header lines, to be sent unchanged.
  public let headers: [Header]
  /// The body of a `POST`.
  public let body: [UInt8]
  /// Whether redirects may be followed only within the same origin.
  public let carriesCredential: Bool
  /// A response with a longer body is rejected.
  public let maximumSize: Int
  /// The task is cancelled after this time in all.
  public let timeout: Duration
  /// The task is cancelled after this time without a response or ``noteProgress()``.
  public let idleTimeout: Duration
  /// Identifies the request in its engine.
  public let id: ID
  private let note: @Sendable () -> Void

  /// Reports that a part of the response has come: ``idleTimeout`` starts again. Does nothing if nobody waits for the
  /// request any more. Any thread.
  public func noteProgress() { note() }

  fileprivate init(_ request: HostRequest, _ note: @escaping @Sendable () -> Void) {
    id = ID(rawValue: request.id)
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

/// A server's response.
public struct TransportResponse: Sendable {
  /// The HTTP status after all redirects.
  public var status: Int
  /// The header lines. The engine reads ETag, Last-Modified, Retry-After, X-RateLimit-Remaining, X-RateLimit-Reset,
  /// X-Poll-Interval and Link.
  public var headers: [TransportRequest.Header]
  /// The decompressed body.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [TransportRequest.Header] = [], body: some Collection<UInt8> = [UInt8]()) {
    self.status = status
    self.headers = headers
    self.body = [UInt8](body)
  }
}

extension Engine {
  /// Sets a closure that sends later requests; nil: the engine sends them. An error that the closure throws counts as a
  /// failed network; a ``TallyError`` keeps its status. The closure's task is cancelled when nobody waits for the
  /// response any more: after log-out, after a timeout, when the engine is closed. Set it before the first feed is
  /// added.
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
    _ id: Int64, by transport: @Sendable (TransportRequest) async throws -> TransportResponse,
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
      status = (known?.code ?? .network).rawValue
      body = words(of: known?.message ?? "\(error)")
    }
    // A rejected response is one that nobody waits for, or is invalid.
    if !answer(id, status, lines, body) {
      _ = answer(id, TallyError.Code.protocolError.rawValue, [], Array("no such answer".utf8))
    }
  }

  /// The description of an error: a text without a NUL, cut to the allowed length.
  private func words(of text: String) -> [UInt8] {
    let bytes = text.utf8.filter { $0 != 0 }
    return bytes.withUnsafeBytes { [UInt8](prefix(ofText: $0, bytes: 1000)) }
  }

  private func answer(_ id: Int64, _ status: Int32, _ lines: [UInt8], _ body: [UInt8]) -> Bool {
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

/// The sending tasks, by the identifiers of their requests.
private final class TransportTasks: Sendable {
  private let tasks = Mutex<[Int64: Task<Void, Never>]>([:])

  func begin(_ id: Int64, _ body: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      tasks[id] = Task { [self] in
        await body()
        end(id)
      }
    }
  }

  func cancel(_ id: Int64) { tasks.withLock { $0[id] }?.cancel() }

  private func end(_ id: Int64) { tasks.withLock { _ = $0.removeValue(forKey: id) } }
}
