import TallyMemory

/// A snapshot: the own state of a subtree, sorted by the bytes of the paths. ``SnapshotFormat`` says how it is written.
///
/// It keeps a copy of the bytes, checked once, and never changes: any number of threads may read it.
public struct SnapshotReader: ~Copyable {
  let entries: EncodedEntries

  /// Checks bytes, which may come from anywhere, and copies them.
  /// - Throws: ``SnapshotError/malformed(_:at:)``, ``SnapshotError/outOfMemory``.
  /// - Complexity: O(bytes). Keeps a byte for each entry beside them, and one path in sixteen.
  public init(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    var entries = EncodedEntries(isPatch: false)
    try entries.copy(bytes)
    self.entries = entries
  }

  /// Checks bytes, and keeps them.
  /// - Throws: as above.
  public init(_ bytes: consuming ByteBuffer) throws(SnapshotError) {
    var entries = EncodedEntries(isPatch: false)
    try entries.take(bytes)
    self.entries = entries
  }

  /// How many paths own something.
  public var count: Int { entries.count }

  /// The encoded form. Borrowed as long as this lives.
  public var bytes: UnsafeRawBufferPointer { entries.bytes }

  /// Calls `body` with each path, relative to the subtree's top (the top itself: empty), and what it owns. The bytes
  /// are borrowed during the call.
  /// - Throws: ``SnapshotError/outOfMemory``.
  public func forEach(_ body: (UnsafeRawBufferPointer, OwnState) -> Void) throws(SnapshotError) {
    var cursor = try entries.cursor()
    while cursor.next() { body(cursor.path, cursor.new) }
  }
}
