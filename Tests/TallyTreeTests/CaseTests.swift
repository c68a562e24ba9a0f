import TallyFailure
import TallyTree
import Testing

/// The cases of badges.md, by their numbers. (15 needs threads, and 23 snapshots: the engine tests them.)
@Suite struct CaseTests {
  @Test(arguments: [true, false]) func case1(single: Bool) throws {
    let host = try Host()
    host.usesSingle = single
    try host.set("root.a.x", 3)
    try host.set("root.a.y", 4)
    try host.expect("root.a", true, 7)
    try host.expect("root", true, 7)
  }

  @Test func case2() throws {
    let host = try Host()
    try host.dot("root.a.x")
    try host.set("root.a.y", 4)
    try host.expect("root.a", true, 4)
  }

  @Test(arguments: [true, false]) func case3(single: Bool) throws {
    let host = try Host()
    host.usesSingle = single
    try host.dot("root.a.x")
    try host.dot("root.a.y")
    try host.set("root.a", 2)
    try host.expect("root.a", true, 2)
    try host.set("root.a.x", 5)
    try host.expect("root.a", true, 5)
    try host.clear("root.a.x")
    try host.expect("root.a", true, 2)
    try host.clear("root.a.y")
    try host.expect("root.a", false, 0)
    try host.expect("root", false, 0)
  }

  @Test(arguments: [true, false]) func case4(single: Bool) throws {
    let host = try Host()
    host.usesSingle = single
    try host.set("root.a.x", 3)
    #expect(try host.clear("root.a") == .held)
    try host.expect("root.a", true, 3)
    #expect(try host.force("root.a") == .ok)
    for path in ["root", "root.a", "root.a.x"] { try host.expect(path, false, 0) }
  }

  @Test func case5() throws {
    let host = try Host()
    try host.set("root.x.y.z", 7)
    try host.clear("root.x.y.z")
    try host.set("root.x", 3)
    try host.expect("root.x", true, 3)
  }

  @Test func case6() throws {
    let host = try Host()
    try host.set("root.a.b.a", 1)
    try host.set("root.a.c", 1)
    try host.force("root.a.b.a")
    try host.expect("root.a.c", true, 1)
    try host.expect("root.a", true, 1)
  }

  @Test func case7() throws {
    let host = try Host()
    try host.set("root.x", 1)
    try host.clear("root.x.y.x")
    try host.expect("root.x", true, 1)
    #expect(try host.find("root.x.y") == nil)
  }

  @Test func case8() throws {
    let host = try Host()
    try host.set("a.b", 5)
    try host.expect("root.a.b", true, 5)
    try host.expect("root", true, 5)
  }

  @Test(arguments: [
    (Aggregation.children, [5, 2, 0] as [UInt64]), (Aggregation.sum, [5, 7, 5] as [UInt64]),
  ])
  func case9(aggregation: Aggregation, counts: [UInt64]) throws {
    let host = try Host(aggregation)
    try host.set("root.a", 5)
    try host.dot("root.a.x")
    try host.expect("root.a", true, counts[0])
    try host.set("root.a.x", 2)
    try host.expect("root.a", true, counts[1])
    #expect(try host.clear("root.a.x") == .ok)
    try host.expect("root.a", aggregation == .sum, counts[2])
  }

  @Test func case10() throws {
    let host = try Host()
    try host.set("root.a", 4_294_967_295)
    try host.set("root.b", 4_294_967_295)
    try host.expect("root", true, 8_589_934_590)
    #expect(try host.set("root.b", 4_294_967_296) == .failed(.countRange))
    #expect(try host.set("root.b", -1) == .failed(.countRange))
    #expect(try host.add("root.b", 1) == .failed(.countRange))
    #expect(try host.add("root.b", .max) == .failed(.countRange))
    #expect(try host.add("root.b", .min) == .failed(.countRange))
    try host.expect("root", true, 8_589_934_590)
  }

  @Test func case11() throws {
    let host = try Host()
    try host.set("root.chat.muted", 9)
    try host.mute("root.chat.muted", .number)
    try host.expect("root.chat.muted", true, 9)
    try host.expect("root.chat", true, 0)
    try host.mute("root.chat.muted", .all)
    try host.expect("root.chat.muted", true, 9)
    try host.expect("root.chat", false, 0)
    try host.mute("root.chat.muted", .none)
    try host.expect("root.chat", true, 9)
  }

