import Synchronization
import Tally
import Testing

/// The requests that the closure received.
private final class Requests: Sendable {
  private let list = Mutex<[TransportRequest]>([])

  func add(_ request: TransportRequest) { list.withLock { $0.append(request) } }

  var all: [TransportRequest] { list.withLock { $0 } }
}

@Suite struct TransportTests {
  private static let page = #"{"cursor":"7","items":[{"id":"1","path":"in","count":3}]}"#

  private static func add(to account: Account) throws -> Feed {
    // A closure may have to wait until other tests release a thread.
    try account.addFeed(
      "inbox",
      configuration: Feed.Configuration(
        url: "https://example.org/feed", initialDelay: nil, interval: nil, requestTimeout: .seconds(3600),
        idleTimeout: .seconds(3600)))
  }

  @Test func aClosureSends() async throws {
    let account = try memoryAccount()
    let requests = Requests()
    try account.engine.setTransport { request in
      requests.add(request)
      return TransportResponse(status: 200, headers: [("ETag", "\"x\"")], body: Array(Self.page.utf8))
    }
    let feed = try Self.add(to: account)
    try account.setCredential(Credential(secret: "secret"), for: "https://example.org")
    try account.logIn()
    #expect(try await feed.refreshNow() == .synced)
    #expect(try await feed.refreshNow() == .synced)
    #expect(try account.badge(at: "in").count == 3)
    let all = requests.all
    #expect(all.map(\.url) == ["https://example.org/feed?limit=200", "https://example.org/feed?since=7&limit=200"])
    #expect(all[0].method == "GET" && all[0].carriesCredential && all[0].maximumSize == 8 << 20)
    #expect(all[0].headers.contains { $0 == ("Authorization", "Bearer secret") })
    #expect(all[1].headers.contains { $0 == ("If-None-Match", "\"x\"") })
    try account.engine.close()
  }

