import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore

/// What an account has of its reminders in memory. Under the engine's `lock`.
///
/// Invariants: outside of a transaction it says what the store says; where one failed that had changed it, the account
/// has none, and reads it anew. `planner` has the active tasks whose zone is known while the account is logged in, and
/// none else.
final class Reminders {
  var planner = Planner()
  /// The transaction under way has changed it.
  var isChanged = false
  /// What the transaction under way will have to tell; room in the queue was pledged for each.
  var news: [OneTimeEvent] = []
}

/// What stays of an account's reminders when they are read anew.
struct ReminderState {
  /// When it was logged in, in seconds: what was due until then was missed.
  var since = Int64.min
  /// As the log has it.
  var isResumed = false
}

extension Engine {
  /// The wall clock in seconds.
  var seconds: Int64 { Zone.seconds(ofMilliseconds: clock.wall) }

  /// Room for the plans of all open accounts.
  func reserveReminderWakes() throws(Failure) {
    try growing { () throws(OutOfMemory) in try reminderClock.reserve(slots: Int(accounts.slotCount)) }
  }

  /// Plans when an account's reminders have something to do. Under `lock`; there is room.
  func planReminders(of account: Account, _ time: Int64) {
    if reminderClock.plan(account.slot, at: time), let next = reminderClock.next(clock.now()) { replan(next) }
  }

  /// From when there may be reminders on. Under `lock`.
  func beginReminders() {
    reminderClock.mayHaveAny = true
    duties.reminders = { $0.serveReminders() }
  }

  /// Fires what is due. Loop thread, under `lock`, which is given up meanwhile.
  private func serveReminders() {
    let now = clock.wall
    if reminderClock.look(at: now) {
      awaitUnusedZones()
      if !isClosed { replanReminders() }
    }
    while !isClosed, let slot = reminderClock.popDue(by: now) {
      let account = accounts[slot]
      lock.unlock()
      account.serveReminders()
      lock.lock()
    }
  }

  /// The clock was set back, or the device has moved: what is next may come sooner, or be due. All is read anew, from
  /// when each was told. Under `lock`.
  func replanReminders() {
    for slot in 0..<accounts.slotCount {
      guard let account = accounts.account(slot), account.reminders != nil else { continue }
      account.reminders = nil
      account.reminderState.since = min(account.reminderState.since, seconds)
      planReminders(of: account, Int64.min)
    }
  }
}

/// An engine has been opened, whose file may have reminders.
@c @implementation
public func ctally_reminders_begin(_ engine: UnsafeMutableRawPointer?) {
  guard let engine else { return }
  Unmanaged<Engine>.fromOpaque(engine)._withUnsafeGuaranteedRef { engine in
    if (try? engine.store.hasReminders()) ?? true { engine.beginReminders() }
  }
}

extension Zone {
  /// Rounded down.
  static func seconds(ofMilliseconds time: Int64) -> Int64 {
    max(time >= 0 ? time / 1000 : (time + 1) / 1000 - 1, StoredRange.seconds.lowerBound)
  }

  /// The nearest that there is.
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
