internal import TallyCalendar
internal import TallyEngine
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Reminder {
  /// An entry of the log of reminders.
  public struct Note: Identifiable, Hashable, Sendable {
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
    public typealias ID = Identifier<Note>

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
}

extension Reminder.Note {
  init(_ row: ReminderLogRow) {
    id = ID(rawValue: row.id)
    time = Date(timeIntervalSince1970: Double(row.time) / 1000)
    kind = Kind(rawValue: row.kind)
    reminder = String(text: row.name)
    revision = Int(row.revision)
    occurrence = row.instant == 0 ? nil : Date(timeIntervalSince1970: Double(row.instant))
  }
}
