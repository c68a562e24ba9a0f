internal import TallyEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Reminder {
  /// The difference to the last confirmed plan: disarm first, then arm, in this order.
  public struct Plan: Hashable, Sendable {
    /// For ``Account/confirmPlan(_:)`` in this run.
    public let token: UInt64
    /// The changes in this order.
    public let changes: [Plan.Change]
    /// The number of armed notifications afterwards.
    public let planned: Int
    /// The number of notifications without room.
    public let leftOut: Int
    /// The plan is complete before this time; nil: it is complete.
    public let reach: Date?
  }
}

extension Reminder.Plan {
  /// A change of a notification in the host's system.
  public struct Change: Identifiable, Hashable, Sendable {
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
}

extension Reminder.Plan.Change {
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
