import Foundation
import Tally
import Testing

@Suite struct BatchItemTests {
  @Test func itemsOfManyAccountsAreAppliedOnce() throws {
    let engine = try drivenEngine().engine
    var milk = Reminder.Terms()
    milk.shelfLife = .days(10)
    let items = [
      Batch.Item(account: "ann", id: "1", [.add(2, at: "chat.bo"), .dot(at: "mail")]),
      Batch.Item(
        account: "bo", id: "2",
        [
          .post(Message.Draft(id: "hello", title: "Hello"), at: "in"), .post(Message.Draft(), at: "in"),
          .withdrawMessage("hello"), .putReminder("milk", milk), .markReminderDone("milk"),
          .markReminderUndone("milk"),
        ]),
      Batch.Item(account: "ann", id: "1", [.add(2, at: "chat.bo")]),
      Batch.Item(account: "cy", id: "3", [.set(1, at: "a"), .set(-1, at: "a")]),
    ]
    let result = try engine.batch(items, at: Batch.Position(source: "log", epoch: 1, position: 4))
    #expect(result.wasApplied && result.statuses == [.ok, .ok, .alreadyApplied, .rejected(.range)])
    #expect(result.message?.contains("item 3") == true)
    #expect(try engine.openAccount("ann").badge(at: "root").count == 2)
    #expect(try engine.openAccount("bo").badge(at: "in").count == 1)
    #expect(try engine.openAccount("bo").reminders().map(\.id) == ["milk"])
    #expect(throws: TallyError.self) { try engine.openAccount("cy", mayCreate: false) }
    let again = try engine.batch(items, at: Batch.Position(source: "log", epoch: 1, position: 4))
    #expect(!again.wasApplied && again.message == nil)
    #expect(try engine.position(of: "log") == Batch.Position(source: "log", epoch: 1, position: 4))
    #expect(try engine.position(of: "other") == nil)
    let error = #expect(throws: TallyError.self) {
      try engine.batch([], at: Batch.Position(source: "log", epoch: 0, position: 5))
    }
    #expect(error?.code == .staleEpoch)
    try engine.close()
  }

  @Test func itemsChangeReminders() throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let account = try driven.engine.openAccount("ann")
    try account.logIn()
    var (terms, title) = (Reminder.Terms(), Reminder.Terms())
    (terms.path, terms.shelfLife, terms.time) = ("fridge", .days(1), try TimeOfDay(hour: 0))
    title.title = "Oat milk"
    for name in ["milk", "bread", "eggs"] { try account.putReminder(name, terms: terms) }
    clock.go(.seconds(24 * 3600))
    try driven.step()
    #expect(try account.reminders().allSatisfy { $0.dueTime != nil } && account.badge(at: "fridge").count == 3)
    let later = clock.now.wall + 3600
    let items = [
      Batch.Item(account: "ann", [.editReminder("milk", title), .snoozeReminder("milk", until: later)]),
      Batch.Item(account: "ann", [.acknowledgeReminder("bread"), .removeReminder("eggs")]),
      Batch.Item(account: "ann", [.removeReminder("eggs")]),
    ]
    #expect(try driven.engine.batch(items).statuses == [.ok, .ok, .rejected(.notFound)])
    let reminders = try account.reminders()
    #expect(reminders.map(\.id) == ["bread", "milk"] && reminders.map(\.dueTime) == [nil, nil])
    #expect(reminders[1].terms.title == "Oat milk" && reminders[1].nextTime == later)
    #expect(try account.badge(at: "fridge").shows == false)
    try driven.engine.close()
    // That nothing was applied is a result; that the engine is closed is an error.
    #expect(code { try driven.engine.position(of: "log") } == .closed)
    #expect(code { try account.position(of: "log") } == .closed)
  }

  @Test func badgesEndByTheTimeOfTheLog() throws {
    let engine = try drivenEngine().engine
    let start = Date(timeIntervalSince1970: 1000)
    let set = Batch.Operation.set(1, at: "a", until: start + 60)
    try engine.batch(
      [Batch.Item(account: "ann", time: start, [set]), Batch.Item(time: start + 59)],
      at: Batch.Position(source: "log", position: 1))
    #expect(try engine.openAccount("ann").badge(at: "a").count == 1)
    try engine.batch([Batch.Item(time: start + 60)], at: Batch.Position(source: "log", position: 2))
    #expect(try engine.openAccount("ann").badge(at: "a").kind == .none)
    #expect(try engine.position(of: "log") == Batch.Position(source: "log", position: 2, time: start + 60))
    try engine.close()
  }

  @Test func whatIsNoOperationOfAnItemIsRejected() throws {
    let engine = try drivenEngine().engine
    let node = try engine.openAccount("ann").node(at: "a")
    let items = [
      Batch.Item(account: "ann", [.get(at: "a")]), Batch.Item(account: "ann", [.set(1, on: node)]),
      Batch.Item(account: "ann", id: "1", []),
      Batch.Item(account: "ann", [.post(Message.Draft(count: -1), at: "a")]), Batch.Item(account: "", []),
    ]
    #expect(
      try engine.batch(items).statuses.map(\.error) == [.argument, .argument, .argument, .range, .argument])
    try engine.close()
  }
}

