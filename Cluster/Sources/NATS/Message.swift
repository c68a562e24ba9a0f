import CNATS

/// A message of NATS. It owns libnats's object and frees it. Texts and headers are copied when they are read. Nothing
/// changes it, so any thread may read it.
public final class Message: @unchecked Sendable {
  let raw: OpaquePointer

  /// Takes the object.
  init(_ raw: OpaquePointer) { self.raw = raw }

  deinit { natsMsg_Destroy(raw) }

  /// A connection opens libnats. A message that comes before the first connection has to do it: messages are freed by
  /// one of its threads.
  private static let library = nats_Open(-1)

  /// Creates a message to publish.
  /// - Parameter reply: where answers go; nil: none are expected.
  public init(
    _ subject: String, _ body: [UInt8], headers: [(name: String, value: String)] = [], reply: String? = nil
  ) throws(NATSError) {
    try check(Message.library, "opening libnats")
    var created: OpaquePointer?
    let status = body.withUnsafeBytes { bytes in
      natsMsg_Create(
        &created, subject, reply, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
    }
    guard status == NATS_OK, let created else { throw NATSError(status, "creating a message for \(subject)") }
    raw = created
    for (name, value) in headers { try check(natsMsgHeader_Set(raw, name, value), "setting the header \(name)") }
  }

  public var subject: String { String(cString: natsMsg_GetSubject(raw)) }
  /// The subject on which the sender expects a response.
  public var reply: String? { natsMsg_GetReply(raw).map { String(cString: $0) } }
  /// The number of bytes.
  public var count: Int { Int(natsMsg_GetDataLength(raw)) }
  public var bytes: [UInt8] { withBytes { [UInt8]($0) } }

  /// Lends the bytes without a copy.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: natsMsg_GetData(raw), count: count))
  }

  /// The first value of a header.
  public func header(_ name: String) -> String? {
    var value: UnsafePointer<CChar>?
    return natsMsgHeader_Get(raw, name, &value) == NATS_OK ? value.map { String(cString: $0) } : nil
  }

  /// Whether this reports that the subject of the request has no subscriber.
  var isNoResponders: Bool { natsMsg_IsNoResponders(raw) }

  /// The place of a message of a consumer. nil: it is no such message.
  public var place: Place? { natsMsg_GetReply(raw).flatMap { Place(reply: String(cString: $0)) } }
}
