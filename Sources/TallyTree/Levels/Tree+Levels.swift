import TallyFailure
import TallyMemory

// Levels of what feeds a tree's nodes. Highlights and passive things spread by rules of their own: Tree+Highlights and
// Tree+Passive. A tree that was never fed with levels has no records, and its operations do not ask for them.

extension Tree {
  /// Feeds a node as ``feed(_:count:badges:)`` does, with the levels of what feeds it. Within an undoable transaction,
  /// or to load a tree.
  public func feed(_ at: NodeIndex, count: Int64, badges: Int64, levels change: FedLevels) throws(Failure) {
    if !change.isNothing { try feedLevels(at, change) }
    try feed(at, count: count, badges: badges)
  }

  /// Highlights go first. What then passes through a mute that holds back the rest has arrived before it.
  private func feedLevels(_ at: NodeIndex, _ change: FedLevels) throws(Failure) {
    try prepare()
    try Tree.reserve { () throws(OutOfMemory) in
      try reserveBranches(1)
      try levels.log.reserve(levels.log.count + 1)
      try levels.reserve(branchCount + 1)
    }
    makeBranch(at.raw)
    let record = levels.records + Int(nodes[Int(at.raw)].value)
    guard Tree.isInRange(record.pointee.fed.things, change.highlighted),
      Tree.isInRange(record.pointee.fed.criticals, change.criticals),
      Tree.isInRange(record.pointee.passives, change.passives)
    else { throw .countRange }
    if mode == .logged {
      levels.log.appendWithinCapacity(change)
      hasExtras = true
      appendReserved(&ownLog, OwnEntry(node: at.raw, kind: .levels, flags: [], ownCount: 0))
    }
    changeLevels(at.raw, change)
  }

  private static func isInRange(_ number: UInt32, _ change: Int64) -> Bool {
    let (total, overflow) = Int64(number).addingReportingOverflow(change)
    return !overflow && UInt32(exactly: total) != nil
  }

  /// The node has a branch and a record.
  func changeLevels(_ index: UInt32, _ change: FedLevels) {
    let place = Int(nodes[Int(index)].value)
    let highlights = Highlights(change)
    if !highlights.isNothing {
      (levels.records + place).pointee.fed.add(highlights)
      carryHighlights(highlights, from: index)
    }
    if change.passives == 0 { return }
    (levels.records + place).pointee.passives &+= UInt32(truncatingIfNeeded: change.passives)
    branches[place].unusual |= Branch.passive
    settle(index, before: visible(nodes + Int(index)))
  }

  /// Takes back the last change of fed levels.
  func takeBackLevels(_ index: UInt32) {
    if let change = levels.log.popLast() { changeLevels(index, change.negated) }
  }

  // MARK: Reading

  /// Whether levels ever fed the tree. Otherwise ``level(_:)`` is nothing everywhere.
  @inline(__always)
  public var hasLevels: Bool { !levels.isEmpty }

  /// The highlights that a node shows, and its level.
  @inline(never)
  public func level(_ at: NodeIndex) -> VisibleLevel {
    let node = nodes + Int(at.raw)
    if levels.isEmpty || !visible(node).shows { return .nothing }
    let record = record(node)
    return VisibleLevel(highlights: record.reached.count, level: record.level)
  }

  /// The highlights and the level of what a node contributes: what its mute lets pass.
  @inline(never)
  public func contributedLevel(_ at: NodeIndex) -> VisibleLevel {
    let node = nodes + Int(at.raw)
    if levels.isEmpty || !contribution(node).shows { return .nothing }
    if passesHighlights(node) { return level(at) }
    return VisibleLevel(highlights: 0, level: record(node).isPassive ? .passive : .normal)
  }

