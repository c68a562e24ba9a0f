import Foundation
import Tally
import Testing

@testable import TallyNode

@Suite struct BatchCheckTests {
  private let check = BatchCheck(partitions: 1, maximumBytes: 4096)

  private func read(_ text: String) throws -> String? { try check.read(Array(text.utf8)).id }

  private func operation(_ text: String) -> String { #"{"account": "ann", "id": "7", "ops": [\#(text)]}"# }

  @Test(arguments: [
    ("{", "TALLY_ERROR_PROTOCOL: invalid JSON at byte 1"),
    ("[]", "TALLY_ERROR_PROTOCOL: the body must be a JSON object"),
    ("{}", "TALLY_ERROR_ARGUMENT: 'account' is missing"),
    (#"{"account": "ann"}"#, "TALLY_ERROR_ARGUMENT: 'ops' must be an array"),
    (#"{"account": "ann", "ops": []}"#, "TALLY_ERROR_ARGUMENT: 'ops' has no operations"),
    (#"{"account": "ann", "ops": [{"op": "fly"}]}"#, "TALLY_ERROR_ARGUMENT: operation 0: unknown 'op' 'fly'"),
    (#"{"account": "ann", "v": 2, "ops": [{"op": "clear", "path": "a"}]}"#, "TALLY_ERROR_UNSUPPORTED: 'v' must be 1"),
    (#"{"account": "ann", "ops": [{"op": "set", "path": "a", "n": -1}]}"#, "TALLY_ERROR_RANGE: "),
    (#"{"account": "ann", "ops": [{"op": "set", "path": "a..b", "n": 1}]}"#, "TALLY_ERROR_PATH: "),
    (#"{"account": "", "ops": [{"op": "clear", "path": "a"}]}"#, "TALLY_ERROR_"),
  ])
  func aBatchThatNodesRejectIsNotSent(text: String, words: String) {
    #expect { try read(text) } throws: { "\($0)".hasPrefix(words) }
  }

  @Test func aLargeBatchIsNotSent() {
    let text = operation(#"{"op": "clear", "path": "\#(String(repeating: "a", count: 5000))"}"#)
    #expect { try read(text) } throws: { "\($0)".hasPrefix("TALLY_ERROR_TOO_LARGE: ") }
  }

  /// The account may have what these name.
  @Test(arguments: [
    #"{"op": "add", "path": "chat", "n": -5}"#, #"{"op": "unpost", "id": "m"}"#,
    #"{"op": "reminder_done", "id": "r"}"#, #"{"op": "reminder_edit", "id": "r", "title": "t"}"#,
    #"{"op": "read", "path": "chat", "subtree": true}"#, #"{"op": "clear_tree", "path": "chat"}"#,
    #"{"op": "set", "path": "chat", "n": 1, "until": 1}"#, #"{"op": "post", "path": "in", "id": "m", "title": "t"}"#,
  ])
  func whatDependsOnTheAccountIsSent(text: String) throws {
    for _ in 0..<3 { #expect(try read(operation(text)) == "7") }
  }

  @Test func manyBatches() throws {
    for _ in 0..<2500 { #expect(try read(operation(#"{"op": "add", "path": "chat", "n": 1}"#)) == "7") }
  }

  @Test func theErrorOfAResponse() {
    func error(_ text: String) -> String? { ClusterClient.error(in: Array(text.utf8)) }
    #expect(error(#"{"epoch": 1, "result": {"error": 1}}"#) == nil)
    #expect(
      error(#"{"epoch": 1, "error": {"status": "TALLY_ERROR_NOT_FOUND", "message": "no such account"}}"#)
        == "TALLY_ERROR_NOT_FOUND: no such account")
    #expect(error("junk") == "the response is not JSON")
  }

  /// The description of a file's error has the file's path.
  @Test func clientsDoNotSeePaths() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    let file = path + "/p0.db"
    #expect(
      Partition.publicWords("\(file): there is no account 'bo'", .notFound, file: file) == "there is no account 'bo'")
    #expect(
      Partition.publicWords("item 0: \(file): no", .notFound, file: file) == "item 0: no")
    #expect(Partition.publicWords("\(file)-wal is bad", .io, file: file) == TallyError.Code.io.message)
  }

  @Test func deadLettersDoNotControlTerminals() throws {
    let answer = #"""
      {"message": {"subject": "tally.dead.3", "seq": 12, "time": "2026-01-31T00:00:00Z", "data": "e8Kb4oCuCg==",
      "hdrs": "TkFUUy8xLjANClRhbGx5LVBvc2l0aW9uOiA5DQpUYWxseS1TdGF0dXM6IFNUDQpUYWxseS1SZWFzb246IGHCm2INCg0K"}}
      """#
    let letter = try #require(Array(answer.utf8).withUnsafeBytes { StoredDeadLetter($0) })
    #expect(letter.row == ["12", "3", "9", "2026-01-31T00:00:00Z", "ST", "a b"])
    #expect(!letter.json.unicodeScalars.contains { $0.value == 0x9B || $0.value == 0x202E })
    #expect(letter.json.contains(#""reason":"a\u009bb""#))
  }

  /// A node divides its limit among its partitions, also when their number changes.
  @Test func theLimitOfAccountsInMemoryCanChange() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let engine = try HostDrivenEngine(Partition.engineConfiguration(path, loadedAccounts: 8)).engine
    defer { try? engine.close() }
    let items = (0..<8).map { Batch.Item(account: "a\($0)", [.add(3, at: "chat")]) }
    _ = try engine.batch(items)
    for number in 0..<8 { #expect(try engine.openAccount("a\(number)").badge(at: "chat").count == 3) }
    #expect(try engine.statistics().loadedAccounts > 2)
    try engine.setLimit(.loadedAccounts, to: 2)
    #expect(try engine.statistics().loadedAccounts <= 2)
    #expect(try engine.limit(.loadedAccounts) == 2)
    for number in 0..<8 { #expect(try engine.openAccount("a\(number)").badge(at: "chat").count == 3) }
    #expect(try engine.statistics().loadedAccounts <= 2)
    try engine.setLimit(.loadedAccounts, to: 8)
    for number in 0..<8 { #expect(try engine.openAccount("a\(number)").badge(at: "chat").count == 3) }
    #expect(try engine.statistics().loadedAccounts > 2)
    #expect(throws: TallyError.self) { try engine.setLimit(.loadedAccounts, to: 0) }
  }
}
