import Foundation
import Synchronization
import Tally
import TestSupport
import Testing

/// A directory that is removed with this object.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Values that closures of several threads collect.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Waits until a condition holds. False: it does not.
func eventually(_ condition: () -> Bool) async -> Bool {
  let end = hangEnd()
  while Date() < end {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return condition()
}

extension Feed {
  /// The result of ``refreshNow()`` as a value.
  func refreshResult() async -> Result<Feed.RefreshOutcome, TallyError> {
    do throws(TallyError) { return .success(try await refreshNow()) } catch { return .failure(error) }
  }

  /// Why a refresh fails; nil: it does not.
  func refreshError() async -> TallyError? {
    if case .failure(let error) = await refreshResult() { error } else { nil }
  }
}

/// The code of the error that a call fails with; nil: it does not fail.
func code<Value>(_ call: () throws -> Value) -> TallyError.Code? {
  do {
    _ = try call()
    return nil
  } catch {
    return (error as? TallyError)?.code
  }
}

func memoryAccount(_ name: String = "ann", aggregation: Account.Aggregation? = nil) throws -> Account {
  try Engine().openAccount(name, aggregation: aggregation)
}

/// A Python program that serves on its own port, which its first line of output names.
final class Server: @unchecked Sendable {
  private let process = Process()
  let url: String

  /// The example feed server.
  static func feed(token: String? = nil) throws -> Server {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let program = root.appending(path: "Examples/feed-server/feed_server.py").path
    return try Server([program, "--port", "0"] + (token.map { ["--token", $0] } ?? []))
  }

  /// A server that accepts connections and never responds.
  static func silent() throws -> Server {
    let program = """
      import socket, time
      s = socket.create_server(("127.0.0.1", 0))
      print("listening on http://127.0.0.1:%d" % s.getsockname()[1], flush=True)
      while True: time.sleep(1)
      """
    return try Server(["-c", program])
  }

  private init(_ arguments: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = ""
    while !line.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      line += String(decoding: data, as: UTF8.self)
    }
    let start = try #require(line.range(of: "http://"))
    url = line[start.lowerBound...].split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
  }

  /// Not by SIGTERM, which a process that a test thread starts inherits as blocked.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// Posts to the example server.
  func post(_ arguments: String...) throws {
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["python3"] + (process.arguments?[1...1] ?? []) + ["post", "--url", url] + arguments
    client.standardOutput = FileHandle.nullDevice
    try client.run()
    client.waitUntilExit()
    #expect(client.terminationStatus == 0)
  }
}
