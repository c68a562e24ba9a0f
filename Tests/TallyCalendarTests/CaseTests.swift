import TallyCalendar
import Testing

/// The cases that define reminders.
struct CaseTests {
  // MARK: 1 to 9: shelf lives

  static let expiries: [(produced: String, life: Int32, unit: CalendarUnit, expiry: String)] = [
    ("2026-01-31", 1, .month, "2026-02-28"), ("2024-01-31", 1, .month, "2024-02-29"),
    ("2024-02-29", 1, .year, "2025-02-28"), ("2024-02-29", 4, .year, "2028-02-29"),
    ("2026-08-31", 6, .month, "2027-02-28"), ("2026-08-31", 18, .month, "2028-02-29"),
    ("2026-11-30", 90, .day, "2027-02-28"), ("2100-01-31", 1, .month, "2100-02-28"),
  ]

  @Test(arguments: CaseTests.expiries)
  func expiry(produced: String, life: Int32, unit: CalendarUnit, expiry: String) throws {
    #expect(try terms(produced, life, unit).expiry().text == expiry)
  }

  static let spans: [(produced: String, life: Int32, unit: CalendarUnit, expiry: String, span: Int32)] = [
    ("2026-03-01", 30, .day, "2026-03-31", 30), ("2026-03-01", 31, .day, "2026-04-01", 31),
    ("2026-02-01", 1, .month, "2026-03-01", 28), ("2026-04-01", 1, .month, "2026-05-01", 30),
    ("2026-01-01", 1, .month, "2026-02-01", 31),
  ]

  @Test(arguments: CaseTests.spans)
  func smartByDefault(produced: String, life: Int32, unit: CalendarUnit, expiry: String, span: Int32) throws {
    var terms = try terms(produced, life, unit)
    if span > 30 { #expect(throws: ReminderError.repetitionAndEnd) { try terms.schedule() } }
    terms.repetition = Repetition(.day)
    terms.end = try day("2027-01-01")
    let schedule = try terms.schedule()
    #expect(schedule.expiry.text == expiry)
    #expect(schedule.span == span)
    #expect(schedule.isSmart == (span <= 30))
  }

  // MARK: 10 to 18: clocks

  @Test func monthlyFromThe31st() throws {
    let found = try first(3, .month, from: "2026-01-31 09:00", "America/New_York", after: "2026-02-01 00:00")
    #expect(try found == [seconds("2026-02-28 14:00"), seconds("2026-03-31 13:00"), seconds("2026-04-30 13:00")])
  }

  @Test func skippedTime() throws {
    let found = try first(2, .day, from: "2026-01-01 02:30", "America/New_York", after: "2026-03-08 05:00")
    #expect(found == [1_772_955_000, 1_773_037_800])
  }

  @Test func timeThatHappensTwice() throws {
    let found = try first(2, .day, from: "2026-01-01 01:30", "America/New_York", after: "2026-11-01 04:00")
    #expect(found == [1_793_511_000, 1_793_601_000])
  }

  @Test func hoursAreElapsedTime() throws {
    let found = try first(5, .hour, from: "2026-10-31 23:30", "America/New_York", after: "2026-11-01 00:00")
    let start = try seconds("2026-11-01 03:30")
    #expect(found == (0..<5).map { start + $0 * 3600 })
  }

  @Test func monthlyThroughAGap() throws {
    let found = try first(2, .month, from: "2026-02-08 02:30", "America/New_York", after: "2026-03-01 00:00")
    #expect(try found == [seconds("2026-03-08 07:30"), seconds("2026-04-08 06:30")])
  }

  @Test func yearlyFromALeapDay() throws {
    let found = try first(4, .year, from: "2024-02-29 09:00", "Asia/Shanghai", after: "2024-03-01 00:00")
    #expect(
      try found == ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"].map { try seconds($0 + " 01:00") })
  }

  @Test(arguments: [(CalendarUnit.month, Int32(3)), (.quarter, 1)])
  func quarterly(unit: CalendarUnit, every: Int32) throws {
    let found = try first(
      3, unit, every: every, from: "2025-11-30 09:00", "Europe/Berlin", after: "2025-12-01 00:00")
    #expect(try found == [seconds("2026-02-28 08:00"), seconds("2026-05-30 07:00"), seconds("2026-08-30 07:00")])
  }

  @Test func gapOfHalfAnHour() throws {
    let found = try first(2, .day, from: "2026-01-01 02:15", "Australia/Lord_Howe", after: "2026-10-03 15:40")
    let zone = try zone("Australia/Lord_Howe")
    #expect(try found.map(zone.local(at:)) == [seconds("2026-10-04 02:45"), seconds("2026-10-05 02:15")])
  }

  @Test func skippedDay() throws {
    let zone = try zone("Pacific/Apia")
    let daily = try recurrence(.day, 1, from: "2011-12-01 09:00", through: "2012-01-31")
    let found = instants(daily, after: try seconds("2011-12-28 00:00"), in: zone, count: 4).map(zone.local(at:))
    #expect(
      try found == ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"].map { try seconds($0 + " 09:00") })
    // 31 and 31 days, without the skipped one.
    #expect(daily.count(after: Int64.min, through: Int64.max, in: zone) == 61)
    let twins = try #require(daily.last(through: seconds("2011-12-30 20:00"), in: zone))
    #expect(daily.next(after: twins.instant - 1, in: zone) == twins)
    #expect(daily.occurrence(twins.index, in: zone) == twins)
    #expect(daily.occurrence(twins.index + 1, in: zone) == nil)
    // If the skipped day is the only one of its week, it fires on the next day.
    let weekly = try recurrence(.week, 1, from: "2011-12-16 09:00", through: "2012-01-31")
    let fridays = instants(weekly, after: Int64.min, in: zone, count: 4).map(zone.local(at:))
    #expect(
      try fridays == ["2011-12-16", "2011-12-23", "2011-12-31", "2012-01-06"].map { try seconds($0 + " 09:00") })
  }

