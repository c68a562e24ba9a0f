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
      account: other ?? account, feed: feed, item: item, snapshot: 0, source: .response(asked: .max)
    ) { _, _ throws(Failure) in }
    return result.key
  }

  /// The changed paths as "path total unread unseen", and the changed threads.
  private func taken(of other: Int64? = nil) throws -> [String] {
    let journal = try store.takeJournal()
    let paths = journal.paths(of: other ?? account).map { place in
      let counts = [journal.counts(place).total, journal.counts(place).unread, journal.counts(place).unseen]
      return String(decoding: journal.path(place), as: UTF8.self) + " "
        + counts.map { "\(Int64(bitPattern: $0))" }.joined(separator: " ")
    }
    return paths + journal.threads(of: other ?? account).map { String(decoding: journal.thread($0), as: UTF8.self) }
  }

  @Test func additionsRemovalsAndMarks() throws {
    let key = try post(1)
    #expect(try taken() == ["root.in 1 1 1", "t"])
    #expect(try taken() == [])
    try store.run("UPDATE message SET state = 1 WHERE key = \(key)")
    #expect(try taken() == ["root.in 0 0 -1", "t"])
    try store.run("UPDATE message SET state = 2 WHERE key = \(key)")
    #expect(try taken() == ["root.in 0 -1 0"])
    // A later state than read, and equal values, change nothing.
    try store.run("UPDATE message SET state = 3, path = path, version = 9, snapshot = 9 WHERE key = \(key)")
    #expect(try taken() == [])
    try store.run("UPDATE message SET path = 'root.b', thread = 'u', state = 0 WHERE key = \(key)")
    #expect(try taken() == ["root.in -1 0 0", "root.b 1 1 1", "u"])
    try store.run("DELETE FROM message")
    #expect(try taken() == ["root.b -1 -1 -1", "u"])
  }

  /// Every column that a reader of messages sees is named by the trigger.
  @Test func eachColumnIsRecorded() throws {
    let key = try post(1)
    let unseen: Set = ["key", "feed", "id", "snapshot", "version", "threshold"]
    for column in StoredTable.message.columns.map({ "\($0.name)" }) where !unseen.contains(column) {
      _ = try store.takeJournal()
      let value = [
        "rank", "path", "thread", "kind", "title", "body", "category", "arg", "rev", "link", "icon", "subtitle", "data",
      ].contains(column)
      try store.run("UPDATE message SET \(column) = \(value ? "\(column) || 'x'" : "\(column) + 1") WHERE key = \(key)")
      #expect(store.hasJournal, "\(column)")
      try store.run("UPDATE message SET account = \(account) WHERE key = \(key)")
    }
  }

  /// The messages that arrived in the only thread, and whether these are all of its changes.
  private func arrivals() throws -> (found: [GroupedMessage], areAll: Bool, texts: [String]) {
    let journal = try store.takeJournal()
    var found: [GroupedMessage] = []
    var texts: [String] = []
    let areAll = journal.arrivals(journal.threads(of: account).lowerBound) { arrival in
      found.append(arrival)
      texts.append([arrival.category, arrival.argument, arrival.thread].map(text).joined(separator: " "))
      return true
    }
    return (found, areAll, texts)
  }

  @Test func arrivalsAreKept() throws {
    let keys = try (1...3).map { try post($0) }
    let (found, areAll, texts) = try arrivals()
    #expect(found.map(\.key) == keys && areAll && found.allSatisfy { $0.argumentCount == 3 })
    #expect(texts == ["mail Ann t", "mail Ann t", "mail Ann t"])
    // Another change of the thread makes them useless.
    try post(4)
    try store.run("UPDATE message SET state = 1 WHERE key = \(keys[0])")
    #expect(try !arrivals().areAll)
  }

  /// Arrivals have little room. Behind it, the group is read again.
  @Test func arrivalsAreBounded() throws {
    for id in 1...10_000 { try post(id) }
    #expect(try !arrivals().areAll)
    for id in 10_001...10_010 { try post(id) }
    #expect(try arrivals().areAll)
  }

  /// However many messages change, a path and a thread have one entry.
  @Test func entriesAreSums() throws {
    for id in 1...1000 { try post(id, at: id % 2 == 0 ? "root.a" : "root.b") }
    #expect(try taken() == ["root.b 500 500 500", "root.a 500 500 500", "t"])
    try store.run("DELETE FROM message")
    #expect(try taken() == ["root.b -500 -500 -500", "root.a -500 -500 -500", "t"])
  }

  @Test func aRemovedAccountIsNotFollowed() throws {
    store.unfollow(account)
    try post(1)
    #expect(!store.hasJournal)
  }

  @Test func whatIsUndoneIsNotThere() throws {
    try store.begin()
    try post(1)
    try store.beginPart()
    try post(2)
    try store.run("UPDATE message SET state = 2")
    try store.abandonPart()
    try store.beginPart()
    try post(3)
    try store.endPart()
    try post(4)
    #expect(try taken() == ["root.in 1 1 1", "root.in 2 2 2", "t", "t"])
    try post(5)
    try store.rollback()
    #expect(try taken() == [])
    // The triggers are still there.
    try post(6)
    #expect(try taken() == ["root.in 1 1 1", "t"])
  }

  /// A list begins to record, too. If that is undone with its transaction, the next list begins again.
  @Test func aListIsUndone() throws {
    let (store, account, _) = try openInbox()
    try store.begin()
    _ = try store.listThreads(account: account, after: nil, limit: 9) { _, _ in }
    try store.rollback()
    _ = try store.listThreads(account: account, after: nil, limit: 9) { _, _ in }
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
      paths.append(journal.paths(of: account).map { String(decoding: journal.path($0), as: UTF8.self) })
    }
    #expect(paths == [["root.in"], ["root.in", "root.b"], []])
  }
}
