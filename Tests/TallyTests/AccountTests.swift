import Foundation
import Tally
import Testing

@Suite struct AccountTests {
  /// Those of docs/account-hash.md.
  @Test func partitionsAreTheSameEverywhere() throws {
    #expect(try Account.partition(of: "a", among: .max) == 0xe40c_292c)
    #expect(try Account.partition(of: "foobar", among: .max) == 0xbf9c_f968)
    #expect(try Account.partition(of: "müller", among: 100) == 76)
    #expect(throws: TallyError.self) { try Account.partition(of: "ann", among: 0) }
    #expect(throws: TallyError.self) { try Account.partition(of: "", among: 1) }
  }
}
