import CNATS
import Logging
import Synchronization
import Testing

@testable import NATS
@testable import TallyNode

@Suite struct PatienceTests {
  /// Its clock moves by a second with each pause.
  private func patience(_ seconds: Int, isOver: Bool = false) -> Patience {
    let box = Box()
    var patience = Patience(
      Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, time: .seconds(seconds), isOver: { isOver })
    patience.now = { .seconds(box.time.withLock { $0 }) }
    patience.pause = { box.time.withLock { $0 += 1 } }
    return patience
  }

  private final class Box: Sendable {
    let time = Mutex(0)
  }

  @Test func whatFailsForAMomentIsTriedAgain() throws {
    var attempts = 0
    let value = try patience(10).trying {
      attempts += 1
      if attempts < 4 { throw NATSError(NATS_TIMEOUT, "a call") }
      return attempts
    }
    #expect(value == 4)
  }

  @Test func theTimeEnds() {
    var attempts = 0
    #expect(throws: NATSError.self) {
      try patience(3).trying {
        attempts += 1
        throw NATSError(NATS_NO_RESPONDERS, "a call")
      }
    }
    #expect(attempts == 4)
  }

  @Test func whatFailsForGoodFailsImmediately() {
    var attempts = 0
    #expect(throws: NATSError.self) {
      try patience(10).trying {
        attempts += 1
        throw NATSError(NATS_ERR, code: 10058, "a call")
      }
    }
    #expect(throws: NodeError.self) {
      try patience(10).trying {
        attempts += 1
        throw NodeError.mismatch("other")
      }
    }
    #expect(attempts == 2)
  }

  @Test func aProcessThatStopsDoesNotWait() {
    #expect { try patience(10, isOver: true).trying { throw NATSError(NATS_TIMEOUT, "a call") } } throws: {
      if case .stopping = $0 as? NodeError { return true }
      return false
    }
  }
}
