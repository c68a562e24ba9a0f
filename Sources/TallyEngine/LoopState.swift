import TallyStore

/// When the loop wakes, and whether a host is stepping it. Times are of the elapsed clock. It does not lock or read a
/// clock.
///
/// Invariants: `plannedWake` is never later than a time requested since the loop last planned. One thread steps at a
/// time. Before `pausedUntil` no work is due.
struct LoopState: ~Copyable {
  // Under the engine's `lock`.
  private(set) var plannedWake = Int64.max
  private(set) var isStepping = false

  // Loop thread only.
  /// Memory ran out: no work begins before this time.
  private(set) var pausedUntil = Int64.min
  /// The loop's share of the reserve, while the engine is open.
  var share: ReserveShare?

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

  mutating func pause(until time: Int64) { pausedUntil = time }

  /// When work that is due at `time` begins.
  func begin(of time: Int64) -> Int64 { max(time, pausedUntil) }
}
