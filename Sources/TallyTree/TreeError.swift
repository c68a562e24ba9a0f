/// What is wrong with a path.
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

/// Why an operation was refused. Nothing has changed then.
public enum TreeError: Error, Equatable, Sendable {
  case outOfMemory
  /// The path is not well formed at a byte of the input, or exceeds a limit there.
  case path(PathProblem, at: Int)
  /// A count outside 0 to 2^32 - 1 would result.
  case range
  /// The tree has as many nodes as it may have.
  case nodeLimit
  /// The handle was released, or belongs to another tree.
  case staleHandle
}
