import TallyMemory
import TallyTree
import Testing

@Suite struct ChangesTests {
  /// All visible badges.
  private func state(_ tree: Tree) throws -> [String: Visible] {
    var found = List<NodeIndex>()
    try tree.collect(.root, subtree: true, into: &found)
    var state: [String: Visible] = [:]
    for position in 0..<found.count {
      state[text(tree.path(of: found[position]))] = tree.visible(found[position])
    }
    return state
  }

  private func changed(_ tree: Tree, since revision: UInt64) -> (ChangesResult, [String]) {
    var paths: [String] = []
    let result = tree.changes(since: revision) { at in
      paths.append(text(tree.path(of: at)))
      return true
    }
    return (result, paths)
  }

  private func change(_ tree: Tree, _ random: inout SplitMix) throws {
    let names = ["root.a", "root.a.x", "root.a.x.1", "root.a.y", "root.b", "root.b.z", "root.c"]
    let isSingle = random.chance(50)
    tree.begin(isSingle ? .single : .undoable)
    for _ in 0..<(isSingle ? 1 : random.below(6) + 1) {
      let at = try withBytes(random.pick(names)) { try tree.findOrCreate($0) }
      switch random.below(6) {
      case 0: try tree.clearTree(at)
      case 1: try tree.setOwnBadge(at, .none)
      case 2: try tree.setOwnBadge(at, .dot)
      case 3: try tree.setMute(at, random.pick([.none, .number, .all]))
      default: try tree.set(at, Int64(random.below(3)))
      }
    }
    if !isSingle {
      if random.chance(10) { return tree.rollback() }
      try tree.prepareCommit()
    }
    tree.commit()
    tree.clearNotices()
  }

  @Test(arguments: [Aggregation.children, .sum], 0..<40)
  func everyChangeIsListedOnce(aggregation: Aggregation, seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let tree = try Tree.make(aggregation: aggregation)
    try tree.trackChanges()
    var states: [UInt64: [String: Visible]] = [0: [:]]
    for _ in 0..<150 {
      try change(tree, &random)
      let now = try state(tree)
      states[tree.revision] = now
      let since = UInt64(random.below(Int(tree.revision) + 1))
      guard let then = states[since] else { continue }
      let (result, paths) = changed(tree, since: since)
      #expect(result == .complete(tree.revision), "seed \(seed)")
      #expect(Set(paths).count == paths.count, "seed \(seed)")
      let different = Set(now.keys).union(then.keys).filter {
        (now[$0] ?? .nothing) != (then[$0] ?? .nothing)
      }
      #expect(different.isSubset(of: paths), "seed \(seed): \(different) in \(paths)")
    }
  }

  @Test func unknownChangesAreResync() throws {
    let tree = try Tree.make()
    tree.begin(.single)
    try tree.set(try withBytes("a") { try tree.findOrCreate($0) }, 1)
    tree.commit()
    #expect(changed(tree, since: 1).0 == .complete(1))
    #expect(changed(tree, since: 0).0 == .resync)
    try tree.trackChanges()
    #expect(changed(tree, since: 0).0 == .resync)
    #expect(changed(tree, since: 2).0 == .resync)
  }

  /// More changes than are kept: the older ones are dropped, and the result says so.
  @Test func memoryIsBounded() throws {
    let tree = try Tree.make()
    try tree.trackChanges()
    let nodes = try ["a", "b"].map { try withBytes($0) { try tree.findOrCreate($0) } }
    for number in 1...70_000 {
      tree.begin(.single)
      try tree.set(nodes[number % 2], Int64(number))
      tree.commit()
    }
    #expect(changed(tree, since: 10).0 == .resync)
    let (result, paths) = changed(tree, since: 69_000)
    #expect(result == .complete(70_000))
    #expect(Set(paths) == ["root", "root.a", "root.b"])
  }

  /// As many changes as there is room for are all known, and one more drops the oldest alone.
  @Test func exactlyAsManyAsFit() throws {
    let tree = try Tree.make()
    try tree.trackChanges(capacity: 8)
    for number in 1...8 {
      tree.begin(.single)
      try tree.set(try withBytes("n\(number)") { try tree.findOrCreate($0) }, 1)
      tree.commit()
    }
    let names = (1...8).map { "root.n\($0)" }
    #expect(changed(tree, since: 0).0 == .complete(8))
    #expect(Set(changed(tree, since: 0).1) == Set(names + ["root"]))
    tree.begin(.single)
    try tree.set(try withBytes("n9") { try tree.findOrCreate($0) }, 1)
    tree.commit()
    #expect(changed(tree, since: 0).0 == .resync)
    #expect(changed(tree, since: 1).0 == .complete(9))
    #expect(Set(changed(tree, since: 1).1) == Set(names.dropFirst() + ["root.n9", "root"]))
  }

  /// A visitor that stops continues later at the same place.
  @Test func partsAddUp() throws {
    let tree = try Tree.make()
    try tree.trackChanges()
    for name in ["a", "b.c", "d"] {
      tree.begin(.single)
      try tree.set(try withBytes(name) { try tree.findOrCreate($0) }, 1)
      tree.commit()
    }
    var seen: Set<String> = []
    var since: UInt64 = 0
    var rounds = 0
    while rounds < 10 {
      rounds += 1
      var room = 3
      let result = tree.changes(since: since) { at in
        if room == 0 { return false }
        room -= 1
        seen.insert(text(tree.path(of: at)))
        return true
      }
      if case .partial(let reached) = result { since = reached } else { break }
    }
    #expect(rounds > 1 && rounds < 10)
    #expect(seen == ["root", "root.a", "root.b", "root.b.c", "root.d"])
  }
}
