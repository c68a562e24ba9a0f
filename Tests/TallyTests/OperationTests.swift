import Foundation
import Tally
import Testing

@Suite struct OperationTests {
  @Test func operationsChangeWhatIsShown() throws {
    let account = try memoryAccount()
    try account.set(3, at: "chat.bo")
    try account.dot(at: "root.promo")
    try account.add(-1, at: "chat.bo")
    let root = try account.badge()
    #expect(root.shows && root.count == 2 && root.isLitFromBelow && root.own == .none)
    #expect(try account.badge(at: "promo").own == .dot)
    #expect(try account.badge(at: "chat.bo").own == .count(2))
    #expect(try account.clear(at: "chat") == .held)
    #expect(try account.clear(at: "chat.bo") == .cleared)
    try account.clearTree(at: "root")
    #expect(try account.badge().shows == false)
    #expect(try account.badge(at: "never.heard.of").shows == false)
  }

  @Test func mutingKeepsFromTheParent() throws {
    let account = try memoryAccount()
    try account.set(9, at: "chat.loud")
    try account.mute(.number, at: "chat.loud")
    #expect(try account.badge(at: "chat.loud").mute == .number)
    #expect(try account.badge(at: "chat.loud").count == 9)
    #expect(try account.badge(at: "chat").shows)
    #expect(try account.badge(at: "chat").count == 0)
    try account.mute(.all, at: "chat.loud")
    #expect(try account.badge(at: "chat").shows == false)
    try account.mute(.none, at: "chat.loud")
    #expect(try account.badge(at: "chat").count == 9)
  }

  @Test func sumAddsBoth() throws {
    let account = try memoryAccount(aggregation: .sum)
    #expect(account.aggregation == .sum && account.feeding == .unseen)
    try account.set(5, at: "a")
    try account.set(2, at: "a.x")
    #expect(try account.badge(at: "a").count == 7)
    #expect(try account.clear(at: "a") == .held)
    #expect(try account.badge(at: "a").count == 2)
  }

  @Test func badgesEndByThemselves() async throws {
    let account = try memoryAccount()
    try account.set(5, at: "past", until: Date(timeIntervalSince1970: -1))
    #expect(try account.badge(at: "past").shows == false)
    try account.dot(at: "soon", until: Date(timeIntervalSinceNow: 0.1))
    try account.dot(at: "late", until: Date.distantFuture)
    #expect(try account.badge(at: "soon").shows)
    #expect(await eventually { (try? account.badge(at: "soon").shows) == false })
    #expect(try account.badge(at: "late").shows)
  }

  @Test func listsAreSortedAndOfOneRevision() throws {
    let account = try memoryAccount()
    try account.set(1, at: "b.x")
    try account.dot(at: "a")
    try account.mute(.all, at: "quiet")
    let list = try account.badges()
    #expect(list.entries.map(\.path) == ["root", "root.a", "root.b", "root.b.x", "root.quiet"])
    #expect(try list.revision == account.revision())
    #expect(list.entries[3].badge.revision == 1)
    let children = try account.badges(includingDescendants: false)
    #expect(children.entries.map(\.path) == ["root.a", "root.b", "root.quiet"])
    #expect(try account.badges(at: "nowhere").entries.isEmpty)
  }

