import CPlatform
import TallyCalendar
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// What fires: it lights its badge through a message in a feed of the library's own, goes into the log, and is told.

extension Account {
  /// Under `lock`, with room in the engine's plan.
  func remindersDidLogIn() {
    if !engine.hasReminders { return }
    reminders = nil
    reminderState.since = engine.seconds
    engine.planReminders(of: self, Int64.min)
  }

  func remindersDidLogOut() {
    if !engine.hasReminders { return }
    reminders = nil
    engine.planReminders(of: self, reminderState.isResumed ? Int64.min : Int64.max)
  }

  /// The loop looks after them when the next one fires. Under `lock`.
  func planReminders() {
    let next = isLoggedIn ? reminders?.planner.next?.occurrence.instant : nil
    engine.planReminders(of: self, next.map { $0 > Int64.max / 1000 ? Int64.max : $0 * 1000 } ?? Int64.max)
  }

  /// Fires what is due. Loop thread, without a lock.
  func serveReminders() {
    do throws(Failure) {
      try changingReminders { _ throws(Failure) in }
    } catch {
      engine.lock.lock()
      if residence.state != .dropped && !engine.isClosed {
        engine.planReminders(of: self, saturatingSum(engine.clock.wall, Engine.retryDelay))
      }
      engine.lock.unlock()
    }
  }

  func noteLogin() throws(Failure) {
    if reminderState.isResumed == isLoggedIn { return }
    var hasAny = false
    _ = try storing { () throws(StoreError) in
      try engine.store.listReminders(account: id, limit: 1) { _ in hasAny = true }
    }
    if hasAny { try note(isLoggedIn ? .resumed : .suspended, ReminderRecord()) }
  }

  /// A transaction that has failed.
  func abandonReminders() {
    guard let reminders else { return }
    engine.queue.redeem(reminders.news.count)
    reminders.news = []
    if !reminders.isChanged { return }
    self.reminders = nil
    engine.planReminders(of: self, saturatingSum(engine.clock.wall, Engine.retryDelay))
  }

  /// Reads what is active and what is armed, unless it is there. Within a transaction.
  func loadReminders(_ now: Int64) throws(Failure) {
    if reminders != nil { return }
    let loaded = Reminders()
    var refused: Failure?
    // All that was not told is due; so time begins where the first of them stands.
    var begin = now
    try storing { () throws(StoreError) in
      try engine.store.listArmed(account: id) { row in
        let entry = PlanEntry(
          reminder: UInt64(bitPattern: row.reminder), revision: UInt32(truncatingIfNeeded: row.revision),
          occurrence: Occurrence(instant: row.instant, index: row.index))
        if (try? loaded.planner.restore(entry)) == nil { refused = .noMemory }
      }
      // What was told by a clock that was far ahead was not.
      loaded.isChanged = try engine.store.untellReminders(
        account: id, now: now, latest: saturatingSum(now, Engine.clockTolerance))
      if !isLoggedIn { return }
      try engine.store.listReminders(account: id) { record in
        if record[.state] != Account.active { return }
        do throws(Failure) {
          let planned = try reminder(record)
          if (try? loaded.planner.put(planned, engine.zones)) == nil { throw .noMemory }
          if planned.told < begin { begin = planned.told }
        } catch {
          // One whose zone is not known any more does not keep the others from firing.
          var length = 0
          if error.status == .noMemory { refused = error } else { engine.log(1, ctally_error_text(&length)) }
        }
      }
    }
    if let refused { throw refused }
    loaded.planner.advance(to: begin, engine.zones)
    reminders = loaded
  }

  /// Fires what is due until now, of each task the newest. Within a transaction.
  func fireDue(_ now: Int64) throws(Failure) {
    guard let reminders, isLoggedIn else { return }
    while let number = reminders.planner.popDue(at: now, engine.zones) {
      reminders.isChanged = true
      guard let planned = reminders.planner.reminder(number) else { continue }
      try fire(planned, now)
    }
  }

