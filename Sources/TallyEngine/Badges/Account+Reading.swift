import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// What a host may know of a node.
public struct BadgeInfo: BitwiseCopyable, Sendable {
  public var shown = Visible.nothing
  public var revision: UInt64 = 0
  public var own = OwnState()
  public var isFed = false
  public var hasLitChildren = false

  public init() {}

  @inline(__always)
  init(_ tree: Tree, _ at: NodeIndex) { read(tree, at) }

  @inline(__always)
  mutating func read(_ tree: Tree, _ at: NodeIndex) {
    shown = tree.visible(at)
    revision = tree.revision(of: at)
    own = tree.ownState(at)
    isFed = tree.isFed(at)
    hasLitChildren = tree.isLit(at)
  }
}

/// The state of an account itself.
public struct AccountState {
  public var revision: UInt64
  public var isLoggedIn: Bool
  /// As the header's constants.
  public var aggregation: Int32
  public var feeding: Int32
}

extension Account {
  /// What a node shows. An unknown path shows nothing, and is not created.
  @inline(__always)
  public func info(_ target: Target) throws(Failure) -> BadgeInfo {
    try enterHere()
    defer { engine.lock.unlockHere() }
    var info = BadgeInfo()
    do throws(TreeError) {
      try withTree { (tree) throws(TreeError) in
        if let at = try tree.find(target) { info.read(tree, at) }
      }
    } catch {
      throw Failure(error, path: target.path)
    }
    return info
  }

  /// Visits the nodes at or below a path that show a badge or are muted, by the bytes of their paths, until `visit`
  /// says that it has enough. All of them show one revision, which is the answer. `visit` runs with the lock held and
  /// must not call the engine.
  /// - Parameter after: only those whose paths come after this one.
  // All else here is compiled for size; this goes through every node.
  @_optimize(speed)
  public func list(
    _ path: UnsafeRawBufferPointer, subtree: Bool, after: UnsafeRawBufferPointer? = nil,
    visit: (BadgeInfo, UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) -> UInt64 {
    var last = Path()
    if let after { last = try canonical(after) }
    try enter()
    defer { engine.lock.unlock() }
    let tree = tree
    var revision: UInt64 = 0
    try exclusively(for: tree.count) { () throws(Failure) in
      var found = List<NodeIndex>()
      try growingTree(path) { () throws(TreeError) in
        if let at = try tree.find(path) { try tree.collect(at, subtree: subtree, into: &found) }
      }
      var position = after == nil ? 0 : firstPosition(in: found, behind: last.bytes.bytes)
      while position < found.count, visit(BadgeInfo(tree, found[position]), tree.path(of: found[position])) {
        position += 1
      }
      revision = tree.revision
    }
    return revision
  }

  /// The first of the nodes, which are sorted by the bytes of their paths, that comes after a path.
  private func firstPosition(in found: borrowing List<NodeIndex>, behind path: UnsafeRawBufferPointer) -> Int {
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if path.precedes(tree.path(of: found[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The state of the account itself.
  public func state() throws(Failure) -> AccountState {
    try enterAnywhere()
    defer { engine.lock.unlock() }
    return AccountState(
      revision: lastRevision, isLoggedIn: isLoggedIn, aggregation: aggregation == .sum ? 2 : 1,
      feeding: feeding == .unread ? 2 : 1)
  }

  /// Under `lock`.
  private var lastRevision: UInt64 { isLoaded ? tree.revision : storedRevision }

  /// The revision that there is, also after the engine was closed: what was done is not to fail because of it.
  var revision: UInt64 {
    engine.lock.lock()
    defer { engine.lock.unlock() }
    awaitIdle()
    return lastRevision
  }

  // MARK: Handles

  public func resolve(_ path: UnsafeRawBufferPointer) throws(Failure) -> UInt64 {
    try enter()
    defer { engine.lock.unlock() }
    return try growingTree(path) { () throws(TreeError) in try tree.retain(try tree.findOrCreate(path)) }
  }

  public func release(_ node: UInt64) throws(Failure) {
    try enter()
    defer { engine.lock.unlock() }
    try growingTree { () throws(TreeError) in try tree.release(node) }
  }

  /// Hands out the path of a node; `body` must not call the engine.
  public func withPath(of node: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
    try enter()
    defer { engine.lock.unlock() }
    let at = try growingTree { () throws(TreeError) in try tree.node(node) }
    body(tree.path(of: at))
  }

  /// Recounts the tree and compares it with what is kept.
  /// - Throws: `internalError`, naming the first node that is wrong.
  public func verify() throws(Failure) {
    try enter()
    defer { engine.lock.unlock() }
    let tree = tree
    var wrong: NodeIndex?
    try exclusively(for: tree.count) { () throws(Failure) in
      try growingTree { () throws(TreeError) in wrong = try tree.verify() }
    }
    if let wrong {
      throw Failure(.internalError, "the count at ", quoting: tree.path(of: wrong), " is wrong")
    }
  }

  /// Visits what changed after a revision; the first call begins to keep changes. `visit` runs with the lock held, must
  /// not call the engine, and answers whether it could take the node.
  @inline(__always)
  public func changes(
    since revision: UInt64, epoch: UInt64, _ visit: (BadgeInfo, UnsafeRawBufferPointer) -> Bool
  ) throws(Failure) -> ChangesResult {
    try enterHere()
    defer { engine.lock.unlockHere() }
    let tree = tree
    try growingTree { () throws(TreeError) in try tree.trackChanges() }
    if epoch != 0 && epoch != engine.epoch { return .resync }
    return tree.changes(since: revision) { at in visit(BadgeInfo(tree, at), tree.path(of: at)) }
  }

  /// Visits the reasons why a path shows what it shows, by the bytes of their paths, and behind each that messages feed
  /// these messages, until `visit` says that it has enough. `visit` runs with locks held and must not call the engine.
  public func explain(
    _ path: UnsafeRawBufferPointer, visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) {
    try withStore { () throws(Failure) in
      try exclusively { () throws(Failure) in try explainAlone(path, visit) }
    }
  }

  private func explainAlone(
    _ path: UnsafeRawBufferPointer, _ visit: (Reason, UnsafeRawBufferPointer, FeedingMessage?) -> Bool
  ) throws(Failure) {
    let tree = tree
    var reasons = List<Reason>()
    try growingTree(path) { () throws(TreeError) in
      if let at = try tree.find(path) { try tree.explain(at, into: &reasons) }
    }
    for position in 0..<reasons.count {
      let reason = reasons[position]
      let path = tree.path(of: reason.node)
      if !visit(reason, path, nil) { return }
      if !reason.isFed { continue }
      var goesOn = true
      try engine.store.listFeeding(account: id, feeding: feeding.rawValue, path: path) { message in
        if goesOn { goesOn = visit(reason, path, message) }
      }
      if !goesOn { return }
    }
  }
}
