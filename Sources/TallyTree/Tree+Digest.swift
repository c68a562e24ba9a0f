import TallyMemory

/// What is kept for a node's digest.
struct DigestRecord: BitwiseCopyable {
  /// Of the own state of the node and of all below it; 0: none of them owns anything.
  var digest: UInt64 = 0
  /// The part of it that is the node's own; 0: it owns nothing.
  var own: UInt64 = 0
  /// The hash of the last component of its path.
  var name: UInt64
}

/// The digests of a tree's nodes, from the first time on that one is asked for.
///
/// With own(v) the hash of what v owns, name(v) that of its last component, all of them 64 bits:
///
///     digest(v) = own(v) + sum over the children c of term(name(c), digest(c))      modulo 2^64
///     term(n, 0) = 0, else finish(round(round(start, n), d)); own(v) = 0 where v owns nothing
///
/// It does not depend on where the subtree lies, nor on nodes that own nothing. Two subtrees that own the same have
/// the same digest; others have different ones, but for accidents (``Hash64``).
///
/// Invariants: `records` holds those of the nodes below `records.count`, and of these exactly those without the flag
/// `digested` are in `restated`, each once: what they own has changed since. So `restated` never needs more room than
/// there are records, and has it: noting a change cannot fail. The record of a place without a node is zero.
struct Digests: ~Copyable {
  var records = List<DigestRecord>()
  var restated = List<UInt32>()
}

extension Tree {
  /// The digest of what a node and all below it own: manual badges, mutes and their ends. 0: nothing. Equal subtrees
  /// have equal digests, in whatever tree, at whatever place, on whatever machine.
  /// - Throws: ``TreeError/outOfMemory``.
  /// - Complexity: O(1) where nothing changed since it was last asked for; else O(depth) for each node whose own state
  ///   changed, O(nodes) the first time. From then on 28 bytes are kept for each node.
  public func digest(_ at: NodeIndex) throws(TreeError) -> UInt64 {
    try updateDigests()
    return digests.records[Int(at.raw)].digest
  }

  /// Calls `body` with each child below which, or at which, something is owned, and its digest; in no order. With it
  /// two machines find where they differ by descending.
  /// - Throws: ``TreeError/outOfMemory``.
  /// - Complexity: that of ``digest(_:)``, and O(children).
  public func forEachChildDigest(
    of at: NodeIndex, _ body: (NodeIndex, UInt64) -> Void
  ) throws(TreeError) {
    try updateDigests()
    var child = firstListed(at.raw)
    while child != Node.none {
      let digest = digests.records[Int(child)].digest
      if digest != 0 { body(NodeIndex(child), digest) }
      child = links[Int(child)].nextListed
    }
  }

  /// Notes that what a node owns has changed.
  func noteRestated(_ node: UnsafeMutablePointer<Node>, _ index: UInt32) {
    node.pointee.flags.remove(.digested)
    appendReserved(&digests.restated, index)
  }

  /// Brings all digests up to date.
  func updateDigests() throws(TreeError) {
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
    // Going up from each node passes the upper ones again and again; from some number on all at once is cheaper.
    if digests.restated.count + (nodeCount - known) > nodeCount / 8 {
      digestAll()
    } else {
      while let index = digests.restated.popLast() { digest(own: index) }
      for index in known..<nodeCount { digest(own: UInt32(index)) }
    }
  }

  /// Makes all digests anew. What owns something is listed, and so are its ancestors: a walk through the lists, in
  /// which children come before their parents, finds all of it.
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
    while true {
      let record = records + Int(index)
      record.pointee.digest &+= record.pointee.own
      if index == 0 { return }
      // It is not the root, so its parent is never none.
      let parent = parent(index)
      records[Int(parent)].digest &+= Tree.term(record.pointee.name, record.pointee.digest)
      let next = links[Int(index)].nextListed
      index = next == Node.none ? parent : firstLeaf(of: next)
    }
  }

  /// The first node below, or the node itself, that has nothing listed below it.
  private func firstLeaf(of top: UInt32) -> UInt32 {
    var index = top
    while firstListed(index) != Node.none { index = firstListed(index) }
    return index
  }

  /// A place was given to another node: it owns nothing yet, and has its own name.
  func renewDigest(_ index: UInt32) {
    digests.records[Int(index)] = DigestRecord(name: nameHash(index))
    nodes[Int(index)].flags.insert(.digested)
  }

  /// Takes up what a node owns now, and carries it up.
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

  /// What a child adds to its parent's digest.
  @inline(__always)
  private static func term(_ name: UInt64, _ digest: UInt64) -> UInt64 {
    if digest == 0 { return 0 }
    return Hash64.finish(Hash64.round(Hash64.round(Hash64.start, name), digest))
  }

  @_optimize(speed)
  private func ownHash(_ index: UInt32) -> UInt64 {
    let flags = nodes[Int(index)].flags
    if flags.isDisjoint(with: Node.Flags.manual.union(.muted)) { return 0 }
    let own = ownState(NodeIndex(index))
    var word = UInt64(own.mute.rawValue) << 2
    switch own.manual {
    case .none: break
    case .dot: word |= 1
    case .count(let count): word |= 2 | UInt64(count) << 32
    }
    var state = Hash64.round(Hash64.start, word)
    state = Hash64.round(state, UInt64(bitPattern: own.expires))
    state = Hash64.round(state, UInt64(bitPattern: own.muteUntil))
    let hash = Hash64.finish(state)
    return hash == 0 ? 1 : hash
  }

  private func nameHash(_ index: UInt32) -> UInt64 {
    let parent = parent(index)
    if parent == Node.none { return 0 }
    let path = pathBytes(index)
    return Hash64.hash(UnsafeRawBufferPointer(rebasing: path[(pathBytes(parent).count + 1)...]))
  }
}
