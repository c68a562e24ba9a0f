import Foundation
import Testing

@testable import TallyHTTP

/// Against OpenSSL's own server.
@Suite(.timeLimit(.minutes(3)))
struct TLSTests {
  static let openssl = "/usr/bin/openssl"

  private func run(_ arguments: [String], in folder: URL) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TLSTests.openssl)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// A port that was free a moment ago.
  private func freePort() throws -> Int {
    let server = try ScriptedServer { _ in .silence }
    server.stop()
    return server.port
  }

  @Test func certificatesAreVerified() throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: TLSTests.openssl),
      "\(TLSTests.openssl) is missing: install the package openssl (make deps-test)")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let request =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=localhost "
      + "-addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem"
    try run(request.split(separator: " ").map(String.init), in: folder).waitUntilExit()
    let port = try freePort()
    let server = try run(
      ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", "cert.pem", "-key", "key.pem", "-www", "-quiet"],
      in: folder)
    defer {
      // It inherits the test thread's signal mask, in which SIGTERM is blocked.
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }

    let trusting = try Browser(caFile: folder.appendingPathComponent("cert.pem").path)
    var response = try trusting.fetch("https://localhost:\(port)/")
    for _ in 0..<200 where response.failure == .connect {
      usleep(50_000)
      response = try trusting.fetch("https://localhost:\(port)/")
    }
    #expect(response.failure == .none && response.status == 200)
    // The name is not the certificate's.
    #expect(try trusting.fetch("https://127.0.0.1:\(port)/").failure == .tls)
    #expect(trusting.close())

    let wary = try Browser()
    #expect(try wary.fetch("https://localhost:\(port)/").failure == .tls)
    #expect(wary.close())
    let lost = try Browser(caFile: "/nonexistent/ca.pem")
    #expect(try lost.fetch("https://localhost:\(port)/").failure == .tls)
    #expect(lost.close())
  }
}
