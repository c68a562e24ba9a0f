import TallyFailure
import TallyMemory
import TallyStore
import TallyWire
import TestSupport
import Testing

@testable import TallyEngine

@Suite struct GroupCacheTests {
  /// Caches of accounts without observers are dropped, even without a notice.
  @Test func cachesOfSixtyFourAccountsAreKept() throws {
    let store = try Store.open(file: nil, seed: 1, now: 1000)
    let caches = GroupCaches(groups: 10)
    for account in Int64(1)...200 {
      _ = try caches.cache(account, slot: 0, store) { $0.account <= 3 }
    }
    #expect(caches.count == 64)
    for account in Int64(1)...3 { #expect(caches.known(account) != nil) }
  }

  @Test func categoriesWithoutWordsAreForgotten() throws {
    let store = try Store.open(file: nil, seed: 1, now: 1000)
    let cache = try GroupCaches(groups: 10).cache(1, slot: 0, store) { _ in false }
    for number in 0..<1000 {
      _ = try [UInt8]("c\(number)".utf8).withUnsafeBytes { try cache.category($0) }
      try cache.withState(of: .all, store) { _ in }
    }
    #expect(cache.catalogue.categoryCount <= 11)
  }

  /// An account with messages, and the cache of its groups.
  private struct Bed {
    let store: Store
    let account: Int64
    let feed: Int64
    let caches: GroupCaches
    let cache: GroupCache

    init(groups: Int = 10) throws {
      store = try Store.open(file: nil, seed: 1, now: 1000)
      account = try store.findOrCreateAccount(name: raw("ann"), aggregation: 0, feeding: 1).id
      feed = try store.findOrCreateFeed(account: account, name: raw("main"), url: raw("u"), prefix: raw("root")).id
      caches = GroupCaches(groups: groups)
      cache = try caches.cache(account, slot: 0, store) { _ in false }
    }

    func post(_ id: String, _ thread: String, rev: String = "", category: String = "") throws {
      var item = MessageItem()
      (item.id, item.path, item.thread, item.revision) = (raw(id), raw("root.in"), raw(thread), raw(rev))
      (item.category, item.argument) = (raw(category), raw(id))
      _ = try store.upsertMessage(
        account: account, feed: feed, item: item, snapshot: 0, source: .response(asked: .max)
      ) { _, _ throws(Failure) in }
    }

    func dismiss(_ thread: String) throws {
      _ = try store.dismissGroup(account: account, .thread(raw(thread))) { _, _ throws(Failure) in }
    }

    /// Ends a change that is stored.
    func commit() throws { caches.take(try store.takeJournal()) }

    /// The number of messages in a group, and of those that nobody has seen.
    func read(_ thread: String) throws -> [Int] {
      var numbers: [Int] = []
      try cache.withState(of: .thread(raw(thread)), store) { state in
        numbers = [state.digest.notifications, state.fresh]
      }
      return numbers
    }
  }

  @Test func aCommittedChangeIsTaken() throws {
    let bed = try Bed()
    #expect(try bed.read("a") == [0, 0])
    try bed.post("1", "a")
    try bed.post("2", "b")
    try bed.commit()
    #expect(try bed.cache.verify(bed.store) && bed.read("a") == [1, 1])
    // A change that is undone leaves the journal, so the cache never hears of it.
    try bed.store.begin()
    try bed.post("3", "a")
    try bed.store.rollback()
    try bed.commit()
    #expect(try bed.cache.verify(bed.store) && bed.read("a") == [1, 1])
    try bed.dismiss("a")
    try bed.commit()
    #expect(try bed.cache.verify(bed.store) && bed.read("a") == [0, 0])
  }

  /// Whatever changes, a cached group is what the store has.
  @Test func cachedGroupsAgreeWithTheStore() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SplitMix(seed: seed)
    func number(_ limit: UInt64) -> Int { Int(random.next() % limit) }
    let bed = try Bed(groups: 6)
    for step in 0..<2000 {
      let isUndone = number(5) == 0
      if isUndone { try bed.store.begin() }
      for _ in 0...number(3) {
        switch number(8) {
        case 0: try bed.dismiss("t\(number(4))")
        case 1:
          _ = try bed.store.removeMessage(feed: bed.feed, id: raw("\(number(30))")) {
            _, _ throws(Failure) in
          }
        default: try bed.post("\(number(30))", "t\(number(8))", rev: "\(step)", category: "c\(number(9))")
        }
      }
      if isUndone { try bed.store.rollback() }
      try bed.commit()
      #expect(try bed.cache.verify(bed.store), "seed \(seed), step \(step)")
      for _ in 0..<number(3) { _ = try bed.read("t\(number(8))") }
    }
  }
}
