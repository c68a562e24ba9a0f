import Foundation
import Logging
import NATS
import Synchronization
import Threads

/// Tries again what fails because servers are not there yet, or are electing a leader: at the start of a node, servers
/// may be starting, too.
struct Patience: Sendable {
  let logger: Logger
  let time: Duration
  /// The process is to stop.
  let isOver: @Sendable () -> Bool
  /// A steady clock.
  var now = Clock.steady
  /// Waits between two attempts.
  var pause: @Sendable () -> Void = { Worker.sleep(.milliseconds(200)) }

  init(_ logger: Logger, time: Duration, isOver: @escaping @Sendable () -> Bool = { false }) {
    self.logger = logger
    self.time = time
    self.isOver = isOver
  }

  /// Calls a closure until it succeeds, fails for good, or the time is over. It must be harmless to call it again.
  func trying<Value>(_ body: () throws -> Value) throws -> Value {
    let deadline = now() + time
    var words = ""
    while true {
      do {
        return try body()
      } catch {
        guard let problem = error as? NATSError, problem.isTransient, now() < deadline else {
          throw error
        }
        if isOver() { throw NodeError.stopping }
        if words != problem.description { logger.warning("waits for servers", metadata: ["error": "\(problem)"]) }
        words = problem.description
        pause()
      }
    }
  }
}
