import TallyLoop

/// The latest time of the logs in the file. Accounts that a log feeds use it instead of the wall clock: a badge ends
/// when an item arrives whose time is not before its end. So the log gives the same state whenever it is replayed.
///
/// Invariant: the time never goes back. It is stored with the log's position.
struct LogTime {
  /// 0: no log feeds accounts.
  private var time: Int64

  init(_ time: Int64) { self.time = time }

  var isSet: Bool { time != 0 }

  /// The time that decides which badges end and which reminders fire.
  func now(_ clock: Clock) -> Int64 { isSet ? time : clock.wall }

  /// The same, with the elapsed clock.
  func ofPlans(_ clock: Clock) -> (wall: Int64, elapsed: Int64) {
    var now = clock.now()
    if isSet { now.wall = time }
    return now
  }

  /// When something that ends at `end` is due, on the elapsed clock. The time moves only with the log's items.
  func elapsed(until end: Int64, _ clock: Clock) -> Int64 {
    let now = clock.now()
    if !isSet { return saturatingSum(now.elapsed, timeLeft(until: end, now.wall)) }
    return end <= time ? now.elapsed : Int64.max
  }

  /// - Returns: whether it is later than before, so that something may be due.
  mutating func advance(to later: Int64) -> Bool {
    if later <= time { return false }
    time = later
    return true
  }
}
