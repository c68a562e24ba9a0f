import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

@Suite struct LinkTests {
  let host: Host

  init() throws { host = try Host() }

  private func link(_ path: String, _ under: String) throws -> Status {
    try host.run(.link(path, under: under))
  }

  private func linkMention() throws { _ = try link("root.chat.bo.mention", "root.mentions") }

  @Test func countsOnceAtEachNodeAbove() throws {
    try linkMention()
    try host.set("root.chat.bo.mention", 2)
    for path in ["root.chat.bo", "root.chat", "root.mentions", "root"] { try host.expect(path, true, 2) }
    try host.set("root.mentions.x", 1)
    try host.expect("root.mentions", true, 3)
    try host.expect("root", true, 3)
    try host.mute("root.chat", .all)
    try host.expect("root.chat", true, 2)
    try host.expect("root", true, 3)
    try host.mute("root.chat", .none)
    #expect(try host.clear("root.mentions") == .held)
    try host.clear("root.chat.bo.mention")
    try host.expect("root.mentions", true, 1)
    try host.expect("root", true, 1)
  }

  @Test func twoLinksOfOneNodeMeetAgain() throws {
    _ = try link("root.a.x", "root.b.c")
    _ = try link("root.a.x", "root.b.d")
    try host.set("root.a.x", 1)
    for path in ["root.b.c", "root.b.d", "root.b", "root.a", "root"] { try host.expect(path, true, 1) }
  }

  @Test func refusesCircles() throws {
    expectFailure(.conflict, "the link would close a circle: root.a, which counts root.a.b") {
      _ = try host.tree.addLink(host.node("root.a"), under: host.node("root.a.b"))
    }
    _ = try link("root.a.b", "root.c")
    expectFailure(
      .conflict, "the link would close a circle: root.c, which counts root.a.b, which counts root.a.b.d"
    ) { _ = try host.tree.addLink(host.node("root.c"), under: host.node("root.a.b.d")) }
    expectFailure(.conflict, "the link would close a circle: root.e, which counts root.e") {
      _ = try host.tree.addLink(host.node("root.e"), under: host.node("root.e"))
    }
    #expect(host.tree.linkCount == 1)
  }

  @Test func linksUnderAnOwnAncestorChangeNoNumber() throws {
    try host.set("root.a.b", 3)
    _ = try link("root.a.b", "root.a")
    _ = try link("root.a.b", "root")
    try host.expect("root.a", true, 3)
    try host.expect("root", true, 3)
    try host.mute("root.a", .all)
    try host.expect("root", true, 3)
  }

  @Test func forcingTakesAwayWhatIsLinkedInBelow() throws {
    try linkMention()
    try host.set("root.chat.bo.mention", 2)
    try host.force("root.mentions")
    for path in ["root.chat.bo.mention", "root.chat", "root.mentions", "root"] { try host.expect(path, false, 0) }
  }

  @Test func aMuteHoldsBackItsOwnWay() throws {
    try linkMention()
    try host.set("root.chat.bo.mention", 2)
    try host.mute("root.mentions", .number)
    try host.expect("root.mentions", true, 2)
    try host.expect("root", true, 2)
    try host.mute("root.chat", .number)
    try host.expect("root", true, 0)
  }

  @Test(arguments: [Aggregation.children, .sum])
  func aLinkedNodeIsAChild(aggregation: Aggregation) throws {
    let host = try Host(aggregation)
    try host.set("root.mentions", 5)
    try host.run(.link("root.chat.bo.mention", under: "root.mentions"))
    try host.set("root.chat.bo.mention", 2)
    let isSum = aggregation == .sum
    try host.expect("root.mentions", true, isSum ? 7 : 2)
    try host.clear("root.chat.bo.mention")
    try host.expect("root.mentions", isSum, isSum ? 5 : 0)
  }

  @Test func aNodeCountsItsLitChildren() throws {
    try host.run(.rule("root.chat", .lit))
    try host.set("root.chat.a", 5)
    try host.set("root.chat.b", 2)
    try host.dot("root.chat.c")
    try host.expect("root.chat", true, 2)
    try host.expect("root", true, 2)
    try host.mute("root.chat.a", .number)
    try host.expect("root.chat", true, 1)
    try host.set("root.chat.b", 0)
    try host.expect("root.chat", true, 0)
  }

  @Test func aNodeHasAtMost16Links() throws {
    for number in 0..<Tree.maxLinks { _ = try link("root.a", "root.t\(number)") }
    expectFailure(.limit, "a node can be linked under at most 16 others") {
      _ = try host.tree.addLink(host.node("root.a"), under: host.node("root.last"))
    }
    #expect(host.tree.linkCount == Tree.maxLinks)
    try host.set("root.a", 1)
    try host.expect("root", true, 1)
  }

