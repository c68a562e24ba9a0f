/// The actions of the engine after one input, in this order: cancel, complete, continue, start. ``FeedPolicy/nextWake``
/// is the time to wake the policy.
public struct PolicyActions: Equatable, Sendable {
  /// The exchange to cancel. A late response to it is dropped.
  public internal(set) var cancel: UInt32?
  /// The exchange is cancelled because it timed out, and so has failed. The host must be notified.
  public internal(set) var isTimeout = false
  /// The number of pending forces, oldest first, that have ended with `result`. Even if it is 0, `result` may say how
  /// long the server wants no requests.
  public internal(set) var completions: UInt32 = 0
  public internal(set) var result: ForceResult
  /// After `cursorExpired`: the exchange continues and requests everything again.
  public internal(set) var takesSnapshot = false
  /// The exchange to begin.
  public internal(set) var start: PolicyStart?
  /// The exchange that waits for its turn has become more urgent.
  public internal(set) var urgency: Urgency?
  /// After `pageShown`, if the user now begins to see the page.
  public internal(set) var page: PageInfo?

  public init() {
    result = .cancelled
  }
}

public struct PolicyStart: Equatable, Sendable {
  public enum Mode: UInt8, Sendable {
    /// With the validator of the last response (`If-None-Match`).
    case conditional
    /// Without a validator: the complete response is wanted.
    case unconditional
    /// Without the cursor: everything, replacing the stored state.
    case snapshot
  }

  /// No other exchange of the feed that may still get a response has this number.
  public let exchange: UInt32
  public let mode: Mode
  public let urgency: Urgency

  public init(exchange: UInt32, mode: Mode, urgency: Urgency) {
    self.exchange = exchange
    self.mode = mode
    self.urgency = urgency
  }
}

/// A page that the user begins to see.
public struct PageInfo: Equatable, Sendable {
  /// The user sees it for the first time since log-in.
  public internal(set) var isFirst: Bool
  /// The milliseconds since the user last saw it; nil: never.
  public internal(set) var timeAway: Int64?
}
