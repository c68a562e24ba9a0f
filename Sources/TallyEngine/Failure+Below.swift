import TallyFailure
import TallyLoop

// The errors of the modules below as failures.

extension Failure {
  static var loggedOut: Failure { Failure(.loggedOut, "the account is not logged in") }
  static var closed: Failure { Failure(.closed, "the engine was closed") }
  static var invalidSettings: Failure { Failure(.corrupt, "the file is damaged: it has invalid settings") }

  init(loopError: LoopError) {
    switch loopError {
    case .outOfMemory: self = .noMemory
    case .system(let number):
      self.init(.io, "the event loop could not be set up: error ")
      Words.add(number: Int64(number))
    }
  }
}
