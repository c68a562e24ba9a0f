import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Lists of reminders for hosts, the log, and files for other programs.

/// The computed state of a reminder at a time. Instants are seconds since 1970.
public struct ReminderInfo {
  /// Numbers like 20260131.
  public var expiry: Int64 = 0
  public var today: Int64 = 0
  /// The days that it keeps, and the days left; negative: it has expired.
  public var span: Int64 = 0
  public var daysLeft: Int64 = 0
  public var isSmart = false
  public var isExpired = false
  /// The end of its last good day.
  public var expires: Int64 = 0
  /// nil: it does not fire any more.
  public var next: Int64?
}

extension Account {
  /// Visits the reminders after a name, sorted by the bytes of their names. `visit` runs with locks held and must not
  /// call the engine.
  /// - Returns: whether there are more.
  public func listReminders(
    after name: UnsafeRawBufferPointer, limit: Int, visit: (borrowing ReminderRecord, ReminderInfo) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try readingReminders { (store) throws(Failure) in
      try store.listReminders(account: id, after: name, limit: limit) { record in visit(record, info(record)) }
    }
  }

  /// Visits one reminder, as `listReminders(after:limit:visit:)`.
  /// - Throws: `notFound`.
  public func readReminder(
    _ name: UnsafeRawBufferPointer, visit: (borrowing ReminderRecord, ReminderInfo) -> Void
  ) throws(Failure) {
    try Failure.checkName(name, "the id of a reminder")
    try readingReminders { (store) throws(Failure) in
      var record = ReminderRecord()
      if try !store.findReminder(account: id, name: name, into: &record) {
        throw Failure(.notFound, "there is no reminder ", quoting: name)
      }
      visit(record, info(record))
    }
  }

  /// Reads the store and the zones without `lock`.
  private func readingReminders<Result>(_ body: (Store) throws(Failure) -> Result) throws(Failure) -> Result {
    try reading { (store) throws(Failure) in
      engine.beginUsingZones()
      defer { engine.endUsingZones() }
      return try body(store)
    }
  }

  /// The computed state as far as it is known. With an unknown zone it is empty.
  private func info(_ record: borrowing ReminderRecord) -> ReminderInfo {
    var info = ReminderInfo()
    guard let reminder = try? reminder(record) else { return info }
    let zone = knownZone(reminder.zone)
    let now = engine.seconds
    let today = zone.date(at: now)
    info.today = today.number
    info.expiry = reminder.schedule.expiry.number
    info.span = Int64(reminder.schedule.span)
    info.daysLeft = Int64(reminder.schedule.expiry.days) - Int64(today.days)
    info.isSmart = reminder.schedule.isSmart
    info.isExpired = reminder.isExpired(at: now, in: zone)
    info.expires = reminder.schedule.expires(in: zone)
    if !record.isDone { info.next = reminder.next(after: now, in: zone)?.instant }
    return info
  }

  /// Visits the log, the oldest first.
  /// - Returns: whether there are more.
  public func listReminderLog(after: Int64, limit: Int, visit: (ReminderLogRow) -> Void) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try reading { (store) throws(Failure) in
      try store.listReminderNotes(account: id, after: after, limit: limit, visit: visit)
    }
  }
}

// MARK: - Other programs

extension Account {
  /// Writes all reminders as iCalendar, in place of the contents of `output`.
  public func exportReminders(into output: inout ByteBuffer) throws(Failure) {
    var writer = ICalendarWriter()
    var refused: Failure?
    _ = try readingReminders { (store) throws(Failure) in
      try store.listReminders(account: id) { record in
        do throws(Failure) {
          let planned = try reminder(record)
          var item = ICalendarItem(terms: try Account.terms(record))
          item.uid = record.name.bytes
          item.title = record.title.bytes
          item.body = record.body.bytes
          item.badge = record.path.bytes
          item.zone = record.zone.bytes
          item.stamp = Zone.seconds(ofMilliseconds: record[.stamp])
          item.revision = UInt32(truncatingIfNeeded: record[.revision])
          item.isDone = record.isDone
          writer.write(item, planned.schedule, in: knownZone(planned.zone))
        } catch { refused = refused ?? error }
      }
    }
    if let refused { throw refused }
    output.removeAll()
    do throws(OutOfMemory) { try output.append(try writer.end()) } catch { throw .noMemory }
  }

