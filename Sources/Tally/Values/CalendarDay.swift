internal import TallyCalendar

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A day of the Gregorian calendar in the years 1 to 9999, without a time and a zone.
///
///     terms.end = try CalendarDay(year: 2026, month: 1, day: 31)
public struct CalendarDay: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Creates a day.
  /// - Throws: ``TallyError/Code/argument`` if the calendar does not have it, such as February 30.
  public init(year: Int, month: Int, day: Int) throws(TallyError) {
    guard CivilDate(year: year, month: month, day: day) != nil else {
      throw TallyError(
        code: .argument,
        message: "there is no day \(year)-\(digits(month, 2))-\(digits(day, 2)) in the years 1 to 9999")
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates a day from its year, month and day; other components do not matter.
  ///
  ///     let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
  ///     terms.produced = try CalendarDay(parts)
  /// - Parameter components: of the Gregorian calendar.
  /// - Throws: ``TallyError/Code/argument`` if the calendar does not have it, or one of the three is missing.
  public init(_ components: DateComponents) throws(TallyError) {
    guard let year = components.year, let month = components.month, let day = components.day else {
      throw TallyError(code: .argument, message: "a day needs a year, a month and a day")
    }
    try self.init(year: year, month: month, day: day)
  }

  /// The year, the month and the day, for Foundation's Gregorian calendar.
  public var dateComponents: DateComponents { DateComponents(year: year, month: month, day: day) }

  /// The engine's number, 20260131; 0 and every other number that is not a day: nil.
  init?(number: Int64) {
    let (year, month, day) = (Int(number / 10_000), Int(number / 100 % 100), Int(number % 100))
    guard CivilDate(year: year, month: month, day: day) != nil else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  var number: Int32 { Int32(year * 10_000 + month * 100 + day) }
}

extension CalendarDay: Comparable {
  /// Whether the left day is earlier.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay: CustomStringConvertible {
  /// The day as in ISO 8601: "2026-01-31".
  public var description: String { "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))" }
}

extension CalendarDay: Codable {
  /// Decodes a day from its ``description``, and checks it.
  public init(from decoder: any Decoder) throws {
    let parts = try fields(of: decoder, separator: "-", widths: [4, 2, 2])
    try self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Encodes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A time of day on a clock, without a day and a zone.
///
///     terms.time = try TimeOfDay(hour: 8, minute: 30)
public struct TimeOfDay: Hashable, Sendable {
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 59.
  public let second: Int

  /// Creates a time.
  /// - Throws: ``TallyError/Code/range`` if the hour is not 0 to 23, or the minute or the second is not 0 to 59.
  public init(hour: Int, minute: Int = 0, second: Int = 0) throws(TallyError) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      throw TallyError(code: .range, message: "a time of day is from 00:00:00 to 23:59:59")
    }
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Seconds since midnight; nil: not within a day.
  init?(seconds: Int64) {
    guard (0..<86_400).contains(seconds) else { return nil }
    (hour, minute, second) = (Int(seconds) / 3600, Int(seconds) / 60 % 60, Int(seconds) % 60)
  }

  var seconds: Int32 { Int32(hour * 3600 + minute * 60 + second) }
}

extension TimeOfDay: Comparable {
  /// Whether the left time is earlier.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.seconds < right.seconds }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as in ISO 8601: "08:30:00".
  public var description: String { "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))" }
}

extension TimeOfDay: Codable {
  /// Decodes a time from its ``description``, and checks it.
  public init(from decoder: any Decoder) throws {
    let parts = try fields(of: decoder, separator: ":", widths: [2, 2, 2])
    try self.init(hour: parts[0], minute: parts[1], second: parts[2])
  }

  /// Encodes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

private func digits(_ number: Int, _ width: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Decodes a text of numbers with fixed widths.
private func fields(of decoder: any Decoder, separator: Character, widths: [Int]) throws -> [Int] {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  let parts = text.split(separator: separator, omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
  guard parts.map(\.utf8.count) == widths, numbers.count == widths.count else {
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "malformed: \(text)")
  }
  return numbers
}
