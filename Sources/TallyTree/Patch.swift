import TallyMemory

/// A patch: the own state before and after of each path that differs, sorted by the bytes of the paths.
/// ``SnapshotFormat`` describes the encoding.
///
/// It keeps a copy of the bytes, checked once.
public struct PatchReader: ~Copyable {
  let entries: EncodedEntries

  /// Checks and copies bytes from any source.
  /// - Throws: ``SnapshotError/malformed(_:at:)``, ``SnapshotError/outOfMemory``.
  /// - Complexity: O(bytes). It also keeps a byte for each entry, and one path in sixteen.
  public init(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    var entries = EncodedEntries(isPatch: true)
    try entries.copy(bytes)
    self.entries = entries
  }

  /// Takes a patch that was just written.
  init(_ writer: borrowing EntryWriter, _ written: consuming ByteBuffer) throws(SnapshotError) {
    let (count, longest) = (Int(writer.count), writer.longest)
    do throws(OutOfMemory) {
      entries = try EncodedEntries(trusted: written, isPatch: true, count: count, longest: longest)
    } catch {
      throw .outOfMemory
    }
  }

  /// The number of paths that it changes.
  public var count: Int { entries.count }

  /// Calls `body` with each path and its own state before and after. The path is relative to the subtree's top, whose
  /// own path is empty. The bytes are borrowed during the call.
  /// - Throws: ``SnapshotError/outOfMemory``.
  public func forEach(
    _ body: (UnsafeRawBufferPointer, _ old: OwnState, _ new: OwnState) -> Void
  ) throws(SnapshotError) {
    var cursor = try entries.cursor()
    while cursor.next() { body(cursor.path, cursor.old, cursor.new) }
  }

  /// Appends the path of an entry, relative to the subtree's top.
  /// - Returns: false if there is no such entry. Then nothing was appended.
  /// - Throws: ``SnapshotError/outOfMemory``.
  /// - Complexity: O(1).
  public func appendPath(ofEntry entry: Int, to output: inout ByteBuffer) throws(SnapshotError) -> Bool {
    try entries.appendPath(ofEntry: entry, to: &output)
  }

  /// Writes the inverse patch into `output`.
  /// - Throws: ``SnapshotError/outOfMemory``. The contents of `output` are then undefined.
  /// - Complexity: O(bytes).
  public func encodeInverse(into output: inout ByteOutput) throws(SnapshotError) {
    var cursor = try entries.cursor()
    var writer = EntryWriter(isPatch: true)
    do throws(OutOfMemory) {
      try writer.begin(into: &output)
      while cursor.next() { try writer.append(cursor.path, old: cursor.new, new: cursor.old) }
      try writer.finish(into: &output)
    } catch {
      throw .outOfMemory
    }
  }
}
