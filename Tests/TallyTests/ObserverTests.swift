import Foundation
import Tally
import Testing

/// Observers of an engine and of groups, in engines that the test drives.
@Suite struct ObserverTests {
  private func milk() throws -> Reminder.Terms {
    var terms = Reminder.Terms()
    (terms.title, terms.path, terms.shelfLife) = ("Milk", "fridge", .days(1))
    terms.time = try TimeOfDay(hour: 0)
    return terms
  }

  @Test func remindersOfOneAccountOrOfAllAreObserved() throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let (ann, bo) = (try driven.engine.openAccount("ann"), try driven.engine.openAccount("bo"))
    let (everybody, hers) = (Collected<Account.ID>(), Collected<String>())
    let all = try driven.engine.observeReminders { event in
      if case .reminder(let firing) = event { everybody.append(firing.account) }
    }
    let one = try driven.engine.observeReminders(of: ann) { event in
      if case .reminder(let firing) = event { hers.append(firing.id) }
    }
    for account in [ann, bo] {
      try account.logIn()
      try account.putReminder("milk", terms: milk())
    }
    clock.go(.seconds(24 * 3600))
    try driven.step()
    #expect(Set(everybody.all) == [ann.id, bo.id] && everybody.all.count == 2 && hers.all == ["milk"])
    one.cancel()
    try bo.putReminder("bread", terms: milk())
    try ann.putReminder("bread", terms: milk())
    clock.go(.seconds(48 * 3600))
    try driven.step()
    #expect(everybody.all.count == 4 && hers.all == ["milk"])
    all.cancel()
  }

  @Test func requestsOfOneAccountOrOfAllAreObserved() async throws {
    let engine = try Engine()
    try engine.setTransport { _ in
      TransportResponse(status: 429, headers: [("Retry-After", "90"), ("X-Empty", "")])
    }
    let (ann, bo) = (try engine.openAccount("ann"), try engine.openAccount("bo"))
    let (everybody, hers) = (Collected<Engine.Event.Sync>(), Collected<Engine.Event.Sync>())
    let all = try engine.observeFeeds { if case .synced(let sync) = $0 { everybody.append(sync) } }
    let one = try engine.observeFeeds(of: bo) { if case .synced(let sync) = $0 { hers.append(sync) } }
    for account in [ann, bo] {
      try account.logIn()
      let feed = try account.addFeed(
        "inbox",
        configuration: Feed.Configuration(
          url: "http://example.org/", initialDelay: nil, interval: nil, requestTimeout: .seconds(3600),
          idleTimeout: .seconds(3600)))
      // The error says when the server wants the next request, and so does the event.
      let error = await feed.refreshError()
      #expect(error?.code == .rateLimited && error?.retryAfter ?? .zero >= .seconds(90))
    }
    #expect(await eventually { everybody.all.count == 2 && hers.all.count == 1 })
    #expect(hers.all.first?.retryAfter ?? .zero >= .seconds(90) && hers.all.first?.error?.code == .rateLimited)
    #expect(everybody.all.map(\.account) == [ann.id, bo.id] && everybody.all.last == hers.all.first)
    one.cancel()
    all.cancel()
    try engine.close()
  }

  @Test func groupsAreObservedByAClosure() throws {
    let driven = try drivenEngine()
    let account = try driven.engine.openAccount("ann")
    var message = Message.Draft(id: "1", title: "Hello")
    message.thread = "t"
    try account.post(message, at: "in")
    let changes = Collected<Message.Group.Change>()
    let observer = try account.observeGroups(initial: true) { changes.append($0) }
    try driven.step()
    #expect(changes.all == [.group(thread: "t")])
    (message.id, message.thread) = ("2", "u")
    try account.post(message, at: "in")
    try driven.step()
    #expect(changes.all == [.group(thread: "t"), .group(thread: "u")])
    #expect(try account.group(ofThread: "u").description == "Hello")
    observer.cancel()
  }

  /// With less room than there are groups, one event says that all must be listed again.
  @Test func tooManyGroupsMustBeListedAgain() throws {
    var configuration = Engine.Configuration()
    configuration.maxEvents = 2
    let driven = try HostDrivenEngine(configuration)
    let account = try driven.engine.openAccount("ann")
    let observer = try driven.observeGroups(of: account)
    for number in 1...5 {
      var message = Message.Draft(id: "\(number)", title: "Hello")
      message.thread = "t\(number)"
      try account.post(message, at: "in")
    }
    let changes = try driven.takeEvents().compactMap { event -> Message.Group.Change? in
      if case .group(let change, account.id, observer.id) = event { change } else { nil }
    }
    #expect(changes.contains { $0.isResync } && changes.count <= 3)
    #expect(try account.groups().entries.count == 5)
  }

  /// Without room for their events, reminders that fire leave one that says so.
  @Test func tooManyRemindersMustBeListedAgain() throws {
    let clock = StandingClock()
    var configuration = Engine.Configuration()
    configuration.clock = { clock.now }
    configuration.zone = "UTC"
    // Room for four events.
    (configuration.maxEvents, configuration.maxFeeds, configuration.maxAccounts) = (1, 1, 1)
    let driven = try HostDrivenEngine(configuration)
    let account = try driven.engine.openAccount("ann")
    try account.logIn()
    for number in 1...7 { try account.putReminder("r\(number)", terms: milk()) }
    clock.go(.seconds(24 * 3600))
    try driven.step()
    let events = try driven.takeEvents().compactMap { event -> Engine.Event? in
      if case .engine(let known) = event { known } else { nil }
    }
    #expect(events.filter(\.isResync).count == 1 && events.count <= 5)
    #expect(try account.reminders().allSatisfy { $0.dueTime != nil })
  }

  /// A host that takes the events itself sees those of closures too, after the closure was called.
  @Test func aWidgetAndARefreshAreEvents() throws {
    let driven = try drivenEngine()
    let account = try driven.engine.openAccount("ann")
    try account.logIn()
    let drawn = Collected<Badge.Presentation.Content>()
    let widget = try account.bindWidget(at: "chat") { drawn.append($0.content) }
    try account.set(7, at: "chat")
    var shown: [String] = []
    for event in try driven.takeEvents() {
      if case .widget(let change, account.id) = event { shown.append("\(change.path) \(change.count)") }
    }
    #expect(shown == ["root.chat 7"] && drawn.all.last == .number(text: "7"))
    let feed = try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "http://example.org/", initialDelay: nil, interval: nil))
    let outcomes = Collected<Result<Feed.RefreshOutcome, TallyError>>()
    try feed.refreshNow { outcomes.append($0) }
    try account.logOut()
    let events = try driven.takeEvents()
    guard
      case .refreshed(let result, account.id, feed.id)? = events.first(where: { event in
        if case .refreshed = event { true } else { false }
      })
    else {
      Issue.record("no event of the refresh")
      return
    }
    #expect(result == outcomes.all.first && outcomes.all.count == 1)
    widget.cancel()
  }
}
