import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// The errors of the modules below, as failures.

extension Failure {
  static var loggedOut: Failure { Failure(.loggedOut, "the account is not logged in") }
  static var closed: Failure { Failure(.closed, "the engine was closed") }

  init(loopError: LoopError) {
    switch loopError {
    case .outOfMemory: self = .noMemory
    case .system(let number):
      self.init(.io, "the event loop could not be set up: error ")
      Words.add(number: Int64(number))
    }
  }

  /// What the tree refused.
  /// - Parameter path: the path as it was given, where one was.
  public init(_ error: TreeError, path: UnsafeRawBufferPointer?) {
    switch error {
    case .outOfMemory: self = .noMemory
    case .staleHandle: self.init(.staleHandle, "the node was released, or belongs to another account")
    case .range: self.init(.range, "a count must be 0 to 4294967295", quoting: nil, ", also after adding")
    case .nodeLimit: self.init(.limit, "the account has as many nodes as it may have")
    case .path(let problem, let offset):
      self.init(.path, "path ")
      if let path { Words.quote(path) }
      Words.add(": ")
      Words.add(Failure.words(problem))
      if problem != .empty {
        Words.add(", at byte ")
        Words.add(number: Int64(offset))
      }
    }
  }

  private static func words(_ problem: PathProblem) -> StaticString {
    switch problem {
    case .empty: return "a path must not be empty"
    case .emptyComponent: return "a component is empty"
    case .invalidUTF8: return "not valid UTF-8"
    case .controlCharacter: return "control characters are not allowed"
    case .danglingEscape: return "nothing follows the backslash"
    case .unknownEscape: return "a backslash may only stand before a dot or a backslash"
    case .componentTooLong: return "a component is longer than 255 bytes"
    case .tooDeep: return "it has more components than allowed"
    case .tooLong: return "it is longer than allowed"
    }
  }
}

func growingTree<Result>(
  _ path: UnsafeRawBufferPointer? = nil, _ body: () throws(TreeError) -> Result
) throws(Failure) -> Result {
  do throws(TreeError) { return try body() } catch { throw Failure(error, path: path) }
}
