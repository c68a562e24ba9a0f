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
  /// Enters a reminder, of which there is none by that name. The account may be logged out; it fires while that is
  /// logged in: its path then shows 1, until what has fired is acknowledged, moved or done.
  /// - Parameters:
  ///   - id: 1 to 255 bytes of UTF-8 without control characters.
  ///   - terms: what is said of it.
  /// - Throws: ``Status/argument`` (the message names what is missing or wrong), ``Status/range`` (the time),
  ///   ``Status/path``, ``Status/notFound`` (the zone), ``Status/exists``, ``Status/limit`` (100,000 reminders).
  /// - Complexity: O(log n) of the account's reminders; the first call that needs them reads them.
  public func putReminder(_ id: String, _ terms: ReminderTerms) throws(TallyError) {
    try withReminder(id, terms) { (name, given) throws(Failure) in try core.putReminder(name, given) }
  }

  /// Changes what is given of a reminder, in one transaction. What has fired stays as it is.
  /// - Throws: as ``putReminder(_:_:)``, and ``Status/notFound``.
  public func editReminder(_ id: String, _ terms: ReminderTerms) throws(TallyError) {
    try withReminder(id, terms) { (name, given) throws(Failure) in try core.editReminder(name, given) }
  }

  /// Marks a reminder done: it does not fire any more, and its badge is removed. Marking it again is not an error.
  /// - Parameter id: ``Reminder/id``.
  /// - Throws: ``Status/notFound``.
  public func markReminderDone(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.finishReminder(name, isDone: true) }
  }

  /// Takes ``markReminderDone(_:)`` back, as if the reminder had never been done. If it was due, or came due meanwhile,
  /// its badge lights up again. A reminder that is not done is left unchanged; this is not an error.
  /// - Parameter id: ``Reminder/id``.
  /// - Throws: ``Status/notFound``.
  public func markReminderUndone(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.finishReminder(name, isDone: false) }
  }

  /// Removes a reminder; its log stays.
  /// - Throws: ``Status/notFound``.
  public func removeReminder(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.removeReminder(name) }
  }

  /// Moves one occurrence of a reminder: what has fired and was not acknowledged, else the next one.
  /// - Parameters:
  ///   - id: ``Reminder/id``.
  ///   - time: to come, and not behind the end.
  /// - Throws: ``Status/range``, ``Status/notFound``, ``Status/conflict`` (it is done, or does not fire any more).
  public func snoozeReminder(_ id: String, until time: Date) throws(TallyError) {
    let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded())
    try calling(with: id) { (name) throws(Failure) in try core.snoozeReminder(name, until: milliseconds) }
  }

  /// What has fired of a reminder was seen to: its badge goes out. Where nothing has, that is no error.
  /// - Throws: ``Status/notFound``.
  public func acknowledgeReminder(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.acknowledgeReminder(name) }
  }

  /// The reminders, by the bytes of their names.
  /// - Parameters:
  ///   - name: those after it, which need not exist; nil: from the first.
  ///   - limit: how many at the most.
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

  /// Plans what a system is to fire while the program is closed, the soonest first, and counts it as done: the next
  /// plan is a difference to this one. To be called after logging in and out, each change, each reminder that fires,
  /// ``Engine/setZone(_:)``, and when the program comes to the foreground.
  /// - Parameters:
  ///   - limit: notifications that the system takes, 1 to 4,096.
  ///   - reserve: how many of them the host needs for other things.
  ///   - fromScratch: the system has nothing armed, whatever former plans said.
  /// - Complexity: O(changes · log n) of the account's reminders.
  public func planReminders(
    limit: Int = 64, reserve: Int = 0, fromScratch: Bool = false
  ) throws(TallyError) -> NotificationPlan {
    var changes: [PlannedNotification] = []
    let summary = try calling { () throws(Failure) in
      try core.planNotifications(limit: limit, reserve: reserve, isAnew: fromScratch) { planned in
        changes.append(PlannedNotification(planned))
      } check: {
      }
    }
    return NotificationPlan(
      changes: changes, planned: summary.planned, leftOut: Int(clamping: summary.leftOut),
      reach: summary.reach.map { Date(timeIntervalSince1970: Double($0)) })
  }

  /// The log of what happened to the account's reminders, the oldest first. The last
  /// ``EngineConfiguration/maxReminderLog`` are kept.
  /// - Parameters:
  ///   - number: ``ReminderNote/number`` of the last one that is known; nil: from the first.
  ///   - limit: 1 to 10,000.
  public func reminderLog(after number: Int64? = nil, limit: Int = 1000) throws(TallyError) -> [ReminderNote] {
    var found: [ReminderNote] = []
    _ = try calling { () throws(Failure) in
      try core.listReminderLog(after: number ?? 0, limit: limit) { row in found.append(ReminderNote(row)) }
    }
    return found
  }

  /// All reminders as iCalendar (RFC 5545), in UTF-8.
  public func exportReminders() throws(TallyError) -> [UInt8] {
    try calling { () throws(Failure) in
      var output = ByteBuffer()
      try core.exportReminders(into: &output)
      return [UInt8](output.bytes)
    }
  }

  /// Takes the reminders of an iCalendar file, all or none.
  /// - Throws: ``Status/malformed`` with the line.
  /// - Returns: how many were taken, and how many were skipped: nothing says on which day they are due, or a reminder
  ///   cannot recur as their rule says. The engine's log has the line of each.
  @discardableResult
  public func importReminders(_ file: [UInt8]) throws(TallyError) -> (taken: Int, skipped: Int) {
    let (taken, skipped) = try calling { () throws(Failure) in
      try withBytes(file) { (bytes) throws(Failure) in try core.importReminders(bytes) }
    }
    return (taken, skipped)
  }

  private func withReminder(
    _ id: String, _ terms: ReminderTerms,
    _ body: (UnsafeRawBufferPointer, TallyEngine.ReminderOptions) throws(Failure) -> Void
  ) throws(TallyError) {
    if let time = terms.time, !(0..<86_400).contains(time) {
      throw TallyError(status: .range, message: "a time of day is from 0 to 86,399 seconds")
    }
    var bytes: [UInt8] = []
    var ends = [0]
    let texts = [terms.title, terms.body, terms.path, terms.zone]
    for text in texts {
      bytes += (text ?? "").utf8
      ends.append(bytes.count)
    }
    try calling(with: id) { (name) throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in
        func text(_ place: Int) -> UnsafeRawBufferPointer? {
          texts[place] == nil ? nil : UnsafeRawBufferPointer(rebasing: bytes[ends[place]..<ends[place + 1]])
        }
        var given = terms.options
        given.title = text(0)
        given.body = text(1)
        given.path = text(2)
        given.zone = text(3)
        try body(name, given)
      }
    }
  }
}

extension Engine {
  /// The device is in another zone, or may be: what goes by it is planned anew.
  /// - Parameter name: an IANA name; nil: look at the system again.
  /// - Throws: ``Status/notFound`` where there is no such zone.
  public func setZone(_ name: String?) throws(TallyError) {
    guard let name else { return try calling { () throws(Failure) in try core.setZone(nil) } }
    try calling(with: name) { (name) throws(Failure) in try core.setZone(name) }
  }
}
