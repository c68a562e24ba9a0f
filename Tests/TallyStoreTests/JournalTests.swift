import TallyFailure
import TallyMemory
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

/// The journal records what changes in the messages, and nothing that is undone.
@Suite struct JournalTests {
  let store: Store
  let account: Int64
  let feed: Int64

  init() throws {
    (store, account, feed) = try openInbox()
    try store.follow(account)
  }

  @discardableResult
  private func post(_ id: Int, at path: String = "root.in", in other: Int64? = nil) throws -> Int64 {
    var item = MessageItem()
    (item.id, item.path, item.thread) = (raw("\(id)"), raw(path), raw("t"))
    (item.category, item.argument, item.argumentCount) = (raw("mail"), raw("Ann"), 3)
    let result = try store.upsertMessage(
      account: other ?? account, feed: feed, feeding: 1, item: item, snapshot: 0, source: .response(asked: .max)
    ) { _, _, _ throws(Failure) in }
    return Int64(bitPattern: result.key)
  }

  /// Its entries as "path/thread total unread unseen", with `*` where the group has changed.
  private func taken(of other: Int64? = nil) throws -> [String] {
    let journal = try store.takeJournal()
    return journal.entries(of: other ?? account).map { index in
      let (entry, path) = (journal[index], String(decoding: journal.path(index), as: UTF8.self))
      let counts = [entry.counts.total, entry.counts.unread, entry.counts.unseen].map { "\(Int64(bitPattern: $0))" }
      return path + "/" + String(decoding: journal.thread(index), as: UTF8.self) + " "
        + counts.joined(separator: " ") + (entry.concernsGroup ? " *" : "")
    }
  }

  @Test func additionsRemovalsAndMarks() throws {
    let key = try post(1)
    #expect(try taken() == ["root.in/t 1 1 1 *"])
    #expect(try taken() == [])
    try store.run("UPDATE message SET state = 1 WHERE key = \(key)")
    #expect(try taken() == ["root.in/t 0 0 -1 *"])
    try store.run("UPDATE message SET state = 2 WHERE key = \(key)")
    #expect(try taken() == ["root.in/t 0 -1 0"])
    // A later state than read, and equal values, change nothing.
    try store.run("UPDATE message SET state = 3, path = path, version = 9, snapshot = 9 WHERE key = \(key)")
    #expect(try taken() == [])
    try store.run("UPDATE message SET path = 'root.b', thread = 'u', state = 0 WHERE key = \(key)")
    #expect(try taken() == ["root.in/t -1 0 0", "root.b/u 1 1 1 *"])
    try store.run("DELETE FROM message")
    #expect(try taken() == ["root.b/u -1 -1 -1 *"])
  }

  /// Every column that a reader of messages sees is named by the trigger.
  @Test func eachColumnIsRecorded() throws {
    let key = try post(1)
    let unseen: Set = ["key", "feed", "id", "snapshot", "version"]
    for column in StoredTable.message.columns.map({ "\($0.name)" }) where !unseen.contains(column) {
      _ = try store.takeJournal()
      let value = ["rank", "path", "thread", "kind", "title", "body", "category", "arg", "rev"].contains(column)
      try store.run("UPDATE message SET \(column) = \(value ? "\(column) || 'x'" : "\(column) + 1") WHERE key = \(key)")
      #expect(store.hasJournal, "\(column)")
      try store.run("UPDATE message SET account = \(account) WHERE key = \(key)")
    }
  }

  @Test func anArrivalIsKept() throws {
    let key = try post(1)
    let journal = try store.takeJournal()
    let found = journal.arrival(journal.entries(of: account).lowerBound)
    let arrival = try #require(found)
    #expect(arrival.key == key && arrival.argumentCount == 3 && !arrival.rank.isEmpty)
    #expect(String(decoding: arrival.category, as: UTF8.self) == "mail")
    #expect(String(decoding: arrival.argument, as: UTF8.self) == "Ann")
    #expect(String(decoding: arrival.thread, as: UTF8.self) == "t")
  }

  /// Arrivals have little room. Behind it, the entries say only that the group has changed.
  @Test func arrivalsAreBounded() throws {
    for id in 1...10_000 { try post(id) }
    let journal = try store.takeJournal()
    let kept = journal.entries(of: account).filter { journal.arrival($0) != nil }.count
    let added = journal.entries(of: account).reduce(0) { $0 + journal[$1].counts.total }
    #expect((1000..<10_000).contains(kept) && added == 10_000)
  }

  @Test func whatIsUndoneIsNotThere() throws {
    try store.begin()
    try post(1)
    try store.beginPart()
    try post(2)
    try store.run("UPDATE message SET state = 2")
    try store.abandonPart()
    #expect(try taken() == ["root.in/t 1 1 1 *"])
    try post(3)
    try store.rollback()
    #expect(try taken() == [])
    // The triggers are still there.
    try post(4)
    #expect(try taken() == ["root.in/t 1 1 1 *"])
  }

  /// A list begins to record, too. If that is undone with its transaction, the next list begins again.
  @Test func aListIsUndone() throws {
    let (store, account, _) = try openInbox()
    try store.begin()
    _ = try store.listThreads(account: account, after: 0, limit: 9) { _, _ in }
    try store.rollback()
    _ = try store.listThreads(account: account, after: 0, limit: 9) { _, _ in }
    #expect(try store.readNumber("SELECT COUNT(*) FROM temp.sqlite_schema WHERE sql LIKE '%tally_changed%'") == 3)
  }

  @Test func accountsAreApart() throws {
    let other = try store.findOrCreateAccount(name: raw("other"), aggregation: 0, feeding: 1).id
    let silent = try store.findOrCreateAccount(name: raw("silent"), aggregation: 0, feeding: 1).id
    try store.follow(other)
    try post(1, in: other)
    try post(2)
    try post(3, in: silent)
    try post(4, at: "root.b", in: other)
    try store.run("UPDATE message SET account = \(account) WHERE id = '1'")
    let journal = try store.takeJournal()
    var paths: [[String]] = []
    for account in [account, other, silent] {
      paths.append(journal.entries(of: account).map { String(decoding: journal.path($0), as: UTF8.self) })
    }
    #expect(paths == [["root.in", "root.in"], ["root.in", "root.b", "root.in"], []])
  }
}
