import Foundation
import Logging
public import ServiceLifecycle
import Synchronization

/// Runs a node until the process is to stop: a service of a `ServiceGroup`, which waits for signals.
public struct NodeRun: Service {
  private let configuration: NodeConfiguration
  private let logger: Logger

  /// Checks the configuration.
  public init(_ configuration: NodeConfiguration, logger: Logger) throws {
    try configuration.checkForRunning()
    self.configuration = configuration
    self.logger = logger
  }

  public func run() async throws {
    // Before it connects: a second node with this folder must not change anything in the cluster.
    let folder = try NodeFolder(configuration.folder)
    defer { withExtendedLifetime(folder) {} }
    let isStopping = Flag()
    let patience = Patience(logger, time: .seconds(60)) { isStopping.isSet }
    do {
      let node = try await withGracefulShutdownHandler {
        try await onOwnThread {
          let node = try Node.connecting(configuration, patience, logger: logger)
          try node.start()
          return node
        }
      } onGracefulShutdown: {
        isStopping.set()
      }
      try await gracefulShutdown()
      try await onOwnThread { node.stop() }
    } catch NodeError.stopping where isStopping.isSet {
      // Before it had found the servers.
    }
  }
}

/// Becomes true once.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

/// Runs what blocks on a thread of its own: the threads of tasks must not wait.
private func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
