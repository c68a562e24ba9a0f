import Foundation
import Tally
import Testing

@Suite struct FirstMessageTests {
  private func post(_ account: Account, _ title: String, _ time: Double, at path: String = "in") throws -> Message.Key {
    try account.post(Message.Draft(title: title, time: Date(timeIntervalSince1970: time)), at: path)
  }

  @Test func aChatOpensAtItsFirstUnreadMessage() throws {
    let account = try memoryAccount()
    let keys = try (1...6).map { try post(account, "\($0)", Double($0)) }
    #expect(try account.markRead(at: "in", upTo: keys[1]) == 2)
    let first = try #require(try account.firstMessage(at: "in"))
    #expect(first.key == keys[2] && first.time == Date(timeIntervalSince1970: 3))
    #expect((first.matching, first.newer, first.older) == (4, 3, 2))
    #expect("\(first)" == "4 to read, 3 newer, 2 older")
    let newest = try #require(try account.firstMessage(at: "root", includingDescendants: true, newest: true, limit: 1))
    #expect(newest == Message.Place(key: keys[5], time: newest.time, matching: 1, newer: 0, older: 1))
    let older = try account.messages(from: first.key, at: "in", limit: 2)
    #expect(older.entries.map(\.title) == ["3", "2"] && older.hasMore)
    #expect(try account.messages(from: first.key, at: "in", after: older.next).entries.map(\.title) == ["1"])
    let newer = try account.messages(from: first.key, newer: true, at: "in", limit: 2)
    #expect(newer.entries.map(\.title) == ["4", "5"] && newer.hasMore)
    let last = try account.messages(from: first.key, newer: true, at: "in", after: newer.next)
    #expect(last.entries.map(\.title) == ["6"] && !last.hasMore)
    #expect(try account.messages(from: nil, newer: true, at: "in", unreadOnly: true, limit: 1).entries[0].title == "3")
    try account.clear(at: "in")
    #expect(try account.firstMessage(at: "in", unseen: true) == nil)
    #expect(try account.firstMessage(at: "nothing") == nil)
    let unknown = #expect(throws: TallyError.self) {
      try account.messages(from: Message.Key(rawValue: 999), at: "in")
    }
    #expect(unknown?.code == .notFound)
  }

  @Test func mentionsAreFoundApart() throws {
    let account = try memoryAccount()
    _ = try post(account, "1", 1)
    var draft = Message.Draft(title: "2", time: Date(timeIntervalSince1970: 2))
    draft.level = .highlight
    let mention = try account.post(draft, at: "in")
    _ = try post(account, "3", 3)
    let place = try #require(try account.firstMessage(at: "in", highlighted: true))
    #expect(place.key == mention)
    #expect((place.matching, place.newer, place.older) == (1, 1, 1))
    #expect(try account.markRead([mention]) == 1)
    #expect(try account.firstMessage(at: "in", highlighted: true) == nil)
  }

  @Test func aListThatIsOpen() throws {
    let account = try memoryAccount()
    _ = try post(account, "1", 1, at: "in.a")
    try account.link("out", under: "in.b")
    let view = try account.beginView(at: "in", includingDescendants: true, reading: true)
    #expect(!view.isHeld)
    _ = try post(account, "2", 2, at: "in.c")
    _ = try post(account, "3", 3, at: "out")
    #expect(try account.messageCounts() == Message.Counts(total: 3, unread: 0, unseen: 0))
    view.cancel()
    _ = try post(account, "4", 4, at: "in.c")
    #expect(try account.messageCounts() == Message.Counts(total: 4, unread: 1, unseen: 1))
  }
}
