import Foundation
import Tally
import Testing

/// Abilities of the interface's values beside holding their members.
@Suite struct ValueTests {
  /// A value that is encoded as JSON and decoded is equal, also as a member of a set.
  private func expectKept<Value: Codable & Hashable & Sendable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let read = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    #expect(read == value, sourceLocation: sourceLocation)
    #expect(Set([value, read]).count == 1, sourceLocation: sourceLocation)
  }

  @Test func badgesAreKept() throws {
    let account = try memoryAccount()
    try account.set(3, at: "chat.bo", until: Date(timeIntervalSince1970: 4_000_000_000))
    try account.dot(at: "promo")
    try account.mute(.number, at: "promo")
    try account.setStyle(Badge.Style(offset: .init(x: 1, y: 2), maxCount: 5, icon: "new"), at: "promo")
    try expectKept(BadgePath.root.appending("bo@example.org"))
    try account.batch([.get(at: "promo")], at: Batch.Position(source: "log", position: 1))
    try expectKept(account.position(of: "log"))
    try expectKept(account.style(at: "promo"))
  }

  @Test func snapshotsAndPatchesAreKept() throws {
    let account = try memoryAccount()
    let before = try account.badgeSnapshot()
    try account.set(3, at: "a.b")
    let after = try account.badgeSnapshot()
    let patch = try before.patch(to: after)
    try expectKept(before)
    try expectKept(after)
    try expectKept(patch)
    #expect(Set([before, after, try account.badgeSnapshot()]).count == 2)
    #expect(Set([patch, try patch.inverse(), try patch.inverse().inverse()]).count == 2)
    #expect(try after.entries().map(\.id) == ["a.b"] && patch.entries().map(\.id) == ["a.b"])
    // Reading checks the bytes.
    let damaged = try JSONEncoder().encode(Data([1, 2, 3]))
    let snapshot = #expect(throws: TallyError.self) { try JSONDecoder().decode(BadgeSnapshot.self, from: damaged) }
    #expect(snapshot?.code == .malformed)
    let other = #expect(throws: TallyError.self) { try JSONDecoder().decode(BadgePatch.self, from: damaged) }
    #expect(other?.code == .malformed)
  }

  @Test func bytesComeFromAnyCollection() throws {
    let account = try memoryAccount()
    try account.set(3, at: "a")
    let bytes = try account.export()
    // Bytes that lie together, a part of them, and bytes that do not lie together.
    try account.engine.importAccount("data", from: Data(bytes))
    try account.engine.importAccount("slice", from: ([0] + bytes).dropFirst())
    try account.engine.importAccount("lazy", from: bytes.lazy.map { $0 })
    for name in ["data", "slice", "lazy"] { #expect(try account.engine.openAccount(name).badge().count == 3) }
  }

  @Test func messagesAndFeedsAreKept() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    try account.logIn()
    try account.configure(Account.Settings(outbox: .leased, pushPath: "icon"))
    try expectKept(account.settings())
    var configuration = Feed.Configuration(interval: nil, mapping: Feed.Mapping(preset: "unread-count"))
    try expectKept(configuration)
    configuration.mapping = nil
    let feed = try account.addFeed("inbox", configuration: configuration)
    let page = #"{"cursor":"1","items":[{"id":"1","path":"in","title":"Hi","thread":"t"},{"id":2}]}"#
    try feed.deliver(Array(page.utf8))
    var posted = Message.Draft(id: "p", title: "Own", time: Date(timeIntervalSince1970: 5))
    posted.thread = "t"
    try expectKept(posted)
    try account.post(posted, at: "in")
    let rejected = try feed.rejectedItems()
    #expect(rejected.entries.map(\.id.rawValue) == [1])
    try account.markRead(at: "in")
    #expect(try account.outbox().entries.count == 1)
    try expectKept(Message.PluralForms(one: "%u", other: "%u s"))
    try expectKept([Message.StringsFile.catalog, .dictionary(language: "de")])
  }

  @Test func remindersAreKept() throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let account = try driven.engine.openAccount("ann")
    try account.logIn()
    var terms = Reminder.Terms()
    terms.title = "Milk"
    terms.path = "fridge"
    terms.shelfLife = .days(7)
    terms.smart = .off
    terms.repetition = .init(1, .day)
    terms.end = try CalendarDay(year: 2026, month: 1, day: 7)
    terms.overdue = .init(every: .hours(2), limit: 3)
    terms.cleared = [.start]
    try expectKept(terms)
    terms.cleared = []
    try account.putReminder("milk", terms: terms)
    #expect(try account.reminderLog().entries.first?.id.rawValue == 1)
    clock.go(.seconds(24 * 3600))
    try driven.step()
    let events = try driven.takeEvents()
    #expect(Set(events).count == events.count && !events.isEmpty)
  }

  @Test func spansNameTheirUnits() {
    let spans: [Reminder.Span] = [
      .minutes(1), .hours(2), .days(3), .weeks(4), .months(5), .quarters(6), .years(7),
    ]
    #expect(spans.map(\.unit) == Reminder.Unit.allCases)
    #expect(spans.map(\.count) == Array(1...7))
  }

  @Test func aBadgeSaysWhatItIs() throws {
    let account = try memoryAccount()
    try account.set(3, at: "a")
    try account.dot(at: "b")
    #expect(
      try [account.badge(at: "a"), account.badge(at: "b"), account.badge(at: "c")].map(\.kind) == [
        .number, .dot, .none,
      ])
    #expect(try "\(account.badge(at: "a")), \(account.badge(at: "b")), \(account.badge(at: "c"))" == "3, dot, nothing")
    #expect(try account.badge(at: "b").count == 0 && account.badge(at: "b").shows)
    #expect(try account.badges(includingDescendants: false).entries.map(\.description) == ["root.a 3", "root.b dot"])
    #expect(try account.badges(includingDescendants: false).entries.map(\.id) == ["root.a", "root.b"])
    let outcomes = try account.batch([.get(at: "a"), .get(at: "b"), .get(at: "c")]).outcomes
    #expect(outcomes.map(\.kind) == [.number, .dot, .none] && outcomes.map(\.shows) == [true, true, false])
    let engine = account.engine
    #expect(try engine.total().kind == .none && "\(engine.total())" == "nothing")
    try account.logIn()
    #expect(try engine.total().kind == .number && "\(engine.total())" == "3")
    try account.clear(at: "a")
    #expect(try engine.total().kind == .dot && "\(engine.total())" == "dot" && engine.total().shows)
    let change = Badge.Change(path: "root.a", shows: true, count: 0, revision: 1)
    #expect(change.kind == .dot && change.shown == "dot" && "\(change)" == "root.a dot")
    #expect(Badge.Change(path: "root", shows: false, count: 0, revision: 1).kind == .none)
  }

  @Test func valuesDescribeThemselves() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    try account.logIn()
    let feed = try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "http://example.org/", interval: nil))
    #expect("\(account) \(feed)" == "ann inbox")
    #expect(try account.storedFeeds().map(\.description) == ["inbox http://example.org/"])
    try account.setCategory("c", summary: "%u more")
    for number in 1...2 {
      var message = Message.Draft(id: "m\(number)", title: "Title \(number)")
      (message.thread, message.category) = ("t", "c")
      try account.post(message, at: "in")
    }
    try account.post(Message.Draft(id: "untitled"), at: "in")
    #expect(
      try account.messages().entries.map(\.description) == [
        "root.in untitled", "root.in Title 2", "root.in Title 1",
      ])
    #expect(try "\(account.messageCounts())" == "3 messages, 3 unread, 3 unseen")
    #expect(try "\(account.group(ofThread: "t"))" == "Title 2\n1 more")
    var terms = Reminder.Terms()
    terms.shelfLife = .days(7)
    try account.putReminder("milk", terms: terms)
    #expect(try "\(account.reminders()[0])" == "milk, 7 of 7 days left")
    terms.title = "Milk"
    try account.editReminder("milk", terms: terms)
    try account.markReminderDone("milk")
    #expect(try "\(account.reminders()[0])" == "Milk, done")
    try account.markReminderUndone("milk")
    #expect(try account.reminders()[0].state == .active)
  }

  @Test func anExpiredReminderSaysSo() throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let account = try driven.engine.openAccount("ann")
    var terms = Reminder.Terms()
    (terms.shelfLife, terms.smart) = (.days(2), .automatic)
    try account.putReminder("milk", terms: terms)
    clock.go(.seconds(3 * 24 * 3600))
    try driven.step()
    let milk = try #require(account.reminders().first)
    #expect(milk.description == "milk, expired" && milk.state == .expired && milk.daysLeft < 0)
  }

  @Test func levelsOfTheLogAreOrdered() {
    let levels = Engine.Configuration.LogLevel.allCases
    #expect(levels.shuffled().sorted() == [.error, .warning, .info])
  }

  /// Rows of a user interface are known by what identifies them.
  @Test func rowsHaveTheirIdentity() throws {
    let account = try memoryAccount()
    let key = try account.post(Message.Draft(id: "m"), at: "in")
    let (message, reason) = (try account.message(key), try #require(account.explain().first))
    #expect(message.id == key && message.key == key && reason.id == "root.in" && reason.messages.map(\.id) == [key])
  }

  @Test func errorsAreLocalized() throws {
    let account = try memoryAccount()
    let error = try #require(#expect(throws: TallyError.self) { try account.set(1, at: "a..b") })
    #expect((error as any Error).localizedDescription == "path 'a..b': a component is empty, at byte 2")
    #expect(Set([error, error, TallyError(code: .path)]).count == 2)
  }

  @Test func objectsOfOneThingAreEqual() throws {
    let engine = try Engine()
    let (ann, again, bo) = (try engine.openAccount("ann"), try engine.openAccount("ann"), try engine.openAccount("bo"))
    #expect(Set([ann, again, bo]).count == 2 && ann == again && ann != bo && ann.id == again.id)
    let first = try ann.addFeed("inbox", configuration: Feed.Configuration())
    let (same, other) = (
      try again.addFeed("inbox", configuration: Feed.Configuration()),
      try bo.addFeed("inbox", configuration: Feed.Configuration())
    )
    #expect(Set([first, same, other]).count == 2 && first == same)
    // An account of another engine is another account, whatever its number.
    let stranger = try memoryAccount("ann")
    #expect(stranger != ann && Set([engine, ann.engine, stranger.engine]).count == 2)
    let (node, twin) = (try ann.node(at: "a"), try ann.node(at: "a"))
    #expect(Set([node, twin, node]).count == 2)
    #expect(Set([Batch.Operation.get(on: node), .get(on: node), .get(on: twin)]).count == 2)
  }
}
