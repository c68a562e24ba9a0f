/// Decides which partitions this node holds, and which of them it owns. It is the active part: it calls
/// ``Node/hold(_:gone:)``, ``Node/serve(_:epoch:)``, ``Node/retire(_:)`` and ``Node/release(_:)`` on its own threads.
/// The node calls only ``right(to:)``, before each response.
///
/// The life of a partition on a node: nothing, then held (its log is applied to the node's own file: a standby, or an
/// owner to be), then served (it answers requests, publishes changes and dead letters), then held again, or nothing.
///
/// Every function may be called from any thread.
protocol Ownership: Sendable {
  /// Begins. The node is connected, its streams exist, and it holds nothing.
  func start(_ node: Node) throws

  /// The epoch of this node's ownership, if it may answer for a partition at this moment by the steady clock; otherwise
  /// nil. It is called for each request, and again after the answer was made: it must not wait for anything.
  func right(to partition: Int) -> UInt64?

  /// The log of a partition was applied up to a position, on the partition's thread, which waits for the return. The
  /// epoch is the greatest that the log has: an owner with a smaller one is over, and must be so when this returns.
  func partition(_ partition: Partition, didApply position: UInt64, epoch: UInt64)

  /// A partition's file could not be opened, read or written: it is damaged, the disk is full, or the like. The
  /// partition tries again, each second, until it is released. On the partition's thread.
  func partition(_ partition: Partition, didFail error: any Error)

  /// Gives everything up: hands partitions over to others, and returns when that is done or the time is over. The node
  /// releases what it still holds after that.
  func stop(within time: Duration)
}

/// The ownership that a configuration names.
func makeOwnership(_ configuration: NodeConfiguration) -> any Ownership {
  switch configuration.ownership {
  case .sole: return SoleOwnership()
  case .leases: return ClusterOwnership()
  }
}

/// Holds and serves all partitions, with epoch 1 and without a lease: for one node alone, and for tests. Two such nodes
/// would both answer; `ownership = sole` says so in the configuration.
final class SoleOwnership: Ownership {
  func start(_ node: Node) throws {
    for number in 0..<node.configuration.partitions {
      // There is no other node that could have what was removed from the middle of a log.
      try node.hold(number, gone: .max)
      try node.serve(number, epoch: 1)
    }
  }

  func right(to partition: Int) -> UInt64? { 1 }
  func partition(_ partition: Partition, didApply position: UInt64, epoch: UInt64) {}
  func partition(_ partition: Partition, didFail error: any Error) {}
  func stop(within time: Duration) {}
}
