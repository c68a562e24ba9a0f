/// A recurrence rule (RRULE), and the repetition with an anchor by which a reminder follows it.
struct ICalendarRule: BitwiseCopyable {
  var repetition = Repetition(.day)
  var count: Int32?
  var until: ICalendarFacts.Moment?
  /// Bit 0 is Monday; 0: any day.
  private var weekdays: UInt8 = 0
  private var weekStart: Int32 = 0
  /// 0: any; -1: the last day.
  private var monthDay: Int32 = 0
  /// A list of days from the 28th through this one, of which the last existing one counts; 0: no list.
  private var lastMonthDay: Int32 = 0
  private var isLastOfSet = false
  /// 0: any.
  private var month: Int32 = 0
  /// nil: any. With one value, the others are not checked.
  private var hour, minute, second: Int32?
  /// It has parts that a reminder cannot hold.
  private var isBeyond = false

  // MARK: Reading

  /// FREQ=MONTHLY;INTERVAL=3;UNTIL=20261231, in any order.
  /// - Returns: nil: this is not a rule.
  static func read(_ value: inout ICalendarValue) -> ICalendarRule? {
    var rule = ICalendarRule()
    var hasFrequency = false
    repeat {
      let (name, value) = value.part()
      if name.isEmpty || value.isEmpty { return nil }
      if isName(name, "FREQ") {
        guard let unit = CalendarUnit(frequency: value) else { return nil }
        rule.repetition.unit = unit
        hasFrequency = true
      } else if !rule.take(name, value) {
        return nil
      }
    } while value.has(UInt8(ascii: ";"))
    return hasFrequency ? rule : nil
  }

