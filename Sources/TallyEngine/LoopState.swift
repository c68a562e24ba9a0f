import TallyHTTP
import TallyStore
import TallyWire

/// When the loop wakes, and whether a host is stepping it. Times are of the elapsed clock. It does not lock or read a
/// clock.
///
/// Invariants: `plannedWake` is never later than a time requested since the loop last planned. One thread steps at a
/// time.
struct LoopState {
  private(set) var plannedWake = Int64.max
  private(set) var isStepping = false

  /// - Returns: whether the loop must be woken to plan again.
  mutating func hasten(to time: Int64) -> Bool {
    if time >= plannedWake { return false }
    plannedWake = time
    return true
  }

  /// The loop begins its work, and plans afterwards.
  mutating func forgetPlan() { plannedWake = Int64.max }

  mutating func plan(_ due: Int64) { plannedWake = due }

  /// - Returns: false: another thread is stepping.
  mutating func beginStep() -> Bool {
    if isStepping { return false }
    isStepping = true
    return true
  }

  mutating func endStep() { isStepping = false }
}

/// The parts that only the loop thread uses.
///
/// Invariant: before `pausedUntil` no work is due.
struct LoopOwn: ~Copyable {
  /// Memory ran out: no work begins before this time, on the elapsed clock.
  private(set) var pausedUntil = Int64.min
  /// The loop's share of the reserve, while the engine is open.
  var share: ReserveShare?
  var http: HTTPClient?
  var decoder: PageDecoder?

  mutating func pause(until time: Int64) { pausedUntil = time }

  /// When work that is due at `time` begins.
  func begin(of time: Int64) -> Int64 { max(time, pausedUntil) }
}
