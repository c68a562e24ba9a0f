import Foundation
import TallyFailure
import TallyTree
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

@Suite struct MessageTests {
  @Test func revisions() throws {
    let f = try Fixture()
    #expect(try f.put("1", rev: "9", count: 3, title: "a").change == .added)
    #expect(f.sums["root.in"]! == (3, 1))
    #expect(try f.put("1", rev: "9", count: 4, title: "b").change == .unchanged)
    #expect(try f.see("root.in") == 1)
    #expect(f.sums.isEmpty)
    // A lower one is ignored, read or not.
    #expect(try f.put("1", rev: "8", count: 4, title: "c", read: true).change == .unchanged)
    #expect(try f.state("1") == 1)
    // By length first: 10 is higher than 9. The message becomes unseen again.
    #expect(try f.put("1", rev: "10", count: 5, title: "d").change == .changed)
    #expect(try f.state("1") == 0)
    #expect(f.sums["root.in"]! == (5, 1))
    #expect(try f.list().rows[0].title == "d")
    // The same revision, but read elsewhere.
    #expect(try f.put("1", rev: "10", read: true).change == .changed)
    #expect(try f.state("1") == 2)
    #expect(try f.put("1", rev: "10").change == .unchanged)
    #expect(try f.state("1") == 2)
  }

  @Test func withoutRevisionTheStateStays() throws {
    let f = try Fixture()
    try f.put("1", title: "a")
    #expect(try f.see("root.in") == 1)
    #expect(try f.put("1", title: "a").change == .unchanged)
    #expect(try f.put("1", count: 7, title: "b").change == .changed)
    #expect(try f.state("1") == 1)
    #expect(try f.list().rows[0].count == 7)
    #expect(try f.put("1", count: 7, title: "b", read: true).change == .changed)
    #expect(try f.state("1") == 2)
  }

  @Test func aMessageMoves() throws {
    let f = try Fixture()
    try f.put("1", at: "root.a", rev: "1", count: 2)
    try f.put("1", at: "root.b", rev: "2", count: 0)
    #expect(f.sums.count == 1)
    #expect(f.sums["root.b"]! == (0, 1))
  }

  @Test func readItemsFeedNothing() throws {
    let f = try Fixture()
    #expect(try f.put("1", read: true).change == .added)
    #expect(f.sums.isEmpty)
    #expect(try f.state("1") == 2)
  }

  @Test func unreadFeeding() throws {
    let f = try Fixture(feeding: 2)
    try f.put("1", count: 4)
    #expect(try f.see("root.in") == 1)
    // If unread messages feed, seeing removes nothing.
    #expect(f.sums["root.in"]! == (4, 1))
    #expect(try f.read("root.in") == 1)
    #expect(f.sums.isEmpty)
  }

  @Test func gone() throws {
    let f = try Fixture()
    try f.put("1")
    try f.put("2", read: true)
    func remove(_ id: String) throws -> Bool {
      try f.store.removeMessage(feed: f.feed, id: raw(id)) {
        path, change throws(Failure) in
        f.take(path, change)
      }
    }
    #expect(try remove("1"))
    #expect(try !remove("1"))
    #expect(try remove("2"))
    try f.check()
    #expect(try f.ids() == [])
  }

  @Test func keysAreNeverUsedAgain() throws {
    let f = try Fixture()
    let key = try f.put("1").key
    _ = try f.store.removeMessage(feed: f.feed, id: raw("1")) {
      path, change throws(Failure) in
      f.take(path, change)
    }
    #expect(try f.put("1").key > key)
  }

  @Test func marks() throws {
    let f = try Fixture()
    let other = try f.store.findOrCreateFeed(
      account: f.account, name: raw("other"), url: raw("u"), prefix: raw("root")
    ).id
    for id in ["9", "10", "11"] { try f.put(id) }
    try f.put("8", at: "root.in.sub")
    try f.put("7", at: "root.in-x")
    try f.put("6", feed: other)
    #expect(try f.mark("root.in", "10") == 3)
    #expect(try f.ids(unread: true) == ["11", "7", "6"])
    #expect(try f.mark("root.in", "10") == 0)
    #expect(try f.mark("root", "999") == 2)
    #expect(try f.ids(unread: true) == ["6"])
  }

