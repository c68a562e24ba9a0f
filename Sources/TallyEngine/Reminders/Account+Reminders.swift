import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Changes of reminders: new, edited, done, snoozed and acknowledged. Each is one change, in which due
// occurrences fire first, so an edit never undoes a fired one.

/// An action of a host on a reminder.
public enum ReminderAction {
  /// Enters it; there is none by that name.
  case put(ReminderOptions)
  /// Changes what is given of it, if that is something else.
  case edit(ReminderOptions)
  case done
  /// It is as if it had never been done.
  case undone
  case remove
  /// Moves the occurrence that has fired and was not acknowledged. If there is none, it moves the one that was moved
  /// before, or else the next one. Milliseconds since 1970.
  case snooze(Int64)
  /// The user has seen the occurrence that fired: its badge is removed.
  case acknowledge
}

extension Account {
  // MARK: - The host's part

  public func change(reminder name: UnsafeRawBufferPointer, _ action: ReminderAction) throws(Failure) {
    try check(action, of: name)
    try changeReminders(.call) { (now, share, _) throws(Failure) in
      try perform(action, of: name, now, in: share)
      share.effects.sends = true
    }
  }

  // MARK: - Actions

  func check(_ action: ReminderAction, of name: UnsafeRawBufferPointer) throws(Failure) {
    switch action {
    case .put(let given), .edit(let given): try checkReminder(name, given)
    default: try Failure.checkName(name, "the id of a reminder")
    }
  }

  /// Within a change, after what is due.
  /// - Parameter now: in seconds.
  func perform(
    _ action: ReminderAction, of name: UnsafeRawBufferPointer, _ now: Int64, in share: Share
  ) throws(Failure) {
    var record = ReminderRecord()
    let isThere = try find(name, &record)
    if case .put(let given) = action {
      if isThere { throw Failure(.exists, "the reminder ", quoting: name, " already exists") }
      try growing { () throws(OutOfMemory) in try record.name.append(name) }
      record[.state] = Account.active
      record[.time] = ReminderOptions.defaultTime
      return try edit(&record, given, formerly: nil, now, .created, in: share)
    }
    if !isThere { throw Failure(.notFound, "there is no reminder ", quoting: name) }
    switch action {
    case .put: break
    case .edit(let given):
      try edit(&record, given, formerly: try doneReminder(record), now, .edited, in: share)
    case .done: try finish(&record, isDone: true, now, in: share)
    case .undone: try finish(&record, isDone: false, now, in: share)
    case .remove: try remove(&record, in: share)
    case .snooze(let time): try snooze(&record, until: Zone.seconds(ofMilliseconds: time), now, in: share)
    case .acknowledge: try acknowledge(&record, now, in: share)
    }
  }

  private func finish(
    _ record: inout ReminderRecord, isDone: Bool, _ now: Int64, in share: Share
  ) throws(Failure) {
    if record.isDone == isDone { return }
    if isDone {
      record[.state] = Account.done + (try stateOfMessage(record, in: share))
      try forgetMessage(record, in: share)
      return try save(&record, now, .done, isNew: true, in: share)
    }
    // While the account is logged out nothing fires, and what came due is missed when it is logged in.
    if isLoggedIn { try catchUp(&record, now) }
    let state = record[.state] - Account.done
    record[.state] = Account.active
    try save(&record, now, .undone, isNew: true, in: share)
    try light(record, as: state, in: share)
  }

  private func remove(_ record: inout ReminderRecord, in share: Share) throws(Failure) {
    try unlight(&record, in: share)
    if kept.sent.contains(.reminders) { try send(record, isDeleted: true, in: share) }
    try note(.deleted, record)
    try share.store.removeReminder(record.id)
    share.effects.reminders.isPlanned = true
    reminders.loaded?.planner.remove(UInt64(bitPattern: record.id))
  }

