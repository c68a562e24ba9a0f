import Foundation
import NATS
import Synchronization
import Tally

/// Finds out before a batch is published whether each node would reject it: by reading it as a node does, and by
/// applying it to an empty engine in memory.
///
/// What depends on the state of the account remains open. The state is known only when the log is applied.
final class BatchCheck: Sendable {
  /// Accounts of an engine. Each batch has a new one, so that no batch meets the state of another.
  private static let maximumAccounts = 1000

  private struct State {
    var engine: Engine?
    var accounts = 0
  }

  private let partitions: Int
  private let maximumBytes: Int
  private let state = Mutex(State())

  init(partitions: Int, maximumBytes: Int) {
    self.partitions = partitions
    self.maximumBytes = maximumBytes
  }

  /// Reads a batch.
  /// - Returns: its partition and its id.
  func read(_ batch: [UInt8]) throws -> (partition: Int, id: String?) {
    let account = try batch.withUnsafeBytes { bytes in
      try Members(try BatchReader.object(bytes)).requiredName("account")
    }
    let partition: Int
    do throws(TallyError) {
      partition = Int(try Account.partition(of: account, among: UInt32(partitions)))
    } catch {
      throw Rejection(error.code, "'account': \(error.message)")
    }
    let reader = BatchReader(partition: partition, partitions: partitions, maximumBytes: maximumBytes)
    let time = Int64(Date().timeIntervalSince1970 * 1000)
    let item = try batch.withUnsafeBytes { bytes in try reader.batch(bytes, time: time) }
    try check(item)
    return (partition, item.id)
  }

  private func check(_ item: Batch.Item) throws {
    try state.withLock { state in
      if state.engine == nil || state.accounts == BatchCheck.maximumAccounts {
        try state.engine?.close()
        var configuration = Engine.Configuration()
        configuration.zone = "UTC"
        state.engine = try HostDrivenEngine(configuration).engine
        state.accounts = 0
      }
      state.accounts += 1
      let copy = Batch.Item(account: "\(state.accounts)", item.operations)
      guard let result = try state.engine?.batch([copy]), let code = result.statuses.first?.error,
        !BatchCheck.dependsOnState(code)
      else { return }
      throw Rejection(code, result.message ?? code.message)
    }
  }

  /// An empty account has none of the messages and reminders that a batch may name, and no count to subtract from.
  private static func dependsOnState(_ code: TallyError.Code) -> Bool {
    [.range, .notFound, .exists, .conflict, .notApplied, .limit, .full, .noMemory].contains(code)
  }
}
