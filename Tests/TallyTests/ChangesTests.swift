import Tally
import Testing

@Suite struct ChangesTests {
  @Test func changesSinceARevision() throws {
    let account = try memoryAccount()
    try account.set(1, at: "a")
    let start = try account.badges().revision
    // The first call begins to record changes.
    #expect(try account.changes(since: start) == .changes([], revision: start))
    try account.set(2, at: "a")
    try account.set(7, at: "b.c")
    guard case .changes(let entries, let revision) = try account.changes(since: start) else {
      Issue.record("not known")
      return
    }
    #expect(revision == start + 2)
    #expect(entries.map(\.path).sorted() == ["root", "root.a", "root.b", "root.b.c"])
    #expect(entries.first { $0.path == "root" }?.badge.count == 9)
    #expect(try account.changes(since: revision, epoch: account.engine.epoch) == .changes([], revision: revision))
  }

  @Test func unknownChangesRequireANewList() throws {
    let account = try memoryAccount()
    try account.set(1, at: "a")
    #expect(account.engine.epoch != 0)
    #expect(try account.changes(since: 0) == .resync)
    #expect(try account.changes(since: 99) == .resync)
    let revision = try account.revision()
    #expect(try account.changes(since: revision, epoch: account.engine.epoch &+ 1) == .resync)
    #expect(try account.changes(since: revision) == .changes([], revision: revision))
  }

  @Test func limitsAndVerifying() throws {
    var configuration = Engine.Configuration()
    configuration.maxNodes = 1234
    configuration.batchIDTime = .seconds(77)
    let engine = try Engine(configuration)
    #expect(try engine.limit(.nodes) == 1234 && engine.limit(.batchIDTime) == 77_000)
    #expect(try engine.limit(.depth) == 64 && engine.limit(.pathBytes) == 4096 && engine.limit(.loadedAccounts) == 0)
    #expect(try engine.setLimit(.nodes, to: 4) == 1234 && engine.limit(.nodes) == 4)
    for limit in Engine.Limit.allCases {
      // The range of no limit has this, not even that of the log's level.
      let refused = #expect(throws: TallyError.self) { try engine.setLimit(limit, to: -7) }
      #expect(refused?.code == .range)
    }
    for limit in [Engine.Limit.depth, .pathBytes, .loadedAccounts] {
      let refused = #expect(throws: TallyError.self) { try engine.setLimit(limit, to: 5) }
      #expect(refused?.code == .unsupported)
    }
    let account = try engine.openAccount("ann")
    try account.set(3, at: "a.b.c")
    try account.verify()
    try engine.verify()
  }

  @Test func pluralFormsAndOneGroup() throws {
    let account = try memoryAccount()
    try account.setCategory("episode", summary: "%u more episodes")
    try account.setStrings(
      "%u more episodes", language: "en", forms: Message.PluralForms(one: "%u more episode", other: "%u more episodes"))
    let german = Message.PluralForms(one: "%u weitere Folge", other: "%u weitere Folgen")
    try account.setStrings("%u more episodes", language: "de", forms: german)
    for id in ["1", "2"] {
      var message = Message.Draft(id: id)
      message.thread = "serial"
      message.category = "episode"
      try account.post(message, at: "podcasts")
    }
    #expect(try account.group(ofThread: "serial", language: "en").summary == "1 more episode")
    #expect(try account.group(ofThread: "serial", language: "de").summary == "1 weitere Folge")
    #expect(try account.group(ofThread: "serial").notifications == 2)
    var error = #expect(throws: TallyError.self) { try account.group(ofThread: "nobody") }
    #expect(error?.code == .notFound)
    error = #expect(throws: TallyError.self) { try account.setStrings("k", forms: Message.PluralForms(other: "%q")) }
    #expect(error?.code == .malformed)
  }

  @Test func lookingHolds() throws {
    let account = try memoryAccount()
    try account.set(1, at: "a.b")
    try account.set(2, at: "c")
    let (held, cleared) = (try account.beginView(at: "a"), try account.beginView(at: "c"))
    #expect(held.isHeld && !cleared.isHeld)
    #expect(try account.badge(at: "c").shows == false)
  }

  @Test func aViewEndsWhenItIsReleased() throws {
    let account = try memoryAccount()
    var view: Subscription? = try account.beginView(at: "a")
    let other = try account.beginView(at: "b")
    #expect(view?.id != other.id)
    try account.set(1, at: "a")
    #expect(try account.badge(at: "a").kind == .none)
    view = nil
    try account.set(1, at: "a")
    #expect(try account.badge(at: "a").kind == .number)
    other.cancel()
    other.cancel()
    try account.dot(at: "b")
    #expect(try account.badge(at: "b").kind == .dot)
  }
}
