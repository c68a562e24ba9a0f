import Foundation
import Tally
import Testing

@testable import TallyNode

/// Rows of responses have the members of the command's objects, which docs/command.md lists.
@Suite struct RowTests {
  /// The first column of the table of a kind of object.
  private static func documented(_ kind: String) throws -> Set<String> {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/command.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n### ").first { $0.hasPrefix("\(kind)\n") })
    let cells = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|")[0] }
    return Set(cells.flatMap { cell in cell.split(separator: "`").filter { !$0.contains(" ") }.map(String.init) })
  }

  private static func object(_ write: (inout JSONText) -> Void) throws -> [String: Any] {
    var text = JSONText()
    write(&text)
    return try #require(JSONSerialization.jsonObject(with: Data(text.text.utf8)) as? [String: Any])
  }

  @Test func rowsHaveTheMembersOfTheCommand() throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    try account.set(3, at: "a")
    try account.post(Tally.Message.Draft(title: "Tea"), at: "in")
    let badge = try account.badge(at: "a")
    let reason = try #require(account.explain(at: "a").first)
    let message = try #require(account.messages().entries.first)
    let group = try #require(account.groups().entries.first)
    let badges = try Self.object { $0.put(path: "root.a", badge) }
    #expect(badges["own"] as? Int == 3)
    #expect(try Set(badges.keys) == Self.documented("badge"))
    #expect(try Set(Self.object { $0.put(reason) }.keys) == Self.documented("reason"))
    // Lists leave out the data of messages.
    #expect(try Set(Self.object { $0.put(message) }.keys).union(["data"]) == Self.documented("message"))
    #expect(try Set(Self.object { $0.put(group) }.keys) == Self.documented("group"))
    try engine.close()
  }
}
