import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

// The plan for the system of a host, in two steps: the host gets a difference, and confirms it when its system has it.
// Only that is stored, so a plan that a host has lost on its way is offered again.

/// A change of a notification in the host's system. Texts are borrowed during the visit, and empty for one that is
/// disarmed.
public struct PlannedNotification {
  public var entry: PlanEntry
  public var isArmed: Bool
  public var name = UnsafeRawBufferPointer(start: nil, count: 0)
  public var title = UnsafeRawBufferPointer(start: nil, count: 0)
  public var body = UnsafeRawBufferPointer(start: nil, count: 0)
  public var path = UnsafeRawBufferPointer(start: nil, count: 0)
}

public struct PlanSummary {
  /// For `confirmPlan`. Not 0.
  public var token: UInt64 = 0
  public var planned = 0
  public var leftOut: Int64 = 0
  /// The plan is complete before this moment; nil: it is complete.
  public var reach: Int64?

  public init() {}
}

extension Account {
  /// Plans the notifications for the host's system, and visits the difference to those that were last confirmed: first
  /// those to disarm, then those to arm. Nothing of it is stored until `confirmPlan`. `visit` and `check`, which runs
  /// after the last one and may throw, run with locks held and must not call the engine.
  /// - Parameter isFromScratch: the system has nothing armed, whatever was confirmed before.
  public func planNotifications(
    limit: Int, reserve: Int, isFromScratch: Bool, visit: (PlannedNotification) -> Void,
    check: () throws(Failure) -> Void
  ) throws(Failure) -> PlanSummary {
    if !(0...Planner.mostEntries).contains(limit) || !(0...Planner.mostEntries).contains(reserve) {
      throw Failure(.range, "limit and reserve must be 0 to 4096")
    }
    var summary = PlanSummary()
    try changeReminders(.call) { (now, share, hold) throws(Failure) in
      guard let reminders = reminders.loaded else { return }
      reminders.planner.limit(to: limit == 0 ? 64 : limit, reserve: reserve)
      let plan = PendingPlan(makePlanToken(), at: now, isFromScratch: isFromScratch)
      try exclusively(&hold) { () throws(Failure) in
        try growing { () throws(OutOfMemory) in
          try reminders.planner.plan(at: now, isFromScratch: isFromScratch, engine.zones.table)
          try plan.take(reminders.planner.entries)
        }
        try eachDifference(reminders) { record, entry, isArmed throws(Failure) in
          visit(PlannedNotification(record, entry, isArmed: isArmed))
        }
        try check()
      }
      share.effects.reminders.plan = plan
      summary.token = plan.token
      summary.planned = reminders.planner.entries.count
      summary.leftOut = reminders.planner.leftOut
      summary.reach = reminders.planner.reach == Int64.max ? nil : reminders.planner.reach
    }
    return summary
  }

  /// Stores a plan: the host's system has what it says.
  /// - Parameter token: of the last plan.
  /// - Returns: whether it was confirmed before.
  public func confirmPlan(_ token: UInt64) throws(Failure) -> Status {
    if token == 0 { throw Failure(.argument, "0 is not the token of a plan") }
    // An unknown token must not cost a transaction.
    let hold = try enterAnywhere()
    let known = try planStatus(token)
    hold.release()
    if known != .ok { return known }
    var status = Status.ok
    try changeReminders(.call) { (_, share, hold) throws(Failure) in
      status = try planStatus(token)
      guard status == .ok, let plan = self.reminders.plan, let reminders = reminders.loaded else { return }
      let confirmed = PendingPlan(token, at: plan.time, isFromScratch: plan.isFromScratch, isConfirmed: true)
      // If it is dropped, all of it is read again.
      share.effects.reminders.isPlanned = true
      try exclusively(&hold) { () throws(Failure) in
        try growing { () throws(OutOfMemory) in
          try reminders.planner.restore(plan: plan.entries, at: plan.time, isFromScratch: plan.isFromScratch)
        }
        try eachDifference(reminders) { (record, entry, isArmed) throws(Failure) in
          try note(isArmed ? .armed : .cancelled, record, instant: entry.occurrence.instant)
        }
        try storePlan(reminders, in: share)
      }
      share.effects.reminders.plan = confirmed
    }
    return status
  }

  /// - Returns: `ok`: it waits for its confirmation; `alreadyApplied`.
  private func planStatus(_ token: UInt64) throws(Failure) -> Status {
    guard let plan = reminders.plan, plan.token == token else {
      throw Failure(.conflict, "the plan is out of date, or of a former run; plan again")
    }
    return plan.isConfirmed ? .alreadyApplied : .ok
  }

  /// Another one for each plan, also in the next run, whose seed a test may have set.
  private func makePlanToken() -> UInt64 {
    engine.reminderClock.plans += 1
    let mixed = SplitMix.mix(engine.configuration.seed ^ SplitMix.mix(UInt64(bitPattern: now)))
    return max(SplitMix.mix(mixed ^ engine.reminderClock.plans) & UInt64(Int64.max), 1)
  }

  /// Visits the difference that the planner has found, with each reminder as it is stored now. A removed one is empty.
  private func eachDifference(
    _ reminders: Reminders, _ visit: (borrowing ReminderRecord, PlanEntry, _ isArmed: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    let (disarms, arms) = (reminders.planner.disarms.count, reminders.planner.arms.count)
    for index in 0..<disarms + arms {
      let isArmed = index >= disarms
      let entry = isArmed ? reminders.planner.arms[index - disarms] : reminders.planner.disarms[index]
      var record = ReminderRecord()
      _ = try store.readReminder(Int64(bitPattern: entry.reminder), into: &record)
      record[.revision] = Int64(entry.revision)
      try visit(record, entry, isArmed)
    }
  }

  /// The armed notifications change with the commit. If that fails, all of it is read again.
  private func storePlan(_ reminders: Reminders, in share: Share) throws(Failure) {
    try share.store.forgetArmed(account: id)
    for index in 0..<reminders.planner.entries.count {
      let entry = reminders.planner.entries[index]
      try share.store.arm(
        account: id,
        ArmedRow(
          reminder: Int64(bitPattern: entry.reminder), revision: Int64(entry.revision),
          index: entry.occurrence.index, instant: entry.occurrence.instant, id: Int64(bitPattern: entry.id)))
    }
    reminders.planner.commit()
  }
}

extension PlannedNotification {
  fileprivate init(_ record: borrowing ReminderRecord, _ entry: PlanEntry, isArmed: Bool) {
    self.init(entry: entry, isArmed: isArmed)
    name = record.name.bytes
    if !isArmed { return }
    title = record.title.bytes
    body = record.body.bytes
    path = record.path.bytes
  }
}
