import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// The own badges that somebody has removed from an account with claims of feeds. Removing a badge dismisses the claims
/// on it, even if the host sets another badge before the change is stored. A badge that ends dismisses none.
///
/// Invariants: each node in `removed` is dirty, so the tree keeps it. `ended` is empty outside a transaction of the
/// tree.
struct Removals: ~Copyable {
  private var removed = IntegerMap()
  /// The paths of removed badges, if the engine stores no badges.
  private var unstored = TextTable()
  /// The nodes whose badges have ended in the current transaction.
  private var ended = IntegerMap()
  /// Badges have ended, and the claims that they covered do not show yet.
  var mayUncover = false

  private static func key(_ node: NodeIndex) -> UInt64 { UInt64(node.raw) | 1 << 63 }

  mutating func note(_ node: NodeIndex) throws(OutOfMemory) { try removed.set(Self.key(node), 1) }

  mutating func note(_ path: UnsafeRawBufferPointer) throws(OutOfMemory) { _ = try unstored.add(path) }

  var hasUnstored: Bool { unstored.count > 0 }

  mutating func takeUnstored() -> TextTable {
    var taken = TextTable()
    swap(&taken, &unstored)
    return taken
  }

  mutating func noteEnd(_ node: NodeIndex) throws(OutOfMemory) { try ended.set(Self.key(node), 1) }

  func hasEnded(_ node: NodeIndex) -> Bool { ended.count > 0 && ended.value(Self.key(node)) != nil }

  /// The transaction has ended.
  mutating func forgetEnds() {
    if ended.count > 0 { ended = IntegerMap() }
  }

  /// Whether the badge of a path was removed since it was stored. It is stored now.
  mutating func take(_ path: UnsafeRawBufferPointer, in tree: Tree) -> Bool {
    guard removed.count > 0, let node = tree.known(path), removed.value(Self.key(node)) != nil else { return false }
    removed.remove(Self.key(node))
    return true
  }
}

extension Account {
  /// Notes the badges that the transaction of the tree has removed. The loop writes them later.
  func noteRemovals(_ hold: borrowing LockHold, _ tree: Tree) throws(Failure) {
    let isStored = engine.configuration.isPersistent
    try tree.forEachRemoved(after: LogMark()) { (node) throws(Failure) in
      if feeds.removals.hasEnded(node) { return }
      try growing { () throws(OutOfMemory) in
        if isStored { try feeds.removals.note(node) } else { try feeds.removals.note(tree.path(of: node)) }
      }
    }
    feeds.removals.forgetEnds()
    if feeds.removals.hasUnstored, kept.sent.contains(.dismissals) { outbox?.wake(hold) }
  }

  /// Dismisses the claims on removed badges, if the engine stores no badges. This thread has the store, without
  /// `lock`.
  func dismissUnstored() throws(Failure) {
    let hold = lock()
    let unstored = feeds.removals.takeUnstored()
    hold.release()
    try dismiss(unstored)
  }

  /// Dismisses the claims on these paths. This thread has the store.
  func dismiss(_ paths: borrowing TextTable) throws(Failure) {
    for number in 0..<paths.count { try store.dismissClaims(account: id, path: paths[Int32(number)]) }
  }

  /// A badge is about to end in the transaction of the tree.
  func noteEnd(_ node: NodeIndex) throws(Failure) {
    if !gate.isClaimed { return }
    try growing { () throws(OutOfMemory) in try feeds.removals.noteEnd(node) }
    feeds.removals.mayUncover = true
  }
}
