import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

/// Highlights and levels: the cases of the definition, and what random traces do not reach.
@Suite struct LevelTests {
  let host: Host

  init() throws { host = try Host() }

  private func feed(_ path: String, _ messages: Leveled...) throws {
    try host.run(.leveled([path: messages]))
  }

  private func expect(
    _ path: String, _ count: UInt64, _ highlights: UInt64, _ level: Level,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try host.expect(path, true, count, sourceLocation: sourceLocation)
    let shown = try host.tree.level(host.node(path))
    #expect(shown == VisibleLevel(highlights: highlights, level: level), sourceLocation: sourceLocation)
  }

  /// m1 and m2 at chat.bo, m3 at chat.al.
  private func feedThree() throws {
    try feed("root.chat.bo", Leveled(count: 1), Leveled(count: 1, level: .highlight))
    try feed("root.chat.al", Leveled(count: 1, level: .passive))
  }

  @Test func highlightsAreCountedApart() throws {
    try feedThree()
    try expect("root.chat.bo", 2, 1, .highlight)
    try expect("root.chat.al", 0, 0, .passive)
    try expect("root.chat", 2, 1, .highlight)
    try expect("root", 2, 1, .highlight)
  }

  @Test func aMutedNumberHoldsThemBackUnlessTheyPass() throws {
    try feedThree()
    try host.mute("root.chat.bo", .number)
    try expect("root.chat", 0, 0, .normal)
    try host.mute("root.chat.bo", .numberButHighlights)
    try expect("root.chat", 1, 1, .highlight)
  }

  @Test func theyPassAMutedNode() throws {
    try feedThree()
    try host.mute("root.chat.bo", .allButHighlights)
    try expect("root.chat", 1, 1, .highlight)
    try feed("root.chat.bo", Leveled(count: 1))
    try expect("root.chat", 0, 0, .passive)
  }

  @Test func theyStayASumWhereChildrenCount() throws {
    try feedThree()
    try host.run(.rule("root.chat", .lit))
    try expect("root.chat", 1, 1, .highlight)
    try feed("root.chat.bo", Leveled(count: 5, level: .highlight), Leveled(count: 2, level: .critical))
    try expect("root", 1, 7, .critical)
  }

  /// A muted node that counts its children passes the highlights, not their conversations.
  @Test func aMutedNodeWithARulePassesTheirSum() throws {
    try host.run(.rule("root.chat", .lit))
    try host.mute("root.chat", .allButHighlights)
    try feed("root.chat.bo", Leveled(count: 5, level: .highlight), Leveled(count: 2))
    try expect("root.chat", 1, 5, .highlight)
    try expect("root", 5, 5, .highlight)
  }

  @Test func twoWaysCountOnce() throws {
    try host.run(.link("root.chat.bo.mention", under: "root.mentions"))
    try feed("root.chat.bo.mention", Leveled(count: 3, level: .highlight))
    try expect("root", 3, 3, .highlight)
    try host.mute("root.chat", .numberButHighlights)
    try expect("root", 3, 3, .highlight)
    try host.mute("root.mentions", .all)
    try expect("root", 3, 3, .highlight)
    try host.mute("root.chat", .number)
    try expect("root", 0, 0, .normal)
  }

  /// A highlight without a count lights as one.
  @Test func aHighlightedDot() throws {
    try host.mute("root.a", .allButHighlights)
    try feed("root.a", Leveled(count: 0, level: .highlight), Leveled(count: 4))
    try expect("root", 0, 0, .highlight)
    try feed("root.a", Leveled(count: 4))
    try host.expect("root", false, 0)
  }

  @Test func aRangeOfNumbers() throws {
    try feed("root.a", Leveled(count: .max, level: .critical), Leveled(count: .max, level: .highlight))
    try expect("root", 2 * UInt64(UInt32.max), 2 * UInt64(UInt32.max), .critical)
    host.tree.begin(.undoable)
    expectFailure(.range, "") {
      try host.tree.feed(host.node("root.a"), count: 0, badges: 0, levels: FedLevels(passives: -1))
    }
    host.tree.rollback()
    #expect(try host.tree.verify() == nil)
  }

  @Test func aTreeWithoutLevelsKeepsNothing() throws {
    try host.page(["root.a.b": [2]])
    try host.mute("root.a", .allButHighlights)
    #expect(!host.tree.hasLevels && host.tree.levels.byteCapacity == 0)
    try host.expect("root", false, 0)
  }

  @Test(arguments: [Mute.numberButHighlights, .allButHighlights])
  func mutesArePartOfSnapshots(_ mute: Mute) throws {
    try host.mute("root.a", mute, until: 90)
    try host.mute("root.b", mute.mode)
    let other = try Host()
    var bytes = ByteOutput()
    try host.tree.encodeSnapshot(at: .root, into: &bytes)
    let snapshot = bytes.take()
    other.tree.begin(.undoable)
    try other.tree.restore(from: SnapshotReader(snapshot), at: .root)
    try other.tree.prepareCommit()
    other.tree.commit()
    #expect(other.tree.ownState(try other.node("root.a")) == OwnState(mute: mute, muteUntil: 90))
    #expect(try other.tree.digest(.root) == host.tree.digest(.root))
    try other.mute("root.a", mute.mode, until: 90)
    #expect(try other.tree.digest(.root) != host.tree.digest(.root))
  }

  // MARK: Damage

  private struct Damage {
    var words: String
    var path: String
    var make: (inout LevelRecord) -> Void
  }

  @Test func damageIsFound() throws {
    let all: [Damage] = [
      Damage(words: "a sum", path: "root.chat") { $0.reached.count += 1 },
      Damage(words: "a number of things", path: "root.chat.bo") { $0.reached.things += 1 },
      Damage(words: "the number of critical ones", path: "root") { $0.reached.criticals += 1 },
      Damage(words: "passive children", path: "root.chat") { $0.passiveChildren += 1 },
      Damage(words: "passive things", path: "root.chat.al") { $0.passives += 1 },
      Damage(words: "a passive node", path: "root.chat.bo") { $0.isPassive = true },
      Damage(words: "a level", path: "root.chat") { $0.level = .normal },
      Damage(words: "what has not arrived", path: "root.chat") { $0.arriving.count = 1 },
      Damage(words: "what is passive and has not arrived", path: "root") { $0.arrivingPassives = 1 },
    ]
    for damage in all {
      let host = try Host()
      try host.run(.leveled(["root.chat.bo": [Leveled(count: 1, level: .highlight)]]))
      try host.run(.leveled(["root.chat.al": [Leveled(count: 1, level: .passive)]]))
      #expect(try host.tree.verify() == nil)
      let node = try host.node(damage.path)
      damage.make(&host.tree.levels.records[Int(host.tree.nodes[Int(node.raw)].value)])
      #expect(try host.tree.verify() != nil, "\(damage.words)")
    }
  }

  @Test func wrongBitsAreFound() throws {
    for bit in [Branch.passive, Branch.passing] {
      let host = try Host()
      try host.run(.leveled(["root.a.b": [Leveled(count: 1, level: .highlight)]]))
      let node = try host.node("root.a")
      host.tree.branches[Int(host.tree.nodes[Int(node.raw)].value)].unusual ^= bit
      #expect(try host.tree.verify() != nil)
    }
  }
}
