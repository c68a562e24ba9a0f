import TallyMemory

/// The error in the bytes of a snapshot or a patch.
public enum SnapshotProblem: Equatable, Sendable {
  /// The bytes end within an element.
  case truncated
  /// They do not begin like a snapshot or a patch.
  case magic
  /// An unknown version.
  case version
  /// An unknown flag.
  case flags
  /// The bytes were changed after they were written.
  case checksum
  /// The number of entries differs from the header.
  case count
  /// A number has unnecessary bytes, or more than 64 bits.
  case number
  /// The shared length exceeds the former path, or is shorter than the common prefix.
  case sharing
  /// The path does not come after the one before it.
  case order
  case path(PathProblem)
  /// Undefined bits of a state, or an end without a badge or mute.
  case state
  /// A count outside 1 to 2^32 - 1.
  case range
  /// An end at time 0, which means no end.
  case time
  /// The paths, written out, are too long for so few bytes.
  case size
  /// An entry without effect: an empty state, or a change to the same state.
  case redundant
}

/// Why a snapshot or a patch was rejected. The tree's state is then unchanged. Nodes that show nothing may have been
/// created.
public enum SnapshotError: Error, Equatable, Sendable {
  /// `at` is the offset of the wrong byte.
  case malformed(SnapshotProblem, at: Int)
  /// The tree does not have the state that the patch begins with. `entry` is the number of the first such entry, from
  /// 0: ``PatchReader/appendPath(ofEntry:to:)`` has its path.
  case conflict(entry: Int)
  /// The tree cannot take the path of an entry.
  case refused(TreeError, entry: Int)
  case outOfMemory
}

extension SnapshotError {
  /// Turns the allocator's error into this one.
  @inline(__always)
  static func reserve(_ body: () throws(OutOfMemory) -> Void) throws(SnapshotError) {
    do throws(OutOfMemory) { try body() } catch { throw .outOfMemory }
  }
}
