import TallyBorder
import TallyCalendar
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

public import CTally

/// Reads the members whose fields are set.
func reminderOptions(_ given: UnsafePointer<tally_reminder_options>?) throws(Failure) -> ReminderOptions {
  var raw = tally_reminder_options()
  try options(given, into: &raw)
  let known = TALLY_REMINDER_FIELD_OVERDUE << 1 &- 1
  try refuse(unless: raw.fields & ~known == 0, "unknown fields")
  var result = ReminderOptions()
  if raw.has(TALLY_REMINDER_FIELD_TITLE) { result.title = try textOrNone(raw.title, "title") }
  if raw.has(TALLY_REMINDER_FIELD_BODY) { result.body = try textOrNone(raw.body, "body") }
  if raw.has(TALLY_REMINDER_FIELD_PATH) { result.path = uncheckedOrNone(raw.path) }
  if raw.has(TALLY_REMINDER_FIELD_ZONE) { result.zone = try textOrNone(raw.zone, "zone") }
  if raw.has(TALLY_REMINDER_FIELD_PRODUCED) { result.produced = raw.produced }
  if raw.has(TALLY_REMINDER_FIELD_SHELF_LIFE) {
    result.shelfLife = ReminderOptions.Span(count: raw.shelf_life, unit: raw.shelf_unit)
  }
  if raw.has(TALLY_REMINDER_FIELD_TIME_OF_DAY) { result.time = raw.time_of_day }
  if raw.has(TALLY_REMINDER_FIELD_SMART) { result.smart = try smart(raw.smart) }
  if raw.has(TALLY_REMINDER_FIELD_START) { result.start = raw.start }
  if raw.has(TALLY_REMINDER_FIELD_END) { result.end = raw.end }
  if raw.has(TALLY_REMINDER_FIELD_REPEAT) {
    result.repetition = ReminderOptions.Span(count: raw.repeat_every, unit: raw.repeat_unit)
  }
  if raw.has(TALLY_REMINDER_FIELD_OVERDUE) {
    let interval = ReminderOptions.Span(count: raw.overdue_every, unit: raw.overdue_unit)
    result.overdue = ReminderOptions.Overdue(every: interval, limit: raw.overdue_limit)
  }
  return result
}

extension tally_reminder_options {
  fileprivate func has(_ field: UInt32) -> Bool { fields & field != 0 }
}

private func smart(_ raw: tally_smart) throws(Failure) -> ReminderTerms.Smart {
  switch raw {
  case TALLY_SMART_AUTOMATIC: return .automatic
  case TALLY_SMART_ON: return .on
  case TALLY_SMART_OFF: return .off
  default: throw Failure(.argument, "unknown value of smart")
  }
}

/// Runs a change of one reminder.
private func change(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?,
  _ body: (Account, UnsafeRawBufferPointer) throws(Failure) -> Void
) -> tally_status {
  answer { () throws(Failure) in
    try body(try account(handle), try text(id, "id"))
    return .ok
  }
}

@c @implementation
public func tally_reminder_put(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_reminder_options>?
) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in
    try account.change(reminder: name, .put(try reminderOptions(given)))
  }
}

@c @implementation
public func tally_reminder_edit(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_reminder_options>?
) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in
    try account.change(reminder: name, .edit(try reminderOptions(given)))
  }
}

@c @implementation
public func tally_reminder_mark_done(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ outcome: UInt32
) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in
    try refuse(unless: outcome == 0, "unknown outcome")
    try account.change(reminder: name, .done)
  }
}

@c @implementation
public func tally_reminder_mark_undone(_ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in try account.change(reminder: name, .undone) }
}

@c @implementation
public func tally_reminder_remove(_ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in try account.change(reminder: name, .remove) }
}

@c @implementation
public func tally_reminder_snooze(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ until: Int64
) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in try account.change(reminder: name, .snooze(until)) }
}

@c @implementation
public func tally_reminder_acknowledge(_ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?) -> tally_status {
  change(handle, id) { (account, name) throws(Failure) in try account.change(reminder: name, .acknowledge) }
}

@c @implementation
public func tally_reminder_list(
  _ handle: OpaquePointer?, _ flags: UInt32, _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_reminder.self) { (list) throws(Failure) in
    try refuseFlags(flags)
    let account = try account(handle)
    let start = try list.begin(ListName(.reminders, account: account.id), after: after)
    return try account.listReminders(after: start?.name ?? noText, limit: list.limit) { record, info in
      list.add(record, info)
    }
  }
}

@c @implementation
public func tally_reminder_get(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_reminder.self) { (list) throws(Failure) in
    try account(handle).readReminder(try text(id, "id")) { record, info in list.add(record, info) }
    return false
  }
}

extension ListWriter {
  fileprivate mutating func add(_ record: borrowing ReminderRecord, _ info: ReminderInfo) {
    var entry = tally_reminder(record, info)
    entry.id = add(record.name.bytes)
    place.name = entry.id
    entry.title = add(record.title.bytes)
    entry.body = add(record.body.bytes)
    entry.path = add(record.path.bytes)
    entry.zone = add(record.zone.bytes)
    add(entry: entry)
  }
}