  private func snooze(
    _ record: inout ReminderRecord, until: Int64, _ now: Int64, in share: Share
  ) throws(Failure) {
    if until <= now { throw Failure(.range, "a reminder must be snoozed until a time in the future") }
    let name = record.name.bytes
    if record.isDone { throw Failure(.conflict, "the reminder ", quoting: name, " is done") }
    let reminder = try reminder(record)
    let zone = knownZone(reminder.zone)
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
      throw Failure(.range, "a reminder cannot be snoozed past its end")
    }
    record[.snoozed] = until
    record[.snoozedIndex] = index
    // One that was moved before, and did not fire, does not come back for a time that has passed.
    if isLoggedIn { record[.told] = max(record[.told], now) }
    try unlight(&record, in: share)
    try save(&record, now, .snoozed, isNew: false, in: share)
  }

  private func acknowledge(_ record: inout ReminderRecord, _ now: Int64, in share: Share) throws(Failure) {
    if record.isDone { try catchUp(&record, now) }
    if record[.dueIndex] < 0 { return }
    try note(.acknowledged, record, instant: record[.due])
    try unlight(&record, in: share)
    try share.store.saveReminder(account: id, &record)
  }

  /// A zone by its number. Under both locks, or under the store's while zones are in use.
  func knownZone(_ number: UInt32) -> Zone { engine.zones.table[number] }

  // MARK: - Within a change

  static let active = ReminderRecord.active
  static let done = ReminderRecord.done
  static let maxReminders = 100_000

  /// Makes a change after due occurrences have fired.
  func changeReminders(
    _ cause: Cause, _ body: (Int64, Share, inout LockHold) throws(Failure) -> Void
  ) throws(Failure) {
    try changeAlone(
      cause,
      prepare: { (hold) throws(Failure) in
        try engine.reserveReminderWakes()
        engine.beginReminders(hold)
      },
      { (share, hold) throws(Failure) in try body(try catchUpReminders(&hold, in: share), share, &hold) })
  }

  /// Reads what is planned where it is needed, and fires what is due.
  /// - Returns: the time in seconds.
  func catchUpReminders(_ hold: inout LockHold, in share: Share) throws(Failure) -> Int64 {
    let now = Zone.seconds(ofMilliseconds: self.now)
    #if TALLY_PLAIN
      reminders.loaded = nil
    #endif
    if reminders.loaded == nil {
      try exclusively(&hold) { () throws(Failure) in try loadReminders(now, in: share) }
    }
    share.effects.reminders.isCaughtUp = true
    share.effects.reminders.isResumed = isLoggedIn
    try noteLogin()
    try fireDue(&hold, now, in: share)
    return now
  }

  func find(_ name: UnsafeRawBufferPointer, _ record: inout ReminderRecord) throws(Failure) -> Bool {
    var isThere = false
    isThere = try store.findReminder(account: id, name: name, into: &record)
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
    if size > engine.limits.responseBytes {
      throw Failure(.tooLarge, "the reminder is longer than a response may be")
    }
    if let path = given.path, !path.isEmpty { _ = try canonical(path) }
    if let time = given.time, !(0..<86_400).contains(time) { throw Failure(.range, ReminderError.time.text) }
  }

  /// Applies and checks the given members, and plans the reminder again. If it has all of them already, nothing
  /// happens. Wrong members are found before anything is stored.
  /// - Parameters:
  ///   - former: the reminder by its former terms, if it was done.
  ///   - isDated: the record has the day of entry.
  func edit(
    _ record: inout ReminderRecord, _ given: ReminderOptions, formerly former: Reminder?, _ now: Int64,
    _ kind: ReminderNote, isDated: Bool = false, in share: Share
  ) throws(Failure) {
    let isNew = record.id == 0
    if isNew { record.isChanged = true }
    if try take(given.title, &record.title) { record.isChanged = true }
    if try take(given.body, &record.body) { record.isChanged = true }
    if try take(given.zone, &record.zone) { record.isChanged = true }
    let zone = knownZone(try engine.zone(record.zone.bytes))
    if isNew && !isDated {
      record[.entered] = zone.date(at: now).number
      record[.produced] = record[.entered]
    }
    record.apply(given)
    let schedule = try Account.checkedSchedule(record)
    var path = ByteBuffer()
    if let given = given.path, !given.isEmpty {
      let place = try canonical(given)
      _ = try take(place.bytes.bytes, &path)
    }
    if given.path != nil && !isEqual(path.bytes, record.path.bytes) { record.isChanged = true }
    if !record.isChanged { return }
    let isDone = record.isDone
    try catchUp(&record, by: former, now)
    // An import may have activated it.
    if !isDone { record[.state] = Account.active }
    // The badge may move to another path, which is one operation: what is above both keeps its own badge.
    try share.compound { () throws(Failure) in
      if given.path != nil {
        try forgetMessage(record, in: share)
        _ = try take(path.bytes, &record.path)
      }
      try replan(&record, schedule, zone, now, kind, in: share)
    }
  }

  /// Stores an edited reminder, and lights its badge again.
  private func replan(
    _ record: inout ReminderRecord, _ schedule: ReminderSchedule, _ zone: Zone, _ now: Int64, _ kind: ReminderNote,
    in share: Share
  ) throws(Failure) {
    // Another schedule has other occurrences. The one that lights the badge counts as the newest of them.
    let newest = schedule.last(through: now, in: zone)?.index
    record[.dueIndex] = record[.dueIndex] < 0 ? -1 : newest ?? ReminderRecord.formerIndex
    record[.snoozedIndex] = -1
    // Earlier occurrences are not missed, and a badge that is lit again is unseen.
    record[.told] = now
    if record.isDone { record[.state] = Account.done }
    try save(&record, now, kind, isNew: true, in: share)
    if !record.isDone { try light(record, in: share) }
  }

  /// The schedule of a record whose numbers are valid. They are checked even while the reminder is smart, or has no
  /// overdue repetition.
  static func checkedSchedule(_ record: borrowing ReminderRecord) throws(Failure) -> ReminderSchedule {
    if !isRepeated(record[.repeatEvery]) { throw Failure(.argument, ReminderError.everyRange.text) }
    if !isRepeated(record[.overdueEvery]) || !isRepeated(record[.overdueLimit]) {
      throw Failure(.argument, ReminderError.overdue.text)
    }
    return try schedule(record)
  }

  private static func isRepeated(_ number: Int64) -> Bool { number >= 0 && number <= Int64(Repetition.most) }

  /// - Returns: whether the text is another one now.
  private func take(_ given: UnsafeRawBufferPointer?, _ text: inout ByteBuffer) throws(Failure) -> Bool {
    guard let given, !isEqual(given, text.bytes) else { return false }
    try growing { () throws(OutOfMemory) in try text.replace(with: given) }
    return true
  }

  /// Stores and plans a task.
  /// - Parameter isNew: increases its revision.
  func save(
    _ record: inout ReminderRecord, _ now: Int64, _ kind: ReminderNote, isNew: Bool, in share: Share
  ) throws(Failure) {
    if isNew {
      if record[.revision] == Int64(UInt32.max) { throw Failure(.limit, "a reminder was edited too often") }
      record[.revision] += 1
    }
    record[.stamp] = self.now
    try share.store.saveReminder(account: id, &record)
    if kept.sent.contains(.reminders) { try send(record, isDeleted: false, in: share) }
    try note(kind, record, instant: kind == .snoozed ? record[.snoozed] : 0)
    guard let reminders = reminders.loaded, isLoggedIn else { return }
    share.effects.reminders.isPlanned = true
    let number = UInt64(bitPattern: record.id)
    if record.isDone { return reminders.planner.remove(number) }
    if reminders.planner.count >= Account.maxReminders {
      throw Failure(.limit, "an account has at most 100,000 reminders")
    }
    let planned = try reminder(record)
    try growing { () throws(OutOfMemory) in try reminders.planner.put(planned, engine.zones.table) }
    if let next = planned.next(after: now, in: knownZone(planned.zone)) {
      try note(.planned, record, instant: next.instant)
    }
  }

  func note(_ kind: ReminderNote, _ record: borrowing ReminderRecord, instant: Int64 = 0) throws(Failure) {
    try store.note(
      kind, account: id, time: now, name: record.name.bytes, revision: record[.revision],
      instant: instant)
  }

  private func send(_ record: borrowing ReminderRecord, isDeleted: Bool, in share: Share) throws(Failure) {
    let feed = try share.reminderFeed()
    try share.store.sendReminder(account: id, feed: feed, id: record.id, isDeleted: isDeleted)
  }

  /// The plannable form of a stored reminder. It was checked when it was entered, but a file may contain anything.
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
