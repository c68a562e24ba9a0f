import TallyMemory
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

  @Test func aChangedGroupIsNotedOnce() {
    let cache = GroupCache(account: 1, capacity: 65_536)
    // Nobody has looked at it, and nobody observes: nothing needs to be known.
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
