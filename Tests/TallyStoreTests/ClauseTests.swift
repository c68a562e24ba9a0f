import TallyFailure
import TestSupport
import Testing

@testable import TallyStore

/// Rows that a clause of a query leaves out.
@Suite struct ClauseTests {
  /// A message that a mark had read moves to a path without marks, and stays read.
  @Test func movedMessagesStayRead() throws {
    let f = try Fixture(feeding: 2)
    try f.put("1", at: "root.a", title: "old")
    try f.mark("root.a", "1", 4)
    #expect(try f.ids(unread: true).isEmpty)
    try f.put("1", at: "root.b", title: "new")
    #expect(try f.ids("root.b") == ["1"])
    #expect(try f.ids(unread: true).isEmpty)
    #expect(f.sums.isEmpty)
    // An unread one that moves below a mark stays unread.
    try f.put("2", at: "root.b", seq: "1", title: "old")
    try f.put("2", at: "root.a", seq: "1", title: "new")
    #expect(try f.ids(unread: true) == ["2"])
  }

  /// A new epoch ends the marks that are not sent, also if one of the same version and sequence is.
  @Test func marksOfAnotherPathEnd() throws {
    let f = try Fixture(feeding: 2)
    f.readAct.sends = true
    try f.put("1", at: "root.in", seq: "5")
    try f.put("2", at: "root.out", seq: "5")
    _ = try f.read("root.in", subtree: true)
    let version = try #require(try f.marks().first?.split(separator: " ").last.flatMap { Int64($0) })
    try f.mark("root.out", "5", version)
    #expect(try f.marks().count == 2)
    try f.store.beginEpoch(account: f.account, feed: f.feed)
    #expect(try f.marks() == ["root.in 5 \(version)"])
  }

  /// A mark that waits and has a greater version is not replaced by a smaller one.
  @Test func greaterMarksAreSent() throws {
    let f = try Fixture(feeding: 2)
    f.readAct.sends = true
    try f.store.addToOutbox(
      account: f.account, feed: f.feed, kind: 2, entity: "root.in", key: "k", value: 9, upTo: "1")
    try f.put("1", at: "root.in", seq: "5")
    _ = try f.read("root.in", subtree: true)
    var versions: [Int64] = []
    try f.store.visit(.outbox, account: f.account, feed: f.feed) { row in versions.append(row.number(7)) }
    #expect(versions.count == 2 && versions.first == 9)
  }

  /// The newest rows that have failed for good stay.
  @Test func theNewestFailedRowsStay() throws {
    let f = try Fixture(feeding: 2)
    f.store.bounds.failedRows = 3
    for number in 1...8 {
      try f.store.addToOutbox(
        account: f.account, feed: f.feed, kind: 1, entity: "\(number)", key: "k\(number)")
    }
    for _ in 0..<8 {
      var sequence: Int64 = 0
      try f.store.leaseOutbox(account: f.account, now: 0, until: 0, limit: 1) { row throws(Failure) in
        sequence = row.id
      }
      #expect(try f.store.fail(account: f.account, id: sequence, attempt: 1, next: Int64.max))
    }
    var left: [String] = []
    try f.store.visit(.outbox, account: f.account, feed: f.feed) { row in left.append(text(row.bytes(4))) }
    #expect(left == ["6", "7", "8"])
  }

  /// A dismissed group is forgotten, and others are not.
  @Test func dismissedGroupsAreForgotten() throws {
    let (store, account, _) = try openInbox()
    try store.execute("INSERT INTO group_seen SELECT id, column1, 1, x'72' FROM account, (VALUES ('a'), ('b'))")
    _ = try store.dismissGroup(account: account, .thread(raw("a"))) { _, _ throws(Failure) in }
    var seen: [String] = []
    try store.visit(.groupSeen, account: account, feed: 0) { row in seen.append(text(row.bytes(1))) }
    #expect(seen == ["b"])
  }

