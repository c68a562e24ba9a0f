import TallyMemory

/// When one feed asks its server: a state machine that reads no clock and does nothing by itself. Events come in with
/// the time (milliseconds on a clock that never goes back and counts sleep); what to do comes out as
/// ``PolicyActions``.
///
/// Invariants:
/// - There is a flight only while logged in, not stopped, not removed: at most one request at a time, none without
///   a credential.
/// - `flightForces` are completed when the flight ends, `queuedForces` when the round after it ends, so both are
///   empty where there is no flight.
/// - Every token given to `force` comes out exactly once: at once, or from one of the two lists.
/// - Flights are numbered upwards, also over log-ins; an answer to any but the current flight is dropped.
public struct FeedPolicy: ~Copyable {
  /// What the next request waits for, if nobody asks for one.
  enum Plan: Equatable {
    case nothing
    /// The initial delay, from here on.
    case initial(since: Int64)
    /// The interval from the last request's start; `isLonger` with how long it may become.
    case interval
    case longerInterval(cap: Int64)
    /// Another attempt, or the end of a rate limit.
    case retry(at: Int64)
  }

  public internal(set) var options: PolicyOptions
  public internal(set) var isLoggedIn = false
  /// The server refused the credential; nothing is asked until there is a new one.
  public internal(set) var isStopped = false
  public internal(set) var isRemoved = false
  /// The request under way.
  public internal(set) var flight: UInt64?
  public internal(set) var lastStart: Int64?
  /// Failures since the last good answer.
  public internal(set) var failuresInARow: UInt32 = 0

  var plan = Plan.nothing
  var flightCount: UInt64 = 0
  /// The least interval that the server asked for.
  var serverFloor: Int64 = 0
  /// The server is not to be asked before; kept over log-outs.
  var rateLimitEnd: Int64?
  var random: PolicyRandom
  var flightForces = List<UInt64>()
  var queuedForces = List<UInt64>()

  public init(options: PolicyOptions, seed: UInt64) {
    self.options = options
    random = PolicyRandom(seed: seed)
  }

  /// Whether requests are possible at all.
  var isActive: Bool { isLoggedIn && !isStopped && !isRemoved }

  /// When `tick` has something to do; nil: not before another event.
  public var nextWake: Int64? {
    if !isActive || flight != nil { return nil }
    guard let planned = plannedTime else { return nil }
    guard let rateLimitEnd, rateLimitEnd > planned else { return planned }
    return rateLimitEnd
  }

  /// Whether an answer to this flight may be used.
  public func accepts(flight number: UInt64) -> Bool { flight == number }

  /// When the plan is due, the server's floor included.
  private var plannedTime: Int64? {
    switch plan {
    case .nothing:
      return nil
    case .initial(let since):
      guard let delay = options.initialDelay else { return nil }
      return saturatingSum(since, delay)
    case .interval:
      guard let interval = options.interval else { return nil }
      return afterLastStart(interval)
    case .longerInterval(let cap):
      guard let interval = options.interval else { return nil }
      let longer = min(saturatingProduct(interval, PolicyLimit.longerIntervalFactor), cap)
      return afterLastStart(max(interval, longer))
    case .retry(let time):
      return max(time, afterLastStart(0))
    }
  }

  private func afterLastStart(_ interval: Int64) -> Int64 {
    saturatingSum(lastStart ?? 0, max(interval, serverFloor))
  }
}