  private func reason(_ path: String, for explained: String) throws -> Reason? {
    var found = List<NodeIndex>()
    let top = try host.node(explained)
    try host.tree.collectReasons(top, into: &found)
    let place = (0..<found.count).first { text(host.tree.path(of: found[$0])) == path }
    return place.flatMap { host.tree.reason(of: found[$0], for: top) }
  }

  @Test func aReasonSaysThatItArrivesByALink() throws {
    try linkMention()
    try host.set("root.chat.bo.mention", 2)
    let linked = try #require(try reason("root.chat.bo.mention", for: "root.mentions"))
    #expect(linked.needsLink && linked.contributed == 2 && linked.lights)
    let both = try #require(try reason("root.chat.bo.mention", for: "root"))
    #expect(!both.needsLink && both.contributed == 2)
    try host.mute("root.chat", .number)
    let passing = try #require(try reason("root.chat.bo.mention", for: "root"))
    #expect(passing.needsLink && passing.contributed == 2 && !passing.isMuted)
    try host.mute("root.mentions", .number)
    let held = try #require(try reason("root.chat.bo.mention", for: "root"))
    #expect(!held.needsLink && held.contributed == 0 && held.isMuted && held.lights)
  }

  @Test func aNodeWithARuleIsAReason() throws {
    try host.run(.rule("root.chat", .lit))
    try host.set("root.chat.a", 5)
    try host.set("root.chat.b", 2)
    let counting = try #require(try reason("root.chat", for: "root"))
    #expect(counting.isCounting && counting.contributed == 2)
    let counted = try #require(try reason("root.chat.a", for: "root"))
    #expect(!counted.isCounting && counted.contributed == 0 && counted.lights && !counted.isMuted)
  }

  // MARK: What feeds several nodes

  @Test func oneMessageAtTwoNodesCountsOnce() throws {
    try host.page(["root.chat.bo+root.mentions": [1]])
    for path in ["root.chat.bo", "root.chat", "root.mentions", "root"] { try host.expect(path, true, 1) }
    try host.mute("root.chat", .all)
    try host.expect("root", true, 1)
    try host.mute("root.mentions", .number)
    try host.expect("root", true, 0)
    try host.clear("root.mentions")
    for path in ["root.chat.bo", "root.chat", "root.mentions", "root"] { try host.expect(path, false, 0) }
  }

  @Test func aMessageBelongsToItsFirstNode() throws {
    try host.page(["root.chat.bo": [4], "root.chat.bo+root.mentions": [1], "root.mentions": [2]])
    try host.expect("root.mentions", true, 3)
    try host.expect("root", true, 7)
    let shared = try #require(try reason("root.chat.bo", for: "root.mentions"))
    #expect(shared.needsLink && shared.contributed == 1 && shared.fedCount == 1)
    let alone = try #require(try reason("root.mentions", for: "root.mentions"))
    #expect(!alone.needsLink && alone.contributed == 2 && alone.fedCount == 2)
    let all = try #require(try reason("root.chat.bo", for: "root"))
    #expect(!all.needsLink && all.contributed == 5 && all.fedCount == 5)
    try host.page(["root.mentions": []])
    #expect(try reason("root.mentions", for: "root") == nil)
  }

  @Test func aRuleCountsTheChildrenThatAMessageFeeds() throws {
    try host.run(.rule("root.chat", .lit))
    try host.page(["root.chat.a+root.chat.b+root.chat": [5]])
    // Two children, and the message itself.
    try host.expect("root.chat", true, 7)
    try host.expect("root", true, 7)
    try host.run(.rule("root.chat", .aggregate))
    try host.expect("root.chat", true, 5)
    try host.expect("root", true, 5)
  }

  /// An app may feed other sets of nodes for ever.
  @Test func emptySharedFeedsAreDropped() throws {
    var kept = 0
    for number in 0..<400 {
      let key = "root.a\(number)+root.mentions"
      try host.page([key: [1]])
      try host.page([key: []])
      kept = max(kept, host.tree.overlay.sharedCount)
    }
    #expect(kept < 200)
    #expect(host.tree.sharedFeedCount == 0)
    host.tree.reclaim()
    let isEmpty = host.tree.overlay.isEmpty
    #expect(isEmpty)
    try host.expect("root", false, 0)
  }

  @Test func feedingSeveralNodesRefusesWhatCannotBe() throws {
    var nodes = List<NodeIndex>()
    for path in ["root.a", "root.b"] { try nodes.append(host.node(path)) }
    host.tree.begin(.undoable)
    for badges in [Int64.max, -1] {
      #expect(throws: Failure.countRange) { try host.tree.feed(nodes, count: 1, badges: badges) }
    }
    try host.tree.feed(nodes, count: 3, badges: 1)
    #expect(throws: Failure.countRange) { try host.tree.feed(nodes, count: -3, badges: -2) }
    host.tree.rollback()
    try host.expect("root", false, 0)
  }
}
