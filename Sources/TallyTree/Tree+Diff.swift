import TallyFailure
import TallyMemory

// MARK: Making patches

extension Tree {
  /// Writes into `output` the minimal patch from the own states of one subtree to those of another. The two may lie in
  /// different trees and at different places. nil: a path without a node.
  /// - Throws: `.noMemory`. The contents of `output` are then undefined.
  /// - Complexity: that of ``digest(_:)``, and then O(differences and their siblings), whatever the size of the trees.
  public func encodeDiff(
    at top: NodeIndex?, to other: Tree, at otherTop: NodeIndex?, into output: inout ByteOutput
  ) throws(Failure) {
    try updateDigests()
    try other.updateDigests()
    var writer = EntryWriter(isPatch: true)
    var walk = OwnWalk(self, other)
    do throws(OutOfMemory) {
      try writer.begin(into: &output)
      let (a, b) = (top?.raw ?? Node.none, otherTop?.raw ?? Node.none)
      try walk.begin(OwnWalk.Pair(a: a, b: b))
      while let pair = try walk.next() {
        // If the one has no node, the other has one with a top.
        let path =
          pair.a != Node.none ? relativePath(pair.a, NodeIndex(a)) : other.relativePath(pair.b, NodeIndex(b))
        try writer.append(path, old: owned(pair.a), new: other.owned(pair.b))
      }
      try writer.finish(into: &output)
    } catch {
      throw .noMemory
    }
  }

  private func owned(_ index: UInt32) -> OwnState {
    index == Node.none ? OwnState() : ownState(NodeIndex(index))
  }

  /// Writes into `output` the minimal patch from the own states of a subtree to a snapshot.
  /// - Throws: `.noMemory`. The contents of `output` are then undefined.
  /// - Complexity: as ``encodeSnapshot(at:into:)``, and O(bytes of the snapshot).
  public func encodeDiff(
    at top: NodeIndex?, to snapshot: borrowing SnapshotReader, into output: inout ByteOutput
  ) throws(Failure) {
    var writer = EntryWriter(isPatch: true)
    try writeDiff(at: top, to: snapshot, &writer, into: &output)
  }

  func writeDiff(
    at top: NodeIndex?, to snapshot: borrowing SnapshotReader, _ writer: inout EntryWriter,
    into output: inout ByteOutput
  ) throws(Failure) {
    var walk = OwnWalk(self)
    var cursor = try snapshot.entries.cursor()
    do throws(OutOfMemory) {
      try writer.begin(into: &output)
      var hasMore = cursor.next()
      if let top {
        try walk.begin(OwnWalk.Pair(a: top.raw, b: Node.none))
        while let found = try walk.next() {
          let path = relativePath(found.a, top)
          let own = ownState(NodeIndex(found.a))
          while hasMore, isOrderedBefore(cursor.path, path) {
            try writer.append(cursor.path, old: OwnState(), new: cursor.new)
            hasMore = cursor.next()
          }
          if hasMore, isEqual(cursor.path, path) {
            if own != cursor.new { try writer.append(path, old: own, new: cursor.new) }
            hasMore = cursor.next()
          } else {
            try writer.append(path, old: own, new: OwnState())
          }
        }
      }
      while hasMore {
        try writer.append(cursor.path, old: OwnState(), new: cursor.new)
        hasMore = cursor.next()
      }
      try writer.finish(into: &output)
    } catch {
      throw .noMemory
    }
  }
}

// MARK: Applying them

extension Tree {
  /// Changes the own states of a node and its subtree by a patch. No own badge is cleared automatically. Call it
  /// within an undoable transaction and outside a compound operation; a rollback undoes it.
  /// - Parameter force: writes the new states, whatever the current ones are. Otherwise the current states must be the
  ///   patch's old ones.
  /// - Throws: the status is `.conflict`, with the first such path in the message; `.path` or `.limit` if a path or the
  ///   number of nodes exceeds the tree's limits; `.noMemory`. Everything is checked before anything changes.
  /// - Complexity: O(bytes of the patch), and O(depth) for each change.
  public func apply(
    _ patch: borrowing PatchReader, at top: NodeIndex, force: Bool = false
  ) throws(Failure) {
    precondition(mode == .logged && !isCompound && !isPrepared)
    var found = List<UInt32>()
    var path = ByteBuffer()
    try Tree.reserve { () throws(OutOfMemory) in
      try found.reserve(patch.count)
      try path.append(pathBytes(top.raw))
      try makeRoomForHold()
    }
    pin(top)
    _ = reclaimIfWorthwhile(for: patch.count)
    unpin(top)
    // From here to the end, the numbers of nodes are kept that may still be empty.
    reclamationBlocks += 1
    defer { reclamationBlocks -= 1 }
    try look(patch, top, force, &path, &found)
    let (ends, snoozes, passing) = try create(patch, top, &path, &found)
    do throws(OutOfMemory) {
      try reserveForPatch(found.count, ends: ends, snoozes: snoozes, passing: passing)
    } catch {
      throw .noMemory
    }
    try write(patch, found)
  }

