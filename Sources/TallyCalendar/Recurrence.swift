/// The units of repetitions and shelf lives. The numbers are stored and never change.
public enum CalendarUnit: UInt8, BitwiseCopyable, Sendable {
  case minute = 1
  case hour, day, week, month, quarter, year
}

/// Every n units.
public struct Repetition: Equatable, BitwiseCopyable, Sendable {
  public static let most: Int32 = 1_000_000

  public var unit: CalendarUnit
  /// 1...``most``.
  public var every: Int32

  public init(_ unit: CalendarUnit, every: Int32 = 1) {
    self.unit = unit
    self.every = every
  }
}

/// One time at which something recurs.
public struct Occurrence: Equatable, BitwiseCopyable, Sendable {
  /// Seconds since 1970-01-01 00:00 UTC.
  public var instant: Int64
  /// Its number, from 0.
  public var index: Int64

  public init(instant: Int64, index: Int64) {
    self.instant = instant
    self.index = index
  }
}

/// When something recurs: occurrence k is the anchor plus k times the step. Days and longer units are counted on the
/// calendar, clamped to the month's end. Minutes and hours are counted as elapsed time. No occurrence is counted from
/// the one before. So each result is found in closed form, in the time of a few look-ups in the zone.
///
/// If a zone skips a day, that day and the next one may be at the same instant. They are one occurrence, with the lower
/// index.
///
/// Invariants: `step > 0`; `0 <= time < 86,400`; the anchor is not after `end`; `limit >= 0`.
public struct Recurrence: Equatable, BitwiseCopyable, Sendable {
  enum Scale: UInt8 { case seconds, days, months }

  /// More than the number of minutes, in any step.
  private static let mostIndices: Int64 = 1 << 40

  let scale: Scale
  /// In seconds, days, or months.
  let step: Int64
  public let anchor: CivilDate
  /// Seconds of the wall clock since midnight.
  public let time: Int32
  /// The last day.
  public let end: CivilDate
  /// The most occurrences.
  public let limit: Int64

  /// nil if a value is out of its range, or the end is before the anchor.
  /// - Parameter time: 0..<86,400.
  public init?(
    _ repetition: Repetition, anchor: CivilDate, time: Int32, end: CivilDate = .last, limit: Int64 = Int64.max
  ) {
    guard (1...Repetition.most).contains(repetition.every), (0..<86_400).contains(time), anchor <= end, limit >= 0
    else { return nil }
    let every = Int64(repetition.every)
    switch repetition.unit {
    case .minute: (scale, step) = (.seconds, every * 60)
    case .hour: (scale, step) = (.seconds, every * 3600)
    case .day: (scale, step) = (.days, every)
    case .week: (scale, step) = (.days, every * 7)
    case .month: (scale, step) = (.months, every)
    case .quarter: (scale, step) = (.months, every * 3)
    case .year: (scale, step) = (.months, every * 12)
    }
    self.anchor = anchor
    self.time = time
    self.end = end
    self.limit = limit
  }

  /// The next occurrence after an instant, and not at it.
  public func next(after instant: Int64, in zone: Zone) -> Occurrence? {
    let next = upcoming(after: instant, in: zone)
    return next.index < limit && !isOver(at: next.instant, in: zone) ? next : nil
  }

  /// The newest occurrence until an instant, or at it.
  public func last(through instant: Int64, in zone: Zone) -> Occurrence? {
    let index = min(count(through: min(instant, zone.end(of: end) - 1), in: zone), limit) - 1
    guard let last = self.instant(index, in: zone) else { return nil }
    let isTwin = index > 0 && self.instant(index - 1, in: zone) == last
    return Occurrence(instant: last, index: isTwin ? index - 1 : index)
  }

  /// An occurrence by its index. nil: there is none, or it is the same as the one before.
  public func occurrence(_ index: Int64, in zone: Zone) -> Occurrence? {
    guard index < limit, let instant = self.instant(index, in: zone), !isOver(at: instant, in: zone),
      index == 0 || self.instant(index - 1, in: zone) != instant
    else { return nil }
    return Occurrence(instant: instant, index: index)
  }

