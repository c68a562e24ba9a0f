import Foundation
import Testing

@testable import TallyHTTP

private func redirect(_ target: String, status: String = "302 Found") -> ServerAnswer {
  .ok("moved", status: status, headers: ["Location: \(target)", "X-Old: 1"])
}

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
  @Test(arguments: ["301 M", "302 F", "303 S", "307 T", "308 P"])
  func sameOriginIsFollowed(status: String) throws {
    let script: ScriptedServer.Script = {
      $0.path == "/new" ? .ok("there") : redirect("/new", status: status)
    }
    try withServer(script) { (browser, server) throws in
      var ask = Ask(server.url("/old"))
      ask.headers = [("Authorization", "Bearer t")]
      let response = try browser.fetch(ask)
      #expect(response.failure == .none && response.status == 200 && response.bodyText == "there")
      #expect(response.headerText("X-Old") == nil)
      #expect(String(decoding: response.effectiveURL, as: UTF8.self) == server.url("/new"))
      #expect(server.requests.count == 2 && server.requests[1].head.contains("Bearer t"))
    }
  }

  @Test func otherOriginIsFollowedOnlyWithoutCredential() throws {
    let other = try ScriptedServer { _ in .ok("elsewhere") }
    defer { other.stop() }
    let target = other.url("/x")
    try withServer({ _ in redirect(target) }) { (browser, server) throws in
      #expect(try browser.fetch(server.url("/")).bodyText == "elsewhere")
      #expect(other.requests.count == 1)
      var flagged = Ask(server.url("/"))
      flagged.carriesCredential = true
      var unflagged = Ask(server.url("/"))
      unflagged.headers = [("authorization", "Bearer t")]
      let inURL = Ask("http://ann:secret@127.0.0.1:\(server.port)/")
      for ask in [flagged, unflagged, inURL] {
        let response = try browser.fetch(ask)
        #expect(response.failure == .redirectRefused && response.status == 302)
        #expect(response.messageText == "the redirect was not followed")
      }
      #expect(other.requests.count == 1)
    }
  }

  @Test(arguments: ["file:///etc/hosts", "ftp://127.0.0.1/", "javascript:alert(1)", "http://a b/"])
  func otherSchemesAreRefused(target: String) throws {
    try withServer({ _ in redirect(target) }) { (browser, server) throws in
      #expect(try browser.fetch(server.url("/")).failure == .redirectRefused)
    }
  }

  @Test func fiveAreEnough() throws {
    let script: ScriptedServer.Script = { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return number == 0 ? .ok("end") : redirect("/\(number - 1)")
    }
    try withServer(script) { (browser, server) throws in
      #expect(try browser.fetch(server.url("/5")).bodyText == "end")
      #expect(try browser.fetch(server.url("/6")).failure == .redirectRefused)
      #expect(server.connectionCount == 1)
    }
  }

  @Test func bodiesAreSentAgainOnlyWhereAsked() throws {
    let script: ScriptedServer.Script = { request in
      switch request.path {
      case "/302": redirect("/end")
      case "/307": redirect("/end", status: "307 Temporary")
      default: .ok(request.body)
      }
    }
    try withServer(script) { (browser, server) throws in
      var ask = Ask(server.url("/302"))
      ask.post = "body"
      #expect(try browser.fetch(ask).failure == .redirectRefused)
      ask.url = server.url("/307")
      #expect(try browser.fetch(ask).bodyText == "body")
    }
  }

  @Test func redirectWithoutTargetIsAnAnswer() throws {
    try withServer({ _ in .ok("lost", status: "302 Found") }) { (browser, server) throws in
      let response = try browser.fetch(server.url("/"))
      #expect(response.failure == .none && response.status == 302 && response.bodyText == "lost")
    }
  }
}
