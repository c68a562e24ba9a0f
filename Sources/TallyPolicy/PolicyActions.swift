/// What one input asks of the engine, in this order: cancel, complete, go on, start. When it is to wake the policy is
/// ``FeedPolicy/nextWake``.
public struct PolicyActions: Equatable, Sendable {
  /// The flight to break off. Its answer, should it still come, is dropped.
  public internal(set) var cancel: UInt32?
  /// It is broken off because its time was up, and so has failed; the host is to be told.
  public internal(set) var isTimeout = false
  /// So many of the forces that wait, the oldest ones, have ended with `result`. It says also without any how long the
  /// server is to be left alone.
  public internal(set) var completions: UInt32 = 0
  public internal(set) var result: ForceResult
  /// After `cursorExpired`: the flight goes on, and asks for everything anew.
  public internal(set) var takesSnapshot = false
  /// The flight to begin.
  public internal(set) var start: PolicyStart?
  /// The flight that waits for its turn is wanted sooner now.
  public internal(set) var urgency: Urgency?

  public init() {
    result = .cancelled
  }
}

public struct PolicyStart: Equatable, Sendable {
  public enum Manner: UInt8, Sendable {
    /// With what is known of the last answer (`If-None-Match`).
    case conditional
    /// Without: the whole answer is wanted.
    case unconditional
    /// Without the cursor: everything, in the place of what is there.
    case snapshot
  }

  /// A number that no other flight of the feed has that might still be answered.
  public let flight: UInt32
  public let manner: Manner
  public let urgency: Urgency

  public init(flight: UInt32, manner: Manner, urgency: Urgency) {
    self.flight = flight
    self.manner = manner
    self.urgency = urgency
  }
}