  @Test func snapshots() throws {
    let f = try Fixture()
    let other = try f.store.findOrCreateFeed(
      account: f.account, name: raw("other"), url: raw("u"), prefix: raw("root")
    ).id
    for id in ["1", "2", "3"] { try f.put(id, rev: "1") }
    try f.put("9", feed: other)
    #expect(try f.put("2", rev: "1", snapshot: 5).change == .unchanged)
    #expect(try f.put("4", rev: "1", snapshot: 5).change == .added)
    let removed = try f.store.removeOutsideSnapshot(account: f.account, feed: f.feed, snapshot: 5) {
      path, change throws(Failure) in f.take(path, change)
    }
    #expect(removed == 2)
    try f.check()
    #expect(try f.ids() == ["9", "4", "2"])
  }

  @Test func removingAFeed() throws {
    let f = try Fixture()
    try f.put("1", at: "root.a", count: 2)
    try f.put("2", at: "root.a", count: 3)
    try f.put("3", at: "root.b", read: true)
    try f.store.removeFeed(account: f.account, feed: f.feed) { path, change throws(Failure) in
      f.take(path, change)
    }
    try f.check()
    #expect(f.sums.isEmpty)
    #expect(try f.ids() == [])
    #expect(
      refusal {
        try f.store.removeFeed(account: f.account, feed: f.feed) { _, _ throws(Failure) in }
      }?.code
        == .notFound)
  }

  @Test func seeingAndReading() throws {
    let f = try Fixture()
    for (id, path) in [
      ("1", "root"), ("2", "root.a"), ("3", "root.a.b"), ("4", "root.a b"), ("5", "root.a\\.b"),
    ] {
      try f.put(id, at: path)
    }
    func counts(_ path: String, _ subtree: Bool) throws -> MessageCounts {
      try f.store.counts(account: f.account, path: raw(path), subtree: subtree)
    }
    #expect(try counts("root.a", false) == MessageCounts(total: 1, unread: 1, unseen: 1))
    #expect(try counts("root.a", true) == MessageCounts(total: 2, unread: 2, unseen: 2))
    #expect(try counts("root", true) == MessageCounts(total: 5, unread: 5, unseen: 5))
    #expect(try counts("root.none", true) == MessageCounts(total: 0, unread: 0, unseen: 0))
    #expect(try f.see("root.a") == 1)
    #expect(try f.read("root.a", subtree: true) == 2)
    #expect(try f.read("root.a", subtree: true) == 0)
    #expect(try counts("root", true) == MessageCounts(total: 5, unread: 3, unseen: 3))
    #expect(try f.see("root", subtree: true) == 3)
    #expect(f.sums.isEmpty)
    #expect(try counts("root", true) == MessageCounts(total: 5, unread: 3, unseen: 0))
  }

  @Test func readingKeys() throws {
    let f = try Fixture()
    let keys = try ["1", "2", "3"].map { try f.put($0).key }
    #expect(try f.mark(keys: [keys[0], keys[2], keys[0]]) == 2)
    #expect(try f.ids(unread: true) == ["2"])
    try f.store.begin()
    let answer = refusal { _ = try f.mark(keys: [keys[1], 999]) }
    #expect(answer?.code == .notFound)
    #expect(answer?.words.contains("999") == true)
    try f.store.rollback()
    #expect(try f.ids(unread: true) == ["2"])
    try f.check()
  }

  @Test func orderAndPaging() throws {
    let f = try Fixture()
    let other = try f.store.findOrCreateFeed(
      account: f.account, name: raw("other"), url: raw("u"), prefix: raw("root")
    ).id
    for id in ["99", "100", "7", "b", "aa"] { try f.put(id, at: id == "7" ? "root.x" : "root.in") }
    try f.put("z", seq: "99")
    try f.put("99", feed: other)
    let order = ["100", "aa", "99", "99", "z", "b", "7"]
    // By sequence (length, bytes): 100, then "aa" and the 99s ('a' > '9'), where the longer id comes first.
    #expect(try f.ids() == order)
    #expect(try f.ids("root.in", subtree: true) == order.filter { $0 != "7" })
    #expect(try f.ids("root.in", subtree: false) == order.filter { $0 != "7" })
    #expect(try f.ids("root.in", subtree: false, unread: true) == order.filter { $0 != "7" })
    for (path, subtree, unread) in [
      ("root", true, false), ("root.in", true, false), ("root.in", false, false), ("root", true, true),
      ("root.in", false, true),
    ] {
      let all = try f.list(path, subtree: subtree, unread: unread)
      #expect(!all.more)
      for limit in 1...4 {
        var keys: [Int64] = []
        var more = true
        while more {
          let page = try f.list(path, subtree: subtree, unread: unread, after: keys.last ?? 0, limit: limit)
          keys += page.rows.map(\.key)
          more = page.more
          #expect(page.rows.count == limit || !more)
        }
        #expect(keys == all.rows.map(\.key))
      }
    }
  }

  /// A list that went on behind such a message would begin again, for ever.
  @Test func aDamagedRankIsNotListed() throws {
    let damages: [StaticString] = [
      "UPDATE message SET rank = x''", "UPDATE message SET rank = x'0001'",
      "UPDATE message SET rank = x'0001310001'", "UPDATE message SET rank = x'000131000132'",
      "UPDATE message SET rank = x'00013100013100'",
    ]
    for damage in damages {
      let f = try Fixture()
      try f.put("1", seq: "1")
      #expect(try f.list(limit: 1).rows.count == 1)
      try f.store.execute(damage)
      #expect(throws: Failure.self, "\(damage)") { try f.list(limit: 1) }
      #expect(throws: Failure.self, "\(damage)") {
        try f.store.listFeeding(account: f.account, path: raw("root.in"), after: nil) { _ in true }
      }
    }
  }

  /// A list goes on behind a message that was removed meanwhile.
  @Test func pagesContinueBehindARemovedMessage() throws {
    let f = try Fixture()
    for number in 1...5 { try f.put("\(number)", seq: "\(number)") }
    let last = try #require(try f.list(limit: 2).rows.last)
    let rest = try f.store.withPlace(of: last.key, f.account) { place in
      _ = try f.store.removeMessage(feed: f.feed, id: raw(last.id)) { (_, _) throws(Failure) in }
      var ids: [String] = []
      try f.store.listMessages(
        account: f.account, path: raw("root"), subtree: true, unreadOnly: false, after: place, limit: 9
      ) { row throws(Failure) in ids.append(text(row.id)) }
      return ids
    }
    #expect(last.id == "4" && rest == ["3", "2", "1"])
  }

  /// Code that takes texts from outside checks them. The store rejects any other text.
  @Test(arguments: ["t\u{0}t", "\u{0}"])
  func whatIsNoTextIsNotStored(title: String) throws {
    let f = try Fixture()
    var item = MessageItem()
    (item.id, item.path, item.title) = (raw("i"), raw("root.p"), raw(title))
    let error = refusal {
      _ = try f.store.upsertMessage(
        account: f.account, feed: f.feed, item: item, snapshot: 0, source: .host
      ) {
        _, _ throws(Failure) in
      }
    }
    #expect(error?.code == .internalError)
    #expect(try f.list().rows.isEmpty)
  }

  @Test func rowsHoldEverything() throws {
    let f = try Fixture()
    var item = MessageItem()
    (item.id, item.path, item.kind, item.title) = (raw("i"), raw("root.p"), raw("k"), raw("t\nt"))
    (item.body, item.thread, item.category, item.argument) = (raw("b"), raw("th"), raw("c"), raw("é"))
    (item.revision, item.time, item.count, item.argumentCount) = (raw("1"), -5, 4_294_967_295, 3)
    let key = try f.store.upsertMessage(
      account: f.account, feed: f.feed, item: item, snapshot: 0, source: .host
    ) {
      _, _ throws(Failure) in
    }.key
    var visited = 0
    try f.store.readMessage(account: f.account, key: key) { row throws(Failure) in
      visited += 1
      #expect(row.key == key && row.feed == f.feed && row.time == -5 && row.count == .max && row.state == 0)
      #expect(
        [row.id, row.path, row.kind, row.title, row.body].map(text) == ["i", "root.p", "k", "t\nt", "b"])
      #expect([row.thread, row.category, row.argument, row.revision].map(text) == ["th", "c", "é", "1"])
      #expect(row.argumentCount == 3)
    }
    #expect(visited == 1)
    #expect(
      refusal { try f.store.readMessage(account: 77, key: key) { _ throws(Failure) in } }?.code
        == .notFound)
    #expect(
      refusal { try f.store.readMessage(account: 1, key: 0) { _ throws(Failure) in } }?.code == .notFound)
  }

  @Test func identifiersHaveLimits() throws {
    let f = try Fixture()
    let long = String(repeating: "x", count: 1025)
    for answer in [
      refusal { try f.put("") }, refusal { try f.put(long) }, refusal { try f.put("1", rev: long) },
      refusal { try f.put("1", seq: long) },
    ] { #expect(answer?.code == .argument) }
    #expect(try f.put(String(long.dropLast())).change == .added)
  }

  /// Random operations: the deltas always add up to the stored data (`check` in every step).
  @Test(arguments: [1, 2] as [Int32], [false, true]) func deltasAddUp(feeding: Int32, hasLevels: Bool) throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = Generator(state: seed)
    let f = try Fixture(feeding: feeding)
    let paths = ["root", "root.a", "root.a.b", "root.a-b", "root.c"]
    var keys: [Int64] = []
    var model = RuleModel(account: feeding)
    try f.store.follow(f.account)
    var watched = paths.flatMap { path in [false, true].map { (path: path, subtree: $0, counts: MessageCounts()) } }
    for step in 0..<1500 {
      let path = paths.randomElement(using: &random)!
      let id = "\(Int.random(in: 0..<40, using: &random))"
      switch Int.random(in: 0..<12, using: &random) {
      case 10:
        let rule = Int32.random(in: 0...2, using: &random)
        model.rules[path] = rule == 0 ? nil : rule
        try f.setRule(path, rule)
      case 11:
        model.account = Int32.random(in: 1...2, using: &random)
        try f.setDefaultFeeding(model.account)
      case 0..<5:
        let rev = ["", "1", "2", "10"].randomElement(using: &random)!
        keys.append(
          try f.put(
            id, at: path, rev: rev, count: UInt32.random(in: 0..<4, using: &random),
            read: Bool.random(using: &random), snapshot: Int64.random(in: 0..<3, using: &random),
            level: hasLevels ? Int32.random(in: -1...2, using: &random) : 0
          ).key)
      case 5: _ = try f.see(path, subtree: Bool.random(using: &random))
      case 6: _ = try f.read(path, subtree: Bool.random(using: &random))
      case 7:
        _ = refusal {
          _ = try f.store.removeMessage(feed: f.feed, id: raw(id)) {
            p, change throws(Failure) in f.take(p, change)
          }
        }
      case 8:
        _ = try f.mark(path, id, Int64.random(in: 0...3, using: &random))
      default:
        if step % 10 == 0 {
          _ = try f.store.removeOutsideSnapshot(account: f.account, feed: f.feed, snapshot: 1) {
            p, change throws(Failure) in f.take(p, change)
          }
        } else if let key = keys.randomElement(using: &random) {
          let known = try f.list(limit: 100).rows.map(\.key)
          if known.contains(key) { _ = try f.mark(keys: [key]) }
        }
      }
      do { try f.check() } catch { Issue.record("seed \(seed), step \(step): \(error)") }
      let sums = f.sums.mapValues { [$0.count, $0.badges] }
      #expect(try model.feeds(f, at: paths) == sums, "seed \(seed), step \(step)")
      #expect(try model.levels(f, at: paths) == f.levelSums, "seed \(seed), step \(step)")
      // So do the numbers in the journal, which observers of messages receive.
      let journal = try f.store.takeJournal()
      for index in watched.indices {
        let (path, subtree) = (watched[index].path, watched[index].subtree)
        let counts = try f.store.counts(account: f.account, path: raw(path), subtree: subtree)
        for place in journal.paths(of: f.account) {
          let changed = String(decoding: journal.path(place), as: UTF8.self)
          if changed != path && !(subtree && changed.hasPrefix(path + ".")) { continue }
          watched[index].counts = watched[index].counts.adding(journal.counts(place))
        }
        #expect(watched[index].counts == counts, "seed \(seed), step \(step), \(path), subtree: \(subtree)")
      }
    }
  }
}

