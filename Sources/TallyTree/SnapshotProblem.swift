/// The error in the bytes of a snapshot or a patch.
enum SnapshotProblem: Equatable {
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
