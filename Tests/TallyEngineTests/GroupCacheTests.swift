import TallyMemory
import TallyStore
import Testing

@testable import TallyEngine

@Suite struct GroupCacheTests {
  static func touch(_ cache: GroupCache, _ threads: String...) {
    for thread in threads {
      let bytes = [UInt8](thread.utf8)
      _ = bytes.withUnsafeBytes { cache.touch($0) }
    }
  }

  static func touched(_ cache: GroupCache) -> [String] {
    (0..<cache.touchedCount).map { String(decoding: cache.touchedThread($0), as: UTF8.self) }
  }

  @Test func moreGroupsThanItMayKeepAreForgotten() {
    for (capacity, known) in [(2, []), (3, ["a"])] {
      let cache = GroupCache(account: 1, capacity: capacity)
      cache.isObserved = true
      Self.touch(cache, "a", "b", "c")
      cache.keepTouched()
      cache.isObserved = false
      Self.touch(cache, "a")
      #expect(Self.touched(cache) == known && cache.verify())
    }
  }

  /// Caches of accounts without observers are dropped, even without a notice.
  @Test func cachesOfSixtyFourAccountsAreKept() throws {
    let store = try Store.open(file: nil, seed: 1, now: 1000)
    let caches = GroupCaches(groups: 10)
    for account in Int64(1)...200 {
      let cache = try caches.cache(account, slot: 0, store) { $0.account <= 3 }
      cache.isObserved = true
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

  @Test func aChangedGroupIsNotedOnce() {
    let cache = GroupCache(account: 1, capacity: 65_536)
    // The group was not listed and has no observers, so nothing is noted.
    Self.touch(cache, "a")
    #expect(Self.touched(cache) == [] && cache.verify())
    cache.isObserved = true
    Self.touch(cache, "a", "b", "a")
    #expect(Self.touched(cache) == ["a", "b"] && cache.verify())
    cache.keepTouched()
    #expect(Self.touched(cache) == [] && cache.verify())
    // The next transaction may change it again.
    Self.touch(cache, "b")
    #expect(Self.touched(cache) == ["b"])
    cache.undoTouched()
    Self.touch(cache, "b", "c")
    #expect(Self.touched(cache) == ["b", "c"] && cache.verify())
  }
}