  /// Takes the valid reminders of an iCalendar file, or none. A reminder of the same name is replaced. Skipped entries,
  /// and skipped parts of the others, go into the host's log, with their line. `visit` gets the skipped entries in the
  /// order of the file. If `check`, which runs after the last one, throws, nothing is taken. Both run with locks held
  /// and must not call the engine.
  /// - Returns: the number of reminders taken, and of entries skipped.
  public func importReminders(
    _ file: UnsafeRawBufferPointer, visit: (SkippedEntry) -> Void = { _ in },
    check: () throws(Failure) -> Void = { () throws(Failure) in }
  ) throws(Failure) -> (taken: Int, skipped: Int) {
    var taken = 0
    var skipped = 0
    var report = ImportReport()
    try changeReminders(.call) { (now, share, hold) throws(Failure) in
      var reader = ICalendarReader(file, defaultTime: Int32(ReminderOptions.defaultTime))
      var visited = 0
      var isOver = false
      while !isOver {
        let item = try Account.next(&reader)
        let findings = reader.takeFindings()
        var isTaken = true
        if let item { isTaken = try isUsable(item) }
        for index in 0..<findings.count where isTaken || findings[index].reason.skipsEntry {
          try growing { () throws(OutOfMemory) in try report.add(findings[index]) }
        }
        guard let item else {
          isOver = true
          continue
        }
        if isTaken {
          try takeItem(item, now, in: share)
          taken += 1
        } else {
          try growing { () throws(OutOfMemory) in try report.add(line: item.line, Words.text, uid: item.uid) }
          skipped += 1
        }
        giveWay(&hold, after: &visited)
      }
      skipped += reader.skipped
      report.forEachSkipped(visit)
      try check()
      share.effects.sends = true
    }
    for index in 0..<report.count { log(report, index) }
    return (taken, skipped)
  }

  private func log(_ report: borrowing ImportReport, _ index: Int) {
    let line = LogLine("account ")
    name.withUnsafeBytes { line.quote($0) }
    line.append(report.skipsEntry(index) ? ": an entry was skipped, line " : ": an entry was imported in part, line ")
    line.append(Int64(report.line(index)))
    line.append(": ")
    line.append(report.reason(index))
    engine.logNow(2, line)
  }

  /// Whether a reminder can have the contents of an entry. Otherwise the thread's message has the reason.
  private func isUsable(_ item: ICalendarItem) throws(Failure) -> Bool {
    do throws(Failure) {
      try Failure.checkName(item.uid, "the id of a reminder")
      _ = try engine.zone(try zoneName(item.zone))
      if !item.badge.isEmpty { _ = try canonical(item.badge) }
      var record = ReminderRecord()
      record.take(item.terms)
      _ = try Account.checkedSchedule(record)
      return true
    } catch {
      switch error.status {
      case .argument, .range, .path, .notFound, .tooLarge: return false
      default: throw error
      }
    }
  }

  private static func next(_ reader: inout ICalendarReader) throws(Failure) -> ICalendarItem? {
    do throws(ICalendarError) { return try reader.next() } catch {
      if error.problem == .outOfMemory { throw .noMemory }
      throw Failure.calendar(error)
    }
  }

  /// - Precondition: it is usable.
  private func takeItem(_ item: ICalendarItem, _ now: Int64, in share: Share) throws(Failure) {
    var record = ReminderRecord()
    let isThere = try find(item.uid, &record)
    if !isThere { try growing { () throws(OutOfMemory) in try record.name.append(item.uid) } }
    let former = try doneReminder(record)
    let zone = try zoneName(item.zone)
    var end: Int64?
    if let until = item.until {
      end = max(knownZone(try engine.zone(zone)).date(at: until).number, item.terms.start?.number ?? 0)
    }
    record.take(item.terms, end: end)
    if !isThere || record.isDone != item.isDone {
      if item.isDone { try forgetMessage(record, in: share) }
      record[.state] = item.isDone ? Account.done : Account.active
      record.isChanged = true
    }
    var given = ReminderOptions()
    given.title = item.title
    given.body = item.body
    given.path = item.badge
    given.zone = zone
    try edit(&record, given, formerly: former, now, isThere ? .edited : .created, isDated: true, in: share)
  }

  /// The zone's name in a name that another program has made unique, like /mozilla.org/20050126_1/Europe/Berlin.
  private func zoneName(_ given: UnsafeRawBufferPointer) throws(Failure) -> UnsafeRawBufferPointer {
    if given.first != UInt8(ascii: "/") { return given }
    for index in 1..<given.count where given[index - 1] == UInt8(ascii: "/") {
      let name = UnsafeRawBufferPointer(rebasing: given[index...])
      do throws(Failure) {
        _ = try engine.zone(name)
        return name
      } catch { if error.status == .noMemory { throw error } }
    }
    return given
  }
}
