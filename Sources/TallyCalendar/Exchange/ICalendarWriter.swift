import TallyMemory

/// Writes reminders as iCalendar (RFC 5545): UTF-8, lines of at most 75 bytes that end with CR LF.
///
/// Other programs see the expiry, the reminder times and the texts. The expiry is `DUE`, the last second of that day:
/// by the standard's example, a day alone would be over when it begins. The reminder times are `RRULE` and `VALARM`;
/// smart ones have only the alarm. Tally's own terms are in properties of their own (`X-TALLY-…`), so nothing is lost
/// between two Tally programs. If another program drops those, a smart reminder's `DTSTART` still has the first day
/// that it keeps, and its time of day. Zones are given by their IANA names without a definition.
///
/// The standard requires a `DESCRIPTION` of such an alarm, "the text to be displayed when the alarm is triggered"
/// (RFC 5545, 3.6.6). It is the title, or if that shows nothing the body, or otherwise the identifier.
///
/// Invariant: after memory has run out, nothing more is written, and `end` throws.
public struct ICalendarWriter: ~Copyable {
  private var output = ByteBuffer()
  /// The bytes of the current line.
  private var column = 0
  private var isOutOfMemory = false

  /// Begins a file.
  public init() {
    line("BEGIN:VCALENDAR")
    line("VERSION:2.0")
    line("PRODID:-//Tally//Tally//EN")
  }

  /// Ends the file.
  /// - Returns: the file. Borrowed from the writer.
  /// - Throws: ``OutOfMemory``: a part of the file is missing.
  public mutating func end() throws(OutOfMemory) -> UnsafeRawBufferPointer {
    line("END:VCALENDAR")
    if isOutOfMemory { throw OutOfMemory() }
    return output.bytes
  }

  /// - Parameters:
  ///   - schedule: of the item's terms.
  ///   - zone: the item's.
  public mutating func write(_ item: ICalendarItem, _ schedule: ReminderSchedule, in zone: Zone) {
    line("BEGIN:VTODO")
    line("UID:", escaping: item.uid)
    put("DTSTAMP:")
    put(time: item.stamp, isUTC: true)
    line("SEQUENCE:", Int64(item.revision))
    if item.title.count > 0 { line("SUMMARY:", escaping: item.title) }
    if item.body.count > 0 { line("DESCRIPTION:", escaping: item.body) }
    if item.isDone { line("STATUS:COMPLETED") }
    let begun = schedule.isSmart ? item.terms.produced : schedule.regular.anchor
    let start = begun.seconds + Int64(schedule.regular.time)
    let due = schedule.expiry.seconds + 86_399
    local("DTSTART", item.zone, start)
    // It must be later.
    if due > start { local("DUE", item.zone, due) }
    if !schedule.isSmart, let repetition = item.terms.repetition {
      recurring(repetition, item, schedule, zone, hasDue: due > start)
    }
    alarm(item, schedule)
    own(item)
    line("END:VTODO")
  }

  private mutating func recurring(
    _ repetition: Repetition, _ item: ICalendarItem, _ schedule: ReminderSchedule, _ zone: Zone, hasDue: Bool
  ) {
    let isQuarter = repetition.unit == .quarter
    rule("RRULE:", isQuarter ? .month : repetition.unit, Int64(repetition.every) * (isQuarter ? 3 : 1))
    clamp(repetition.unit, schedule.regular.anchor)
    let isUTC = item.zone.count > 0
    let end = schedule.regular.end
    // A reminder without an end gets no end here, unless nothing else says until when it keeps.
    if end == CivilDate.last && hasDue { return newline() }
    put(";UNTIL=")
    put(time: isUTC ? zone.end(of: end) - 1 : end.seconds + 86_399, isUTC: isUTC)
  }

  /// Among the days up to the anchor's, the last one that a month has.
  private mutating func clamp(_ unit: CalendarUnit, _ anchor: CivilDate) {
    let (_, month, day) = anchor.fields
    if day <= 28 || unit.rawValue < CalendarUnit.month.rawValue { return }
    if unit == .year {
      if month != 2 { return }
      put(";BYMONTH=2")
    }
    put(";BYMONTHDAY=28")
    for day in 29...day {
      put(",")
      put(number: Int64(day))
    }
    put(";BYSETPOS=-1")
  }

  /// A smart reminder has daily alarms from some days before its day. Others have an alarm whenever they recur.
  private mutating func alarm(_ item: ICalendarItem, _ schedule: ReminderSchedule) {
    line("BEGIN:VALARM")
    line("ACTION:DISPLAY")
    line("DESCRIPTION:", escaping: isShown(item.title) ? item.title : isShown(item.body) ? item.body : item.uid)
    if schedule.isSmart {
      let lead = Int64(schedule.regular.end.days - schedule.regular.anchor.days)
      put("TRIGGER;RELATED=END:-PT")
      put(number: lead * 86_400 + 86_399 - Int64(schedule.regular.time))
      line("S")
      line("REPEAT:", lead)
      line("DURATION:P1D")
    } else {
      line("TRIGGER:PT0S")
    }
    line("END:VALARM")
  }

