import Foundation
import TallyLoop
import TallyMemory
import TestSupport
import Testing

@testable import TallyHTTP

/// A request in a convenient form for tests.
struct Ask {
  var url: String
  var headers: [(StaticString, String)] = []
  var post: String?
  var carriesCredential = false
  var totalTimeout = Int64(hangSeconds * 1000)
  var idleTimeout = Int64(hangSeconds * 1000)
  var maxBytes: Int64 = 1 << 20

  init(_ url: String) {
    self.url = url
  }
}

/// A client on a loop that the test's own thread drives.
final class Browser {
  let loop: Loop
  let client: HTTPClient
  var responses: [UInt64: HTTPResponse] = [:]
  var completions = 0

  init(caFile: String? = nil) throws {
    let loop = try Loop.make()
    self.loop = loop
    loop.setHandlers(onWake: {}, onTimer: {})
    client = try Array("tally/test".utf8).withUnsafeBytes { agent in
      guard let caFile else { return try HTTPClient.make(loop: loop, caFile: nil, userAgent: agent) }
      return try Array(caFile.utf8).withUnsafeBytes {
        try HTTPClient.make(loop: loop, caFile: $0, userAgent: agent)
      }
    }
  }

  func start(_ ask: Ask, then: @escaping (HTTPResponse) -> Void = { _ in }) throws -> UInt64 {
    var request = HTTPRequest()
    try Array(ask.url.utf8).withUnsafeBytes { try request.url.append($0) }
    for (name, value) in ask.headers {
      try Array(value.utf8).withUnsafeBytes { try request.addHeader(name, $0) }
    }
    if let post = ask.post {
      request.method = .post
      try Array(post.utf8).withUnsafeBytes { try request.body.append($0) }
    }
    if ask.carriesCredential { request.carriesCredential = true }
    request.totalTimeout = ask.totalTimeout
    request.idleTimeout = ask.idleTimeout
    request.maxBytes = ask.maxBytes
    let box = Box()
    let id = try client.start(request) { [unowned self] response in
      #expect(box.id != 0, "completed within start")
      #expect(responses[box.id] == nil, "completed twice")
      responses[box.id] = response
      completions += 1
      then(response)
    }
    box.id = id
    return id
  }

  private final class Box {
    var id: UInt64 = 0
  }

  func fetch(_ ask: Ask) throws -> HTTPResponse {
    let id = try start(ask)
    run { responses[id] != nil }
    return try #require(responses[id])
  }

  func fetch(_ url: String) throws -> HTTPResponse { try fetch(Ask(url)) }

  /// Drives the loop until the condition holds.
  func run(_ isDone: () -> Bool) {
    let end = hangEnd()
    while !isDone() && Date() < end { turn() }
  }

  func turn() {
    let timeout = loop.backendTimeout
    var descriptor = pollfd(fd: loop.backendDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, timeout < 0 ? 50 : min(timeout, 50))
    loop.step()
  }

  /// - Returns: whether everything was released.
  func close() -> Bool {
    client.close()
    client.close()
    return loop.close()
  }
}

extension HTTPResponse {
  var bodyText: String { String(decoding: body, as: UTF8.self) }
  var messageText: String { String(decoding: message, as: UTF8.self) }

  func headerText(_ name: StaticString) -> String? {
    header(name).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Runs a test with a server and a browser, and checks that both release everything.
func withServer(
  _ script: @escaping ScriptedServer.Script, _ body: (Browser, ScriptedServer) throws -> Void
) throws {
  let server = try ScriptedServer(script)
  defer { server.stop() }
  let browser = try Browser()
  try body(browser, server)
  #expect(browser.close())
}
