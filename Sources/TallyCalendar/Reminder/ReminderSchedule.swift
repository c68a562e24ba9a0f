/// When a reminder fires: its occurrences, and behind them those of what is overdue, whose indices begin at
/// ``overdueIndex``.
///
/// Invariant: `overdue` begins after the days of `regular`.
public struct ReminderSchedule: Equatable, BitwiseCopyable, Sendable {
  public static let overdueIndex: Int64 = 1 << 40

  /// The last day on which it is good.
  public let expiry: CivilDate
  /// The days that it keeps.
  public let span: Int32
  public let isSmart: Bool
  public let regular: Recurrence
  public let overdue: Recurrence?

  /// When the day on which it was last good is over.
  public func expires(in zone: Zone) -> Int64 { zone.end(of: expiry) }

  /// When nothing fires any more: the end's day is over. What is overdue ends by its limit alone.
  public func ends(in zone: Zone) -> Int64 { overdue == nil ? zone.end(of: regular.end) : Int64.max }

  /// The next occurrence after an instant, and not at it.
  public func next(after instant: Int64, in zone: Zone) -> Occurrence? {
    regular.next(after: instant, in: zone) ?? Self.shift(overdue?.next(after: instant, in: zone))
  }

  /// The newest occurrence until an instant, or at it.
  public func last(through instant: Int64, in zone: Zone) -> Occurrence? {
    Self.shift(overdue?.last(through: instant, in: zone)) ?? regular.last(through: instant, in: zone)
  }

  /// Nil where there is none of that index.
  public func occurrence(_ index: Int64, in zone: Zone) -> Occurrence? {
    if index < Self.overdueIndex { return regular.occurrence(index, in: zone) }
    return Self.shift(overdue?.occurrence(index - Self.overdueIndex, in: zone))
  }

  /// When an occurrence is that belongs to a day; nil of one that is counted in hours, or of none.
  func day(_ index: Int64, in zone: Zone) -> Int64? {
    let recurrence = index < Self.overdueIndex ? regular : overdue
    guard let recurrence, recurrence.scale != .seconds else { return nil }
    return recurrence.instant(index < Self.overdueIndex ? index : index - Self.overdueIndex, in: zone)
  }

  /// What stands for an occurrence in the identifiers of a plan, wherever it was moved to: its index, or of one that is
  /// counted in minutes or hours, its time, in seconds since 1970 and 2⁴¹ more. For those go by the device's zone, the
  /// same index comes again after a journey to the west, at another time. No index is as great.
  func place(of index: Int64, in zone: Zone) -> Int64 {
    let recurrence = index < Self.overdueIndex ? regular : overdue
    guard let recurrence, recurrence.scale == .seconds,
      let instant = recurrence.instant(index < Self.overdueIndex ? index : index - Self.overdueIndex, in: zone)
    else { return index }
    return instant + (1 << 41)
  }

  /// How many there are after an instant until another one, or at it.
  public func count(after start: Int64, through end: Int64, in zone: Zone) -> Int64 {
    regular.count(after: start, through: end, in: zone) + (overdue?.count(after: start, through: end, in: zone) ?? 0)
  }

  private static func shift(_ occurrence: Occurrence?) -> Occurrence? {
    guard let occurrence else { return nil }
    return Occurrence(instant: occurrence.instant, index: occurrence.index + overdueIndex)
  }
}
