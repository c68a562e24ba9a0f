import Foundation
import TallyCalendar
import TallyMemory
import Testing

struct ICalendarTests {
  /// An item that owns its texts.
  struct Item: Equatable {
    var uid = "1"
    var title = ""
    var body = ""
    var badge = ""
    var zone = ""
    var terms: ReminderTerms
    var stamp: Int64 = 0
    var revision: UInt32 = 0
    var isDone = false
    var isExact = true

    init(_ terms: ReminderTerms) { self.terms = terms }

    init(_ item: ICalendarItem) {
      uid = String(decoding: item.uid, as: UTF8.self)
      title = String(decoding: item.title, as: UTF8.self)
      body = String(decoding: item.body, as: UTF8.self)
      badge = String(decoding: item.badge, as: UTF8.self)
      zone = String(decoding: item.zone, as: UTF8.self)
      terms = item.terms
      stamp = item.stamp
      revision = item.revision
      isDone = item.isDone
      isExact = item.isExact
    }

    var item: ICalendarItem {
      var item = ICalendarItem(terms: terms)
      item.uid = keep(Array(uid.utf8))
      item.title = keep(Array(title.utf8))
      item.body = keep(Array(body.utf8))
      item.badge = keep(Array(badge.utf8))
      item.zone = keep(Array(zone.utf8))
      item.stamp = stamp
      item.revision = revision
      item.isDone = isDone
      return item
    }
  }

  // MARK: Writing

