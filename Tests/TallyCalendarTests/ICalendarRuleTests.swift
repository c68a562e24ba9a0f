import TallyCalendar
import TallyMemory
import Testing

/// Rules of other programs' entries that one repetition can follow, and all others.
struct ICalendarRuleTests {
  /// The reminder's repetition and first day; nil: the entry is skipped because of its rule.
  private func followed(_ rule: String, from start: String, at time: String = "090000") throws -> String? {
    let day = start.filter { $0 != "-" }
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1", "DTSTART:\(day)T\(time)", "DUE:\(day)T235959", "RRULE:\(rule)",
      "END:VTODO", "END:VCALENDAR",
    ]
    return try Array(lines.map { $0 + "\r\n" }.joined().utf8).withUnsafeBytes { bytes in
      var reader = ICalendarReader(bytes, defaultTime: 0)
      guard let item = try reader.next() else {
        let findings = reader.takeFindings()
        #expect(findings.count == 1 && findings[0].reason == .rule && findings[0].line == 6, "\(rule)")
        return nil
      }
      let repetition = try #require(item.terms.repetition)
      return "\(repetition.every) \(repetition.unit) \(item.terms.start?.text ?? "")"
    }
  }

  /// 2026-03-02 is a Monday.
  @Test(arguments: [
    ("FREQ=WEEKLY;BYDAY=MO", "2026-03-02", "1 week 2026-03-02"),
    ("freq=weekly;byday=we", "2026-03-02", "1 week 2026-03-04"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "2026-03-04", "2 week 2026-03-08"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2026-03-04", "2 week 2026-03-16"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU", "2026-03-04", "2 week 2026-03-15"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA;WKST=SU", "2026-03-04", "2 week 2026-03-07"),
    ("FREQ=DAILY;BYDAY=MO", "2026-03-04", "1 week 2026-03-09"),
    ("FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU", "2026-03-04", "2 day 2026-03-04"),
    ("FREQ=WEEKLY;BYDAY=SU,SA,FR,TH,WE,TU,MO", "2026-03-04", "1 day 2026-03-04"),
  ])
  func daysOfTheWeek(rule: String, start: String, expected: String) throws {
    #expect(try followed(rule, from: start) == expected)
  }

  @Test(arguments: [
    "FREQ=WEEKLY;BYDAY=MO,TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA,SU", "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
    "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=-1MO", "FREQ=YEARLY;BYDAY=MO",
    "FREQ=HOURLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO;BYMONTHDAY=2", "FREQ=WEEKLY;BYDAY=M", "FREQ=WEEKLY;BYDAY=XX",
    "FREQ=WEEKLY;WKST=XX", "FREQ=WEEKLY;WKST=MO,TU",
    // A comma has a value on both sides.
    "FREQ=WEEKLY;BYDAY=MO,", "FREQ=WEEKLY;BYDAY=,MO", "FREQ=WEEKLY;BYDAY=MO,,MO", "FREQ=WEEKLY;BYDAY=,",
    "FREQ=WEEKLY;WKST=MO,", "FREQ=WEEKLY;BYDAY=MO, ",
  ])
  func otherDaysOfTheWeek(rule: String) throws { #expect(try followed(rule, from: "2026-03-02") == nil) }

  @Test(arguments: [
    ("FREQ=MONTHLY;BYMONTHDAY=2", "2026-03-02", "1 month 2026-03-02"),
    ("FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=10", "2026-03-02", "3 month 2026-03-10"),
    ("FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1", "2026-03-02", "3 month 2026-06-01"),
    ("FREQ=MONTHLY;BYMONTHDAY=28", "2026-01-29", "1 month 2026-02-28"),
    ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31", "1 month 2026-01-31"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", "1 month 2026-01-31"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1", "2026-01-29", "1 month 2026-01-29"),
    ("FREQ=MONTHLY;BYSETPOS=-1;BYMONTHDAY=28,29,30,31", "2026-01-31", "1 month 2026-01-31"),
    ("FREQ=YEARLY;BYMONTH=3", "2026-03-02", "1 year 2026-03-02"),
    ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2", "2026-03-02", "1 year 2026-03-02"),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "2024-02-29", "1 year 2024-02-29"),
  ])
  func daysOfTheMonth(rule: String, start: String, expected: String) throws {
    #expect(try followed(rule, from: start) == expected)
  }

  @Test(arguments: [
    ("FREQ=MONTHLY;BYMONTHDAY=29", "2026-03-02"), ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-03-30"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-03-30"), ("FREQ=MONTHLY;BYMONTHDAY=-2", "2026-01-30"),
    ("FREQ=MONTHLY;BYMONTHDAY=-", "2026-01-31"), ("FREQ=MONTHLY;BYMONTHDAY=0", "2026-03-02"),
    ("FREQ=MONTHLY;BYMONTHDAY=32", "2026-03-02"), ("FREQ=MONTHLY;BYMONTHDAY=x", "2026-03-02"),
    ("FREQ=MONTHLY;BYMONTHDAY=2,16", "2026-03-02"), ("FREQ=MONTHLY;BYMONTHDAY=2,", "2026-03-02"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29", "2026-01-29"), ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2026-01-29"),
    ("FREQ=MONTHLY;BYMONTHDAY=27,28;BYSETPOS=-1", "2026-01-28"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31,32;BYSETPOS=-1", "2026-01-31"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=1", "2026-01-29"), ("FREQ=MONTHLY;BYSETPOS=-1", "2026-01-29"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-2", "2026-01-29"),
    ("FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=28,29;BYSETPOS=-1", "2026-01-29"),
    ("FREQ=WEEKLY;BYMONTHDAY=28,29;BYSETPOS=-1", "2026-01-29"), ("FREQ=DAILY;BYMONTHDAY=2", "2026-03-02"),
    ("FREQ=YEARLY;BYMONTHDAY=2", "2026-03-02"), ("FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=2", "2026-03-02"),
    ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3", "2026-03-02"), ("FREQ=MONTHLY;BYMONTH=3", "2026-03-02"),
    ("FREQ=YEARLY;BYMONTH=3,4", "2026-03-02"), ("FREQ=YEARLY;BYMONTH=3,", "2026-03-02"),
    ("FREQ=YEARLY;BYMONTH=0", "2026-03-02"), ("FREQ=YEARLY;BYMONTH=,3", "2026-03-02"),
    ("FREQ=YEARLY;BYMONTH=15", "2026-03-02"), ("FREQ=YEARLY;BYMONTH=x", "2026-03-02"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,;BYSETPOS=-1", "2026-01-29"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1,", "2026-01-29"), ("FREQ=MONTHLY;BYMONTHDAY=-1,", "2026-01-31"),
    ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=28,29;BYSETPOS=-1", "2026-03-29"),
  ])
  func otherDaysOfTheMonth(rule: String, start: String) throws { #expect(try followed(rule, from: start) == nil) }

  /// 9999-12-31 is a Friday, and the last day of all.
  @Test func theLastDay() throws {
    #expect(try followed("FREQ=WEEKLY;BYDAY=FR", from: "9999-12-31") == "1 week 9999-12-31")
    #expect(try followed("FREQ=WEEKLY;BYDAY=SA", from: "9999-12-31") == nil)
  }

  /// Parts of the time that agree with the entry's. They restrict nothing then.
  @Test(arguments: [
    ("FREQ=DAILY;BYHOUR=9", "1 day 2026-03-02"), ("FREQ=DAILY;BYHOUR=9;BYMINUTE=30;BYSECOND=15", "1 day 2026-03-02"),
    ("FREQ=HOURLY;BYMINUTE=30", "1 hour 2026-03-02"), ("FREQ=MINUTELY;BYSECOND=15", "1 minute 2026-03-02"),
    ("FREQ=HOURLY;INTERVAL=5;BYMINUTE=30;BYSECOND=15", "5 hour 2026-03-02"),
  ])
  func times(rule: String, expected: String) throws {
    #expect(try followed(rule, from: "2026-03-02", at: "093015") == expected)
  }

  /// An hourly rule with one hour fires once a day, so a repetition by hours would fire too often.
  @Test(arguments: [
    "FREQ=DAILY;BYHOUR=10", "FREQ=DAILY;BYMINUTE=31", "FREQ=DAILY;BYSECOND=16", "FREQ=DAILY;BYHOUR=9,10",
    "FREQ=DAILY;BYHOUR=9;BYMINUTE=30,45", "FREQ=HOURLY;BYHOUR=9", "FREQ=MINUTELY;BYHOUR=9", "FREQ=MINUTELY;BYMINUTE=30",
    "FREQ=DAILY;BYHOUR=9,", "FREQ=DAILY;BYMINUTE=,30", "FREQ=DAILY;BYSECOND=15,", "FREQ=DAILY;BYHOUR=,",
  ])
  func otherTimes(rule: String) throws { #expect(try followed(rule, from: "2026-03-02", at: "093015") == nil) }

  @Test(arguments: [
    "FREQ=DAILY;COUNT=0", "FREQ=DAILY;BYWEEKNO=10", "FREQ=YEARLY;BYYEARDAY=61", "FREQ=DAILY;X-PART=1",
    "FREQ=DAILY;BYHOUR=9x",
  ])
  func partsThatCannotBeHeld(rule: String) throws { #expect(try followed(rule, from: "2026-03-02") == nil) }

  @Test func everyErrorOfTermsHasWords() {
    let all = (UInt8(1)...9).compactMap(ReminderError.init)
    #expect(all.count == 9 && ReminderError(rawValue: 10) == nil)
    let texts = all.map { "\($0.text)" }
    #expect(Set(texts).count == 9 && texts.allSatisfy { $0.count > 20 })
  }

  /// A rule may end at an instant, which a reminder's last day cannot say; otherwise it ends with a day.
  @Test(arguments: [
    ("UNTIL=20260309T080000Z", "2026-03-09 08:00:00"), ("UNTIL=20260309T080000", nil), ("UNTIL=20260309", nil),
    ("COUNT=3", nil),
  ])
  func ends(part: String, expected: String?) throws {
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1", "DTSTART:20260302T090000", "DUE:20260303",
      "RRULE:FREQ=WEEKLY;\(part)", "END:VTODO", "END:VCALENDAR",
    ]
    try Array(lines.map { $0 + "\r\n" }.joined().utf8).withUnsafeBytes { bytes in
      var reader = ICalendarReader(bytes, defaultTime: 0)
      let item = try #require(try reader.next())
      #expect(item.until == (try expected.map(seconds)))
      #expect(item.terms.end?.text == (part == "COUNT=3" ? "2026-03-16" : "2026-03-09"))
    }
  }

  /// A rule may end on its first day, and not before it.
  @Test func endsOnItsFirstDay() throws {
    #expect(try followed("FREQ=WEEKLY;BYDAY=WE;UNTIL=20260304T235959", from: "2026-03-02") == "1 week 2026-03-04")
    #expect(try followed("FREQ=WEEKLY;BYDAY=WE;UNTIL=20260303T235959", from: "2026-03-02") == nil)
  }

  @Test func everyFindingHasWords() {
    let all: [ICalendarFinding.Reason] = [.notDue, .rule, .instance, .unnamed, .exceptions, .additions]
    let texts = all.map { "\($0.text)" }
    #expect(Set(texts).count == all.count && texts.allSatisfy { $0.count > 10 })
  }

  /// The items of a file with one entry that has these lines.
  private func read(_ lines: [String], _ body: (ICalendarItem?, borrowing List<ICalendarFinding>) throws -> Void) throws
  {
    let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO", "END:VCALENDAR"]
    try Array(all.map { $0 + "\r\n" }.joined().utf8).withUnsafeBytes { bytes in
      var reader = ICalendarReader(bytes, defaultTime: 0)
      let item = try reader.next()
      try body(item, reader.takeFindings())
    }
  }

  @Test(arguments: [("COMPLETED", true), ("cancelled", true), ("NEEDS-ACTION", false), ("IN-PROCESS", false)])
  func states(state: String, isDone: Bool) throws {
    try read(["DUE:20260303", "STATUS:\(state)"]) { item, _ in #expect(item?.isDone == isDone) }
  }

  /// A shelf life is at least a day, and there is none before the first day of all.
  @Test func theFirstDay() throws {
    try read(["DUE:00010101"]) { item, findings in
      #expect(item == nil && findings.count == 1 && findings[0].reason == .notDue)
    }
    try read(["DTSTART:00010101", "DUE:00010102"]) { item, _ in
      let terms = try #require(item).terms
      let expiry = try terms.schedule().expiry
      #expect(expiry.text == "0001-01-02" && terms.produced.text == "0001-01-01")
    }
  }

  @Test(arguments: [
    ("DUE;X=\"a;TZID=b\";TZID=\"Europe/Berlin\":20260303T090000", "Europe/Berlin"),
    ("DUE;tzid=Asia/Tokyo;VALUE=DATE-TIME:20260303T090000", "Asia/Tokyo"), ("DUE:20260303T090000Z", "Etc/UTC"),
    ("DUE;VALUE=DATE:20260303", ""), ("DUE;TZID=:20260303T090000", ""),
  ])
  func zones(line: String, zone: String) throws {
    try read([line]) { item, _ in #expect(item.map { String(decoding: $0.zone, as: UTF8.self) } == zone) }
  }

  @Test func textsAreUTF8() throws {
    let start = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:"
    for bad: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] {
      let bytes = Array(start.utf8) + bad + Array("\r\nDUE:20260303\r\nEND:VTODO\r\nEND:VCALENDAR\r\n".utf8)
      let error = #expect(throws: ICalendarError.self) {
        try bytes.withUnsafeBytes { bytes in
          var reader = ICalendarReader(bytes, defaultTime: 0)
          _ = try reader.next()
        }
      }
      #expect(error == ICalendarError(.text, line: 4) && "\(error?.text ?? "")".contains("UTF-8"))
    }
  }
}
