#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Account.Async {
  /// Adds a reminder under a new name.
  /// Like ``Account/putReminder(_:terms:)``, without blocking the thread of the task.
  public func putReminder(_ id: String, terms: Reminder.Terms) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.putReminder(id, terms: terms) }
  }

  /// Changes the given members of a reminder in one transaction.
  /// Like ``Account/editReminder(_:terms:)``, without blocking the thread of the task.
  public func editReminder(_ id: String, terms: Reminder.Terms) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.editReminder(id, terms: terms) }
  }

  /// Marks a reminder done: it no longer fires, and its badge is removed.
  /// Like ``Account/markReminderDone(_:)``, without blocking the thread of the task.
  public func markReminderDone(_ id: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.markReminderDone(id) }
  }

  /// Reverts ``markReminderDone(_:)``, as if the reminder had never been done.
  /// Like ``Account/markReminderUndone(_:)``, without blocking the thread of the task.
  public func markReminderUndone(_ id: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.markReminderUndone(id) }
  }

  /// Removes a reminder.
  /// Like ``Account/removeReminder(_:)``, without blocking the thread of the task.
  public func removeReminder(_ id: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.removeReminder(id) }
  }

  /// Snoozes one occurrence of a reminder: the fired one without an acknowledgement, otherwise the next one.
  /// Like ``Account/snoozeReminder(_:until:)``, without blocking the thread of the task.
  public func snoozeReminder(_ id: String, until time: Date) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.snoozeReminder(id, until: time) }
  }

  /// Acknowledges the fired occurrence of a reminder and removes its badge.
  /// Like ``Account/acknowledgeReminder(_:)``, without blocking the thread of the task.
  public func acknowledgeReminder(_ id: String) async throws(TallyError) {
    try await onOwnThread { () throws(TallyError) in try account.acknowledgeReminder(id) }
  }

  /// Plans the notifications that a system fires while the program is closed, the soonest first.
  /// Like ``Account/planReminders(limit:reserve:fromScratch:)``, without blocking the thread of the task.
  public func planReminders(
    limit: Int = 64, reserve: Int = 0, fromScratch: Bool = false
  ) async throws(TallyError) -> Reminder.Plan {
    try await onOwnThread { () throws(TallyError) in
      try account.planReminders(limit: limit, reserve: reserve, fromScratch: fromScratch)
    }
  }

  /// Confirms that the system has what a plan says.
  /// Like ``Account/confirmPlan(_:)``, without blocking the thread of the task.
  @discardableResult
  public func confirmPlan(_ token: UInt64) async throws(TallyError) -> Bool {
    try await onOwnThread { () throws(TallyError) in try account.confirmPlan(token) }
  }

  /// Returns all reminders as iCalendar (RFC 5545), in UTF-8.
  /// Like ``Account/exportReminders()``, without blocking the thread of the task.
  public func exportReminders() async throws(TallyError) -> [UInt8] {
    try await onOwnThread { () throws(TallyError) in try account.exportReminders() }
  }

  /// Imports the usable reminders of an iCalendar file, or none if the file is malformed.
  /// Like ``Account/importReminders(_:)``, without blocking the thread of the task.
  @discardableResult
  public func importReminders(
    _ file: some Collection<UInt8> & Sendable
  ) async throws(TallyError) -> (taken: Int, skipped: [Reminder.SkippedEntry]) {
    try await onOwnThread { () throws(TallyError) in try account.importReminders(file) }
  }
}
