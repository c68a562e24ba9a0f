import TallyPolicy
import Testing

@testable import TallyEngine

@Suite struct ReminderClockTests {
  static func make() throws -> ReminderClock {
    var clock = ReminderClock()
    try clock.reserve(slots: 3)
    return clock
  }

  @Test func theClockIsReadOnceAMinute() throws {
    var clock = try Self.make()
    let idle = clock.next(isByLog: false, (wall: 5000, elapsed: 100))
    _ = clock.plan(0, at: 1_000_000)
    let far = clock.next(isByLog: false, (wall: 5000, elapsed: 100))
    let near = clock.next(isByLog: false, (wall: 999_990, elapsed: 100))
    let late = clock.next(isByLog: false, (wall: 2_000_000, elapsed: 100))
    #expect(idle == nil && far == 60_100 && near == 110 && late == 100)
    // As far away as there is time.
    _ = clock.plan(0, at: .max - 1)
    let farthest = clock.next(isByLog: false, (wall: .min + 1, elapsed: .max - 5))
    #expect(farthest == .max)
  }

  @Test func dueKeysComeUpOnce() throws {
    var clock = try Self.make()
    let plans = [clock.plan(2, at: 30), clock.plan(1, at: 20), clock.plan(0, at: 10), clock.plan(0, at: 10)]
    #expect(plans == [true, true, true, false])
    clock.cancel(1)
    let due = [clock.popDue(by: 9), clock.popDue(by: 30), clock.popDue(by: 30), clock.popDue(by: 30)]
    #expect(due == [nil, 0, 2, nil])
    _ = clock.plan(0, at: 40)
    _ = clock.plan(0, at: Timetable.never)
    let none = clock.next(isByLog: false, (wall: 0, elapsed: 0))
    #expect(none == nil)
  }

  @Test func aClockThatWasSetBackIsNoticedOnce() throws {
    var clock = try Self.make()
    let looks = [clock.look(at: -5), clock.look(at: -5), clock.look(at: 10), clock.look(at: 9), clock.look(at: 9)]
    #expect(looks == [false, false, false, true, false])
  }
}