extension tally_reminder {
  fileprivate init(_ record: borrowing ReminderRecord, _ info: ReminderInfo) {
    func small(_ number: ReminderNumber) -> Int32 { Int32(clamping: record[number]) }
    self.init()
    key = record.id
    next_time = info.next.map { milliseconds($0) } ?? 0
    due_time = record.litSince.map { milliseconds($0) } ?? 0
    expires = milliseconds(info.expires)
    stamp = record[.stamp]
    revision = UInt32(truncatingIfNeeded: record[.revision])
    let active = info.isExpired ? TALLY_REMINDER_STATE_EXPIRED : TALLY_REMINDER_STATE_ACTIVE
    state = record.isDone ? TALLY_REMINDER_STATE_DONE : active
    expiry = Int32(clamping: info.expiry)
    span = Int32(clamping: info.span)
    days_left = Int32(clamping: info.daysLeft)
    is_smart = info.isSmart ? 1 : 0
    produced = small(.produced)
    shelf_life = small(.shelfLife)
    shelf_unit = small(.shelfUnit)
    time_of_day = small(.time)
    entered = small(.entered)
    smart = small(.smart) + 1
    repeat_unit = small(.repeatUnit)
    repeat_every = small(.repeatEvery)
    start = small(.start)
    end = small(.end)
    overdue_unit = small(.overdueUnit)
    overdue_every = small(.overdueEvery)
    overdue_limit = small(.overdueLimit)
  }
}

private func milliseconds(_ seconds: Int64) -> Int64 {
  let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
  return overflow ? Int64.max : product
}

@c @implementation
public func tally_reminder_plan(
  _ handle: OpaquePointer?, _ given: UnsafePointer<tally_plan_options>?, _ rows: UnsafeMutablePointer<tally_rows>?,
  _ outPlan: UnsafeMutablePointer<tally_plan>?
) -> tally_status {
  listing(rows, tally_plan_entry.self) { (list) throws(Failure) in
    var raw = tally_plan_options()
    try options(given, into: &raw)
    let known = UInt32(TALLY_PLAN_FLAG_FROM_SCRATCH)
    try refuse(unless: raw.flags & ~known == 0, "unknown flags")
    if let outPlan { try fill(outPlan, with: tally_plan()) }
    let summary = try account(handle).planNotifications(
      limit: Int(clamping: raw.limit), reserve: Int(clamping: raw.reserve),
      isFromScratch: raw.flags & UInt32(TALLY_PLAN_FLAG_FROM_SCRATCH) != 0
    ) { planned in
      var entry = tally_plan_entry()
      entry.id = Int64(bitPattern: planned.entry.id)
      entry.time = milliseconds(planned.entry.occurrence.instant)
      entry.occurrence = planned.entry.occurrence.index
      entry.revision = planned.entry.revision
      entry.action = planned.isArmed ? TALLY_PLAN_ACTION_ARM : TALLY_PLAN_ACTION_DISARM
      entry.reminder = list.add(planned.name)
      entry.title = list.add(planned.title)
      entry.body = list.add(planned.body)
      entry.path = list.add(planned.path)
      list.add(entry: entry)
    } check: { () throws(Failure) in
      if list.isFull { throw ListWriter.noRoom }
    }
    var plan = tally_plan()
    plan.planned = UInt32(clamping: summary.planned)
    plan.left_out = UInt64(clamping: summary.leftOut)
    plan.reach = summary.reach.map { milliseconds($0) } ?? 0
    plan.token = summary.token
    if let outPlan { try fill(outPlan, with: plan) }
    return false
  }
}

@c @implementation
public func tally_reminder_confirm_plan(_ handle: OpaquePointer?, _ token: UInt64) -> tally_status {
  answer { () throws(Failure) in try account(handle).confirmPlan(token) }
}

@c @implementation
public func tally_reminder_list_notes(
  _ handle: OpaquePointer?, _ flags: UInt32, _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_reminder_note.self) { (list) throws(Failure) in
    try list.takeFlags(flags)
    let account = try account(handle)
    let start = try list.begin(ListName(.notes, account: account.id), after: after)
    return try account.listReminderLog(after: start?.number ?? 0, limit: list.limit) { row in
      var entry = tally_reminder_note()
      list.place.number = row.id
      entry.id = row.id
      entry.time = row.time
      entry.occurrence_time = milliseconds(row.instant)
      entry.revision = UInt32(truncatingIfNeeded: row.revision)
      entry.kind = Int32(clamping: row.kind)
      entry.reminder = list.add(row.name)
      list.add(entry: entry)
    }
  }
}

@c @implementation
public func tally_reminder_export(
  _ handle: OpaquePointer?, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    var file = ByteBuffer()
    try account(handle).exportReminders(into: &file)
    return file
  }
}

@c @implementation
public func tally_reminder_import(
  _ handle: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ rows: UnsafeMutablePointer<tally_rows>?,
  _ outReport: UnsafeMutablePointer<tally_import_report>?
) -> tally_status {
  // Without a list of the host's the entries are only counted.
  var none = tally_rows()
  none.struct_size = UInt32(MemoryLayout<tally_rows>.size)
  none.entry_size = UInt32(MemoryLayout<tally_skipped_entry>.size)
  return withUnsafeMutablePointer(to: &none) { none in
    listing(rows ?? none, tally_skipped_entry.self) { (list) throws(Failure) in
      if size < 0 || bytes == nil { throw Failure.missing("bytes") }
      try prepare(outReport)
      let file = UnsafeRawBufferPointer(start: bytes, count: size)
      let result = try account(handle).importReminders(file) { found in
        if rows != nil { list.add(found) }
      } check: { () throws(Failure) in
        if list.isFull { throw ListWriter.noRoom }
      }
      try report(outReport, result.taken, result.skipped)
      return false
    }
  }
}

extension ListWriter {
  fileprivate mutating func add(_ found: SkippedEntry) {
    var entry = tally_skipped_entry()
    entry.line = Int64(found.line)
    entry.uid = add(found.uid)
    entry.reason = add(found.reason)
    add(entry: entry)
  }
}

@c @implementation
public func tally_engine_set_zone(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).setZone(name == nil ? nil : textOrNone(name, "name"))
    return .ok
  }
}
