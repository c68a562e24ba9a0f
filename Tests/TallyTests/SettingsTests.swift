import Tally
import Testing

@Suite struct SettingsTests {
  @Test func theyAreKept() throws {
    let scratch = try Scratch()
    let configuration = Engine.Configuration(file: scratch.file("a.db"))
    let given = Account.Settings(
      grouping: .byApp, language: "pt_pt", outbox: .sent, outboxURL: "http://localhost:9/",
      outboxRequestTimeout: .seconds(5), outboxIdleTimeout: .milliseconds(100), pushPath: "icon",
      feeding: .unread, outboxKinds: [.reads, .seen, .flags])
    var stored = given
    stored.language = "pt-PT"
    stored.pushPath = "root.icon"
    let engine = try Engine(configuration)
    try engine.openAccount("ann").configure(given)
    try engine.close()
    let again = try Engine(configuration)
    let account = try again.openAccount("ann")
    #expect(try account.settings() == stored)
    // nil changes nothing, and an empty text removes.
    try account.configure(Account.Settings(language: "", pushPath: "", outboxKinds: []))
    stored.language = ""
    stored.pushPath = ""
    #expect(try account.settings() == stored)
    try again.close()
  }

  @Test func theyBeginWithDefaults() throws {
    let settings = try memoryAccount().settings()
    let expected = Account.Settings(
      grouping: .automatic, language: "", outbox: .off, outboxURL: "", outboxRequestTimeout: .seconds(300),
      outboxIdleTimeout: .seconds(60), pushPath: "", feeding: .unseen, outboxKinds: [.reads, .reminders])
    #expect(settings == expected)
  }

  @Test func mailIsUnreadAndNewsAreUnseen() throws {
    let account = try memoryAccount()
    try account.setRule(Badge.Rule(feeding: .unread), at: "mail")
    try account.post(Message.Draft(title: "x"), at: "mail.work")
    try account.post(Message.Draft(title: "x"), at: "news")
    #expect(try account.clearTree(at: "root") == .held)
    #expect(try account.badge(at: "mail").shows && !account.badge(at: "news").shows)
    #expect(try account.rule(at: "mail.work") == Badge.Rule())
    #expect(try account.effectiveRule(at: "mail.work") == Badge.Rule(feeding: .unread))
    #expect(try account.effectiveRule() == Badge.Rule(feeding: .unseen))
    try account.configure(Account.Settings(feeding: .unread))
    #expect(try account.feeding == .unread && account.badge(at: "news").shows)
    try account.configure(Account.Settings(feeding: .unseen))
    try account.setRule(nil, at: "mail")
    #expect(try !account.badge().shows)
  }

  @Test(arguments: [
    (TallyError.Code.argument, Account.Settings(outbox: .sent)), (.argument, Account.Settings(language: "no language")),
    (.range, Account.Settings(outboxIdleTimeout: .milliseconds(99))), (.url, Account.Settings(outboxURL: "ftp://x/")),
    (.argument, Account.Settings(outboxKinds: Outbox.Kinds(rawValue: 8))),
    (.path, Account.Settings(pushPath: "a..b")), (.url, Account.Settings(outboxURL: "http://a\0/")),
  ])
  func badOnesChangeNothing(code: TallyError.Code, bad: Account.Settings) throws {
    let account = try memoryAccount()
    let before = try account.settings()
    var given = bad
    given.grouping = .off
    let error = #expect(throws: TallyError.self) { try account.configure(given) }
    #expect(error?.code == code)
    #expect(try account.settings() == before)
  }
}
