import CMemory
import TallyMemory
import Testing

@testable import TallyHTTP

// Failures of allocations concern the whole process, so each test runs in a process of its own.

@Suite struct MemoryTests {
  /// Fetches with every number of allocations that succeed. A request without memory fails as such, and each later one
  /// gets its response.
  private static func fetchWithoutMemory(_ ask: Ask, _ browser: Browser, most: Int64 = 40) throws {
    let whole = try browser.fetch(ask)
    try #require(whole.failure == .none)
    var failures = 0
    for successes in Int64(0)..<most {
      ctally_memory_fail_after(successes)
      var failure = HTTPFailure.outOfMemory
      // The request itself needs memory.
      if let response = try? browser.fetch(ask) { failure = response.failure }
      ctally_memory_fail_after(-1)
      #expect(failure == .none || failure == .outOfMemory, "after \(successes) allocations")
      if failure == .outOfMemory { failures += 1 }
      let next = try browser.fetch(ask)
      #expect(next.failure == .none && next.bodyText == whole.bodyText, "after \(successes) allocations")
    }
    #expect(failures > 2 && failures < most)
  }

  @Test func aResponseNeedsMemory() async {
    await #expect(processExitsWith: .success) {
      let headers = ["ETag: \"x\"", "Link: </next>; rel=\"next\"", "Retry-After: 7"]
      let script: ScriptedServer.Script = { _ in .ok(String(repeating: "0123456789", count: 900), headers: headers) }
      try withServer(script) { (browser, server) throws in
        try Self.fetchWithoutMemory(Ask(server.url("/")), browser)
        // Each time with a new connection.
        var post = Ask(server.url("/"))
        post.post = String(repeating: "x", count: 2000)
        post.headers = [("Authorization", "Bearer t"), ("X-One", "1")]
        try Self.fetchWithoutMemory(post, browser)
      }
    }
  }

  @Test func aConnectionNeedsMemory() async {
    await #expect(processExitsWith: .success) {
      let script: ScriptedServer.Script = { _ in .close("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
      try withServer(script) { (browser, server) throws in
        try Self.fetchWithoutMemory(Ask(server.url("/")), browser)
      }
    }
  }

  @Test func aRedirectNeedsMemory() async {
    await #expect(processExitsWith: .success) {
      let script: ScriptedServer.Script = { request in
        request.path == "/end"
          ? .ok("end") : .keep("HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
      }
      try withServer(script) { (browser, server) throws in
        var ask = Ask(server.url("/"))
        ask.carriesCredential = true
        try Self.fetchWithoutMemory(ask, browser)
      }
    }
  }

  @Test func aFileNeedsMemory() async {
    await #expect(processExitsWith: .success) {
      let browser = try Browser()
      try Self.fetchWithoutMemory(Ask("file:///etc/hosts"), browser)
      #expect(browser.close())
    }
  }

  /// A reference of a response is resolved, or there was no memory for it: it never looks like one of another origin.
  @Test func aReferenceNeedsMemory() async {
    await #expect(processExitsWith: .success) {
      let response = try Array("http://a/b?c=1".utf8).withUnsafeBytes { url in
        try Array("Link: <http://a/next>; rel=next\r\nRetry-After: 9\r\n".utf8).withUnsafeBytes { headers in
          try HTTPResponse.make(
            status: 429, url: url, headers: headers, body: UnsafeRawBufferPointer(start: nil, count: 0))
        }
      }
      var failures = 0
      for successes in Int64(0)..<20 {
        var output = ByteBuffer()
        ctally_memory_fail_after(successes)
        do {
          let isOfOrigin = try Array("/d".utf8).withUnsafeBytes { try response.resolve($0, to: &output) }
          ctally_memory_fail_after(-1)
          #expect(isOfOrigin && String(decoding: output.bytes, as: UTF8.self) == "http://a/d")
        } catch {
          ctally_memory_fail_after(-1)
          failures += 1
        }
      }
      #expect(failures > 0 && failures < 20)
    }
  }
}
