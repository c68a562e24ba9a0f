import Foundation
import Tally
import Testing

@Suite struct IdentifierTests {
  @Test func identifiersAreNumbersInJSON() throws {
    let key = Message.Key(rawValue: 7)
    #expect(try JSONEncoder().encode([key]) == Data("[7]".utf8))
    #expect(try JSONDecoder().decode([Message.Key].self, from: Data("[7]".utf8)) == [key])
    #expect("\(key)" == "7" && key.rawValue == 7)
  }

  @Test func laterThingsHaveGreaterOnes() throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    let keys = try (0..<3).map { _ in try account.post(Message.Draft(title: "A"), at: "in") }
    #expect(keys == keys.sorted() && Set(keys).count == 3 && keys[0].rawValue > 0)
    #expect(try account.message(keys[1]).key == keys[1])
    #expect(try account.groups().entries.first?.newest == keys[2])
    #expect(try account.explain(at: "in").first?.messages.map(\.key) == keys)
  }

  @Test(arguments: [0, -1, .min, .max] as [Int64]) func strangeNumbersIdentifyNothing(_ number: Int64) throws {
    let engine = try Engine()
    let account = try engine.openAccount("ann")
    try account.post(Message.Draft(title: "A"), at: "in")
    func code(_ body: () throws -> Void) -> TallyError.Code? {
      (#expect(throws: TallyError.self, performing: body))?.code
    }
    #expect(code { _ = try engine.account(id: Account.ID(rawValue: number)) } == .notFound)
    #expect(code { _ = try account.feed(id: Feed.ID(rawValue: number)) } == .notFound)
    #expect(code { _ = try account.message(Message.Key(rawValue: number)) } == .notFound)
    #expect(code { _ = try account.markRead([Message.Key(rawValue: number)]) } == .notFound)
    #expect(
      code { _ = try account.markRead(at: "in", upTo: Message.Key(rawValue: number)) }
        == (number < 1 ? .argument : .notFound))
    #expect(code { _ = try account.acknowledgeOutbox(Outbox.Entry.ID(rawValue: number)) } == .notFound)
  }
}
