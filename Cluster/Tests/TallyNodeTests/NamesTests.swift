import Testing

@testable import TallyNode

@Suite struct NamesTests {
  @Test(arguments: [
    ("ann", "ann"), ("a.b", "a=2Eb"), ("A-z_9", "A-z_9"), ("*>", "=2A=3E"), ("a=b", "a=3Db"), ("mü", "m=C3=BC"),
    ("a b", "a=20b"), ("\n", "=0A"),
  ])
  func accountsBecomeOneToken(name: String, token: String) {
    #expect(Names.escaped(name) == token)
    #expect(Names.unescaped(token) == name)
  }

  @Test(arguments: ["a=2", "a=", "=zz", "a=2e", "=41", "a.b", "=C3", "a b", "=+1"])
  func otherTokensAreNoAccounts(token: String) { #expect(Names.unescaped(token) == nil) }

  @Test func namesHaveThePrefix() {
    let names = Names(prefix: "two")
    #expect(names.log(3) == "TWO_3")
    #expect(names.logSubject(3) == "two.log.3")
    #expect(names.changed("a.b") == "two.changed.a=2Eb")
  }
}
