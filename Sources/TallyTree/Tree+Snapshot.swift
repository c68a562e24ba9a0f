import TallyFailure
import TallyMemory

extension Tree {
  /// Writes the own states of a node and its subtree into `output`, encoded as in ``SnapshotFormat``. Feeds are not
  /// included.
  /// - Parameter top: nil: a path without a node, where nothing is owned.
  /// - Throws: `.noMemory`. The contents of `output` are then undefined.
  /// - Complexity: O(n log n) of the nodes listed below, at most; O(n) if their names were listed in order.
  @_optimize(speed)
  public func encodeSnapshot(at top: NodeIndex?, into output: inout ByteOutput) throws(Failure) {
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
      throw .noMemory
    }
  }

  /// Replaces the own states of a node and its subtree with those of the snapshot. No own badge is cleared
  /// automatically. Call it within an undoable transaction and outside a compound operation.
  /// - Throws: the status is `.path` or `.limit` if the tree cannot take a path, or `.noMemory`. Then nothing has
  ///   changed.
  /// - Complexity: as ``encodeSnapshot(at:into:)``, and that of the differences.
  public func restore(from snapshot: borrowing SnapshotReader, at top: NodeIndex) throws(Failure) {
    var output = ByteOutput()
    var writer = EntryWriter(isPatch: true)
    try writeDiff(at: top, to: snapshot, &writer, into: &output)
    try apply(PatchReader(writer, output.take()), at: top, force: true)
  }

  /// Gives each node in the snapshot its state there and leaves all others unchanged. Otherwise like
  /// ``restore(from:at:)``.
  public func merge(_ snapshot: borrowing SnapshotReader, at top: NodeIndex) throws(Failure) {
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
