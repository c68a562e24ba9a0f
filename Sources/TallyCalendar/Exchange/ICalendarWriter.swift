import TallyMemory

/// Writes reminders as iCalendar (RFC 5545): UTF-8, lines of at most 75 bytes that end with CR LF.
///
/// Other programs see when it expires (`DUE`), when it reminds (`RRULE` and `VALARM`; smart ones by the alarm alone), and
/// its texts; Tally's own terms stand in properties of their own (`X-TALLY-…`), so that nothing is lost between two of
/// them. Zones are named by their IANA names, and not explained.
public struct ICalendarWriter: ~Copyable {
  private var output = ByteBuffer()
  /// Bytes of the line so far.
  private var column = 0

  public init() {}

  /// The file, once it was ended. Borrowed until it is changed.
  public var bytes: UnsafeRawBufferPointer { output.bytes }

  public mutating func begin() throws(OutOfMemory) {
    try line("BEGIN:VCALENDAR")
    try line("VERSION:2.0")
    try line("PRODID:-//Tally//Tally//EN")
  }

  public mutating func end() throws(OutOfMemory) { try line("END:VCALENDAR") }

  /// After an error, the file cannot be used.
  /// - Parameters:
  ///   - schedule: of the item's terms.
  ///   - zone: the item's.
  public mutating func write(
    _ item: ICalendarItem, _ schedule: ReminderSchedule, in zone: Zone
  ) throws(OutOfMemory) {
    try line("BEGIN:VTODO")
    try line("UID:", escaping: item.uid)
    try put("DTSTAMP:")
    try put(time: item.stamp, isUTC: true)
    try put("SEQUENCE:")
    try put(number: Int64(item.revision), digits: 1)
    try newline()
    if item.title.count > 0 { try line("SUMMARY:", escaping: item.title) }
    if item.body.count > 0 { try line("DESCRIPTION:", escaping: item.body) }
    if item.isDone { try line("STATUS:COMPLETED") }
    if schedule.isSmart { try due(schedule) } else { try recurring(item, schedule, zone) }
    try alarm(item, schedule)
    try own(item)
    try line("END:VTODO")
  }

  /// Due on a day.
  private mutating func due(_ schedule: ReminderSchedule) throws(OutOfMemory) {
    try put("DUE;VALUE=DATE:")
    try date(schedule.expiry)
  }

  private mutating func recurring(
    _ item: ICalendarItem, _ schedule: ReminderSchedule, _ zone: Zone
  ) throws(OutOfMemory) {
    let start = schedule.regular.anchor.seconds + Int64(schedule.regular.time)
    let due = schedule.expiry.seconds + 86_399
    try local("DTSTART", item.zone, start)
    // It has to be later.
    if due > start { try local("DUE", item.zone, due) }
    guard let repetition = item.terms.repetition else { return }
    try put("RRULE:")
    if repetition.unit == .quarter {
      try rule(Repetition(.month, every: repetition.every), scaledBy: 3)
    } else {
      try rule(repetition)
    }
    try clamp(repetition.unit, schedule.regular.anchor)
    try put(";UNTIL=")
    let end = schedule.regular.end
    let isUTC = item.zone.count > 0
    try put(time: isUTC ? zone.end(of: end) - 1 : end.seconds + 86_399, isUTC: isUTC)
  }

  /// Of the days that a month has, the last one until the anchor's.
  private mutating func clamp(_ unit: CalendarUnit, _ anchor: CivilDate) throws(OutOfMemory) {
    let (_, month, day) = anchor.fields
    if day <= 28 || unit.rawValue < CalendarUnit.month.rawValue { return }
    if unit == .year {
      if month != 2 { return }
      try put(";BYMONTH=2")
    }
    try put(";BYMONTHDAY=28")
    for day in 29...day {
      try put(byte: UInt8(ascii: ","))
      try put(number: Int64(day), digits: 2)
    }
    try put(";BYSETPOS=-1")
  }

  /// Smart ones from days before its day on, daily; others whenever it recurs.
  private mutating func alarm(_ item: ICalendarItem, _ schedule: ReminderSchedule) throws(OutOfMemory) {
    try line("BEGIN:VALARM")
    try line("ACTION:DISPLAY")
    try line("DESCRIPTION:", escaping: item.title)
    if schedule.isSmart {
      let lead = Int64(schedule.regular.end.days - schedule.regular.anchor.days)
      try put("TRIGGER;RELATED=END:-PT")
      try put(number: lead * 86_400 - Int64(schedule.regular.time), digits: 1)
      try line("S")
      try put("REPEAT:")
      try put(number: lead, digits: 1)
      try newline()
      try line("DURATION:P1D")
    } else {
      try line("TRIGGER:PT0S")
    }
    try line("END:VALARM")
  }

