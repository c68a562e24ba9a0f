import Foundation
import Glibc
import Testing

@testable import TallyNode

@Suite struct ReportTests {
  @Test func jsonIsWrittenInOrderAndEscaped() {
    var text = JSONText()
    text.object {
      $0.put("a", "q\"\\\n\u{1}\u{7F}ü")
      $0.put("n", -1)
      $0.put("t", true)
      $0.put("d", Date(timeIntervalSince1970: 1.5))
      $0.put("e", Date?.none)
      $0.putArray("l", [1, 2]) { $1.put($0) }
      $0.putObject("o") { _ in }
      $0.put("j", json: Array("[]".utf8))
    }
    #expect(
      text.text
        == ##"{"a":"q\"\\\n\u0001\u007fü","n":-1,"t":true,"d":1500,"e":null,"l":[1,2],"o":{},"j":[]}"##)
  }

  @Test func linesOfTheLogAreOneLineEach() {
    let time = Date(timeIntervalSince1970: 0)
    let members = [(key: "a", value: "x y\nz"), (key: "b", value: "1")]
    #expect(
      String(decoding: LineLog.line(.text, time: time, .notice, "serving", members), as: UTF8.self)
        == "1970-01-01T00:00:00.000Z notice serving a=\"x y\\nz\" b=1\n")
    #expect(
      String(decoding: LineLog.line(.json, time: time, .error, "no", members), as: UTF8.self)
        == #"{"time":"1970-01-01T00:00:00.000Z","level":"error","message":"no","a":"x y\nz","b":"1"}"# + "\n")
  }

  @Test(arguments: [
    ("GET /x?y=1 HTTP/1.1\r\nHost: a\r\n\r\n", 200, "/x"), ("POST /x HTTP/1.1\r\n\r\n", 405, ""),
    ("GET /x\r\n\r\n", 400, ""), ("\r\n\r\n", 400, ""), ("GET  /x HTTP/1.1\r\n\r\n", 400, ""),
    ("\u{0}\u{1} a HTTP/1.1\r\n\r\n", 405, ""),
  ])
  func requestsOfHTTP(text: String, status: Int, path: String) {
    var asked = ""
    let answer = HTTPServer.answer(to: Array(text.utf8)) {
      asked = $0
      return HTTPAnswer()
    }
    #expect(answer.status == status)
    #expect(asked == path)
  }

  @Test func addressesOfHTTP() {
    #expect(HTTPAddress("127.0.0.1:9095")?.port == 9095)
    #expect(HTTPAddress("0.0.0.0:0")?.host == "0.0.0.0")
    for text in ["", ":1", "127.0.0.1", "127.0.0.1:", "127.0.0.1:-1", "::1:80", "a:80", "127.0.0.1:65536"] {
      #expect(HTTPAddress(text) == nil)
    }
  }

  @Test func aServerAnswersOverASocket() throws {
    let address = try #require(HTTPAddress("127.0.0.1:0"))
    let server = try HTTPServer(address, patience: .seconds(300)) {
      HTTPAnswer(type: "text/plain", body: Array("you asked \($0)".utf8))
    }
    server.start()
    defer { server.stop() }
    let answer = try ask(server.port, "GET /metrics?x HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nyou asked /metrics"))
    // A request without an end gets nothing, and the next one is answered.
    #expect(try ask(server.port, String(repeating: "x", count: 9000)) == "")
    #expect(try ask(server.port, "GET / HTTP/1.0\r\n\r\n").hasSuffix("you asked /"))
  }

  private func connected(_ port: UInt16) throws -> Int32 {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
    let isConnected = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    return client
  }

  /// Sends a request, and reads until the server closes the connection.
  private func ask(_ port: UInt16, _ request: String) throws -> String {
    let client = try connected(port)
    defer { close(client) }
    let bytes = Array(request.utf8)
    _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = read(client, &chunk, chunk.count)
      if count <= 0 { return String(decoding: answer, as: UTF8.self) }
      answer += chunk[..<count]
    }
  }

  /// 200 connections that send nothing, more than there are places, do not hold a probe.
  @Test func silentConnectionsDoNotDelayOthers() throws {
    let address = try #require(HTTPAddress("127.0.0.1:0"))
    let server = try HTTPServer(address, patience: .seconds(300)) { _ in HTTPAnswer(body: Array("fine".utf8)) }
    server.start()
    defer { server.stop() }
    var silent: [Int32] = []
    defer { for socket in silent { close(socket) } }
    for _ in 0..<200 {
      silent.append(try connected(server.port))
      if silent.count % 20 == 0 { #expect(try ask(server.port, "GET /health HTTP/1.1\r\n\r\n").hasSuffix("fine")) }
    }
    // The server keeps a bounded number of them: the oldest were closed.
    var byte: UInt8 = 0
    #expect(read(silent[0], &byte, 1) == 0)
  }

  @Test func aResponseMayComeInParts() throws {
    let address = try #require(HTTPAddress("127.0.0.1:0"))
    let body = [UInt8](repeating: 0x78, count: 8 << 20)
    let server = try HTTPServer(address, patience: .seconds(300)) { _ in HTTPAnswer(body: body) }
    server.start()
    defer { server.stop() }
    #expect(try ask(server.port, "GET /metrics HTTP/1.1\r\n\r\n").utf8.count > body.count)
  }

  @Test func theTableNamesPartitionsThatNobodyOwns() {
    let answer = #"""
      {"id":"n1","endpoints":[{"name":"p1","num_requests":5,"data":{"epoch":7,"position":9,"lag":0,
      "loaded_accounts":3,"snapshot_age":60}},{"name":7},{}],"data":{"partitions":2,"loaded_accounts":4,"memory":5000000}}
      """#
    #expect(
      StatusTable.lines([Array(answer.utf8), Array("junk".utf8)], partitions: 2) == [
        "PARTITION  OWNER   EPOCH  POSITION  LAG  REQUESTS  LOADED  SNAPSHOT_SECONDS",
        "0          nobody  -      -         -    -         -       -",
        "1          n1      7      9         0    5         3       60", "",
        "NODE  HOLDS  LOADED  MEMORY_MB", "n1    2      4       5",
      ])
  }

  @Test func headersAreOneLine() {
    #expect(DeadLetters.headerText("a\r\nb\u{7F}c\u{0}") == "a  b c ")
    #expect(DeadLetters.headerText(String(repeating: "x", count: 9000)).utf8.count == 500)
  }
}
