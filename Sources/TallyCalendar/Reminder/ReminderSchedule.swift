/// When a reminder fires: its regular occurrences, and then the overdue ones, whose indices begin at ``overdueIndex``.
///
/// Invariant: `overdue` begins after the days of `regular`.
public struct ReminderSchedule: Equatable, BitwiseCopyable, Sendable {
  public static let overdueIndex: Int64 = 1 << 40

  /// The last day on which it is good.
  public let expiry: CivilDate
  /// The number of days that it keeps.
  public let span: Int32
  public let isSmart: Bool
  public let regular: Recurrence
  public let overdue: Recurrence?

  /// The end of the day of the expiry.
  public func expires(in zone: Zone) -> Int64 { zone.end(of: expiry) }

  /// When nothing fires any more: the end of the last day. Overdue occurrences end only by their limit.
  public func ends(in zone: Zone) -> Int64 { overdue == nil ? zone.end(of: regular.end) : Int64.max }

  /// The next occurrence after an instant, and not at it.
  public func next(after instant: Int64, in zone: Zone) -> Occurrence? {
    regular.next(after: instant, in: zone) ?? Self.shift(overdue?.next(after: instant, in: zone))
  }

  /// The newest occurrence until an instant, or at it.
  public func last(through instant: Int64, in zone: Zone) -> Occurrence? {
    Self.shift(overdue?.last(through: instant, in: zone)) ?? regular.last(through: instant, in: zone)
  }

  /// nil if there is no such index.
  public func occurrence(_ index: Int64, in zone: Zone) -> Occurrence? {
    if index < Self.overdueIndex { return regular.occurrence(index, in: zone) }
    return Self.shift(overdue?.occurrence(index - Self.overdueIndex, in: zone))
  }

  /// The time of an occurrence that belongs to a day. nil: it is counted in hours, or does not exist.
  func day(_ index: Int64, in zone: Zone) -> Int64? {
    let recurrence = index < Self.overdueIndex ? regular : overdue
    guard let recurrence, recurrence.scale != .seconds else { return nil }
    return recurrence.instant(index < Self.overdueIndex ? index : index - Self.overdueIndex, in: zone)
  }

  /// The number for an occurrence in the identifiers of a plan, even if it was snoozed. It is the index. For an
  /// occurrence counted in minutes or hours it is the time in seconds since 1970, plus 2⁴¹: such an occurrence goes by
  /// the device's zone, so after a journey to the west the same index comes again at another time. No index is that
  /// large.
  func place(of index: Int64, in zone: Zone) -> Int64 {
    let recurrence = index < Self.overdueIndex ? regular : overdue
    guard let recurrence, recurrence.scale == .seconds,
      let instant = recurrence.instant(index < Self.overdueIndex ? index : index - Self.overdueIndex, in: zone)
    else { return index }
    return instant + (1 << 41)
  }

  /// The number of occurrences after an instant and until another one, or at it.
  public func count(after start: Int64, through end: Int64, in zone: Zone) -> Int64 {
    regular.count(after: start, through: end, in: zone) + (overdue?.count(after: start, through: end, in: zone) ?? 0)
  }

  private static func shift(_ occurrence: Occurrence?) -> Occurrence? {
    guard let occurrence else { return nil }
    return Occurrence(instant: occurrence.instant, index: occurrence.index + overdueIndex)
  }
}
