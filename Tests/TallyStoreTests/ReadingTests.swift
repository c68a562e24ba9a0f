import TallyFailure
import TallyStore
import TestSupport
import Testing

@Suite struct ReadingTests {
  @Test func noMarkTakesAwayWhatAnotherHasRead() throws {
    let f = try Fixture(feeding: 2)
    for id in ["1", "2", "3"] { try f.put(id) }
    try f.put("4", read: true)
    #expect(try f.mark("root.in", "3", 5) == 3)
    #expect(try f.ids(unread: true) == [])
    #expect(try f.mark("root.in", "1", 4) == 0)
    #expect(try f.mark("root.in", "1", 5) == 0)
    #expect(try f.mark("root.in", "1", 6) == 0)
    #expect(try f.ids(unread: true) == [])
    #expect(try f.marks() == ["root.in 1 6", "root.in 3 5"])
    #expect(try f.mark("root.in", "2", 6) == 0)
    #expect(try f.marks() == ["root.in 2 6", "root.in 3 5"])
    #expect(try f.mark("root.in", "9", 6) == 0)
    #expect(try f.marks() == ["root.in 9 6"])
    // Own states stay known below: a message that is unread again was not seen itself.
    #expect(try f.state("1") == 2)
  }

  @Test func manyMarksOfAPathAreOnePass() throws {
    let f = try Fixture(feeding: 2)
    for id in 1...50 { try f.put("\(id)", at: id % 2 == 0 ? "root.in" : "root.in.a") }
    var marks = MarkList()
    for step in 1...40 {
      try f.store.addMark(to: &marks, path: raw("root.in"), upTo: raw("\(step)"), version: Int64(100 - step))
      try f.store.addMark(to: &marks, path: raw("root.in.a"), upTo: raw("\(step)"), version: 1)
    }
    let read = try f.store.joinMarks(
      account: f.account, feed: f.feed, &marks, arrivals: Int64.max, source: .host
    ) { path, change throws(Failure) in f.take(path, change) }
    #expect(read == 40)
    try f.check()
    #expect(try f.marks().count == 41)
    #expect(try f.ids(unread: true) == (41...50).reversed().map { "\($0)" })
  }

  @Test func versionsOfMessagesMerge() throws {
    let f = try Fixture(feeding: 2)
    try f.put("1", rev: "1", version: 3)
    for (version, read, unread) in [(2, true, true), (3, true, false), (3, false, false), (4, false, true)] {
      try f.put("1", rev: "1", read: read, version: Int64(version))
      #expect(try f.ids(unread: true) == (unread ? ["1"] : []), "\(version) \(read)")
    }
    // A mark of its version; with a higher revision, versions start from scratch.
    #expect(try f.mark("root", "1", 4) == 1)
    try f.put("1", rev: "2", version: 0)
    #expect(try f.ids(unread: true) == [])
    try f.put("1", rev: "3", version: 5)
    #expect(try f.ids(unread: true) == ["1"])
    try f.put("1", rev: "2", read: true, version: 9)
    #expect(try f.ids(unread: true) == ["1"])
  }

  @Test func laterMessagesAreCoveredOnlyByAMark() throws {
    let f = try Fixture()
    try f.mark("root", "9", 1)
    try f.put("5")
    #expect(try f.ids(unread: true) == ["5"])
    try f.mark("root", "9", 1)
    #expect(try f.ids(unread: true) == ["5"])
    let last = try f.store.lastMessage()
    try f.put("6")
    try f.put("7")
    // In a page with an earlier mark: as far as both reach.
    try f.mark("root", "6", 0, arrivals: last)
    #expect(try f.ids(unread: true) == ["7", "5"])
    try f.mark("root", "9", 1, arrivals: last)
    #expect(try f.ids(unread: true) == ["5"])
    try f.mark("root", "9", 2)
    #expect(try f.ids(unread: true) == [])
    // A higher revision is a new message.
    try f.put("5", rev: "2")
    #expect(try f.ids(unread: true) == ["5"])
  }

  @Test func marksOfPathsAddUp() throws {
    let f = try Fixture()
    try f.put("1", at: "root.a.x")
    try f.put("2", at: "root.a")
    try f.put("3", at: "root.ab")
    try f.mark("root.a", "9", 1)
    try f.mark("root.a.x", "9", 1)
    #expect(try f.ids(unread: true) == ["3"])
    #expect(try f.mark("root.a.x", "0", 2) == 0)
    try f.put("0", at: "root.a.x")
    #expect(try f.ids(unread: true) == ["3", "0"])
    #expect(try f.mark("root", "0", 2) == 0)
    #expect(try f.mark("root", "0", 3) == 1)
    #expect(try f.ids(unread: true) == ["3"])
  }

