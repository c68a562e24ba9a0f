import Foundation
import Synchronization
import Tally
import Threads

/// The state of a partition for reports.
struct PartitionReport {
  let number: Int
  let role: String
  /// The epoch of this node's ownership; for a standby, the greatest of the log.
  let epoch: UInt64
  let position: UInt64
  let lag: UInt64
  let isCaughtUp: Bool
  let failure: String?
  let counters: PartitionCounters
  /// The age of the last snapshots in seconds; nil: this node does not own the partition, or there are none.
  let snapshotAge: Int64?
  /// Accounts in memory, and the bytes of their trees. 0 without `measuring`, or if the file is not open.
  let loadedAccounts: Int
  let loadedBytes: Int

  /// - Parameter measuring: also measures what is in memory, which takes some time for each account there.
  init(_ partition: Partition, measuring: Bool = false) {
    let state = partition.state.withLock { $0 }
    let service = partition.service.withLock { $0 }
    number = partition.number
    role = service == nil ? "standby" : "owner"
    epoch = service?.epoch ?? state.epoch
    position = state.applied
    lag = state.last > state.applied ? state.last - state.applied : 0
    isCaughtUp = state.isCaughtUp
    failure = state.failure
    counters = partition.counters
    let now = Clock.wall
    snapshotAge = service == nil ? nil : state.snapshotTime.map { max(0, now - $0) / 1000 }
    let statistics = measuring ? partition.engine.withLock({ $0 }).flatMap { try? $0.statistics() } : nil
    loadedAccounts = statistics?.loadedAccounts ?? 0
    loadedBytes = statistics?.nodeBytes ?? 0
  }
}

/// Text in the format of Prometheus.
enum Metrics {
  static func text(_ partitions: [PartitionReport], isConnected: Bool, node: String, rejectedReplies: UInt64 = 0)
    -> String
  {
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ value: (PartitionReport) -> String) {
      text += "# HELP tally_\(name) \(help)\n# TYPE tally_\(name) \(type)\n"
      for partition in partitions { text += "tally_\(name){partition=\"\(partition.number)\"} \(value(partition))\n" }
    }
    func gauge(_ name: String, _ help: String, _ value: (PartitionReport) -> UInt64) {
      family(name, "gauge", help) { "\(value($0))" }
    }
    func counter(_ name: String, _ help: String, _ value: (PartitionCounters) -> UInt64) {
      family(name + "_total", "counter", help) { "\(value($0.counters))" }
    }
    text += "# HELP tally_node_info The node.\n# TYPE tally_node_info gauge\n"
    text += "tally_node_info{node=\"\(node)\",version=\"\(Engine.version)\"} 1\n"
    text += "# HELP tally_connected Whether the node has a NATS server.\n# TYPE tally_connected gauge\n"
    text += "tally_connected \(isConnected ? 1 : 0)\n"
    text += "# HELP tally_reply_subjects_rejected_total Requests whose reply subject was not an inbox.\n"
    text += "# TYPE tally_reply_subjects_rejected_total counter\n"
    text += "tally_reply_subjects_rejected_total \(rejectedReplies)\n"
    if let memory = ProcessMemory.resident {
      text += "# HELP process_resident_memory_bytes The memory of the process.\n"
      text += "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes \(memory)\n"
    }
    gauge("loaded_accounts", "Accounts in memory.") { UInt64($0.loadedAccounts) }
    gauge("loaded_bytes", "Bytes of the trees of the accounts in memory.") { UInt64($0.loadedBytes) }
    text +=
      "# HELP tally_snapshot_age_seconds Time since all accounts were in snapshots, if this node owns the partition."
    text += "\n# TYPE tally_snapshot_age_seconds gauge\n"
    for partition in partitions {
      guard let age = partition.snapshotAge else { continue }
      text += "tally_snapshot_age_seconds{partition=\"\(partition.number)\"} \(age)\n"
    }
    gauge("owner", "Whether this node owns the partition.") { $0.role == "owner" ? 1 : 0 }
    gauge("epoch", "The epoch of the partition.") { $0.epoch }
    gauge("position", "The position of the log that is applied.") { $0.position }
    gauge("lag", "Messages of the log that are not applied.") { $0.lag }
    gauge("failed", "Whether the partition's file cannot be used.") { $0.failure == nil ? 0 : 1 }
    counter("batches", "Batches that were applied.") { $0.batches.load(ordering: .relaxed) }
    counter("operations", "Operations that were applied.") { $0.operations.load(ordering: .relaxed) }
    counter("duplicates", "Batches whose id was applied before.") { $0.duplicates.load(ordering: .relaxed) }
    counter("dead_letters", "Messages that could not be applied.") { $0.dead.load(ordering: .relaxed) }
    counter("transactions", "Transactions of the partition's file.") { $0.transactions.load(ordering: .relaxed) }
    counter("consumers", "Consumers that were made.") { $0.consumers.load(ordering: .relaxed) }
    counter("delivery_gaps", "Gaps in the deliveries.") { $0.gaps.load(ordering: .relaxed) }
    counter("requests", "Requests that got an answer.") { $0.queries.load(ordering: .relaxed) }
    counter("requests_dropped", "Requests without an answer, because ownership had ended.") {
      $0.refusedQueries.load(ordering: .relaxed)
    }
    family("request_seconds_total", "counter", "Time spent on requests.") {
      "\(Double($0.counters.queryNanoseconds.load(ordering: .relaxed)) / 1e9)"
    }
    counter("changes_published", "Messages about changes that were published.") { $0.changes.load(ordering: .relaxed) }
    return text
  }
}

enum ProcessMemory {
  /// The resident memory of the process in bytes; nil: the system does not tell.
  static var resident: UInt64? {
    guard let bytes = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = UInt64(words[1]) else { return nil }
    return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
