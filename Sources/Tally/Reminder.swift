internal import TallyCalendar
internal import TallyEngine
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The current state of a reminder.
public struct Reminder: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The state of a reminder.
  public enum State: Int32, Sendable, CaseIterable {
    /// Its shelf life has not ended.
    case active = 1
    /// It was marked done.
    case done
    /// Its shelf life has ended.
    case expired
  }

  /// Identifies a reminder permanently in its store.
  public typealias Key = Identifier<Reminder>

  /// Its name.
  public let id: String
  /// A title for people; empty: none.
  public let title: String
  /// A text for people; empty: none.
  public let body: String
  /// The badge that it lights, in canonical form; empty: none.
  public let path: String
  /// The zone; empty: the device's.
  public let zone: String
  /// Active, done or expired.
  public let state: State
  /// From 1. Increases with each edit, and whenever it is done or undone.
  public let revision: Int
  /// The first day of its shelf life; nil: the stored reminder is damaged.
  public let produced: CalendarDay?
  /// The last good day; nil: its zone is not available.
  public let expiry: CalendarDay?
  /// The days of its shelf life.
  public let span: Int
  /// The days that are left. Negative: it has expired.
  public let daysLeft: Int
  /// Whether its reminders depend on the expiry date.
  public let isSmart: Bool
  /// When it fires next; nil: never.
  public let nextTime: Date?
  /// When it fired without an acknowledgement; nil: it has not.
  public let dueTime: Date?
  /// Identifies it permanently in this store, and in events: ``EngineEvent/Firing/key``.
  public let key: Key
  /// The end of its last good day; nil: its zone is not available.
  public let expires: Date?
  /// The time of the last change.
  public let changed: Date?
  /// The day on which it was entered; nil: the stored reminder is damaged.
  public let entered: CalendarDay?
  /// Its terms with the defaults.
  public let terms: ReminderTerms

  /// The title, or the identifier if there is none, and the days left: "Milk, 3 of 7 days left".
  public var description: String {
    let name = title.isEmpty ? id : title
    switch state {
    case .active: return "\(name), \(daysLeft) of \(span) days left"
    case .done: return "\(name), done"
    case .expired: return "\(name), expired"
    }
  }
}

/// A change of a notification in the host's system.
public struct PlannedNotification: Identifiable, Hashable, Sendable {
  /// From 1. It depends only on the names of account and reminder, the revision and the occurrence, so it is the same
  /// on each machine.
  public let id: Int64
  /// Whether to arm it; otherwise disarm it.
  public let isArmed: Bool
  /// The number of the occurrence, counted from the reminder's start.
  public let occurrence: Int64
  /// ``Reminder/revision``.
  public let revision: Int
  /// When it fires, or would have fired, to the second.
  public let time: Date
  /// ``Reminder/id``; empty for one to disarm whose reminder was deleted.
  public let reminder: String
  /// For one to arm: a title for people.
  public let title: String
  /// For one to arm: a text for people.
  public let body: String
  /// For one to arm: the badge that it lights.
  public let path: String
}

/// The difference to the last confirmed plan: disarm first, then arm, in this order.
public struct NotificationPlan: Hashable, Sendable {
  /// For ``Account/confirmPlan(_:)`` in this run.
  public let token: UInt64
  /// The changes in this order.
  public let changes: [PlannedNotification]
  /// The number of armed notifications afterwards.
  public let planned: Int
  /// The number of notifications without room.
  public let leftOut: Int
  /// The plan is complete before this time; nil: it is complete.
  public let reach: Date?
}

/// An entry of the log of reminders.
public struct ReminderNote: Identifiable, Hashable, Sendable {
  /// The event.
  public enum Kind: Int64, Sendable, CaseIterable {
    /// The reminder was added.
    case created = 1
    /// Its terms were changed.
    case edited
    /// Its next time was computed.
    case planned
    /// A confirmed plan has armed it.
    case armed
    /// It has fired.
    case fired
    /// It was due while the program was closed or the account was logged out.
    case missed
    /// An occurrence was snoozed.
    case snoozed
    /// A fired occurrence was acknowledged.
    case acknowledged
    /// A confirmed plan has disarmed it.
    case cancelled
    /// Its account was logged out.
    case suspended
    /// Its account was logged in again.
    case resumed
    /// The server has accepted a change.
    case uploaded
    /// The server has rejected a change.
    case uploadFailed
    /// It was marked done.
    case done
    /// It was marked undone.
    case undone
    /// It was removed.
    case deleted
  }

  /// Identifies an entry of an account's log.
  public typealias ID = Identifier<ReminderNote>

  /// Entries are sorted by it.
  public let id: ID
  /// The time of the entry.
  public let time: Date
  /// The event; nil: unknown to this version.
  public let kind: Kind?
  /// ``Reminder/id``; empty: all of the account's reminders.
  public let reminder: String
  /// ``Reminder/revision`` at that time.
  public let revision: Int
  /// When the occurrence fires; nil: the entry concerns no occurrence.
  public let occurrence: Date?
}

extension Reminder {
  init(_ record: borrowing ReminderRecord, _ info: ReminderInfo) {
    id = String(text: record.name.bytes)
    title = String(text: record.title.bytes)
    body = String(text: record.body.bytes)
    path = String(text: record.path.bytes)
    zone = String(text: record.zone.bytes)
    state = record.isDone ? .done : info.isExpired ? .expired : .active
    revision = Int(record[.revision])
    produced = CalendarDay(number: record[.produced])
    expiry = CalendarDay(number: info.expiry)
    span = Int(info.span)
    daysLeft = Int(info.daysLeft)
    isSmart = info.isSmart
    nextTime = info.next.map { Date(timeIntervalSince1970: Double($0)) }
    dueTime = record.litSince.map { Date(timeIntervalSince1970: Double($0)) }
    key = Key(rawValue: record.id)
    expires = info.expires == 0 ? nil : Date(timeIntervalSince1970: Double(info.expires))
    changed = Date(engine: record[.stamp])
    entered = CalendarDay(number: record[.entered])
    terms = ReminderTerms(record)
  }
}

extension PlannedNotification {
  init(_ planned: TallyEngine.PlannedNotification) {
    id = Int64(bitPattern: planned.entry.id)
    isArmed = planned.isArmed
    occurrence = planned.entry.occurrence.index
    revision = Int(planned.entry.revision)
    time = Date(timeIntervalSince1970: Double(planned.entry.occurrence.instant))
    reminder = String(text: planned.name)
    title = String(text: planned.title)
    body = String(text: planned.body)
    path = String(text: planned.path)
  }
}

extension ReminderNote {
  init(_ row: ReminderLogRow) {
    id = ID(rawValue: row.id)
    time = Date(timeIntervalSince1970: Double(row.time) / 1000)
    kind = Kind(rawValue: row.kind)
    reminder = String(text: row.name)
    revision = Int(row.revision)
    occurrence = row.instant == 0 ? nil : Date(timeIntervalSince1970: Double(row.instant))
  }
}