  /// The number of occurrences after an instant and until another one, or at it.
  public func count(after start: Int64, through end: Int64, in zone: Zone) -> Int64 {
    let end = min(end, zone.end(of: self.end) - 1)
    if end <= start { return 0 }
    let first = min(count(through: start, in: zone), limit)
    let behind = min(count(through: end, in: zone), limit)
    // For a zone whose clocks jump back and forth, the number may be meaningless but not negative.
    return max(behind - first - twins(first, behind, in: zone), 0)
  }
}

extension Recurrence {
  /// The instant of an occurrence, even behind the end. nil: it is outside of the years.
  @inline(never)
  func instant(_ index: Int64, in zone: Zone) -> Int64? {
    guard index >= 0, index <= Self.mostIndices / step else { return nil }
    let moved: CivilDate?
    switch scale {
    case .seconds:
      let instant = zone.instant(ofLocal: anchor.seconds + Int64(time)) + index * step
      return instant < CivilDate.last.seconds + 86_400 ? instant : nil
    case .days: moved = anchor.adding(days: index * step)
    case .months: moved = anchor.adding(months: index * step)
    }
    return moved.map { zone.instant(ofLocal: $0.seconds + Int64(time)) }
  }

  /// Whether the last day is over.
  private func isOver(at instant: Int64, in zone: Zone) -> Bool {
    // No zone is further east of Greenwich.
    instant >= end.seconds + 86_400 - Zone.easternmost && instant >= zone.end(of: end)
  }

  /// The number of indices until an instant, or at it, whatever the end and the limit.
  private func count(through instant: Int64, in zone: Zone) -> Int64 { upcoming(after: instant, in: zone).index }

  /// The first index after an instant, whatever the end and the limit. Outside of the years it is at `Int64.max`.
  @inline(never)
  private func upcoming(after instant: Int64, in zone: Zone) -> Occurrence {
    let now = Zone.clamp(instant)
    let estimate = max(estimate(now, in: zone), 0)
    var next = Occurrence(instant: self.instant(estimate, in: zone) ?? Int64.max, index: estimate)
    // A zone's wall clock shifts by little more than a day over the years, so there are few steps.
    while next.instant <= now {
      next.index += 1
      next.instant = self.instant(next.index, in: zone) ?? Int64.max
    }
    if next.index > estimate { return next }
    while next.index > 0 {
      let former = self.instant(next.index - 1, in: zone) ?? Int64.max
      if former <= now { break }
      next = Occurrence(instant: former, index: next.index - 1)
    }
    return next
  }

  /// The index at an instant, or one near it.
  private func estimate(_ instant: Int64, in zone: Zone) -> Int64 {
    if scale == .seconds {
      let first = zone.instant(ofLocal: anchor.seconds + Int64(time))
      return instant < first ? 0 : (instant - first) / step + 1
    }
    let date = zone.date(at: instant)
    if scale == .days { return Int64(date.days - anchor.days) / step }
    return Int64(date.monthNumber - anchor.monthNumber) / step
  }

  /// The number of indices in a range that are at the same instant as the one before. The range begins at no such
  /// index, because `upcoming` never returns one.
  @inline(never)
  private func twins(_ start: Int64, _ end: Int64, in zone: Zone) -> Int64 {
    if !zone.skipsDays || scale != .days || step != 1 { return 0 }
    var twins: Int64 = 0
    for skipped in 0..<zone.count where zone.offset(before: skipped + 1) - zone.offset(before: skipped) >= 86_400 {
      // The first day that exists again.
      let after = Int64(zone.date(at: zone.time(skipped)).days - anchor.days)
      for index in after...(after + 1) where index > start && index < end {
        if instant(index, in: zone) == instant(index - 1, in: zone) { twins += 1 }
      }
    }
    return twins
  }
}
