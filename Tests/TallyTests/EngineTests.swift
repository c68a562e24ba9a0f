import Foundation
import Synchronization
import Tally
import Testing

@Suite struct EngineTests {
  @Test func storedStateIsRestored() throws {
    let scratch = try Scratch()
    let engine = try Engine(file: scratch.file("badges.db"))
    let account = try engine.openAccount("ann")
    try account.set(3, at: "a.b")
    try account.set(4, at: "a.c")
    let revision = try account.revision()
    try engine.close()
    let again = try Engine(file: scratch.file("badges.db")).openAccount("ann")
    #expect(try again.badge().count == 7)
    #expect(try again.revision() == revision)
    // Which revision last changed it is not stored: "never, as far as is known".
    #expect(try again.badge(at: "a.b").revision == 0)
    try again.add(1, at: "a.b")
    #expect(try again.badge(at: "a.b").revision == revision + 1)
    #expect(try again.badge(at: "a.c").revision == 0)
    try again.engine.flush()
  }

  @Test func oneEngineHasAFile() throws {
    let scratch = try Scratch()
    let engine = try Engine(Engine.Configuration(file: scratch.file("badges.db"), durability: .full))
    let error = #expect(throws: TallyError.self) { try Engine(file: scratch.file("badges.db")) }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("badges.db") == true)
    try engine.close()
    _ = try Engine(file: scratch.file("badges.db"))
  }

  @Test func afterClosingNothingGoes() async throws {
    let account = try memoryAccount()
    let engine = account.engine
    let events = engine.events()
    let changes = try account.badgeChanges(includingDescendants: true)
    let observation = try account.observe(at: "a") { _ in }
    try engine.close()
    try engine.close()
    let error = #expect(throws: TallyError.self) { try account.set(1, at: "a") }
    #expect(error?.code == .closed)
    #expect(throws: TallyError.self) { try account.badge() }
    #expect(throws: TallyError.self) { try engine.openAccount("bo") }
    #expect(throws: TallyError.self) { try account.badgeChanges() }
    observation.cancel()
    for await _ in changes { Issue.record("a change after the end") }
    for await _ in events { Issue.record("an event after the end") }
    for await _ in engine.events() { Issue.record("an event after the end") }
  }

  @Test func lettingGoCloses() async throws {
    let scratch = try Scratch()
    func use() throws {
      let account = try Engine(file: scratch.file("badges.db")).openAccount("ann")
      try account.set(2, at: "a")
    }
    try use()
    // The file is free again, and has the changes.
    #expect(try Engine(file: scratch.file("badges.db")).openAccount("ann").badge().count == 2)
  }

  @Test func aCallbackCannotCloseButLetGo() async throws {
    let scratch = try Scratch()
    let errors = Collected<TallyError.Code>()
    func use() async throws {
      let engine = try Engine(file: scratch.file("badges.db"))
      let account = try engine.openAccount("ann")
      let observation = try account.observe(at: "a") { _ in
        do throws(TallyError) { try engine.close() } catch { errors.append(error.code) }
      }
      try account.dot(at: "a")
      #expect(await eventually { !errors.all.isEmpty })
      observation.cancel()
    }
    try await use()
    #expect(errors.all == [.thread])
    // After the last release, the file is free.
    #expect(await eventually { (try? Engine(file: scratch.file("badges.db"))) != nil })
  }

  @Test func theTotalCountsWhoIsLoggedIn() async throws {
    let engine = try Engine()
    let (ann, bo) = (try engine.openAccount("ann"), try engine.openAccount("bo"))
    try ann.set(3, at: "a")
    try bo.set(4, at: "b")
    #expect(try engine.total().shows == false)
    var stream = try engine.totalChanges(initial: true).makeAsyncIterator()
    #expect(try await stream.next()?.count == 0)
    try ann.logIn()
    #expect(try await stream.next()?.count == 3)
    try bo.logIn()
    #expect(try await stream.next()?.count == 7)
    #expect(try bo.isLoggedIn())
    let told = Collected<Int>()
    let observation = try engine.observeTotal { told.append($0.count) }
    try ann.logOut()
    #expect(try await stream.next()?.count == 4)
    #expect(await eventually { told.all == [4] })
    observation.cancel()
    #expect(throws: TallyError.self) { try ann.setCredential(Credential(secret: "a\nb"), for: "https://example.org") }
  }

