import TallyMemory

/// A patch: for each path that differs what it owned before and what it owns after, sorted by the bytes of the paths.
/// ``SnapshotFormat`` says how it is written.
///
/// It keeps a copy of the bytes, checked once.
public struct PatchReader: ~Copyable {
  let entries: EncodedEntries

  /// Checks bytes, which may come from anywhere, and copies them.
  /// - Throws: ``SnapshotError/malformed(_:at:)``, ``SnapshotError/outOfMemory``.
  /// - Complexity: O(bytes). Keeps a byte for each entry beside them, and one path in sixteen.
  public init(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
    var entries = EncodedEntries(isPatch: true)
    try entries.copy(bytes)
    self.entries = entries
  }

  /// Takes what was just written.
  init(_ writer: borrowing EntryWriter, _ written: consuming ByteBuffer) throws(SnapshotError) {
    let (count, longest) = (Int(writer.count), writer.longest)
    do throws(OutOfMemory) {
      entries = try EncodedEntries(trusted: written, isPatch: true, count: count, longest: longest)
    } catch {
      throw .outOfMemory
    }
  }

  /// How many paths it changes.
  public var count: Int { entries.count }

  /// Calls `body` with each path, relative to the subtree's top (the top itself: empty), and what it owns before and
  /// after. The bytes are borrowed during the call.
  /// - Throws: ``SnapshotError/outOfMemory``.
  public func forEach(
    _ body: (UnsafeRawBufferPointer, _ old: OwnState, _ new: OwnState) -> Void
  ) throws(SnapshotError) {
    var cursor = try entries.cursor()
    while cursor.next() { body(cursor.path, cursor.old, cursor.new) }
  }

  /// Appends the path of an entry, relative to the subtree's top.
  /// - Returns: false where there is no such entry; nothing was appended.
  /// - Throws: ``SnapshotError/outOfMemory``.
  /// - Complexity: O(1).
  public func appendPath(ofEntry entry: Int, to output: inout ByteBuffer) throws(SnapshotError) -> Bool {
    try entries.appendPath(ofEntry: entry, to: &output)
  }

  /// Writes the patch that leads back into `output`.
  /// - Throws: ``SnapshotError/outOfMemory``; then what `output` has means nothing.
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
