import Foundation
import Tally
import Testing

@Suite struct HostDrivenTests {
  @Test func nothingHappensButInAStep() throws {
    let engine = try drivenEngine()
    #expect(engine.isHostDriven)
    let account = try engine.account("ann")
    let told = Collected<Int>()
    let observation = try account.observe("a") { told.append($0.count) }
    try account.set(1, at: "a")
    try account.set(2, at: "a")
    #expect(told.all.isEmpty)
    #expect(try engine.timeout() == .zero)
    try engine.step()
    #expect(told.all == [2])
    #expect(try engine.descriptor() >= 0)
    observation.cancel()
    try engine.close()
  }

  @Test func aBadgeEndsWhenTheClockSaysSo() throws {
    let clock = StandingClock()
    let engine = try drivenEngine(clock)
    let account = try engine.account("ann")
    try account.set(3, at: "a", until: clock.now.wall + 60)
    try engine.step()
    #expect(try engine.timeout() == .seconds(60))
    clock.go(.milliseconds(59_999))
    #expect(try engine.timeout() == .milliseconds(1))
    #expect(try account.badge().count == 3)
    clock.go(.milliseconds(1))
    try engine.step()
    #expect(try account.badge().shows == false)
    // Nothing is left to be done.
    #expect(try engine.timeout() == nil)
  }

  @Test func eventsAreTakenInOrder() throws {
    let engine = try drivenEngine()
    let account = try engine.account("ann")
    let badge = try account.observe("a", includingDescendants: true)
    let total = try engine.observeTotal()
    let messages = try account.observeMessages()
    let groups = try account.observeGroups()
    // The first event of messages comes immediately.
    guard case .messages(let none, let path, _, messages.id)? = try engine.nextEvent() else {
      Issue.record("not told of messages")
      return
    }
    #expect(none.total == 0 && path == "root")
    try account.logIn()
    try account.post(PostedMessage(id: "m", title: "Hello", count: 2), at: "a.b")
    try engine.step()
    var seen: [String] = []
    for event in try engine.takeEvents() {
      switch event {
      case .badge(let change, account.id, badge.id): seen.append("\(change.path) \(change.count)")
      case .total(let now, total.id): seen.append("total \(now.count)")
      case .messages(let counts, _, _, messages.id): seen.append("messages \(counts.unseen)")
      case .group(.group(let thread), account.id, groups.id): seen.append("group '\(thread)'")
      default: Issue.record("unknown: \(event)")
      }
    }
    #expect(seen == ["root.a.b 2", "root.a 2", "total 2", "messages 1", "group ''"])
    #expect(try engine.nextEvent() == nil)
    #expect(Set([badge.id, total.id, messages.id, groups.id]).count == 4)
  }

  @Test func streamsOfEventsTellWhatIsTaken() async throws {
    let clock = StandingClock()
    let engine = try drivenEngine(clock)
    let account = try engine.account("ann")
    try account.logIn()
    var terms = ReminderTerms()
    terms.title = "Milk"
    terms.path = "fridge"
    terms.produced = try CalendarDay(year: 2026, month: 1, day: 1)
    terms.shelfLife = .days(1)
    terms.time = try TimeOfDay(hour: 0)
    try account.putReminder("milk", terms)
    var events = engine.events().makeAsyncIterator()
    clock.go(.seconds(24 * 3600))
    try engine.step()
    guard case .engine(.reminder(let firing))? = try engine.nextEvent() else {
      Issue.record("no reminder has fired")
      return
    }
    #expect(firing.id == "milk" && firing.count == 1 && !firing.isMissed && firing.account == account.id)
    #expect(try account.reminders().first?.key == firing.key)
    #expect(try account.badge(at: "fridge").count == 1)
    guard case .reminder(firing)? = try await events.next() else {
      Issue.record("the stream is not told")
      return
    }
    try engine.close()
    #expect(try await events.next() == nil)
  }

  @Test func streamsOfChangesGetWhatAStepTells() async throws {
    let engine = try drivenEngine()
    let account = try engine.account("ann")
    var changes = try account.changes(at: "a").makeAsyncIterator()
    try account.set(4, at: "a")
    try engine.step()
    #expect(try await changes.next()?.count == 4)
    try engine.close()
    #expect(try await changes.next() == nil)
  }

  @Test func theHostIsNotified() throws {
    final class Witness: Sendable {}
    let engine = try drivenEngine()
    let account = try engine.account("ann")
    let observation = try account.observe("a") { _ in }
    let calls = Collected<Int>()
    weak var witness: Witness?
    func register() throws {
      let own = Witness()
      witness = own
      try engine.setNotify { [own] in
        _ = own
        calls.append(1)
      }
    }
    try register()
    try account.set(1, at: "a")
    try account.set(2, at: "a")
    #expect(calls.all.count == 1)
    try engine.step()
    try account.set(3, at: "a")
    #expect(calls.all.count == 2)
    try engine.setNotify(nil)
    #expect(witness == nil)
    observation.cancel()
  }