  private func fire(_ planned: Reminder, _ now: Int64) throws(Failure) {
    let zone = engine.zones[planned.zone]
    var record = ReminderRecord()
    var isThere = false
    do throws(StoreError) {
      isThere = try engine.store.readReminder(Int64(bitPattern: planned.id), into: &record)
    } catch { throw Failure(storeError: error) }
    guard isThere, let last = planned.last(through: now, in: zone) else { return }
    let count = planned.count(after: Int64.min, through: now, in: zone)
    record[.told] = now
    record[.due] = last.instant
    // By where it would be: one that was moved may come before others, or behind them.
    let told = max(planned.schedule.last(through: now, in: zone)?.index ?? -1, planned.toldIndex)
    record[.dueIndex] = told < 0 ? ReminderRecord.formerIndex : told
    reminders?.planner.tell(planned.id, until: now, index: told)
    do throws(StoreError) { try engine.store.saveReminder(account: id, &record) } catch {
      throw Failure(storeError: error)
    }
    let isMissed = last.instant <= reminderState.since
    try note(isMissed ? .missed : .fired, record, instant: last.instant)
    try light(record)
    try tell(record, last, UInt64(clamping: count), isMissed)
  }

  /// Its badge shows 1, whatever its message was before.
  func light(_ record: borrowing ReminderRecord) throws(Failure) {
    if record.path.isEmpty { return }
    var texts = ByteBuffer()
    var message = MessageItem()
    message.id = record.name.bytes
    message.path = record.path.bytes
    message.title = record.title.bytes
    message.body = record.body.bytes
    message.kind = bytes(of: "reminder")
    message.time = record[.due].multipliedReportingOverflow(by: 1000).partialValue
    message.isPosted = true
    try complete(&message, "", in: &texts)
    _ = try take(message, of: try localFeed(Feed.reminderName), snapshot: 0)
  }

  func unlight(_ record: inout ReminderRecord) throws(Failure) {
    try forgetMessage(record)
    if record[.dueIndex] >= 0 { record[.dueIndex] = -2 - record[.dueIndex] }
  }

  func forgetMessage(_ record: borrowing ReminderRecord) throws(Failure) {
    if record[.dueIndex] < 0 || record.path.isEmpty { return }
    _ = try remove(record.name.bytes, of: try localFeed(Feed.reminderName))
  }

  private func tell(
    _ record: borrowing ReminderRecord, _ occurrence: Occurrence, _ count: UInt64, _ isMissed: Bool
  ) throws(Failure) {
    var event = Event(.reminder)
    event.token = UInt64(bitPattern: record.id)
    event.account = id
    event.shown = Visible(shows: !isMissed, count: count)
    event.revision = UInt64(bitPattern: record[.revision])
    event.nextTime = occurrence.instant * 1000
    let news = OneTimeEvent(event, Callback())
    try growing { () throws(OutOfMemory) in
      try news.text.append(record.name.bytes)
      try engine.reminderEvents.reserve(additional: (reminders?.news.count ?? 0) + 1)
      try engine.queue.pledge(1)
    }
    reminders?.news.append(news)
  }

  /// What has fired is told; where an event of the task waits, that one says it now. Under `lock`, after the commit.
  func tellReminders() {
    guard let reminders else { return }
    reminders.isChanged = false
    reminderState.isResumed = isLoggedIn
    for news in reminders.news {
      if let slot = engine.reminderEvents.value(news.event.token), let waiting = engine.oneTimes[Int(slot)] {
        engine.queue.redeem(1)
        let count = waiting.event.shown.count
        waiting.event = news.event
        waiting.event.shown.count &+= count
        swap(&waiting.text, &news.text)
      } else {
        let slot = engine.enqueue(news)
        // Room was made when it was found to be due.
        do throws(OutOfMemory) { try engine.reminderEvents.set(news.event.token, Int64(slot)) } catch {}
      }
    }
    reminders.news = []
    // What is armed is looked at seldom then, and such an account may be forgotten.
    if !isLoggedIn { self.reminders = nil }
  }
}
