import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// The operations of a change's body on its account.

extension Share {
  /// Applies one operation.
  func apply(_ hold: inout LockHold, _ operation: Operation, _ target: Target) throws(Failure) -> Applied {
    let tree = tree
    let applied = try account.applyAnywhere(operation, target, tree)
    guard applied == .needsStore else { return applied }
    guard let at = try tree.find(target) else { return .done }
    var isClearTree = false
    if case .clearTree = operation { isClearTree = true }
    try account.exclusively(&hold) { () throws(Failure) in
      try compound { () throws(Failure) in
        try takeFeedsAway(at, subtree: isClearTree)
        if isClearTree { try tree.clearTree(at) } else { try tree.setOwnBadge(at, .none) }
      }
    }
    return tree.visible(at).shows ? .held : .done
  }

  /// Clears a node, or also its subtree and what is linked into it.
  /// - Parameter act: marks their messages read; nil: they are seen.
  func clear(_ hold: inout LockHold, _ target: Target, subtree: Bool, _ act: ReadAct?) throws(Failure) -> Applied {
    guard let act else { return try apply(&hold, subtree ? .clearTree : .clear, target) }
    guard let at = try tree.find(target) else { return .done }
    if !subtree, tree.isHeld(at) { return .held }
    try account.exclusively(&hold) { () throws(Failure) in
      try compound { () throws(Failure) in
        try takeFeedsAway(at, subtree: subtree, act)
        if subtree { try tree.clearTree(at) } else { try tree.setOwnBadge(at, .none) }
      }
    }
    effects.sends = true
    return tree.visible(at).shows ? .held : .done
  }

  /// Marks the messages that feed a node, or also its subtree and what is linked into it, as seen.
  /// - Parameter act: as read; nil: as seen.
  private func takeFeedsAway(_ at: NodeIndex, subtree: Bool, _ act: ReadAct? = nil) throws(Failure) {
    var tops = List<NodeIndex>()
    if subtree {
      try tree.collectTops(at, into: &tops)
    } else {
      try growing { () throws(OutOfMemory) in try tops.append(at) }
    }
    for position in 0..<tops.count {
      let path = tree.path(of: tops[position])
      var copy = ByteBuffer()
      // The tree's bytes move when it creates nodes.
      try growing { () throws(OutOfMemory) in try copy.append(path) }
      let whole = copy.bytes
      if let act {
        try account.engine.events.readViewed?(self, whole, subtree, act)
        continue
      }
      try feeding { (visit: DeltaVisitor) throws(Failure) in
        _ = try store.markSeen(
          account: account.id, path: whole, subtree: subtree, sends: account.sendsSeen, visit: visit)
      }
      if account.sendsSeen { effects.sends = true }
    }
    try applyCollected()
  }

  /// Runs a change of messages, and collects its changes to the tree.
  func feeding(_ body: (DeltaVisitor) throws(Failure) -> Void) throws(Failure) {
    try body { (path, change) throws(Failure) in try collect(path, change) }
  }

  /// Records the change of the messages that feed a path.
  func collect(_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(Failure) {
    try growing { () throws(OutOfMemory) in try collected.feed(path, change) }
  }

  /// Runs several changes that count as one operation. Their collected changes are applied after them, and after those
  /// of an operation that this one is a part of.
  func compound(_ body: () throws(Failure) -> Void = {}) throws(Failure) {
    let tree = tree
    if tree.isInCompound { return try body() }
    tree.beginCompound()
    try body()
    try applyCollected()
    try tree.endCompound()
  }

  private func applyCollected() throws(Failure) {
    if collected.isEmpty { return }
    let claims = collected.hasClaims
    if claims { try dismissRemoved() }
    try collected.apply(to: account)
    collected.removeAll()
    if claims { noteClaims() }
  }
}