  @Test func unreadAgain() throws {
    let f = try Fixture(feeding: 2)
    let key = try f.put("1", count: 3).key
    try f.mark("root", "9", 1)
    #expect(try f.mark(keys: [key]) == 0)
    #expect(try f.mark(keys: [key], read: false) == 1)
    #expect(try f.mark(keys: [key], read: false) == 0)
    #expect(try f.state("1") == 1)
    #expect(f.sums["root.in"]?.count == 3)
    // The same mark has no effect, nor does a longer one of its version.
    try f.mark("root", "99", 1)
    #expect(try f.state("1") == 1)
    try f.mark("root", "99", 2)
    #expect(try f.state("1") == 2)
  }

  @Test func localReadsAreMasked() throws {
    let f = try Fixture(feeding: 2)
    let key = try f.put("1", rev: "1").key
    try f.put("2", rev: "1")
    f.readAct.moment = 5
    #expect(try f.mark(keys: [key]) == 1)
    f.asked = 4
    try f.put("1", rev: "2")
    try f.put("2", rev: "2", read: true)
    #expect(try f.state("1") == 2)
    #expect(try f.state("2") == 2)
    f.readAct.moment = 6
    #expect(try f.mark(keys: [key], read: false) == 1)
    try f.mark("root", "9", 1)
    try f.put("1", rev: "2", read: true)
    #expect(try f.state("1") == 1)
    try f.store.unmask(feed: f.feed, asked: f.asked)
    #expect(try f.state("1") == 1)
    // A later request.
    f.asked = 6
    try f.put("1", rev: "3", read: true)
    #expect(try f.state("1") == 2)
    // At a path, up to a message.
    for id in ["3", "4", "5"] { try f.put(id, rev: "1") }
    let middle = try #require(try f.list().rows.first { $0.id == "4" }).key
    f.readAct.moment = 7
    let changed = try f.store.markReadAt(
      account: f.account, path: raw("root"), subtree: true, last: middle, act: f.readAct
    ) { path, change throws(Failure) in f.take(path, change) }
    #expect(changed == 2)
    #expect(try f.ids(unread: true) == ["5"])
    for id in ["3", "4", "5"] { try f.put(id, rev: "2") }
    #expect(try f.ids(unread: true) == ["5"])
    f.asked = 7
    try f.store.unmask(feed: f.feed, asked: f.asked)
    f.asked = 0
    try f.put("3", rev: "3")
    #expect(try f.ids(unread: true) == ["5", "3"])
  }

  @Test func oldOnesGoAndAreKnown() throws {
    let f = try Fixture()
    for id in 1...6 { try f.put("\(id)", rev: "1", read: id < 4) }
    func clean(number: Int64) throws -> Int {
      let removed = try f.store.removeOld(
        account: f.account, feed: f.feed, since: 0, number: number
      ) { path, change throws(Failure) in f.take(path, change) }
      try f.check()
      return removed
    }
    #expect(try clean(number: 6) == 0)
    #expect(try clean(number: 4) == 2)
    // The unread ones stay, however many they are.
    #expect(try clean(number: 1) == 1)
    #expect(try f.ids() == ["6", "5", "4"])
    #expect(try f.put("1", rev: "1").change == .unchanged)
    #expect(try f.put("2").change == .unchanged)
    #expect(try f.ids() == ["6", "5", "4"])
    #expect(try f.put("2", rev: "2").change == .added)
    #expect(try f.ids(unread: true) == ["6", "5", "4", "2"])
  }

  private struct Mark {
    var path, upTo: String
    var version: Int64
  }

  /// Marks and states, any of them more than once, in two orders.
  @Test(arguments: 1...20)
  func anyOrderLeadsToTheSame(run: Int) throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = Generator(state: seed)
    let paths = ["root", "root.a", "root.a.b", "root.c"]
    var marks: [Mark] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      marks.append(
        Mark(
          path: paths.randomElement(using: &random)!, upTo: "\(Int.random(in: 0...21, using: &random))",
          version: Int64.random(in: 0...4, using: &random)))
    }
    let read = (0..<3).map { _ in Int.random(in: 1...20, using: &random) }
    let home = (1...20).map { _ in paths.randomElement(using: &random)! }
    var results: [[String]] = []
    for _ in 0..<4 {
      let f = try Fixture(feeding: 2)
      for id in 1...20 { try f.put("\(id)", at: home[id - 1], rev: "1") }
      var steps = Array(0..<(marks.count + read.count))
      steps += steps.filter { _ in Bool.random(using: &random) }
      for step in steps.shuffled(using: &random) {
        if step < marks.count {
          try f.mark(marks[step].path, marks[step].upTo, marks[step].version)
        } else {
          let id = read[step - marks.count]
          try f.put("\(id)", at: home[id - 1], rev: "1", read: true)
        }
      }
      results.append(try f.ids(unread: true))
    }
    for result in results { #expect(result == results[0], "seed \(seed)") }
  }
}
