import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// The host's operations of a batch. Each may be read more than once.
public protocol BatchSource {
  var count: Int { get }
  /// The index-th operation. Throws if it is malformed.
  func operation(_ index: Int) throws(Failure) -> Operation
  /// The target of the index-th operation. Throws if it is malformed.
  func target(_ index: Int) throws(Failure) -> Target
  /// The index-th operation will be read soon: a chance to prefetch its text.
  func approach(_ index: Int)
  /// Receives the index-th operation's status and its visible badge at that moment. The last report counts.
  func report(_ index: Int, _ status: Status, _ shown: Visible)
}

extension BatchSource {
  /// Reports why the batch was rejected, and at which operation; beyond the last one: at none of them.
  func reportFailure(_ error: Failure, at culprit: Int) {
    for index in 0..<count where index != culprit { report(index, .notApplied, .nothing) }
    if culprit < count { report(culprit, error.status, .nothing) }
  }
}

extension Account {
  /// Applies operations in their order, all or nothing, as one transaction with one revision.
  /// - Throws: the reason for the rejection. The operation that caused it was reported with that status, every other
  ///   one with `notApplied`.
  @inline(__always)
  public func performBatch<Source: BatchSource>(_ source: Source) throws(Failure) -> UInt64 {
    var position = 0
    do throws(Failure) {
      if engine.configuration.isSynchronous {
        try performWithStore(source, &position)
      } else if try !performInMemory(source, &position) {
        position = 0
        try performWithStore(source, &position)
      }
      return revision
    } catch {
      source.reportFailure(error, at: position)
      throw error
    }
  }

  private func performWithStore<Source: BatchSource>(_ source: Source, _ position: inout Int) throws(Failure) {
    try change(.batch) { (share, hold) throws(Failure) in try apply(&hold, source, &position, in: share) }
  }

  /// Applies all operations. `position` is the number of those applied.
  func apply<Source: BatchSource>(
    _ hold: inout LockHold, _ source: Source, _ position: inout Int, in share: Share
  ) throws(Failure) {
    while position < source.count {
      let (what, target) = (try source.operation(position), try source.target(position))
      try what.check()
      let applied = try share.apply(&hold, what, target)
      source.report(position, applied == .held ? .held : .ok, try shown(what, target, tree))
      position += 1
      if position % 64 == 0 { pause(&hold) }
    }
  }

  /// This many operations of a batch take a part of a millisecond. Then waiting threads get `lock`.
  private static let longBatch = 1024

  /// - Returns: false if an operation needs the store. Then nothing was done.
  private func performInMemory<Source: BatchSource>(
    _ source: Source, _ position: inout Int
  ) throws(Failure) -> Bool {
    var hold = try enterHere()
    if gate.claims > 0 { try awaitClaims(&hold) }
    let isInArrears = try changeTree(&hold, .batch, spare: Account.longBatch) { (tree, hold) throws(Failure) in
      try performAll(&hold, source, &position, tree)
    }
    hold.releaseHere()
    if isInArrears == true { engine.catchUp() }
    return isInArrears != nil
  }

  @inline(__always)
  private func performAll<Source: BatchSource>(
    _ hold: inout LockHold, _ source: Source, _ position: inout Int, _ tree: Tree
  ) throws(Failure) -> Bool {
    let count = source.count
    var ahead = LookAhead()
    while position < count {
      if tree.isLarge { ahead.advance(to: position, source, tree) }
      let end = min(position &+ LookAhead.groupSize, count)
      while position < end {
        if try !performNext(hold, source, position, tree) { return false }
        position &+= 1
      }
      if position % Account.longBatch == 0, position < count { pause(&hold) }
    }
    return try clearViewed(&hold, in: nil)
  }

  /// - Returns: false if the operation needs the store.
  @inline(__always)
  private func performNext<Source: BatchSource>(
    _ hold: borrowing LockHold, _ source: Source, _ position: Int, _ tree: Tree
  ) throws(Failure) -> Bool {
    let what = try source.operation(position)
    let target = try source.target(position)
    if let badge = what.plainBadge, tree.replaceLogged(target, badge) != .unusual {
      source.report(position, .ok, .nothing)
      return true
    }
    return try performAny(hold, what, target, source, position, tree)
  }

  private func performAny<Source: BatchSource>(
    _ hold: borrowing LockHold, _ what: Operation, _ target: Target, _ source: Source, _ position: Int, _ tree: Tree
  ) throws(Failure) -> Bool {
    if case .get = what {
      source.report(position, .ok, try shown(what, target, tree))
      return true
    }
    try what.check()
    let applied = try applyAnywhere(what, target, tree)
    if applied == .needsStore { return false }
    if what.mayEnd { updateDeadline(hold) }
    source.report(position, applied == .held ? .held : .ok, .nothing)
    return true
  }

