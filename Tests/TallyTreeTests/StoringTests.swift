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
