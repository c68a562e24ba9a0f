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
      #expect(digest.items == 0 && digest.notifications == 0)
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

  @Test("Two digests are the same if they make the same summaries")
  func sameSummaries() throws {
    var words = Words()
    let group = [
      Posted(argument: "Bo"), Posted(category: "photos", argument: "Ann"), Posted(argument: "Ann", count: 3), Posted(),
    ]
    var one = GroupDigest()
    try words.gather(group, into: &one)
    func isSame(_ other: [Posted]) throws -> Bool {
      var digest = GroupDigest()
      try words.gather(other, into: &digest)
      // Either way round.
      let (there, back) = (one.isSame(as: digest), digest.isSame(as: one))
      #expect(there == back)
      return there
    }
    #expect(try isSame(group))
    // The oldest argument is mentioned later, too.
    #expect(try !isSame(Array(group.dropLast())))
    #expect(try !isSame([]))
    for index in group.indices {
      for change in [Posted(category: "other"), Posted(argument: "Cy"), Posted(count: 9)] {
        var changed = group
        if change.category == "other" { changed[index].category = "other" }
        if change.argument == "Cy" { changed[index].argument = "Cy" }
        if change.count == 9 { changed[index].count = 9 }
        #expect(try !isSame(changed), "\(index) \(change)")
      }
    }
    // Without the leading one's argument.
    var quiet = group
    quiet[0].argument = ""
    #expect(try !isSame(quiet))
    one.removeAll()
    try words.gather(quiet, into: &one)
    #expect(try isSame(quiet) && !isSame(group))
    one.removeAll()
    #expect(try isSame([]) && !isSame(quiet))
  }

  @Test("The order of the covered ones counts only as far as summaries show it")
  func orderOfAddition() throws {
    var words = Words()
    var one = GroupDigest()
    var other = GroupDigest()
    try words.gather(Posted.from("L", "a", "b", "a", "c"), into: &one)
    try words.gather(Posted.from("L", "a", "b", "c", "c"), into: &other)
    var isSame = one.isSame(as: other)
    #expect(isSame)
    other.removeAll()
    try words.gather(Posted.from("L", "b", "a", "c", "c"), into: &other)
    isSame = one.isSame(as: other)
    #expect(!isSame)
  }
}
