import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory

/// A call of a host's transport: a request to send, or one that needs no response any more. Valid during the call.
public struct TransportCall {
  public let request: HostRequest
  public let isCancellation: Bool
}

/// A host's way to send requests. A replaced one stays until its requests have ended.
final class HostTransport {
  let callback: Callback
  let body: (TransportCall) -> Void
  /// The number of its open requests. It may be called only while there are some.
  var open = 0
  var isRetired = false

  init(_ callback: Callback, _ body: @escaping (TransportCall) -> Void) {
    self.callback = callback
    self.body = body
  }

  /// The callback to release: none while it is current or has requests.
  var released: Callback { isRetired && open == 0 ? callback : Callback() }
}

/// A request that the host sends. Under `lock`, except the constants.
///
/// Invariant: `response`, once it exists, is how it ends.
public final class HostRequest {
  /// Identifies the request in the host's response. Positive, never reused.
  public let id: Int64
  let transport: HostTransport
  let request: HTTPRequest
  let completion: (HTTPResponse) -> Void
  /// The next newer request.
  var next: HostRequest?
  var response: HTTPResponse?
  /// The result if there is no response.
  private let refusal = HTTPResponse()
  /// The host knows it and has not responded.
  var isWithHost = false
  /// When it times out, by the engine's elapsed clock. There is no deadline before it is sent.
  private(set) var deadline = Int64.max
  private var end = Int64.max
  /// URL and headers, each ending with NUL.
  private var texts = ByteBuffer()
  private var headersOffset = 0

  init(
    id: Int64, transport: HostTransport, request: consuming HTTPRequest,
    completion: @escaping (HTTPResponse) -> Void
  ) {
    self.id = id
    self.transport = transport
    self.request = request
    self.completion = completion
  }

  func prepare() throws(OutOfMemory) {
    try texts.append(request.url.bytes)
    try texts.append(byte: 0)
    headersOffset = texts.count
    try request.appendHeaders(to: &texts)
    try texts.append(byte: 0)
  }

  /// Ends it without a response. An earlier decision stays. Under `lock`.
  func end(_ failure: HTTPFailure) {
    if response != nil { return }
    refusal.end(failure)
    response = refusal
  }

  /// Makes a response from the host's data. Any thread, without a lock.
  func response(
    _ status: Int32, _ headers: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer
  ) throws(Failure) -> HTTPResponse {
    let failure: HTTPFailure
    switch Status(rawValue: status) {
    case .network: failure = .connect
    case .tls: failure = .tls
    case .timeout: failure = .timeout
    case .tooLarge: failure = .tooLarge
    case .protocolError: failure = .malformedAnswer
    default: return try answer(status, headers, body)
    }
    if body.count > 1000 { throw Failure(.argument, "the description of the error must be at most 1000 bytes") }
    try Failure.checkText(body, "what went wrong")
    return .make(failure, words: body)
  }

  private func answer(
    _ status: Int32, _ headers: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer
  ) throws(Failure) -> HTTPResponse {
    if !(200...599).contains(status) {
      throw Failure(
        .range, "the status must be 200 to 599, or TALLY_ERROR_NETWORK, _TLS, _TIMEOUT, _TOO_LARGE, _PROTOCOL")
    }
    if body.count > request.maxBytes || headers.count > HTTPResponse.headerLimit { return .make(.tooLarge) }
    do throws(OutOfMemory) {
      return try .make(status: status, url: request.url.bytes, headers: headers, body: body)
    } catch {
      throw .noMemory
    }
  }

  func goOut(at now: Int64) {
    isWithHost = true
    end = saturatingSum(now, max(request.totalTimeout, 0))
    noteByte(at: now)
  }

  func noteByte(at now: Int64) { deadline = min(end, saturatingSum(now, max(request.idleTimeout, 0))) }

  /// Calls the host. Without a lock.
  func call(_ engine: Engine, isCancellation: Bool) {
    // No observer has this token, and the host is known to be inside a callback.
    DeliveryFrame.call(0, in: engine) { transport.body(TransportCall(request: self, isCancellation: isCancellation)) }
  }
}

// The host's view of the request. Texts end with NUL. Everything is borrowed from the request.
extension HostRequest {
  public var callback: Callback { transport.callback }
  public var isPost: Bool { request.method == .post }
  /// A URL that was not checked may carry a credential.
  public var carriesCredential: Bool { request.carriesCredential || !request.hasPlainURL }
  public var url: UnsafePointer<CChar>? { texts.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) }
  public var headers: UnsafePointer<CChar>? { url.map { $0 + headersOffset } }
  public var body: UnsafeRawBufferPointer { request.body.bytes }
  public var maxBytes: Int64 { request.maxBytes }
  public var totalTimeout: Int64 { request.totalTimeout }
  public var idleTimeout: Int64 { request.idleTimeout }
}
