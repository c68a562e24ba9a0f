import Testing

@testable import TallyEngine

// When pending changes are written, in virtual time: no engine, no file, no loop.

@Suite struct GroupScheduleTests {
  private static func changed(_ changes: Int, at now: Int64) -> GroupSchedule {
    var schedule = GroupSchedule(hasFile: true)
    schedule.add(changes)
    _ = schedule.hasten(now: now)
    return schedule
  }

  @Test func aChangeIsWrittenWithin50Milliseconds() {
    var schedule = Self.changed(1, at: 1000)
    #expect(schedule.due == 1050 && !schedule.isDue(1049) && schedule.isDue(1050))
    // Later changes go into the same group, and do not delay it.
    schedule.add(1)
    let isPlanned = schedule.hasten(now: 1040)
    #expect(!isPlanned && schedule.due == 1050 && schedule.verify())
    schedule.collect()
    #expect(schedule.due == GroupSchedule.never && !schedule.isDue(.max - 1) && schedule.pending == 0)
  }

  @Test func aThousandChangesAreWrittenImmediately() {
    var schedule = Self.changed(999, at: 0)
    #expect(schedule.due == 50 && !schedule.isLarge)
    schedule.add(1)
    let isPlanned = schedule.hasten(now: 7)
    #expect(isPlanned && schedule.due == 7 && schedule.isLarge)
    // Only once, because the loop knows of it.
    schedule.add(1)
    let isPlannedAgain = schedule.hasten(now: 8)
    #expect(!isPlannedAgain && schedule.due == 7 && schedule.verify())
  }

  @Test func callersHelpWhereTheDiskFallsBehind() {
    var schedule = Self.changed(7999, at: 0)
    #expect(!schedule.isInArrears)
    schedule.add(1)
    #expect(schedule.isInArrears)
    // No thread waits for a failing disk, and a large group does not hasten there.
    let isFirst = schedule.fail(unwritten: 3, now: 10)
    let isPlanned = schedule.hasten(now: 20)
    #expect(isFirst && !schedule.isInArrears && !isPlanned && schedule.due == 1010 && schedule.verify())
    schedule.collect()
    schedule.add(8000)
    _ = schedule.hasten(now: 1010)
    #expect(schedule.isInArrears && schedule.due == 1010)
  }

  @Test func aFailureIsReportedOnceAndSoIsItsEnd() {
    var schedule = Self.changed(1, at: 0)
    let wasFailing = schedule.succeed()
    #expect(!wasFailing)
    let first = schedule.fail(unwritten: 5, now: 0)
    let second = schedule.fail(unwritten: 6, now: 2000)
    #expect(first && !second && schedule.due == 3000 && schedule.unwritten == 6)
    schedule.collect()
    // Changes that were collected since may fail too.
    let third = schedule.fail(unwritten: 7, now: 3000)
    #expect(!third && schedule.unwritten == 7 && schedule.verify())
    schedule.collect()
    let ended = schedule.succeed()
    let endedAgain = schedule.succeed()
    #expect(ended && !endedAgain && schedule.unwritten == 0 && schedule.verify())
    let next = schedule.fail(unwritten: 1, now: 9000)
    #expect(next)
  }

  @Test func aRetryIsNotUrgent() {
    var schedule = Self.changed(1000, at: 0)
    schedule.retry(after: GroupSchedule.delay, now: 5)
    #expect(schedule.due == 55)
    // A large group may hurry again.
    let isPlanned = schedule.hasten(now: 6)
    #expect(isPlanned && schedule.due == 6 && schedule.verify())
  }

  @Test func withoutAFileNothingIsPlanned() {
    var schedule = GroupSchedule(hasFile: false)
    schedule.add(9000)
    let isPlanned = schedule.hasten(now: 0)
    schedule.plan(after: 50, now: 0)
    let isFirst = schedule.fail(unwritten: 0, now: 0)
    #expect(!isPlanned && isFirst && schedule.due == GroupSchedule.never && schedule.verify())
  }
}
