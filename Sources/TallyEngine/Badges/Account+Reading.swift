import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// The state of a node, for the host.
public struct BadgeInfo: BitwiseCopyable, Sendable {
  public var shown = Visible.nothing
  public var level = VisibleLevel.nothing
  public var revision: UInt64 = 0
  public var own = OwnBadge.none
  public var mute = Mute.none
  public var isSnoozed = false
  public var isFed = false
  public var hasLitChildren = false

  public init() {}

  @inline(__always)
  init(_ tree: Tree, _ at: NodeIndex) { read(tree, at) }

  @inline(__always)
  mutating func read(_ tree: Tree, _ at: NodeIndex) {
    shown = tree.visible(at)
    if tree.hasLevels { level = tree.level(at) }
    revision = tree.revision(of: at)
    own = tree.ownBadge(at)
    mute = tree.mute(at)
    if mute == .all, tree.isSnoozed(at) { (mute, isSnoozed) = (tree.ownMute(at), true) }
    isFed = tree.isFed(at)
    hasLitChildren = tree.isLit(at)
  }
}

extension Account {
  /// The state of a node. An unknown path shows nothing, and is not created.
  @inline(__always)
  public func info(_ target: Target) throws(Failure) -> BadgeInfo {
    let hold = try enterHere()
    var info = BadgeInfo()
    try withTree(hold) { (tree) throws(Failure) in
      if let at = try tree.find(target) { info.read(tree, at) }
    }
    hold.releaseHere()
    return info
  }

  /// The state that a node owns. An unknown path owns nothing, and is not created.
  public func own(_ target: Target) throws(Failure) -> OwnState {
    let hold = try enter()
    defer { hold.keep() }
    guard let at = try tree.find(target) else { return OwnState() }
    return tree.ownState(at)
  }

  /// Visits the nodes in a subtree that show a badge or are muted, sorted by the bytes of their paths, until `visit`
  /// returns false. All of them have one revision, which is the result. `visit` runs with the lock held and must not
  /// call the engine.
  /// - Parameter after: visits only later paths.
  // Everything else here is compiled for size. This function visits every node.
  @_optimize(speed)
  public func list(
    _ path: UnsafeRawBufferPointer, subtree: Bool, after: UnsafeRawBufferPointer? = nil,
    visit: (BadgeInfo, UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) -> UInt64 {
    var last = Path()
    if let after { last = try canonical(after) }
    var hold = try enter()
    let tree = tree
    var revision: UInt64 = 0
    try exclusively(&hold, for: tree.count) { () throws(Failure) in
      var found = List<NodeIndex>()
      var top: NodeIndex?
      top = try tree.find(path)
      let kind: ListedKind = subtree ? .subtree : .children
      if let top { try tree.collectPage(top, kind, continues: after != nil, into: &found) }
      var position = after == nil ? 0 : tree.firstPosition(in: found, behind: last.bytes.bytes)
      while position < found.count, visit(BadgeInfo(tree, found[position]), tree.path(of: found[position])) {
        position += 1
      }
      if let top, position < found.count { tree.keepListed(top, kind, &found) }
      revision = tree.revision
    }
    return revision
  }

  /// The revision and whether the account is logged in, both of one moment.
  public func state() throws(Failure) -> (revision: UInt64, isLoggedIn: Bool) {
    let hold = try enterAnywhere()
    defer { hold.keep() }
    return (lastRevision, isLoggedIn)
  }

  /// Under `lock`.
  private var lastRevision: UInt64 { isLoaded ? tree.revision : writing.storedRevision }

  /// The current revision, also after the engine was closed: a completed change must not fail because of it.
  var revision: UInt64 {
    var hold = lock()
    awaitIdle(&hold)
    return lastRevision
  }

  // MARK: Handles

  public func resolve(_ path: UnsafeRawBufferPointer) throws(Failure) -> UInt64 {
    let hold = try enter()
    defer { hold.keep() }
    return try tree.retain(try tree.findOrCreate(path))
  }

  public func release(_ node: UInt64) throws(Failure) {
    let hold = try enter()
    defer { hold.keep() }
    try tree.release(node)
  }

  /// Passes the path of a node to `body`, which must not call the engine.
  public func withPath(of node: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
    let hold = try enter()
    defer { hold.keep() }
    let at = try tree.node(node)
    body(tree.path(of: at))
  }

  /// Counts the tree again and compares it with the stored values.
  /// - Throws: `internalError`, with the first wrong node.
  public func verify() throws(Failure) {
    var hold = try enter()
    let tree = tree
    var wrong: NodeIndex?
    try exclusively(&hold, for: tree.count) { () throws(Failure) in
      wrong = try tree.verify()
    }
    if let wrong {
      throw Failure(.internalError, "the count at ", quoting: tree.path(of: wrong), " is wrong")
    }
  }

  /// Visits the changes after a revision. The first call begins to record changes. `visit` runs with the lock held,
  /// must not call the engine, and returns whether it could take the node.
  @inline(__always)
  public func changes(
    since revision: UInt64, epoch: UInt64, _ visit: (BadgeInfo, UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) -> ChangesResult {
    let hold = try enterHere()
    defer { hold.keep() }
    let tree = tree
    try tree.trackChanges()
    if epoch != 0 && epoch != self.epoch { return .resync }
    return tree.changes(since: revision) { at in visit(BadgeInfo(tree, at), tree.path(of: at)) }
  }
}
