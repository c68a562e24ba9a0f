import Tally
import Testing

@Suite struct LinkTests {
  @Test func aMentionCountsOnce() throws {
    let account = try memoryAccount()
    try account.link("chat.bo.mention", under: "mentions")
    try account.link("chat.bo.mention", under: "mentions")
    try account.set(2, at: "chat.bo.mention")
    #expect(try account.badge(at: "mentions").count == 2)
    #expect(try account.badge(at: "root").count == 2)
    let link = Badge.Link(path: "root.chat.bo.mention", under: "root.mentions")
    #expect(try account.links() == [link])
    #expect(try account.links(under: "mentions") == [link])
    #expect(try account.links(of: "chat", includingDescendants: false) == [])
    let reasons = try account.explain(at: "mentions")
    #expect(reasons.map(\.path) == ["root.chat.bo.mention"])
    #expect(reasons[0].isLinked && reasons[0].contributed == 2)
    try account.unlink("chat.bo.mention", under: "mentions")
    #expect(try account.badge(at: "mentions").shows == false)
    #expect(throws: TallyError.self) { try account.unlink("chat.bo.mention", under: "mentions") }
  }

  @Test func circlesAreRefused() throws {
    let account = try memoryAccount()
    try account.link("a.b", under: "c")
    let refused = #expect(throws: TallyError.self) { try account.link("c", under: "a.b.d") }
    #expect(refused?.code == .conflict)
    #expect(refused?.message.contains("root.c, which counts root.a.b") == true)
    #expect(try account.links().count == 1)
  }

  @Test func aTabCountsConversations() throws {
    let account = try memoryAccount()
    try account.setRule(Badge.Rule(counting: .lit), at: "chat")
    try account.set(5, at: "chat.a")
    try account.set(2, at: "chat.b")
    #expect(try account.badge(at: "chat").count == 2)
    #expect(try account.rule(at: "chat") == Badge.Rule(counting: .lit))
    #expect(try account.rule(at: "chat.a") == Badge.Rule())
    #expect(try account.explain(at: "root").first { $0.path == "root.chat" }?.isCounting == true)
    try account.setRule(nil, at: "chat")
    #expect(try account.badge(at: "chat").count == 7)
  }
}