  @Test(arguments: [true, false]) func case12(single: Bool) throws {
    let host = try Host()
    host.usesSingle = single
    let observer = try host.observe("root.a")
    try host.set("root.a", 3)
    #expect(host.told == [Told(observer: observer, path: "root.a")])
    #expect(host.tree.revision == 1)
    try host.set("root.a", 3)
    #expect(host.told == [])
    #expect(host.tree.revision == 1)
    #expect(host.tree.revision(of: try host.node("root.a")) == 1)
  }

  @Test func case13() throws {
    let host = try Host()
    let observer = try host.observe("root.a")
    try host.dot("root.a.x")
    #expect(host.told == [Told(observer: observer, path: "root.a")])
    try host.dot("root.a.y")
    #expect(host.told == [])
    #expect(host.tree.revision == 2)
  }

  /// An event reads the state at its delivery, so the last one has the last value.
  @Test func case14() throws {
    let host = try Host()
    try host.set("root.a.x", 3)
    let observer = try host.observe("root.a")
    var seen: [Visible] = []
    try host.clear("root.a.x")
    #expect(host.told == [Told(observer: observer, path: "root.a")])
    seen.append(try host.get("root.a"))
    try host.set("root.a.x", 1)
    #expect(host.told == [Told(observer: observer, path: "root.a")])
    seen.append(try host.get("root.a"))
    #expect(seen == [.nothing, Visible(shows: true, count: 1)])
  }

  @Test func case16() throws {
    let host = try Host()
    try host.set("root.a", 0)
    #expect(host.tree.count == 1)
    #expect(host.tree.revision == 0)
    try host.expect("root.a", false, 0)
  }

  @Test func case17() throws {
    let host = try Host()
    try host.dot("root.a.x")
    try host.set("root.a", 2)
    #expect(try host.add("root.a", -2) == .ok)
    try host.expect("root.a", true, 0)
    #expect(try host.add("root.a", 1) == .ok)
    try host.expect("root.a", true, 1)
  }

  @Test func case18() throws {
    let host = try Host()
    try host.set("root.a", 2, until: 1000)
    try host.dot("root.a.x")
    #expect(host.tree.nextDeadline == 1000)
    try host.run(.expire(999))
    try host.expect("root.a", true, 2)
    try host.run(.expire(1000))
    try host.expect("root.a", true, 0)
    #expect(host.tree.nextDeadline == nil)
  }

  @Test func case19() throws {
    let host = try Host()
    try host.dot("root.a.x")
    try host.set("root.a", 2)
    #expect(try host.batch([.clear("root.a.x"), .dot("root.a.x", expires: 0)]) == [.ok, .ok])
    try host.expect("root.a", true, 0)
  }

  @Test(arguments: [(Aggregation.children, 4 as UInt64), (Aggregation.sum, 13 as UInt64)])
  func case20(aggregation: Aggregation, count: UInt64) throws {
    let host = try Host(aggregation)
    try host.page(["root.in": [1, 3]])
    try host.set("root.in", 9)
    try host.expect("root.in", true, count)
    #expect(try host.clear("root.in") == .ok)
    try host.expect("root.in", false, 0)
    #expect(host.messages.isEmpty)
  }

  @Test func case21() throws {
    let host = try Host()
    try host.page(["root.news": [0]])
    try host.expect("root.news", true, 0)
    try host.expect("root", true, 0)
  }

  @Test func case22() throws {
    let host = try Host()
    try host.page(["root.in": [2], "root.in.vip": [1]])
    try host.expect("root.in", true, 3)
    #expect(try host.clear("root.in") == .held)
    #expect(try host.clear("root.in.vip") == .ok)
    #expect(try host.clear("root.in") == .ok)
    try host.expect("root.in", false, 0)
  }