  /// What only Tally understands.
  private mutating func own(_ item: ICalendarItem) throws(OutOfMemory) {
    let terms = item.terms
    try put("X-TALLY-PRODUCED:")
    try date(terms.produced)
    try put("X-TALLY-SHELF-LIFE:")
    try rule(Repetition(terms.shelfUnit, every: terms.shelfLife))
    try newline()
    try put("X-TALLY-ENTERED:")
    try date(terms.entered)
    try put("X-TALLY-TIME:")
    try put(number: Int64(terms.time), digits: 1)
    try newline()
    try put("X-TALLY-SMART:")
    try put(number: Int64(terms.smart.rawValue), digits: 1)
    try newline()
    if let repetition = terms.repetition {
      try put("X-TALLY-REPEAT:")
      try rule(repetition)
      try newline()
    }
    if let start = terms.start {
      try put("X-TALLY-START:")
      try date(start)
    }
    if let end = terms.end {
      try put("X-TALLY-END:")
      try date(end)
    }
    if let overdue = terms.overdue {
      try put("X-TALLY-OVERDUE:")
      try rule(overdue)
      try put(";COUNT=")
      try put(number: Int64(terms.overdueLimit), digits: 1)
      try newline()
    }
    if item.zone.count > 0 { try line("X-TALLY-ZONE:", escaping: item.zone) }
    if item.badge.count > 0 { try line("X-TALLY-BADGE:", escaping: item.badge) }
  }

  private mutating func rule(_ repetition: Repetition, scaledBy factor: Int64 = 1) throws(OutOfMemory) {
    try put("FREQ=")
    try put(repetition.unit.frequency)
    try put(";INTERVAL=")
    try put(number: Int64(repetition.every) * factor, digits: 1)
  }

  private mutating func local(
    _ name: StaticString, _ zone: UnsafeRawBufferPointer, _ seconds: Int64
  ) throws(OutOfMemory) {
    try put(name)
    if zone.count > 0 {
      try put(";TZID=")
      for byte in zone { try put(byte: byte) }
    }
    try put(byte: UInt8(ascii: ":"))
    try put(time: seconds, isUTC: false)
  }

  /// Ends the line.
  private mutating func date(_ date: CivilDate) throws(OutOfMemory) {
    try put(date: date)
    try newline()
  }

  private mutating func put(date: CivilDate) throws(OutOfMemory) {
    let (year, month, day) = date.fields
    try put(number: Int64(year), digits: 4)
    try put(number: Int64(month), digits: 2)
    try put(number: Int64(day), digits: 2)
  }

  /// Ends the line.
  private mutating func put(time seconds: Int64, isUTC: Bool) throws(OutOfMemory) {
    let date = Zone.date(of: seconds)
    let time = max(0, min(seconds - date.seconds, 86_399))
    try put(date: date)
    try put(byte: UInt8(ascii: "T"))
    try put(number: time / 3600 * 10_000 + time / 60 % 60 * 100 + time % 60, digits: 6)
    if isUTC { try put(byte: UInt8(ascii: "Z")) }
    try newline()
  }

  /// - Precondition: it is not negative.
  private mutating func put(number: Int64, digits: Int) throws(OutOfMemory) {
    var divisor: Int64 = 1
    for _ in 1..<max(digits, 1) { divisor *= 10 }
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      try put(byte: UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
      divisor /= 10
    }
  }

  private mutating func line(_ text: StaticString) throws(OutOfMemory) {
    try put(text)
    try newline()
  }

  private mutating func line(_ name: StaticString, escaping text: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try put(name)
    for byte in text {
      switch byte {
      case 0x0A:
        try put(byte: UInt8(ascii: "\\"))
        try put(byte: UInt8(ascii: "n"))
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        try put(byte: UInt8(ascii: "\\"))
        try put(byte: byte)
      // Other control characters have no place in it.
      case 0..<0x09, 0x0B..<0x20, 0x7F: break
      default: try put(byte: byte)
      }
    }
    try newline()
  }

  private mutating func newline() throws(OutOfMemory) {
    try output.append("\r\n")
    column = 0
  }

  @inline(never)
  private mutating func put(_ text: StaticString) throws(OutOfMemory) {
    for index in 0..<text.utf8CodeUnitCount { try put(byte: text.utf8Start[index]) }
  }

  /// Folds where a character would not fit whole.
  @inline(never)
  private mutating func put(byte: UInt8) throws(OutOfMemory) {
    let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    if column + length > 75 && byte & 0xC0 != 0x80 {
      try output.append("\r\n ")
      column = 1
    }
    try output.append(byte: byte)
    column += 1
  }
}
