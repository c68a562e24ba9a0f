import Foundation
import NATS
import Tally
import Threads

extension Partition {
  /// The partition's thread.
  func run() {
    while !isStopping {
      do {
        try applyLog()
      } catch {
        state.withLock { $0.failure = "\(error)" }
        logger.error("cannot apply the log", metadata: ["error": "\(error)", "file": "\(file)"])
        node.ownership.partition(self, didFail: error)
        runErrands(.failure(error))
        pause(.seconds(1))
      }
      engine.withLock { $0 = nil }
    }
    state.withLock { $0.isStopped = true }
    change.signal()
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Waits, unless the partition stops.
  func pause(_ time: Duration) { change.wait(until: time) { isStopping } }

  /// How a partition's file is opened. What the state depends on is the same on each node and at any time: otherwise
  /// the same log would give other states.
  static func engineConfiguration(_ file: String, loadedAccounts: Int) -> Engine.Configuration {
    var configuration = Engine.Configuration(file: file)
    configuration.maxAccounts = 1 << 24
    configuration.maxLoadedAccounts = loadedAccounts
    configuration.zone = "UTC"
    configuration.maxBatchIDs = rememberedIDs
    configuration.batchIDTime = .seconds(86_400)
    configuration.seed = Chance.engineSeed
    if Clock.isSimulated {
      configuration.clock = { .init(wall: BatchReader.date(Clock.wall), elapsed: Clock.steady()) }
    }
    return configuration
  }

  /// A batch whose id is among the last ones of its partition is not applied again.
  static let rememberedIDs = 1_000_000

  /// Opens the file, and applies the log until the partition stops or the file fails.
  private func applyLog() throws {
    var share = node.loadedAccountsOfPartition
    var configuration = Partition.engineConfiguration(file, loadedAccounts: share)
    configuration.log = { [logger] level, words in
      logger.log(level: level == .error ? .error : level == .warning ? .warning : .info, "\(words)")
    }
    let driven = try HostDrivenEngine(configuration)
    let engine = driven.engine
    defer { try? engine.close() }
    var log = try LogReader(self, driven)
    self.engine.withLock { $0 = engine }
    logger.info("following the log", metadata: ["position": "\(applied)", "file": "\(file)"])
    while !isStopping {
      try log.step()
      if node.loadedAccountsOfPartition != share {
        share = node.loadedAccountsOfPartition
        try engine.setLimit(.loadedAccounts, to: share)
      }
    }
  }
}
