extension ZoneRule {
  /// Parses a POSIX TZ string with the extension of RFC 8536: hours of changes from -167 to 167. Daylight saving time
  /// without rules is rejected, because its dates are unknown.
  public init(_ text: UnsafeRawBufferPointer) throws(ZoneError) {
    var reader = RuleReader(text, from: 0, to: text.count)
    self = try reader.rule()
  }
}

/// Parses a rule in a part of a file's bytes.
///
/// Invariant: `position <= end <= bytes.count`.
struct RuleReader {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer, from position: Int, to end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  mutating func rule() throws(ZoneError) -> ZoneRule {
    var rule = ZoneRule()
    try skipName()
    rule.standard = -(try time(hours: 24))
    if position == end { return rule }
    try skipName()
    rule.changes = true
    rule.daylight = rule.standard + 3600
    if next != UInt8(ascii: ",") { rule.daylight = -(try time(hours: 24)) }
    rule.start = try change()
    rule.end = try change()
    if position < end { throw failure }
    return rule
  }

  private var failure: ZoneError { ZoneError(.rule, at: position) }

  /// 0 at the end. No rule contains this character.
  private var next: UInt8 { position < end ? bytes[position] : 0 }

  private mutating func take(_ character: UInt8) -> Bool {
    if next != character { return false }
    position += 1
    return true
  }

  private var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20) }
  private var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) }

  /// Three letters or more; in brackets also digits and signs.
  private mutating func skipName() throws(ZoneError) {
    let isQuoted = take(UInt8(ascii: "<"))
    let start = position
    while isLetter || isQuoted && (isDigit || next == UInt8(ascii: "+") || next == UInt8(ascii: "-")) { position += 1 }
    if position - start < 3 || isQuoted && !take(UInt8(ascii: ">")) { throw failure }
  }

  private mutating func number(_ range: ClosedRange<Int32>) throws(ZoneError) -> Int32 {
    let start = position
    var number: Int32 = 0
    while isDigit, number < 1000 {
      number = number * 10 + Int32(next - 0x30)
      position += 1
    }
    guard position > start, range.contains(number) else { throw ZoneError(.rule, at: start) }
    return number
  }

  /// Hours, optional minutes and optional seconds, in seconds.
  private mutating func time(hours: Int32) throws(ZoneError) -> Int32 {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    var seconds = try number(0...hours) * 3600
    if take(UInt8(ascii: ":")) {
      seconds += try number(0...59) * 60
      if take(UInt8(ascii: ":")) { seconds += try number(0...59) }
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func expect(_ character: UInt8) throws(ZoneError) {
    if !take(character) { throw failure }
  }

  private mutating func change() throws(ZoneError) -> ZoneRule.Change {
    var change = ZoneRule.Change()
    try expect(UInt8(ascii: ","))
    if take(UInt8(ascii: "M")) {
      change.kind = .weekday
      change.month = UInt8(try number(1...12))
      try expect(UInt8(ascii: "."))
      change.week = UInt8(try number(1...5))
      try expect(UInt8(ascii: "."))
      change.day = try number(0...6)
    } else if take(UInt8(ascii: "J")) {
      change.kind = .julian
      change.day = try number(1...365)
    } else {
      change.day = try number(0...365)
    }
    if take(UInt8(ascii: "/")) { change.time = try time(hours: 167) }
    return change
  }
}
