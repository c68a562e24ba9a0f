import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// What expires: entered, edited, done, moved and acknowledged. Each is one transaction, in which what was due until
// then fires first, so that an edit never takes away what has fired.

/// What a host says of a reminder. Where something is left out (nil, 0), an edit leaves it as it was.
public struct ReminderOptions {
  public typealias Text = UnsafeRawBufferPointer
  public static let midnight: Int32 = -1
  public static let defaultTime: Int64 = 9 * 3600

  public var title: Text?
  public var body: Text?
  public var path: Text?
  public var zone: Text?
  /// Numbers like 20260131.
  public var produced: Int32 = 0
  public var start: Int32 = 0
  public var end: Int32 = 0
  public var shelfLife: Int32 = 0
  public var shelfUnit: Int32 = 0
  public var time: Int32 = 0
  /// 1: automatic, 2: on, 3: off.
  public var smart: Int32 = 0
  public var repeatUnit: Int32 = 0
  public var repeatEvery: Int32 = 0
  public var overdueUnit: Int32 = 0
  public var overdueEvery: Int32 = 0
  public var overdueLimit: Int32 = 0
  public var clearsStart = false
  public var clearsEnd = false
  public var clearsRepeat = false
  public var clearsOverdue = false

  public init() {}
}

extension Account {
  // MARK: - The host's part

  /// Enters a reminder, of which there is none by that name.
  public func putReminder(_ name: UnsafeRawBufferPointer, _ given: ReminderOptions) throws(Failure) {
    try checkReminder(name, given)
    try changingReminders { (now) throws(Failure) in
      var record = ReminderRecord()
      if try find(name, &record) { throw Failure(.exists, "the reminder ", quoting: name, " is there already") }
      try growing { () throws(OutOfMemory) in try record.name.append(name) }
      record[.state] = Account.active
      record[.time] = ReminderOptions.defaultTime
      try edit(&record, given, now, .created)
    }
  }

  /// Changes what is given of it.
  public func editReminder(_ name: UnsafeRawBufferPointer, _ given: ReminderOptions) throws(Failure) {
    try checkReminder(name, given)
    try changingReminder(name) { (record, now) throws(Failure) in
      if record.isDone { try catchUp(&record, now) }
      try edit(&record, given, now, .edited)
    }
  }

  /// - Parameter isDone: false: it is as if it had never been done.
  public func finishReminder(_ name: UnsafeRawBufferPointer, isDone: Bool) throws(Failure) {
    try changingReminder(name) { (record, now) throws(Failure) in
      if record.isDone == isDone { return }
      if isDone {
        record[.state] = Account.done + (try stateOfMessage(record))
        try forgetMessage(record)
        return try save(&record, now, .done, isNew: true)
      }
      // While the account is logged out nothing fires, and what came due is missed when it is logged in.
      if isLoggedIn { try catchUp(&record, now) }
      let state = record[.state] - Account.done
      record[.state] = Account.active
      try save(&record, now, .undone, isNew: true)
      try light(record, as: state)
    }
  }

  public func removeReminder(_ name: UnsafeRawBufferPointer) throws(Failure) {
    try changingReminder(name) { (record, now) throws(Failure) in
      try unlight(&record)
      if outbox != nil { try send(record, isDeleted: true) }
      try note(.deleted, record)
      try engine.store.removeReminder(record.id)
      reminders?.isChanged = true
      reminders?.planner.remove(UInt64(bitPattern: record.id))
    }
  }

