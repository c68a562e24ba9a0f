import TallyFailure
import TallyMemory

/// The changes of an undoable transaction that were taken back until they are stored: see ``Tree/withdraw()``.
///
/// Invariant: each node whose own state the transaction changed has one entry that restates it. Each feed has an entry
/// of its own.
public struct Withdrawal: ~Copyable {
  struct Change: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case restated, fed, fedTogether, levels, levelsTogether, linked, unlinked, ruled
    }

    /// The junction, if several nodes are fed together.
    var node: UInt32
    var kind = Kind.restated
    /// The other node of a link.
    var other = Node.none
    /// The node's badge had an icon before, or has one after.
    var concernsIcon = false
    /// The change was not stored before it was withdrawn.
    var isUnstored = false
    var iconEnd = 0
    var own = OwnState()
    var fed = LoggedFeed(count: 0, badges: 0)
    /// The place of the change in the list of levels.
    var levels: UInt32 = 0
  }

  var changes = List<Change>()
  var levels = List<FedLevels>()
  /// The names of the icons one after the other, each up to its change's `iconEnd`.
  var icons = ByteBuffer()
  /// Whether it changes own states, and not only feeds.
  public internal(set) var restates = false
  /// Whether it may change icons.
  public internal(set) var concernsIcons = false

  public init() {}

  public var count: Int { changes.count }

  /// Whether it may change the icon of a node's badge.
  /// - Complexity: O(changes).
  public func concernsIcon(of at: NodeIndex) -> Bool {
    for position in 0..<changes.count where changes[position].concernsIcon {
      if changes[position].node == at.raw { return true }
    }
    return false
  }
}

/// A place in the log of an undoable transaction.
public struct LogMark: BitwiseCopyable {
  var changes = 0
  var feeds = 0
  var levels = 0
  var icons = 0
  var dirty = 0

  public init() {}

  init(changes: Int, feeds: Int, levels: Int, icons: Int, dirty: Int) {
    self.changes = changes
    self.feeds = feeds
    self.levels = levels
    self.icons = icons
    self.dirty = dirty
  }
}

extension Tree {
  /// The current length of the log of the undoable transaction.
  public var logMark: LogMark {
    LogMark(
      changes: ownLog.count, feeds: ownLogFeeds.count, levels: loggedLevels, icons: icons.replacedCount,
      dirty: dirty.count)
  }

  /// Takes back the changes of an undoable transaction, after ``prepareCommit()``, and ends it. Nobody sees the changes
  /// until ``reapply(_:)`` makes them again. Until ``release()``, no node is removed.
  /// - Parameter mark: changes before it are undone too, but are not part of the withdrawal.
  /// - Throws: the transaction then continues.
  public func withdraw(after mark: LogMark = LogMark()) throws(Failure) -> Withdrawal {
    precondition(mode == .logged && isPrepared)
    var withdrawal = Withdrawal()
    try Tree.reserve { () throws(OutOfMemory) in try note(in: &withdrawal, after: mark) }
    rollback()
    reclamationBlocks += 1
    return withdrawal
  }

  private func note(in withdrawal: inout Withdrawal, after mark: LogMark) throws(OutOfMemory) {
    try withdrawal.changes.reserve(ownLog.count - mark.changes)
    beginQuery()
    try noteLevels(in: &withdrawal, after: mark)
    var feeds = mark.feeds
    var levels: UInt32 = 0
    for position in mark.changes..<ownLog.count {
      let entry = ownLog[position]
      var change = Withdrawal.Change(node: entry.node)
      switch entry.kind {
      case .feed:
        change.kind = .fed
        change.fed = ownLogFeeds[feeds]
        feeds += 1
      case .sharedFeed:
        change.kind = .fedTogether
        change.fed = ownLogFeeds[feeds]
        feeds += 1
      case .levels, .sharedLevels:
        (change.kind, change.levels) = (entry.kind == .levels ? .levels : .levelsTogether, levels)
        levels += 1
      case .linked: (change.kind, change.other) = (.linked, entry.ownCount)
      case .unlinked: (change.kind, change.other) = (.unlinked, entry.ownCount)
      case .ruled: change.kind = .ruled
      case .own, .ownWithEnds:
        withdrawal.restates = true
        // Only the final state counts.
        if isMarked(entry.node) { continue }
        setMark(entry.node, query)
        let at = NodeIndex(entry.node)
        change.own = ownState(at)
        change.isUnstored = nodes[Int(entry.node)].flags.contains(.dirty)
        change.concernsIcon = entry.flags.contains(.iconed) || hasIcon(at)
        if change.concernsIcon { withdrawal.concernsIcons = true }
        if hasIcon(at) { try withdrawal.icons.append(icons.icon(entry.node)) }
      }
      change.iconEnd = withdrawal.icons.count
      withdrawal.changes.appendWithinCapacity(change)
    }
  }

  /// Makes withdrawn changes again, in an undoable transaction that is ready for ``commit()``. Other changes of feeds
  /// may have come in between, and other changes of own states if the withdrawal restates none.
  /// - Throws: nothing has then changed, and the caller may try again.
  public func reapply(_ withdrawal: borrowing Withdrawal) throws(Failure) {
    begin(.undoable)
    do throws(Failure) {
      try replay(withdrawal)
      try prepareCommit()
    } catch {
      rollback()
      throw error
    }
  }

  /// Makes withdrawn changes again as part of an undoable transaction. If this throws, the caller must roll it back.
  public func replay(_ withdrawal: borrowing Withdrawal) throws(Failure) {
    // The badges that were cleared with the last child are among the changes.
    clearsAutomatically = false
    defer { clearsAutomatically = true }
    var icon = 0
    for position in 0..<withdrawal.changes.count {
      let change = withdrawal.changes[position]
      if change.kind == .levels {
        try feed(NodeIndex(change.node), count: 0, badges: 0, levels: withdrawal.levels[Int(change.levels)])
        continue
      }
      if change.kind == .levelsTogether {
        try feedAgain(change.node, withdrawal.levels[Int(change.levels)])
        continue
      }
      try remake(change, withdrawal.icons.bytes(at: icon, count: change.iconEnd - icon))
      icon = change.iconEnd
    }
  }

  private func remake(_ change: Withdrawal.Change, _ icon: UnsafeRawBufferPointer) throws(Failure) {
    let at = NodeIndex(change.node)
    switch change.kind {
    case .restated, .levels, .levelsTogether: break
    case .fed: return try feed(at, count: change.fed.count, badges: change.fed.badges)
    case .fedTogether: return try feedAgain(change.node, change.fed)
    case .linked: return _ = try addLink(at, under: NodeIndex(change.other))
    case .unlinked: return _ = try removeLink(at, under: NodeIndex(change.other))
    case .ruled: return try setRule(at, rule(of: at) == .lit ? .aggregate : .lit)
    }
    try prepare()
    try Tree.reserve { () throws(OutOfMemory) in
      try deadlines.prepare(additional: 3)
      try keptMutes.reserve(additional: 1)
      if !icon.isEmpty {
        try icons.set(change.node, icon)
        hasExtras = true
      }
    }
    let node = nodes + Int(change.node)
    logOwn(node, change.node)
    restore(node, change.node, change.own)
    if change.isUnstored { markDirty(node, change.node) }
    if icon.isEmpty { node.pointee.flags.remove(.iconed) } else { node.pointee.flags.insert(.iconed) }
    if change.own.isEmpty { emptied &+= 1 }
  }

  /// The changes were made again or dropped: nodes may be removed again.
  public func release() { reclamationBlocks -= 1 }
}
