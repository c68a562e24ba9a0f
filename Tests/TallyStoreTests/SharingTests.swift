import TallyFailure
import TallyMemory
import TallyWire
import TestSupport
import Testing

@testable import TallyStore

/// Messages with further paths. ``Fixture/check()`` compares the deltas with a recount after each call.
@Suite struct SharingTests {
  private static let paths = ["root", "root.a", "root.a.x", "root.b", "root.b.y", "root.c"]

  @Test func itFeedsAllOfItsPathsTogether() throws {
    let f = try Fixture()
    try f.put("1", at: "root.a", count: 3, also: ["root.b"])
    #expect(f.sums.count == 1)
    #expect(f.sums["root.a\nroot.b"]! == (3, 1))
    #expect(try f.see("root.b") == 1)
    #expect(f.sums.isEmpty)
    try f.put("2", at: "root.a", rev: "1", also: ["root.b"])
    try f.put("2", at: "root.b", rev: "2", count: 2, also: ["root.a", "root.c"])
    #expect(f.sums["root.b\nroot.a\nroot.c"]! == (2, 1))
    try f.put("2", at: "root.b", rev: "3", count: 2)
    #expect(f.sums["root.b"]! == (2, 1))
    #expect(f.sums.count == 1)
    #expect(try f.see("root.a") == 0)
  }

  /// A file without such messages has nothing of this. The first one makes it, unless it is rolled back.
  @Test func itBeginsWithTheFirstOne() throws {
    let f = try Fixture()
    try f.put("1", at: "root.a")
    #expect(!f.store.isSharing)
    try f.store.begin()
    try f.put("2", at: "root.a", also: ["root.b"])
    #expect(f.store.isSharing)
    try f.store.rollback()
    #expect(!f.store.isSharing)
    f.sums = ["root.a": (1, 1)]
    try f.put("2", at: "root.a", also: ["root.b"])
    #expect(try f.see("root.b") == 1)
    #expect(try f.ids("root.b") == ["2"])
  }

  /// A part that is rolled back takes away what it has begun, and nothing that was there.
  @Test(arguments: [false, true]) func aPartIsRolledBack(hasBegun: Bool) throws {
    let f = try Fixture()
    try f.store.begin()
    if hasBegun { try f.put("1", at: "root.a", also: ["root.b"]) }
    let sums = f.sums
    try f.store.beginPart()
    try f.put("2", at: "root.a", also: ["root.b"])
    try f.store.abandonPart()
    f.sums = sums
    #expect(f.store.isSharing == hasBegun)
    #expect(try f.ids("root.b") == (hasBegun ? ["1"] : []))
    #expect(try f.see("root.b") == (hasBegun ? 1 : 0))
    try f.store.commit()
    try f.put("3", at: "root.a", also: ["root.b"])
    #expect(try f.ids("root.b") == (hasBegun ? ["3", "1"] : ["3"]))
  }

  @Test func aFileIsOpenedAgain() throws {
    let scratch = try Scratch()
    let file = scratch.file("f")
    var key: Int64 = 0
    do {
      let store = try openStore(file)
      let account = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: 1).id
      let feed = try store.findOrCreateFeed(account: account, name: raw("f"), url: raw("u"), prefix: raw("root")).id
      var item = MessageItem()
      (item.id, item.path, item.also) = (raw("1"), raw("root.a"), raw("\nroot.b"))
      key = try store.upsertMessage(account: account, feed: feed, item: item, snapshot: 0, source: .host) { _, _ in }
        .key
      try store.close()
    }
    let store = try openStore(file)
    #expect(store.isSharing)
    var found: [String] = []
    #expect(
      try store.markSeen(account: 1, path: raw("root.b"), subtree: false) { path, change throws(Failure) in
        found.append("\(text(path)) \(change.count) \(change.badges)")
      } == 1)
    #expect(found == ["root.a\nroot.b -1 -1"])
    #expect(key > 0)
  }

  @Test(arguments: 0..<8) func randomCalls(run: Int) throws {
    let seed = randomSeed()
    var random = Generator(state: seed)
    let f = try Fixture(feeding: Int32.random(in: 1...2, using: &random))
    var revision = 0
    for turn in 0..<120 {
      let (path, subtree) = (Self.paths.randomElement(using: &random)!, Bool.random(using: &random))
      switch Int.random(in: 0..<9, using: &random) {
      case 0...3:
        revision += 1
        let also = Self.paths.filter { $0 != path && Int.random(in: 0..<4, using: &random) == 0 }
        try f.put(
          "\(Int.random(in: 0..<9, using: &random))", at: path, rev: "\(1000 + revision)", seq: "\(revision)",
          count: UInt32.random(in: 0...3, using: &random), also: also)
      case 4: _ = try f.see(path, subtree: subtree)
      case 5: _ = try f.read(path, subtree: subtree)
      case 6:
        let keys = try f.list(path, subtree: subtree).rows.map(\.key)
        if let key = keys.randomElement(using: &random) {
          _ = try f.mark(keys: [key], read: Bool.random(using: &random))
        }
      case 7: try f.mark(path, "\(Int.random(in: 0...revision + 1, using: &random))", 0)
      default: try f.setRule(path, Int32.random(in: 0...2, using: &random))
      }
      try f.check()
      let counts = try f.store.counts(account: f.account, path: raw(path), subtree: subtree)
      #expect(try f.list(path, subtree: subtree).rows.count == counts.total, "TALLY_SEED=\(seed), turn \(turn)")
      #expect(
        try f.list(path, subtree: subtree, unread: true).rows.count == counts.unread, "TALLY_SEED=\(seed), turn \(turn)"
      )
    }
  }
}