  /// An engine that is released by the closure that it is calling closes as soon as the closure has returned.
  @Test func theLastReleaseMayBeInAClosure() async throws {
    let scratch = try Scratch()
    func use() throws {
      let account = try Engine(file: scratch.file("badges.db")).openAccount("ann")
      let holder = Holder()
      let observer = try account.observe(at: "a") { _ in holder.release() }
      // The closure waits until the holder has everything.
      holder.hold(account, observer)
      try account.dot(at: "a")
    }
    try use()
    #expect(await eventually { (try? Engine(file: scratch.file("badges.db"))) != nil })
  }

  /// C ends a text at its first NUL, so such a name would mean another file.
  @Test func namesHaveNoNUL() throws {
    let scratch = try Scratch()
    let name = scratch.file("badges.db\0.txt")
    var configurations = Array(repeating: Engine.Configuration(), count: 4)
    configurations[0].file = name
    configurations[1].zone = "UTC\0"
    configurations[2].certificateFile = name
    configurations[3].userAgent = "app\0"
    for configuration in configurations {
      #expect(code { try Engine(configuration) } == .argument)
    }
    #expect(code { try Engine.recover(name, into: scratch.file("new.db")) } == .argument)
    #expect(code { try Engine.recover(scratch.file("old.db"), into: name) } == .argument)
    #expect(code { try Engine.vacuum(name) } == .argument)
    let engine = try Engine()
    #expect(code { try engine.backup(to: name) } == .argument)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
  }

  /// A duration beyond what the engine counts is the greatest one.
  @Test(arguments: [Duration.seconds(Int64.max), .seconds(9_223_372_036_854_775) + .milliseconds(999)])
  func durationsHaveAnEnd(_ duration: Duration) throws {
    let account = try memoryAccount()
    try account.configure(Account.Settings(outboxRequestTimeout: duration))
    let settings = try account.settings()
    #expect(settings.outboxRequestTimeout == .milliseconds(Int64.max))
    #expect(code { try account.configure(Account.Settings(outboxRequestTimeout: .zero - duration)) } == .range)
    #expect(try account.settings() == settings)
  }

  @Test func aDamagedFileIsSetAside() throws {
    let scratch = try Scratch()
    let file = scratch.file("badges.db")
    func fill() throws {
      let engine = try Engine(file: file)
      let account = try engine.openAccount("ann")
      for number in 1...500 { try account.set(number, at: BadgePath("a").appending("\(number)")) }
      #expect(engine.damage == nil && account.epoch == engine.epoch)
      try engine.close()
    }
    try fill()
    var bytes = try Data(contentsOf: URL(filePath: file))
    for place in stride(from: 4096 + 100, to: bytes.count, by: 4096) { bytes[place] ^= 0xFF }
    try bytes.write(to: URL(filePath: file))
    var configuration = Engine.Configuration(file: file)
    #expect(code { try Engine(configuration).openAccount("ann") } == .corrupt)
    configuration.setsAsideDamaged = true
    let engine = try Engine(configuration)
    let damage = try #require(engine.damage)
    #expect(damage.contains(".damaged"))
    #expect(try engine.openAccount("ann").badge().shows == false)
    #expect(try Data(contentsOf: URL(filePath: "\(file).damaged")) == bytes)
    try engine.close()
  }
}

/// Keeps objects until `release` is called.
private final class Holder: Sendable {
  private let objects = Mutex<(Account, Subscription)?>(nil)
  private let isReady = DispatchSemaphore(value: 0)

  func hold(_ account: Account, _ observer: Subscription) {
    objects.withLock { $0 = (account, observer) }
    isReady.signal()
  }

  func release() {
    isReady.wait()
    objects.withLock { $0 = nil }
  }
}
