import TallyLoop

/// The time of an engine. Accounts that a log feeds use the log's time instead of the wall clock: a badge ends when an
/// item arrives whose time is not before its end. So the log gives the same state whenever it is replayed.
///
/// Invariant: the log's time never goes back. It is stored with the log's position.
struct EngineClock {
  private let clock: Clock
  /// The latest time of the logs in the file; 0: no log feeds accounts.
  private var logTime: Int64

  init(_ clock: Clock, logTime: Int64) {
    self.clock = clock
    self.logTime = logTime
  }

  var wall: Int64 { clock.wall }
  var elapsed: Int64 { clock.elapsed }
  func now() -> (wall: Int64, elapsed: Int64) { clock.now() }

  var isByLog: Bool { logTime != 0 }

  /// The time that decides which badges end and which reminders fire.
  var ofBadges: Int64 { isByLog ? logTime : clock.wall }

  /// The same, with the elapsed clock.
  func ofPlans() -> (wall: Int64, elapsed: Int64) {
    var now = clock.now()
    if isByLog { now.wall = logTime }
    return now
  }

  /// When something that ends at `time` is due, on the elapsed clock. The time of a log moves only with its items.
  func elapsed(until time: Int64) -> Int64 {
    let now = clock.now()
    if !isByLog { return saturatingSum(now.elapsed, timeLeft(until: time, now.wall)) }
    return time <= logTime ? now.elapsed : Int64.max
  }

  /// Moves the log's time.
  /// - Returns: whether it is later than before, so that something may be due.
  mutating func advanceLog(to time: Int64) -> Bool {
    if time <= logTime { return false }
    logTime = time
    return true
  }
}