  /// The server has not placed a push without a sequence, so no mark covers it, whichever query looks for the messages.
  @Test(arguments: zip([0, 300, 0, 0], [1, 1, 70, 300]))
  func unplacedMessagesAreNotCovered(newer: Int, paths: Int) throws {
    let f = try Fixture(feeding: 2)
    func state(_ id: String) throws -> Int32? {
      try f.list("root.in", subtree: false).rows.first { $0.id == id }?.state
    }
    f.source = .push(at: 9)
    try f.put("pushed", rev: "1", snapshot: Store.unplaced)
    f.source = nil
    try f.put("placed", seq: "8")
    for number in 0..<newer { try f.put("newer \(number)", seq: "7", version: 99) }
    for number in 1..<paths { try f.put("elsewhere \(number)", at: "root.in.\(number)", seq: "9999") }
    #expect(try f.mark("root.in", "99", 3) == 1)
    #expect(try state("placed") == 2 && state("pushed") == 0)
    // Nor does one that came before the push.
    f.source = .push(at: 6)
    try f.put("late", version: 0, snapshot: Store.unplaced)
    #expect(try state("late") == 0)
    // A response places it.
    f.source = nil
    try f.put("late", seq: "9", version: 0)
    #expect(try state("late") == 2)
    try f.put("pushed", rev: "1", seq: "98")
    #expect(try f.mark("root.in", "99", 4) > 0)
    #expect(try state("pushed") == 2)
  }

  /// A mark that waits does not mask a push that it may not have read.
  @Test func unplacedMessagesAreNotMasked() throws {
    let f = try Fixture(feeding: 2)
    f.readAct.sends = true
    try f.put("1", seq: "900")
    _ = try f.read("root.in", subtree: true)
    _ = try f.store.removeMessage(feed: f.feed, id: raw("1")) { _, _ throws(Failure) in }
    f.source = .push(at: 5)
    try f.put("2", rev: "1", snapshot: Store.unplaced)
    (f.source, f.asked) = (nil, 1)
    try f.put("2", rev: "1", seq: "950", read: true)
    #expect(try f.state("2") == 2)
  }

  /// A push without a sequence follows the greatest one, whatever that looks like.
  @Test(arguments: [
    ("4", "5"), ("5", "6"), ("199", "200"), ("99", "100"), ("4f", "10000000000"), ("é", "100"), ("007", "008"),
    (String(repeating: "x", count: 1023), "1" + String(repeating: "0", count: 1023)),
    (String(repeating: "x", count: 1024), String(repeating: "x", count: 1024)),
    (String(repeating: "9", count: 1024), String(repeating: "9", count: 1024)),
  ])
  func arrivals(greatest: String, expected: String) throws {
    let f = try Fixture()
    try f.put("!", seq: greatest)
    f.source = .push(at: greatest == "4f" ? 10_000_000_000 : 5)
    try f.put("pushed", snapshot: Store.unplaced)
    var sequences: [String: String] = [:]
    try f.store.visit(.message, account: f.account, feed: f.feed) { message in
      sequences[text(message.bytes(.id))] = text(Store.sequence(ofRank: message.bytes(.rank)))
    }
    #expect(sequences == ["!": greatest, "pushed": expected])
    #expect(try f.ids() == ["pushed", "!"])
  }

  /// A mark is its feed's alone: a message of another feed at the same path, with the same sequence, stays unread.
  @Test func marksOfAnotherFeedDoNotCover() throws {
    let f = try Fixture(feeding: 2)
    let other = try f.store.findOrCreateFeed(
      account: f.account, name: raw("other"), url: raw("u"), prefix: raw("root")
    ).id
    try f.mark("root.in", "9", 4)
    // The other feed has marks, too, so they are looked up.
    try f.mark("root.elsewhere", "9", 4, feed: other)
    try f.put("1", seq: "5", version: 0)
    try f.put("2", seq: "5", version: 0, feed: other)
    try f.put("3", at: "root.elsewhere", seq: "5", version: 0)
    try f.put("4", at: "root.elsewhere", seq: "5", version: 0, feed: other)
    #expect(try f.ids(unread: true).sorted() == ["2", "3"])
    #expect(f.sums.mapValues(\.badges) == ["root.in": 1, "root.elsewhere": 1])
  }