  @Test func case24() throws {
    let host = try Host()
    try host.page(["root.a.y": [1]])
    try host.set("root.a", 2)
    try host.expect("root.a", true, 1)
    try host.page(["root.a.y": [0]])
    try host.expect("root.a", true, 2)
    try host.page(["root.a.y": []])
    try host.expect("root.a", false, 0)
  }

  /// The example under "Operations".
  @Test func promotion() throws {
    let host = try Host()
    try host.dot("root.promo.item1")
    try host.dot("root.promo.item2")
    try host.set("root.promo", 2)
    try host.expect("root.promo", true, 2)
    try host.clear("root.promo.item1")
    try host.clear("root.promo.item2")
    try host.expect("root.promo", false, 0)
  }

  /// Automatic clearing continues upward. Feeds of a node on the way stay.
  @Test func clearingGoesOnUpward() throws {
    let host = try Host()
    try host.dot("root.a.b.c")
    for path in ["root.a.b", "root.a", "root"] { try host.set(path, 5) }
    try host.page(["root.a": [0]])
    try host.clear("root.a.b.c")
    try host.expect("root.a.b", false, 0)
    try host.expect("root.a", true, 0)
    try host.expect("root", true, 5)
    try host.page(["root.a": []])
    try host.expect("root", false, 0)
  }

  /// A mute that removes the last contributing child clears nothing. Clearing that child then clears nothing either.
  @Test func muteClearsNothing() throws {
    let host = try Host()
    try host.dot("root.a.x")
    try host.set("root.a", 2)
    try host.mute("root.a.x", .all)
    try host.expect("root.a", true, 2)
    try host.clear("root.a.x")
    try host.expect("root.a", true, 2)
  }

  @Test func expiryIsOneOperation() throws {
    let host = try Host()
    try host.dot("root.a.x", until: 10)
    try host.dot("root.a.y")
    try host.mute("root.a.y", .all, until: 10)
    try host.set("root.a", 2)
    // The badge is removed and the mute ends at the same time, so a child contributes before and after.
    try host.run(.expire(10))
    try host.expect("root.a", true, 2)
    try host.expect("root.a.x", false, 0)
  }

  @Test func expiriesOfSeveralInstantsAreDoneInTheirOrder() throws {
    for steps in [[1000], [500, 1000], [499, 500, 501, 999, 1000]] as [[Int64]] {
      let host = try Host()
      try host.set("root", 5)
      try host.dot("root.x", until: 500)
      try host.dot("root.y")
      try host.mute("root.y", .all, until: 1000)
      // At 500 the last contributing child goes, and with it the number. At 1000 another one comes.
      for now in steps { try host.run(.expire(now)) }
      try host.expect("root", true, 0)
    }
  }

  @Test func setAndDotReplaceTheExpiryAndAddAndMuteKeepIt() throws {
    let host = try Host()
    try host.set("root.a", 2, until: 10)
    try host.add("root.a", 1)
    try host.mute("root.a", .number)
    #expect(host.tree.ownState(try host.node("root.a")).expires == 10)
    try host.set("root.a", 3)
    #expect(host.tree.nextDeadline == nil)
    try host.dot("root.a", until: 20)
    try host.dot("root.a", until: 15)
    #expect(host.tree.nextDeadline == 15)
    try host.add("root.a", 4)
    try host.run(.expire(15))
    try host.expect("root.a", false, 0)
  }

  /// The consequences of a clearing come before higher nodes, even if those were touched earlier.
  @Test func clearingsAreOrderedByDepth() throws {
    let host = try Host()
    try host.set("root.a", 1)
    try host.dot("root.a.x", until: 10)
    try host.dot("root.a.d.e.g", until: 10)
    try host.dot("root.a.d.e")
    try host.dot("root.a.d")
    try host.mute("root.a.d", .all, until: 10)
    // In root.a the last child goes, another comes as its mute ends, and goes as its children go.
    try host.run(.expire(10))
    for path in ["root.a.d.e", "root.a.d", "root.a", "root"] { try host.expect(path, false, 0) }
  }

  /// A child that came and went within one operation was not removed.
  @Test func comingAndGoingClearsNothing() throws {
    let host = try Host()
    try host.set("root.a", 2)
    try host.page(["root.a.x": [], "root.a.y": []])
    try host.expect("root.a", true, 2)
  }
}
