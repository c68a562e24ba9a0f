import TallyMemory
import Testing

@testable import TallySummary

struct DigestTests {
  /// The digest's expected content, counted from scratch.
  private struct Expected: Equatable {
    var items: UInt64 = 0
    var categories: [Int32] = []
    var itemsOf: [UInt64] = []
    var arguments: [String] = []

    init(_ newestFirst: [Posted], hidden: Bool, _ number: (String) -> Int32) {
      for posted in hidden ? newestFirst : Array(newestFirst.dropFirst()) {
        let count = max(posted.count, 1)
        items += count
        let category = number(posted.category)
        if let index = categories.firstIndex(of: category) {
          itemsOf[index] += count
        } else {
          categories.append(category)
          itemsOf.append(count)
        }
      }
      for posted in newestFirst.dropFirst() where !posted.argument.isEmpty && !arguments.contains(posted.argument) {
        arguments.append(posted.argument)
      }
    }

    init(_ digest: borrowing GroupDigest, hidden: Bool) {
      items = digest.items(isHidden: hidden)
      for index in 0..<digest.categoryCount(isHidden: hidden) {
        let tally = digest.tally(index, isHidden: hidden)
        categories.append(tally.category)
        itemsOf.append(tally.items)
      }
      var cursor = 0
      while let argument = digest.nextArgument(&cursor) {
        arguments.append(String(decoding: argument, as: UTF8.self))
      }
    }
  }

  @Test("A digest equals a fresh count", arguments: [1, 3, 40])
  func random(variety: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(seed: seed)
    var digest = GroupDigest()
    for _ in 0..<20 {
      digest.removeAll()
      var newestFirst: [Posted] = []
      for _ in 0..<random.below(150) {
        let category = random.below(min(variety, 5)) - 1
        let posted = Posted(
          category: "\(category)", argument: random.chance(20) ? "" : "a\(random.below(variety))",
          count: UInt64(random.below(4)))
        try withBytes(posted.argument) { (bytes) throws(OutOfMemory) in
          try digest.append(category: Int32(category), argument: bytes, count: posted.count)
        }
        newestFirst.insert(posted, at: 0)
        if random.chance(70) { continue }
        for hidden in [false, true] {
          let expected = Expected(newestFirst, hidden: hidden) { Int32($0) ?? -1 }
          #expect(Expected(digest, hidden: hidden) == expected, "seed \(seed)")
        }
        #expect(digest.arguments == Expected(digest, hidden: false).arguments.count, "seed \(seed)")
      }
      #expect(digest.notifications == newestFirst.count)
    }
  }
}
