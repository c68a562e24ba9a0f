import Tally
import Testing

@Suite struct ExplanationTests {
  @Test func reasonsAddUp() throws {
    let account = try memoryAccount()
    try account.set(9, at: "chat")
    try account.set(3, at: "chat.bo")
    try account.dot(at: "promo")
    try account.set(5, at: "quiet")
    try account.mute(.number, at: "quiet")
    let reasons = try account.explain()
    #expect(reasons.map(\.path) == ["root.chat", "root.chat.bo", "root.promo", "root.quiet"])
    #expect(reasons.map(\.contributed) == [0, 3, 0, 0])
    #expect(try reasons.map(\.contributed).reduce(0, +) == account.badge().count)
    #expect(reasons.map(\.isOverridden) == [true, false, false, false])
    #expect(reasons.map(\.isMuted) == [false, false, false, true])
    #expect(reasons.allSatisfy { $0.lights && !$0.isFed && $0.fedCount == 0 })
    #expect(reasons.map(\.own) == [.count(9), .count(3), .dot, .count(5)])
    #expect(reasons.map(\.mute) == [.none, .none, .none, .number])
    #expect(reasons[3].keptCount == 5)
    #expect(try account.explain(at: "quiet").map(\.contributed) == [5])
    #expect(try account.explain(at: "nowhere").isEmpty)
    #expect(throws: TallyError.self) { try account.explain(at: "a..b") }
  }
}