  @Test func errorsSayWhatAndWhere() throws {
    let account = try memoryAccount()
    let path = #expect(throws: TallyError.self) { try account.set(1, at: "a..b") }
    #expect(path?.code == .path)
    #expect(path?.message == "path 'a..b': a component is empty, at byte 2")
    #expect(path?.description == "TALLY_ERROR_PATH: path 'a..b': a component is empty, at byte 2")
    #expect(throws: TallyError.self) { try account.dot(at: "") }
    #expect(throws: TallyError.self) { try account.dot(at: "a\0b") }
    let range = #expect(throws: TallyError.self) { try account.set(-1, at: "a") }
    #expect(range?.code == .range)
    let name = #expect(throws: TallyError.self) { try account.engine.openAccount("a\u{1}") }
    #expect(name?.code == .argument)
    let conflict = #expect(throws: TallyError.self) { try account.engine.openAccount("ann", aggregation: .sum) }
    #expect(conflict?.code == .conflict)
    let limits = #expect(throws: TallyError.self) {
      var configuration = Engine.Configuration()
      configuration.maxDepth = 5000
      _ = try Engine(configuration)
    }
    #expect(limits?.code == .range)
  }

  @Test func everyErrorHasACode() {
    // A number without a name has no case, and keeps its number.
    for number in Int32(-100)...0 {
      let code = TallyError.Code(rawValue: number)
      #expect(code.rawValue == number)
      let isOther = if case .other = code { true } else { false }
      let isInC = ["TALLY_OK", "TALLY_ERROR_BUFFER_TOO_SMALL", "TALLY_UNKNOWN"].contains(code.name)
      #expect(isOther == isInC, "\(number) \(code)")
    }
    #expect(TallyError.Code.path.name == "TALLY_ERROR_PATH")
    #expect(TallyError(code: .path).message == TallyError.Code.path.message)
  }

  @Test func batchesAreAllOrNothing() throws {
    let account = try memoryAccount()
    let before = try account.revision()
    let result = try account.batch([
      .set(5, at: "a"), .get(at: "a"), .dot(at: "a.x"), .clear(at: "a"), .add(2, at: "b"), .mute(.all, at: "b"),
      .get(at: "root"), .clearTree(at: "b"),
    ])
    #expect(result.revision == before + 1)
    #expect(result.outcomes.map(\.isHeld) == [false, false, false, true, false, false, false, false])
    #expect(result.outcomes[1].count == 5 && result.outcomes[6].count == 5)
    let refused = #expect(throws: TallyError.self) {
      try account.batch([.set(7, at: "a"), .add(-8, at: "a"), .dot(at: "c")])
    }
    #expect(refused?.code == .range && refused?.operation == 1)
    let malformed = #expect(throws: TallyError.self) { try account.batch([.dot(at: "c"), .get(at: ".")]) }
    #expect(malformed?.code == .path && malformed?.operation == 1)
    #expect(try account.badge(at: "a").count == 5)
    #expect(try account.badge(at: "c").shows == false)
    #expect(try account.batch([]).outcomes.isEmpty)
    let ofItems = #expect(throws: TallyError.self) {
      try account.batch([.dot(at: "c"), .post(Message.Draft(), at: "in")])
    }
    #expect(ofItems?.code == .argument && ofItems?.operation == 1)
  }

  @Test func pathsArePutTogetherAndTakenApart() throws {
    let path: BadgePath = "a.b"
    let full = "root.a.b"
    #expect(try path.description == full && path == BadgePath(full) && "\(BadgePath.root)" == "root")
    let chat = try BadgePath("chat").appending("bo.b\\c")
    #expect(chat.description == #"root.chat.bo\.b\\c"# && chat.components == ["chat", "bo.b\\c"])
    #expect(chat.parent == "chat" && path.parent?.parent == .root)
    #expect(BadgePath.root.parent == nil && BadgePath.root.components == [])
    // A backslash at the end of a name does not escape the dot behind the name.
    let back = try BadgePath.root.appending("a\\").appending(".b")
    #expect(back.components == ["a\\", ".b"] && back.parent?.components == ["a\\"])
    let empty = #expect(throws: TallyError.self) { try path.appending("") }
    #expect(empty?.code == .path)
    for bad in ["a.", "", Array(repeating: "a", count: 65).joined(separator: ".")] {
      let rejected = #expect(throws: TallyError.self) { try BadgePath(bad) }
      #expect(rejected?.code == .path)
    }
    #expect(throws: TallyError.self) { try JSONDecoder().decode(BadgePath.self, from: Data(#""a..b""#.utf8)) }
  }

  /// Each form of a path names the same place, and a malformed text is rejected by the call.
  @Test func pathsOfAllKindsAreAccepted() throws {
    let account = try memoryAccount()
    let path = try BadgePath.root.appending("chat").appending("bo@example.org")
    try account.set(1, at: path)
    try account.add(1, at: path.description)
    try account.add(1, at: path.description.dropFirst(5))
    try account.add(1, at: #"chat.bo@example\.org"#)
    #expect(try account.badge(at: path).count == 4)
    #expect(try account.badges(at: "chat").entries.map(\.path) == ["root.chat", path.description])
    let name = "a..b"
    for body in [{ try account.set(1, at: name) }, { try account.set(1, at: "a..b") }] {
      let rejected = #expect(throws: TallyError.self) { try body() }
      #expect(rejected?.code == .path && rejected?.message.contains("a..b") == true)
    }
  }

  @Test func aMalformedLiteralEndsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = "a..b" as BadgePath }
  }
}
