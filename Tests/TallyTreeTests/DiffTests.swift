import CMemory
import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// The patch by definition.
private func expectedChanges(_ a: [Owned], _ b: [Owned]) -> [Change] {
  let old = Dictionary(uniqueKeysWithValues: a.map { ($0.path, $0.own) })
  let new = Dictionary(uniqueKeysWithValues: b.map { ($0.path, $0.own) })
  return Set(old.keys).union(new.keys)
    .map { Change(path: $0, old: old[$0] ?? OwnState(), new: new[$0] ?? OwnState()) }
    .filter { $0.old != $0.new }
    .sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
}

@Suite struct DiffTests {
  @Test(arguments: [true, false]) func case23(single: Bool) throws {
    let a = try Host()
    let b = try Host()
    a.usesSingle = single
    for host in [a, b] { try host.set("root.a", 2) }
    try a.dot("root.a.x")
    let patch = try diff(a.snapshot(), b.snapshot())
    #expect(try readPatch(patch) == [Change(path: "a.x", old: OwnState(badge: .dot), new: OwnState())])
    try a.apply(patch)
    #expect(try a.snapshot() == b.snapshot())
    // The last contributing child went, which clears nothing here.
    try a.expect("root.a", true, 2)
    try a.expect("root.a.x", false, 0)
    try a.apply(inverse(patch))
    try a.expect("root.a.x", true, 0)
    // A later clearing works as always.
    try a.clear("root.a.x")
    try a.expect("root.a", false, 0)
  }

  /// All three ways to a patch give the same one. It is minimal, and leads to the other state and back.
  @Test(arguments: [Aggregation.children, .sum]) func patchesLeadThereAndBack(aggregation: Aggregation) throws {
    for seed in UInt64(0)..<400 {
      var maker = RandomOperations(seed: seed)
      let length = maker.random.below(60)
      let a = try maker.host(aggregation, length)
      let b = try maker.host(aggregation, maker.random.below(60))
      if maker.random.chance(50) {
        try b.restore(a.snapshot())
        for _ in 0..<maker.random.below(5) { try maker.step(b) }
      }
      let isWhole = maker.random.chance(60)
      let topA = isWhole ? "root" : maker.random.pick(confusingPaths)
      let topB = isWhole ? "root" : maker.random.pick(confusingPaths)
      let (before, after) = (try a.snapshot(topA), try b.snapshot(topB))
      let patch = try diff(before, after)
      #expect(try readPatch(patch) == expectedChanges(a.owned(topA), b.owned(topB)), "seed \(seed)")
      #expect(try a.diff(topA, to: b, topB) == patch, "seed \(seed)")
      #expect(try a.diff(topA, to: after) == patch, "seed \(seed)")
      #expect(try diff(after, before) == inverse(patch), "seed \(seed)")
      #expect(try inverse(inverse(patch)) == patch, "seed \(seed)")
      try a.apply(patch, at: topA)
      #expect(try a.snapshot(topA) == after, "seed \(seed)")
      #expect(try a.digest(topA) == b.digest(topB), "seed \(seed)")
      #expect(try a.tree.verify() == nil, "seed \(seed)")
      try a.apply(inverse(patch), at: topA)
      #expect(try a.snapshot(topA) == before, "seed \(seed)")
      #expect(try a.tree.verify() == nil, "seed \(seed)")
    }
  }

  @Test func aConflictNamesItsPathAndChangesNothing() throws {
    for seed in UInt64(0)..<300 {
      var maker = RandomOperations(seed: seed)
      let a = try maker.host(.children, 40)
      let b = try maker.host(.children, 40)
      let c = try maker.host(.children, 40)
      let patch = try a.diff(to: b)
      let changes = try readPatch(patch)
      let owned = Dictionary(uniqueKeysWithValues: c.owned().map { ($0.path, $0.own) })
      let first = changes.firstIndex { owned[$0.path] ?? OwnState() != $0.old }
      let (before, nodes, revision) = (try c.snapshot(), c.tree.count, c.tree.revision)
      guard let first else {
        try c.apply(patch)
        continue
      }
      let place = "first at '\(changes[first].path)' below the patch's path"
      expectFailure(.conflict, place, "seed \(seed)") { try c.apply(patch) }
      #expect(try c.snapshot() == before && c.tree.count == nodes && c.tree.revision == revision, "seed \(seed)")
      // With force, the patch's paths get its states, and the others stay unchanged.
      try c.apply(patch, force: true)
      var expected = owned
      for change in changes { expected[change.path] = change.new.isEmpty ? nil : change.new }
      let actual = Dictionary(uniqueKeysWithValues: c.owned().map { ($0.path, $0.own) })
      #expect(actual == expected, "seed \(seed)")
      #expect(try c.tree.verify() == nil, "seed \(seed)")
    }
  }

