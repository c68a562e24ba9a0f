internal import TallyCalendar
internal import TallyEngine
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A reminder, as it is now. Days are numbers like 20260131.
public struct Reminder: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// How far it is.
  public enum State: Int32, Codable, Sendable, CaseIterable {
    /// It keeps still.
    case active = 1
    /// It was said to be done.
    case done
    /// It keeps no more.
    case expired
  }

  /// The name that it was entered with.
  public let id: String
  /// A line for people; empty: none.
  public let title: String
  /// More of it for people; empty: none.
  public let body: String
  /// The badge that it lights, in canonical form; empty: none.
  public let path: String
  /// Empty: the device's.
  public let zone: String
  /// Active, done or expired.
  public let state: State
  /// From 1; one more with each edit, and whenever it is done or undone.
  public let revision: Int
  /// The day from which it keeps.
  public let produced: Int
  /// The last good day.
  public let expiry: Int
  /// The days that it keeps.
  public let span: Int
  /// Of these, those that are left. Negative: it has expired.
  public let daysLeft: Int
  /// Whether it goes by the expiry date.
  public let isSmart: Bool
  /// When it fires next; nil: no more.
  public let nextTime: Date?
  /// When it fired, not acknowledged; nil: it has not.
  public let dueTime: Date?
  /// ``EngineEvent/Firing/number`` of its events.
  public let number: UInt64
  /// When its last good day ends; nil: its zone is not to be had.
  public let expires: Date?
  /// When it was last changed.
  public let changed: Date?
  /// The day on which it was entered.
  public let entered: Int
  /// As it was given, with the defaults.
  public let terms: ReminderTerms

  /// The title, or the identifier if there is none, and how long it keeps: "Milk, 3 of 7 days left".
  public var description: String {
    let name = title.isEmpty ? id : title
    switch state {
    case .active: return "\(name), \(daysLeft) of \(span) days left"
    case .done: return "\(name), done"
    case .expired: return "\(name), expired"
    }
  }
}

/// What a system is to do with a notification.
public struct PlannedNotification: Identifiable, Hashable, Codable, Sendable {
  /// From 1. Made of the names of account and reminder, the revision and the occurrence alone: the same on each
  /// machine.
  public let id: Int64
  /// Whether it is to be armed; else disarmed.
  public let isArmed: Bool
  /// Which occurrence of the reminder it is, counted from its start.
  public let occurrence: Int64
  /// ``Reminder/revision``.
  public let revision: Int
  /// When it is to fire, or was, to the second.
  public let time: Date
  /// ``Reminder/id``; of what is disarmed: empty where it was deleted.
  public let reminder: String
  /// Of what is armed: a line for people.
  public let title: String
  /// Of what is armed: more of it.
  public let body: String
  /// Of what is armed: the badge that it lights.
  public let path: String
}

/// A difference to what the system has: disarm first, then arm, in this order.
public struct NotificationPlan: Hashable, Codable, Sendable {
  /// What is to be done, in this order.
  public let changes: [PlannedNotification]
  /// How many are armed then.
  public let planned: Int
  /// How many there were no room for.
  public let leftOut: Int
  /// All before it is in the plan; nil: everything is.
  public let reach: Date?
}

/// What happened to a reminder.
public struct ReminderNote: Identifiable, Hashable, Codable, Sendable {
  /// What it was.
  public enum Kind: Int64, Codable, Sendable, CaseIterable {
    /// It was entered.
    case created = 1
    /// Its terms were changed.
    case edited
    /// It was found out when it fires next.
    case planned
    /// The system was told to arm it.
    case armed
    /// It has fired.
    case fired
    /// It was due while nobody could be told.
    case missed
    /// An occurrence was moved.
    case snoozed
    /// What had fired was seen to.
    case acknowledged
    /// The system was told to disarm it.
    case cancelled
    /// Its account was logged out.
    case suspended
    /// Its account was logged in again.
    case resumed
    /// The server has taken a change.
    case uploaded
    /// The server has refused a change.
    case uploadFailed
    /// It was said to be done.
    case done
    /// That was taken back.
    case undone
    /// It was removed.
    case deleted
  }

  /// From 1, in their order.
  public let number: Int64
  /// When it was written.
  public let time: Date
  /// What it was; nil: one that this version does not know.
  public let kind: Kind?
  /// ``Reminder/id``; empty: all of the account's.
  public let reminder: String
  /// ``Reminder/revision`` by then.
  public let revision: Int
  /// When what it is about fires; nil: it is about no occurrence.
  public let occurrence: Date?

  /// The same as ``number``.
  public var id: Int64 { number }
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
    produced = Int(record[.produced])
    expiry = Int(info.expiry)
    span = Int(info.span)
    daysLeft = Int(info.daysLeft)
    isSmart = info.isSmart
    nextTime = info.next.map { Date(timeIntervalSince1970: Double($0)) }
    dueTime = record.litSince.map { Date(timeIntervalSince1970: Double($0)) }
    number = UInt64(bitPattern: record.id)
    expires = info.expires == 0 ? nil : Date(timeIntervalSince1970: Double(info.expires))
    changed = Date(engine: record[.stamp])
    entered = Int(record[.entered])
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
    number = row.number
    time = Date(timeIntervalSince1970: Double(row.time) / 1000)
    kind = Kind(rawValue: row.kind)
    reminder = String(text: row.name)
    revision = Int(row.revision)
    occurrence = row.instant == 0 ? nil : Date(timeIntervalSince1970: Double(row.instant))
  }
}
