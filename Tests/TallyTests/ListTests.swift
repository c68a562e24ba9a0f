import Foundation
import Tally
import Testing

/// Lists that come in pages: no call leaves out entries without saying so.
@Suite struct ListTests {
  /// Reads all pages of two entries.
  private func pages<Entry>(_ list: (Entry?) throws -> ListPage<Entry>) throws -> [[Entry]] {
    var page = try list(nil)
    var found = [page.entries]
    while let last = page.next {
      page = try list(last)
      found.append(page.entries)
    }
    return found
  }

  @Test func pagesOfTheOutboxContinueBehindTheLastEntry() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    try account.logIn()
    try account.configure(Account.Settings(outbox: .leased))
    let items = (1...3).map { #"{"id":"\#($0)","path":"in.m\#($0)"}"# }.joined(separator: ",")
    try account.addFeed("inbox", configuration: Feed.Configuration()).deliver(
      Array(#"{"cursor":"1","items":[\#(items)]}"#.utf8))
    try account.markRead(account.messages().entries.map(\.key))
    let all = try account.outbox()
    try #require(all.entries.count == 3 && !all.hasMore && all.next == nil)
    let first = try account.outbox(limit: 2)
    #expect(first.hasMore && first.next == all.entries[1])
    #expect(try pages { try account.outbox(after: $0, limit: 2) } == [Array(all.entries[..<2]), [all.entries[2]]])
    let leased = try account.leaseOutbox(for: .seconds(60), limit: 2)
    try #require(leased.entries.count == 2 && leased.hasMore)
    // The list continues although its last entry was removed.
    try account.acknowledgeOutbox(leased.entries[1].id)
    #expect(try account.outbox(after: first.next, limit: 2).entries.map(\.id) == [all.entries[2].id])
    let rest = try account.leaseOutbox(for: .seconds(60), limit: 2)
    #expect(rest.entries.map(\.id) == [all.entries[2].id] && !rest.hasMore)
    #expect(try account.leaseOutbox(for: .seconds(60)).entries.isEmpty)
  }

  @Test func rejectedItemsAndNotesComeInPages() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    try account.logIn()
    let feed = try account.addFeed("inbox", configuration: Feed.Configuration())
    try feed.deliver(Array(#"{"cursor":"1","items":[{"id":1},{"id":2},{"id":3}]}"#.utf8))
    let rejected = try pages { try feed.rejectedItems(after: $0, limit: 2) }
    #expect(rejected.map(\.count) == [2, 1] && rejected[0][0].body == #"{"id":1}"#)
    var terms = Reminder.Terms()
    terms.shelfLife = .days(7)
    for name in ["milk", "bread", "eggs"] { try account.putReminder(name, terms: terms) }
    let notes = try pages { try account.reminderLog(after: $0, limit: 4) }
    #expect(notes.count > 1 && notes.dropLast().allSatisfy { $0.count == 4 })
    #expect(try notes.flatMap { $0 } == account.reminderLog().entries)
  }

  /// A user interface keeps the row of a group when a message arrives there.
  @Test func aGroupKeepsItsIdentity() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    func post(_ id: String, thread: String) throws {
      var message = Message.Draft(id: id, title: id)
      message.thread = thread
      try account.post(message, at: "in")
    }
    for (id, thread) in [("1", "tea"), ("2", "cake"), ("3", "")] { try post(id, thread: thread) }
    #expect(try account.groups().entries.map(\.id) == [.thread(""), .thread("cake"), .thread("tea")])
    let before = try account.group(ofThread: "tea")
    try post("4", thread: "tea")
    let after = try account.group(ofThread: "tea")
    #expect(before.newest != after.newest && before.id == after.id)
    #expect(try account.groups().entries.map(\.id) == [.thread("tea"), .thread(""), .thread("cake")])
    // Not grouped, two messages have one thread, and each has its own row.
    try account.configure(Account.Settings(grouping: .off))
    let single = try account.groups().entries
    #expect(Set(single.map(\.id)).count == 4 && single.allSatisfy { $0.id == .message($0.newest) })
    #expect(single.count { $0.thread == "tea" } == 2)
    try account.configure(Account.Settings(grouping: .byApp))
    #expect(try account.groups().entries.map(\.id) == [.thread("")])
  }

  @Test func storedFeedsAreListedCompletely() throws {
    var configuration = Engine.Configuration()
    configuration.maxFeeds = 2000
    let account = try HostDrivenEngine(configuration).engine.openAccount("ann")
    // More than the library reads at a time.
    for number in 1001...2001 { _ = try account.addFeed("feed\(number)", configuration: Feed.Configuration()) }
    #expect(try account.storedFeeds().map(\.name) == (1001...2001).map { "feed\($0)" })
    #expect(try account.storedFeeds(after: "feed1003", limit: 2).map(\.name) == ["feed1004", "feed1005"])
  }
}
