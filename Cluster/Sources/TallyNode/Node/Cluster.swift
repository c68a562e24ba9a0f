import Foundation
import NATS
import TallyWire

/// The data that all nodes of a cluster share on the servers.
enum Cluster {
  /// Compares the number of partitions with the cluster's; the first node sets it. An account's partition depends on
  /// it, so two nodes with different numbers would divide the accounts differently.
  static func agree(_ configuration: NodeConfiguration, _ names: Names, _ js: JetStream) throws {
    let bucket = try Bucket(js, names.cluster, replicas: configuration.replicas)
    if try bucket.get("cluster") == nil, try create(entry(configuration), bucket) { return }
    guard let found = try bucket.get("cluster") else {
      // Another node has created it, and any replica may respond.
      throw NATSError.notYet("the key 'cluster' of the bucket \(names.cluster)")
    }
    try compare(configuration, names, found.value)
  }

  /// - Returns: false: another node was faster.
  private static func create(_ entry: [UInt8], _ bucket: Bucket) throws(NATSError) -> Bool {
    do throws(NATSError) {
      _ = try bucket.create("cluster", entry)
      return true
    } catch {
      if error.isTransient { throw error }
      return false
    }
  }

  /// Throws unless an entry has the configured number.
  static func compare(_ configuration: NodeConfiguration, _ names: Names, _ entry: [UInt8]) throws {
    let (version, partitions, node) = entry.withUnsafeBytes { bytes -> (Int64?, Int64?, String?) in
      guard let document = JSONElement(bytes) else { return (nil, nil, nil) }
      return (
        document.member("v")?.integer(in: 0...Int64.max), document.member("partitions")?.integer(in: 0...Int64.max),
        document.member("node")?.text
      )
    }
    guard let partitions, version == 1 else {
      throw NodeError.mismatch(
        "the key 'cluster' of the bucket \(names.cluster) is of another version: \(String(decoding: entry, as: UTF8.self))"
      )
    }
    if partitions == configuration.partitions { return }
    throw NodeError.mismatch(
      "partitions: this node, \(configuration.node), is configured with \(configuration.partitions); the cluster has "
        + "\(partitions), as node \(node ?? "?") has set it")
  }

  static func entry(_ configuration: NodeConfiguration) -> [UInt8] {
    var text = JSONText()
    text.object {
      $0.put("v", 1)
      $0.put("partitions", configuration.partitions)
      $0.put("node", configuration.node)
    }
    return text.bytes
  }

  /// Creates the streams that do not exist. Those that do are left as they are.
  static func makeStreams(_ configuration: NodeConfiguration, _ names: Names, _ js: JetStream) throws {
    for number in 0..<configuration.partitions {
      // The engine knows the identifiers for a day. This window only saves work, and costs the servers 300 bytes each.
      try make(names.log(number), [names.logSubject(number)], configuration, js, duplicateSeconds: 10)
    }
    try make(names.dead, [names.deadSubjects], configuration, js, duplicateSeconds: 3600)
  }

  private static func make(
    _ name: String, _ subjects: [String], _ configuration: NodeConfiguration, _ js: JetStream, duplicateSeconds: Int
  ) throws {
    try js.ensureStream(name, stream(name, subjects, configuration, duplicateSeconds: duplicateSeconds))
  }

  /// A configuration for `STREAM.CREATE`. Without compression: servers 2.15.1 that were killed could not read their
  /// compressed logs ("s2: corrupt input"), or decompressed a block again for each of its messages when they started.
  static func stream(
    _ name: String, _ subjects: [String], _ configuration: NodeConfiguration, perSubject: Int = -1,
    duplicateSeconds: Int = 2
  ) -> String {
    var text = JSONText()
    text.object {
      $0.put("name", name)
      $0.putArray("subjects", subjects) { $1.put($0) }
      $0.put("retention", "limits")
      $0.put("storage", "file")
      $0.put("num_replicas", configuration.replicas)
      $0.put("max_msgs_per_subject", perSubject)
      $0.put("duplicate_window", duplicateSeconds * 1_000_000_000)
      $0.put("allow_direct", true)
    }
    return text.text
  }
}
