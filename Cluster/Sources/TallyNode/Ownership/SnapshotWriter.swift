import Foundation
import Logging
import NATS
import Synchronization
import Tally
import Threads

/// Publishes the snapshots of the partitions that this node owns, one after the other and slowly, and cuts their logs.
///
/// It reads a copy of the file. So the partition goes on applying meanwhile, and all accounts of a block are exactly at
/// the position that the copy has.
final class SnapshotWriter: Sendable {
  /// Bytes a second. The servers have other work.
  static let rate = 8 << 20

  private let node: Node
  private let positions: @Sendable (Int) -> [UInt64]
  private let isEnding = Mutex(false)
  private let change = ConditionLock()

  /// - Parameter positions: of the live nodes that hold a partition.
  init(_ node: Node, positions: @escaping @Sendable (Int) -> [UInt64]) {
    self.node = node
    self.positions = positions
  }

  func start() {
    Worker.start("snapshots") { self.run() }
  }

  func end() {
    isEnding.withLock { $0 = true }
    change.signal()
  }

  private var mustEnd: Bool { isEnding.withLock { $0 } }

  private func run() {
    let interval = Duration.seconds(node.configuration.snapshotSeconds)
    // Not all partitions of all nodes in the same moment after a start.
    var due = (0..<node.configuration.partitions).map { _ in node.now() + interval * Chance.fraction(in: 0.5...1) }
    var known = [UInt64?](repeating: nil, count: due.count)
    while !mustEnd {
      change.wait(until: .milliseconds(500)) { mustEnd }
      for number in due.indices where !mustEnd { findTime(number, &known[number]) }
      for number in due.indices where node.now() >= due[number] && !mustEnd {
        guard let epoch = node.ownership.right(to: number) else { continue }
        due[number] = node.now() + interval
        do {
          try write(number, epoch)
        } catch {
          node.logger.error(
            "snapshots cannot be published", metadata: ["partition": "\(number)", "error": "\(error)"])
        }
      }
    }
  }

  /// Reads when a former owner wrote the snapshots, once for each ownership.
  private func findTime(_ number: Int, _ known: inout UInt64?) {
    guard let epoch = node.ownership.right(to: number), let partition = node.partition(number), known != epoch else {
      return
    }
    known = epoch
    let store = SnapshotStore(node: node, number: number)
    do {
      let time = try store.time(try store.index())
      partition.state.withLock { $0.snapshotTime = time }
    } catch {
      partition.logger.info("the age of the snapshots is not known", metadata: ["error": "\(error)"])
    }
  }

  private func isOwner(_ number: Int, _ epoch: UInt64) -> Bool {
    !mustEnd && node.ownership.right(to: number) == epoch
  }

  /// Publishes the blocks that are older than the file, and cuts the log.
  func write(_ number: Int, _ epoch: UInt64) throws {
    guard let partition = node.partition(number), let engine = partition.engine.withLock({ $0 }) else { return }
    let store = SnapshotStore(node: node, number: number)
    var index = try store.index()
    if !index.due(at: partition.applied, lag: 1).isEmpty {
      let keeper = FileKeeper(node, number)
      let copy = partition.file + ".snapshot"
      try keeper.remove(copy)
      defer { try? keeper.remove(copy) }
      try engine.backup(to: copy)
      try write(copy, number, epoch, store, &index)
    }
    guard isOwner(number, epoch) else { return }
    partition.state.withLock { $0.snapshotTime = Clock.wall }
    try cut(number, index)
  }

  private func write(
    _ copy: String, _ number: Int, _ epoch: UInt64, _ store: SnapshotStore, _ index: inout SnapshotIndex
  ) throws {
    let start = node.now()
    let engine = try HostDrivenEngine(FileKeeper.configuration(copy)).engine
    defer { try? engine.close() }
    guard let position = try engine.position(of: node.names.source(number))?.position else { return }
    var names = [[String]](repeating: [], count: SnapshotBlock.count)
    for name in try engine.accountNames() { names[SnapshotBlock.index(of: name)].append(name) }
    var total = 0
    let due = index.due(at: position, lag: 1)
    for block in due {
      guard isOwner(number, epoch) else { return }
      let accounts = block == SnapshotBlock.source ? [] : names[block]
      var bytes = block == SnapshotBlock.source ? try engine.exportSource(node.names.source(number)) : []
      for name in accounts {
        SnapshotBlock.append(SnapshotAccount(name: name, bytes: try engine.exportAccount(name)), to: &bytes)
      }
      try store.write(block, bytes, accounts: accounts.count, position: position, epoch: epoch, index: &index) {
        count in
        total += count
        change.wait(until: .seconds(Double(count) / Double(Self.rate))) { mustEnd }
      }
    }
    node.logger.info(
      "snapshots are published",
      metadata: [
        "partition": "\(number)", "position": "\(position)", "blocks": "\(due.count)", "bytes": "\(total)",
        "time": "\(node.now() - start)",
      ])
  }

  private func cut(_ number: Int, _ index: SnapshotIndex) throws {
    let name = node.names.log(number)
    let first = max(try node.js.state(ofStream: name).first, 1)
    guard let kept = LogCut.firstKept(floor: index.floor, held: positions(number), first: first) else { return }
    try node.js.purge(stream: name, before: kept)
    node.logger.info("the log is cut", metadata: ["partition": "\(number)", "first": "\(kept)"])
  }
}
