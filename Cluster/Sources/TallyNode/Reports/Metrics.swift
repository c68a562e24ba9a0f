import Synchronization
import Tally

/// The state of a partition for reports.
struct PartitionReport {
  let number: Int
  let role: String
  /// Of this node's ownership; the greatest of the log if it is a standby.
  let epoch: UInt64
  let position: UInt64
  let lag: UInt64
  let isLevel: Bool
  let failure: String?
  let counters: PartitionCounters

  init(_ partition: Partition) {
    let state = partition.state.withLock { $0 }
    let service = partition.service.withLock { $0 }
    number = partition.number
    role = service == nil ? "standby" : "owner"
    epoch = service?.epoch ?? state.epoch
    position = state.applied
    lag = state.last > state.applied ? state.last - state.applied : 0
    isLevel = state.isLevel
    failure = state.failure
    counters = partition.counters
  }
}

/// Text in the format of Prometheus.
enum Metrics {
  static func text(_ partitions: [PartitionReport], isConnected: Bool, node: String) -> String {
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ value: (PartitionReport) -> String) {
      text += "# HELP tally_\(name) \(help)\n# TYPE tally_\(name) \(type)\n"
      for partition in partitions { text += "tally_\(name){partition=\"\(partition.number)\"} \(value(partition))\n" }
    }
    func count(_ number: UInt64) -> String { "\(number)" }
    text += "# HELP tally_node_info The node.\n# TYPE tally_node_info gauge\n"
    text += "tally_node_info{node=\"\(node)\",version=\"\(Engine.version)\"} 1\n"
    text += "# HELP tally_connected Whether the node has a NATS server.\n# TYPE tally_connected gauge\n"
    text += "tally_connected \(isConnected ? 1 : 0)\n"
    family("owner", "gauge", "Whether this node owns the partition.") { $0.role == "owner" ? "1" : "0" }
    family("epoch", "gauge", "The epoch of the partition.") { count($0.epoch) }
    family("position", "gauge", "The position of the log that is applied.") { count($0.position) }
    family("lag", "gauge", "Messages of the log that are not applied.") { count($0.lag) }
    family("failed", "gauge", "Whether the partition's file cannot be used.") { $0.failure == nil ? "0" : "1" }
    family("batches_total", "counter", "Batches that were applied.") {
      count($0.counters.batches.load(ordering: .relaxed))
    }
    family("operations_total", "counter", "Operations that were applied.") {
      count($0.counters.operations.load(ordering: .relaxed))
    }
    family("duplicates_total", "counter", "Batches whose id was applied before.") {
      count($0.counters.duplicates.load(ordering: .relaxed))
    }
    family("dead_letters_total", "counter", "Messages that could not be applied.") {
      count($0.counters.dead.load(ordering: .relaxed))
    }
    family("transactions_total", "counter", "Transactions of the partition's file.") {
      count($0.counters.transactions.load(ordering: .relaxed))
    }
    family("consumers_total", "counter", "Consumers that were made.") {
      count($0.counters.consumers.load(ordering: .relaxed))
    }
    family("delivery_gaps_total", "counter", "Gaps in the deliveries.") {
      count($0.counters.gaps.load(ordering: .relaxed))
    }
    family("requests_total", "counter", "Requests that got an answer.") {
      count($0.counters.queries.load(ordering: .relaxed))
    }
    family("requests_dropped_total", "counter", "Requests without an answer, because ownership had ended.") {
      count($0.counters.refusedQueries.load(ordering: .relaxed))
    }
    family("request_seconds_total", "counter", "Time spent on requests.") {
      "\(Double($0.counters.queryNanoseconds.load(ordering: .relaxed)) / 1e9)"
    }
    family("changes_published_total", "counter", "Messages about changes that were published.") {
      count($0.counters.changes.load(ordering: .relaxed))
    }
    return text
  }
}