@Suite struct ImportTests {
  /// Applies a log to two accounts.
  private func fill(_ engine: Engine) throws {
    let items = [
      Batch.Item(account: "ann", id: "1", [.post(Message.Draft(id: "hello"), at: "in"), .set(3, at: "chat")]),
      Batch.Item(account: "bo", id: "2", [.post(Message.Draft(id: "hello"), at: "in")]),
    ]
    try engine.batch(items, at: Batch.Position(source: "log", epoch: 1, position: 2))
  }

  @Test func anotherEngineTakesThePlaceOfTheFirst() throws {
    let first = try drivenEngine().engine
    let second = try drivenEngine().engine
    try fill(first)
    let imports = [
      Engine.Import(account: "ann", bytes: try first.exportAccount("ann")),
      Engine.Import(account: "bo", bytes: try first.exportAccount("bo")),
      Engine.Import(source: try first.exportSource("log")),
    ]
    let result = try second.importAll(imports)
    #expect(result.statuses == [.ok, .ok, .ok] && result.message == nil)
    for name in ["ann", "bo"] { #expect(try second.exportAccount(name) == first.exportAccount(name)) }
    #expect(try second.exportSource("log") == first.exportSource("log"))
    #expect(try second.position(of: "log") == Batch.Position(source: "log", epoch: 1, position: 2))
    let again = try second.importAll(imports)
    #expect(
      again.statuses == Array(repeating: .rejected(.exists), count: 3) && again.message?.contains("import 0") == true)
    #expect(try second.importAll(imports, replacing: true).statuses == [.ok, .ok, .ok])
    try first.close()
    try second.close()
  }

  @Test func aMalformedImportIsRejectedAlone() throws {
    let engine = try drivenEngine().engine
    try fill(engine)
    let whole = try engine.exportAccount("ann")
    let imports = [
      Engine.Import(account: "cy", bytes: [1, 2, 3]), Engine.Import(account: "", bytes: whole),
      Engine.Import(source: whole), Engine.Import(account: "ann", bytes: whole),
    ]
    let result = try engine.importAll(imports, replacing: true)
    #expect(result.statuses.map(\.error) == [.malformed, .argument, .malformed, nil])
    #expect(result.message?.contains("import 0") == true)
    #expect(try engine.openAccount("ann").badge(at: "chat").count == 3)
    #expect(throws: TallyError.self) { try engine.exportAccount("cy") }
    #expect(throws: TallyError.self) { try engine.exportSource("none") }
    try engine.close()
  }
}
