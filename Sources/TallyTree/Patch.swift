import TallyFailure
import TallyMemory

/// A patch: the own state before and after of each path that differs, sorted by the bytes of the paths.
/// ``SnapshotFormat`` describes the encoding.
///
/// It keeps a copy of the bytes, checked once.
public struct PatchReader: ~Copyable {
  let entries: EncodedEntries

  /// Checks and copies bytes from any source.
  /// - Throws: the status is `.malformed` or `.noMemory`.
  /// - Complexity: O(bytes). It also keeps a byte for each entry, and one path in sixteen.
  public init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var entries = EncodedEntries(isPatch: true)
    try entries.copy(bytes)
    self.entries = entries
  }

  /// Takes a patch that was just written.
  init(_ writer: borrowing EntryWriter, _ written: consuming ByteBuffer) throws(Failure) {
    let (count, longest) = (Int(writer.count), writer.longest)
    do throws(OutOfMemory) {
      entries = try EncodedEntries(trusted: written, isPatch: true, count: count, longest: longest)
    } catch {
      throw .noMemory
    }
  }

  /// The number of paths that it changes.
  public var count: Int { entries.count }

  /// Calls `body` with each path and its own state before and after. The path is relative to the subtree's top, whose
  /// own path is empty. The bytes are borrowed during the call.
  /// - Throws: `.noMemory`.
  public func forEach(
    _ body: (UnsafeRawBufferPointer, _ old: OwnState, _ new: OwnState) -> Void
  ) throws(Failure) {
    var cursor = try entries.cursor()
    while cursor.next() { body(cursor.path, cursor.old, cursor.new) }
  }

  /// The same until `body` returns false.
  public func visit(
    _ body: (UnsafeRawBufferPointer, _ old: OwnState, _ new: OwnState) -> Bool
  ) throws(Failure) {
    var cursor = try entries.cursor()
    while cursor.next(), body(cursor.path, cursor.old, cursor.new) {}
  }

  /// Writes the inverse patch into `output`.
  /// - Throws: `.noMemory`. The contents of `output` are then undefined.
  /// - Complexity: O(bytes).
  public func encodeInverse(into output: inout ByteOutput) throws(Failure) {
    var cursor = try entries.cursor()
    var writer = EntryWriter(isPatch: true)
    do throws(OutOfMemory) {
      try writer.begin(into: &output)
      while cursor.next() { try writer.append(cursor.path, old: cursor.new, new: cursor.old) }
      try writer.finish(into: &output)
    } catch {
      throw .noMemory
    }
  }
}
