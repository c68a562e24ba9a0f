/// A reminder that may fire: one that is neither done nor deleted.
public struct Reminder: Equatable, BitwiseCopyable, Sendable {
  /// Not 0.
  public var id: UInt64
  /// What stands for it in the identifiers of a plan: ``PlanEntry/key(account:reminder:)``. Unless it is set, `id`.
  public var key: UInt64
  /// Another one after each edit, so that entries of a plan before it are others.
  public var revision: UInt32
  /// Of the ``ZoneTable``; 0 is the device's.
  public var zone: UInt32
  public var schedule: ReminderSchedule
  /// The occurrence that was moved, and to when. It is at most one: who moves another one has acknowledged it.
  public var snoozed: Occurrence?
  /// What has fired does not come again: what was until this instant, nor, wherever the device has gone since, a day's
  /// occurrence up to this index.
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

  /// Whether an occurrence can be moved to an instant: there is one of that index, and it would still fire.
  public func canSnooze(_ moved: Occurrence, in zone: Zone) -> Bool {
    schedule.occurrence(moved.index, in: zone) != nil && moved.instant < schedule.ends(in: zone)
  }

  /// Until when nothing of the schedule fires any more.
  private func told(in zone: Zone) -> Int64 { max(told, schedule.day(toldIndex, in: zone) ?? told) }

  /// The next time it fires after an instant, and not at it. Where an occurrence was moved to another one, they are
  /// one.
  public func next(after instant: Int64, in zone: Zone) -> Occurrence? {
    var next = schedule.next(after: max(instant, told(in: zone)), in: zone)
    guard let snoozed else { return next }
    if let first = next, first.index == snoozed.index { next = schedule.next(after: first.instant, in: zone) }
    guard snoozed.instant > max(instant, told), canSnooze(snoozed, in: zone) else { return next }
    if let next, next.instant <= snoozed.instant { return next }
    return snoozed
  }

  /// The newest time it fires until an instant, or at it: of all that was missed, what is told.
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

  /// How many times it fires after an instant until another one, or at it.
  public func count(after start: Int64, through end: Int64, in zone: Zone) -> Int64 {
    let begin = max(start, told(in: zone))
    let start = max(start, told)
    var count = schedule.count(after: begin, through: end, in: zone)
    guard end > start, let snoozed, let former = schedule.occurrence(snoozed.index, in: zone) else { return count }
    if former.instant > begin && former.instant <= end { count -= 1 }
    guard snoozed.instant > start, snoozed.instant <= end, canSnooze(snoozed, in: zone) else { return count }
    // At the time of another one, it is no more.
    let other = schedule.last(through: snoozed.instant, in: zone)
    let isOther = other?.instant == snoozed.instant && other?.index != snoozed.index
    return isOther ? count : count + 1
  }

  /// The identifier of an occurrence in a plan.
  func identifier(of occurrence: Occurrence, in zone: Zone) -> UInt64 {
    PlanEntry.id(key: key, revision: revision, place: schedule.place(of: occurrence.index, in: zone))
  }

  /// Whether the day on which it was last good is over.
  public func isExpired(at instant: Int64, in zone: Zone) -> Bool { instant >= schedule.expires(in: zone) }

  /// Whether it feeds 1 to its badge: something has fired since all until an instant was acknowledged.
  /// - Parameter acknowledged: `Int64.min`: nothing was.
  public func isDue(at instant: Int64, acknowledged: Int64, in zone: Zone) -> Bool {
    guard let last = last(through: instant, in: zone) else { return false }
    return last.instant > acknowledged
  }
}
