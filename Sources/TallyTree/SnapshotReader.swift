import TallyFailure
import TallyMemory

/// A snapshot: the own states of a subtree, sorted by the bytes of the paths. ``SnapshotFormat`` describes the
/// encoding.
///
/// It keeps a copy of the bytes, checked once, and never changes. Any number of threads may read it.
public struct SnapshotReader: ~Copyable {
  let entries: EncodedEntries

  /// Checks and copies bytes from any source.
  /// - Parameters:
  ///   - whole: the size of the bytes that contain them; 0: their own. It limits the size of the paths.
  ///   - origin: their offset there, for messages.
  /// - Throws: the status is `.malformed` or `.noMemory`.
  /// - Complexity: O(bytes). It also keeps a byte for each entry, and one path in sixteen.
  public init(_ bytes: UnsafeRawBufferPointer, of whole: Int = 0, from origin: Int = 0) throws(Failure) {
    var entries = EncodedEntries(isPatch: false, of: whole, from: origin)
    try entries.copy(bytes)
    self.entries = entries
  }

  /// Checks bytes of this library, and keeps them. They have no limit.
  /// - Throws: as above.
  public init(_ bytes: consuming ByteBuffer) throws(Failure) {
    var entries = EncodedEntries(isPatch: false, of: Int.max)
    try entries.take(bytes)
    self.entries = entries
  }

  /// The number of paths with an own state.
  public var count: Int { entries.count }

  /// The encoded form. Borrowed as long as this value lives.
  public var bytes: UnsafeRawBufferPointer { entries.bytes }

  /// Calls `body` with each path and its own state. The path is relative to the subtree's top, whose own path is empty.
  /// The bytes are borrowed during the call.
  /// - Throws: `.noMemory`.
  public func forEach(_ body: (UnsafeRawBufferPointer, OwnState) -> Void) throws(Failure) {
    var cursor = try entries.cursor()
    while cursor.next() { body(cursor.path, cursor.new) }
  }

  /// The same until `body` returns false.
  public func visit(_ body: (UnsafeRawBufferPointer, OwnState) -> Bool) throws(Failure) {
    var cursor = try entries.cursor()
    while cursor.next(), body(cursor.path, cursor.new) {}
  }
}
