import Foundation
import TallyFailure
import Testing

@testable import TallyHTTP

/// Requests on the client's side.
@Suite(.timeLimit(.minutes(10)))
struct RequestTests {
  static let urls: [(String, HTTPFailure)] = [
    ("http://example.com/a?b=c", .none), ("https://[::1]:8443/", .none), ("HTTPS://EXAMPLE.COM", .none),
    ("file:///etc/hosts", .none), ("", .malformedURL), ("example.com", .malformedURL),
    ("http://", .malformedURL), ("http://a b/", .malformedURL), ("http://h:99999/", .malformedURL),
    ("http://h/\n", .malformedURL), ("http://h/\0", .malformedURL), ("ftp://h/", .unsupportedScheme),
    ("javascript://h/", .unsupportedScheme), ("httpx://h/", .unsupportedScheme),
    ("htt://h", .unsupportedScheme),
  ]

  @Test(arguments: urls)
  func urlsAreChecked(url: String, failure: HTTPFailure) throws {
    Array(url.utf8).withUnsafeBytes {
      #expect(HTTPClient.checkURL($0) == failure)
      #expect(HTTPClient.isSupportedURL($0) == (failure == .none))
    }
    if failure == .none { return }
    let browser = try Browser()
    let response = try browser.fetch(url)
    #expect(response.failure == failure && response.status == 0 && !response.messageText.isEmpty)
    #expect(browser.close())
  }

  static let origins: [(one: String, other: String, isSame: Bool)] = [
    ("http://h/a?b", "HTTP://H:80/c#d", true), ("https://h", "https://h:443/", true),
    ("http://u:p@h/", "http://h/", true), ("http://h/", "https://h/", false), ("http://h/", "http://h:81/", false),
    ("http://h/", "http://hh/", false), ("http://h1:2/", "http://h:12/", false),
    ("file:///a/b", "file:///a/b", true), ("file:///a/b", "file:///a/c", false),
  ]

  @Test(arguments: origins)
  func anOriginIsSchemeHostAndPort(one: String, other: String, isSame: Bool) {
    let numbers = [one, other].map { Array($0.utf8).withUnsafeBytes { HTTPClient.origin(of: $0) } }
    #expect((numbers[0] == numbers[1]) == isSame && numbers[0] != 0)
  }

