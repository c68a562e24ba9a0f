import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import Testing

@testable import TallyEngine

// The exchanges of a feed, in virtual time. The test is the server.

@Suite struct ExchangeTests {
  final class Bed {
    let hands = Hands()
    let engine: Engine
    let account: Account
    let feed: Feed
    private(set) var urls: [String] = []
    private var request: Int64 = 0

    init() throws {
      var options = EngineOptions()
      options.isHostDriven = true
      options.seed = 1
      options.clock = hands.clock
      engine = try Engine.open(options)
      let account = try engine.account("ann")
      self.account = account
      feed = try FeedTableTests.add(account, "news")
      try engine.setTransport(Callback()) { [unowned self] call in
        if call.isCancellation { return }
        request = call.request.id
        urls.append(call.request.url.map { String(cString: $0) } ?? "")
      }
      try account.logIn()
      try poll()
    }

    func poll() throws {
      try feed.refresh()
      try engine.step()
    }

    func respond(_ page: String, status: Int32 = 200) throws {
      try withBytes(page) { body throws(Failure) in
        try engine.answer(request, status: status, headers: UnsafeRawBufferPointer(start: nil, count: 0), body: body)
      }
      try engine.step()
    }

    func deliver(_ page: String) throws {
      try withBytes(page) { bytes throws(Failure) in try feed.deliver(bytes) }
    }

    var cursor: String { String(decoding: feed.cursor, as: UTF8.self) }
    var parameters: String { urls.last.map { String($0.drop { $0 != "?" }) } ?? "" }

    /// The exchange in progress, whose invariants hold.
    func exchange() throws -> Exchange {
      let exchange = try #require(feed.exchange)
      #expect(exchange.verify() && exchange.answer.source == .exchange(exchange.number))
      return exchange
    }

    func messages() throws -> UInt64 {
      try withBytes("root") { path throws(Failure) in UInt64(try account.messageCounts(path, subtree: true).total) }
    }
  }

  static func page(_ cursor: String, items: [String] = [], more: Bool = false) -> String {
    let items = items.map { #"{"id":"\#($0)","path":"in"}"# }.joined(separator: ",")
    return #"{"cursor":"\#(cursor)","more":\#(more),"items":[\#(items)]}"#
  }

  @Test func eachRequestHasItsAnswer() throws {
    let bed = try Bed()
    defer { try? bed.engine.close() }
    let exchange = try bed.exchange()
    #expect(exchange.answer.cursor.isEmpty && !exchange.answer.isWhole && bed.parameters == "?limit=200")
    try bed.respond(Self.page("1", items: ["a", "b"], more: true))
    #expect(try bed.exchange() === exchange && exchange.pages == 1 && exchange.counts.added == 2)
    // The next request knows the first page.
    #expect(exchange.answer.counts == Answer.Counts() && exchange.answer.cursor.count == 1)
    #expect(bed.parameters == "?since=1&limit=200" && bed.engine.feeds.origins.requests == 1)
    try bed.respond(Self.page("2", items: ["b"]))
    #expect(bed.feed.exchange == nil && exchange.pages == 2 && exchange.counts.added == 2 && bed.cursor == "2")
    #expect(exchange.verify() && bed.engine.feeds.origins.requests == 0)
  }

  @Test func aSnapshotIsAppliedAsAWhole() throws {
    let bed = try Bed()
    defer { try? bed.engine.close() }
    try bed.respond(Self.page("1", items: ["a", "b"]))
    try bed.poll()
    let exchange = try bed.exchange()
    try bed.respond("", status: 410)
    #expect(try bed.exchange() === exchange && exchange.answer.isWhole && exchange.pages == 0)
    #expect(bed.parameters == "?limit=200")
    try bed.respond(Self.page("8", items: ["b"], more: true))
    #expect(try bed.exchange() === exchange && exchange.staged.count == 1 && exchange.counts == Answer.Counts())
    // The response waits without a decoder, so the next one is read by the same.
    let decoder = bed.engine.own.decoder
    #expect(decoder != nil && exchange.cursor.count == 1 && bed.parameters == "?since=8&limit=200")
    #expect(try bed.messages() == 2 && bed.cursor == "1")
    try bed.respond(Self.page("9", items: ["c", "d"]))
    #expect(bed.feed.exchange == nil && exchange.counts == Answer.Counts(added: 2, removed: 1))
    #expect(try bed.messages() == 3 && bed.cursor == "9" && bed.engine.own.decoder === decoder)
  }

  @Test func aDeliveredPageIsAnAnswerWithoutAnExchange() throws {
    let bed = try Bed()
    defer { try? bed.engine.close() }
    let exchange = try bed.exchange()
    try bed.deliver(Self.page("3", items: ["a"]))
    #expect(try bed.exchange() === exchange && exchange.counts == Answer.Counts() && bed.cursor == "3")
    // The response is older than the page, so it is requested again.
    try bed.respond(Self.page("2", items: ["b"]))
    #expect(try bed.exchange() === exchange && exchange.answer.deliveries == 1 && exchange.counts == Answer.Counts())
    #expect(try bed.messages() == 1 && bed.cursor == "3" && bed.parameters == "?since=3&limit=200")
    try bed.respond(Self.page("4"))
    #expect(bed.feed.exchange == nil && bed.cursor == "4")
    let delivery = try Answer(bed.engine.lock.lock(), deliveredTo: bed.feed)
    let (isValid, isDelivered, moment) = (delivery.verify(), delivery.source == .delivery, delivery.moment)
    #expect(isValid && isDelivered && moment == 0)
  }

  @Test func theKindsAreNotMixed() throws {
    let bed = try Bed()
    defer { try? bed.engine.close() }
    let exchange = try bed.exchange()
    var acknowledgement = Answer.acknowledgement()
    let isValid = acknowledgement.verify()
    acknowledgement.becomeSnapshot()
    let isStillValid = acknowledgement.verify()
    #expect(isValid && !isStillValid)
    exchange.answer = try Answer(bed.engine.lock.lock(), deliveredTo: bed.feed)
    #expect(!exchange.verify())
  }
}
