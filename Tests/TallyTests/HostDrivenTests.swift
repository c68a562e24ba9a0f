import Foundation
import Tally
import Testing

@Suite struct HostDrivenTests {
  @Test func nothingHappensButInAStep() throws {
    let driven = try drivenEngine()
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    let told = Collected<Int>()
    let observation = try account.observe(at: "a") { told.append($0.count) }
    try account.set(1, at: "a")
    try account.set(2, at: "a")
    #expect(told.all.isEmpty)
    #expect(try driven.timeout() == .zero)
    try driven.step()
    #expect(told.all == [2])
    #expect(try driven.descriptor() >= 0)
    observation.cancel()
    try engine.close()
  }

  @Test func aBadgeEndsWhenTheClockSaysSo() throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    try account.set(3, at: "a", until: clock.now.wall + 60)
    try driven.step()
    #expect(try driven.timeout() == .seconds(60))
    clock.go(.milliseconds(59_999))
    #expect(try driven.timeout() == .milliseconds(1))
    #expect(try account.badge().count == 3)
    clock.go(.milliseconds(1))
    try driven.step()
    #expect(try account.badge().shows == false)
    // Nothing is left to be done.
    #expect(try driven.timeout() == nil)
  }

  @Test func eventsAreTakenInOrder() throws {
    let driven = try drivenEngine()
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    let badge = try driven.observe(account, at: "a", includingDescendants: true)
    let total = try driven.observeTotal()
    let messages = try driven.observeMessages(of: account)
    let groups = try driven.observeGroups(of: account)
    // The first event of messages comes immediately.
    guard case .messages(let none, let path, _, messages.id)? = try driven.nextEvent() else {
      Issue.record("not told of messages")
      return
    }
    #expect(none.total == 0 && path == "root")
    try account.logIn()
    try account.post(Message.Draft(id: "m", title: "Hello", count: 2), at: "a.b")
    try driven.step()
    var seen: [String] = []
    for event in try driven.takeEvents() {
      switch event {
      case .badge(let change, account.id, badge.id): seen.append("\(change.path) \(change.count)")
      case .total(let now, total.id): seen.append("total \(now.count)")
      case .messages(let counts, _, _, messages.id): seen.append("messages \(counts.unseen)")
      case .group(.group(let thread), account.id, groups.id): seen.append("group '\(thread)'")
      default: Issue.record("unknown: \(event)")
      }
    }
    #expect(seen == ["root.a.b 2", "root.a 2", "total 2", "messages 1", "group ''"])
    #expect(try driven.nextEvent() == nil)
    #expect(Set([badge.id, total.id, messages.id, groups.id]).count == 4)
  }

  @Test func streamsOfEventsTellWhatIsTaken() async throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    try account.logIn()
    var terms = Reminder.Terms()
    terms.title = "Milk"
    terms.path = "fridge"
    terms.produced = try CalendarDay(year: 2026, month: 1, day: 1)
    terms.shelfLife = .days(1)
    terms.time = try TimeOfDay(hour: 0)
    try account.putReminder("milk", terms: terms)
    var events = engine.events().makeAsyncIterator()
    clock.go(.seconds(24 * 3600))
    try driven.step()
    guard case .engine(.reminder(let firing))? = try driven.nextEvent() else {
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
    let driven = try drivenEngine()
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    var changes = try account.badgeChanges(at: "a").makeAsyncIterator()
    try account.set(4, at: "a")
    try driven.step()
    #expect(try await changes.next()?.count == 4)
    try engine.close()
    #expect(try await changes.next() == nil)
  }

  @Test func theHostIsNotified() throws {
    final class Witness: Sendable {}
    let driven = try drivenEngine()
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    let observation = try account.observe(at: "a") { _ in }
    let calls = Collected<Int>()
    weak var witness: Witness?
    func register() throws {
      let own = Witness()
      witness = own
      try driven.setNotify { [own] in
        _ = own
        calls.append(1)
      }
    }
    try register()
    try account.set(1, at: "a")
    try account.set(2, at: "a")
    #expect(calls.all.count == 1)
    try driven.step()
    try account.set(3, at: "a")
    #expect(calls.all.count == 2)
    try driven.setNotify(nil)
    #expect(witness == nil)
    observation.cancel()
  }

  @Test func onlyItsOwnAccountsAreObservedWithoutClosures() throws {
    let driven = try drivenEngine()
    let stranger = try memoryAccount()
    func refuses(_ body: () throws -> Subscription) {
      let error = #expect(throws: TallyError.self) { try body() }
      #expect(error?.code == .argument && error?.message.contains("'ann' belongs to another engine") == true)
    }
    refuses { try driven.observe(stranger, at: "a") }
    refuses { try driven.observe(stranger.addFeed("inbox", configuration: Feed.Configuration())) }
    refuses { try driven.observeMessages(of: stranger) }
    refuses { try driven.observeGroups(of: stranger) }
  }

  @Test func aStepInAClosureIsRefused() throws {
    let driven = try drivenEngine()
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    let errors = Collected<TallyError.Code>()
    let observation = try account.observe(at: "a") { _ in
      do throws(TallyError) { try driven.step() } catch { errors.append(error.code) }
      do throws(TallyError) { try engine.close() } catch { errors.append(error.code) }
    }
    try account.dot(at: "a")
    try driven.step()
    #expect(errors.all == [.thread, .thread])
    observation.cancel()
  }

  @Test func zonesComeFromTheHost() throws {
    var configuration = Engine.Configuration()
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
    let account = try HostDrivenEngine(configuration).engine.openAccount("ann")
    try account.logIn()
    var terms = Reminder.Terms()
    terms.shelfLife = .days(1)
    terms.time = try TimeOfDay(hour: 9)
    try account.putReminder("milk", terms: terms)
    #expect(asked.all == ["Test/One"])
    // On that day, at 09:00 there.
    #expect(try account.reminders().first?.nextTime == Date(timeIntervalSince1970: 1_767_254_400))
    terms.zone = "Test/Two"
    let error = #expect(throws: TallyError.self) { try account.putReminder("bread", terms: terms) }
    #expect(error?.code == .notFound)
  }

  @Test func theSeedDecidesWhatIsRandom() throws {
    func positions(seed: UInt64) throws -> [Duration?] {
      var configuration = Engine.Configuration()
      let clock = StandingClock()
      configuration.clock = { clock.now }
      configuration.seed = seed
      let driven = try HostDrivenEngine(configuration)
      let engine = driven.engine
      try engine.setTransport { _ in throw TallyError(code: .network) }
      let account = try engine.openAccount("ann")
      try account.logIn()
      _ = try account.addFeed(
        "inbox", configuration: Feed.Configuration(url: "http://example.org/", interval: .seconds(100)))
      var waits: [Duration?] = []
      for _ in 0..<5 {
        try driven.step()
        waits.append(try driven.timeout())
        clock.go(.milliseconds(100))
      }
      return waits
    }
    #expect(try positions(seed: 7) == positions(seed: 7))
  }

  @Test func aForcedRefreshCompletesInAStep() async throws {
    let driven = try drivenEngine()
    let engine = driven.engine
    try engine.setTransport { _ in
      TransportResponse(status: 200, body: Array(#"{"cursor":"1","items":[{"id":"m","path":"a"}]}"#.utf8))
    }
    let account = try engine.openAccount("ann")
    try account.logIn()
    let feed = try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "http://example.org/", initialDelay: nil))
    let outcomes = Collected<Result<Feed.RefreshOutcome, TallyError>>()
    try feed.refreshNow { outcomes.append($0) }
    #expect(
      await eventually {
        try? driven.step()
        return !outcomes.all.isEmpty
      })
    #expect(outcomes.all == [.success(.synced)])
    #expect(try account.badge(at: "a").count == 1)
  }

  @Test func aRefreshThatIsNotToldIsCancelled() throws {
    let driven = try drivenEngine()
    let engine = driven.engine
    let account = try engine.openAccount("ann")
    try account.logIn()
    let feed = try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "http://example.org/", initialDelay: nil))
    let outcomes = Collected<Result<Feed.RefreshOutcome, TallyError>>()
    try feed.refreshNow { outcomes.append($0) }
    try engine.close()
    #expect(outcomes.all == [.failure(TallyError(code: .cancelled))])
    let error = #expect(throws: TallyError.self) { try feed.refreshNow { outcomes.append($0) } }
    #expect(error?.code == .closed)
    #expect(outcomes.all.count == 1)
  }
}
