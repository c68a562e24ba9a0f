import Foundation
import Tally
import Testing

@Suite struct FeedTests {
  private static func manual(_ url: String) -> Feed.Configuration {
    Feed.Configuration(url: url, initialDelay: nil, interval: nil)
  }

  @Test func aRefreshBringsMessages() async throws {
    let server = try Server.feed()
    let account = try memoryAccount()
    let events = account.engine.events()
    let feed = try account.addFeed("inbox", configuration: Self.manual("\(server.url)/feed"))
    #expect(await feed.refreshError()?.code == .loggedOut)
    #expect(throws: TallyError.self) { try feed.refresh() }
    try account.logIn()
    try server.post("--path", "inbox.mentions", "--title", "Ann mentioned you")
    #expect(try await feed.refreshNow() == .synced)
    #expect(try account.badge(at: "inbox").count == 1)
    #expect(try account.badge(at: "inbox.mentions").isFed)
    try await feed.refreshNow()
    let state = try feed.state()
    let isDone = state.result == .success(.synced) || state.result == .success(.notModified)
    #expect(state.requests == 2 && state.failures == 0 && state.lastSuccess != nil && isDone)
    #expect(state.nextTime == nil)
    var iterator = events.makeAsyncIterator()
    guard case .synced(let sync) = try await iterator.next() else {
      Issue.record("no event")
      return
    }
    #expect(sync.feed == feed.id && sync.account == account.id && sync.error == nil && sync.added == 1)
  }

  @Test func aCountIsInStepWithPages() async throws {
    let server = try Server.feed()
    let account = try memoryAccount()
    let feed = try account.addFeed("count", configuration: .unreadCount(url: "\(server.url)/feed"))
    try account.logIn()
    #expect(try feed.state().nextTime == nil)
    try feed.pageShown(0)
    // It has begun. The next one follows it, and gets a response.
    try await feed.refreshNow()
    #expect(try feed.state().nextTime != nil)
    try feed.pause()
    #expect(try feed.state().nextTime == nil)
    try feed.resume()
    try account.engine.setForeground(false)
    #expect(try feed.state().nextTime == nil)
    try account.engine.setForeground(true)
    try account.engine.setNetwork(isAvailable: false)
    try account.engine.setNetwork(isAvailable: true)
    try account.engine.woke()
    #expect(try feed.state().nextTime != nil)
    try feed.pageHidden(0)
    // The network's return or waking may have begun a request, which has a deadline.
    #expect(await eventually { (try? feed.state().isRequesting) == false })
    #expect(try feed.state().nextTime == nil)
    try feed.cancel()
    for page in [-1, 8, Int.max] {
      let error = #expect(throws: TallyError.self) { try feed.pageShown(page) }
      #expect(error?.code == .range)
    }
  }