  /// So large that runs of equal bytes are skipped, with changes of all kinds near and far from each other.
  @Test func largeOnes() throws {
    for seed in UInt64(0)..<40 {
      var random = SplitMix(seed: seed)
      var a: [String: OwnState] = [:]
      for _ in 0..<2000 { a["n\(random.below(30)).m\(random.below(30)).x\(random.below(9))"] = OwnState(badge: .dot) }
      var b = a
      let changes = random.pick([0, 1, 5, 40, 1000])
      for _ in 0..<changes {
        let path = random.chance(70) ? random.pick(Array(a.keys).sorted()) : "n\(random.below(40)).z\(random.below(40))"
        b[path] = random.pick([nil, OwnState(badge: .count(1)), OwnState(badge: .dot, expires: 3)])
      }
      let (listA, listB) = (sorted(a, &random), sorted(b, &random))
      let (before, after) = (try writeSnapshot(listA.ordered), try writeSnapshot(listB.ordered))
      let patch = try diff(before, after)
      #expect(try readPatch(patch) == expectedChanges(listA.ordered, listB.ordered), "seed \(seed)")
      let (hostA, hostB) = (try Host(seed: seed), try Host(seed: seed + 1))
      for (host, list) in [(hostA, listA), (hostB, listB)] {
        try host.transact { for entry in list.shuffled { try host.tree.load(host.node(entry.path), entry.own) } }
        #expect(try host.snapshot() == (list.ordered == listA.ordered ? before : after))
      }
      #expect(try hostA.diff(to: hostB) == patch, "seed \(seed)")
      #expect(try hostB.diff(to: hostA) == inverse(patch), "seed \(seed)")
    }
  }

  /// Entries of all sizes, alike, changed and missing in runs: the short paths agree with the definition.
  @Test func mixedOnes() throws {
    for seed in UInt64(0)..<80 {
      var maker = MixedStates(seed: seed)
      let (old, new) = maker.pair()
      let (before, after) = (try writeSnapshot(old), try writeSnapshot(new))
      #expect(try readSnapshot(before) == old, "seed \(seed)")
      let patch = try diff(before, after)
      #expect(try readPatch(patch) == expectedChanges(old, new), "seed \(seed)")
      #expect(PlainReader.read(patch, isPatch: true) == expectedChanges(old, new), "seed \(seed)")
      #expect(try diff(after, before) == inverse(patch), "seed \(seed)")
      #expect(try readPatch(diff(before, before)) == [], "seed \(seed)")
    }
  }

  /// Every allocation may fail: of the copies, of their index, and of the patch.
  @Test func comparingMayFail() async {
    await #expect(processExitsWith: .success) {
      var maker = MixedStates(seed: 4)
      let (old, new) = maker.pair()
      let (before, after) = (try writeSnapshot(old), try writeSnapshot(new))
      let patch = try diff(before, after)
      for successes in Int64(0)..<1000 {
        ctally_memory_fail_after(successes)
        let found = Result { try diff(before, after) }
        ctally_memory_fail_after(-1)
        if case .success(let found) = found {
          #expect(found == patch && successes > 10)
          return
        }
        #expect(throws: Failure.noMemory) { try found.get() }
      }
      Issue.record("it never succeeded")
    }
  }

  /// Too little memory takes nothing, but the size is reported. Just enough memory takes everything.
  @Test func bytesThatDoNotFitAreCounted() throws {
    var maker = MixedStates(seed: 4)
    let (old, new) = maker.pair()
    let (before, after) = (try writeSnapshot(old), try writeSnapshot(new))
    let patch = try diff(before, after)
    for capacity in [0, 1, 9, 10, 100, patch.count - 9, patch.count - 1, patch.count, patch.count + 1] {
      var memory = [UInt8](repeating: 0xEE, count: patch.count + 8)
      let (count, isComplete) = try memory.withUnsafeMutableBytes { raw in
        var output = ByteOutput(into: UnsafeMutableRawBufferPointer(rebasing: raw[..<capacity]))
        try before.withUnsafeBytes { rawBefore in
          let reader = try SnapshotReader(rawBefore)
          try after.withUnsafeBytes { try reader.encodeDiff(to: SnapshotReader($0), into: &output) }
        }
        return (output.count, output.isComplete)
      }
      #expect(count == patch.count && isComplete == (capacity >= patch.count), "\(capacity)")
      if isComplete { #expect(Array(memory.prefix(count)) == patch) }
      #expect(memory[capacity...].allSatisfy { $0 == 0xEE }, "\(capacity)")
    }
  }

  private func sorted(
    _ states: [String: OwnState], _ random: inout SplitMix
  ) -> (ordered: [Owned], shuffled: [Owned]) {
    let ordered = states.map { Owned($0, $1) }
      .sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
    return (ordered, ordered.shuffled(using: &random))
  }

  /// Every allocation may fail. Then nothing has changed.
  @Test func applyingMayFail() async {
    await #expect(processExitsWith: .success) {
      var failures = 0
      for successes in Int64(0)..<1000 {
        let a = try Host()
        let b = try Host()
        for number in 0..<200 { try b.dot("root.a\(number % 9).b\(number)", until: Int64(10 + number)) }
        for number in 0..<50 { try a.set("root.a\(number % 9).b\(number)", 7) }
        try b.mute("root.a3", .all, until: 30)
        let (before, after) = (try a.snapshot(), try b.snapshot())
        a.tree.drainDirty { _, _, _ in }
        ctally_memory_fail_after(successes)
        do {
          try a.restore(after)
          ctally_memory_fail_after(-1)
          #expect(try a.snapshot() == after && a.tree.verify() == nil)
          #expect(failures > 10)
          return
        } catch {
          ctally_memory_fail_after(-1)
          failures += 1
          #expect(try a.snapshot() == before && a.tree.verify() == nil)
        }
      }
      Issue.record("it never succeeded")
    }
  }
}