  /// Whether a text has more than spaces, and than control characters, which are not written.
  private func isShown(_ text: UnsafeRawBufferPointer) -> Bool { text.contains { $0 > 0x20 && $0 != 0x7F } }

  /// The properties that only Tally understands.
  private mutating func own(_ item: ICalendarItem) {
    let terms = item.terms
    line("X-TALLY-PRODUCED:", terms.produced)
    rule("X-TALLY-SHELF-LIFE:", terms.shelfUnit, Int64(terms.shelfLife))
    newline()
    line("X-TALLY-ENTERED:", terms.entered)
    line("X-TALLY-TIME:", Int64(terms.time))
    line("X-TALLY-SMART:", Int64(terms.smart.rawValue))
    if let repetition = terms.repetition {
      rule("X-TALLY-REPEAT:", repetition.unit, Int64(repetition.every))
      newline()
    }
    line("X-TALLY-START:", terms.start)
    line("X-TALLY-END:", terms.end)
    if let overdue = terms.overdue {
      rule("X-TALLY-OVERDUE:", overdue.unit, Int64(overdue.every))
      line(";COUNT=", Int64(terms.overdueLimit))
    }
    if item.zone.count > 0 { line("X-TALLY-ZONE:", escaping: item.zone) }
    if item.badge.count > 0 { line("X-TALLY-BADGE:", escaping: item.badge) }
  }

  // MARK: Values

  @inline(never)
  private mutating func rule(_ name: StaticString, _ unit: CalendarUnit, _ every: Int64) {
    put(name)
    put("FREQ=")
    put(unit.frequency)
    put(";INTERVAL=")
    put(number: every)
  }

  @inline(never)
  private mutating func local(_ name: StaticString, _ zone: UnsafeRawBufferPointer, _ seconds: Int64) {
    put(name)
    if zone.count > 0 {
      put(";TZID=")
      for byte in zone { put(byte: byte) }
    }
    put(":")
    put(time: seconds, isUTC: false)
  }

  @inline(never)
  private mutating func put(date: CivilDate) {
    let (year, month, day) = date.fields
    put(number: Int64(year * 10_000 + month * 100 + day), digits: 8)
  }

  /// Ends the line.
  @inline(never)
  private mutating func put(time seconds: Int64, isUTC: Bool) {
    let date = Zone.date(of: seconds)
    let time = max(0, min(seconds - date.seconds, 86_399))
    put(date: date)
    put("T")
    put(number: time / 3600 * 10_000 + time / 60 % 60 * 100 + time % 60, digits: 6)
    if isUTC { put("Z") }
    newline()
  }

  /// - Precondition: it is not negative.
  @inline(never)
  private mutating func put(number: Int64, digits: Int = 1) {
    var divisor: Int64 = 1
    for _ in 1..<digits { divisor *= 10 }
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      put(byte: UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
      divisor /= 10
    }
  }

  // MARK: Lines

  @inline(never)
  private mutating func line(_ name: StaticString, _ number: Int64) {
    put(name)
    put(number: number)
    newline()
  }

  /// Writes nothing without a date.
  @inline(never)
  private mutating func line(_ name: StaticString, _ date: CivilDate?) {
    guard let date else { return }
    put(name)
    put(date: date)
    newline()
  }

  @inline(never)
  private mutating func line(_ text: StaticString) {
    put(text)
    newline()
  }

  @inline(never)
  private mutating func line(_ name: StaticString, escaping text: UnsafeRawBufferPointer) {
    put(name)
    for byte in text {
      switch byte {
      case 0x0A: put("\\n")
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        put("\\")
        put(byte: byte)
      // Other control characters are not allowed there.
      case 0..<0x09, 0x0B..<0x20, 0x7F: break
      default: put(byte: byte)
      }
    }
    newline()
  }

  @inline(never)
  private mutating func newline() {
    append("\r\n")
    column = 0
  }

  @inline(never)
  private mutating func put(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { put(byte: text.utf8Start[index]) }
  }

  /// Folds the line if a whole character would not fit.
  @inline(never)
  private mutating func put(byte: UInt8) {
    let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    if column + length > 75 && byte & 0xC0 != 0x80 {
      append("\r\n ")
      column = 1
    }
    if (try? output.append(byte: byte)) == nil { isOutOfMemory = true }
    column += 1
  }

  @inline(never)
  private mutating func append(_ text: StaticString) {
    if (try? output.append(text)) == nil { isOutOfMemory = true }
  }
}
