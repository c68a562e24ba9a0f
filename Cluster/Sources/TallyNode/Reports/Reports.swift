import Foundation
import NATS
import Tally

/// The reports of a node about itself, by HTTP and in the form of NATS services.
final class Reports: Sendable {
  private let server: HTTPServer?
  private let subscriptions: [Subscription]
  /// The address that it listens at; nil: none.
  let address: String?

  init(_ node: Node) throws {
    if let address = HTTPAddress(node.configuration.http) {
      let server = try HTTPServer(address) { [weak node] path in
        node.map { Reports.answer(path, $0) } ?? HTTPAnswer(status: 503)
      }
      server.start()
      self.server = server
      self.address = "\(address.host):\(server.port)"
    } else {
      server = nil
      address = nil
    }
    let name = NodeService.name
    subscriptions = try ["$SRV.*", "$SRV.*.\(name)", "$SRV.*.\(name).\(node.configuration.node)"].map { subject in
      try Subscription(node.connection, subject) { [weak node] message in
        guard let node, node.canRespond(to: message) else { return }
        let verb = message.subject.split(separator: ".").dropFirst().first ?? ""
        if let answer = NodeService.answer(String(verb), node) { try? node.respond(to: message, answer) }
      }
    }
  }

  func end() {
    server?.stop()
    for subscription in subscriptions { subscription.cancel() }
  }

  static func answer(_ path: String, _ node: Node) -> HTTPAnswer {
    let partitions = node.partitions.map { PartitionReport($0, measuring: path == "/metrics") }
    switch path {
    case "/metrics":
      let text = Metrics.text(
        partitions, isConnected: node.connection.isConnected, node: node.configuration.node,
        rejectedReplies: node.rejectedReplies.load(ordering: .relaxed))
      return HTTPAnswer(type: "text/plain; version=0.0.4", body: Array(text.utf8))
    case "/health":
      // A node that has lost the servers recovers without being started again; one with a bad file may not.
      let failed = partitions.filter { $0.failure != nil }
      return HTTPAnswer(status: failed.isEmpty ? 200 : 503, body: state(failed.isEmpty, partitions, node))
    case "/ready":
      let isReady = node.connection.isConnected && partitions.allSatisfy { $0.isCaughtUp && $0.failure == nil }
      return HTTPAnswer(status: isReady ? 200 : 503, body: state(isReady, partitions, node))
    default:
      let text = "this server has /metrics, /health and /ready\n"
      return HTTPAnswer(status: 404, type: "text/plain", body: Array(text.utf8))
    }
  }

  private static func state(_ isFine: Bool, _ partitions: [PartitionReport], _ node: Node) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.put("ok", isFine)
      $0.put("node", node.configuration.node)
      $0.put("connected", node.connection.isConnected)
      $0.put("server", node.connection.server)
      $0.putArray("partitions", partitions) { $1.put($0) }
    }
    return text.bytes + [0x0A]
  }
}

extension JSONText {
  mutating func put(_ partition: PartitionReport) {
    object {
      $0.put("partition", partition.number)
      $0.put("role", partition.role)
      $0.put("epoch", partition.epoch)
      $0.put("position", partition.position)
      $0.put("lag", partition.lag)
      $0.put("level", partition.isCaughtUp)
      if let failure = partition.failure { $0.put("failure", failure) }
    }
  }
}
