import TallyFailure
import TallyMemory

/// The data of a node's digest.
struct DigestRecord: BitwiseCopyable {
  /// The digest of the own states of the node and its subtree; 0: nothing is owned.
  var digest: UInt64 = 0
  /// The node's own part of it; 0: it owns nothing.
  var own: UInt64 = 0
  /// The hash of the last component of its path.
  var name: UInt64
}

/// The digests of a tree's nodes, kept from the first request on.
///
/// With own(v) the hash of the own state of v, name(v) that of its last component, all of them 64 bits:
///
///     digest(v) = own(v) + sum over the children c of term(name(c), digest(c))      modulo 2^64
///     term(n, 0) = 0, else finish(round(round(start, n), d)); own(v) = 0 if v owns nothing
///
/// It does not depend on the place of the subtree, nor on nodes that own nothing. Two equal subtrees have the same
/// digest. Others have different ones, except by accident (``Hash64``).
///
/// Invariants: `records` has those of the nodes below `records.count`. Of these, exactly the nodes without the flag
/// `digested` are in `restated`, each once: their own states have changed since. So `restated` never needs more room
/// than there are records. It has that room, so noting a change cannot fail. The record of a place without a node is
/// zero.
struct Digests: ~Copyable {
  var records = List<DigestRecord>()
  var restated = List<UInt32>()
}

extension Tree {
  /// The digest of the own states of a node and its subtree: own badges, mutes and their ends. 0: nothing. Equal
  /// subtrees have equal digests in any tree, at any place, on any machine.
  /// - Throws: `.noMemory`.
  /// - Complexity: O(1) if nothing changed since the last call. Otherwise O(depth) for each node whose own state
  ///   changed, and O(nodes) the first time. From then on 28 bytes are kept for each node.
  public func digest(_ at: NodeIndex) throws(Failure) -> UInt64 {
    try updateDigests()
    return digests.records[Int(at.raw)].digest
  }

  /// Calls `body` with each child whose subtree owns something, and its digest, in no order. Two machines can descend
  /// with it to find where they differ.
  /// - Throws: `.noMemory`.
  /// - Complexity: that of ``digest(_:)``, and O(children).
  public func forEachChildDigest(
    of at: NodeIndex, _ body: (NodeIndex, UInt64) -> Void
  ) throws(Failure) {
    try updateDigests()
    var child = firstListed(at.raw)
    while child != Node.none {
      let digest = digests.records[Int(child)].digest
      if digest != 0 { body(NodeIndex(child), digest) }
      child = links[Int(child)].nextListed
    }
  }

  /// Notes that the own state of a node has changed.
  func noteRestated(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    node.pointee.flags.remove(.digested)
    appendReserved(&digests.restated, index)
  }

  /// Updates all digests.
  func updateDigests() throws(Failure) {
    #if TALLY_PLAIN
      forgetDigests()
    #endif
    let known = digests.records.count
    if known == nodeCount, digests.restated.isEmpty { return }
    try Tree.reserve { () throws(OutOfMemory) in
      try digests.records.reserve(nodeCount)
      try digests.restated.reserve(nodeCount)
    }
    for index in known..<nodeCount {
      let isThere = links[index].path != Node.none
      appendReserved(&digests.records, DigestRecord(name: isThere ? nameHash(UInt32(index)) : 0))
    }
    // The way up from each node passes the upper nodes again and again. Above this number, one pass over all nodes is
    // cheaper.
    if digests.restated.count + (nodeCount - known) > nodeCount / 8 {
      digestAll()
    } else {
      while let index = digests.restated.popLast() { digest(own: index) }
      for index in known..<nodeCount { digest(own: UInt32(index)) }
    }
  }

  #if TALLY_PLAIN
    /// Makes all digests be computed again.
    private func forgetDigests() {
      digests.records.removeAll()
      digests.restated.removeAll()
      for index in 0..<nodeCount { nodes[index].flags.remove(.digested) }
    }
  #endif

  /// Computes all digests again. Nodes with an own state are listed, and so are their ancestors. So a walk through the
  /// lists, with children before their parents, finds all of them.
  private func digestAll() {
    let records = digests.records.pointer
    for index in 0..<nodeCount {
      records[index].digest = 0
      if !nodes[index].flags.contains(.digested) {
        records[index].own = ownHash(UInt32(index))
        nodes[index].flags.insert(.digested)
      }
    }
    digests.restated.removeAll()
    var index = firstLeaf(of: 0)
    while index != 0 {
      let record = records + Int(index)
      record.pointee.digest &+= record.pointee.own
      // It is not the root, so its parent is never none.
      let parent = parent(index)
      records[Int(parent)].digest &+= Tree.term(record.pointee.name, record.pointee.digest)
      let next = links[Int(index)].nextListed
      index = next == Node.none ? parent : firstLeaf(of: next)
    }
    records[0].digest &+= records[0].own
  }

  /// The first node below that has nothing listed below it, or the node itself.
  private func firstLeaf(of top: UInt32) -> UInt32 {
    var index = top
    while firstListed(index) != Node.none { index = firstListed(index) }
    return index
  }

  /// The place has a new node, which owns nothing yet and has its own name.
  func renewDigest(_ index: UInt32) {
    digests.records[Int(index)] = DigestRecord(name: nameHash(index))
    nodes[Int(index)].flags.insert(.digested)
  }

  /// Computes a node's own part again and carries the difference up.
  @_optimize(speed)
  private func digest(own index: UInt32) {
    let records = digests.records.pointer
    let own = ownHash(index)
    nodes[Int(index)].flags.insert(.digested)
    var added = own &- records[Int(index)].own
    records[Int(index)].own = own
    var current = index
    while added != 0 {
      let record = records + Int(current)
      let before = Tree.term(record.pointee.name, record.pointee.digest)
      record.pointee.digest &+= added
      added = Tree.term(record.pointee.name, record.pointee.digest) &- before
      current = parent(current)
      if current == Node.none { return }
    }
  }

  /// The term that a child adds to its parent's digest.
  @inline(__always)
  private static func term(_ name: UInt64, _ digest: UInt64) -> UInt64 {
    if digest == 0 { return 0 }
    return Hash64.finish(Hash64.round(Hash64.round(Hash64.start, name), digest))
  }

  @_optimize(speed)
  private func ownHash(_ index: UInt32) -> UInt64 {
    let flags = nodes[Int(index)].flags
    if flags.isDisjoint(with: Node.Flags.ownBadge.union(.muted)) { return 0 }
    let own = ownState(NodeIndex(index))
    var word = UInt64(own.mute.rawValue) << 2
    switch own.badge {
    case .none: break
    case .dot: word |= 1
    case .count(let count): word |= 2 | UInt64(count) << 32
    }
    var state = Hash64.round(Hash64.start, word)
    state = Hash64.round(state, UInt64(bitPattern: own.expires))
    state = Hash64.round(state, UInt64(bitPattern: own.muteUntil))
    if own.snooze != 0 { state = Hash64.round(state, UInt64(bitPattern: own.snooze)) }
    // 0 is that of a node that owns nothing.
    return max(Hash64.finish(state), 1)
  }

  private func nameHash(_ index: UInt32) -> UInt64 {
    let parent = parent(index)
    if parent == Node.none { return 0 }
    let path = pathBytes(index)
    return Hash64.hash(UnsafeRawBufferPointer(rebasing: path[(pathBytes(parent).count + 1)...]))
  }
}
