import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

// Firing reminders. A reminder that fires lights its badge through a message in a feed of the library, goes into the
// log, and causes an event.

extension Account {
  /// There is room in the engine's plan.
  func remindersDidLogIn(_ hold: borrowing LockHold) {
    reminders.plan = nil
    if !engine.reminderClock.mayHaveAny { return }
    reminders.loaded = nil
    reminders.since = engine.seconds
    engine.planReminders(hold, of: self, Int64.min)
  }

  func remindersDidLogOut(_ hold: borrowing LockHold) {
    // Its notifications must not be confirmed as armed any more: the next plan removes all.
    reminders.plan = nil
    if !engine.reminderClock.mayHaveAny { return }
    reminders.loaded = nil
    engine.planReminders(hold, of: self, reminders.isResumed ? Int64.min : Timetable.never)
  }

  /// Plans the loop's next work for reminders.
  func planReminders(_ hold: borrowing LockHold) {
    let next = isLoggedIn ? reminders.loaded?.planner.next?.occurrence.instant : nil
    engine.planReminders(hold, of: self, next.map { Zone.milliseconds(ofSeconds: $0) } ?? Timetable.never)
  }

  /// Fires due reminders. Loop thread, without a lock.
  func serveReminders() {
    do throws(Failure) {
      try changeReminders(.reminder) { _, _, _ throws(Failure) in }
    } catch {
      let hold = lock()
      if residence.state != .dropped && !isClosed {
        engine.planReminders(hold, of: self, saturatingSum(engine.now, GroupSchedule.retryDelay))
      }
      hold.release()
    }
  }

  func noteLogin() throws(Failure) {
    if reminders.isResumed == isLoggedIn { return }
    var hasAny = false
    _ = try store.listReminders(account: id, limit: 1) { _ in hasAny = true }
    if hasAny { try note(isLoggedIn ? .resumed : .suspended, ReminderRecord()) }
  }

  /// Restores the state after a change that was dropped.
  func drop(_ hold: inout LockHold, _ news: inout ReminderNews) {
    engine.events.redeem(news.events.count)
    if news.isPlanned, reminders.loaded != nil {
      reminders.loaded = nil
      engine.planReminders(hold, of: self, saturatingSum(engine.now, GroupSchedule.retryDelay))
    }
    news = ReminderNews()
  }

  /// Reads the active and the armed reminders, exclusively.
  func loadReminders(_ now: Int64, in share: Share) throws(Failure) {
    let loaded = Reminders()
    var refused: Failure?
    // Everything that was not reported is due, so time begins at the first of them.
    var begin = now
    try share.store.listArmed(account: id) { row in
      let entry = PlanEntry(row)
      if (try? loaded.planner.restore(entry)) == nil { refused = .noMemory }
    }
    // Reports of a clock that was far ahead do not count.
    let isUntold = try share.store.untellReminders(
      account: id, now: now, latest: saturatingSum(now, ReminderClock.tolerance))
    if isUntold { share.effects.reminders.isPlanned = true }
    try share.store.listReminders(account: id) { record in
      if record.isDone || !isLoggedIn { return }
      do throws(Failure) {
        let planned = try reminder(record)
        if (try? loaded.planner.put(planned, engine.zones.table)) == nil { throw .noMemory }
        if planned.told < begin { begin = planned.told }
      } catch {
        // A reminder with an unknown zone does not keep the others from firing.
        if error.status == .noMemory { refused = error } else { engine.logFailure(1) }
      }
    }
    if let refused { throw refused }
    loaded.planner.advance(to: begin, engine.zones.table)
    reminders.loaded = loaded
  }

  /// Fires the occurrences that are due, of each task the newest.
  func fireDue(_ hold: inout LockHold, _ now: Int64, in share: Share) throws(Failure) {
    guard let reminders = reminders.loaded, isLoggedIn else { return }
    var count = 0
    while let number = reminders.planner.popDue(at: now, engine.zones.table) {
      share.effects.reminders.isPlanned = true
      guard let planned = reminders.planner.reminder(number) else { continue }
      try fire(planned, now, in: share)
      giveWay(&hold, after: &count)
    }
  }

  /// Gives `lock` to waiting threads after a few reminders, except for calls about this account.
  /// - Parameter count: counts the rows that were written.
  func giveWay(_ hold: inout LockHold, after count: inout Int) {
    count += 1
    if count % 8 == 0 { pause(&hold) }
  }

  private func fire(_ planned: Reminder, _ now: Int64, in share: Share) throws(Failure) {
    let zone = knownZone(planned.zone)
    var record = ReminderRecord()
    var isThere = false
    isThere = try share.store.readReminder(Int64(bitPattern: planned.id), into: &record)
    guard isThere, let last = planned.last(through: now, in: zone) else { return }
    let count = planned.count(after: Int64.min, through: now, in: zone)
    let told = take(last, of: planned, now, &record)
    reminders.loaded?.planner.tell(planned.id, until: now, index: told)
    try share.store.saveReminder(account: id, &record)
    let isMissed = last.instant <= reminders.since
    try note(isMissed ? .missed : .fired, record, instant: last.instant)
    try light(record, in: share)
    try tell(record, last, UInt64(clamping: count), isMissed, in: share)
  }

  /// Records that everything until now has fired, and that the last occurrence is not acknowledged.
  /// - Returns: the newest index that has fired; -1: none of the schedule.
  private func take(_ last: Occurrence, of planned: Reminder, _ now: Int64, _ record: inout ReminderRecord) -> Int64 {
    record[.told] = now
    record[.due] = last.instant
    // By its regular time: a snoozed one may come before or after others.
    let newest = planned.schedule.last(through: now, in: knownZone(planned.zone))?.index ?? -1
    let told = max(newest, planned.toldIndex)
    record[.dueIndex] = told < 0 ? ReminderRecord.formerIndex : told
    return told
  }