  /// The visible badge for a `get` within a batch.
  @_optimize(speed)
  func shown(_ operation: Operation, _ target: Target, _ tree: Tree) throws(Failure) -> Visible {
    guard case .get = operation else { return .nothing }
    guard let at = try tree.find(target) else { return Visible.nothing }
    return tree.visible(at)
  }
}

/// Prefetches the data of a batch's next operations. Each step needs the result of the step before, so they are a group
/// of operations apart. The steps for a group, in order:
/// 1. the host's paths;
/// 2. the table's slots of the paths, or the nodes of the handles;
/// 3. the nodes and texts of the slots, or the parents' branches. If a path does not exist, the slot of its parent,
///    whose node is needed to create the new one;
/// 4. the node and the text of that;
/// 5. its branch.
///
/// No result depends on it, so malformed operations are left for later.
private struct LookAhead {
  static let groupSize = 16

  private var hasBegun = false
  /// From the second step to the third: hashes of paths, or the nodes of handles; and a bit each that says which are
  /// hashes.
  private var keys = InlineArray<16, UInt32>(repeating: 0)
  private var hashes: UInt32 = 0
  /// From the third step to the fourth: hashes of the parents of missing paths.
  private var hashesAbove = InlineArray<16, UInt32>(repeating: 0)
  private var missing: UInt32 = 0
  /// From the fourth step to the fifth: the nodes of these.
  private var nodesAbove = InlineArray<16, UInt32>(repeating: 0)
  private var found: UInt32 = 0

  /// Call it before the group at `position` is done.
  @inline(__always)
  mutating func advance<Source: BatchSource>(to position: Int, _ source: Source, _ tree: Tree) {
    let group = position / LookAhead.groupSize
    if !hasBegun {
      hasBegun = true
      for before in -5..<0 { look(from: group &+ before, notBefore: group, source, tree) }
    }
    look(from: group, notBefore: group, source, tree)
  }

  /// The last step runs first, because the step before overwrites its input.
  @inline(never)
  private mutating func look<Source: BatchSource>(
    from group: Int, notBefore first: Int, _ source: Source, _ tree: Tree
  ) {
    if group &+ 1 >= first, found != 0 { lookAtBranchesAbove(tree) }
    if group &+ 2 >= first { lookAtNodesAbove(tree) }
    if group &+ 3 >= first { lookAtNodes(source, group &+ 3, tree) }
    if group &+ 4 >= first { lookAtSlots(source, group &+ 4, tree) }
    for index in range(source, group &+ 5) { source.approach(index) }
  }

  @inline(__always)
  private func range<Source: BatchSource>(_ source: Source, _ group: Int) -> Range<Int> {
    let first = min(group &* LookAhead.groupSize, source.count)
    return first..<min(first &+ LookAhead.groupSize, source.count)
  }

  @inline(__always)
  private mutating func lookAtSlots<Source: BatchSource>(_ source: Source, _ group: Int, _ tree: Tree) {
    let range = range(source, group)
    hashes = 0
    for index in range {
      let place = index &- range.lowerBound
      do throws(Failure) {
        switch try source.target(index) {
        case .path(let path):
          keys[place] = tree.lookAhead(path)
          hashes |= 1 << UInt32(truncatingIfNeeded: place)
        case .node(let handle): keys[place] = tree.lookAhead(handle: handle)
        }
      } catch {
        keys[place] = 0
      }
    }
  }

  @inline(__always)
  private mutating func lookAtNodes<Source: BatchSource>(_ source: Source, _ group: Int, _ tree: Tree) {
    let range = range(source, group)
    missing = 0
    for index in range {
      let place = index &- range.lowerBound
      let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: place)
      if hashes & bit == 0 {
        tree.lookAhead(node: keys[place])
      } else if tree.lookAhead(hash: keys[place]) == nil, let hash = hashAbove(source, index, tree) {
        hashesAbove[place] = hash
        missing |= bit
      }
    }
  }

  @inline(never)
  private func hashAbove<Source: BatchSource>(_ source: Source, _ index: Int, _ tree: Tree) -> UInt32? {
    do throws(Failure) {
      guard case .path(let path) = try source.target(index) else { return nil }
      return tree.lookAhead(above: path)
    } catch {
      return nil
    }
  }

  @inline(__always)
  private mutating func lookAtNodesAbove(_ tree: Tree) {
    found = 0
    var left = missing
    while left != 0 {
      let place = left.trailingZeroBitCount
      if let node = tree.lookAhead(hash: hashesAbove[place]) {
        nodesAbove[place] = node
        found |= 1 << UInt32(truncatingIfNeeded: place)
      }
      left &= left &- 1
    }
  }

  @inline(__always)
  private func lookAtBranchesAbove(_ tree: Tree) {
    var left = found
    while left != 0 {
      tree.lookAhead(branchOf: nodesAbove[left.trailingZeroBitCount])
      left &= left &- 1
    }
  }
}
