import TallyFailure
import TallyMemory
import TallyTree

/// A checked snapshot behind a handle. It belongs to no engine and never changes, so any number of threads may use it
/// at the same time.
public final class Snapshot: @unchecked Sendable {
  public let reader: SnapshotReader

  private init(_ reader: consuming SnapshotReader) { self.reader = reader }

  /// Checks bytes, and copies them.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Snapshot {
    return Snapshot(try SnapshotReader(bytes))
  }

  /// Takes bytes that the library has written.
  static func keep(_ written: consuming ByteBuffer) throws(Failure) -> Snapshot {
    return Snapshot(try SnapshotReader(written))
  }

  /// The number of paths with an own state.
  public var count: Int { reader.count }

  /// The encoded form. Borrowed as long as the snapshot lives.
  public var bytes: UnsafeRawBufferPointer { reader.bytes }

  /// Writes the minimal patch to another one into `output`.
  public func compare(to other: Snapshot, into output: inout ByteOutput) throws(Failure) {
    try reader.encodeDiff(to: other.reader, into: &output)
  }

  /// Replaces the own states of a tree's subtree with those of the snapshot.
  func restore(in tree: Tree, at top: NodeIndex) throws(Failure) {
    try tree.restore(from: reader, at: top)
  }
}