  /// For a reminder that is done: occurrences that came due meanwhile count as fired, without an event. So the badge
  /// shows them if the reminder is undone. The caller knows of that, so no event reports it then either.
  func catchUp(_ record: inout ReminderRecord, _ now: Int64) throws(Failure) {
    try catchUp(&record, by: try doneReminder(record), now)
  }

  /// A reminder that is done, by its present terms; nil: it is not done, or cannot be planned.
  func doneReminder(_ record: borrowing ReminderRecord) throws(Failure) -> Reminder? {
    if !record.isDone { return nil }
    do throws(Failure) { return try reminder(record) } catch {
      // With an unknown zone nothing comes due, and the reminder can still be edited.
      if error.status == .noMemory { throw error }
      return nil
    }
  }

  /// The same by the terms that the record had before; nil: nothing.
  func catchUp(_ record: inout ReminderRecord, by planned: Reminder?, _ now: Int64) throws(Failure) {
    guard let planned else { return }
    guard let last = planned.last(through: now, in: knownZone(planned.zone)) else { return }
    _ = take(last, of: planned, now, &record)
    record[.state] = Account.done
    try note(.missed, record, instant: last.instant)
  }

  /// Makes its badge show 1, whatever its message was before; nothing if all was acknowledged.
  /// - Parameter state: the message's: 0 unseen, 1 seen, 2 read.
  func light(_ record: borrowing ReminderRecord, as state: Int64 = 0, in share: Share) throws(Failure) {
    if record.path.isEmpty || record[.dueIndex] < 0 { return }
    var texts = ByteBuffer()
    var message = MessageItem()
    message.id = record.name.bytes
    message.path = record.path.bytes
    message.title = record.title.bytes
    message.body = record.body.bytes
    message.kind = bytes(of: "reminder")
    message.time = Zone.milliseconds(ofSeconds: record[.due])
    message.isPosted = true
    message.isSeen = state == 1
    message.isRead = state == 2
    try complete(&message, "", in: &texts)
    _ = try take(message, of: try share.reminderFeed(), snapshot: 0, in: share)
  }

  /// The state of the message that lights its badge: 0 unseen, 1 seen, 2 read.
  func stateOfMessage(_ record: borrowing ReminderRecord, in share: Share) throws(Failure) -> Int64 {
    if record[.dueIndex] < 0 || record.path.isEmpty { return 0 }
    let feed = try share.reminderFeed()
    let name = record.name.bytes
    let state = try share.store.messageState(feed: feed, id: name) ?? 0
    // A mark that covers an unread message has read it.
    return min(state, 2)
  }

  func unlight(_ record: inout ReminderRecord, in share: Share) throws(Failure) {
    try forgetMessage(record, in: share)
    if record[.dueIndex] >= 0 { record[.dueIndex] = -2 - record[.dueIndex] }
  }

  func forgetMessage(_ record: borrowing ReminderRecord, in share: Share) throws(Failure) {
    if record[.dueIndex] < 0 || record.path.isEmpty { return }
    _ = try remove(record.name.bytes, of: try share.reminderFeed(), in: share)
  }

  private func tell(
    _ record: borrowing ReminderRecord, _ occurrence: Occurrence, _ count: UInt64, _ isMissed: Bool, in share: Share
  ) throws(Failure) {
    var event = Event(.reminder)
    event.reminder = record.id
    event.account = id
    event.shown = Visible(shows: !isMissed, count: count)
    event.revision = UInt64(bitPattern: record[.revision])
    event.nextTime = Zone.milliseconds(ofSeconds: occurrence.instant)
    // There may be an event for each reminder.
    try Reserve.refill()
    let news = OneTimeEvent(event, Callback())
    try growing { () throws(OutOfMemory) in
      try share.effects.reminders.events.reserveRoom(1)
      try news.text.append(record.name.bytes)
      try engine.events.reserveMerged()
      try engine.events.pledge(1)
    }
    share.effects.reminders.events.append(news)
  }

  private func trace(_ hold: borrowing LockHold, _ news: OneTimeEvent) {
    guard let trace = tracing else { return }
    var record = TraceRecord(.reminder)
    record.account = id
    record.revision = news.event.revision
    record.time = news.event.nextTime
    record.count = news.event.shown.count
    record.detail = news.event.shown.shows ? 0 : 1
    trace(hold, record, TraceTexts(news.text.bytes))
  }

  /// Adds the events of fired reminders, and plans the next ones. A pending event of a task takes the new state. Under
  /// `lock`, after the commit.
  func publish(_ hold: borrowing LockHold, _ news: inout ReminderNews) {
    if !news.isCaughtUp { return }
    reminders.isResumed = news.isResumed
    if let plan = news.plan { reminders.plan = plan }
    for event in news.events {
      trace(hold, event)
      engine.events.enqueue(merging: event)
    }
    engine.announce(hold)
    news = ReminderNews()
    if reminders.loaded != nil {
      // The armed notifications are rarely needed then, and such an account may be dropped from memory.
      if !isLoggedIn { reminders.loaded = nil }
      planReminders(hold)
    } else if reminders.isResumed != isLoggedIn {
      // The account was logged in or out during the commit, and the log must say so.
      engine.planReminders(hold, of: self, Int64.min)
    }
  }
}

extension PlanEntry {
  /// Makes an entry of an armed row.
  fileprivate init(_ row: ArmedRow) {
    self.init(
      reminder: UInt64(bitPattern: row.reminder), revision: UInt32(truncatingIfNeeded: row.revision),
      occurrence: Occurrence(instant: row.instant, index: row.index), id: UInt64(bitPattern: row.id))
  }
}
