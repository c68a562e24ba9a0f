import Foundation
import TestSupport
import Testing

@testable import TallyHTTP

/// Against OpenSSL's own server.
@Suite(.timeLimit(.minutes(10)))
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

  /// A free port, held by a socket that does not listen: no other process is given it, and OpenSSL, which also sets
  /// SO_REUSEADDR, can listen at it.
  private func reservePort() throws -> (port: Int, holder: Int32) {
    let holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        setsockopt(holder, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
          && bind(holder, $0, size) == 0 && getsockname(holder, $0, &size) == 0
      }
    }
    try #require(isBound)
    return (Int(UInt16(bigEndian: address.sin_port)), holder)
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
    let (port, holder) = try reservePort()
    defer { close(holder) }
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
    let end = hangEnd()
    while response.failure == .connect && Date() < end {
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
