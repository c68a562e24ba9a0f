import TallyFailure
import TallyMemory
import Testing

@testable import TallyTree

@Suite struct ObserverTests {
  /// Notices that were taken, and those of an observer that is removed, are dropped. The others stay.
  @Test func noticesOfAnObserverThatIsRemoved() throws {
    let tree = try Tree.make()
    let (a, b) = try (withBytes("a") { try tree.findOrCreate($0) }, withBytes("b") { try tree.findOrCreate($0) })
    let (one, all) = (try tree.observe(b, subtree: false), try tree.observe(.root, subtree: true))
    for at in [a, b, a] {
      tree.begin(.single)
      try tree.add(at, 1)
      tree.commit()
    }
    let before = (0..<tree.notices.count).map { tree.notices[$0] }
    #expect(before.filter { $0.observer == all }.count == 6 && before.count == 7)
    let taken = try #require(before.firstIndex { $0.observer == one })
    tree.dropNotices(taken: taken, of: all)
    let left = (0..<tree.notices.count).map { tree.notices[$0] }
    #expect(left.map(\.observer) == [one] && left[0].node == b && tree.hasObserver(all))
    tree.removeObserver(all)
    #expect(!tree.hasObserver(all) && tree.hasObserver(one))
    tree.dropNotices(taken: 1, of: one)
    #expect(tree.notices.count == 0)
  }

  /// Deeper paths first, then by their bytes, then by registration.
  @Test(arguments: [true, false]) func order(single: Bool) throws {
    let host = try Host()
    host.usesSingle = single
    let wide = try host.observe("root", subtree: true)
    let second = try host.observe("root.b.x")
    let first = try host.observe("root.b.x")
    let inner = try host.observe("root.b", subtree: true)
    try host.set("root.b.x", 1)
    #expect(
      host.told == [
        Told(observer: wide, path: "root.b.x"), Told(observer: second, path: "root.b.x"),
        Told(observer: first, path: "root.b.x"), Told(observer: inner, path: "root.b.x"),
        Told(observer: wide, path: "root.b"), Told(observer: inner, path: "root.b"),
        Told(observer: wide, path: "root"),
      ])
    let more: [Operation] = [.set("root.b.x", 2, expires: 0), .set("root.a.z", 1, expires: 0)]
    _ = try host.batch(more)
    #expect(
      host.told.filter { $0.observer == wide }.map(\.path)
        == ["root.a.z", "root.b.x", "root.a", "root.b", "root"])
  }

  /// Nodes that did not exist, or showed nothing, when the subtree's observer was registered.
  @Test(arguments: [true, false], ["root", "root.a"])
  func subtreeObserversSeeWhatIsListedLater(single: Bool, top: String) throws {
    let host = try Host()
    host.usesSingle = single
    let observer = try host.observe(top, subtree: true)
    try host.dot("root.a.b.c")
    let below = ["root.a.b.c", "root.a.b", "root.a"] + (top == "root" ? ["root"] : [])
    #expect(host.told == below.map { Told(observer: observer, path: $0) })
    try host.force("root")
    #expect(host.told == below.map { Told(observer: observer, path: $0) })
    try host.set("root.a.b", 3)
    #expect(host.told == below.dropFirst().map { Told(observer: observer, path: $0) })
    #expect(try host.tree.verify() == nil)
    host.tree.removeObserver(observer)
    try host.dot("root.a.b.c")
    #expect(host.told == [])
    #expect(try host.tree.verify() == nil)
  }

  @Test func removal() throws {
    let host = try Host()
    let observers = try (0..<5).map { _ in try host.observe("root.a") }
    host.tree.removeObserver(observers[2])
    host.tree.removeObserver(observers[0])
    host.tree.removeObserver(observers[4])
    try host.dot("root.a")
    #expect(host.told.map(\.observer) == [observers[1], observers[3]])
    // A reused number is notified in the order of its registration.
    let again = try host.observe("root.a")
    #expect([observers[0], observers[2], observers[4]].contains(again))
    try host.clear("root.a")
    #expect(host.told.map(\.observer) == [observers[1], observers[3], again])
    for observer in [observers[1], again, observers[3]] { host.tree.removeObserver(observer) }
    try host.dot("root.a")
    #expect(host.told == [])
    #expect(try host.tree.verify() == nil)
  }

  /// Removing an inner subtree's observer leaves the outer one's nodes observed, and the other way round.
  @Test(arguments: [true, false]) func nestedSubtrees(innerFirst: Bool) throws {
    let host = try Host()
    try host.dot("root.a.b.c")
    let outer = try host.observe("root.a", subtree: true)
    let inner = try host.observe("root.a.b", subtree: true)
    host.tree.removeObserver(innerFirst ? inner : outer)
    #expect(try host.tree.verify() == nil)
    try host.clear("root.a.b.c")
    let paths = innerFirst ? ["root.a.b.c", "root.a.b", "root.a"] : ["root.a.b.c", "root.a.b"]
    #expect(host.told == paths.map { Told(observer: innerFirst ? outer : inner, path: $0) })
  }

  @Test func unchangedBadgesAreNotReported() throws {
    let host = try Host()
    _ = try host.observe("root", subtree: true)
    try host.set("root.a", 2)
    #expect(host.tree.revision == 1)
    let there: [Operation] = [.set("root.a", 5, expires: 0), .dot("root.b", expires: 0)]
    let back: [Operation] = [.set("root.a", 2, expires: 0), .clear("root.b")]
    #expect(try host.batch(there + back) == [.ok, .ok, .ok, .ok])
    #expect(host.told == [])
    #expect(host.tree.revision == 1)
    // Not visible: an expiry, and a mute of a node without a badge.
    try host.set("root.a", 2, until: 100)
    try host.mute("root.c", .all)
    #expect(host.told == [])
    #expect(host.tree.revision == 1)
    #expect(host.tree.revision(of: try host.node("root.a")) == 1)
    #expect(host.tree.dirtyCount > 0)
  }

  @Test func aBatchIsOneRevisionAndOneNotice() throws {
    let host = try Host()
    let observer = try host.observe("root.a")
    let operations = (1...50).map { Operation.set("root.a.\($0)", 1, expires: 0) }
    _ = try host.batch(operations)
    #expect(host.told == [Told(observer: observer, path: "root.a")])
    #expect(host.tree.revision == 1)
    try host.expect("root.a", true, 50)
  }

  @Test func resumedRevisionsGoOn() throws {
    let host = try Host()
    host.tree.resume(revision: 41)
    try host.dot("root.a")
    #expect(host.tree.revision == 42)
    #expect(host.tree.revision(of: .root) == 42)
  }
}