  @Test func aFeedIsObserved() async throws {
    let account = try memoryAccount()
    let events = account.engine.events()
    var configuration = Feed.Configuration(prefix: "in")
    configuration.title = "Inbox"
    let feed = try account.addFeed("inbox", configuration: configuration)
    try account.logIn()
    let told = Collected<Engine.Event.Sync>()
    let observation = try feed.observe { told.append($0) }
    try feed.deliver(Array(#"{"cursor":"1","items":[{"id":"1","path":"a"},{"id":"2","path":"b"}]}"#.utf8))
    #expect(await eventually { told.all.count == 1 })
    let sync = try #require(told.all.first)
    #expect(sync.feed == feed.id && sync.result == .success(.synced) && sync.added == 2 && sync.text == "Inbox")
    #expect(sync.kind == .number && sync.count == 2 && sync.shown == "2")
    #expect(try sync.revision == account.revision())
    observation.cancel()
    // The engine's events have each request once. Read after each one, because pending ones merge.
    var iterator = events.makeAsyncIterator()
    var titles: [String] = []
    if case .synced(let sync)? = try await iterator.next() { titles.append(sync.text) }
    try feed.deliver(Array(#"{"cursor":"2","items":[],"title":"News"}"#.utf8))
    if case .synced(let sync)? = try await iterator.next() { titles.append(sync.text) }
    #expect(titles == ["Inbox", "News"] && told.all.count == 1)
    #expect(try feed.state().title == "News")
    #expect(try account.storedFeeds().first?.title == "News")
    try feed.remove()
    let error = #expect(throws: TallyError.self) { _ = try feed.observe { _ in } }
    #expect(error?.code == .notFound)
  }

  @Test func aPageIsKnown() throws {
    let clock = StandingClock()
    let engine = try drivenEngine(clock).engine
    let account = try engine.openAccount("ann")
    var configuration = Self.manual("http://feed.invalid/in")
    configuration.initialDelay = .seconds(60)
    configuration.isInitialDelayExact = true
    let feed = try account.addFeed("inbox", configuration: configuration)
    try account.logIn()
    #expect(try feed.state().nextTime == clock.now.wall.addingTimeInterval(60))
    try feed.pause()
    #expect(try feed.pageShown(0) == Feed.PageInfo(isFirst: true, timeAway: nil, hasRequested: false))
    try feed.pageHidden(0)
    clock.go(.seconds(5))
    #expect(try feed.pageShown(0) == Feed.PageInfo(isFirst: false, timeAway: .seconds(5), hasRequested: false))
  }

  @Test func anotherServerIsReadThroughAMapping() async throws {
    let directory = try Scratch()
    let file = directory.file("answer.json")
    try #"{"list":[{"id":7,"type":"order","title":"Sent"},{"type":"x"}]}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    let account = try memoryAccount()
    var configuration = Self.manual("file://\(file)")
    configuration.mapping = Feed.Mapping(preset: "message-center", text: #"{"item":{"path":"news.{type}"}}"#)
    let feed = try account.addFeed("news", configuration: configuration)
    try account.logIn()
    #expect(try await feed.refreshNow() == .synced)
    #expect(try account.badge(at: "news.order").count == 1)
    configuration.mapping = Feed.Mapping(preset: "none")
    #expect(
      #expect(throws: TallyError.self) { try account.addFeed("news", configuration: configuration) }?.code == .argument)
    configuration.mapping = Feed.Mapping()
    #expect(
      #expect(throws: TallyError.self) { try account.addFeed("news", configuration: configuration) }?.code == .argument)
    configuration.mapping = Feed.Mapping(text: "{")
    #expect(
      #expect(throws: TallyError.self) { try account.addFeed("news", configuration: configuration) }?.code == .malformed
    )
  }

  /// A host that shows the settings of a feed finds what it has given, in a later run too.
  @Test func aConfigurationIsStored() throws {
    let scratch = try Scratch()
    let text = #"{"list":"$","item":{"id":"$.id","path":"in"}}"#
    var whole = Feed.Configuration(
      url: "http://example.org/feed", prefix: "root.inbox", initialDelay: .seconds(3), interval: .seconds(700),
      visibleInterval: .seconds(20), tolerance: .seconds(4), awayTime: nil, stopsInBackground: true,
      requestTimeout: .seconds(9), idleTimeout: .seconds(8), pageLimit: 50, mapping: Feed.Mapping(text: text))
    (whole.maximumAge, whole.maximumMessages, whole.title) = (.seconds(86_400), 17, "Inbox")
    whole.isInitialDelayExact = true
    var preset = Feed.Configuration(url: "http://example.org/github")
    preset.mapping = Feed.Mapping(preset: "github-notifications")
    let engine = try Engine(file: scratch.file("badges.db"))
    for (name, configuration) in [("a", whole), ("b", preset), ("c", Feed.Configuration())] {
      _ = try engine.openAccount("ann").addFeed(name, configuration: configuration)
    }
    try engine.close()
    let again = try Engine(file: scratch.file("badges.db"))
    let stored = try again.openAccount("ann").storedFeeds()
    #expect(stored.map(\.configuration?.mapping) == [whole.mapping, preset.mapping, nil])
    #expect(stored.first?.configuration == whole)
    #expect(stored.map(\.description) == ["a http://example.org/feed", "b http://example.org/github", "c"])
    try again.close()
  }

  /// A server whose revisions begin again, as after a restored backup, may change a message that retention has removed.
  @Test func aRemovedMessageComesBackWhenItChangesInANewEpoch() throws {
    let account = try memoryAccount()
    try account.logIn()
    var configuration = Feed.Configuration()
    configuration.maximumMessages = 1
    let feed = try account.addFeed("inbox", configuration: configuration)
    func deliver(_ epoch: String, _ cursor: Int, _ items: String...) throws {
      try feed.deliver(
        Array(#"{"epoch":"\#(epoch)","cursor":"\#(cursor)","items":[\#(items.joined(separator: ","))]}"#.utf8))
    }
    func ids() throws -> [String] { try account.messages().entries.map(\.serverID).sorted() }
    let (old, new) = (
      #"{"id":"old","rev":"90","seq":"1","path":"a","read":true}"#, #"{"id":"new","rev":"1","seq":"2","path":"a"}"#
    )
    try deliver("e1", 1, old, new)
    try #require(try ids() == ["new"])
    // The same message again, in the same epoch and in one whose revisions have begun again.
    try deliver("e1", 2, old)
    try deliver("e2", 1, #"{"id":"old","rev":"3","seq":"1","path":"a","read":true}"#, new)
    #expect(try ids() == ["new"])
    // It has changed. 4 is more than 3, although it is less than 90.
    try deliver("e2", 2, #"{"id":"old","rev":"4","seq":"3","path":"a"}"#)
    #expect(try ids() == ["new", "old"])
  }

  @Test func aPageHasANumberFrom0To7() throws {
    let account = try memoryAccount()
    try account.logIn()
    let feed = try account.addFeed("inbox", configuration: .unreadCount(url: "http://example.org/"))
    for page in [-1, 8, Int.max] {
      #expect(code { try feed.pageShown(page) } == .range && code { try feed.pageHidden(page) } == .range)
    }
  }

  @Test func aMappingIsTried() throws {
    let mapping = Feed.Mapping(preset: "message-center", text: #"{"item":{"deleted":"$.gone"}}"#)
    let answer = try mapping.items(
      of: Array(#"{"title":"T","list":[{"id":7,"title":"Sent","count":2},{"id":8,"gone":1},{"id":[]}]}"#.utf8))
    #expect(answer.title == "T" && answer.cursor == "8" && answer.items.map(\.id) == ["7", "8", nil])
    #expect(answer.items[0].count == 2 && answer.items[0].path == "root.messages" && answer.items[1].isDeleted)
    #expect(answer.rejected == [Feed.MappedResponse.Rejected(index: 2, reason: "it has no usable 'id'")])
    let refused = #expect(throws: TallyError.self) { try mapping.page(of: Array("[".utf8)) }
    #expect(refused?.code == .protocolError)
  }

  @Test func messagesAreObservedAndLookedAt() async throws {
    let server = try Server.feed()
    let account = try memoryAccount()
    let feed = try account.addFeed("inbox", configuration: Self.manual("\(server.url)/feed"))
    try account.logIn()
    let (stream, told) = AsyncStream.makeStream(of: Message.Counts.self)
    var counts = stream.makeAsyncIterator()
    let observation = try account.observeMessages(at: "inbox") { told.yield($0) }
    #expect(await counts.next() == Message.Counts(total: 0, unread: 0, unseen: 0))
    try server.post("--path", "inbox", "--title", "one")
    #expect(try await feed.refreshNow() == .synced)
    #expect(await counts.next() == Message.Counts(total: 1, unread: 1, unseen: 1))
    let view = try account.beginView(at: "inbox")
    #expect(await counts.next() == Message.Counts(total: 1, unread: 1, unseen: 0))
    try account.set(3, at: "inbox")
    #expect(try !account.badge(at: "inbox").shows)
    view.cancel()
    try account.set(3, at: "inbox")
    #expect(try account.badge(at: "inbox").count == 3)
    observation.cancel()
  }

  @Test func messagesAreListedAndRead() async throws {
    let server = try Server.feed()
    let account = try memoryAccount()
    let feed = try account.addFeed("inbox", configuration: Self.manual("\(server.url)/feed"))
    try account.logIn()
    for number in 1...5 { try server.post("--path", "inbox.m\(number % 2)", "--title", "Title \(number)") }
    #expect(try await feed.refreshNow() == .synced)
    let first = try account.messages(limit: 3)
    #expect(first.entries.map(\.title) == ["Title 5", "Title 4", "Title 3"] && first.hasMore)
    let rest = try account.messages(after: first.next, limit: 3)
    #expect(rest.entries.map(\.title) == ["Title 2", "Title 1"] && !rest.hasMore)
    #expect(rest.entries[0].path == "root.inbox.m0" && rest.entries[0].state == .unseen)
    #expect(rest.entries[0].feed == feed.id)
    #expect(try account.markRead([rest.entries[0].key]) == 1)
    #expect(try account.markRead([rest.entries[0].key]) == 0)
    #expect(try account.markUnread([rest.entries[0].key]) == 1)
    #expect(try account.messages(after: first.next).entries[0].state == .seen)
    #expect(try account.markRead(at: "inbox.m0", upTo: rest.entries[0].key) == 1)
    let lit = try account.explain(at: "inbox.m0")[0]
    #expect(lit.messages.map(\.key) == [first.entries[1].key] && lit.messages[0].count == 1)
    #expect(try account.clear(at: "inbox.m1") == .cleared)
    #expect(try account.messageCounts() == Message.Counts(total: 5, unread: 4, unseen: 1))
    #expect(try account.messageCounts(at: "inbox.m1").unseen == 0)
    #expect(try account.markRead(at: "inbox", includingDescendants: true) == 4)
    #expect(try account.messages(unreadOnly: true).entries.isEmpty)
    let unknown = #expect(throws: TallyError.self) { try account.markRead([Message.Key(rawValue: 999_999)]) }
    #expect(unknown?.code == .notFound)
    #expect(throws: TallyError.self) { try account.messages(limit: 0) }
    try feed.remove()
    #expect(try account.messageCounts().total == 0)
    let removed = #expect(throws: TallyError.self) { try feed.remove() }
    #expect(removed?.code == .notFound)
    guard let error = await feed.refreshError() else {
      Issue.record("a removed feed was refreshed")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test func batchesThatNeedTheStoreTellTheirOutcomesOnce() async throws {
    let server = try Server.feed()
    let account = try memoryAccount()
    let feed = try account.addFeed("inbox", configuration: Self.manual("\(server.url)/feed"))
    try account.logIn()
    try server.post("--path", "inbox")
    #expect(try await feed.refreshNow() == .synced)
    let result = try account.batch([.get(at: "inbox"), .clear(at: "inbox"), .get(at: "inbox")])
    #expect(result.outcomes.map(\.count) == [1, 0, 0])
  }

  @Test func refusalsAreTold() async throws {
    let server = try Server.feed(token: "secret")
    let account = try memoryAccount()
    var events = account.engine.events().makeAsyncIterator()
    let feed = try account.addFeed("inbox", configuration: Self.manual("\(server.url)/feed"))
    try account.setCredential(Credential(secret: "wrong"), for: server.url)
    try account.logIn()
    #expect(await feed.refreshError()?.code == .unauthorized)
    #expect(try feed.state().httpStatus == 401)
    var isTold = false
    while !isTold, let event = try await events.next() {
      if case .unauthorized(let who, let which, _) = event { isTold = who == account.id && which == feed.id }
    }
    #expect(isTold)
    let credential = Credential(secret: "secret")
    try account.setCredential(credential, for: server.url)
    #expect(!"\(credential) \(String(reflecting: credential))".contains("secret"))
    #expect(try await feed.refreshNow() == .synced)
    try feed.setCredential(Credential(.header("Authorization", format: "Bearer {token}"), secret: "wrong"))
    #expect(await feed.refreshError()?.code == .unauthorized)
    try feed.removeCredential()
    #expect(try await feed.refreshNow() == .notModified)
    let nowhere = try account.addFeed("nowhere", configuration: Self.manual("http://127.0.0.1:1/feed"))
    guard let error = await nowhere.refreshError() else {
      Issue.record("nobody answered, and it was no failure")
      return
    }
    #expect(error.code == .network && !error.message.isEmpty)
    let scheme = #expect(throws: TallyError.self) { try account.addFeed("x", configuration: Self.manual("ftp://x/")) }
    #expect(scheme?.code == .url)
    let prefix = #expect(throws: TallyError.self) {
      try account.addFeed("x", configuration: Feed.Configuration(url: server.url, prefix: ".."))
    }
    #expect(prefix?.code == .path)
  }

  @Test func requestsInFlightEndWithTheEngine() async throws {
    let server = try Server.silent()
    let account = try memoryAccount()
    let feed = try account.addFeed("inbox", configuration: Self.manual("\(server.url)/feed"))
    try account.logIn()
    async let failure = feed.refreshError()
    #expect(await eventually { (try? feed.state().isRequesting) == true })
    try account.engine.close()
    #expect(await failure?.code == .cancelled)
  }
}
