/// Timestamps as servers write them, and numbers that may be in strings.
enum Timestamp {
  /// A number of seconds or milliseconds, or a date and time after RFC 3339; in milliseconds since 1970, within
  /// `0...maximumTime`.
  static func read(_ text: UnsafeRawBufferPointer, isMilliseconds: Bool) -> Int64? {
    let time = text.count >= 20 && text[4] == 0x2D ? date(text) : number(text, power: isMilliseconds ? 0 : 3)
    return time.flatMap { $0 >= 0 && $0 <= maximumTime ? $0 : nil }
  }

  /// A JSON number times 10^`power`. nil: there is none, or it does not fit.
  static func number(_ text: UnsafeRawBufferPointer, power: Int) -> Int64? {
    var reader = JSONReader(text)
    guard let value = reader.readDocument(), value.kind == .number else { return nil }
    return JSONNumber.scaled(value.text, power: power, isExact: false, within: Int64.min...Int64.max)
  }

  /// `2024-08-23T08:59:56.743Z`, `2024-08-23 10:59:56+02:00`.
  private static func date(_ text: UnsafeRawBufferPointer) -> Int64? {
    // 20240823085956. The text has at least 20 bytes.
    guard text[7] == 0x2D, text[13] == 0x3A, text[16] == 0x3A, let packed = digits(text, 0..<19) else { return nil }
    var end = 19
    var fraction: Int64 = 0
    if text[19] == 0x2E {
      var unit: Int64 = 100
      end = 20
      while let digit = digits(text, end..<(end + 1)) {
        fraction += digit * unit
        unit /= 10
        end += 1
      }
    }
    guard let offset = zone(text, at: end) else { return nil }
    let (second, minute, hour) = (packed % 100, packed / 100 % 100, packed / 10_000 % 100)
    let (day, month) = (packed / 1_000_000 % 100, packed / 100_000_000 % 100)
    let written = packed / 10_000_000_000
    guard second <= 60, minute <= 59, hour <= 23, month >= 1, month <= 12, day >= 1,
      day <= length(of: month, in: written)
    else { return nil }
    // Years begin in March here, so the leap day is the last day of a year.
    let year = written - (month > 2 ? 0 : 1)
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
    return (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + fraction
  }

  /// The days of a month, 1 to 12.
  private static func length(of month: Int64, in year: Int64) -> Int64 {
    guard month == 2 else { return 30 + (month + month / 8) % 2 }
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  }

  /// Minutes east of Greenwich, from the last part of a text.
  private static func zone(_ text: UnsafeRawBufferPointer, at start: Int) -> Int64? {
    if text.count == start + 1, text[start] | 0x20 == 0x7A { return 0 }
    guard text.count == start + 6, text[start] == 0x2B || text[start] == 0x2D, text[start + 3] == 0x3A,
      let packed = digits(text, (start + 1)..<(start + 6), dividing: start + 3), packed / 100 <= 23, packed % 100 <= 59
    else { return nil }
    let minutes = packed / 100 * 60 + packed % 100
    return text[start] == 0x2D ? -minutes : minutes
  }

  /// Digits as one number, without the separators of a date.
  private static func digits(
    _ text: UnsafeRawBufferPointer, _ range: Range<Int>, dividing: Int = -1
  ) -> Int64? {
    var value: Int64 = 0
    for index in range where index != dividing && (index < 4 || index > 18 || index % 3 != 1) {
      guard index < text.count, text[index] >= 0x30, text[index] <= 0x39 else { return nil }
      value = value * 10 + Int64(text[index] - 0x30)
    }
    return value
  }
}
