import Foundation
import Synchronization
import Threads

/// The thread that publishes changes and dead letters of all partitions that a node serves: all that came within an
/// interval together.
final class Publisher: Sendable {
  private let isStopping = Mutex(false)
  private let isStopped = Mutex(false)
  private let change = ConditionLock()

  func start(_ node: Node, every interval: Duration) {
    Worker.start("publisher") { [self] in
      while !isStopping.withLock({ $0 }) {
        change.wait(until: interval) { isStopping.withLock { $0 } }
        for partition in node.partitions { partition.service.withLock { $0 }?.publish() }
      }
      isStopped.withLock { $0 = true }
      change.signal()
    }
  }

  /// Publishes what is left, and ends the thread.
  func stop() {
    isStopping.withLock { $0 = true }
    change.signal()
    change.wait(until: .seconds(5)) { isStopped.withLock { $0 } }
  }
}
