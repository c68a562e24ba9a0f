import Foundation
import NATS
import Synchronization
import Tally
import TallyWire
import Threads

/// Answers requests for the files of partitions that this node owns. Copies are made and read on a queue of its own.
final class BackupServer: Sendable {
  private struct State {
    var shelves: [Int: BackupShelf] = [:]
    var subscriptions: [Int: [Subscription]] = [:]
    var count: UInt64 = 0
  }

  static let chunk = 512 << 10

  private let node: Node
  private let queue = SerialQueue("backups")
  private let state = Mutex(State())

  init(_ node: Node) { self.node = node }

  /// Begins to answer for a partition.
  func begin(_ number: Int) throws {
    let offers = try Subscription(node.connection, node.names.backup(number)) { [weak self] message in
      guard let self else { return }
      queue.async { self.offer(number, message) }
    }
    let chunks = try Subscription(node.connection, node.names.backupChunks(number)) { [weak self] message in
      guard let self else { return }
      queue.async { self.send(number, message) }
    }
    end(number)
    state.withLock { $0.subscriptions[number] = [offers, chunks] }
  }

  /// Ends it, and removes the copies.
  func end(_ number: Int) {
    let (old, files) = state.withLock { state in
      let old = state.subscriptions.removeValue(forKey: number) ?? []
      return (old, state.shelves[number, default: BackupShelf()].clear())
    }
    for subscription in old { subscription.cancel() }
    for backup in files { unlink(backup.file) }
  }

  func end() {
    for number in state.withLock({ Array($0.subscriptions.keys) }) { end(number) }
  }

  private func offer(_ number: Int, _ message: NATS.Message) {
    guard node.canRespond(to: message) else { return }
    do {
      guard node.ownership.right(to: number) != nil else {
        // Silence would make the other node wait.
        return try node.respond(to: message, Array(#"{"error": "this node does not own the partition"}"#.utf8))
      }
      let first: UInt64? = message.withBytes { bytes in
        JSONElement(bytes)?.member("first")?.integer(in: 0...Int64.max).map(UInt64.init)
      }
      let offer =
        try state.withLock({ $0.shelves[number, default: BackupShelf()].reuse(at: node.now(), first: first ?? 0) })
        ?? make(number)
      try node.respond(to: message, offer.json)
    } catch {
      node.logger.error("no backup for another node", metadata: ["partition": "\(number)", "error": "\(error)"])
    }
  }

  private func make(_ number: Int) throws -> BackupOffer {
    guard let partition = node.partition(number), let engine = partition.engine.withLock({ $0 }) else {
      throw NodeError.stopping
    }
    let id = state.withLock { state in
      state.count += 1
      return "\(state.count)-" + String(Chance.number(), radix: 16)
    }
    let file = "\(partition.file).backup-\(id)"
    let epoch = partition.epoch
    let position = partition.applied
    try engine.backup(to: file)
    let size = (try FileManager.default.attributesOfItem(atPath: file)[.size] as? NSNumber)?.uint64Value ?? 0
    let offer = BackupOffer(
      id: id, size: size, chunk: UInt64(Self.chunk), position: position, epoch: epoch, sha256: try Self.hash(of: file))
    state.withLock { $0.shelves[number, default: BackupShelf()].insert(offer, file: file, at: node.now()) }
    queue.async(after: .seconds(61)) { [weak self] in self?.expire(number) }
    return offer
  }

  private func send(_ number: Int, _ message: NATS.Message) {
    guard node.canRespond(to: message) else { return }
    let id = String(message.subject.split(separator: ".").last ?? "")
    let index: UInt64? = message.withBytes { bytes in
      JSONElement(bytes)?.member("chunk")?.integer(in: 0...Int64.max).map(UInt64.init)
    }
    let backup = state.withLock { $0.shelves[number, default: BackupShelf()].find(id, at: node.now()) }
    guard let backup, let index, let length = backup.offer.length(of: index) else { return }
    do {
      guard let handle = FileHandle(forReadingAtPath: backup.file) else { return }
      defer { try? handle.close() }
      try handle.seek(toOffset: index * backup.offer.chunk)
      let bytes = try handle.read(upToCount: length) ?? Data()
      try node.respond(to: message, [UInt8](bytes))
    } catch {
      node.logger.error("no chunk for another node", metadata: ["partition": "\(number)", "error": "\(error)"])
    }
  }

  private func expire(_ number: Int) {
    let old = state.withLock { $0.shelves[number, default: BackupShelf()].expire(at: node.now()) }
    for backup in old { unlink(backup.file) }
    let isLeft = state.withLock { !($0.shelves[number]?.backups.isEmpty ?? true) }
    if isLeft { queue.async(after: .seconds(30)) { [weak self] in self?.expire(number) } }
  }

  private static func hash(of file: String) throws -> String {
    guard let handle = FileHandle(forReadingAtPath: file) else { throw NodeError.file(file, "it cannot be read") }
    defer { try? handle.close() }
    var hash = SHA256()
    while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty { hash.update([UInt8](bytes)) }
    return hash.hex()
  }
}
