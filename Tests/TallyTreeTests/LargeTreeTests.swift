import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// A tree that is so large that it prefetches. Nothing that it returns depends on that.
@Suite struct LargeTreeTests {
  private static let leaves = 40_000

  private func path(_ number: Int) -> String { "root.a\(number % 20).b\(number % 400).c\(number)" }

  private func makeLarge() throws -> Tree {
    let tree = try Tree.make(seed: 9)
    for number in 0..<Self.leaves { _ = try withBytes(path(number)) { try tree.findOrCreate($0) } }
    try #require(tree.isLarge && tree.count > 1 << 15)
    return tree
  }

  private func single(_ tree: Tree, _ body: () throws -> Void) rethrows {
    tree.begin(.single)
    defer { tree.commit() }
    try body()
  }

  private func changed(_ tree: Tree, since revision: UInt64) -> [String] {
    var paths: [String] = []
    let result = tree.changes(since: revision) {
      paths.append(text(tree.path(of: $0)))
      return true
    }
    #expect(result == .complete(tree.revision))
    return paths
  }

  private func visible(_ tree: Tree) -> [String: Visible] {
    var all: [String: Visible] = [:]
    for index in 0..<tree.count {
      let at = NodeIndex(UInt32(index))
      all[text(tree.path(of: at))] = tree.visible(at)
    }
    return all
  }

