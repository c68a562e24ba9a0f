import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore

/// An account's reminders in memory. Under the engine's `lock`.
///
/// Invariants: outside of a change it agrees with the store. If a change of the plan is dropped, the account has none,
/// and reads it again. While the account is logged in, `planner` has exactly the active tasks with a known zone.
final class Reminders {
  var planner = Planner()
}

/// A plan that a host was given. It lasts until the next plan, or until the account is logged in or out. Not changed
/// after it was published.
final class PendingPlan {
  /// Not 0.
  let token: UInt64
  /// All entries, not only the difference. Empty once it is confirmed.
  private(set) var entries = List<PlanEntry>()
  /// In seconds.
  let time: Int64
  let isFromScratch: Bool
  let isConfirmed: Bool

  /// - Parameter isConfirmed: its token is only kept to know it again.
  init(_ token: UInt64, at time: Int64, isFromScratch: Bool, isConfirmed: Bool = false) {
    self.token = token
    self.time = time
    self.isFromScratch = isFromScratch
    self.isConfirmed = isConfirmed
  }

  func take(_ plan: borrowing List<PlanEntry>) throws(OutOfMemory) {
    try entries.reserve(plan.count)
    for index in 0..<plan.count { entries.appendWithinCapacity(plan[index]) }
  }
}

/// The reminders of one account.
struct AccountReminders {
  /// nil: they were not needed yet, or must be read again.
  var loaded: Reminders?
  /// The last plan that a host was given in this run; nil: none, or it is out of date.
  var plan: PendingPlan?
  /// The time of the log-in, in seconds. Earlier due occurrences were missed.
  var since = Int64.min
  /// The log has recorded it.
  var isResumed = false

  // MARK: For tests

  /// Whether the plan agrees with the store. Not within a change.
  func verify(of account: Account, in store: Store) throws(Failure) -> Bool {
    guard let loaded else { return true }
    var active = 0
    var isSame = true
    try store.listReminders(account: account.id) { record in
      if record.isDone || !account.isLoggedIn { return }
      guard let wanted = try? account.reminder(record) else { return }
      active += 1
      let planned = loaded.planner.reminder(wanted.id)
      if planned?.revision != wanted.revision || planned?.told != wanted.told { isSame = false }
    }
    return isSame && loaded.planner.count == active
  }
}

extension Engine {
  /// The wall clock in seconds.
  var seconds: Int64 { Zone.seconds(ofMilliseconds: now) }

  /// Room for the plans of all open accounts.
  func reserveReminderWakes() throws(Failure) {
    try growing { () throws(OutOfMemory) in try reminderClock.reserve(slots: Int(accounts.slotCount)) }
  }

  /// Plans the next work for an account's reminders. There is room.
  func planReminders(_ hold: borrowing LockHold, of account: Account, _ time: Int64) {
    if reminderClock.plan(account.slot, at: time),
      let next = reminderClock.next(isByLog: logTime.isSet, logTime.ofPlans(clock))
    {
      replan(hold, next)
    }
  }

  /// Called as soon as there may be reminders.
  func beginReminders(_ hold: borrowing LockHold) {
    reminderClock.mayHaveAny = true
    duties.reminders = { engine, hold in engine.serveReminders(&hold) }
  }

  /// Fires due reminders. Loop thread.
  private func serveReminders(_ hold: inout LockHold) {
    let now = self.now
    if reminderClock.look(at: now) {
      awaitUnusedZones(&hold)
      if !isClosed { replanReminders(hold) }
    }
    while !isClosed, let slot = reminderClock.popDue(by: now) {
      let account = accounts[slot]
      hold.unlocked { account.serveReminders() }
    }
  }

  /// The clock was set back, or the device has moved, so the next occurrence may come sooner, or be due. Everything is
  /// read again, from the last report of each. An account with work planned, and no plan in memory, reads it again
  /// because a change has failed.
  func replanReminders(_ hold: borrowing LockHold) {
    for slot in 0..<accounts.slotCount {
      guard let account = accounts.account(slot), account.reminders.loaded != nil || reminderClock.isPlanned(slot)
      else { continue }
      account.reminders.loaded = nil
      account.reminders.since = min(account.reminders.since, seconds)
      planReminders(hold, of: account, Int64.min)
    }
  }
}

/// An engine was opened whose file may have reminders.
@c @implementation
public func ctally_reminders_begin(_ engine: UnsafeMutableRawPointer?) {
  guard let engine else { return }
  Unmanaged<Engine>.fromOpaque(engine)._withUnsafeGuaranteedRef { engine in
    if (try? engine.store.hasReminders()) ?? true { engine.beginReminders(engine.lock.lock()) }
  }
}

extension Zone {
  /// Rounded down.
  static func seconds(ofMilliseconds time: Int64) -> Int64 {
    max(time >= 0 ? time / 1000 : (time + 1) / 1000 - 1, StoredRange.seconds.lowerBound)
  }

  /// The nearest possible number.
  static func milliseconds(ofSeconds seconds: Int64) -> Int64 {
    min(max(seconds, StoredRange.seconds.lowerBound), StoredRange.seconds.upperBound) * 1000
  }
}

extension CivilDate {
  /// A number like 20260131; nil: there is no such day.
  init?(number: Int64) {
    guard (10_101...99_991_231).contains(number) else { return nil }
    // Fits 32 bits: it was compared.
    let number = Int(number)
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  var number: Int64 {
    let (year, month, day) = fields
    return Int64(year * 10_000 + month * 100 + day)
  }
}