  private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    var reader = ICalendarValue(value)
    if isName(name, "INTERVAL") {
      guard let every = reader.number(), reader.isAtEnd, every > 0 else { return false }
      repetition.every = every
    } else if isName(name, "COUNT") {
      guard let number = reader.number(), reader.isAtEnd else { return false }
      count = number
      if number == 0 { isBeyond = true }
    } else if isName(name, "UNTIL") {
      return reader.take(&until)
    } else {
      // Nothing else is an error, because an unknown rule cannot be followed.
      restrict(name, &reader)
    }
    return true
  }

  private mutating func restrict(_ name: UnsafeRawBufferPointer, _ reader: inout ICalendarValue) {
    if isName(name, "BYDAY") {
      repeat {
        guard let day = reader.weekday() else {
          // Also behind a comma at the end.
          isBeyond = true
          break
        }
        weekdays |= 1 << UInt8(day)
      } while reader.has(UInt8(ascii: ","))
    } else if isName(name, "WKST") {
      if let day = reader.weekday() { weekStart = day }
    } else if isName(name, "BYMONTHDAY") {
      restrictMonthDays(&reader)
    } else if isName(name, "BYSETPOS") {
      isLastOfSet = reader.has(UInt8(ascii: "-")) && reader.number() == 1
      if !isLastOfSet { isBeyond = true }
    } else if isName(name, "BYMONTH") {
      month = reader.number() ?? 0
      if month == 0 { isBeyond = true }
    } else if isName(name, "BYHOUR") {
      hour = reader.number()
    } else if isName(name, "BYMINUTE") {
      minute = reader.number()
    } else if isName(name, "BYSECOND") {
      second = reader.number()
    }
    if !reader.isAtEnd { isBeyond = true }
  }

  /// One day, or 28,29,30,31 or a beginning of that list.
  private mutating func restrictMonthDays(_ reader: inout ICalendarValue) {
    if reader.has(UInt8(ascii: "-")) {
      monthDay = reader.number() == 1 ? -1 : 0
      if monthDay == 0 { isBeyond = true }
      return
    }
    guard let first = reader.number(), (1...31).contains(first) else {
      isBeyond = true
      return
    }
    var last = first
    while reader.has(UInt8(ascii: ",")) {
      guard reader.number() == last + 1 else {
        isBeyond = true
        return
      }
      last += 1
    }
    if last == first {
      monthDay = first
    } else {
      lastMonthDay = last
      if first != 28 || last > 31 { isBeyond = true }
    }
  }

  // MARK: Following

  /// The repetition that recurs like the rule for an entry that begins on a day, and its first day.
  /// - Returns: nil: there is none.
  func followed(from start: CivilDate, at time: Int32) -> (repetition: Repetition, anchor: CivilDate)? {
    if isBeyond || !isAt(time) || restrictsFrequency { return nil }
    let (_, startMonth, startDay) = start.fields
    if month != 0, repetition.unit != .year || month != startMonth { return nil }
    if isLastOfSet || lastMonthDay != 0 {
      let isClamped = repetition.unit == .month || repetition.unit == .year && month == 2
      guard isLastOfSet, lastMonthDay == startDay, isClamped, weekdays == 0, monthDay == 0 else { return nil }
      return (repetition, start)
    }
    if weekdays != 0 { return monthDay == 0 ? weekly(from: start) : nil }
    return monthDay == 0 ? (repetition, start) : monthly(from: start, startDay)
  }

  /// Whether a part of the time thins out the occurrences: an hourly rule with BYHOUR=9 fires once a day.
  private var restrictsFrequency: Bool {
    switch repetition.unit {
    case .minute: hour != nil || minute != nil
    case .hour: hour != nil
    default: false
    }
  }

  private func isAt(_ time: Int32) -> Bool {
    (hour ?? time / 3600) == time / 3600 && (minute ?? time / 60 % 60) == time / 60 % 60
      && (second ?? time % 60) == time % 60
  }

  /// Every day, or one day of the week.
  private func weekly(from start: CivilDate) -> (repetition: Repetition, anchor: CivilDate)? {
    let isDaily = repetition.unit == .day
    guard isDaily || repetition.unit == .week else { return nil }
    if weekdays == 0x7F, isDaily || repetition.every == 1 {
      return (Repetition(.day, every: repetition.every), start)
    }
    guard weekdays.nonzeroBitCount == 1, !isDaily || repetition.every == 1 else { return nil }
    // Counted from the first day of the week in which it begins.
    let ahead = (Int32(weekdays.trailingZeroBitCount) - weekStart + 7) % 7
    let begun = (start.weekday - weekStart + 7) % 7
    let skipped = ahead < begun ? 7 * Int64(repetition.every) : 0
    guard let anchor = start.adding(days: Int64(ahead - begun) + skipped) else { return nil }
    return (Repetition(.week, every: repetition.every), anchor)
  }

  /// One day of the month. A day that some months lack behaves as in a rule without a day.
  private func monthly(from start: CivilDate, _ startDay: Int32) -> (repetition: Repetition, anchor: CivilDate)? {
    if repetition.unit == .year { return month != 0 && monthDay == startDay ? (repetition, start) : nil }
    guard repetition.unit == .month else { return nil }
    if monthDay == startDay || monthDay == -1 && startDay == 31 { return (repetition, start) }
    guard (1...28).contains(monthDay),
      let anchor = start.adding(days: Int64(1 - startDay))?
        .adding(months: monthDay < startDay ? Int64(repetition.every) : 0)?.adding(days: Int64(monthDay - 1))
    else { return nil }
    return (repetition, anchor)
  }
}

extension CivilDate {
  /// Monday is 0.
  var weekday: Int32 { ((days + 3) % 7 + 7) % 7 }
}

extension CalendarUnit {
  init?(frequency name: UnsafeRawBufferPointer) {
    for number in CalendarUnit.minute.rawValue...CalendarUnit.year.rawValue {
      guard let unit = CalendarUnit(rawValue: number), isName(name, unit.frequency) else { continue }
      self = unit
      return
    }
    return nil
  }
}
