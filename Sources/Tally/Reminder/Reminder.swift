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
  /// Identifies it permanently in this store, and in events: ``Engine/Event/Firing/key``.
  public let key: Key
  /// The end of its last good day; nil: its zone is not available.
  public let expires: Date?
  /// The time of the last change.
  public let changed: Date?
  /// The day on which it was entered; nil: the stored reminder is damaged.
  public let entered: CalendarDay?
  /// Its terms with the defaults.
  public let terms: Terms

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
    terms = Terms(record)
  }
}
