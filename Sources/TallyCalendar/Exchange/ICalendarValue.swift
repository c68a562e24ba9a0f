/// Reads the value of a property.
///
/// Invariant: `position <= bytes.count`.
struct ICalendarValue {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  @inline(never)
  private mutating func has(_ character: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == character else { return false }
    position += 1
    return true
  }

  /// Not negative, and below 2³¹; nil where there is none.
  /// - Parameter digits: how many, exactly; nil: as many as there are.
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

  /// 20260331, 20260331T090000 or 20260331T090000Z, and nothing behind it. A leap second is the one before it.
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

  /// FREQ=MONTHLY;INTERVAL=3;UNTIL=20261231, in any order. What else it says of days and months is passed over.
  mutating func take(_ rule: inout ICalendarFacts.Rule?) -> Bool {
    var read = ICalendarFacts.Rule()
    var hasFrequency = false
    while true {
      let (name, value) = part()
      var reader = ICalendarValue(value)
      if isEqual(name, "FREQ") {
        guard let unit = Self.unit(value) else { return false }
        read.repetition.unit = unit
        hasFrequency = true
      } else if isEqual(name, "INTERVAL") {
        guard let every = reader.number(), reader.isAtEnd, every > 0 else { return false }
        read.repetition.every = every
      } else if isEqual(name, "COUNT") {
        guard let count = reader.number(), reader.isAtEnd else { return false }
        read.count = count
      } else if isEqual(name, "UNTIL") {
        if !reader.take(&read.until) { return false }
      } else if name.isEmpty || value.isEmpty {
        return false
      }
      if !has(UInt8(ascii: ";")) { break }
    }
    rule = read
    return hasFrequency
  }

  /// Up to the next semicolon, what is before and behind the sign of equality.
  @inline(never)
  private mutating func part() -> (name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
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

  private static func unit(_ name: UnsafeRawBufferPointer) -> CalendarUnit? {
    for number in CalendarUnit.minute.rawValue...CalendarUnit.year.rawValue {
      if let unit = CalendarUnit(rawValue: number), isEqual(name, unit.frequency) { return unit }
    }
    return nil
  }
}
