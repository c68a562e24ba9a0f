import TallyLoop
import TallyMemory
import TallyTree

/// What a host may know of a node.
public struct BadgeInfo: BitwiseCopyable, Sendable {
  public var shown = Visible.nothing
  public var revision: UInt64 = 0
  public var own = OwnState()
  public var isFed = false
  public var hasLitChildren = false

  public init() {}
}

extension Account {
  /// What a node shows. An unknown path shows nothing, and is not created.
  @inline(__always)
  public func info(_ target: Target) throws(Failure) -> BadgeInfo {
    try engine.enter()
    defer { engine.lock.unlock() }
    if deadline != Int64.max { expireIfDue() }
    do throws(TreeError) {
      guard let at = try find(target) else { return BadgeInfo() }
      return info(at)
    } catch {
      throw Failure(error, path: target.path)
    }
  }

  @inline(__always)
  func info(_ at: NodeIndex) -> BadgeInfo {
    var info = BadgeInfo()
    info.shown = tree.visible(at)
    info.revision = tree.revision(of: at)
    info.own = tree.ownState(at)
    info.isFed = tree.isFed(at)
    info.hasLitChildren = tree.isLit(at)
    return info
  }

  /// Visits the nodes at or below a path that show a badge or are muted, by the bytes of their paths: first how many
  /// they are and how many bytes their paths take, then, where `willVisit` says so, each. All of it shows one
  /// revision, which is the answer. `willVisit` and `visit` run with the lock held and must not call the engine.
  public func list(
    _ path: UnsafeRawBufferPointer, subtree: Bool, willVisit: (Int, Int) -> Bool,
    visit: (BadgeInfo, UnsafeRawBufferPointer) -> Void
  ) throws(Failure) -> UInt64 {
    try engine.enter()
    defer { engine.lock.unlock() }
    if deadline != Int64.max { expireIfDue() }
    var found = List<NodeIndex>()
    try growingTree(path) { () throws(TreeError) in
      if let at = try tree.find(path) { try tree.collect(at, subtree: subtree, into: &found) }
    }
    var bytes = 0
    for position in 0..<found.count { bytes += tree.path(of: found[position]).count }
    if willVisit(found.count, bytes) {
      for position in 0..<found.count { visit(info(found[position]), tree.path(of: found[position])) }
    }
    return tree.revision
  }

  /// The state of the account itself.
  public func state() throws(Failure) -> (revision: UInt64, isLoggedIn: Bool) {
    try engine.enter()
    defer { engine.lock.unlock() }
    return (tree.revision, isLoggedIn)
  }

  // MARK: Handles

  public func resolve(_ path: UnsafeRawBufferPointer) throws(Failure) -> UInt64 {
    try engine.enter()
    defer { engine.lock.unlock() }
    return try growingTree(path) { () throws(TreeError) in try tree.retain(try tree.findOrCreate(path)) }
  }

  public func release(_ node: UInt64) throws(Failure) {
    try engine.enter()
    defer { engine.lock.unlock() }
    try growingTree { () throws(TreeError) in try tree.release(node) }
  }

  /// Hands out the path of a node; `body` must not call the engine.
  public func withPath(of node: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
    try engine.enter()
    defer { engine.lock.unlock() }
    let at = try growingTree { () throws(TreeError) in try tree.node(node) }
    body(tree.path(of: at))
  }

  /// Recounts the tree and compares it with what is kept.
  /// - Throws: `internalError`, naming the first node that is wrong.
  public func verify() throws(Failure) {
    try engine.enter()
    defer { engine.lock.unlock() }
    var wrong: NodeIndex?
    try growingTree { () throws(TreeError) in wrong = try tree.verify() }
    if let wrong {
      throw Failure(.internalError, "the count at ", quoting: tree.path(of: wrong), " is wrong")
    }
  }

  /// Visits what changed after a revision; the first call begins to keep changes. `visit` runs with the lock held, must
  /// not call the engine, and answers whether it could take the node.
  public func changes(
    since revision: UInt64, epoch: UInt64, _ visit: (BadgeInfo, UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) -> ChangesResult {
    try engine.enter()
    defer { engine.lock.unlock() }
    if deadline != Int64.max { expireIfDue() }
    try growingTree { () throws(TreeError) in try tree.trackChanges() }
    if epoch != 0 && epoch != engine.epoch { return .resync }
    return tree.changes(since: revision) { at in visit(info(at), tree.path(of: at)) }
  }
}
