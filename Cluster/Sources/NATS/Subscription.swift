import CNATS

/// A subscription. Its closure is called on a delivery thread, one message at a time, until ``cancel()``. A call that
/// has begun may end after that. Keep the subscription as long as it is needed: releasing it cancels it.
public final class Subscription: @unchecked Sendable {
  private let raw: OpaquePointer
  private let connection: Connection

  /// The object that libnats keeps for its calls. It is released when libnats reports that no call will follow.
  private final class Handler: Sendable {
    let body: @Sendable (Message) -> Void
    init(_ body: @escaping @Sendable (Message) -> Void) { self.body = body }
  }

  public init(
    _ connection: Connection, _ subject: String, queue: String? = nil, _ body: @escaping @Sendable (Message) -> Void
  ) throws(NATSError) {
    let handler = Unmanaged.passRetained(Handler(body)).toOpaque()
    // A C function captures nothing: it finds the closure by the pointer.
    let deliver: natsMsgHandler = { _, _, message, closure in
      guard let message, let closure else { return }
      Unmanaged<Handler>.fromOpaque(closure).takeUnretainedValue().body(Message(message))
    }
    var subscription: OpaquePointer?
    let status =
      if let queue {
        natsConnection_QueueSubscribe(&subscription, connection.raw, subject, queue, deliver, handler)
      } else {
        natsConnection_Subscribe(&subscription, connection.raw, subject, deliver, handler)
      }
    guard status == NATS_OK, let subscription else {
      Unmanaged<Handler>.fromOpaque(handler).release()
      throw NATSError(status, "subscribing to \(subject)")
    }
    raw = subscription
    self.connection = connection
    natsSubscription_SetOnCompleteCB(
      raw,
      { closure in
        if let closure { Unmanaged<Handler>.fromOpaque(closure).release() }
      }, handler)
  }

  deinit { connection.end(raw) }

  /// Ends it. A second call does nothing.
  public func cancel() { natsSubscription_Unsubscribe(raw) }

  /// Sets how many messages may wait for the closure before new ones are dropped.
  public func setPendingLimits(messages: Int, bytes: Int) {
    natsSubscription_SetPendingLimits(raw, Int32(clamping: messages), Int32(clamping: bytes))
  }
}