@Suite struct RollbackTests {
  /// A node that lost its mute and left the list gets both back.
  @Test func muteOfANodeThatShowsNothing() throws {
    let host = try Host()
    try host.mute("root.a.b", .all)
    let operations: [Operation] = [.mute("root.a.b", .none, until: 0), .force("root")]
    for ending in [Ending.rollback, .rollbackPrepared] {
      _ = try host.batch(operations, ending)
      #expect(host.tree.ownState(try host.node("root.a.b")).mute == .all)
      #expect(try host.tree.verify() == nil)
      var found = List<NodeIndex>()
      try host.tree.collect(.root, subtree: true, into: &found)
      let count = found.count
      #expect(count == 1)
    }
  }

  @Test func aRefusedOperationTakesTheWholeBatchBack() throws {
    let host = try Host()
    _ = try host.observe("root", subtree: true)
    try host.set("root.a.x", 1)
    try host.set("root.a", 4, until: 500)
    let operations: [Operation] = [
      .clear("root.a.x"), .page(["root.b": [3]]), .mute("root.b", .number, until: 9), .force("root"),
      .set("root.c", -1, expires: 0),
    ]
    #expect(try host.batch(operations) == [.ok, .ok, .ok, .ok, .failed(.countRange)])
    #expect(host.told == [])
    #expect(host.tree.revision == 1)
    #expect(host.tree.nextDeadline == 500)
    #expect(host.tree.ownState(try host.node("root.a")) == OwnState(badge: .count(4), expires: 500))
    try host.expect("root", true, 1)
  }

  @Test func feedingRefusesWhatCannotBe() throws {
    let host = try Host()
    let at = try host.node("root.a")
    for badges in [-1, .min, .max, 4_294_967_296] as [Int64] {
      host.tree.begin(.single)
      #expect(throws: Failure.countRange) { try host.tree.feed(at, count: 1, badges: badges) }
      host.tree.rollback()
    }
    host.tree.begin(.undoable)
    try host.tree.feed(at, count: .min, badges: 1)
    host.tree.rollback()
    try host.expect("root", false, 0)
  }

  /// Notices that were not taken stay, and there is room for more.
  @Test func noticesGather() throws {
    let tree = try Tree.make()
    let at = try withBytes("a.b") { try tree.findOrCreate($0) }
    _ = try tree.observe(.root, subtree: true)
    for number in 1...200 {
      tree.begin(.single)
      if number % 2 == 0 { try tree.clearTree(.root) } else { try tree.setOwnBadge(at, .dot) }
      tree.commit()
      let count = tree.notices.count
      #expect(count == 3 * number)
    }
  }
}

@Suite struct HandleTests {
  @Test func handles() throws {
    let host = try Host()
    let at = try host.node("root.a")
    let handle = try host.tree.retain(at)
    #expect(try host.tree.retain(at) == handle)
    #expect(try host.tree.node(handle) == at)
    try host.tree.release(handle)
    #expect(try host.tree.node(handle) == at)
    try host.tree.release(handle)
    #expect(throws: Failure.staleNode) { try host.tree.node(handle) }
    #expect(throws: Failure.staleNode) { try host.tree.release(handle) }
    let again = try host.tree.retain(at)
    #expect(again != handle)
    #expect(throws: Failure.staleNode) { try host.tree.node(handle) }
    for wrong in [0, 1, .max, again + 1, again - 1, again & 0xFFFF_FFFF] as [UInt64] {
      #expect(throws: Failure.staleNode) { try host.tree.node(wrong) }
    }
    let root = try host.tree.retain(.root)
    #expect(root != 0)
    #expect(try host.tree.node(root) == .root)
    let other = try Host(seed: 2)
    _ = try other.tree.retain(other.node("root.a"))
    #expect(throws: Failure.staleNode) { try other.tree.node(again) }
  }
}