  @Test func everyChangeIsListedOnce() throws {
    let tree = try makeLarge()
    try tree.trackChanges()
    let before = visible(tree)
    for number in stride(from: 0, to: Self.leaves, by: 97) {
      let at = try withBytes(path(number)) { try #require(try tree.find($0)) }
      try single(tree) { try tree.set(at, Int64(number + 1)) }
    }
    for path in ["root", "root.a3", "root.a4.b4"] {
      let at = try withBytes(path) { try #require(try tree.find($0)) }
      try single(tree) { try tree.setMute(at, .number) }
    }
    let after = visible(tree)
    let all = changed(tree, since: 0)
    let different = before.keys.filter { before[$0] != after[$0] }
    #expect(different.count > 400)
    #expect(Set(all) == Set(different) && all.count == different.count)
    let at = try withBytes("root.a4.b4.new") { try tree.findOrCreate($0) }
    try single(tree) { try tree.set(at, 5) }
    #expect(Set(changed(tree, since: tree.revision - 1)).isSuperset(of: ["root.a4.b4.new", "root.a4.b4"]))
    #expect(try tree.verify() == nil)
  }

  /// When empty nodes are removed, the later changes are still known.
  @Test func changesAfterNodesWereRemoved() throws {
    let tree = try makeLarge()
    try tree.trackChanges(capacity: 1 << 10)
    let revision = tree.revision
    for number in 0..<100 {
      let at = try withBytes(path(number)) { try #require(try tree.find($0)) }
      try single(tree) { try tree.set(at, 1) }
      try single(tree) { try tree.set(at, 0) }
    }
    // Further changes push those out, and the empty nodes are removed.
    for number in 1000..<2500 {
      let at = try withBytes(path(number)) { try #require(try tree.find($0)) }
      try single(tree) { try tree.set(at, 1) }
    }
    let count = tree.count
    tree.reclaim()
    #expect(tree.count < count / 4)
    #expect(tree.changes(since: revision) { _ in true } == .resync)
    #expect(changed(tree, since: tree.revision - 40).contains(path(2499)))
    #expect(try tree.verify() == nil)
  }

  /// A run of operations by handles does what single operations do, and stops at the first that is not usual.
  @Test func runsBringTheSame() throws {
    let (tree, other) = (try makeLarge(), try makeLarge())
    var rows: [OperationRow] = []
    for number in 0..<500 {
      let leaf = path(number * 7)
      let handle = try withBytes(leaf) { try tree.retain(try #require(try tree.find($0))) }
      let kind = [OperationRow.set, OperationRow.dot, OperationRow.clear, OperationRow.get][number % 4]
      rows.append(OperationRow(kind: kind, node: handle, value: Int64(number % 5), until: 0))
      let at = try withBytes(leaf) { try #require(try other.find($0)) }
      try single(other) {
        if kind == OperationRow.set { try other.set(at, Int64(number % 5)) }
        if kind == OperationRow.dot { try other.setOwnBadge(at, .dot) }
        if kind == OperationRow.clear { try other.setOwnBadge(at, .none) }
      }
    }
    rows[400].node = 1 << 60
    try tree.beginRun()
    let stops = rows.withUnsafeMutableBytes { raw in
      let all = OperationRows(
        start: raw.baseAddress.unsafelyUnwrapped, stride: MemoryLayout<OperationRow>.stride)
      return [tree.performUsual(all, 0, 500), tree.performUsual(all, 401, 500)]
    }
    tree.commit()
    #expect(stops == [400, 500])
    for number in 0..<500 where number != 400 {
      let ats = try withBytes(path(number * 7)) { (try #require(try tree.find($0)), try #require(try other.find($0))) }
      #expect(tree.visible(ats.0) == other.visible(ats.1), "\(number)")
      if rows[number].kind == OperationRow.get {
        let shown = tree.visible(ats.0)
        #expect(rows[number].count == shown.count && (rows[number].badgeKind != OperationRow.noBadge) == shown.shows)
      }
    }
    #expect(try tree.verify() == nil)
  }

  /// Looking ahead finds the node that the operation will find, and whatever does not exist does no harm.
  @Test func lookingAhead() throws {
    let tree = try makeLarge()
    for number in stride(from: 0, to: Self.leaves, by: 331) {
      try withBytes(path(number)) { bytes in
        let at = try #require(try tree.find(bytes))
        #expect(tree.lookAhead(hash: tree.lookAhead(bytes)) == at.raw)
        let parent = tree.lookAhead(hash: tree.lookAhead(above: bytes))
        #expect(parent.map { text(tree.path(of: NodeIndex($0))) } == "root.a\(number % 20).b\(number % 400)")
        let handle = try tree.retain(at)
        #expect(tree.lookAhead(handle: handle) == at.raw)
        try tree.release(handle)
      }
      withBytes(path(number) + "x") { #expect(tree.lookAhead(hash: tree.lookAhead($0)) == nil) }
    }
    withBytes("name") { #expect(tree.lookAhead(hash: tree.lookAhead(above: $0)) == nil) }
    let (count, before) = (tree.count, try tree.digest(.root))
    for index in [0, 1, UInt32(tree.count - 1), UInt32(tree.count), UInt32.max] {
      tree.lookAhead(node: index)
      tree.lookAhead(branchOf: index)
    }
    #expect(tree.lookAhead(handle: 0) == 0 && tree.lookAhead(handle: UInt64.max) == 0)
    #expect(try tree.count == count && tree.digest(.root) == before && tree.verify() == nil)
  }

  /// After so many queries that their numbers begin again, each node is still listed once.
  @Test func queriesAreNumberedAgain() throws {
    let tree = try Tree.make()
    try tree.trackChanges()
    for name in ["a", "b.c", "b.d"] {
      let at = try withBytes(name) { try tree.findOrCreate($0) }
      try single(tree) { try tree.set(at, 1) }
    }
    let expected = changed(tree, since: 0).sorted()
    tree.query = Mark.max - 1
    for _ in 0..<4 { #expect(changed(tree, since: 0).sorted() == expected) }
    #expect(expected == ["root", "root.a", "root.b", "root.b.c", "root.b.d"] && tree.query < 10)
  }

  /// Patches that are longer than the memory that is filled in one go, of entries that change in turns or all.
  @Test(arguments: [1, 2, 3, 5]) func longPatches(every: Int) throws {
    let paths = (0..<12_000).map { "n\(100_000 + $0)" }
    let before = paths.map { Owned($0, OwnState(badge: .count(1))) }
    let after = paths.enumerated().map { Owned($1, OwnState(badge: .count($0 % every == 0 ? 2 : 1))) }
    let patch = try diff(writeSnapshot(before), writeSnapshot(after))
    let changes = try readPatch(patch)
    #expect(changes.count == (12_000 + every - 1) / every)
    #expect(changes.allSatisfy { $0.old == OwnState(badge: .count(1)) && $0.new == OwnState(badge: .count(2)) })
    #expect(changes.map(\.path) == paths.enumerated().filter { $0.offset % every == 0 }.map(\.element))
    let host = try Host()
    try host.restore(writeSnapshot(before))
    try host.apply(patch)
    #expect(try host.snapshot() == writeSnapshot(after))
  }
}