  @Test func headersCannotBreakOut() throws {
    var request = HTTPRequest()
    for value in ["", "a\r\nX: y", "a\n", "a\0b"] {
      let failure = #expect(throws: Failure.self) {
        try Array(value.utf8).withUnsafeBytes { try request.addHeader("X", $0) }
      }
      #expect(failure?.status == .argument)
    }
    let isEmpty = request.headerLines.isEmpty
    #expect(isEmpty)
    try Array("b".utf8).withUnsafeBytes { try request.addHeader("AUTHORIZATION", $0) }
    let carriesCredential = request.carriesCredential
    #expect(carriesCredential)
  }

  @Test func rejectedConnection() throws {
    let server = try ScriptedServer { _ in .silence }
    server.stop()
    let browser = try Browser()
    let response = try browser.fetch(server.url("/"))
    #expect(response.failure == .connect && response.status == 0 && !response.messageText.isEmpty)
    #expect(browser.close())
  }

  @Test func unknownHost() throws {
    let browser = try Browser()
    let response = try browser.fetch("http://nonexistent.invalid/")
    #expect(response.failure == .resolve)
    #expect(browser.close())
  }

  @Test func cancelDuringLookUp() throws {
    let browser = try Browser()
    let id = try browser.start(Ask("http://nonexistent.invalid/"))
    browser.turn()
    browser.client.cancel(id)
    browser.run { browser.completions == 1 }
    #expect(browser.close())
  }

  @Test func plainTextIsNoTLS() throws {
    try withServer({ _ in .close("HTTP/1.1 200 OK\r\n\r\n") }) { (browser, server) throws in
      var ask = Ask("https://127.0.0.1:\(server.port)/")
      ask.idleTimeout = 500
      let failure = try browser.fetch(ask).failure
      #expect(failure == .tls || failure == .timeout)
    }
  }

  @Test func silenceEndsByTheIdleTimeout() throws {
    let half = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
    let script: ScriptedServer.Script = {
      $0.path == "/half" ? .dribble([half, "d"], milliseconds: 30_000) : .silence
    }
    try withServer(script) { (browser, server) throws in
      var ask = Ask(server.url("/"))
      ask.idleTimeout = 200
      let response = try browser.fetch(ask)
      #expect(response.failure == .timeout && response.messageText == "a deadline passed")
    }
  }

  @Test func halfAnAnswerEndsByTheIdleTimeout() throws {
    let pieces = ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "d", "e"]
    let script: ScriptedServer.Script = { _ in .dribble(pieces, milliseconds: 10) }
    try withServer(script) { (browser, server) throws in
      var ask = Ask(server.url("/"))
      // The half may take longer than this on a slow machine; then all is slower the next time.
      ask.idleTimeout = 200
      var response = try browser.fetch(ask)
      while response.bodyText != "abcde" && ask.idleTimeout < 20_000 {
        ask.idleTimeout *= 2
        response = try browser.fetch(ask)
      }
      #expect(response.failure == .timeout && response.status == 200 && response.bodyText == "abcde")
    }
  }

  @Test func dribblingEndsByTheTotalTimeout() throws {
    let pieces =
      ["HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"] + [String](repeating: "x", count: 3000)
    try withServer({ _ in .dribble(pieces, milliseconds: 5) }) { (browser, server) throws in
      var ask = Ask(server.url("/"))
      // The first bytes may take longer than this on a slow machine; then all is slower the next time.
      ask.totalTimeout = 500
      var response = try browser.fetch(ask)
      while response.body.count == 0 && ask.totalTimeout < 10_000 {
        ask.totalTimeout *= 2
        response = try browser.fetch(ask)
      }
      #expect(response.failure == .timeout && response.status == 200 && response.body.count > 0)
    }
  }

  /// All of it takes longer than the idle timeout. A piece may do so too on a slow machine; then all is slower the next
  /// time.
  @Test func slowButSteadyIsFine() throws {
    let pieces = ["HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n"] + [String](repeating: "x", count: 30)
    let script: ScriptedServer.Script = {
      .dribble(pieces, milliseconds: UInt32($0.path.dropFirst()) ?? 0)
    }
    try withServer(script) { (browser, server) throws in
      var failure = HTTPFailure.timeout
      for pause: Int64 in [25, 100, 400] where failure == .timeout {
        var ask = Ask(server.url("/\(pause)"))
        ask.idleTimeout = 20 * pause
        failure = try browser.fetch(ask).failure
      }
      #expect(failure == .none)
    }
  }

  @Test func cancelCompletesOnceAndLater() throws {
    try withServer({ _ in .silence }) { (browser, server) throws in
      let id = try browser.start(Ask(server.url("/")))
      browser.run { !server.requests.isEmpty }
      browser.client.cancel(id)
      browser.client.cancel(id)
      #expect(browser.completions == 0)
      browser.run { browser.completions > 0 }
      #expect(browser.responses[id]?.failure == .cancelled)
      browser.client.cancel(id)
      browser.client.cancel(0)
      browser.client.cancel(UInt64.max)
      for _ in 0..<3 { browser.turn() }
      #expect(browser.completions == 1)
      // One that has not begun.
      let second = try browser.start(Ask(server.url("/")))
      browser.client.cancel(second)
      browser.run { browser.completions == 2 }
      #expect(browser.responses[second]?.failure == .cancelled)
    }
  }

  @Test func closeCancelsWhatIsUnderWay() throws {
    let server = try ScriptedServer { $0.path == "/ok" ? .ok("ok") : .silence }
    defer { server.stop() }
    let browser = try Browser()
    _ = try browser.fetch(server.url("/ok"))
    var refused = 0
    for _ in 0..<30 {
      _ = try browser.start(Ask(server.url("/"))) { response in
        #expect(response.failure == .cancelled)
        // A closed client stays closed, also from within.
        if (try? browser.start(Ask(server.url("/")))) == nil { refused += 1 }
      }
    }
    browser.run { server.requests.count > 10 }
    #expect(browser.close())
    #expect(browser.completions == 31 && refused == 30)
    let failure = #expect(throws: Failure.self) { try browser.start(Ask(server.url("/"))) }
    #expect(failure?.status == .closed)
  }

  @Test func closeFromACompletion() throws {
    let server = try ScriptedServer { _ in .ok("ok") }
    defer { server.stop() }
    let browser = try Browser()
    _ = try browser.start(Ask("http://nonexistent.invalid/"))
    _ = try browser.start(Ask(server.url("/"))) { _ in browser.client.close() }
    browser.run { browser.completions == 2 }
    #expect(browser.completions == 2)
    #expect(browser.close())
  }

  @Test func nothingIsLeftOfTheLastAnswer() throws {
    let script: ScriptedServer.Script = { request in
      switch request.path {
      case "/ok": .ok("ok", headers: ["X: 1"])
      case "/closing": .close("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\na")
      default: .close("")
      }
    }
    try withServer(script) { (browser, server) throws in
      for (url, failure) in [
        ("nonsense", HTTPFailure.malformedURL), ("http://127.0.0.1:1/", .connect),
        (server.url("/none"), .connect),
      ] {
        #expect(try browser.fetch(server.url("/ok")).status == 200)
        #expect(try browser.fetch(server.url("/closing")).status == 200)
        let response = try browser.fetch(url)
        #expect(response.failure == failure && response.status == 0)
        #expect(response.headerText("X") == nil && response.body.isEmpty)
      }
      #expect(try browser.fetch(server.url("/ok")).status == 200)
      let id = try browser.start(Ask(server.url("/ok")))
      browser.client.cancel(id)
      browser.run { browser.responses[id] != nil }
      #expect(browser.responses[id]?.status == 0)
    }
  }

  @Test func manyTogether() throws {
    try withServer({ .ok($0.path) }) { (browser, server) throws in
      var ids: [UInt64: String] = [:]
      for number in 0..<150 { ids[try browser.start(Ask(server.url("/\(number)")))] = "/\(number)" }
      browser.run { browser.completions == 150 }
      for (id, path) in ids { #expect(browser.responses[id]?.bodyText == path) }
      #expect(browser.client.idleCount <= HTTPClient.connectionLimit)
    }
  }

  @Test func completionsMayStartMore() throws {
    try withServer({ .ok("\($0.number)") }) { (browser, server) throws in
      func chain(_ left: Int) throws {
        _ = try browser.start(Ask(server.url("/"))) { _ in if left > 1 { try? chain(left - 1) } }
      }
      try chain(20)
      browser.run { browser.completions == 20 }
      #expect(browser.completions == 20 && server.connectionCount == 1)
    }
  }

  @Test func files() throws {
    let path = NSTemporaryDirectory() + "tally-\(UUID().uuidString).json"
    try "{\"v\":1}".write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let browser = try Browser()
    let response = try browser.fetch("file://\(path)?since=5&limit=200")
    #expect(response.failure == .none && response.status == 200 && response.bodyText == "{\"v\":1}")
    var ask = Ask("file://\(path)")
    ask.maxBytes = 3
    #expect(try browser.fetch(ask).failure == .tooLarge)
    let missing = try browser.fetch("file:///nonexistent/tally")
    #expect(missing.failure == .connect && missing.status == 0)
    #expect(browser.close())
  }
}
