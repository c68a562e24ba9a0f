internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Account {
  /// Adds a reminder under a new name. The account may be logged out. The reminder fires only while the account is
  /// logged in. Its path then shows 1 until the occurrence is acknowledged or snoozed, or the reminder is done.
  /// - Parameters:
  ///   - id: 1 to 255 bytes of UTF-8 without control characters.
  ///   - terms: its members.
  /// - Throws: ``TallyError/Code/argument`` (the message names the missing or invalid member),
  ///   ``TallyError/Code/path``, ``TallyError/Code/notFound`` (the zone), ``TallyError/Code/exists``,
  ///   ``TallyError/Code/limit`` (100,000 reminders).
  /// - Complexity: O(log reminders); the first call that needs the account's reminders reads all of them.
  public func putReminder(_ id: String, terms: Reminder.Terms) throws(TallyError) {
    try withReminder(id, terms) { (name, given) throws(Failure) in try core.change(reminder: name, .put(given)) }
  }

  /// Changes the given members of a reminder in one transaction. An occurrence that has fired stays unchanged. If all
  /// members are as they were, or none is given, nothing changes, not even the revision.
  /// - Throws: as ``putReminder(_:terms:)``, and ``TallyError/Code/notFound``.
  public func editReminder(_ id: String, terms: Reminder.Terms) throws(TallyError) {
    try withReminder(id, terms) { (name, given) throws(Failure) in try core.change(reminder: name, .edit(given)) }
  }

  /// Marks a reminder done: it no longer fires, and its badge is removed. Marking it again is not an error.
  /// - Parameter id: ``Reminder/id``.
  /// - Throws: ``TallyError/Code/notFound``.
  public func markReminderDone(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.change(reminder: name, .done) }
  }

  /// Reverts ``markReminderDone(_:)``, as if the reminder had never been done. If it was due, or came due meanwhile,
  /// its badge lights up again. A reminder that is not done is left unchanged; this is not an error.
  /// - Parameter id: ``Reminder/id``.
  /// - Throws: ``TallyError/Code/notFound``.
  public func markReminderUndone(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.change(reminder: name, .undone) }
  }

  /// Removes a reminder. Its log stays.
  /// - Throws: ``TallyError/Code/notFound``.
  public func removeReminder(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.change(reminder: name, .remove) }
  }

  /// Snoozes one occurrence of a reminder: the fired one without an acknowledgement, otherwise the next one.
  /// - Parameters:
  ///   - id: ``Reminder/id``.
  ///   - time: in the future, and not after the end.
  /// - Throws: ``TallyError/Code/range``, ``TallyError/Code/notFound``, ``TallyError/Code/conflict`` (it is done, or
  ///   does not fire any more).
  public func snoozeReminder(_ id: String, until time: Date) throws(TallyError) {
    let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded())
    try calling(with: id) { (name) throws(Failure) in try core.change(reminder: name, .snooze(milliseconds)) }
  }

  /// Acknowledges the fired occurrence of a reminder and removes its badge. Without a fired occurrence, this is not an
  /// error.
  /// - Throws: ``TallyError/Code/notFound``.
  public func acknowledgeReminder(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.change(reminder: name, .acknowledge) }
  }

  /// Returns the reminders, sorted by the bytes of their names.
  /// - Parameters:
  ///   - name: begins after this name, which need not exist; nil: from the first.
  ///   - limit: the most reminders.
  public func reminders(after name: String? = nil, limit: Int = .max) throws(TallyError) -> [Reminder] {
    var found: [Reminder] = []
    var hasMore = true
    while hasMore && found.count < limit {
      let count = min(limit - found.count, 1000)
      hasMore = try calling(with: found.last?.id ?? name ?? "") { (after) throws(Failure) in
        try core.listReminders(after: after, limit: count) { record, info in found.append(Reminder(record, info)) }
      }
    }
    return found
  }

  /// Returns a reminder.
  /// - Parameter id: ``Reminder/id``.
  /// - Throws: ``TallyError/Code/notFound``.
  public func reminder(_ id: String) throws(TallyError) -> Reminder {
    var found: Reminder?
    try calling(with: id) { (name) throws(Failure) in
      try core.readReminder(name) { record, info in found = Reminder(record, info) }
    }
    guard let found else { throw TallyError(code: .notFound) }
    return found
  }

  /// Plans the notifications that a system fires while the program is closed, the soonest first. The changes are the
  /// difference to the last confirmed plan. Carry them out, and confirm them with ``confirmPlan(_:)``: an unconfirmed
  /// plan is offered again. Plan after log-in and log-out, each change, each reminder that fires,
  /// ``Engine/setZone(_:)``, and when the program comes to the foreground.
  /// - Parameters:
  ///   - limit: the number of notifications that the system accepts, 1 to 4,096.
  ///   - reserve: the part of them that the host needs for other purposes.
  ///   - fromScratch: the system has nothing armed, whatever former plans said.
  /// - Complexity: O(entries times log reminders), where the plan has so many entries.
  public func planReminders(
    limit: Int = 64, reserve: Int = 0, fromScratch: Bool = false
  ) throws(TallyError) -> Reminder.Plan {
    var changes: [Reminder.Plan.Change] = []
    let summary = try calling { () throws(Failure) in
      try core.planNotifications(limit: limit, reserve: reserve, isFromScratch: fromScratch) { planned in
        changes.append(Reminder.Plan.Change(planned))
      } check: {
      }
    }
    return Reminder.Plan(
      token: summary.token, changes: changes, planned: summary.planned, leftOut: Int(clamping: summary.leftOut),
      reach: summary.reach.map { Date(timeIntervalSince1970: Double($0)) })
  }

  /// Confirms that the system has what a plan says. It is stored, and the log notes what was armed and cancelled.
  /// - Parameter token: ``Reminder/Plan/token`` of the account's last plan.
  /// - Throws: ``TallyError/Code/conflict`` if the plan is out of date: after a later plan, a log-in or log-out, and in
  ///   a later run. Plan again; if the system has a part of the old plan, remove all its notifications, and plan from
  ///   scratch.
  /// - Returns: false if the plan was confirmed before.
  /// - Complexity: O(entries).
  @discardableResult
  public func confirmPlan(_ token: UInt64) throws(TallyError) -> Bool {
    try calling { () throws(Failure) in try core.confirmPlan(token) } == .ok
  }

  /// Returns the log of the account's reminders, the oldest first. The last ``Engine/Configuration/maxReminderLog``
  /// entries are kept.
  /// - Parameters:
  ///   - after: ``ListPage/next`` of the former page; nil: from the first.
  ///   - limit: 1 to 10,000.
  /// - Throws: ``TallyError/Code/range`` (the limit), ``TallyError/Code/io``.
  /// - Complexity: O(entries of the page).
  public func reminderLog(
    after: Reminder.Note? = nil, limit: Int = 1000
  ) throws(TallyError) -> ListPage<Reminder.Note> {
    var found: [Reminder.Note] = []
    let hasMore = try calling { () throws(Failure) in
      try core.listReminderLog(after: after?.id.rawValue ?? 0, limit: limit) { row in found.append(Reminder.Note(row)) }
    }
    return ListPage(entries: found, hasMore: hasMore)
  }

  /// Returns all reminders as iCalendar (RFC 5545), in UTF-8.
  public func exportReminders() throws(TallyError) -> [UInt8] {
    try calling { () throws(Failure) in
      var output = ByteBuffer()
      try core.exportReminders(into: &output)
      return [UInt8](output.bytes)
    }
  }

  /// Imports the usable reminders of an iCalendar file, or none if the file is malformed.
  /// - Throws: ``TallyError/Code/malformed`` with the line.
  /// - Returns: the number of reminders taken, and the entries that were skipped. An entry is skipped if it has no due
  ///   date, no valid UID or an unknown zone, if it changes one occurrence of a series, or if a reminder cannot follow
  ///   its rule. The engine's log has the line and the reason of each, and of parts of an entry that are ignored.
  @discardableResult
  public func importReminders(
    _ file: some Collection<UInt8>
  ) throws(TallyError) -> (taken: Int, skipped: [Reminder.SkippedEntry]) {
    var skipped: [Reminder.SkippedEntry] = []
    let taken = try calling { () throws(Failure) in
      try withBytes(file) { (bytes) throws(Failure) in
        try core.importReminders(bytes) { found in
          skipped.append(
            Reminder.SkippedEntry(
              line: found.line, uid: String(decoding: found.uid, as: UTF8.self),
              reason: String(decoding: found.reason, as: UTF8.self)))
        }.taken
      }
    }
    return (taken, skipped)
  }

  private func withReminder(
    _ id: String, _ terms: Reminder.Terms,
    _ body: (UnsafeRawBufferPointer, TallyEngine.ReminderOptions) throws(Failure) -> Void
  ) throws(TallyError) {
    let texts = TextArena()
    try calling(with: id) { (name) throws(Failure) in try body(name, terms.options(texts)) }
  }
}

extension Reminder.Terms {
  /// As the engine takes them, while the texts are kept.
  func options(_ texts: TextArena) -> TallyEngine.ReminderOptions {
    var given = options
    given.title = title.map(texts.keep)
    given.body = body.map(texts.keep)
    given.path = path.map(texts.keep)
    given.zone = zone.map(texts.keep)
    return given
  }
}

extension Engine {
  /// Sets the device's zone. Reminders that use it are planned again.
  /// - Parameter name: an IANA name; nil: ask the system again.
  /// - Throws: ``TallyError/Code/notFound`` if there is no such zone.
  public func setZone(_ name: String?) throws(TallyError) {
    guard let name else { return try calling { () throws(Failure) in try core.setZone(nil) } }
    try calling(with: name) { (name) throws(Failure) in try core.setZone(name) }
  }
}