  /// Moves what has fired and was not acknowledged, else what was moved before, else the next one.
  /// - Parameter time: milliseconds since 1970.
  public func snoozeReminder(_ name: UnsafeRawBufferPointer, until time: Int64) throws(Failure) {
    try changingReminder(name) { (record, now) throws(Failure) in
      let until = Zone.seconds(ofMilliseconds: time)
      if until <= now { throw Failure(.range, "a reminder is moved to a time that is still to come") }
      if record.isDone { throw Failure(.conflict, "the reminder ", quoting: name, " is done") }
      let reminder = try reminder(record)
      let zone = engine.zones[reminder.zone]
      let isMoved = record[.snoozedIndex] >= 0 && record[.due] == record[.snoozed]
      var index = record[.dueIndex] >= 0 && isMoved ? record[.snoozedIndex] : record[.dueIndex]
      if index < 0 || index == ReminderRecord.formerIndex {
        // One that was moved before and has not fired would be at its old place again, if another one were moved.
        let moved = reminder.snoozed.flatMap {
          $0.instant > reminder.told && reminder.canSnooze($0, in: zone) ? $0 : nil
        }
        guard let next = moved ?? reminder.next(after: now, in: zone) else {
          throw Failure(.conflict, "the reminder ", quoting: name, " does not fire any more")
        }
        index = next.index
      }
      if !reminder.canSnooze(Occurrence(instant: until, index: index), in: zone) {
        throw Failure(.range, "a reminder cannot be moved behind its end")
      }
      record[.snoozed] = until
      record[.snoozedIndex] = index
      // One that was moved before, and did not fire, does not come back for a time that has passed.
      if isLoggedIn { record[.told] = max(record[.told], now) }
      try unlight(&record)
      try save(&record, now, .snoozed, isNew: false)
    }
  }

  /// What has fired was seen to: its badge goes out.
  public func acknowledgeReminder(_ name: UnsafeRawBufferPointer) throws(Failure) {
    try changingReminder(name) { (record, now) throws(Failure) in
      if record.isDone { try catchUp(&record, now) }
      if record[.dueIndex] < 0 { return }
      try note(.acknowledged, record, instant: record[.due])
      try unlight(&record)
      try engine.store.saveReminder(account: id, &record)
    }
  }

  // MARK: - Within a transaction

  static let active = ReminderRecord.active
  static let done = ReminderRecord.done
  static let maxReminders = 100_000

  /// Runs a change, after what is due; where it fails, what is in memory is read anew.
  func changingReminders<Result>(_ body: (Int64) throws(Failure) -> Result) throws(Failure) -> Result {
    try withStore { () throws(Failure) in
      try engine.reserveReminderWakes()
      engine.beginReminders()
      do throws(Failure) {
        let result = try commit { () throws(Failure) in
          let now = engine.seconds
          if reminders == nil { try exclusively { () throws(Failure) in try loadReminders(now) } }
          try noteLogin()
          try fireDue(now)
          return try body(now)
        }
        tellReminders()
        planReminders()
        return result
      } catch {
        abandonReminders()
        throw error
      }
    }
  }

  /// The same of one that is there.
  private func changingReminder(
    _ name: UnsafeRawBufferPointer, _ body: (inout ReminderRecord, Int64) throws(Failure) -> Void
  ) throws(Failure) {
    try Failure.checkName(name, "the id of a reminder")
    try changingReminders { (now) throws(Failure) in
      var record = ReminderRecord()
      if try !find(name, &record) { throw Failure(.notFound, "there is no reminder ", quoting: name) }
      try body(&record, now)
    }
    if outbox != nil { wakeOutbox() }
  }

  func find(_ name: UnsafeRawBufferPointer, _ record: inout ReminderRecord) throws(Failure) -> Bool {
    var isThere = false
    isThere = try engine.store.findReminder(account: id, name: name, into: &record)
    return isThere
  }

  private func checkReminder(_ name: UnsafeRawBufferPointer, _ given: ReminderOptions) throws(Failure) {
    try Failure.checkName(name, "the id of a reminder")
    var size = 0
    for text in [given.title, given.body] {
      guard let text else { continue }
      if !isText(text) { throw Failure(.argument, "a text of the reminder is not UTF-8") }
      size += text.count
    }
    if size > engine.options.maxResponseBytes {
      throw Failure(.tooLarge, "the reminder is longer than a response may be")
    }
    if let path = given.path, !path.isEmpty { _ = try canonical(path) }
  }

