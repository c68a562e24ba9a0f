import CNATS
import TallyWire

/// JetStream over a connection. Any thread may use it. A program makes few of them for one connection, which keeps
/// their memory until it is closed.
public final class JetStream: @unchecked Sendable {
  let raw: OpaquePointer
  public let connection: Connection
  /// How long a call waits for the server, in milliseconds.
  public let timeout: Int64

  /// The result of an asynchronous publish.
  public enum Outcome: Sendable {
    /// It is stored at this position, now or, if it is a duplicate, before.
    case stored(position: UInt64, isDuplicate: Bool)
    /// The server has refused it, or has not answered in time. Then nobody knows.
    case failed(String)
  }

  private final class Handler: Sendable {
    let body: @Sendable (Message?, Outcome) -> Void
    init(_ body: @escaping @Sendable (Message?, Outcome) -> Void) { self.body = body }
  }

  /// - Parameters:
  ///   - timeout: how long a call waits for the server, in milliseconds.
  ///   - maxPending: how many asynchronous publishes may be in flight.
  ///   - acknowledged: is called once for each asynchronous publish, on a thread of libnats. The message is there if
  ///     it failed, so that it can be sent again.
  public init(
    _ connection: Connection, timeout: Int64 = 5000, maxPending: Int = 4096,
    acknowledged: (@Sendable (Message?, Outcome) -> Void)? = nil
  ) throws(NATSError) {
    self.connection = connection
    self.timeout = timeout
    var options = jsOptions()
    jsOptions_Init(&options)
    options.Wait = timeout
    options.PublishAsync.MaxPending = Int64(maxPending)
    options.PublishAsync.StallWait = 20_000
    if let handler = acknowledged.map(Handler.init) {
      // It is never released: an acknowledgement may come after this object was. A program makes few of them.
      options.PublishAsync.AckHandlerClosure = Unmanaged.passRetained(handler).toOpaque()
      options.PublishAsync.AckHandler = { _, message, ack, failure, closure in
        guard let closure else { return }
        let handler = Unmanaged<Handler>.fromOpaque(closure).takeUnretainedValue()
        // With this handler the message is ours in both cases.
        let owned = message.map { Message($0) }
        if let failure {
          let words = failure.pointee.ErrText ?? natsStatus_GetText(failure.pointee.Err)
          handler.body(owned, .failed(words.map { String(cString: $0) } ?? "unknown"))
        } else if let ack {
          handler.body(
            owned, .stored(position: ack.pointee.Sequence, isDuplicate: ack.pointee.Duplicate))
        }
      }
    }
    var context: OpaquePointer?
    try check(natsConnection_JetStream(&context, connection.raw, &options), "JetStream")
    guard let context else { throw NATSError(NATS_ERR, "JetStream") }
    raw = context
  }

  deinit { connection.end(context: raw) }

  // MARK: - Publishing

  /// Publishes a message and waits until it is stored.
  /// - Parameter id: the server drops a message whose id it has seen within the stream's window of duplicates.
  /// - Returns: its position.
  @discardableResult
  public func publish(_ message: Message, id: String? = nil) throws(NATSError) -> UInt64 {
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    var ack: UnsafeMutablePointer<jsPubAck>?
    var code = jsErrCode(0)
    try withCStrings(id.map { [$0] } ?? []) { (texts) throws(NATSError) in
      options.MsgId = texts.first ?? nil
      let status = js_PublishMsg(&ack, raw, message.raw, &options, &code)
      try check(status, "publishing to \(message.subject)", code)
    }
    guard let ack else { return 0 }
    defer { jsPubAck_Destroy(ack) }
    return ack.pointee.Sequence
  }

