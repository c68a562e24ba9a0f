import Foundation
import Testing

@testable import TallyHTTP

/// Responses of servers.
@Suite(.timeLimit(.minutes(10)))
struct AnswerTests {
  @Test func bodyAndHeaders() throws {
    let script: ScriptedServer.Script = { _ in
      .ok("{}", headers: ["ETag:  W/\"a b\" \t", "X-Poll-Interval: 60", "Empty:"])
    }
    try withServer(script) { (browser, server) throws in
      var ask = Ask(server.url("/feed?since=1"))
      ask.headers = [("If-None-Match", "\"x\""), ("Authorization", "Bearer t")]
      let response = try browser.fetch(ask)
      #expect(response.failure == .none && response.status == 200)
      #expect(response.bodyText == "{}" && response.messageText == "")
      #expect(response.headerText("etag") == "W/\"a b\"")
      #expect(response.headerText("EMPTY") == "")
      #expect(response.headerText("eta") == nil && response.headerText("absent") == nil)
      #expect(response.pollInterval == 60_000)
      #expect(String(decoding: response.effectiveURL, as: UTF8.self) == ask.url)
      let head = server.requests[0].head
      #expect(head.hasPrefix("GET /feed?since=1 HTTP/1.1\r\n"))
      #expect(head.contains("If-None-Match: \"x\"\r\n") || head.hasSuffix("If-None-Match: \"x\""))
      #expect(head.contains("Authorization: Bearer t"))
      #expect(head.contains("User-Agent: tally/test") && head.contains("gzip"))
    }
  }

  @Test func notModified() throws {
    try withServer({ _ in .keep("HTTP/1.1 304 Not Modified\r\nETag: \"e\"\r\n\r\n") }) {
      (browser, server) throws in
      for _ in 0..<2 {
        let response = try browser.fetch(server.url("/"))
        #expect(response.failure == .none && response.status == 304 && response.body.isEmpty)
        #expect(response.headerText("ETag") == "\"e\"")
      }
      #expect(server.connectionCount == 1)
    }
  }

  @Test(arguments: [204, 400, 401, 404, 410, 429, 500, 503])
  func statusesAreAnswers(status: Int32) throws {
    try withServer({ _ in .close("HTTP/1.1 \(status) X\r\nConnection: close\r\n\r\n") }) {
      (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.failure == .none && response.status == status)
    }
  }

  @Test func connectionIsKept() throws {
    try withServer({ .ok("\($0.number)") }) { (browser, server) throws in
      for number in 0..<5 { #expect(try browser.fetch(server.url("/")).bodyText == "\(number)") }
      #expect(server.connectionCount == 1)
    }
  }

  @Test func continueIsForgotten() throws {
    let answer = "HTTP/1.1 103 Early Hints\r\nX: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
    try withServer({ _ in .keep(answer) }) { (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.status == 200 && response.bodyText == "a" && response.headerText("X") == nil)
    }
  }

  private func compressed(_ base64: String) -> ServerAnswer {
    let body = Array(Data(base64Encoded: base64) ?? Data())
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    return .bytesAndClose(Array(head.utf8) + body)
  }

  @Test func gzip() throws {
    let answer = compressed(Compressed.hello)
    try withServer({ _ in answer }) { (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.failure == .none)
      #expect(response.bodyText == String(repeating: "hello, tally\n", count: 3))
    }
  }

  @Test func badGzip() throws {
    let answer = compressed(Data("this is not gzip at all".utf8).base64EncodedString())
    try withServer({ _ in answer }) { (browser, server) throws in
      #expect(try browser.fetch(server.url("/")).failure == .malformedAnswer)
    }
  }

  @Test func decompressedSizeIsLimited() throws {
    let answer = compressed(Compressed.hundredThousandZeros)
    try withServer({ _ in answer }) { (browser, server) throws in
      var ask = Ask(server.url("/"))
      ask.maxBytes = 10_000
      let response = try browser.fetch(ask)
      #expect(response.failure == .tooLarge && response.body.count <= 10_000)
      #expect(response.messageText == "the answer exceeds the limit")
      ask.maxBytes = 100_000
      #expect(try browser.fetch(ask).failure == .none)
    }
  }

  @Test func sizeIsLimitedExactly() throws {
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n5\r\n67890\r\n0\r\n\r\n"
    try withServer({ $0.path == "/declared" ? .ok("1234567890") : .keep(chunked) }) {
      (browser, server) throws in
      for path in ["/declared", "/chunked"] {
        var ask = Ask(server.url(path))
        ask.maxBytes = 10
        #expect(try browser.fetch(ask).bodyText == "1234567890")
        ask.maxBytes = 9
        #expect(try browser.fetch(ask).failure == .tooLarge)
      }
    }
  }

  @Test func endlessHeadersAreRefused() throws {
    let lines = String(repeating: "X: \(String(repeating: "y", count: 1000))\r\n", count: 400)
    try withServer({ _ in .ok("", headers: [lines]) }) { (browser, server) throws in
      #expect(try browser.fetch(server.url("/")).failure == .tooLarge)
    }
  }

  @Test func garbage() throws {
    try withServer({ _ in .close("what do you want?\r\n\r\n") }) { (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.failure == .malformedAnswer && response.status == 0)
      #expect(!response.messageText.isEmpty)
    }
  }

  @Test(arguments: [
    ("", HTTPFailure.connect),
    ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.", .truncated),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nten bytes.", .truncated),
  ])
  func brokenOff(answer: String, failure: HTTPFailure) throws {
    try withServer({ _ in .close(answer) }) { (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.failure == failure)
      #expect(!response.messageText.isEmpty)
    }
  }

