/// Rendezvous hashing: each node has a weight for each partition, and the heaviest nodes hold it. Every node computes
/// the same order. A node that goes moves only its own partitions; a node that comes takes only those it is to hold.
enum Rendezvous {
  /// How much a node weighs for a partition. Cluster/PROTOCOL.md defines it: nodes of all versions must agree.
  static func weight(of node: String, for partition: Int) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in node.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash &+= (UInt64(partition) &+ 1) &* 0x9e37_79b9_7f4a_7c15
    // FNV leaves similar names with similar upper bits, so the bits are mixed as SplitMix64 does.
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }

  /// The nodes, the one that is to own the partition first. Equal weights go by the name.
  static func order(of nodes: some Sequence<String>, for partition: Int) -> [String] {
    nodes.map { (weight: weight(of: $0, for: partition), name: $0) }
      .sorted { $0.weight == $1.weight ? $0.name < $1.name : $0.weight > $1.weight }
      .map(\.name)
  }
}