/// The sums that messages feed by rules, recounted from the messages alone.
private struct RuleModel {
  var account: Int32
  var rules: [String: Int32] = [:]

  func feeding(at path: String) -> Int32 {
    let holders = rules.keys.filter { path == $0 || path.hasPrefix($0 + ".") }
    return holders.max { $0.count < $1.count }.flatMap { rules[$0] } ?? account
  }

  func feeds(_ f: Fixture, at paths: [String]) throws -> [String: [Int64]] {
    var sums: [String: [Int64]] = [:]
    for path in paths {
      let rows = try f.list(path, subtree: false, limit: 1000).rows.filter { $0.state < feeding(at: path) }
      if rows.isEmpty { continue }
      sums[path] = [rows.reduce(0) { $0 + ($1.level < 0 ? 0 : Int64($1.count)) }, Int64(rows.count)]
    }
    return sums
  }

  func levels(_ f: Fixture, at paths: [String]) throws -> [String: FedLevels] {
    var sums: [String: FedLevels] = [:]
    for path in paths {
      let rows = try f.list(path, subtree: false, limit: 1000).rows.filter { $0.state < feeding(at: path) }
      let highlighted = rows.filter { $0.level > 0 }
      let levels = FedLevels(
        highlights: highlighted.reduce(0) { $0 + Int64($1.count) }, highlighted: Int64(highlighted.count),
        criticals: Int64(rows.count { $0.level == 2 }), passives: Int64(rows.count { $0.level < 0 }))
      if !levels.isNothing { sums[path] = levels }
    }
    return sums
  }
}