  /// Takes what is given, checks all of it, and plans it anew.
  /// - Parameter isDated: the record says when it was entered.
  func edit(
    _ record: inout ReminderRecord, _ given: ReminderOptions, _ now: Int64, _ kind: ReminderNote,
    isDated: Bool = false
  ) throws(Failure) {
    try take(given.title, &record.title)
    try take(given.body, &record.body)
    try take(given.zone, &record.zone)
    if let path = given.path {
      try forgetMessage(record)
      let place = path.isEmpty ? Path() : try canonical(path)
      try growing { () throws(OutOfMemory) in
        try record.path.replace(with: path.isEmpty ? path : place.bytes.bytes)
      }
    }
    func set(_ number: ReminderNumber, _ value: Int32) { if value != 0 { record[number] = Int64(value) } }
    let zone = engine.zones[try engine.zone(record.zone.bytes)]
    if record.id == 0 && !isDated {
      record[.entered] = zone.date(at: now).number
      record[.produced] = record[.entered]
    }
    if given.clearsStart { record[.start] = 0 }
    if given.clearsEnd { record[.end] = 0 }
    if given.clearsRepeat { record[.repeatUnit] = 0 }
    if given.clearsOverdue { record[.overdueUnit] = 0 }
    set(.produced, given.produced)
    set(.start, given.start)
    set(.end, given.end)
    set(.shelfLife, given.shelfLife)
    set(.shelfUnit, given.shelfUnit)
    set(.repeatUnit, given.repeatUnit)
    set(.repeatEvery, given.repeatEvery)
    set(.overdueUnit, given.overdueUnit)
    set(.overdueEvery, given.overdueEvery)
    set(.overdueLimit, given.overdueLimit)
    // Also where they are not looked at by now.
    if !Account.isRepeated(record[.repeatEvery]) { throw Failure(.argument, ReminderError.everyRange.text) }
    if !Account.isRepeated(record[.overdueEvery]) || !Account.isRepeated(record[.overdueLimit]) {
      throw Failure(.argument, ReminderError.overdue.text)
    }
    if given.time != 0 { record[.time] = given.time == ReminderOptions.midnight ? 0 : Int64(given.time) }
    if given.smart != 0 { record[.smart] = Int64(given.smart) - 1 }
    // Another schedule has other occurrences. What lights the badge is taken for the newest of them.
    let newest = try Account.schedule(record).last(through: now, in: zone)?.index
    record[.dueIndex] = record[.dueIndex] < 0 ? -1 : newest ?? ReminderRecord.formerIndex
    record[.snoozedIndex] = -1
    // What would have fired before is not missed; and what is lit again is unseen.
    record[.told] = now
    if record.isDone { record[.state] = Account.done }
    try save(&record, now, kind, isNew: true)
    if !record.isDone { try light(record) }
  }

  private static func isRepeated(_ number: Int64) -> Bool { number >= 0 && number <= Int64(Repetition.most) }

  private func take(_ given: UnsafeRawBufferPointer?, _ text: inout ByteBuffer) throws(Failure) {
    guard let given else { return }
    try growing { () throws(OutOfMemory) in try text.replace(with: given) }
  }

  /// Stores a task and plans it.
  /// - Parameter isNew: its revision is another one.
  func save(
    _ record: inout ReminderRecord, _ now: Int64, _ kind: ReminderNote, isNew: Bool
  ) throws(Failure) {
    if isNew {
      if record[.revision] == Int64(UInt32.max) { throw Failure(.limit, "a reminder was edited too often") }
      record[.revision] += 1
    }
    record[.stamp] = engine.clock.wall
    try engine.store.saveReminder(account: id, &record)
    if outbox != nil { try send(record, isDeleted: false) }
    try note(kind, record, instant: kind == .snoozed ? record[.snoozed] : 0)
    guard let reminders, isLoggedIn else { return }
    reminders.isChanged = true
    let number = UInt64(bitPattern: record.id)
    if record.isDone { return reminders.planner.remove(number) }
    if reminders.planner.count >= Account.maxReminders {
      throw Failure(.limit, "an account has at most 100,000 reminders")
    }
    let planned = try reminder(record)
    try growing { () throws(OutOfMemory) in try reminders.planner.put(planned, engine.zones) }
    if let next = planned.next(after: now, in: engine.zones[planned.zone]) {
      try note(.planned, record, instant: next.instant)
    }
  }

