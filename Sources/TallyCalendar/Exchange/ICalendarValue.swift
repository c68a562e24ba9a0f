/// Parses the value of a property.
///
/// Invariant: `position <= bytes.count`.
struct ICalendarValue {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  @inline(never)
  mutating func has(_ character: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == character else { return false }
    position += 1
    return true
  }

  /// A number below 2³¹ without a sign; nil: there is none.
  /// - Parameter digits: the exact number of digits; nil: any number.
  @inline(never)
  mutating func number(digits: Int? = nil) -> Int32? {
    let start = position
    var number: Int32 = 0
    while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39, position - start != digits {
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int32(bytes[position]) - 0x30)
      if isTooLarge || isStillTooLarge { return nil }
      number = sum
      position += 1
    }
    return position > start && position - start == digits ?? (position - start) ? number : nil
  }

  @inline(never)
  private mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), let month = number(digits: 2), let day = number(digits: 2) else { return nil }
    return CivilDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// 20260331, 20260331T090000 or 20260331T090000Z, and nothing behind it. A leap second becomes the second before it.
  @inline(never)
  mutating func moment() -> ICalendarFacts.Moment? {
    guard let date = date() else { return nil }
    if isAtEnd { return ICalendarFacts.Moment(date: date) }
    guard has(UInt8(ascii: "T")), let hour = number(digits: 2), let minute = number(digits: 2),
      let second = number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let isUTC = has(UInt8(ascii: "Z"))
    let time = hour * 3600 + minute * 60 + min(second, 59)
    return isAtEnd ? ICalendarFacts.Moment(date: date, time: time, isUTC: isUTC) : nil
  }

  mutating func take(_ moment: inout ICalendarFacts.Moment?) -> Bool {
    moment = self.moment()
    return moment != nil
  }

  mutating func take(_ date: inout CivilDate?) -> Bool {
    date = moment()?.date
    return date != nil
  }

  mutating func take(_ rule: inout ICalendarRule?) -> Bool {
    rule = ICalendarRule.read(&self)
    return rule != nil
  }

  /// MO to SU, as 0 to 6. nil: there is none, or a number comes before it.
  mutating func weekday() -> Int32? {
    let names: StaticString = "MOTUWETHFRSASU"
    guard position + 2 <= bytes.count else { return nil }
    let (first, second) = (bytes[position] & 0xDF, bytes[position + 1] & 0xDF)
    for day in 0..<7 where names.utf8Start[2 * day] == first && names.utf8Start[2 * day + 1] == second {
      position += 2
      return Int32(day)
    }
    return nil
  }

  /// The name and the value of a part, up to the next semicolon. An equals sign separates them.
  @inline(never)
  mutating func part() -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let start = position
    var equality = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ";") {
      if bytes[position] == UInt8(ascii: "="), equality == start { equality = position }
      position += 1
    }
    let value = min(equality + 1, position)
    return (slice(start, equality), slice(value, position))
  }

  private func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}
