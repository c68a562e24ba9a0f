import CNATS

/// Reads a stream from a position. The consumer lives in the memory of one server, and has no acknowledgements. If that
/// server stops, the consumer is lost: a fetch then fails, and its user makes another one. One thread uses it. It needs
/// no thread of its own.
public final class PullConsumer {
  private let raw: OpaquePointer
  private let js: JetStream
  private let stream: String
  private let name: String

  /// - Parameter position: of the first message to read.
  public init(_ js: JetStream, stream: String, from position: UInt64) throws(NATSError) {
    self.js = js
    self.stream = stream
    var options = jsSubOptions()
    jsSubOptions_Init(&options)
    options.Config.DeliverPolicy = js_DeliverByStartSequence
    options.Config.OptStartSeq = max(position, 1)
    options.Config.AckPolicy = js_AckNone
    options.Config.MemoryStorage = true
    options.Config.Replicas = 1
    options.Config.InactiveThreshold = 30_000_000_000
    var code = jsErrCode(0)
    var info: UnsafeMutablePointer<jsConsumerInfo>?
    // js_PullSubscribe alone needs a subject, which would become a filter. So the consumer is created first, and bound
    // by name. Binding compares storage and replicas: both calls get the same configuration.
    try check(js_AddConsumer(&info, js.raw, stream, &options.Config, nil, &code), "a consumer of \(stream)", code)
    guard let info else { throw NATSError(NATS_ERR, "a consumer of \(stream)") }
    defer { jsConsumerInfo_Destroy(info) }
    name = String(cString: info.pointee.Name)
    var subscription: OpaquePointer?
    try withCStrings([stream, name]) { (texts) throws(NATSError) in
      options.Stream = texts[0]
      options.Consumer = texts[1]
      try check(js_PullSubscribe(&subscription, js.raw, "", nil, nil, &options, &code), "reading \(stream)", code)
    }
    guard let subscription else { throw NATSError(NATS_ERR, "reading \(stream)") }
    raw = subscription
  }

  /// The server removes the consumer after 30 seconds without a fetch. Nobody waits for that.
  deinit { js.connection.end(raw) }

  /// Returns the messages that the stream has, up to a number of messages and bytes; none: there are none now.
  public func fetch(_ count: Int, maximumBytes: Int) throws(NATSError) -> [Message] {
    var request = jsFetchRequest()
    jsFetchRequest_Init(&request)
    request.Batch = Int32(clamping: count)
    request.MaxBytes = Int64(maximumBytes)
    request.NoWait = true
    // For the answer that there are no more.
    request.Expires = 2_000_000_000
    var list = natsMsgList()
    return try taken(natsSubscription_FetchRequest(&list, raw, &request), &list)
  }

  /// Waits for the next message; nil: none came in time.
  public func next(timeout milliseconds: Int64) throws(NATSError) -> Message? {
    var list = natsMsgList()
    var code = jsErrCode(0)
    return try taken(natsSubscription_Fetch(&list, raw, 1, milliseconds, &code), &list).first
  }

  private func taken(_ status: natsStatus, _ list: inout natsMsgList) throws(NATSError) -> [Message] {
    if status == NATS_TIMEOUT || status == NATS_NOT_FOUND { return [] }
    try check(status, "fetching from \(stream)")
    var found: [Message] = []
    found.reserveCapacity(Int(list.Count))
    for index in 0..<Int(list.Count) {
      if let message = list.Msgs[index] { found.append(Message(message)) }
      // It is ours now. Destroying the list frees the rest.
      list.Msgs[index] = nil
    }
    natsMsgList_Destroy(&list)
    return found
  }
}