  func note(_ kind: ReminderNote, _ record: borrowing ReminderRecord, instant: Int64 = 0) throws(Failure) {
    try engine.store.note(
      kind, account: id, time: engine.clock.wall, name: record.name.bytes, revision: record[.revision],
      instant: instant)
  }

  private func send(_ record: borrowing ReminderRecord, isDeleted: Bool) throws(Failure) {
    let feed = try localFeed(Feed.reminderName)
    try engine.store.sendReminder(account: id, feed: feed, id: record.id, isDeleted: isDeleted)
  }

  /// What is stored, as it is planned; it was checked when it was entered, but files may hold anything.
  func reminder(_ record: borrowing ReminderRecord) throws(Failure) -> Reminder {
    var reminder = Reminder(
      id: UInt64(bitPattern: record.id), revision: UInt32(truncatingIfNeeded: record[.revision]),
      zone: try engine.zone(record.zone.bytes), schedule: try Account.schedule(record))
    reminder.key = PlanEntry.key(account: name, reminder: record.name.bytes)
    reminder.told = record[.told]
    reminder.toldIndex = record.toldIndex
    if record[.snoozedIndex] >= 0 {
      reminder.snoozed = Occurrence(instant: record[.snoozed], index: record[.snoozedIndex])
    }
    return reminder
  }

  static func schedule(_ record: borrowing ReminderRecord) throws(Failure) -> ReminderSchedule {
    let terms = try terms(record)
    do throws(ReminderError) { return try terms.schedule() } catch { throw Failure(.argument, error.text) }
  }

  static func terms(_ record: borrowing ReminderRecord) throws(Failure) -> ReminderTerms {
    guard let produced = CivilDate(number: record[.produced]), let entered = CivilDate(number: record[.entered]),
      let shelfUnit = CalendarUnit(rawValue: UInt8(truncatingIfNeeded: record[.shelfUnit])),
      let smart = ReminderTerms.Smart(rawValue: UInt8(truncatingIfNeeded: record[.smart]))
    else { throw Failure(.argument, "a day like 20260131, a shelf life and its unit are needed") }
    var terms = ReminderTerms(
      produced: produced, shelfLife: Int32(clamping: record[.shelfLife]), shelfUnit,
      time: Int32(clamping: record[.time]), entered: entered)
    terms.smart = smart
    terms.repetition = try repetition(record[.repeatUnit], record[.repeatEvery])
    terms.overdue = try repetition(record[.overdueUnit], record[.overdueEvery])
    terms.overdueLimit = Int32(clamping: record[.overdueLimit])
    terms.start = try date(record[.start])
    terms.end = try date(record[.end])
    return terms
  }

  private static func date(_ number: Int64) throws(Failure) -> CivilDate? {
    if number == 0 { return nil }
    guard let date = CivilDate(number: number) else { throw Failure(.argument, "a day is a number like 20260131") }
    return date
  }

  private static func repetition(_ unit: Int64, _ every: Int64) throws(Failure) -> Repetition? {
    if unit == 0 { return nil }
    guard unit > 0, unit < 8, let known = CalendarUnit(rawValue: UInt8(unit)) else {
      throw Failure(.argument, "an unknown unit of time")
    }
    return Repetition(known, every: every == 0 ? 1 : Int32(clamping: every))
  }
}
