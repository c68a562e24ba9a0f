public import CCalendar
import TallyBorder
import TallyCalendar
import TallyFailure
import TallyMemory

// Statuses, zones and dates. Nothing here allocates memory.

@c @implementation
public func tally_calendar_status_name(_ status: tally_calendar_status) -> UnsafePointer<CChar>? {
  // A static string is ended by NUL.
  UnsafeRawPointer(name(status).utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Names the statuses of this header alone, so that the names of all others are not in the library.
private func name(_ status: tally_calendar_status) -> StaticString {
  switch status {
  case TALLY_OK: "TALLY_OK"
  case TALLY_EMPTY: "TALLY_EMPTY"
  case TALLY_ERROR_ARGUMENT: "TALLY_ERROR_ARGUMENT"
  case TALLY_ERROR_RANGE: "TALLY_ERROR_RANGE"
  case TALLY_ERROR_BUFFER_TOO_SMALL: "TALLY_ERROR_BUFFER_TOO_SMALL"
  case TALLY_ERROR_MALFORMED: "TALLY_ERROR_MALFORMED"
  default: "TALLY_UNKNOWN"
  }
}

@c @implementation
public func tally_calendar_error_message(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_calendar_status {
  copyMessage(buffer, capacity, outLength)
}

/// Runs the body of a function. What it throws becomes the message.
@inline(never)
func call(_ body: () throws(Failure) -> Status) -> tally_calendar_status {
  do throws(Failure) { return try body().rawValue } catch { return tell(error) }
}

// MARK: Zones

/// The contents of a `tally_calendar_zone`. A structure that was never filled has another sign, so it is rejected.
struct StoredZone: BitwiseCopyable {
  static let sign: UInt64 = 0x7A6F_6E65_7461_6C79

  var sign = StoredZone.sign
  var zone: Zone
}

/// The zone of a call; NULL is UTC.
@inline(never)
func zone(_ given: UnsafePointer<tally_calendar_zone>?) throws(Failure) -> Zone {
  guard let given else { return Zone.utc }
  let stored = UnsafeRawPointer(given).loadUnaligned(as: UInt64.self)
  if stored != StoredZone.sign { throw Failure(.argument, "the zone was never read") }
  return UnsafeRawPointer(given).loadUnaligned(as: StoredZone.self).zone
}

private func store(_ zone: Zone, _ target: UnsafeMutablePointer<tally_calendar_zone>) {
  precondition(MemoryLayout<StoredZone>.size <= MemoryLayout<tally_calendar_zone>.size)
  target.pointee = tally_calendar_zone()
  UnsafeMutableRawPointer(target).storeBytes(of: StoredZone(zone: zone), as: StoredZone.self)
}

private func failure(_ error: ZoneError) -> Failure {
  let failure = Failure(.malformed, "the zone: ")
  Words.add(error.text)
  Words.add(", at byte ")
  Words.add(number: Int64(error.offset))
  return failure
}

@c @implementation
public func tally_calendar_zone_read(
  _ given: UnsafeRawPointer?, _ size: Int, _ outZone: UnsafeMutablePointer<tally_calendar_zone>?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outZone, "out_zone")
    guard given != nil else { throw Failure.missing("bytes") }
    let file = try bytes(given, size)
    do throws(ZoneError) { store(try Zone.read(file), target) } catch { throw failure(error) }
    return .ok
  }
}

@c @implementation
public func tally_calendar_zone_parse(
  _ given: UnsafePointer<CChar>?, _ outZone: UnsafeMutablePointer<tally_calendar_zone>?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outZone, "out_zone")
    let rule = try unchecked(given, "text")
    do throws(ZoneError) { store(Zone(rule: try ZoneRule(rule)), target) } catch { throw failure(error) }
    return .ok
  }
}

// MARK: Dates

/// A date of the host. Three zeros are none.
func date(_ given: tally_calendar_date, _ what: StaticString) throws(Failure) -> CivilDate {
  if let date = CivilDate(year: Int(given.year), month: Int(given.month), day: Int(given.day)) { return date }
  throw Failure(.range, what, " is no date of the years 1 to 9999")
}

func raw(_ date: CivilDate) -> tally_calendar_date {
  let fields = date.fields
  return tally_calendar_date(year: fields.year, month: fields.month, day: fields.day)
}

/// Seconds, rounded down.
func seconds(_ milliseconds: Int64) -> Int64 {
  milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
}

@c @implementation
public func tally_calendar_get_fields(
  _ given: UnsafePointer<tally_calendar_zone>?, _ time: Int64,
  _ outFields: UnsafeMutablePointer<tally_calendar_fields>?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outFields, "out_fields")
    let zone = try zone(given)
    let first = (CivilDate.first.seconds) * 1000
    let time = max(first, min(time, CivilDate.last.seconds * 1000 + 86_399_999))
    let instant = seconds(time)
    // An offset may lead out of the years: then their beginning or end is shown.
    let local = max(CivilDate.first.seconds, min(zone.local(at: instant), CivilDate.last.seconds + 86_399))
    let date = zone.date(at: instant)
    var fields = tally_calendar_fields()
    fields.date = raw(date)
    fields.time = Int32(truncatingIfNeeded: (local - date.seconds) * 1000 + (time - instant * 1000))
    // 1970-01-01 was a Thursday; the sum is made positive by whole weeks.
    fields.weekday = (date.days + 3 + 7 * 200_000) % 7 + 1
    fields.utc_offset = zone.offset(at: instant)
    target.pointee = fields
    return .ok
  }
}

@c @implementation
public func tally_calendar_time(
  _ given: UnsafePointer<tally_calendar_zone>?, _ fields: UnsafePointer<tally_calendar_fields>?,
  _ outTime: UnsafeMutablePointer<Int64>?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outTime, "out_time")
    guard let fields else { throw Failure.missing("fields") }
    let zone = try zone(given)
    let date = try date(fields.pointee.date, "the date")
    try Failure.check(Int64(fields.pointee.time), 0...86_399_999, "the time")
    let (second, rest) = (Int64(fields.pointee.time / 1000), Int64(fields.pointee.time % 1000))
    target.pointee = zone.instant(ofLocal: date.seconds + second) * 1000 + rest
    return .ok
  }
}

@c @implementation
public func tally_calendar_add(
  _ given: UnsafePointer<tally_calendar_date>?, _ months: Int64, _ days: Int64,
  _ outDate: UnsafeMutablePointer<tally_calendar_date>?
) -> tally_calendar_status {
  call { () throws(Failure) in
    let target = try output(outDate, "out_date")
    guard let given else { throw Failure.missing("date") }
    let first = try date(given.pointee, "the date")
    guard let sum = first.adding(months: months)?.adding(days: days) else {
      throw Failure(.range, "the result is no date of the years 1 to 9999")
    }
    target.pointee = raw(sum)
    return .ok
  }
}
