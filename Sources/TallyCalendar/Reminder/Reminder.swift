/// A reminder that may fire: it is neither done nor deleted.
public struct Reminder: Equatable, BitwiseCopyable, Sendable {
  /// Not 0.
  public var id: UInt64
  /// Its number in the identifiers of a plan: ``PlanEntry/key(account:reminder:)``. The default is `id`.
  public var key: UInt64
  /// It changes with each edit, so that older entries of a plan differ.
  public var revision: UInt32
  /// A number in the ``ZoneTable``; 0 is the device's zone.
  public var zone: UInt32
  public var schedule: ReminderSchedule
  /// The occurrence that was snoozed, and until when. There is at most one, because snoozing another one acknowledges
  /// it.
  public var snoozed: Occurrence?
  /// Occurrences that have fired do not fire again: those until this instant and, wherever the device has gone since, a
  /// day's occurrences up to this index.
  public var told = Int64.min
  public var toldIndex: Int64 = -1

  public init(
    id: UInt64, revision: UInt32, zone: UInt32, schedule: ReminderSchedule, snoozed: Occurrence? = nil
  ) {
    self.id = id
    key = id
    self.revision = revision
    self.zone = zone
    self.schedule = schedule
    self.snoozed = snoozed
  }

  /// Whether an occurrence can be snoozed until an instant: its index exists, and it would still fire.
  public func canSnooze(_ moved: Occurrence, in zone: Zone) -> Bool {
    schedule.occurrence(moved.index, in: zone) != nil && moved.instant < schedule.ends(in: zone)
  }

  /// Until then the schedule does not fire any more.
  private func told(in zone: Zone) -> Int64 { max(told, schedule.day(toldIndex, in: zone) ?? told) }

  /// The next time it fires after an instant, and not at it. A snoozed occurrence and another one at the same time are
  /// one.
  public func next(after instant: Int64, in zone: Zone) -> Occurrence? {
    var next = schedule.next(after: max(instant, told(in: zone)), in: zone)
    guard let snoozed else { return next }
    if let first = next, first.index == snoozed.index { next = schedule.next(after: first.instant, in: zone) }
    guard snoozed.instant > max(instant, told), canSnooze(snoozed, in: zone) else { return next }
    if let next, next.instant <= snoozed.instant { return next }
    return snoozed
  }

  /// The newest time it fires until an instant, or at it. Of several missed ones, only this one is reported.
  public func last(through instant: Int64, in zone: Zone) -> Occurrence? {
    var last = schedule.last(through: instant, in: zone)
    if let first = last, first.index == snoozed?.index {
      last = schedule.last(through: first.instant - 1, in: zone)
    }
    if let first = last, first.instant <= told(in: zone) { last = nil }
    guard let snoozed, snoozed.instant <= instant, snoozed.instant > told, canSnooze(snoozed, in: zone)
    else { return last }
    if let last, last.instant >= snoozed.instant { return last }
    return snoozed
  }

  /// The number of times it fires after an instant and until another one, or at it.
  public func count(after start: Int64, through end: Int64, in zone: Zone) -> Int64 {
    let begin = max(start, told(in: zone))
    let start = max(start, told)
    var count = schedule.count(after: begin, through: end, in: zone)
    guard end > start, let snoozed, let former = schedule.occurrence(snoozed.index, in: zone) else { return count }
    if former.instant > begin && former.instant <= end { count -= 1 }
    guard snoozed.instant > start, snoozed.instant <= end, canSnooze(snoozed, in: zone) else { return count }
    // At the same time as another one it does not count.
    let other = schedule.last(through: snoozed.instant, in: zone)
    let isOther = other?.instant == snoozed.instant && other?.index != snoozed.index
    return isOther ? count : count + 1
  }

  /// The identifier of an occurrence in a plan.
  func identifier(of occurrence: Occurrence, in zone: Zone) -> UInt64 {
    PlanEntry.id(key: key, revision: revision, place: schedule.place(of: occurrence.index, in: zone))
  }

  /// Whether the day of the expiry is over.
  public func isExpired(at instant: Int64, in zone: Zone) -> Bool { instant >= schedule.expires(in: zone) }

  /// Whether it feeds 1 to its badge: something has fired since the last acknowledgement.
  /// - Parameter acknowledged: the instant until which all is acknowledged; `Int64.min`: nothing is.
  public func isDue(at instant: Int64, acknowledged: Int64, in zone: Zone) -> Bool {
    guard let last = last(through: instant, in: zone) else { return false }
    return last.instant > acknowledged
  }
}