  /// The levels of all that feeds a node, and no other.
  public func fedLevels(_ at: NodeIndex) -> FedLevels {
    let record = record(nodes + Int(at.raw))
    return FedLevels(
      highlights: Int64(bitPattern: record.fed.count), highlighted: Int64(record.fed.things),
      criticals: Int64(record.fed.criticals), passives: Int64(record.passives - sharedPassives(at.raw)))
  }

  /// The record of a node's branch, or an empty one.
  @inline(__always)
  func record(_ node: UnsafeMutablePointer<Node>) -> LevelRecord {
    node.pointee.flags.contains(.branch) ? levels.record(node.pointee.value) : LevelRecord()
  }

  // MARK: Changes

  /// Computes again what a node's record says of its level, and notes a change.
  /// - Parameters:
  ///   - shown: the node's visible badge, before a change that is not noted yet; nil: there is none.
  ///   - highlights: those of the record, before the change.
  @_optimize(speed)
  func updateLevel(_ index: UInt32, _ shown: Visible?, highlightsBefore highlights: UInt64) {
    let node = nodes + Int(index)
    let place = node.pointee.value
    let record = levels.records + Int(place)
    let before = record.pointee.level
    let after = record.pointee.currentLevel
    if before == after, highlights == record.pointee.reached.count { return }
    record.pointee.level = after
    if mode == .direct { changes.append(pendingRevision, index) }
    // A node that highlights reach will show them, even if their badges have not arrived yet.
    let now = visible(node)
    note(node, index, shown ?? now, shows: record.pointee.reached.things > 0 || now.shows)
    if mode != .logged || record.pointee.changedIn == levels.transaction { return }
    record.pointee.changedIn = levels.transaction
    record.pointee.levelBefore = before
    record.pointee.highlightsBefore = highlights
    record.pointee.nextChanged = levels.firstChanged
    levels.firstChanged = place
    hasExtras = true
  }

  /// Notes the nodes whose levels or highlights have changed, and nothing else that shows.
  @inline(never)
  @_optimize(speed)
  func keepChangedLevels() {
    var place = levels.firstChanged
    while place != Node.none {
      let record = levels.records + Int(place)
      let node = nodes + Int(branches[Int(place)].node)
      let isSame =
        record.pointee.level == record.pointee.levelBefore
        && record.pointee.reached.count == record.pointee.highlightsBefore
      if !isSame, visible(node).shows {
        setStamp(node, pendingStamp)
        hasChanged = true
      }
      place = record.pointee.nextChanged
    }
  }

  /// Ends a transaction's notes of levels.
  func forgetChangedLevels() {
    levels.log.removeAll()
    if levels.firstChanged == Node.none { return }
    levels.firstChanged = Node.none
    levels.endTransaction()
  }
}

// MARK: Mutes that pass highlights

extension Tree {
  /// Makes room for a mute that passes highlights, which a branch notes.
  func reservePassing(_ index: UInt32) throws(Failure) {
    try Tree.reserve { () throws(OutOfMemory) in try reserveBranches(1) }
    makeBranch(index)
  }

  /// The node has a branch.
  func togglePassing(_ node: UnsafeMutablePointer<Node>) {
    branches[Int(node.pointee.value)].unusual ^= Branch.passing
    levels.passingMutes += isPassing(node) ? 1 : -1
  }

  /// A node's mute has changed, and holds back highlights that passed before, or the other way round.
  func replaceHighlights(of node: UnsafeMutablePointer<Node>, _ index: UInt32, isTaken: Bool) {
    let reached = record(node).reached
    let above = parent(index)
    if above == Node.none || reached.isNothing { return }
    carryHighlights(isTaken ? reached.negated : reached, from: above)
  }

  // MARK: Withdrawals

  var loggedLevels: Int { levels.log.count }

  func noteLevels(in withdrawal: inout Withdrawal, after mark: LogMark) throws(OutOfMemory) {
    try withdrawal.levels.reserve(levels.log.count - mark.levels)
    for position in mark.levels..<levels.log.count { withdrawal.levels.appendWithinCapacity(levels.log[position]) }
  }
}