  /// The secret stands where its kind says, and nowhere else.
  @Test func eachKindOfCredentialHasItsPlace() async throws {
    let account = try memoryAccount()
    let requests = Requests()
    try account.engine.setTransport { request in
      requests.add(request)
      return TransportResponse(status: 200, body: Array(Self.page.utf8))
    }
    let feed = try Self.add(to: account)
    try account.logIn()
    let kinds: [Credential.Kind] = [
      .bearer, .basic(user: "ann"), .header("X-Key"), .header("X-Key", format: "Key {token}"),
      .query("key"),
    ]
    for kind in kinds {
      let credential = Credential(kind, secret: "s3")
      try feed.setCredential(credential)
      _ = try await feed.refreshNow()
      // No log shows the secret.
      var text = "\(credential) \(String(reflecting: credential))"
      dump(credential, to: &text)
      #expect(!text.contains("s3") && text.contains("credential"))
    }
    let all = requests.all
    try #require(all.count == kinds.count)
    let lines = all.map { $0.headers.filter { ["Authorization", "X-Key"].contains($0.name) }.map { "\($0): \($1)" } }
    #expect(
      lines == [
        ["Authorization: Bearer s3"], ["Authorization: Basic YW5uOnMz"], ["X-Key: s3"], ["X-Key: Key s3"], [],
      ])
    #expect(all.map { $0.url.contains("key=s3") } == [false, false, false, false, true])
    #expect(all.allSatisfy { $0.carriesCredential })
    try account.engine.close()
  }

  /// The outbox sends by the same closure, and an answer 401 to it is an event of the account without a feed.
  @Test func theOutboxIsPosted() async throws {
    let account = try memoryAccount()
    let requests = Requests()
    try account.engine.setTransport { request in
      requests.add(request)
      return TransportResponse(status: 401)
    }
    try account.configure(Account.Settings(outbox: .sent, outboxURL: "https://example.org/reads"))
    try account.logIn()
    let feed = try account.addFeed("inbox", configuration: Feed.Configuration())
    try feed.deliver(Array(Self.page.utf8))
    try account.markRead(at: "in")
    for await event in account.engine.events() {
      guard case .unauthorized(let id, let feed, _) = event else { continue }
      #expect(id == account.id && feed == nil)
      break
    }
    let request = try #require(requests.all.first)
    #expect(request.method == "POST" && request.url == "https://example.org/reads" && !request.body.isEmpty)
    try account.engine.close()
  }

  /// Without a closure the engine sends the requests itself again.
  @Test func theClosureIsRemoved() async throws {
    let server = try Server.feed()
    let account = try memoryAccount()
    let requests = Requests()
    try account.engine.setTransport { request in
      requests.add(request)
      return TransportResponse(status: 200, body: Array(Self.page.utf8))
    }
    try account.engine.setTransport(nil)
    try account.logIn()
    let feed = try account.addFeed(
      "inbox", configuration: Feed.Configuration(url: "\(server.url)/feed", initialDelay: nil, interval: nil))
    #expect(try await feed.refreshNow() == .synced)
    #expect(requests.all.isEmpty)
    try account.engine.close()
  }

  @Test func itsErrorsAreReported() async throws {
    struct CableIsOut: Error {}
    let account = try memoryAccount()
    try account.engine.setTransport { _ in throw CableIsOut() }
    let feed = try Self.add(to: account)
    try account.logIn()
    guard let error = await feed.refreshError() else {
      Issue.record("it has not failed")
      return
    }
    #expect(error.code == .network && error.message.contains("CableIsOut"))
    try account.engine.setTransport { _ in TransportResponse(status: 99) }
    guard let second = await feed.refreshError() else {
      Issue.record("it has not failed")
      return
    }
    #expect(second.code == .protocolError)
  }

  @Test func itsTaskIsCancelled() async throws {
    let account = try memoryAccount()
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (ended, hasEnded) = AsyncStream.makeStream(of: Bool.self)
    try account.engine.setTransport { _ in
      hasBegun.yield()
      try? await Task.sleep(for: .seconds(3600))
      hasEnded.yield(Task.isCancelled)
      return TransportResponse(status: 200)
    }
    let feed = try Self.add(to: account)
    try account.logIn()
    try feed.refresh()
    for await _ in begun { break }
    try account.logOut()
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
  }

  @Test func progressKeepsARequestAlive() async throws {
    let clock = StandingClock()
    let driven = try drivenEngine(clock)
    let engine = driven.engine
    let requests = Collected<TransportRequest>()
    try engine.setTransport { request in
      requests.append(request)
      try await Task.sleep(for: .seconds(3600))
      return TransportResponse(status: 200)
    }
    let account = try engine.openAccount("ann")
    try account.logIn()
    let feed = try account.addFeed(
      "inbox",
      configuration: Feed.Configuration(
        url: "http://example.org/", initialDelay: nil, requestTimeout: .seconds(25), idleTimeout: .seconds(10)))
    let outcomes = Collected<Result<Feed.RefreshOutcome, TallyError>>()
    try feed.refreshNow { outcomes.append($0) }
    try driven.step()
    #expect(await eventually { requests.all.count == 1 })
    let request = try #require(requests.all.first)
    #expect(request.id.rawValue > 0 && request.timeout == .seconds(25) && request.idleTimeout == .seconds(10))
    for _ in 0..<2 {
      clock.go(.seconds(9))
      request.noteProgress()
      try driven.step()
      #expect(try feed.state().isRequesting)
    }
    // 18 s have passed. Of the 25 in all, 7 are left.
    clock.go(.seconds(8))
    try driven.step()
    guard case .failure(let error) = outcomes.all.first else {
      Issue.record("still in flight")
      return
    }
    #expect(error.code == .timeout)
    // The request has ended, so this does nothing.
    request.noteProgress()
  }

  @Test func valuesOutOfRangeAreRejected() throws {
    let account = try memoryAccount()
    for message in [Message.Draft(count: -1), Message.Draft(count: 1 << 32)] {
      let error = #expect(throws: TallyError.self) { try account.post(message, at: "a") }
      #expect(error?.code == .range)
    }
    let error = #expect(throws: TallyError.self) {
      try account.importStrings(Array("<plist/>".utf8), as: .dictionary(language: ""))
    }
    #expect(error?.code == .malformed || error?.code == .argument)
    #expect(try account.badge().shows == false)
  }

  @Test func pagesPushesAndPosts() throws {
    let account = try memoryAccount()
    let feed = try account.addFeed("inbox", configuration: Feed.Configuration())
    let refused = #expect(throws: TallyError.self) { try feed.deliver(Array(Self.page.utf8)) }
    #expect(refused?.code == .loggedOut)
    try account.logIn()
    try feed.deliver(Array(Self.page.utf8))
    #expect(try account.badge(at: "in").count == 3)
    let bad = #expect(throws: TallyError.self) { try feed.deliver(Array("{".utf8)) }
    #expect(bad?.code == .protocolError)
    try account.receivePush(Array(#"{"feed":"inbox","path":"in","id":"2","aps":{"alert":"hello"}}"#.utf8))
    try feed.receivePush(Array(#"{"path":"in","id":"3","rev":"1"}"#.utf8))
    #expect(try account.badge(at: "in").count == 5)
    #expect(try account.messages(at: "in").entries.contains { $0.body == "hello" })
    var message = Message.Draft(id: "a", title: "Mine", count: 2)
    message.argument = "Ann"
    let key = try account.post(message, at: "mine")
    #expect(try account.post(message, at: "mine") == key)
    #expect(try account.messages(at: "mine").entries.map(\.argument) == ["Ann"])
    #expect(try account.badge(at: "mine").count == 2)
    try account.withdrawMessage("a")
    #expect(try account.badge(at: "mine").count == 0)
    #expect(throws: TallyError.self) { try account.withdrawMessage("a") }
  }
}