@Suite struct DigestTests {
  /// After every step the digest equals that of a fresh tree with the same states, and so do those below.
  @Test(arguments: [Aggregation.children, .sum]) func digestsFollowTheState(aggregation: Aggregation) throws {
    for seed in UInt64(0)..<40 {
      var maker = RandomOperations(seed: seed)
      let host = try Host(aggregation, seed: seed)
      for step in 0..<80 {
        try maker.step(host)
        // Not always immediately, so that marks accumulate.
        if maker.random.chance(40) { continue }
        let fresh = try Host(aggregation, seed: seed + 1)
        try fresh.restore(host.snapshot())
        for path in confusingPaths {
          let (one, other) = (try host.digest(path), try fresh.digest(path))
          #expect(one == other, "seed \(seed), step \(step), \(path)")
          #expect((one == 0) == host.owned(path).isEmpty, "seed \(seed), step \(step), \(path)")
        }
      }
    }
  }

  /// Digests are equal exactly if the states are, over all subtrees of many trees.
  @Test func digestsTellStatesApart() throws {
    var states: [UInt64: [Owned]] = [:]
    for seed in UInt64(0)..<200 {
      var maker = RandomOperations(seed: seed)
      let length = maker.random.below(30)
      let host = try maker.host(.children, length)
      for path in confusingPaths {
        let (digest, owned) = (try host.digest(path), host.owned(path))
        #expect(states[digest, default: owned] == owned, "seed \(seed), \(path)")
        states[digest] = owned
      }
    }
    let distinct = Set(states.values.map { "\($0)" })
    #expect(distinct.count == states.count)
    #expect(states.count > 500)
  }

  @Test func childrenLeadToWhereItDiffers() throws {
    let host = try Host()
    try host.set("root.a.x", 1)
    try host.dot("root.b")
    try host.page(["root.c": [1]])
    try host.dot("root.d.e")
    try host.clear("root.d.e")
    var found: [String: UInt64] = [:]
    try host.tree.forEachChildDigest(of: .root) { found[text(host.tree.path(of: $0))] = $1 }
    #expect(found == ["root.a": try host.digest("root.a"), "root.b": try host.digest("root.b")])
    #expect(found["root.a"] != found["root.b"])
  }

  /// A failure loses no marks.
  @Test func askingMayFail() async {
    await #expect(processExitsWith: .success) {
      let host = try Host()
      var failures = 0
      for number in 0..<300 {
        try host.set("root.a\(number % 7).b\(number)", 1)
        for successes in Int64(0)..<20 {
          ctally_memory_fail_after(successes)
          let digest = try? host.tree.digest(.root)
          ctally_memory_fail_after(-1)
          if digest != nil { break }
          failures += 1
        }
      }
      let fresh = try Host()
      try fresh.restore(host.snapshot())
      #expect(try fresh.digest() == host.digest())
      #expect(failures > 5)
    }
  }
}
