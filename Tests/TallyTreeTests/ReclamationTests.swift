import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// New nodes replace unused ones.
@Suite struct ReclamationTests {
  private func tree(_ maxNodes: Int, storesState: Bool = false) throws -> Tree {
    try Tree.make(maxNodes: maxNodes, seed: 5, storesState: storesState)
  }

  private func set(_ tree: Tree, _ path: String, _ count: Int64) throws(Failure) {
    tree.begin(.single)
    defer { tree.commit() }
    try withBytesTyped(path) { (bytes) throws(Failure) in try tree.set(try tree.findOrCreate(bytes), count) }
  }

  private func withBytesTyped(
    _ text: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    try body(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]))
  }

  @Test(arguments: [false, true])
  func manyPathsStayWithinTheLimit(withDigestsAndChanges: Bool) throws {
    let tree = try tree(1000)
    if withDigestsAndChanges { try tree.trackChanges() }
    var random = SplitMix(seed: 11)
    var lit: [String] = []
    for number in 0..<60_000 {
      let path = "root.a\(number % 7).b\(random.below(100)).c\(number)"
      try set(tree, path, Int64(1 + number % 3))
      lit.append(path)
      if lit.count > 100 { try set(tree, lit.remove(at: random.below(lit.count)), 0) }
      if withDigestsAndChanges, number % 500 == 0 { _ = try tree.digest(.root) }
    }
    #expect(tree.count <= 1000)
    #expect(tree.memory < 1 << 20)
    #expect(try tree.verify() == nil)
    for path in lit {
      let found = try withBytes(path) { try tree.find($0) }
      let at = try #require(found)
      #expect(tree.visible(at).shows)
    }
  }

  /// A handle of the place behind the last node is invalid, whatever the memory there contains.
  @Test func handlesBehindTheLastNode() throws {
    let tree = try tree(1000)
    try set(tree, "a", 1)
    let last = try tree.retain(try #require(try withBytes("a") { try tree.find($0) }))
    #expect(Int(last & 0xFFFF_FFFF) == tree.nodeCount)
    try #require((tree.nodeCount + 1) * MemoryLayout<Node>.stride <= tree.nodeBlock.byteCapacity)
    // The memory looks like another node with a handle of the same generation.
    (tree.nodes + tree.nodeCount).initialize(to: tree.nodes[tree.nodeCount - 1])
    #expect(throws: Failure.staleNode) { try tree.node(last + 1) }
    #expect(throws: Failure.staleNode) { try tree.release(last + 1) }
    try tree.release(last)
  }

  @Test func aFullTreeOfLitNodesSaysSo() throws {
    let tree = try tree(65)
    for number in 0..<64 { try set(tree, "n\(number)", 1) }
    #expect(throws: Failure.nodeLimit) { try set(tree, "another", 1) }
    try set(tree, "n7", 0)
    try set(tree, "n8", 0)
    try set(tree, "another", 1)
    #expect(tree.count <= 65)
    #expect(try tree.verify() == nil)
  }

  @Test func neededNodesStay() throws {
    let tree = try tree(1 << 20, storesState: true)
    let paths = ["handle", "observer", "subtree", "pinned", "muted", "fed", "dirty", "child.below", "style"]
    for path in paths { try set(tree, path, 1) }
    func node(_ path: String) throws -> NodeIndex { try withBytes(path) { try tree.findOrCreate($0) } }
    let handle = try tree.retain(node("handle"))
    _ = try tree.observe(node("observer"), subtree: false)
    _ = try tree.observe(node("subtree"), subtree: true)
    tree.pin(try node("pinned"))
    var style = Style()
    style.maxCount = 9
    try tree.setStyle(style, icon: UnsafeRawBufferPointer(start: nil, count: 0), of: node("style"))
    tree.begin(.undoable)
    try tree.setMute(node("muted"), .all)
    try tree.feed(node("fed"), count: 0, badges: 1)
    try tree.prepareCommit()
    tree.commit()
    for path in paths where path != "child.below" { try set(tree, path, 0) }
    tree.drainDirty { _, _, _ in }
    try set(tree, "dirty", 1)
    try set(tree, "dirty", 0)
    let before = try paths.map { try node($0).raw }
    tree.reclaim()
    #expect(try paths.map { try node($0).raw } == before)
    #expect(tree.count == 1 + paths.count + 1)
    // And is removed when nothing needs it.
    try tree.release(handle)
    tree.unpin(try node("pinned"))
    tree.drainDirty { _, _, _ in }
    tree.reclaim()
    for path in ["handle", "pinned", "dirty"] { #expect(try withBytes(path) { try tree.find($0) } == nil) }
    #expect(throws: Failure.staleNode) { try tree.node(handle) }
    #expect(try tree.verify() == nil)
  }

  /// The nodes that the current transaction may have to restore stay, even if they are empty by now.
  @Test func aBatchThatClearsAndCreatesCanBeTakenBack() throws {
    let tree = try tree(40)
    for number in 0..<39 { try set(tree, "n\(number)", 1) }
    tree.begin(.undoable)
    for number in 0..<20 {
      let at = try withBytes("n\(number)") { try #require(try tree.find($0)) }
      try tree.setOwnBadge(at, .none)
    }
    // There is no room: the cleared ones are kept for a rollback.
    #expect(throws: Failure.nodeLimit) { try withBytes("another") { try tree.findOrCreate($0) } }
    tree.rollback()
    for number in 0..<39 {
      let at = try withBytes("n\(number)") { try #require(try tree.find($0)) }
      #expect(tree.visible(at) == Visible(shows: true, count: 1))
    }
    #expect(try tree.verify() == nil)
  }

  @Test func changesOfNodesThatWentAreToldOrResynced() throws {
    let tree = try tree(1 << 20)
    try tree.trackChanges()
    try set(tree, "a", 1)
    let revision = tree.revision
    try set(tree, "a", 0)
    tree.reclaim()
    var told: [String] = []
    let result = tree.changes(since: revision) {
      told.append(text(tree.path(of: $0)))
      return true
    }
    #expect(result == .complete(tree.revision))
    #expect(told.sorted() == ["root", "root.a"])
  }

  /// However often a place changes hands, an old handle never leads to another node.
  @Test func handlesOfOldNeverLeadToAnother() throws {
    let tree = try tree(1 << 20)
    let first = try withBytes("first") { try tree.retain(try tree.findOrCreate($0)) }
    let place = try tree.node(first).raw
    try tree.release(first)
    for number in 0..<70_000 {
      let name = "n\(number)"
      tree.reclaim()
      let handle = try withBytes(name) { try tree.retain(try tree.findOrCreate($0)) }
      if try tree.node(handle).raw != place { break }
      #expect(handle != first)
      try tree.release(handle)
    }
    // The place has used up its generations and keeps its last node.
    #expect(throws: Failure.staleNode) { try tree.node(first) }
  }

  /// After its last generation a place keeps its node and its last handle, which is released once like any other.
  @Test func theLastHandleIsReleasedOnce() throws {
    let tree = try tree(100)
    let at = try withBytes("a") { try tree.findOrCreate($0) }
    var last: UInt64 = 0
    for _ in 0...UInt16.max {
      last = try tree.retain(at)
      try tree.release(last)
    }
    #expect(throws: Failure.staleNode) { try tree.release(last) }
    #expect(!tree.isInUse)
    #expect(try tree.verify() == nil)
  }

  @Test func handlesHaveALimit() throws {
    let tree = try tree(100)
    let at = try withBytes("a") { try tree.findOrCreate($0) }
    tree.links[Int(at.raw)].handles = UInt32.max
    #expect(throws: Failure.nodeLimit) { try tree.retain(at) }
    tree.links[Int(at.raw)].handles = 0
    try tree.release(tree.retain(at))
  }

  /// A node whose last child has lost its badge stays until the end of the operation, which clears its own badge.
  @Test(arguments: [true, false]) func reclaimingWithinAnOperation(commits: Bool) throws {
    let tree = try tree(1 << 20)
    try set(tree, "p", 5)
    let (parent, child) = (
      try withBytes("p") { try tree.findOrCreate($0) }, try withBytes("p.c") { try tree.findOrCreate($0) }
    )
    tree.begin(.undoable)
    try tree.feed(child, count: 3, badges: 1)
    try tree.prepareCommit()
    tree.commit()
    try set(tree, "empty", 1)
    try set(tree, "empty", 0)
    tree.begin(.undoable)
    tree.beginCompound()
    try tree.feed(child, count: -3, badges: -1)
    tree.reclaim()
    #expect(try withBytes("empty") { try tree.find($0) } == nil)
    try tree.endCompound()
    if commits {
      try tree.prepareCommit()
      tree.commit()
    } else {
      tree.rollback()
    }
    #expect(tree.visible(parent) == (commits ? .nothing : Visible(shows: true, count: 3)))
    #expect(tree.ownState(parent).badge == (commits ? .none : .count(5)))
    #expect(try tree.verify() == nil)
  }

  /// Places without a node count for nothing in digests.
  @Test func digestsBesideFreePlaces() throws {
    let (tree, other) = (try tree(1 << 20), try self.tree(1 << 20))
    for name in ["a", "b.c", "d"] { try set(tree, name, 2) }
    for name in ["a", "b.c"] { try set(tree, name, 0) }
    tree.reclaim()
    try set(other, "d", 2)
    #expect(tree.nodeCount > other.nodeCount && tree.count == other.count)
    #expect(try tree.digest(.root) == other.digest(.root))
  }

  /// Replacing badges outside of transactions counts stamps, too.
  @Test func stampsOfReplacedBadges() throws {
    let tree = try tree(1 << 20)
    tree.lastStamp = 40
    try set(tree, "a", 1)
    for number in UInt32(2)..<300 {
      let result = withBytes("root.a") { tree.replaceAlone($0, PlainBadge(number)) }
      #expect(result == .changed && tree.revision == UInt64(number))
      let at = try withBytes("a") { try #require(try tree.find($0)) }
      #expect(tree.revision(of: at) == tree.revision && tree.visible(at).count == UInt64(number))
    }
    #expect(try tree.verify() == nil)
  }

  @Test func stampsAreCountedAgain() throws {
    let tree = try tree(1 << 20)
    tree.lastStamp = 40
    try tree.trackChanges()
    try set(tree, "old", 1)
    var last = tree.revision
    for number in 1..<500 {
      try set(tree, "n\(number % 9)", Int64(number))
      #expect(tree.revision == UInt64(number) + 1)
      let at = try withBytes("n\(number % 9)") { try #require(try tree.find($0)) }
      #expect(tree.revision(of: at) == tree.revision)
      var told = 0
      let result = tree.changes(since: last) { _ in
        told += 1
        return true
      }
      #expect(result == .complete(tree.revision))
      #expect(told == 2)
      last = tree.revision
    }
    let old = try withBytes("old") { try #require(try tree.find($0)) }
    #expect(tree.revision(of: old) == 0)
    #expect(tree.changes(since: 1) { _ in true } == .resync)
    #expect(try tree.verify() == nil)
  }
}
