import Foundation
import Tally

/// The node as a NATS service, so that `nats service` and other tools find it: `$SRV.PING`, `$SRV.INFO`, `$SRV.STATS`.
/// Each partition that it owns is an endpoint.
enum NodeService {
  static let name = "tally-node"

  /// nil: no verb of a service.
  static func answer(_ verb: String, _ node: Node) -> [UInt8]? {
    var text = JSONText()
    switch verb {
    case "PING": text.object { head(&$0, "ping", node) }
    case "INFO":
      text.object {
        head(&$0, "info", node)
        $0.put("description", "Badges of many accounts")
        $0.putArray("endpoints", owned(node)) { partition, text in text.object { endpoint(&$0, partition, node) } }
      }
    case "STATS":
      text.object {
        head(&$0, "stats", node)
        $0.put("started", ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(node.started) / 1000)))
        let reports = node.partitions.map { PartitionReport($0, measuring: true) }
        $0.putObject("data") {
          $0.put("partitions", reports.count)
          $0.put("loaded_accounts", reports.reduce(0) { $0 + $1.loadedAccounts })
          if let memory = ProcessMemory.resident { $0.put("memory", memory) }
        }
        $0.putArray("endpoints", reports.filter { $0.role == "owner" }) { partition, text in
          text.object {
            endpoint(&$0, partition, node)
            statistics(&$0, partition)
          }
        }
      }
    default: return nil
    }
    return text.bytes
  }

  private static func owned(_ node: Node) -> [PartitionReport] {
    node.partitions.map { PartitionReport($0) }.filter { $0.role == "owner" }
  }

  private static func head(_ text: inout JSONText, _ type: String, _ node: Node) {
    text.put("type", "io.nats.micro.v1.\(type)_response")
    text.put("name", name)
    text.put("id", node.configuration.node)
    text.put("version", Engine.version)
    text.putObject("metadata") { $0.put("partitions", "\(node.configuration.partitions)") }
  }

  private static func endpoint(_ text: inout JSONText, _ partition: PartitionReport, _ node: Node) {
    text.put("name", "p\(partition.number)")
    text.put("subject", node.names.requests(partition.number))
    text.put("queue_group", "")
  }

  private static func statistics(_ text: inout JSONText, _ partition: PartitionReport) {
    let requests = partition.counters.queries.load(ordering: .relaxed)
    let time = partition.counters.queryNanoseconds.load(ordering: .relaxed)
    text.put("num_requests", requests)
    text.put("num_errors", partition.counters.refusedQueries.load(ordering: .relaxed))
    text.put("last_error", "")
    text.put("processing_time", time)
    text.put("average_processing_time", requests == 0 ? 0 : time / requests)
    text.putObject("data") {
      $0.put("epoch", partition.epoch)
      $0.put("position", partition.position)
      $0.put("lag", partition.lag)
      $0.put("operations", partition.counters.operations.load(ordering: .relaxed))
      $0.put("loaded_accounts", partition.loadedAccounts)
      if let age = partition.snapshotAge { $0.put("snapshot_age", age) }
      $0.put("dead_letters", partition.counters.dead.load(ordering: .relaxed))
    }
  }
}
