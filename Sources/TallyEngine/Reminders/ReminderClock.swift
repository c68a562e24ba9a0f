import TallyMemory
import TallyPolicy

/// When the loop looks after reminders, by their accounts' slots. Plans use the wall clock. A user may set that clock,
/// so the loop reads it once a minute while there are plans. Nothing here locks, fires a reminder or reads a clock.
struct ReminderClock: ~Copyable {
  /// A reminder that fired fires again only if the clock goes back by more than this, in seconds.
  static let tolerance: Int64 = 86_400
  /// However far away the next plan is, the wall clock is looked at this often.
  static let period: Int64 = 60_000

  /// Whether there may be any reminders in the file.
  var mayHaveAny = false
  /// In milliseconds.
  private var wakes = Timetable()
  /// The wall clock, as of the last look.
  private var looked = Int64.min

  /// Makes room for the accounts in the first `count` slots.
  mutating func reserve(slots count: Int) throws(OutOfMemory) { try wakes.reserve(keys: count) }

  /// Gives an account another time; ``Timetable/never``: it has nothing to do. There is room.
  /// - Returns: whether the loop may have to wake earlier.
  mutating func plan(_ slot: UInt32, at time: Int64) -> Bool { wakes.plan(slot, at: time) }

  mutating func cancel(_ slot: UInt32) { wakes.cancel(slot) }

  /// When to look next, on the elapsed clock; nil: nothing is planned.
  mutating func next(_ now: @autoclosure () -> (wall: Int64, elapsed: Int64)) -> Int64? {
    let time = wakes.next()
    if time == Timetable.never { return nil }
    let now = now()
    return saturatingSum(now.elapsed, min(timeLeft(until: time, now.wall), ReminderClock.period))
  }

  /// Looks at the wall clock.
  /// - Returns: whether it was set back since the last look, so that whatever is planned may be due later.
  mutating func look(at now: Int64) -> Bool {
    let wasSetBack = now < looked
    looked = now
    return wasSetBack
  }

  /// An account that has something due. Then it is not planned any more.
  mutating func popDue(by now: Int64) -> UInt32? { wakes.popDue(by: now) }
}
