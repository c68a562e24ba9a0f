import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory

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

/// Whether two URLs have the same scheme, host and port. Without memory neither yes nor no would be safe: a feed of
/// another server would poll again, or wait in the next run.
func areOfSameServer(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) throws(Failure) -> Bool {
  do throws(OutOfMemory) { return try HTTPClient.isOfOrigin(a, b) } catch { throw .noMemory }
}