  @Test func post() throws {
    try withServer({ _ in .ok("done") }) { (browser, server) throws in
      var ask = Ask(server.url("/outbox"))
      for body in ["", "{\"read\":[1]}"] {
        ask.post = body
        #expect(try browser.fetch(ask).bodyText == "done")
      }
      #expect(server.requests.map(\.body) == ["", "{\"read\":[1]}"])
      #expect(server.requests.allSatisfy { $0.head.hasPrefix("POST /outbox") })
      // The handle is reused without its former settings.
      ask.post = nil
      #expect(try browser.fetch(ask).failure == .none)
      #expect(server.requests[2].head.hasPrefix("GET "))
    }
  }

  /// Header lines, and the wait in milliseconds at 1,000,000 seconds past 1970.
  private static let waits: [([String], Int64?)] = [
    (["Retry-After: 120"], 120_000),
    (["Retry-After: Mon, 12 Jan 1970 13:46:50 GMT"], 10_000),
    (["Retry-After: Mon, 12 Jan 1970 13:46:30 GMT"], 0),
    (["Retry-After: soon"], nil),
    (["Retry-After: Mon, 12 Jan 2147483647 13:46:50 GMT"], 999_999_000_000_000),
    (["Retry-After: -5"], nil),
    (["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 1000030"], 30_000),
    (["X-RateLimit-Remaining: 1", "X-RateLimit-Reset: 1000030"], nil),
    (["X-RateLimit-Reset: 1000030"], 30_000),
    (["X-RateLimit-Reset: 1970-01-12T13:47:10.123Z"], 30_000),
    (["X-RateLimit-Reset: 1970-01-12 noon"], nil),
    (["X-RateLimit-Reset: 999990"], 0),
    ([], nil),
    (["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 1000030", "Retry-After: 40"], 40_000),
    (["Retry-After: 99999999999999999999999"], 1_000_000_000_000_000),
  ]

  @Test(arguments: waits)
  func waiting(lines: [String], delay: Int64?) throws {
    try withServer({ _ in .ok("", status: "403 No", headers: lines) }) { (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.retryDelay(wall: 1_000_000_000) == delay)
      let isUsedUp = lines.contains("X-RateLimit-Remaining: 0")
      #expect(response.isRateLimited == (isUsedUp || lines.contains { $0.hasPrefix("Retry") }))
    }
  }
}

/// By gzip -9.
enum Compressed {
  static let hello = "H4sIAAAAAAACA8tIzcnJ11EoSczJqeTKwMkBALSwr4wnAAAA"
  static let hundredThousandZeros =
    "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
}
