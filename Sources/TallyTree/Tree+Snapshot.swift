import TallyMemory

extension Tree {
  /// Writes what a node and all below it own into `output`. ``SnapshotFormat`` says how. What feeds them is no part of
  /// it.
  /// - Parameter top: nil: of a path that has no node; nothing is owned there.
  /// - Throws: ``SnapshotError/outOfMemory``; then what `output` has means nothing.
  /// - Complexity: O(n log n) of the nodes listed below, at most; O(n) where their names were listed in order.
  @_optimize(speed)
  public func encodeSnapshot(at top: NodeIndex?, into output: inout ByteOutput) throws(SnapshotError) {
    var writer = EntryWriter(isPatch: false)
    var walk = OwnWalk(self)
    do throws(OutOfMemory) {
      try writer.begin(into: &output)
      if let top {
        try walk.begin(OwnWalk.Pair(a: top.raw, b: Node.none))
        while let found = try walk.next() {
          try writer.append(
            relativePath(found.a, top), old: OwnState(), new: ownState(NodeIndex(found.a)))
        }
      }
      try writer.finish(into: &output)
    } catch {
      throw .outOfMemory
    }
  }

  /// Makes a node and all below it own what the snapshot says, and nothing else. No manual badge is cleared by it.
  /// Within an undoable transaction, and no compound operation.
  /// - Throws: ``SnapshotError/refused(_:entry:)`` where the tree cannot take a path (the entry is one of the
  ///   difference to what is there), ``SnapshotError/outOfMemory``. Nothing has changed then.
  /// - Complexity: as ``encodeSnapshot(at:into:)``, and that of what differs.
  public func restore(from snapshot: borrowing SnapshotReader, at top: NodeIndex) throws(SnapshotError) {
    var output = ByteOutput()
    var writer = EntryWriter(isPatch: true)
    try writeDiff(at: top, to: snapshot, &writer, into: &output)
    try apply(PatchReader(writer, output.take()), at: top, force: true)
  }

  /// Makes each node that the snapshot has own what it says there, and leaves all others. Otherwise as
  /// ``restore(from:at:)``.
  public func merge(_ snapshot: borrowing SnapshotReader, at top: NodeIndex) throws(SnapshotError) {
    var nothing = ByteOutput()
    try encodeSnapshot(at: nil, into: &nothing)
    let empty = try SnapshotReader(nothing.take())
    var output = ByteOutput()
    try empty.encodeDiff(to: snapshot, into: &output)
    let patch = output.take()
    try apply(PatchReader(patch.bytes), at: top, force: true)
  }

  /// The path of a node below `top`, relative to it.
  @inline(__always)
  func relativePath(_ index: UInt32, _ top: NodeIndex) -> UnsafeRawBufferPointer {
    if index == top.raw { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: pathBytes(index)[(pathBytes(top.raw).count + 1)...])
  }
}