  @Test func withAThreadOfItsOwnItIsNotDriven() throws {
    let account = try memoryAccount()
    let engine = account.engine
    #expect(!engine.isHostDriven)
    func refuses(_ body: () throws -> Void) {
      let error = #expect(throws: TallyError.self, performing: body)
      #expect(error?.status == .unsupported)
    }
    refuses { try engine.step() }
    refuses { _ = try engine.timeout() }
    refuses { _ = try engine.descriptor() }
    refuses { _ = try engine.nextEvent() }
    refuses { try engine.setNotify {} }
    refuses { _ = try account.observe("a") }
    refuses { _ = try engine.observeTotal() }
    refuses { _ = try account.addFeed("inbox", FeedConfiguration()).observe() }
    refuses { _ = try account.observeMessages() }
    refuses { _ = try account.observeGroups() }
  }

  @Test func aStepInAClosureIsRefused() throws {
    let engine = try drivenEngine()
    let account = try engine.account("ann")
    let errors = Collected<Status>()
    let observation = try account.observe("a") { _ in
      do throws(TallyError) { try engine.step() } catch { errors.append(error.status) }
      do throws(TallyError) { try engine.close() } catch { errors.append(error.status) }
    }
    try account.dot(at: "a")
    try engine.step()
    #expect(errors.all == [.thread, .thread])
    observation.cancel()
  }

  @Test func zonesComeFromTheHost() throws {
    var configuration = EngineConfiguration()
    configuration.isHostDriven = true
    let clock = StandingClock()
    configuration.clock = { clock.now }
    let asked = Collected<String>()
    // The smallest file of the format: no transitions, one type, UTC+1.
    var file = [UInt8]("TZif\u{0}".utf8) + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, 0, 0, 1, 4] { file += [0, 0, 0, UInt8(count)] }
    file += [0, 0, 0x0E, 0x10, 0, 0] + "ONE\u{0}".utf8
    let bytes = file
    configuration.zone = "Test/One"
    configuration.zoneFile = { name in
      asked.append(name)
      return name == "Test/One" ? bytes : nil
    }
    let account = try Engine(configuration).account("ann")
    try account.logIn()
    var terms = ReminderTerms()
    terms.shelfLife = .days(1)
    terms.time = try TimeOfDay(hour: 9)
    try account.putReminder("milk", terms)
    #expect(asked.all == ["Test/One"])
    // On that day, at 09:00 there.
    #expect(try account.reminders().first?.nextTime == Date(timeIntervalSince1970: 1_767_254_400))
    terms.zone = "Test/Two"
    let error = #expect(throws: TallyError.self) { try account.putReminder("bread", terms) }
    #expect(error?.status == .notFound)
  }

  @Test func theSeedDecidesWhatIsRandom() throws {
    func positions(seed: UInt64) throws -> [Duration?] {
      var configuration = EngineConfiguration()
      configuration.isHostDriven = true
      let clock = StandingClock()
      configuration.clock = { clock.now }
      configuration.seed = seed
      let engine = try Engine(configuration)
      try engine.setTransport { _ in throw TallyError(status: .network) }
      let account = try engine.account("ann")
      try account.logIn()
      _ = try account.addFeed("inbox", FeedConfiguration(url: "http://example.org/", interval: .seconds(100)))
      var waits: [Duration?] = []
      for _ in 0..<5 {
        try engine.step()
        waits.append(try engine.timeout())
        clock.go(.milliseconds(100))
      }
      return waits
    }
    #expect(try positions(seed: 7) == positions(seed: 7))
  }

  @Test func aForcedRefreshCompletesInAStep() async throws {
    let engine = try drivenEngine()
    try engine.setTransport { _ in
      TransportResponse(status: 200, body: Array(#"{"cursor":"1","items":[{"id":"m","path":"a"}]}"#.utf8))
    }
    let account = try engine.account("ann")
    try account.logIn()
    let feed = try account.addFeed("inbox", FeedConfiguration(url: "http://example.org/", initialDelay: nil))
    let outcomes = Collected<RefreshOutcome>()
    try feed.refreshNow { outcomes.append($0) }
    #expect(
      await eventually {
        try? engine.step()
        return !outcomes.all.isEmpty
      })
    #expect(outcomes.all == [.synced])
    #expect(try account.badge(at: "a").count == 1)
  }

  @Test func aRefreshThatIsNotToldIsCancelled() throws {
    let engine = try drivenEngine()
    let account = try engine.account("ann")
    try account.logIn()
    let feed = try account.addFeed("inbox", FeedConfiguration(url: "http://example.org/", initialDelay: nil))
    let outcomes = Collected<RefreshOutcome>()
    try feed.refreshNow { outcomes.append($0) }
    try engine.close()
    #expect(outcomes.all == [.cancelled])
    let error = #expect(throws: TallyError.self) { try feed.refreshNow { outcomes.append($0) } }
    #expect(error?.status == .closed)
    #expect(outcomes.all.count == 1)
  }
}
