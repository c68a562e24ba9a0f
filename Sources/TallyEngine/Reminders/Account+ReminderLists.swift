import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Lists of reminders for hosts, the plan for their systems, the log, and files for other programs.

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

/// A change of a notification in the host's system. Texts are borrowed during the visit, and empty for one that is
/// disarmed.
public struct PlannedNotification {
  public var entry: PlanEntry
  public var isArmed: Bool
  public var name = UnsafeRawBufferPointer(start: nil, count: 0)
  public var title = UnsafeRawBufferPointer(start: nil, count: 0)
  public var body = UnsafeRawBufferPointer(start: nil, count: 0)
  public var path = UnsafeRawBufferPointer(start: nil, count: 0)
}

public struct PlanSummary {
  public var planned = 0
  public var leftOut: Int64 = 0
  /// The plan is complete before this moment; nil: it is complete.
  public var reach: Int64?

  public init() {}
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

  /// Plans the notifications for the host's system, and visits the difference to its current ones: first those to
  /// disarm, then those to arm. They are stored as armed if `check`, which runs after the last one, does not throw.
  /// `visit` and `check` run with locks held and must not call the engine.
  /// - Parameters:
  ///   - isFromScratch: the system has nothing armed, whatever was reported before.
  ///   - isPeek: nothing is stored as armed.
  public func planNotifications(
    limit: Int, reserve: Int, isFromScratch: Bool, isPeek: Bool = false, visit: (PlannedNotification) -> Void,
    check: () throws(Failure) -> Void
  ) throws(Failure) -> PlanSummary {
    if !(0...Planner.mostEntries).contains(limit) || !(0...Planner.mostEntries).contains(reserve) {
      throw Failure(.range, "limit and reserve must be 0 to 4096")
    }
    var summary = PlanSummary()
    var isSeen = false
    do throws(Failure) {
      // A change that is dropped fires nothing.
      if isPeek { try changeReminders(.call) { _, _, _ in } }
      try changeReminders(.call) { (now, share, hold) throws(Failure) in
        guard let reminders = reminders.loaded else { return }
        reminders.planner.limit(to: limit == 0 ? 64 : limit, reserve: reserve)
        if isFromScratch {
          share.effects.reminders.isPlanned = true
          reminders.planner.forgetArmed()
        }
        try exclusively(&hold) { () throws(Failure) in
          try growing { () throws(OutOfMemory) in try reminders.planner.plan(at: now, engine.zones.table) }
          try tellPlan(reminders, visit)
          try check()
          summary.planned = reminders.planner.entries.count
          summary.leftOut = reminders.planner.leftOut
          summary.reach = reminders.planner.reach == Int64.max ? nil : reminders.planner.reach
          isSeen = isPeek
          if isPeek { throw Failure(.cancelled, "the plan was only looked at") }
          try storePlan(reminders, in: share)
        }
      }
    } catch {
      if !isSeen { throw error }
    }
    return summary
  }

  private func tellPlan(_ reminders: Reminders, _ visit: (PlannedNotification) -> Void) throws(Failure) {
    for index in 0..<reminders.planner.disarms.count {
      let entry = reminders.planner.disarms[index]
      try tell(entry, isArmed: false, visit)
    }
    for index in 0..<reminders.planner.arms.count { try tell(reminders.planner.arms[index], isArmed: true, visit) }
  }

  private func tell(_ entry: PlanEntry, isArmed: Bool, _ visit: (PlannedNotification) -> Void) throws(Failure) {
    var record = ReminderRecord()
    _ = try store.readReminder(Int64(bitPattern: entry.reminder), into: &record)
    var notification = PlannedNotification(entry: entry, isArmed: isArmed)
    notification.name = record.name.bytes
    if isArmed {
      notification.title = record.title.bytes
      notification.body = record.body.bytes
      notification.path = record.path.bytes
    }
    record[.revision] = Int64(entry.revision)
    try note(isArmed ? .armed : .cancelled, record, instant: entry.occurrence.instant)
    visit(notification)
  }

  /// The armed notifications change with the commit. If that fails, all of it is read again.
  private func storePlan(_ reminders: Reminders, in share: Share) throws(Failure) {
    try share.store.forgetArmed(account: id)
    for index in 0..<reminders.planner.entries.count {
      let entry = reminders.planner.entries[index]
      try share.store.arm(
        account: id,
        ArmedRow(
          reminder: Int64(bitPattern: entry.reminder), revision: Int64(entry.revision),
          index: entry.occurrence.index, instant: entry.occurrence.instant, id: Int64(bitPattern: entry.id)))
    }
    share.effects.reminders.isPlanned = true
    reminders.planner.commit()
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
