import Foundation
import Tally
import Testing

/// The calls of `async`: each does what the call with its name does.
@Suite struct AsyncCallsTests {
  private static let story: [CallForms] =
    AsyncCalls.badges + AsyncCalls.feeds + AsyncCalls.messages + AsyncCalls.groups + AsyncCalls.outbox
    + AsyncCalls.reminders + AsyncCalls.engines

  @Test func eachCallDoesWhatTheDirectOneDoes() async throws {
    let (one, other) = (try Twin(), try Twin())
    for forms in Self.story {
      let expected = try await forms.direct(one)
      let given = try await forms.waiting(other)
      #expect(Self.withoutKeys(given) == Self.withoutKeys(expected), "\(forms.name)")
      #expect(try Self.withoutKeys(other.state()) == Self.withoutKeys(one.state()), "\(forms.name)")
    }
    #expect(try one.state().count > 1000)
    try one.engine.close()
    try await other.engine.async.close(timeout: .seconds(60))
    #expect(code { try other.account.revision() } == .closed)
  }

  private static func withoutKeys(_ text: String) -> String { text.replacing(/[0-9a-f]{32}/, with: "key") }

  /// An error of the other thread comes with its details.
  @Test func aCallThatFailsSaysWhy() async throws {
    let twin = try Twin()
    let expected = #expect(throws: TallyError.self) { try twin.account.message(Message.Key(rawValue: 77)) }
    let given = await #expect(throws: TallyError.self) {
      try await twin.account.async.message(Message.Key(rawValue: 77))
    }
    #expect(given == expected && given?.message == expected?.message && given?.code == .notFound)
    try twin.engine.close()
  }

  /// The documentation of each call of `async` names the direct one: "Like ``Account/logIn()``".
  @Test func theStoryHasAllOfThem() throws {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.append(path: "Sources/Tally")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for found in text.matches(of: /Like ``([^`]+)``/) { names.insert(String(found.1)) }
    }
    let told = Set(Self.story.map(\.name))
    // Closing is the end of each story.
    #expect(names.subtracting(told) == ["Engine/close(timeout:)"])
    #expect(told.subtracting(names) == [""])
  }
}
