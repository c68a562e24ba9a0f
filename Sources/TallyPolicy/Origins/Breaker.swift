import TallyMemory

/// How a request ended, as seen by its origin.
public enum RequestOutcome: Sendable {
  /// The server has responded.
  case reached
  /// The server has not responded, or a gateway has responded for it.
  case unreachable
  /// The request was cancelled, so its end says nothing.
  case cancelled
}

/// Whether an origin is down, for all of its feeds. Closed: requests pass. Open: timers do not pass until `until`. Then
/// one request passes, the probe. If it reaches the server, the breaker closes; otherwise the next wait begins.
///
/// Closing the breaker releases no requests. Timers that did not pass went on by their intervals, each at its own
/// phase. So they return evenly over an interval.
struct Breaker: BitwiseCopyable {
  /// The number of failures in a row that opens the breaker. Two failures of one feed in a row count once. A lone feed
  /// has its own backoff.
  static let threshold: UInt8 = 5
  /// From a failed probe to the next one, at first and at most.
  static let shortestWait: Int64 = 1000
  static let longestWait: Int64 = 30_000

  private var failures: UInt8 = 0
  private var failed = Chain.none
  private(set) var isOpen = false
  private(set) var isProbing = false
  /// When a timer may probe.
  private var until = Int64.min
  /// When a prompt request may probe while no timer may.
  private var promptUntil = Int64.min
  private var probes: UInt8 = 0
  /// Counts the responses. A probe that began before the last one belongs to an outage that is over.
  private(set) var age: UInt32 = 0
  /// The network state that the breaker knows.
  private var epoch: UInt32 = 0

  /// When a request may probe. A clock that was set back shortens the wait. So does another network.
  func opening(_ urgency: Urgency, at now: Int64, epoch: UInt32) -> Int64 {
    let time = urgency == .timer ? until : promptUntil
    return epoch != self.epoch || timeAfter(now, Breaker.longestWait) < time ? now : time
  }

  mutating func beginProbe() { isProbing = true }

  mutating func finish(
    _ outcome: RequestOutcome, of key: UInt32, isProbe: Bool, at now: Int64, epoch: UInt32, _ random: inout SplitMix
  ) {
    if isProbe { isProbing = false }
    switch outcome {
    case .reached:
      let next = age &+ 1
      self = Breaker()
      age = next
    case .cancelled: break
    case .unreachable:
      if key != failed, failures < UInt8.max { failures += 1 }
      failed = key
      if isOpen ? isProbe : failures >= Breaker.threshold { wait(at: now, epoch, &random) }
    }
  }

  private mutating func wait(at now: Int64, _ epoch: UInt32, _ random: inout SplitMix) {
    let bound = min(Breaker.longestWait, Breaker.shortestWait << Int64(min(probes, 16)))
    probes = min(probes + 1, 16)
    isOpen = true
    self.epoch = epoch
    until = timeAfter(now, bound - random.upTo(bound / 2))
    promptUntil = timeAfter(now, min(bound, Breaker.shortestWait))
  }
}
