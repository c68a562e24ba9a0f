import TallyCalendar
import TallyMemory
import TallyPolicy

/// The zones that were used in this run. They change under both locks.
struct ZonesInUse: ~Copyable {
  var table = ZoneTable()
  /// A thread reads zones, and an account's reminders, under the store's lock alone.
  var areInUse = false
}

/// When the loop serves reminders, by their accounts' slots. Plans use the wall clock. A user may set that clock, so
/// the loop reads it once a minute while there are plans. It does not lock, fire a reminder or read a clock.
struct ReminderClock: ~Copyable {
  /// A reminder that fired fires again only if the clock goes back by more than this, in seconds.
  static let tolerance: Int64 = 86_400
  /// The wall clock is read this often, however far away the next plan is.
  static let period: Int64 = 60_000

  /// Whether there may be any reminders in the file.
  var mayHaveAny = false
  /// The plans of this run.
  var plans: UInt64 = 0
  /// In milliseconds.
  private var wakes = Timetable()
  /// The wall clock at the last check.
  private var looked = Int64.min

  /// Makes room for the accounts in the first `count` slots.
  mutating func reserve(slots count: Int) throws(OutOfMemory) { try wakes.reserve(keys: count) }

  /// Replaces the time of an account; ``Timetable/never``: it has no work. There is room.
  /// - Returns: whether the loop may have to wake earlier.
  mutating func plan(_ slot: UInt32, at time: Int64) -> Bool { wakes.plan(slot, at: time) }

  func isPlanned(_ slot: UInt32) -> Bool { wakes.time(of: slot) != Timetable.never }

  mutating func cancel(_ slot: UInt32) { wakes.cancel(slot) }

  /// When to check next, on the elapsed clock; nil: nothing is planned.
  /// - Parameter isByLog: the wall clock is that of a log, which moves only with its items.
  mutating func next(
    isByLog: Bool, _ now: @autoclosure () -> (wall: Int64, elapsed: Int64)
  ) -> Int64? {
    let time = wakes.next()
    if time == Timetable.never { return nil }
    let now = now()
    if isByLog { return time <= now.wall ? now.elapsed : nil }
    return saturatingSum(now.elapsed, min(timeLeft(until: time, now.wall), ReminderClock.period))
  }

  /// Checks the wall clock.
  /// - Returns: whether it was set back since the last check, so planned work may be due later.
  mutating func look(at now: Int64) -> Bool {
    let wasSetBack = now < looked
    looked = now
    return wasSetBack
  }

  /// Removes and returns an account that has work due.
  mutating func popDue(by now: Int64) -> UInt32? { wakes.popDue(by: now) }
}
