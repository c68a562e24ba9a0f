import Tally
import Testing

@Suite struct EventStreamTests {
  /// An account with a clock that stands on the morning of 2026-01-01, not logged in.
  private func account(
    _ clock: StandingClock, _ change: (inout Engine.Configuration) -> Void = { _ in }
  ) throws -> Account {
    var configuration = Engine.Configuration()
    configuration.clock = { clock.now }
    configuration.zone = "UTC"
    change(&configuration)
    return try Engine(configuration).openAccount("ann")
  }

  /// Logs in with a reminder that was due half a day ago, and waits until it has fired.
  private func fire(_ id: String, _ account: Account, _ clock: StandingClock) async throws {
    try account.logOut()
    var terms = Reminder.Terms()
    terms.title = "Milk"
    terms.path = try BadgePath("fridge").appending(id).description
    terms.shelfLife = .days(1)
    terms.time = try TimeOfDay(hour: 0)
    try account.putReminder(id, terms: terms)
    clock.go(.seconds(36 * 3600))
    try account.logIn()
    let path = terms.path ?? ""
    #expect(await eventually { (try? account.badge(at: path).shows) == true })
    await drain(account.engine)
    try account.markReminderDone(id)
  }

  /// Waits until the engine's queue is empty, so all events are with the streams.
  private func drain(_ engine: Engine) async {
    #expect(await eventually { (try? engine.statistics().events) == 0 })
  }

  private func all(_ events: some AsyncSequence<Engine.Event, Never>) async -> [Engine.Event] {
    var found: [Engine.Event] = []
    for await event in events { found.append(event) }
    return found
  }

  @Test func whatHappensBeforeTheFirstReaderIsKept() async throws {
    // The order of RemindingOfWhatExpires.md: log in first, read later.
    let clock = StandingClock()
    let account = try account(clock)
    try await fire("milk", account, clock)
    for await event in account.engine.events() {
      guard case .reminder(let firing) = event else { continue }
      #expect(firing.id == "milk" && firing.isMissed)
      break
    }
  }

  @Test func keptEventsOutliveTheEngine() async throws {
    let clock = StandingClock()
    let account = try account(clock)
    try await fire("milk", account, clock)
    try account.engine.close()
    guard case .reminder? = await all(account.engine.events()).first else {
      Issue.record("the reminder was lost")
      return
    }
    #expect(await all(account.engine.events()).isEmpty)
  }

  @Test func pendingEventsOfAFeedAddUp() async throws {
    let account = try memoryAccount()
    try account.logIn()
    let feeds = try ["one", "two"].map { try account.addFeed($0, configuration: Feed.Configuration()) }
    for number in 1...3 {
      try feeds[0].deliver(Array(#"{"cursor":"\#(number)","items":[{"id":"\#(number)","path":"a"}]}"#.utf8))
      await drain(account.engine)
    }
    try feeds[1].deliver(Array(#"{"cursor":"1","items":[]}"#.utf8))
    await drain(account.engine)
    try account.engine.close()
    let added = await all(account.engine.events()).map { event -> Int? in
      if case .synced(let sync) = event { sync.added } else { nil }
    }
    #expect(added == [3, 0])
  }

  @Test func whatFindsNoRoomBecomesOneResync() async throws {
    let clock = StandingClock()
    let account = try account(clock) { configuration in
      // Room for four events.
      configuration.maxEvents = 1
      configuration.maxFeeds = 1
      configuration.maxAccounts = 1
    }
    for number in 1...7 { try await fire("milk \(number)", account, clock) }
    try account.engine.close()
    let events = await all(account.engine.events())
    let ids = events.dropLast().map { event -> String? in
      if case .reminder(let firing) = event { firing.id } else { nil }
    }
    #expect(ids == (1...4).map { "milk \($0)" })
    #expect(events.last == .resync)
  }

  @Test func aReaderThatStopsLeavesTheRestToTheNext() async throws {
    let clock = StandingClock()
    let account = try account(clock)
    for number in 1...3 { try await fire("milk \(number)", account, clock) }
    var ids: Set<String> = []
    for _ in 1...3 {
      for await event in account.engine.events() {
        if case .reminder(let firing) = event { ids.insert(firing.id) }
        break
      }
    }
    #expect(ids == ["milk 1", "milk 2", "milk 3"])
  }
}