  @Test func smart() throws {
    var item = try Item(milk)
    item.uid = "42@example.com"
    item.title = "Milk, half; a\\b\nin the door"
    item.badge = "kitchen.milk"
    item.zone = "Europe/Berlin"
    item.stamp = try seconds("2026-03-02 10:11:12")
    item.revision = 3
    #expect(
      try written([item]) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tally//Tally//EN", "BEGIN:VTODO", "UID:42@example.com",
        "DTSTAMP:20260302T101112Z", "SEQUENCE:3", "SUMMARY:Milk\\, half\\; a\\\\b\\nin the door",
        "DTSTART;TZID=Europe/Berlin:20260301T090000", "DUE;TZID=Europe/Berlin:20260311T235959",
        // Two days before at nine: 39 hours before its day begins, counted from its last second.
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Milk\\, half\\; a\\\\b\\nin the door",
        "TRIGGER;RELATED=END:-PT226799S", "REPEAT:2", "DURATION:P1D", "END:VALARM", "X-TALLY-PRODUCED:20260301",
        "X-TALLY-SHELF-LIFE:FREQ=DAILY;INTERVAL=10", "X-TALLY-ENTERED:20260302", "X-TALLY-TIME:32400",
        "X-TALLY-SMART:0", "X-TALLY-ZONE:Europe/Berlin", "X-TALLY-BADGE:kitchen.milk", "END:VTODO", "END:VCALENDAR",
      ])
  }

  static let rules: [(unit: CalendarUnit, start: String, zone: String, rule: String)] = [
    (.minute, "2026-01-31", "", "FREQ=MINUTELY;INTERVAL=2;UNTIL=20271231T235959"),
    (.day, "2026-01-31", "", "FREQ=DAILY;INTERVAL=2;UNTIL=20271231T235959"),
    (.week, "2026-01-31", "Asia/Shanghai", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20271231T155959Z"),
    (.month, "2026-01-28", "", "FREQ=MONTHLY;INTERVAL=2;UNTIL=20271231T235959"),
    (
      .month, "2026-01-30", "",
      "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30;BYSETPOS=-1;UNTIL=20271231T235959"
    ),
    (
      .quarter, "2026-01-31", "",
      "FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;UNTIL=20271231T235959"
    ),
    (.year, "2026-01-31", "", "FREQ=YEARLY;INTERVAL=2;UNTIL=20271231T235959"),
    (
      .year, "2024-02-29", "",
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1;UNTIL=20271231T235959"
    ),
  ]

  @Test(arguments: ICalendarTests.rules)
  func recurring(unit: CalendarUnit, start: String, zone: String, rule: String) throws {
    var item = try Item(milk)
    item.terms.smart = .off
    item.terms.repetition = Repetition(unit, every: 2)
    (item.terms.start, item.terms.end) = (try day(start), try day("2027-12-31"))
    item.zone = zone
    let lines = try written([item])
    #expect(lines.contains("RRULE:" + rule))
    let parameter = zone.isEmpty ? "" : ";TZID=" + zone
    #expect(lines.contains("DTSTART\(parameter):\(start.filter { $0 != "-" })T090000"))
    #expect(lines.contains("DUE\(parameter):20260311T235959"))
    #expect(lines.contains("TRIGGER:PT0S"))
  }

  /// Lines have at most 75 bytes, and no character is split.
  @Test func folding() throws {
    for length in 60...90 {
      for character in ["x", "é", "牛", "🥛"] {
        var item = try Item(milk)
        item.title = String(repeating: "x", count: length) + String(repeating: character, count: 200)
        let bytes = try file([item])
        for line in lines(bytes, unfolding: false) {
          #expect(line.utf8.count <= 75 && !line.contains("\u{FFFD}"))
        }
        #expect(try read(bytes) == [item])
      }
    }
  }

  // MARK: Round trips

  @Test func roundTrip() throws {
    for seed in UInt64(0)..<(isSoak ? 20_000 : 1000) {
      var random = SplitMix(seed: seed)
      let items = try (0..<random.below(4)).map { try Self.item(&random, number: $0) }
      #expect(try read(file(items)) == items, "seed \(seed)")
    }
  }

  static func item(_ random: inout SplitMix, number: Int) throws -> Item {
    func text() -> String {
      let pieces = ["a", "B c", ",", ";", ":", "\\", "\n", "\\n", "\"", "=", "牛奶", "🥛", "é", " ", "\t", "END:VTODO"]
      return (0..<random.below(30)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }
    func date() throws -> CivilDate {
      try #require(CivilDate(days: Int64(random.within(-100_000...2_000_000))))
    }
    func unit(_ range: ClosedRange<Int>) throws -> CalendarUnit {
      try #require(CalendarUnit(rawValue: UInt8(random.within(range))))
    }
    var terms = ReminderTerms(
      produced: try date(), shelfLife: Int32(random.within(1...900)),
      try #require([CalendarUnit.day, .month, .year].randomElement(using: &random)),
      time: Int32(random.below(86_400)), entered: try date())
    terms.smart = try #require(ReminderTerms.Smart(rawValue: UInt8(random.below(3))))
    terms.repetition = Repetition(try unit(1...7), every: Int32(random.within(1...99)))
    terms.start = try date()
    terms.end = max(try #require(terms.start), try date())
    if random.chance(50) {
      terms.overdue = Repetition(try unit(1...7), every: Int32(random.within(1...99)))
      terms.overdueLimit = Int32(random.below(9))
    }
    var item = Item(terms)
    (item.uid, item.title, item.body, item.badge) = ("\(number)", text(), text(), text())
    item.zone = ["", "Europe/Berlin", "Etc/UTC"][random.below(3)]
    item.stamp = Int64(random.below(4_000_000_000))
    item.revision = UInt32(random.below(1 << 31))
    item.isDone = random.chance(20)
    return item
  }

  // MARK: Other programs

  @Test func foreign() throws {
    let items = try read(
      text([
        "BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Things", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin",
        "BEGIN:STANDARD", "DTSTART:19701025T030000", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
        "DTSTART;VALUE=DATE:20260101", "END:VEVENT", "BEGIN:VTODO", "uid:a", "Dtstamp:20260301T080000Z",
        "SUMMARY;LANGUAGE=en;X-P=\"a:b;c\":Cheese\\, old", "due;VALUE=DATE:20260320", "X-OTHER;P=1:whatever",
        "BEGIN:VALARM", "SUMMARY:not this one", "TRIGGER:-PT15M", "END:VALARM", "END:VTODO", "BEGIN:VTODO", "UID:b",
        "DTSTAMP:20260301T080000Z", "DTSTART;TZID=Europe/Berlin:20260302T071500",
        "DUE;TZID=\"Europe/Berlin\":20260302T", " 081500", "RRULE:INTERVAL=3;FREQ=WEEKLY;BYDAY=MO;COUNT=4",
        "STATUS:COMPLETED", "END:VTODO", "BEGIN:VTODO", "UID:c", "SUMMARY:never due", "END:VTODO", "BEGIN:VTODO",
        "UID:d", "DTSTAMP:20260301T080000Z", "DUE:20260310T120000Z", "RRULE:FREQ=DAILY;UNTIL=20260405", "END:VTODO",
        "END:VCALENDAR",
      ]), skipped: 1)
    #expect(items.map(\.uid) == ["a", "b", "d"])
    #expect(items.allSatisfy { !$0.isExact })
    #expect(items[0].title == "Cheese, old")
    #expect(items[0].terms.produced.text == "2026-03-01")
    #expect(try items[0].terms.schedule().expiry.text == "2026-03-20")
    #expect(items[0].terms.time == 8 * 3600)
    #expect(try items[0].terms.schedule().isSmart)
    #expect(items[1].zone == "Europe/Berlin" && items[1].isDone)
    #expect(items[1].terms.time == timeOfDay("07:15"))
    #expect(items[1].terms.repetition == Repetition(.week, every: 3))
    // Its rule counts, and not the expiry.
    #expect(items[0].terms.smart == .on && items[1].terms.smart == .off && items[2].terms.smart == .off)
    // It was due on the day on which it began, which is not a valid shelf life. So its start becomes a day earlier.
    #expect(try items[1].terms.schedule().expiry.text == "2026-03-02")
    #expect(items[1].terms.end?.text == "2026-05-04")
    #expect(items[2].zone == "Etc/UTC")
    #expect(items[2].terms.time == timeOfDay("12:00"))
    #expect(items[2].terms.end?.text == "2026-04-05")
  }

  /// The stamp may be a day alone, which begins at midnight.
  @Test func aStampWithoutATime() throws {
    let items = try read(
      text(
        ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "DTSTAMP;VALUE=DATE:20260302"]
          + ["DUE:20260320", "END:VTODO", "END:VCALENDAR"]))
    #expect(try items.map(\.stamp) == [seconds("2026-03-02 00:00")])
    #expect(items.first?.terms.produced.text == "2026-03-02")
  }

  /// Control characters are not allowed in a file, so they are left out. A tab and a line feed stay.
  @Test func controlCharactersAreNotWritten() throws {
    var item = try Item(milk)
    item.title = "a\u{1}b\tc\nd\u{B}e\u{1F}f\u{7F}g"
    let lines = try written([item])
    #expect(lines.contains("SUMMARY:ab\tc\\ndefg"))
    #expect(try read(file([item])).map(\.title) == ["ab\tc\ndefg"])
  }

  /// The format of vobject, and of Radicale, which stores with it.
  @Test func escapedValues() throws {
    var item = try Item(milk)
    item.terms.smart = .off
    (item.terms.repetition, item.terms.end) = (Repetition(.week, every: 2), try day("2027-12-31"))
    (item.terms.overdue, item.terms.overdueLimit) = (Repetition(.day, every: 3), 4)
    let escaped = try lines(file([item]), unfolding: true).map { line in
      line.hasPrefix("X-TALLY-") ? line.replacingOccurrences(of: ";", with: "\\;") : line
    }
    #expect(escaped.contains("X-TALLY-OVERDUE:FREQ=DAILY\\;INTERVAL=3\\;COUNT=4"))
    #expect(try read(text(escaped)) == [item])
  }

  /// An endless reminder stays endless, even without the properties that only Tally understands.
  @Test func withoutAnEnd() throws {
    var item = try Item(milk)
    item.terms.smart = .off
    (item.terms.repetition, item.terms.end) = (Repetition(.week), .last)
    item.terms.start = item.terms.produced
    let lines = try written([item])
    #expect(lines.contains("RRULE:FREQ=WEEKLY;INTERVAL=1"))
    let items = try read(text(lines.filter { !$0.hasPrefix("X-TALLY-") }))
    #expect(items.count == 1 && items[0].terms.end == .last)
    #expect(items.first?.terms.repetition == Repetition(.week))
  }

  /// An alarm shows the title. A title without a visible character is none, and then the body or the identifier shows.
  @Test(arguments: [
    ("!", "b", "!"), ("~", "b", "~"), ("é", "b", "é"), ("", "b", "b"), (" ", "b", "b"), ("\u{7F}", "b", "b"),
    ("\u{1F} \u{7F}", "\u{7F}", "7"), ("\u{7F}", "", "7"),
  ])
  func alarms(title: String, body: String, shown: String) throws {
    var item = try Item(milk)
    (item.uid, item.title, item.body) = ("7", title, body)
    let lines = try written([item])
    let alarm = try #require(lines.firstIndex(of: "BEGIN:VALARM"))
    #expect(lines[alarm...].contains("DESCRIPTION:" + shown))
  }

  @Test func someEntriesAreSkipped() throws {
    let bytes = text([
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:never due", "END:VTODO", "BEGIN:VTODO", "UID:b",
      "DTSTART:20260302T090000", "DUE:20260302T", " 100000", "RRULE:FREQ=WEEKLY;BYDAY=MO,", " TU", "END:VTODO",
      "BEGIN:VTODO", "UID:c", "DUE:20260302", "END:VTODO", "BEGIN:VTODO", "UID:c", "DUE:20260303",
      "RECURRENCE-ID;VALUE=DATE:20260303", "END:VTODO", "BEGIN:VTODO", "DUE:20260304", "END:VTODO", "END:VCALENDAR",
    ])
    let found = try findings(bytes, items: 1, skipped: 4)
    #expect(found.map(\.reason) == [.notDue, .rule, .instance, .unnamed] && found.map(\.line) == [2, 11, 21, 23])
  }

  @Test func someAreReadInPart() throws {
    let bytes = text([
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "DUE:20260302T100000", "RRULE:FREQ=WEEKLY", "EXDATE:20260309T100000",
      "EXDATE:whatever", "RDATE:20260310T100000", "END:VTODO", "BEGIN:VTODO", "EXDATE:20260309", "END:VTODO",
      "END:VCALENDAR",
    ])
    let found = try findings(bytes, items: 1, skipped: 1)
    #expect(found.map(\.reason) == [.exceptions, .additions, .unnamed] && found.map(\.line) == [6, 8, 10])
    #expect(found.map(\.reason.skipsEntry) == [false, false, true])
  }

  private func findings(_ bytes: [UInt8], items: Int, skipped: Int) throws -> [ICalendarFinding] {
    try bytes.withUnsafeBytes { bytes in
      var reader = ICalendarReader(bytes, defaultTime: 0)
      var count = 0
      while try reader.next() != nil { count += 1 }
      let left = reader.skipped
      #expect(count == items && left == skipped)
      let findings = reader.takeFindings()
      return (0..<findings.count).map { findings[$0] }
    }
  }

  @Test func lineEndings() throws {
    let bytes = try file([Item(milk)])
    #expect(try read(bytes.filter { $0 != 0x0D }).count == 1)
    #expect(try read(Array(bytes.dropLast(2))).count == 1)
    #expect(try read(Array("\r\n".utf8) + bytes).count == 1)
  }

  // MARK: Rejections

  @Test(
    arguments: [
      ([], ICalendarError.Problem.incomplete, 1),
      (["BEGIN:VCALENDAR"], .incomplete, 2),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "END:VTODO"], .incomplete, 4),
      (["UID:1"], .nesting, 1),
      (["BEGIN:VTODO"], .nesting, 1),
      (["END:VCALENDAR"], .nesting, 1),
      (["BEGIN:VCALENDAR", "BEGIN:VCALENDAR"], .nesting, 2),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "END:VCALENDAR"], .nesting, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "END:TODO"], .nesting, 3),
      (["BEGIN:VCALENDAR", "BEGIN:"], .nesting, 2),
      (["BEGIN:VCALENDAR", "END:"], .nesting, 2),
      (["BEGIN:VCALENDAR", "nothing"], .line, 2),
      (["BEGIN:VCALENDAR", ":value"], .line, 2),
      (["BEGIN:VCALENDAR", "A B:value"], .line, 2),
      (["BEGIN:VCALENDAR", "A;B=\"c:value"], .line, 2),
      (["BEGIN:VCALENDAR", "A:b", " c", "d"], .line, 4),
      (["BEGIN:VCALENDAR", "A:b", " c\u{1}"], .line, 3),
      (["BEGIN:VCALENDAR", "A:b\rc"], .line, 2),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "DUE:2026-03-01"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "DUE:20260230"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "DUE:20260228T240000"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "DUE:20260228T120000Zx"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "DUE:20260", " 22"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:FREQ=SECONDLY"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:INTERVAL=2"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:FREQ=DAILY;INTERVAL=0"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:FREQ=DAILY;INTERVAL=9999999999"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:FREQ=DAILY;"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "SEQUENCE:x"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "DTSTAMP:20260301T0800"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:FREQ=DAILY;COUNT=x"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "RRULE:FREQ=DAILY;COUNT=3x"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "X-TALLY-TIME:86400"], .value, 3),
      (["BEGIN:VCALENDAR", "BEGIN:VTODO", "X-TALLY-SMART:3"], .value, 3),
    ] as [([String], ICalendarError.Problem, Int)])
  func refused(lines: [String], problem: ICalendarError.Problem, line: Int) {
    let error = #expect(throws: ICalendarError.self) { try read(text(lines)) }
    #expect(error == ICalendarError(problem, line: line))
    #expect((error?.text.utf8CodeUnitCount ?? 0) > 10)
  }

  @Test func nestingIsBounded() {
    let lines = ["BEGIN:VCALENDAR"] + [String](repeating: "BEGIN:X", count: 10_000)
    let error = #expect(throws: ICalendarError.self) { try read(text(lines)) }
    #expect(error?.problem == .nesting)
  }

  // MARK: -

  /// Made on 2026-03-01, entered the day after it, good for ten days.
  private var milk: ReminderTerms {
    get throws {
      ReminderTerms(
        produced: try day("2026-03-01"), shelfLife: 10, .day, time: 9 * 3600, entered: try day("2026-03-02"))
    }
  }

  private func file(_ items: [Item]) throws -> [UInt8] {
    var writer = ICalendarWriter()
    for item in items {
      let zone = try zone(item.zone.isEmpty ? "Etc/UTC" : item.zone)
      // Terms without a schedule are not stored either.
      let schedule = try item.terms.schedule()
      writer.write(item.item, schedule, in: zone)
    }
    return Array(try writer.end())
  }

  private func written(_ items: [Item]) throws -> [String] { lines(try file(items), unfolding: true) }

  private func lines(_ bytes: [UInt8], unfolding: Bool) -> [String] {
    var text = String(decoding: bytes, as: UTF8.self)
    if unfolding { text = text.replacingOccurrences(of: "\r\n ", with: "") }
    return text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
  }

  private func text(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\r\n" }.joined().utf8) }

  @discardableResult
  private func read(_ bytes: [UInt8], skipped: Int = 0) throws -> [Item] {
    try bytes.withUnsafeBytes { bytes in
      var reader = ICalendarReader(bytes, defaultTime: 8 * 3600)
      var items: [Item] = []
      while let item = try reader.next() { items.append(Item(item)) }
      let count = reader.skipped
      #expect(count == skipped)
      return items
    }
  }
}
