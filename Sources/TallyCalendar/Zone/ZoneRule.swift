/// The changes of a zone after its last known transition, for ever: a POSIX TZ string.
public struct ZoneRule: BitwiseCopyable, Sendable {
  /// When the clock is changed in each year, in seconds of the clock before the change.
  struct Change: BitwiseCopyable, Sendable {
    enum Kind: UInt8 { case julian, day, weekday }
    var kind = Kind.day
    /// 1...12 for a weekday.
    var month: UInt8 = 1
    /// 1...5; 5 is the month's last.
    var week: UInt8 = 1
    /// The weekday, from Sunday = 0. Otherwise the day of the year, from 1 without a leap day (`julian`), or from 0
    /// with it.
    var day: Int32 = 0
    /// -167 to 167 hours, in seconds from that day's midnight.
    var time: Int32 = 7200
  }

  // Seconds east of Greenwich.
  var standard: Int32 = 0
  var daylight: Int32 = 0
  /// Whether there is daylight saving time.
  var changes = false
  var start = Change()
  var end = Change()

  /// UTC.
  init() {}

  /// The offset at a time.
  /// - Parameter isLocal: the time is a local time. A skipped or repeated one has the offset before.
  func offset(at seconds: Int64, isLocal: Bool) -> Int32 {
    guard changes else { return standard }
    let time = seconds - (isLocal ? Int64(max(standard, daylight)) : 0)
    // A change at the turn of the year may be up to a week before or after it.
    let year = Zone.date(of: seconds).fields.year
    var latest = Int64.min
    var offset = standard
    for year in (year - 1)...(year + 1) {
      let on = start.seconds(in: year) - Int64(standard)
      if on <= time, on >= latest { (latest, offset) = (on, daylight) }
      let off = end.seconds(in: year) - Int64(daylight)
      // If it ends when it begins again, it never ends.
      if off <= time, off > latest { (latest, offset) = (off, standard) }
    }
    return offset
  }
}

extension ZoneRule.Change {
  @inline(never)
  func seconds(in year: Int32) -> Int64 {
    var days = CivilDate.days(year: year, month: Int32(month))
    switch kind {
    case .day: days += day
    case .julian: days += day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
    case .weekday:
      // 1970-01-01 was a Thursday. The sum is made positive by whole weeks.
      let first = (days + 4 + 7 * 200_000) % 7
      var within = (day - first + 7) % 7 + 7 * (Int32(week) - 1)
      if within >= CivilDate.length(year: year, month: Int32(month)) { within -= 7 }
      days += within
    }
    return Int64(days) * 86_400 + Int64(time)
  }
}
