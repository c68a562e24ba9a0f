/// The error in a path.
enum PathProblem: UInt8 {
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

/// A path that is malformed at a byte, or exceeds a limit there. The tree makes a failure of it, which names the path
/// or the place in a snapshot.
struct PathFault: Error {
  let problem: PathProblem
  let offset: Int

  init(_ problem: PathProblem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
