/// A day of the proleptic Gregorian calendar in the years 1 to 9999. A date outside of them is nil.
///
/// Invariant: `days` is within `first.days...last.days`.
public struct CivilDate: Equatable, Comparable, BitwiseCopyable, Sendable {
  /// Days since 1970-01-01.
  public let days: Int32

  private init(unchecked days: Int32) { self.days = days }

  /// 0001-01-01.
  public static var first: CivilDate { CivilDate(unchecked: -719_162) }
  /// 9999-12-31.
  public static var last: CivilDate { CivilDate(unchecked: 2_932_896) }

  /// - Parameter days: since 1970-01-01.
  public init?(days: Int64) {
    guard days >= Int64(Self.first.days), days <= Int64(Self.last.days) else { return nil }
    self.days = Int32(truncatingIfNeeded: days)
  }

  /// nil if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(year: Int32(year), month: Int32(month))
    else { return nil }
    days = Self.days(year: Int32(year), month: Int32(month)) + Int32(day) - 1
  }

  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.days < b.days }

  @inline(never)
  public var fields: (year: Int32, month: Int32, day: Int32) {
    // Years begin in March here, so the leap day is the last day of a year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  /// nil outside of the years.
  public func adding(days count: Int64) -> CivilDate? {
    let (sum, overflow) = count.addingReportingOverflow(Int64(days))
    return overflow ? nil : CivilDate(days: sum)
  }

  /// The same day of another month, or its last day if it is shorter. nil outside of the years.
  @inline(never)
  public func adding(months count: Int64) -> CivilDate? {
    guard count.magnitude <= 120_000 else { return nil }
    let (year, month, day) = fields
    let sum = Int32(count) + year * 12 + month - 1
    guard sum >= 12, sum < 120_000 else { return nil }
    let first = Self.days(year: sum / 12, month: sum % 12 + 1)
    return CivilDate(unchecked: first + min(day, Self.length(year: sum / 12, month: sum % 12 + 1)) - 1)
  }

  /// The number of its month, counted over all years.
  var monthNumber: Int32 {
    let (year, month, _) = fields
    return year * 12 + month - 1
  }

  /// Its midnight, in seconds of a wall clock since 1970-01-01 00:00.
  public var seconds: Int64 { Int64(days) * 86_400 }

  static func isLeap(_ year: Int32) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func length(year: Int32, month: Int32) -> Int32 {
    month == 2 ? (isLeap(year) ? 29 : 28) : 30 + (month + (month >> 3)) & 1
  }

  /// The first day of a month, in days since 1970-01-01.
  /// - Precondition: the year is within -399...10,400; rules of zones look a year further than the calendar goes.
  @inline(never)
  static func days(year: Int32, month: Int32) -> Int32 {
    let shifted = year + 400 - (month <= 2 ? 1 : 0)
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return (shifted / 400 - 1) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