  /// Publishes without waiting; the closure that was given at creation learns what came of it. It blocks while too many
  /// are in flight. If it throws, nothing was sent. The caller must pause before another attempt: while a stream has no
  /// leader, attempts fail thousands of times a second. The header `Nats-Msg-Id` has the message's id.
  public func publishWithoutWaiting(_ message: Message) throws(NATSError) {
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    options.MaxWait = timeout
    // libnats takes the object that it is given. So it gets a copy.
    var copy: OpaquePointer?
    let (subject, body) = (natsMsg_GetSubject(message.raw), natsMsg_GetData(message.raw))
    try check(natsMsg_Create(&copy, subject, nil, body, natsMsg_GetDataLength(message.raw)), "a message")
    defer { natsMsg_Destroy(copy) }
    if let id = message.header("Nats-Msg-Id") {
      try check(natsMsgHeader_Set(copy, "Nats-Msg-Id", id), "the id of a message")
    }
    try check(js_PublishMsgAsync(raw, &copy, &options), "publishing to \(message.subject)")
  }

  /// Waits until nothing is in flight.
  public func waitForPublishes(timeout milliseconds: Int64) throws(NATSError) {
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    options.MaxWait = milliseconds
    try check(js_PublishAsyncComplete(raw, &options), "waiting for acknowledgements")
  }

  // MARK: - The API in JSON

  /// Calls JetStream's API where libnats has no function or lacks a member: `$JS.API.` and the name.
  /// - Returns: the answer, which is a JSON object without an error.
  @discardableResult
  public func call(_ name: String, _ body: String = "") throws(NATSError) -> Message {
    let answer = try connection.request("$JS.API." + name, Array(body.utf8), timeout: timeout)
    let failure = answer.withBytes { bytes -> (code: Int, words: String)? in
      guard let document = JSONElement(bytes), document.kind == .object else {
        return (0, "the answer is no JSON object")
      }
      guard let error = document.member("error") else { return nil }
      let code = error.member("err_code")?.integer(in: 0...99_999) ?? error.member("code")?.integer(in: 0...99_999)
      return (Int(code ?? 0), error.member("description")?.text ?? "unknown")
    }
    if let failure { throw NATSError(NATS_ERR, code: failure.code, "JetStream \(name)", reason: failure.words) }
    return answer
  }

  // MARK: - Streams

  /// The state of a stream.
  public struct StreamState: Hashable, Sendable {
    /// The first and last positions; of an empty stream the first is the last plus 1.
    public let first, last: UInt64
    public let messages, bytes: UInt64
    /// The server that leads it; empty: none, or there is one server.
    public let leader: String
  }

  public func state(ofStream name: String) throws(NATSError) -> StreamState {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    try check(js_GetStreamInfo(&info, raw, name, nil, &code), "the stream \(name)", code)
    guard let info else { throw NATSError(NATS_ERR, "the stream \(name)") }
    defer { jsStreamInfo_Destroy(info) }
    let state = info.pointee.State
    let leader = info.pointee.Cluster?.pointee.Leader.map { String(cString: $0) }
    return StreamState(
      first: state.FirstSeq, last: state.LastSeq, messages: state.Msgs, bytes: state.Bytes, leader: leader ?? "")
  }

  /// Creates a stream, unless one of its name exists.
  /// - Parameter configuration: of `STREAM.CREATE`, in JSON.
  public func ensureStream(_ name: String, _ configuration: String) throws(NATSError) {
    do throws(NATSError) {
      try call("STREAM.CREATE.\(name)", configuration)
    } catch {
      // It exists with another configuration: an administrator may have changed it.
      if error.code != 10058 { throw error }
    }
  }

  /// Removes the messages before a position.
  public func purge(stream name: String, before position: UInt64) throws(NATSError) {
    var options = jsOptions()
    jsOptions_Init(&options)
    options.Stream.Purge.Sequence = position
    var code = jsErrCode(0)
    try check(js_PurgeStream(raw, name, &options, &code), "purging the stream \(name)", code)
  }

  /// Reads the message at a position of a stream; nil: it was removed.
  public func message(at position: UInt64, ofStream name: String) throws(NATSError) -> Message? {
    var message: OpaquePointer?
    var code = jsErrCode(0)
    let status = js_GetMsg(&message, raw, name, position, nil, &code)
    if status == NATS_NOT_FOUND { return nil }
    try check(status, "message \(position) of the stream \(name)", code)
    return message.map { Message($0) }
  }
}