  // MARK: 19 to 22: the plan

  @Test(arguments: [("2026-05-31", 30, Int64(0), "2026-05-31"), ("2026-12-31", 64, 180, "2026-07-04")])
  func planOfOne(end: String, armed: Int, leftOut: Int64, last: String) throws {
    let plans = try Plans(zones: ["Asia/Shanghai"])
    var terms = try terms("2026-05-01", 2, .year, entered: "2026-05-01")
    terms.smart = .off
    terms.repetition = Repetition(.day)
    terms.end = try day(end)
    try plans.put(Reminder(id: 1, revision: 1, zone: 1, schedule: terms.schedule()))
    let plan = try plans.plan(at: try seconds("2026-05-01 04:00"))
    #expect(plan.entries.count == armed)
    #expect(plan.arms == plan.entries)
    #expect(plan.leftOut == leftOut)
    #expect(try plan.entries.first?.occurrence.instant == seconds("2026-05-02 01:00"))
    #expect(try plan.entries.last?.occurrence.instant == seconds(last + " 01:00"))
    #expect(try plan.reach == (leftOut == 0 ? Int64.max : seconds("2026-07-05 01:00")))
  }

  @Test func oftenAndSeldom() throws {
    let plans = try Plans(zones: ["Europe/Berlin"])
    for (id, repetition) in [(UInt64(1), Repetition(.minute, every: 15)), (2, Repetition(.week))] {
      var terms = try terms("2026-05-01", 2, .year, entered: "2026-05-01")
      (terms.repetition, terms.end) = (repetition, try day("2027-05-01"))
      try plans.put(Reminder(id: id, revision: 1, zone: 1, schedule: terms.schedule()))
    }
    let entries = try plans.plan(at: try seconds("2026-05-01 12:00")).entries
    #expect(entries.filter { $0.reminder == 1 }.count == 63)
    #expect(entries.filter { $0.reminder == 2 }.count == 1)
  }

  @Test func deviceMoves() throws {
    let plans = try Plans(device: "Asia/Shanghai")
    var terms = try terms("2026-05-01", 9, .day)
    terms.smart = .on
    try plans.put(Reminder(id: 1, revision: 1, zone: 0, schedule: terms.schedule()))
    let now = try seconds("2026-05-10 00:30")
    #expect(try plans.plan(at: now).entries.map(\.occurrence.instant) == [1_778_374_800])
    plans.commit()
    try plans.move(to: "America/New_York")
    let plan = try plans.plan(at: now)
    // It was still the evening before there, so the nine o'clock of that day has passed, and today's is to come.
    #expect(plan.entries.map(\.occurrence.instant) == [1_778_418_000])
    #expect(plan.disarms.map(\.id) == plan.arms.map(\.id))
  }

  // MARK: -

  private func terms(
    _ produced: String, _ life: Int32, _ unit: CalendarUnit, entered: String = "2026-01-01"
  ) throws -> ReminderTerms {
    ReminderTerms(
      produced: try day(produced), shelfLife: life, unit, time: 9 * 3600, entered: try day(entered))
  }

  private func recurrence(
    _ unit: CalendarUnit, _ every: Int32, from start: String, through end: String
  ) throws -> Recurrence {
    let parts = start.split(separator: " ").map(String.init)
    return try #require(
      Recurrence(
        Repetition(unit, every: every), anchor: day(parts[0]), time: timeOfDay(parts[1]), end: day(end)))
  }

  private func first(
    _ count: Int, _ unit: CalendarUnit, every: Int32 = 1, from start: String, _ name: String, after now: String
  ) throws -> [Int64] {
    let recurrence = try recurrence(unit, every, from: start, through: "9999-12-31")
    return instants(recurrence, after: try seconds(now), in: try zone(name), count: count)
  }
}
