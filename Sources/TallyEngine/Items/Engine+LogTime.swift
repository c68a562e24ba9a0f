import TallyLoop
import TallyPolicy

// Accounts that a log feeds use the log's time instead of the clock: a badge ends when an item arrives whose time is
// not before its end. So the log gives the same state whenever it is replayed. `logTime` is stored with the log's
// position.

extension Engine {
  /// The time that decides which badges end and which reminders fire. Under `lock`.
  var now: Int64 { logTime != 0 ? logTime : clock.wall }

  /// The same, with the elapsed clock.
  func timeOfPlans() -> (wall: Int64, elapsed: Int64) {
    var now = clock.now()
    if logTime != 0 { now.wall = logTime }
    return now
  }

  /// When something that ends at `time` is due, on the elapsed clock. The time of a log moves only with its items.
  func elapsed(until time: Int64, _ now: (wall: Int64, elapsed: Int64)) -> Int64 {
    if logTime == 0 { return saturatingSum(now.elapsed, timeLeft(until: time, now.wall)) }
    return time <= logTime ? now.elapsed : Int64.max
  }

  /// Moves the log's time. The loop then ends everything that is due. Under `lock`.
  func advanceLogTime(to time: Int64) {
    if time <= logTime { return }
    logTime = time
    let expiry = accounts.expiries.next()
    if expiry <= time { replan(clock.elapsed) }
    if let reminder = reminderClock.next(isByLog: true, timeOfPlans()) { replan(reminder) }
  }
}
