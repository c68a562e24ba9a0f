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
}
