import Foundation
import NATS
import Synchronization
import Tally
import Threads

/// Leases, epochs and hand-over among the nodes of a cluster.
///
/// One thread decides everything, in `Keeper`. It never waits: it learns by events what servers, partitions and its own
/// helpers say, and looks at the clock. Slow work runs elsewhere: opening, closing and serving on the keeper's queue of
/// the partition, one after the other; fetching files on `preparation`.
final class ClusterOwnership: Ownership {
  enum Event: Sendable {
    /// A node's key has this value; nil: it was removed.
    case node(String, NodeEntry?)
    /// A lease's key was set or removed.
    case lease(Int, LeaseEntry?)
    case leaseRead(Int, BucketAnswer.Reading?, sent: Duration)
    case leaseCreated(Int, BucketAnswer.Write, sent: Duration)
    case leaseRenewed(Int, BucketAnswer.Write, sent: Duration)
    case leaseRemoved(Int, BucketAnswer.Write)
    case announced(Int, epoch: UInt64, BucketAnswer.Write)
    case termChanged(Int, Term.Outcome)
    case prepared(Int, Preparation)
    case held(Int, failure: String?)
    case released(Int)
    case servingFailed(Int, String)
    case damaged(Int)
    case failed(Int)
    case stop(deadline: Duration)
  }

  /// The result of making a file ready.
  enum Preparation: Sendable {
    /// - Parameter gone: as in ``Partition``.
    case ready(gone: UInt64)
    case failed(String)
  }

  private struct Running: Sendable {
    let node: Node
    let ownerships: [PartitionOwnership]
    let backups: BackupServer
  }

  private let running = Mutex<Running?>(nil)
  private let events = Mutex<[Event]>([])
  private let change = ConditionLock()
  private let isDone = Mutex(false)
  /// The live nodes, as the keeper saw them last.
  let nodes = Mutex<[LiveNode]>([])

  /// The positions of the live nodes that hold a partition.
  func heldPositions(_ number: Int) -> [UInt64] {
    nodes.withLock { nodes in nodes.compactMap { $0.held[number]?.position } }
  }

  func start(_ node: Node) throws {
    let configuration = node.configuration
    let life = Int64(configuration.leaseSeconds) * 1000
    var live: [Event] = []
    try node.patience.trying {
      let bucket = try Bucket(node.js, node.names.nodes, timeToLive: life, replicas: configuration.replicas)
      _ = try Bucket(node.js, node.names.leases, timeToLive: life, replicas: configuration.replicas)
      for number in 0..<configuration.partitions { try SnapshotStore(node: node, number: number).create() }
      live = []
      for name in try bucket.keys() {
        if let entry = try bucket.get(name) { live.append(.node(name, NodeEntry(entry.value, name: name))) }
      }
    }
    let terms = LeaseTerms(life: .milliseconds(life))
    let ownerships = (0..<configuration.partitions).map { _ in PartitionOwnership(terms) }
    let backups = BackupServer(node)
    let snapshots = SnapshotWriter(node) { [weak self] number in self?.heldPositions(number) ?? [] }
    running.withLock { $0 = Running(node: node, ownerships: ownerships, backups: backups) }
    let subscriptions = try watch(node)
    events.withLock { $0 = live + $0 }
    let asker = try Asker(node.connection)
    Worker.start("ownership") {
      let keeper = Keeper(self, node, ownerships, asker, backups)
      while !keeper.isDone {
        self.change.wait(until: keeper.pause) { self.events.withLock { !$0.isEmpty } }
        let events = self.events.withLock { events in
          defer { events = [] }
          return events
        }
        keeper.run(events)
      }
      for subscription in subscriptions { subscription.cancel() }
      asker.end()
      backups.end()
      snapshots.end()
      self.isDone.withLock { $0 = true }
      self.change.signal()
    }
    if configuration.snapshotSeconds > 0 { snapshots.start() }
  }

  /// The messages that change the buckets are ordinary ones: a subscriber to their subjects sees each change.
  private func watch(_ node: Node) throws -> [Subscription] {
    let names = node.names
    let nodes = try Subscription(node.connection, "$KV.\(names.nodes).*") { [weak self] message in
      let name = String(message.subject.split(separator: ".").last ?? "")
      let entry = message.header("KV-Operation") == nil ? NodeEntry(message.bytes, name: name) : nil
      self?.post(.node(name, entry))
    }
    let leases = try Subscription(node.connection, "$KV.\(names.leases).*") { [weak self] message in
      guard let number = message.subject.split(separator: ".").last.flatMap({ Int($0.dropFirst()) }) else { return }
      let entry = message.header("KV-Operation") == nil ? LeaseEntry(message.bytes) : nil
      self?.post(.lease(number, entry))
    }
    return [nodes, leases]
  }

  func post(_ event: Event) {
    events.withLock { $0.append(event) }
    change.signal()
  }

  func right(to partition: Int) -> UInt64? {
    guard let running = running.withLock({ $0 }), running.ownerships.indices.contains(partition) else { return nil }
    return running.ownerships[partition].right(at: running.node.now())
  }

  func partition(_ partition: Partition, didApply position: UInt64, epoch: UInt64) {
    guard let running = running.withLock({ $0 }), running.ownerships.indices.contains(partition.number) else { return }
    let outcome = running.ownerships[partition.number].state.withLock { state in
      state.term.applied(through: position, epoch: epoch)
    }
    if let outcome { post(.termChanged(partition.number, outcome)) }
  }

  func partition(_ partition: Partition, didFail error: any Error) {
    post(FileKeeper.isDamage(error) ? .damaged(partition.number) : .failed(partition.number))
  }

  func stop(within time: Duration) {
    guard let running = running.withLock({ $0 }) else { return }
    post(.stop(deadline: running.node.now() + time))
    // The thread ends in time; a little more, for a machine that is busy.
    change.wait(until: time + .seconds(2)) { isDone.withLock { $0 } }
  }
}
