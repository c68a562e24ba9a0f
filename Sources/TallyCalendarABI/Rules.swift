public import CCalendar
import TallyBorder
import TallyCalendar
import TallyFailure

// Recurrence.

/// A rule of the host, checked, with its zone.
private struct Setting {
  let recurrence: Recurrence
  let zone: Zone

  @inline(never)
  init(
    _ given: UnsafePointer<tally_calendar_rule>?, _ zone: UnsafePointer<tally_calendar_zone>?
  ) throws(Failure) {
    guard let given else { throw Failure.missing("rule") }
    self.zone = try TallyCalendarABI.zone(zone)
    var raw = tally_calendar_rule()
    try options(given, into: &raw)
    guard let unit = CalendarUnit(rawValue: UInt8(clamping: raw.unit)) else {
      throw Failure(.argument, "unknown unit")
    }
    try Failure.check(Int64(raw.every), 0...Int64(Repetition.most), "every")
    try Failure.check(Int64(raw.time), 0...86_399, "the time")
    try Failure.check(raw.limit, 0...Int64.max, "the limit")
    let first = try date(raw.first, "the first date")
    let hasEnd = raw.end.year | raw.end.month | raw.end.day != 0
    let end = hasEnd ? try date(raw.end, "the end") : CivilDate.last
    let recurrence = Recurrence(
      Repetition(unit, every: max(raw.every, 1)), anchor: first, time: raw.time, end: end,
      limit: raw.limit == 0 ? Int64.max : raw.limit)
    guard let recurrence else { throw Failure(.range, "the end is before the first date") }
    self.recurrence = recurrence
  }
}

/// Writes an occurrence of a rule, or says that there is none.
private func find(
  _ rule: UnsafePointer<tally_calendar_rule>?, _ zone: UnsafePointer<tally_calendar_zone>?,
  _ outOccurrence: UnsafeMutablePointer<tally_calendar_occurrence>?, _ occurrence: (Setting) -> Occurrence?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outOccurrence, "out_occurrence")
    guard let occurrence = occurrence(try Setting(rule, zone)) else { return .empty }
    target.pointee = tally_calendar_occurrence(time: occurrence.instant * 1000, index: occurrence.index)
    return .ok
  }
}

@c @implementation
public func tally_calendar_next(
  _ rule: UnsafePointer<tally_calendar_rule>?, _ zone: UnsafePointer<tally_calendar_zone>?, _ after: Int64,
  _ outOccurrence: UnsafeMutablePointer<tally_calendar_occurrence>?
) -> tally_calendar_status {
  find(rule, zone, outOccurrence) { $0.recurrence.next(after: seconds(after), in: $0.zone) }
}

@c @implementation
public func tally_calendar_last(
  _ rule: UnsafePointer<tally_calendar_rule>?, _ zone: UnsafePointer<tally_calendar_zone>?, _ through: Int64,
  _ outOccurrence: UnsafeMutablePointer<tally_calendar_occurrence>?
) -> tally_calendar_status {
  find(rule, zone, outOccurrence) { $0.recurrence.last(through: seconds(through), in: $0.zone) }
}

@c @implementation
public func tally_calendar_at(
  _ rule: UnsafePointer<tally_calendar_rule>?, _ zone: UnsafePointer<tally_calendar_zone>?, _ index: Int64,
  _ outOccurrence: UnsafeMutablePointer<tally_calendar_occurrence>?
) -> tally_calendar_status {
  find(rule, zone, outOccurrence) { $0.recurrence.occurrence(index, in: $0.zone) }
}

@c @implementation
public func tally_calendar_count(
  _ rule: UnsafePointer<tally_calendar_rule>?, _ zone: UnsafePointer<tally_calendar_zone>?, _ after: Int64,
  _ through: Int64, _ outCount: UnsafeMutablePointer<Int64>?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outCount, "out_count")
    let setting = try Setting(rule, zone)
    target.pointee = setting.recurrence.count(after: seconds(after), through: seconds(through), in: setting.zone)
    return .ok
  }
}
