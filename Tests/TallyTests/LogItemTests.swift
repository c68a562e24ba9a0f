import Foundation
import Tally
import Testing

@Suite struct LogItemTests {
  @Test func itemsOfManyAccountsAreAppliedOnce() throws {
    let engine = try drivenEngine()
    var milk = ReminderTerms()
    milk.shelfLife = .days(10)
    let items = [
      LogItem(account: "ann", id: "1", [.badge(.add(2, at: "chat.bo")), .badge(.dot(at: "mail"))]),
      LogItem(
        account: "bo", id: "2",
        [
          .post(PostedMessage(id: "hello", title: "Hello"), at: "in"), .post(PostedMessage(), at: "in"),
          .withdrawMessage("hello"), .putReminder("milk", milk), .markReminderDone("milk"),
          .markReminderUndone("milk"),
        ]),
      LogItem(account: "ann", id: "1", [.badge(.add(2, at: "chat.bo"))]),
      LogItem(account: "cy", id: "3", [.badge(.set(1, at: "a")), .badge(.set(-1, at: "a"))]),
    ]
    let result = try engine.apply(items, at: LogPosition(source: "log", epoch: 1, position: 4))
    #expect(result.wasApplied && result.statuses == [.ok, .ok, .alreadyApplied, .range])
    #expect(result.message?.contains("item 3") == true)
    #expect(try engine.account("ann").badge(at: "root").count == 2)
    #expect(try engine.account("bo").badge(at: "in").count == 1)
    #expect(try engine.account("bo").reminders().map(\.id) == ["milk"])
    #expect(throws: TallyError.self) { try engine.account("cy", mayCreate: false) }
    let again = try engine.apply(items, at: LogPosition(source: "log", epoch: 1, position: 4))
    #expect(!again.wasApplied && again.message == nil)
    #expect(try engine.position(of: "log") == LogPosition(source: "log", epoch: 1, position: 4))
    #expect(try engine.position(of: "other") == nil)
    let error = #expect(throws: TallyError.self) {
      try engine.apply([], at: LogPosition(source: "log", epoch: 0, position: 5))
    }
    #expect(error?.status == .staleEpoch)
    try engine.close()
  }

  @Test func badgesEndByTheTimeOfTheLog() throws {
    let engine = try drivenEngine()
    let start = Date(timeIntervalSince1970: 1000)
    let set = LogOperation.badge(.set(1, at: "a", until: start + 60))
    try engine.apply(
      [LogItem(account: "ann", time: start, [set]), LogItem(time: start + 59)],
      at: LogPosition(source: "log", position: 1))
    #expect(try engine.account("ann").badge(at: "a").count == 1)
    try engine.apply([LogItem(time: start + 60)], at: LogPosition(source: "log", position: 2))
    #expect(try engine.account("ann").badge(at: "a").kind == .none)
    try engine.close()
  }

  @Test func whatIsNoOperationOfAnItemIsRejected() throws {
    let engine = try drivenEngine()
    let items = [
      LogItem(account: "ann", [.badge(.get(at: "a"))]), LogItem(account: "ann", id: "1", []),
      LogItem(account: "ann", [.post(PostedMessage(count: -1), at: "a")]), LogItem(account: "", []),
    ]
    #expect(try engine.apply(items).statuses == [.argument, .argument, .range, .argument])
    try engine.close()
  }
}

@Suite struct ImportTests {
  /// Applies a log to two accounts.
  private func fill(_ engine: Engine) throws {
    let items = [
      LogItem(account: "ann", id: "1", [.post(PostedMessage(id: "hello"), at: "in"), .badge(.set(3, at: "chat"))]),
      LogItem(account: "bo", id: "2", [.post(PostedMessage(id: "hello"), at: "in")]),
    ]
    try engine.apply(items, at: LogPosition(source: "log", epoch: 1, position: 2))
  }

  @Test func anotherEngineTakesThePlaceOfTheFirst() throws {
    let first = try drivenEngine()
    let second = try drivenEngine()
    try fill(first)
    let imports = [
      EngineImport(account: "ann", bytes: try first.exportAccount("ann")),
      EngineImport(account: "bo", bytes: try first.exportAccount("bo")),
      EngineImport(source: try first.exportSource("log")),
    ]
    let result = try second.importAll(imports)
    #expect(result.statuses == [.ok, .ok, .ok] && result.message == nil)
    for name in ["ann", "bo"] { #expect(try second.exportAccount(name) == first.exportAccount(name)) }
    #expect(try second.exportSource("log") == first.exportSource("log"))
    #expect(try second.position(of: "log") == LogPosition(source: "log", epoch: 1, position: 2))
    let again = try second.importAll(imports)
    #expect(again.statuses == [.exists, .exists, .exists] && again.message?.contains("import 0") == true)
    #expect(try second.importAll(imports, replacing: true).statuses == [.ok, .ok, .ok])
    try first.close()
    try second.close()
  }

  @Test func aMalformedImportIsRejectedAlone() throws {
    let engine = try drivenEngine()
    try fill(engine)
    let whole = try engine.exportAccount("ann")
    let imports = [
      EngineImport(account: "cy", bytes: [1, 2, 3]), EngineImport(account: "", bytes: whole),
      EngineImport(source: whole), EngineImport(account: "ann", bytes: whole),
    ]
    let result = try engine.importAll(imports, replacing: true)
    #expect(result.statuses == [.malformed, .argument, .malformed, .ok])
    #expect(result.message?.contains("import 0") == true)
    #expect(try engine.account("ann").badge(at: "chat").count == 3)
    #expect(throws: TallyError.self) { try engine.exportAccount("cy") }
    #expect(throws: TallyError.self) { try engine.exportSource("none") }
    try engine.close()
  }
}