  /// A pending change of another feed's message holds nothing back, even if that message has the same identifier.
  /// There is a query for many paths and for few, each for many messages of an old version and for few.
  @Test(arguments: zip([0, 300, 300, 300], [(1, 9), (1, 9), (300, 9), (300, -1)] as [(paths: Int, version: Int64)]))
  func pendingChangesOfAnotherFeedMaskNothing(more: Int, kind: (paths: Int, version: Int64)) throws {
    let f = try Fixture(feeding: 2)
    let other = try f.store.findOrCreateFeed(
      account: f.account, name: raw("other"), url: raw("u"), prefix: raw("root")
    ).id
    try f.put("1", seq: "5")
    try f.put("1", at: "root.elsewhere", seq: "5", feed: other)
    for number in 0..<more {
      try f.put("more\(number)", at: "root.more.\(number % kind.paths)", seq: "4", version: kind.version)
    }
    try f.store.addToOutbox(account: f.account, feed: other, kind: 1, entity: "1", key: "k")
    f.asked = 5
    try f.mark("root", "9")
    #expect(try f.ids("root.in", unread: true).isEmpty)
    try f.mark("root", "9", feed: other)
    #expect(try f.ids("root.elsewhere", unread: true) == ["1"])
    #expect(try f.ids("root.more", unread: true).isEmpty == (more == 0 || kind.version < 0))
    // A change that has failed for good holds nothing back either.
    try f.store.run("UPDATE outbox SET next = \(Int64.max)")
    try f.mark("root", "9", 5, feed: other)
    #expect(try f.ids("root.elsewhere", unread: true).isEmpty)
  }

  /// Messages beyond the number that are unread stay. Those that are read go when newer ones come, as if the others
  /// were not there.
  @Test func unreadMessagesBeyondTheNumberDoNotCount() throws {
    let f = try Fixture(feeding: 2)
    func removeOld() throws -> Int {
      try f.store.removeOld(account: f.account, feed: f.feed, since: 0, number: 2) {
        path, change throws(Failure) in f.take(path, change)
      }
    }
    for number in 1...5 { try f.put("\(number)", seq: "\(number)", read: number > 3) }
    #expect(try removeOld() == 0)
    for number in 6...9 {
      try f.put("\(number)", seq: "\(number)", read: true)
      #expect(try removeOld() == 1)
      #expect(try f.ids() == ["\(number)", "\(number - 1)", "3", "2", "1"])
    }
  }

  /// A group of all messages has only the unseen ones, whether there are few or many.
  @Test(arguments: [4, 1030])
  func seenMessagesAreInNoGroup(unseen: Int) throws {
    let f = try Fixture()
    var keys: [Int64] = []
    for number in 0..<unseen + 3 { keys.append(try f.put("\(number)", seq: "\(1000 + number)").key) }
    let seen = [keys[1], keys[unseen / 2], keys[unseen + 2]]
    let changed = try seen.withUnsafeBufferPointer { seen throws in
      try f.store.dismiss(account: f.account, keys: seen) {
        path, change throws(Failure) in f.take(path, change)
      }
    }
    #expect(changed == 3)
    var found: [Int64] = []
    _ = try f.store.listGroup(account: f.account, .all, after: nil, limit: 2000) { row throws(Failure) in
      found.append(row.key)
    }
    #expect(found == keys.filter { !seen.contains($0) }.reversed())
  }

  /// Groups are listed by their newest message, page by page.
  @Test func groupsAreListedNewestFirst() throws {
    let f = try Fixture()
    for (number, thread) in ["a", "c", "b", "c", "d", "b"].enumerated() {
      try f.put("\(number)", seq: "\(number)", thread: thread)
    }
    var pages: [[String]] = []
    var last: Int64 = 0
    var more = true
    while more {
      try #require(pages.count < 9)
      var page: [String] = []
      more = try f.store.withPlace(of: last, f.account) { place in
        try f.store.listThreads(account: f.account, after: place, limit: 2) { thread, key in
          page.append(text(thread))
          last = key
        }
      }
      pages.append(page)
    }
    #expect(pages == [["b", "d"], ["c", "a"]])
  }

  /// The user's unread holds against all responses to requests that began before it, however many come.
  @Test func laterActsStayMasked() throws {
    let f = try Fixture(feeding: 2)
    try f.put("1", rev: "1", read: true)
    let key = try #require(try f.list().rows.first).key
    f.readAct.moment = 7
    #expect(try f.mark(keys: [key], read: false) == 1)
    for asked: Int64 in [5, 6] {
      f.asked = asked
      try f.put("1", rev: "1", read: true)
      #expect(try f.ids(unread: true) == ["1"])
      try f.store.unmask(feed: f.feed, asked: asked)
      #expect(try f.store.isMasking(feed: f.feed))
    }
    f.asked = 7
    try f.put("1", rev: "1", read: true)
    #expect(try f.ids(unread: true).isEmpty)
    try f.store.unmask(feed: f.feed, asked: 7)
    #expect(try !f.store.isMasking(feed: f.feed))
  }
}
