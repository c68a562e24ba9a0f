import TallyCalendar

// Zones without an engine, for fuzz_zones.c: the files come from hosts and systems.

/// Reads a zone and calls each of its functions.
/// - Returns: -1, or the byte at which the file is malformed.
@_cdecl("fuzz_zone")
public func zone(_ data: UnsafeRawPointer?, _ size: Int) -> Int {
  do throws(ZoneError) {
    let zone = try Zone.read(UnsafeRawBufferPointer(start: data, count: size))
    var time = Int64(-70_000_000_000)
    // Each nine months or so for half a century, and ever fewer up to the end of the calendar and beyond.
    for step: Int64 in [17_000_000_000, 23_700_001, 500_000_001, 1 << 36, Int64.max >> 3] {
      for _ in 0..<(step == 23_700_001 ? 64 : 8) {
        ask(zone, time)
        time = time.addingReportingOverflow(step).overflow ? Int64.max : time + step
      }
      if step == 17_000_000_000 { time = 900_000_000 }
    }
    return -1
  } catch {
    precondition(error.offset >= 0 && error.offset <= size && error.text.utf8CodeUnitCount > 0)
    return error.offset
  }
}

private func ask(_ zone: Zone, _ time: Int64) {
  let offset = zone.offset(at: time)
  precondition(offset >= -89_999 && offset <= 93_599)
  let instant = zone.instant(ofLocal: time)
  // If a clock shows the time at all, it does so then. Beyond the calendar there is nothing to compare.
  let shown = zone.local(at: instant)
  let isWithin = time > CivilDate.first.seconds + 200_000 && time < CivilDate.last.seconds - 200_000
  precondition(!isWithin || shown - time <= 183_598 && time - shown <= 183_598)
  guard let anchor = CivilDate(year: 2026, month: 1, day: 31) else { return }
  for unit in [CalendarUnit.hour, .day, .month] {
    guard let recurrence = Recurrence(Repetition(unit), anchor: anchor, time: 8999) else { continue }
    if let next = recurrence.next(after: time, in: zone) { precondition(next.instant > time && next.index >= 0) }
    if let last = recurrence.last(through: time, in: zone) { precondition(last.instant <= time && last.index >= 0) }
    precondition(recurrence.count(after: time - 90 * 86_400, through: time, in: zone) <= 91 * 24)
  }
}

/// Reads a rule.
/// - Returns: whether it is one.
@_cdecl("fuzz_rule")
public func rule(_ data: UnsafeRawPointer?, _ size: Int) -> Int32 {
  do throws(ZoneError) {
    _ = try ZoneRule(UnsafeRawBufferPointer(start: data, count: size))
    return 1
  } catch {
    precondition(error.problem == .rule && error.offset >= 0 && error.offset <= size)
    return 0
  }
}

/// Whether bytes are a zone's name.
@_cdecl("fuzz_zone_name")
public func name(_ data: UnsafeRawPointer?, _ size: Int) -> Int32 {
  do throws(ZoneError) {
    try ZoneTable.check(name: UnsafeRawBufferPointer(start: data, count: size))
    return 1
  } catch {
    precondition(error.problem == .name && error.offset >= 0 && error.offset <= size)
    return 0
  }
}
