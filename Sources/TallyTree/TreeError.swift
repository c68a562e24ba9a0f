/// The error in a path.
public enum PathProblem: UInt8, Sendable {
  case empty
  case emptyComponent
  case invalidUTF8
  case controlCharacter
  case danglingEscape
  case unknownEscape
  case componentTooLong
  case tooDeep
  case tooLong
}

/// Why an operation was rejected. Nothing has then changed.
public enum TreeError: Error, Equatable, Sendable {
  case outOfMemory
  /// The path is malformed at a byte of the input, or exceeds a limit there.
  case path(PathProblem, at: Int)
  /// The resulting count would be outside 0 to 2^32 - 1.
  case range
  /// The tree has the most nodes allowed.
  case nodeLimit
  /// The handle was released, or belongs to another tree.
  case staleHandle
}
