import TallyCalendar
import Testing

struct ReminderTests {
  @Test func agreesWithModel() throws {
    let zones = try ["Asia/Shanghai", "America/New_York", "Pacific/Apia"].map(zone)
    for seed in UInt64(0)..<(isSoak ? 50_000 : 1500) {
      var random = SplitMix(seed: seed)
      var entered = try Model.entered(&random, id: 1, revision: 1, zones: 0, around: day("2011-12-28"))
      let zone = zones[random.below(3)]
      let plain = entered.occurrences(in: zone)
      if random.chance(60), let moved = plain.randomElement(using: &random) {
        let other = plain.randomElement(using: &random)?.instant ?? 0
        entered.reminder.snoozed = Occurrence(
          instant: other + (random.chance(30) ? 0 : Int64(random.within(-90_000...90_000))), index: moved.index)
      }
      let all = entered.occurrences(in: zone)
      for _ in 0..<8 {
        let now = Self.anywhere(all, &random)
        let end = Self.anywhere(all, &random)
        let reminder = entered.reminder
        #expect(reminder.next(after: now, in: zone) == all.first { $0.instant > now }, "seed \(seed)")
        #expect(reminder.last(through: now, in: zone) == all.last { $0.instant <= now }, "seed \(seed)")
        #expect(
          reminder.count(after: now, through: end, in: zone) == all.count { $0.instant > now && $0.instant <= end },
          "seed \(seed)")
        #expect(
          reminder.isDue(at: end, acknowledged: now, in: zone)
            == all.contains { $0.instant > now && $0.instant <= end }, "seed \(seed)")
      }
    }
  }

  private static func anywhere(_ all: [Occurrence], _ random: inout SplitMix) -> Int64 {
    let chosen = all.randomElement(using: &random)?.instant ?? 0
    return random.chance(5) ? Int64.max : random.chance(5) ? Int64.min : chosen + Int64(random.within(-1...1))
  }

  @Test func expiresWhenItsDayIsOver() throws {
    let zone = try zone("America/New_York")
    let reminder = Reminder(id: 1, revision: 1, zone: 0, schedule: try good(10).schedule())
    #expect(try reminder.schedule.expires(in: zone) == seconds("2026-03-12 04:00"))
    #expect(try !reminder.isExpired(at: seconds("2026-03-12 03:59:59"), in: zone))
    #expect(try reminder.isExpired(at: seconds("2026-03-12 04:00"), in: zone))
  }

  @Test func due() throws {
    let zone = try zone("Etc/UTC")
    let reminder = Reminder(id: 1, revision: 1, zone: 0, schedule: try good(10).schedule())
    // Two days before 2026-03-11 at nine.
    let first = try seconds("2026-03-09 09:00")
    #expect(!reminder.isDue(at: first - 1, acknowledged: Int64.min, in: zone))
    #expect(reminder.isDue(at: first, acknowledged: Int64.min, in: zone))
    #expect(reminder.isDue(at: first + 999 * 86_400, acknowledged: Int64.min, in: zone))
    #expect(!reminder.isDue(at: first + 60, acknowledged: first, in: zone))
    #expect(reminder.isDue(at: first + 86_400, acknowledged: first, in: zone))
    #expect(reminder.next(after: first + 2 * 86_400, in: zone) == nil)
  }

  @Test(arguments: [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (16, 4), (21, 5), (25, 5), (26, 5), (30, 5), (400, 5)])
  func smartLead(life: Int32, lead: Int64) throws {
    var terms = try good(life)
    terms.smart = .on
    let schedule = try terms.schedule()
    let zone = try zone("Etc/UTC")
    #expect(schedule.isSmart)
    #expect(schedule.regular.anchor == schedule.expiry.adding(days: -lead))
    #expect(schedule.regular.end == schedule.expiry)
    #expect(schedule.count(after: Int64.min, through: Int64.max, in: zone) == lead + 1)
  }

  @Test func ownChoiceSurvives() throws {
    var terms = try good(10)
    (terms.repetition, terms.end) = (Repetition(.day), try day("2026-12-31"))
    terms.smart = .off
    #expect(try !terms.schedule().isSmart)
    terms.shelfLife = 400
    terms.smart = .on
    #expect(try terms.schedule().isSmart)
    terms.smart = .automatic
    #expect(try !terms.schedule().isSmart)
  }

  @Test func startAndEntry() throws {
    var terms = try good(400)
    (terms.repetition, terms.end) = (Repetition(.week), try day("2026-12-31"))
    #expect(try terms.schedule().regular.anchor.text == "2026-03-02")
    terms.start = try day("2026-04-01")
    #expect(try terms.schedule().regular.anchor.text == "2026-04-01")
  }

  @Test func overdue() throws {
    var terms = try good(10)
    (terms.overdue, terms.overdueLimit) = (Repetition(.day, every: 2), 3)
    let zone = try zone("Etc/UTC")
    let reminder = Reminder(id: 1, revision: 1, zone: 0, schedule: try terms.schedule())
    var found: [String] = []
    var now = try seconds("2026-03-10 12:00")
    while let next = reminder.next(after: now, in: zone) {
      found.append("\(text(next.instant)) \(next.index >= ReminderSchedule.overdueIndex)")
      now = next.instant
    }
    #expect(
      found == [
        "2026-03-11 09:00:00 false", "2026-03-12 09:00:00 true", "2026-03-14 09:00:00 true", "2026-03-16 09:00:00 true",
      ])
    terms.overdueLimit = 0
    let schedule = try terms.schedule()
    #expect(schedule.next(after: try seconds("2026-03-11 12:00"), in: zone) == nil)
  }

  /// The first overdue occurrence, like any other of a day, does not fire again after the device has moved west.
  @Test func firedOverdueStaysFired() throws {
    var terms = try good(10)
    (terms.overdue, terms.overdueLimit) = (Repetition(.day, every: 2), 3)
    let (shanghai, berlin) = (try zone("Asia/Shanghai"), try zone("Europe/Berlin"))
    var reminder = Reminder(id: 1, revision: 1, zone: 0, schedule: try terms.schedule())
    for index in Int64(0)..<2 {
      reminder.toldIndex = ReminderSchedule.overdueIndex + index
      reminder.told = try #require(reminder.schedule.occurrence(reminder.toldIndex, in: shanghai)).instant
      let next = try #require(reminder.next(after: reminder.told, in: berlin))
      #expect(next.index == reminder.toldIndex + 1)
      #expect(try next.instant == seconds("2026-03-12 08:00") + 2 * 86_400 * (index + 1))
      #expect(reminder.last(through: next.instant - 1, in: berlin) == nil)
      #expect(reminder.count(after: Int64.min, through: Int64.max, in: berlin) == 2 - index)
    }
  }

  @Test func snoozing() throws {
    let zone = try zone("Etc/UTC")
    var reminder = Reminder(id: 1, revision: 1, zone: 0, schedule: try good(10).schedule())
    let last = try seconds("2026-03-11 23:59:59")
    #expect(reminder.canSnooze(Occurrence(instant: last, index: 2), in: zone))
    #expect(!reminder.canSnooze(Occurrence(instant: last + 1, index: 2), in: zone))
    #expect(!reminder.canSnooze(Occurrence(instant: last, index: 3), in: zone))
    #expect(!reminder.canSnooze(Occurrence(instant: last, index: -1), in: zone))
    // Only the first one is snoozed, past the second.
    reminder.snoozed = Occurrence(instant: try seconds("2026-03-10 12:00"), index: 0)
    let indices = try ["2026-03-01 00:00", "2026-03-10 09:00", "2026-03-10 12:00", "2026-03-11 09:00"].map {
      reminder.next(after: try seconds($0), in: zone)?.index
    }
    #expect(indices == [1, 0, 2, nil])
  }

  // MARK: Rejections

  @Test(arguments: [
    (Int32(0), CalendarUnit.day, ReminderError.shelfLife), (-1, .year, .shelfLife), (1, .week, .shelfLife),
    (1, .minute, .shelfLife), (1_000_000, .year, .expiry), (Int32.max, .year, .expiry), (Int32.max, .month, .expiry),
    (Int32.max, .day, .expiry), (7974, .year, .expiry),
  ])
  func shelfLives(life: Int32, unit: CalendarUnit, error: ReminderError) throws {
    var terms = try good(1)
    (terms.shelfLife, terms.shelfUnit) = (life, unit)
    #expect(throws: error) { try terms.schedule() }
  }

  @Test func missing() throws {
    var terms = try good(31)
    #expect(throws: ReminderError.repetitionAndEnd) { try terms.schedule() }
    terms.repetition = Repetition(.day)
    #expect(throws: ReminderError.end) { try terms.schedule() }
    (terms.repetition, terms.end) = (nil, try day("2026-12-31"))
    #expect(throws: ReminderError.repetition) { try terms.schedule() }
    terms.repetition = Repetition(.day, every: 0)
    #expect(throws: ReminderError.everyRange) { try terms.schedule() }
    terms.repetition = Repetition(.day)
    terms.end = try day("2026-03-01")
    #expect(throws: ReminderError.endBeforeStart) { try terms.schedule() }
    terms.start = try day("2026-03-01")
    #expect(try terms.schedule().regular.end == terms.start)
    (terms.overdue, terms.overdueLimit) = (Repetition(.day, every: 0), 1)
    #expect(throws: ReminderError.overdue) { try terms.schedule() }
    (terms.overdue, terms.overdueLimit) = (Repetition(.day), -1)
    #expect(throws: ReminderError.overdue) { try terms.schedule() }
    terms.time = 86_400
    #expect(throws: ReminderError.time) { try terms.schedule() }
  }

  @Test func lastYears() throws {
    var terms = try good(1)
    terms.produced = try day("9999-12-30")
    (terms.overdue, terms.overdueLimit) = (Repetition(.day), 9)
    let zone = try zone("America/New_York")
    let schedule = try terms.schedule()
    #expect(schedule.overdue == nil)
    #expect(schedule.count(after: Int64.min, through: Int64.max, in: zone) == 2)
    terms.produced = .first
    #expect(try terms.schedule().regular.anchor == .first)
  }

  /// Made on 2026-03-01, entered the day after it.
  private func good(_ life: Int32) throws -> ReminderTerms {
    ReminderTerms(
      produced: try day("2026-03-01"), shelfLife: life, .day, time: 9 * 3600, entered: try day("2026-03-02"))
  }

  /// Nothing keeps beyond the last day of the calendar.
  @Test(arguments: [(CalendarUnit.day, Int32(1)), (.month, 1), (.year, 1), (.day, Int32.max), (.year, Int32.max)])
  func neverBeyondTheCalendar(unit: CalendarUnit, life: Int32) throws {
    let terms = ReminderTerms(
      produced: .last, shelfLife: life, unit, time: 0, entered: try day("2026-01-01"))
    #expect(throws: ReminderError.expiry) { try terms.schedule() }
    #expect(throws: ReminderError.shelfLife) {
      try ReminderTerms(produced: .last, shelfLife: 1, .week, time: 0, entered: .last).schedule()
    }
  }
}