  /// Applies an encoded patch: see ``apply(_:at:force:)``.
  public func apply(encoded bytes: UnsafeRawBufferPointer, at top: NodeIndex, force: Bool) throws(Failure) {
    try apply(PatchReader(bytes), at: top, force: force)
  }

  /// Finds the nodes, and whether they have the expected own states.
  private func look(
    _ patch: borrowing PatchReader, _ top: NodeIndex, _ force: Bool, _ path: inout ByteBuffer,
    _ found: inout List<UInt32>
  ) throws(Failure) {
    let prefix = path.count
    var cursor = try patch.entries.cursor()
    while cursor.next() {
      var index = top.raw
      if !cursor.path.isEmpty {
        try complete(&path, prefix, cursor.path)
        // The bytes are canonical, so a path that is not in the table does not exist.
        index = lookup(path.bytes)
      }
      if !force, owned(index) != cursor.old { throw .conflict(at: cursor.path) }
      found.appendWithinCapacity(index)
    }
  }

  private func complete(
    _ path: inout ByteBuffer, _ prefix: Int, _ relative: UnsafeRawBufferPointer
  ) throws(Failure) {
    path.truncate(to: prefix)
    do throws(OutOfMemory) {
      try path.append(byte: Byte.dot)
      try path.append(relative)
    } catch {
      throw .noMemory
    }
  }

  /// Creates the nodes that will own something. Returns the number of ends, of snoozes, and of mutes that pass
  /// highlights.
  private func create(
    _ patch: borrowing PatchReader, _ top: NodeIndex, _ path: inout ByteBuffer, _ found: inout List<UInt32>
  ) throws(Failure) -> (ends: Int, snoozes: Int, passing: Int) {
    let prefix = pathBytes(top.raw).count
    var (ends, snoozes, passing) = (0, 0, 0)
    var entry = 0
    var cursor = try patch.entries.cursor()
    while cursor.next() {
      if cursor.new.expires != 0 { ends += 1 }
      if cursor.new.muteUntil != 0 { ends += 1 }
      if cursor.new.snooze != 0 { snoozes += 1 }
      if cursor.new.mute.passesHighlights { passing += 1 }
      if found[entry] == Node.none, !cursor.new.isEmpty {
        try complete(&path, prefix, cursor.path)
        found[entry] = try findOrCreate(path.bytes).raw
      }
      entry += 1
    }
    return (ends + snoozes, snoozes, passing)
  }

  /// Makes room for all notes, so that writing does not fail halfway.
  private func reserveForPatch(_ changes: Int, ends: Int, snoozes: Int, passing: Int) throws(OutOfMemory) {
    // No more than all nodes and junctions, and the product fits in any case.
    let all = nodeCount + height
    let noted = changes > all / height ? all : changes * height
    try visibleLog.reserve(visibleLog.count + noted + height)
    try ownLog.reserve(ownLog.count + 2 * changes + height)
    try ownLogEnds.reserve(ownLogEnds.count + 2 * changes + height)
    if storesState { try dirty.reserve(dirty.count + changes + height) }
    try deadlines.prepare(additional: ends)
    try keptMutes.reserve(additional: snoozes)
    try reserveBranches(passing)
  }

  private func write(_ patch: borrowing PatchReader, _ found: borrowing List<UInt32>) throws(Failure) {
    let cleared = clearsAutomatically
    clearsAutomatically = false
    defer { clearsAutomatically = cleared }
    var cursor = try patch.entries.cursor()
    var entry = 0
    while entry < found.count, cursor.next() {
      let index = found[entry]
      entry += 1
      if index == Node.none || owned(index) == cursor.new { continue }
      do throws(Failure) { try load(NodeIndex(index), cursor.new) } catch {
        preconditionFailure("room was not reserved")
      }
    }
  }
}
