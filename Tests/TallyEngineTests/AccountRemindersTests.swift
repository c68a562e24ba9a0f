import TallyFailure
import TestSupport
import Testing

@testable import TallyCalendar
@testable import TallyEngine

// The reminders of an account through its life, in virtual time.

@Suite struct AccountRemindersTests {
  @Test func thePlanAgreesWithTheStore() throws {
    let bed = try ChangeBed()
    var isSound = [Bool]()
    func check() throws { isSound.append(try bed.bo.reminders.verify(of: bed.bo, in: bed.engine.store)) }
    func change(_ name: String, _ action: ReminderAction) throws(Failure) {
      try withBytes(name) { name throws(Failure) in try bed.bo.change(reminder: name, action) }
    }
    for name in ["milk", "eggs", "bread"] {
      try bed.remind(name)
      try check()
    }
    let day: Int64 = 86_400_000
    for step in 0..<6 {
      bed.hands.now += day
      try bed.engine.step()
      try check()
      switch step {
      case 0: try change("milk", .done)
      case 1: try change("milk", .undone)
      case 2:
        var options = ReminderOptions()
        options.time = 3600
        try change("eggs", .edit(options))
      case 3: try change("bread", .remove)
      case 4: try bed.bo.logOut()
      default: try bed.bo.logIn()
      }
      try bed.engine.step()
      try check()
    }
    try change("eggs", .acknowledge)
    try check()
    #expect(!isSound.contains(false))
    let loaded = try #require(bed.bo.reminders.loaded)
    #expect(loaded.planner.count == 2)
    // A plan that has lost a reminder.
    var number: UInt64 = 0
    try bed.engine.store.listReminders(account: bed.bo.id) { number = UInt64(bitPattern: $0.id) }
    loaded.planner.remove(number)
    let isBroken = try !bed.bo.reminders.verify(of: bed.bo, in: bed.engine.store)
    #expect(isBroken)
    try bed.end()
  }
}
