import TallyMemory
import Testing

@testable import TallyTree

/// One wrong value in a sound tree, and the path that `verify` must name.
struct TreeDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let path: String
  let make: @Sendable (Tree, Int) throws -> Void

  init(_ words: String, at path: String, _ make: @escaping @Sendable (Tree, Int) throws -> Void) {
    (testDescription, self.path, self.make) = (words, path, make)
  }

  private static func flag(_ words: String, _ flag: Node.Flags, at path: String) -> TreeDamage {
    TreeDamage(words, at: path) { tree, index in tree.nodes[index].flags.formSymmetricDifference(flag) }
  }

  private static func branch(
    _ words: String, at path: String, _ make: @escaping @Sendable (inout Branch) -> Void
  ) -> TreeDamage {
    TreeDamage(words, at: path) { tree, index in make(&tree.branches[Int(tree.nodes[index].value)]) }
  }

  static let all: [TreeDamage] = [
    branch("a sum", at: "root") { $0.sum += 1 },
    branch("the number of children that show a badge", at: "root.a") { $0.litChildren += 1 },
    branch("the branch of the parent", at: "root.a.b") { $0.parent = 0 },
    branch("the branch above the parent's", at: "root.a.b") { $0.grandparent = 77 },
    branch("the flags in a branch", at: "root.a") { $0.unusual ^= 2 },
    flag("a branch that is fed by nothing", .fed, at: "root.a"),
    flag("a leaf that is fed", .fed, at: "root.bare"),
    flag("a count of 0", .ownCount, at: "root.top.muted"),
    flag("a count and a dot", .ownDot, at: "root.a.b.c"),
    flag("a change outside a transaction", .flipped, at: "root.a.b.c"),
    flag("handles without their flag", .handled, at: "root.held"),
    flag("an expiry without a time", .expires, at: "root.a.b.c"),
    flag("a time without an expiry", .expires, at: "root.ends"),
    flag("the end of a mute without a time", .muteEnds, at: "root.a.b.c"),
    flag("a badge that is not listed", .listed, at: "root.a.b.c"),
    // A muted node contributes nothing, so the parents stay as they were.
    TreeDamage("an expiry without a badge", at: "root.ends") { tree, index in
      tree.nodes[index].flags.remove(.ownCount)
      tree.nodes[index].value = 0
    },
    flag("the end of a mute without a mute", .muteNumber, at: "root.quiet"),
    TreeDamage("the place of a path", at: "root.a.b.c") { tree, index in
      let bytes = UnsafeMutableRawBufferPointer(mutating: tree.pathBytes(UInt32(index)))
      bytes[bytes.count - 1] = UInt8(ascii: "z")
    },
    // The parent shows nothing itself, so it is listed because of its child alone.
    TreeDamage("a list that misses a parent", at: "root.top.muted") { tree, index in
      let parent = Int(tree.parent(UInt32(index)))
      tree.nodes[parent].flags.remove(.listed)
      tree.branches[Int(tree.nodes[parent].value)].unusual = tree.nodes[parent].flags.unusual
    },
    TreeDamage("a state that nobody stores", at: "root") { tree, _ in
      tree.nodes[1].flags.formSymmetricDifference(.dirty)
    },
    TreeDamage("a state that is stored without its flag", at: "root") { tree, _ in
      tree.nodes[Int(tree.dirty[0])].flags.remove(.dirty)
    },
  ]
}

/// `verify` counts everything again, and names the first node that is wrong.
@Suite struct VerifyTests {
  private func soundHost() throws -> Host {
    let host = try Host()
    try host.run(.set("root.a.b.c", 3, expires: 0))
    try host.run(.dot("root.a.d", expires: 0))
    try host.run(.mute("root.ends", .all, until: 0))
    try host.run(.set("root.ends", 4, expires: 9_000))
    try host.run(.mute("root.quiet", .number, until: 9_000))
    try host.run(.mute("root.top.muted", .all, until: 0))
    try host.run(.set("root.held", 1, expires: 0))
    _ = try host.node("root.bare")
    _ = try host.tree.retain(host.node("root.held"))
    return host
  }

  @Test func aSoundTreeHasNoWrongNode() throws {
    #expect(try soundHost().tree.verify() == nil)
  }

  @Test(arguments: TreeDamage.all) func damageIsFoundWhereItIs(_ damage: TreeDamage) throws {
    let host = try soundHost()
    let node = try #require(try host.find(damage.path))
    try damage.make(host.tree, Int(node.raw))
    let found = try #require(try host.tree.verify())
    #expect(found == node)
  }
}
