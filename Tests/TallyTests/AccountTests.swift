import Foundation
import Tally
import Testing

@Suite struct AccountTests {
  /// Those of docs/account-hash.md.
  @Test func partitionsAreTheSameEverywhere() throws {
    #expect(try Account.partition(of: "a", among: .max) == 0xe40c_292c)
    #expect(try Account.partition(of: "foobar", among: .max) == 0xbf9c_f968)
    #expect(try Account.partition(of: "müller", among: 100) == 76)
    #expect(throws: TallyError.self) { try Account.partition(of: "ann", among: 0) }
    #expect(throws: TallyError.self) { try Account.partition(of: "", among: 1) }
  }

  @Test func accountsAreListedAndDropped() async throws {
    let engine = try Engine()
    let ann = try engine.openAccount("ann")
    _ = try engine.openAccount("bo")
    #expect(try engine.accountNames() == ["ann", "bo"])
    #expect(try engine.accountNames(after: "ann", limit: 1) == ["bo"])
    try ann.set(3, at: "a.b")
    let changes = try ann.badgeChanges(at: "a")
    try engine.removeAccount("ann")
    for await change in changes {
      #expect(!change.shows)
      break
    }
    #expect(try engine.accountNames() == ["bo"])
    #expect(throws: TallyError.self) { try engine.removeAccount("ann") }
    let error = #expect(throws: TallyError.self) { try ann.set(1, at: "a") }
    #expect(error?.code == .notFound)
    #expect(try engine.openAccount("ann").badge().shows == false)
  }

  @Test func numbersOfEventsAreFound() throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    #expect(try engine.account(id: account.id) == account)
    #expect(try engine.account(id: account.id).name == "ann")
    let other = Account.ID(rawValue: account.id.rawValue + 1)
    let error = #expect(throws: TallyError.self) { try engine.account(id: other) }
    #expect(error?.code == .notFound)
    let feed = try account.addFeed("inbox", configuration: Feed.Configuration())
    #expect(try account.feed(id: feed.id).id == feed.id)
    #expect(throws: TallyError.self) { try account.feed(id: Feed.ID(rawValue: feed.id.rawValue + 1)) }
    try account.logIn()
    try feed.deliver(Array(#"{"cursor":"1","items":[{"id":"7","path":"in"}]}"#.utf8))
    let found = try account.message(id: "7", feed: feed.id)
    #expect(try account.message(found.key) == found && found.path == "root.in")
    #expect(throws: TallyError.self) { try account.message(id: "7") }
    let key = try account.post(Message.Draft(id: "7"), at: "in")
    #expect(try account.message(id: "7").key == key)
  }

  @Test func wordingIsRemoved() throws {
    let account = try Engine().openAccount("ann")
    try account.setCategory("c", summary: "more")
    try account.setStrings("more", language: "fr", forms: Message.PluralForms(other: "%u de plus"))
    try account.removeStrings("more", language: "fr")
    #expect(throws: TallyError.self) { try account.removeStrings("more", language: "fr") }
    try account.removeCategory("c")
    let error = #expect(throws: TallyError.self) { try account.removeCategory("c") }
    #expect(error?.code == .notFound)
  }

  @Test func aBadgeSaysWhatItShows() throws {
    let account = try Engine().openAccount("ann")
    try account.set(3, at: "a.b")
    try account.dot(at: "c")
    let shown = try ["a", "c", "d"].map { path in "\(try account.badge(at: path))" }
    #expect(shown == ["3", "dot", "nothing"])
    #expect(Badge.Change(path: "root.c", shows: true, count: 0, revision: 1).shown == "dot")
  }

  @Test func someAccountsAreInMemory() throws {
    let scratch = try Scratch()
    var configuration = Engine.Configuration(file: scratch.file("a.db"))
    configuration.maxLoadedAccounts = 3
    let engine = try Engine(configuration)
    let accounts = try (0..<20).map { try engine.openAccount("account \($0)") }
    #expect(try engine.statistics().loadedAccounts == 0)
    for (index, account) in accounts.enumerated() { try account.set(index + 1, at: "a.b") }
    for (index, account) in accounts.enumerated() { #expect(try account.badge().count == index + 1) }
    let statistics = try engine.statistics()
    #expect(statistics.loadedAccounts <= 3 && statistics.accounts == 20)
    #expect(statistics.accountLoads - statistics.accountEvictions == statistics.loadedAccounts)
    #expect(statistics.fileSize > 0 && statistics.nodes <= 9)
    // Reading the longest times does not take them from another monitor.
    #expect(try engine.statistics().longestStoreHold >= statistics.longestStoreHold)
    #expect(try engine.statistics(resetting: true).longestStoreHold >= statistics.longestStoreHold)
    configuration.maxLoadedAccounts = 0
    #expect(throws: TallyError.self) { try Engine(configuration) }
  }

  @Test func anAccountMovesToAnotherEngine() throws {
    let scratch = try Scratch()
    let ann = try Engine(file: scratch.file("a.db")).openAccount("ann", aggregation: .sum)
    try ann.set(3, at: "a.b")
    try ann.batch([.add(1, at: "n")], at: Batch.Position(source: "log", position: 7), id: "x")
    let snapshot = try ann.export()
    let engine = try Engine()
    try engine.importAccount("bo", from: snapshot)
    let bo = try engine.openAccount("bo")
    #expect(try bo.badge().count == 4 && bo.aggregation == .sum)
    #expect(try bo.export() == snapshot)
    #expect(try bo.position(of: "log")?.position == 7)
    var error = #expect(throws: TallyError.self) { try engine.importAccount("bo", from: snapshot) }
    #expect(error?.code == .exists)
    error = #expect(throws: TallyError.self) { try engine.importAccount("cy", from: Array(snapshot.dropLast())) }
    #expect(error?.code == .malformed)
    error = #expect(throws: TallyError.self) { try engine.importAccount("cy", from: []) }
    #expect(error?.code == .malformed)
    #expect(try engine.accountNames() == ["bo"])
  }
}
