import TallyMemory

/// What is wrong with the bytes of a snapshot or a patch.
public enum SnapshotProblem: Equatable, Sendable {
  /// The bytes end before something that has begun.
  case truncated
  /// They do not begin as a snapshot, or as a patch, does.
  case magic
  /// A version that is not known here.
  case version
  /// A flag that is not known here.
  case flags
  /// The bytes are not those that were written.
  case checksum
  /// There are more or fewer entries than the header says.
  case count
  /// A number that is longer than it need be, or has more than 64 bits.
  case number
  /// More of the path before is said to be shared than it has, or less than is.
  case sharing
  /// The path does not come after the one before it.
  case order
  case path(PathProblem)
  /// Bits of a state that mean nothing, or an end of what is not there.
  case state
  /// A count outside 1 to 2^32 - 1.
  case range
  /// An end at time 0, which means that there is none.
  case time
  /// An entry that says nothing: a state that is empty, or a change that changes nothing.
  case redundant
}

/// Why a snapshot or a patch was refused. Nothing has changed then; nodes may have been created, showing nothing.
public enum SnapshotError: Error, Equatable, Sendable {
  /// `at` is the offset of the byte where it was found.
  case malformed(SnapshotProblem, at: Int)
  /// What is there is not what the patch begins with. `entry` is the number of the first such entry, from 0:
  /// ``PatchReader/appendPath(ofEntry:to:)`` has its path.
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
