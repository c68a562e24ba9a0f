import Foundation
import Tally
import Testing

/// The order in which objects are released, and the objects that are left afterwards.
@Suite struct LifetimeTests {
  /// An object whose release can be observed.
  private final class Witness: Sendable {}

  private func expectClosed(_ name: String, _ body: () throws -> Void) {
    let error = #expect(throws: TallyError.self, "\(name)", performing: body)
    #expect(error?.code == .closed, "\(name)")
  }

  @Test func everyObjectSaysThatItsEngineIsClosed() async throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    let other = try engine.openAccount("bo")
    let feed = try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "http://127.0.0.1:1/", initialDelay: nil))
    let node = try account.node(at: "a")
    let widget = try account.bindWidget(at: "a") { _ in }
    let snapshot = try account.badgeSnapshot()
    let patch = try snapshot.patch(to: snapshot)
    try engine.close()
    expectClosed("flush") { try engine.flush() }
    expectClosed("total") { _ = try engine.total() }
    expectClosed("account") { _ = try engine.openAccount("ann") }
    expectClosed("limit") { _ = try engine.limit(.nodes) }
    expectClosed("setLimit") { try engine.setLimit(.nodes, to: 9) }
    expectClosed("statistics") { _ = try engine.statistics() }
    expectClosed("names") { _ = try engine.accountNames() }
    expectClosed("remove") { try engine.removeAccount("ann") }
    expectClosed("verify") { try engine.verify() }
    expectClosed("transport") { try engine.setTransport { _ in TransportResponse(status: 200) } }
    expectClosed("observe a feed") { _ = try feed.observe { _ in } }
    expectClosed("observe total") { _ = try engine.observeTotal { _ in } }
    expectClosed("set") { try account.set(1, at: "a") }
    expectClosed("badges") { _ = try account.badges() }
    expectClosed("changes") { _ = try account.changes(since: 0) }
    expectClosed("batch") { try account.batch([.set(1, at: "a")]) }
    expectClosed("apply") { try account.apply(patch) }
    expectClosed("restore") { try account.restore(snapshot, at: "root") }
    expectClosed("diff") { _ = try account.patch(to: other) }
    expectClosed("digest") { _ = try account.digest() }
    expectClosed("log in") { try account.logIn() }
    expectClosed("post") { try account.post(Message.Draft(id: "m"), at: "a") }
    expectClosed("messages") { _ = try account.messages() }
    expectClosed("groups") { _ = try account.groups() }
    expectClosed("reminders") { _ = try account.reminders() }
    expectClosed("outbox") { _ = try account.outbox() }
    expectClosed("resolve") { _ = try account.node(at: "b") }
    expectClosed("node") { try node.set(1) }
    expectClosed("release") { try node.release() }
    expectClosed("refresh") { try feed.refresh() }
    expectClosed("state") { _ = try feed.state() }
    expectClosed("add") { _ = try account.addFeed("x", configuration: Feed.Configuration()) }
    expectClosed("widget") { try widget.refresh() }
    widget.cancel()
    #expect(await feed.refreshError()?.code == .closed)
    // Names stay unchanged.
    #expect(account.name == "ann" && feed.name == "inbox" && account.id.rawValue > 0 && feed.id.rawValue > 0)
    #expect(snapshot.count == 0 && patch.count == 0)
  }

  @Test func manyCloseTogether() async throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    let errors = Collected<TallyError.Code>()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          if task < 4 {
            do throws(TallyError) { try engine.close() } catch { errors.append(error.code) }
          } else {
            for count in 1...1000 {
              do throws(TallyError) { try account.set(count, at: "t\(task)") } catch { errors.append(error.code) }
            }
          }
        }
      }
    }
    #expect(errors.all.allSatisfy { $0 == .closed })
    try engine.close()
  }

  @Test func closingGivesEveryClosureBack() async throws {
    weak var observed: Witness?
    weak var drawn: Witness?
    weak var sent: Witness?
    weak var completed: Witness?
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    var kept: [AnyObject] = []
    func register() throws {
      let (one, two, three, four) = (Witness(), Witness(), Witness(), Witness())
      (observed, drawn, sent, completed) = (one, two, three, four)
      kept.append(try account.observe(at: "a") { _ in _ = one })
      kept.append(try account.bindWidget(at: "a") { _ in _ = two })
      try engine.setTransport { _ in
        _ = three
        try await Task.sleep(for: .seconds(3600))
        return TransportResponse(status: 200)
      }
      try account.logIn()
      let feed = try account.addFeed(
        "inbox", configuration: Feed.Configuration(url: "http://example.org/", initialDelay: nil))
      try feed.refreshNow { _ in _ = four }
    }
    try register()
    #expect(observed != nil && drawn != nil && sent != nil && completed != nil)
    try engine.close()
    #expect(observed == nil && drawn == nil && completed == nil)
    // The sending task was cancelled, and ends.
    #expect(await eventually { sent == nil })
    kept = []
    try engine.close()
  }

  @Test func theClosuresOfAConfigurationGoWithTheEngine() async throws {
    weak var clock: Witness?
    weak var log: Witness?
    func configuration() -> Engine.Configuration {
      let (one, two) = (Witness(), Witness())
      (clock, log) = (one, two)
      let standing = StandingClock()
      var configuration = Engine.Configuration()
      configuration.clock = {
        _ = one
        return standing.now
      }
      configuration.log = { _, _ in _ = two }
      return configuration
    }
    func use() throws {
      let engine = try Engine(configuration())
      let account = try engine.openAccount("ann")
      try account.set(1, at: "a", until: Date(timeIntervalSince1970: 1_767_225_601))
      #expect(clock != nil && log != nil)
      try engine.close()
      // The clock exists as long as a call may need it.
      #expect(throws: TallyError.self) { try account.badge() }
    }
    try use()
    #expect(await eventually { clock == nil && log == nil })
    // Also with an engine that was never opened.
    func refuse() {
      var refused = configuration()
      refused.maxDepth = 0
      let error = #expect(throws: TallyError.self) { try Engine(refused) }
      #expect(error?.code == .range)
    }
    refuse()
    #expect(clock == nil && log == nil)
  }

  @Test(arguments: 0..<24) func objectsGoInAnyOrder(_ order: Int) async throws {
    let scratch = try Scratch()
    let file = scratch.file("badges.db")
    var kept: [Any] = []
    func open() throws {
      let engine = try Engine(file: file)
      let account = try engine.openAccount("ann")
      try account.set(1, at: "a")
      kept = [engine, account, try account.node(at: "a"), try account.observe(at: "a") { _ in }]
    }
    try open()
    // The order's number names a permutation.
    var rest = order
    for left in stride(from: kept.count, to: 0, by: -1) {
      // Any remaining object keeps the engine, and with it the file.
      let error = #expect(throws: TallyError.self) { try Engine(file: file) }
      #expect(error?.code == .locked)
      kept.remove(at: rest % left)
      rest /= left
    }
    #expect(try Engine(file: file).openAccount("ann").badge().count == 1)
  }

  @Test func aStreamOfChangesKeepsTheEngineAndOneOfEventsDoesNot() async throws {
    let scratch = try Scratch()
    let file = scratch.file("badges.db")
    func open() throws -> (
      changes: some AsyncSequence<Badge.Change, Never>, events: some AsyncSequence<Engine.Event, Never>
    ) {
      let engine = try Engine(file: file)
      return (try engine.openAccount("ann").badgeChanges(initial: true), engine.events())
    }
    func readOne() async throws -> some AsyncSequence<Engine.Event, Never> {
      let (changes, events) = try open()
      #expect(throws: TallyError.self) { try Engine(file: file) }
      for await change in changes {
        #expect(change.path == "root")
        break
      }
      return events
    }
    let events = try await readOne()
    for await _ in events { Issue.record("an event after the end") }
    _ = try Engine(file: file)
  }

  @Test func anObserverOutlivesItsEngine() async throws {
    let told = Collected<Int>()
    let account = try memoryAccount()
    let observation = try account.observe(at: "a", initial: true) { told.append($0.count) }
    #expect(await eventually { told.all == [0] })
    try account.engine.close()
    observation.cancel()
    observation.cancel()
    #expect(told.all == [0])
  }

  @Test func removedElementsAreNotFound() throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    let node = try account.node(at: "a")
    let feed = try account.addFeed("inbox", configuration: Feed.Configuration())
    let observation = try account.observe(at: "a") { _ in }
    try engine.removeAccount("ann")
    for call in [{ try account.set(1, at: "a") }, { try node.set(1) }, { _ = try feed.state() }] {
      let error = #expect(throws: TallyError.self) { try call() }
      #expect(error?.code == .notFound)
    }
    observation.cancel()
    // An account of the same name is another one.
    let again = try engine.openAccount("ann")
    #expect(try again.badge().shows == false)
    #expect(again.id != account.id)
  }

  @Test func aDrivenEngineThatIsLetGoOfIsClosed() async throws {
    let scratch = try Scratch()
    func use() throws -> some AsyncSequence<Engine.Event, Never> {
      let engine = try HostDrivenEngine(Engine.Configuration(file: scratch.file("badges.db"))).engine
      try engine.openAccount("ann").set(2, at: "a")
      return engine.events()
    }
    let events = try use()
    for await _ in events { Issue.record("an event after the end") }
    #expect(try Engine(file: scratch.file("badges.db")).openAccount("ann").badge().count == 2)
  }

  @Test func aNodeMayGoWithinAClosure() async throws {
    let account = try memoryAccount()
    let nodes = Collected<Node>()
    let done = Collected<Bool>()
    let observation = try account.observe(at: "a") { _ in
      if let node = try? account.node(at: "b") { nodes.append(node) }
      _ = try? account.node(at: "c")
      done.append(true)
    }
    try account.set(1, at: "a")
    #expect(await eventually { !done.all.isEmpty })
    #expect(nodes.all.count == 1)
    observation.cancel()
  }
}
