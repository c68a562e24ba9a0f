import Testing

@testable import TallyTree

/// A rollback restores what is kept for the store, too.
@Suite struct StoringTests {
  private func drain(_ tree: Tree) -> [String: OwnState] {
    var rows: [String: OwnState] = [:]
    tree.drainDirty { path, own, _ in rows[text(path)] = own }
    return rows
  }

  private func change(_ host: Host) throws {
    let tree = host.tree
    try tree.setOwnBadge(host.node("root.a"), .count(5))
    try tree.setOwnBadge(host.node("root.b"), .dot, expires: 7)
    try tree.setMute(host.node("root.c"), .all, until: 9)
    try tree.setOwnBadge(host.node("root.x.y"), .none)
    try tree.setOwnBadge(host.node("root.d.e"), .count(1))
  }

  @Test(arguments: [false, true]) func nothingOfItIsStored(isPrepared: Bool) throws {
    let host = try Host()
    try host.run(.set("root.x.y", 1, expires: 0))
    try host.run(.mute("root.c", .number, until: 0))
    _ = drain(host.tree)
    host.tree.begin(.undoable)
    try change(host)
    if isPrepared { try host.tree.prepareCommit() }
    host.tree.rollback()
    #expect(host.tree.dirtyCount == 0)
    #expect(drain(host.tree).isEmpty)
    #expect(try host.tree.verify() == nil)
  }

  @Test func earlierChangesAreStillStored() throws {
    let host = try Host()
    try host.run(.set("root.a", 2, expires: 0))
    host.tree.begin(.undoable)
    try change(host)
    host.tree.rollback()
    #expect(drain(host.tree) == ["root.a": OwnState(badge: .count(2))])
  }

  @Test func aPartThatIsRolledBackIsNotStored() throws {
    let host = try Host()
    let tree = host.tree
    tree.begin(.undoable)
    try tree.setOwnBadge(host.node("root.a"), .count(1))
    let mark = tree.logMark
    try change(host)
    tree.rollback(to: mark)
    #expect(tree.dirtyCount == 1)
    try tree.prepareCommit()
    tree.commit()
    #expect(drain(tree) == ["root.a": OwnState(badge: .count(1))])
    #expect(try tree.verify() == nil)
  }

  @Test func aPartThatIsRolledBackLeavesIcons() throws {
    let host = try Host()
    let tree = host.tree
    let at = try host.node("root.a")
    func icon() -> String { text(tree.icons.icon(at.raw)) }
    tree.begin(.undoable)
    try tree.setOwnBadge(at, .dot)
    _ = try withBytes("sun") { try tree.setIcon($0, of: at) }
    let mark = tree.logMark
    _ = try withBytes("moon") { try tree.setIcon($0, of: at) }
    #expect(icon() == "moon")
    tree.rollback(to: mark)
    #expect(icon() == "sun" && tree.hasIcon(at))
    try tree.prepareCommit()
    tree.commit()
    #expect(icon() == "sun" && tree.hasIcon(at))
  }

  /// A transaction names each node that it has changed once, with the state before all of its changes.
  @Test func touchedNodes() throws {
    let host = try Host()
    let tree = host.tree
    try host.set("root.a", 4, until: 70)
    try host.mute("root.b", .number, until: 90)
    let nodes = try (host.node("root.a"), host.node("root.b"), host.node("root.c"))
    var before = [nodes.0, nodes.1, nodes.2, .root].map { tree.state(of: $0) }
    tree.begin(.undoable)
    try tree.set(nodes.0, 5)
    try tree.set(nodes.0, 6)
    try tree.setMute(nodes.1, .none)
    try tree.setOwnBadge(nodes.2, .dot)
    try tree.feed(nodes.2, count: 2, badges: 1)
    var found: [UInt32: NodeState] = [:]
    try tree.forEachTouched { at, state in
      #expect(found.updateValue(state, forKey: at.raw) == nil)
    }
    for (at, state) in zip([nodes.0, nodes.1, nodes.2, .root], before) {
      let known = found.removeValue(forKey: at.raw)
      let told = try #require(known)
      #expect(told.own == state.own && told.shown == state.shown)
    }
    #expect(found.isEmpty && before[0].own.expires == 70 && before[1].own.muteUntil == 90)
    tree.rollback()
    before = []
    try tree.forEachTouched { _, state in before.append(state) }
    #expect(before.isEmpty)
  }

  /// The short paths leave to others what they cannot do: within a transaction, and within an operation of several.
  @Test func shortPathsInTransactions() throws {
    let host = try Host()
    let tree = host.tree
    // So many that there is room for more.
    _ = try host.batch((0..<100).map { .set("root.n\($0)", 1, expires: 0) })
    func replace(_ path: String, logged: Bool) -> Replacement {
      withBytes(path) { logged ? tree.replaceLogged($0, .dot) : tree.replaceAlone($0, .dot) }
    }
    tree.begin(.undoable)
    #expect(replace("root.a", logged: false) == .unusual && replace("root.a", logged: true) == .changed)
    tree.beginCompound()
    #expect(replace("root.b", logged: true) == .unusual)
    try tree.endCompound()
    try tree.prepareCommit()
    tree.commit()
    #expect(replace("root.b", logged: false) == .changed)
    #expect(try tree.verify() == nil)
  }

  /// Clearing a subtree leaves what messages feed.
  @Test(arguments: [Aggregation.children, .sum]) func clearingLeavesFeeds(aggregation: Aggregation) throws {
    let host = try Host(aggregation)
    let tree = host.tree
    try host.page(["root.a.b": [3], "root.a.c": [0]])
    for path in ["root.a", "root.a.b", "root.a.c", "root.a.d"] { try host.set(path, 2) }
    try host.transact { try tree.clearTree(host.node("root.a")) }
    try host.expect("root.a.b", true, 3)
    try host.expect("root.a.c", true, 0)
    try host.expect("root.a.d", false, 0)
    try host.expect("root.a", true, 3)
    try host.expect("root", true, 3)
  }

  /// Changes are stored and withdrawn; another transaction fails before they are made again.
  @Test func withdrawnChangesAreNotStoredOver() throws {
    let host = try Host()
    let tree = host.tree
    var stored: [String: OwnState] = [:]
    func store() { stored.merge(drain(tree)) { $1 } }

    tree.begin(.undoable)
    try change(host)
    try tree.prepareCommit()
    store()
    let withdrawal = try tree.withdraw()
    tree.begin(.undoable)
    try tree.replay(withdrawal)
    try tree.setOwnBadge(host.node("root.a"), .count(6))
    try tree.setMute(host.node("root.c"), .number)
    tree.rollback()
    store()
    try tree.reapply(withdrawal)
    tree.release()
    tree.commit()
    store()
    for path in ["root.a", "root.b", "root.c", "root.d.e"] {
      #expect(stored[path] == tree.ownState(try host.node(path)), "\(path)")
    }
  }
}
