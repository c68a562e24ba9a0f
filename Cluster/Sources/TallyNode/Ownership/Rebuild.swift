import Foundation
import Logging
import NATS
import Tally

/// Makes a file of the snapshots and the log.
///
/// The source's block comes first: how far the log was applied, its time, and the identifiers of its batches. From
/// there the log is read, and each block is imported exactly at its position. An entry that is already in its account's
/// block brings its identifier and its time alone. So a batch that comes again later still counts once, and expiry goes
/// by the time of the log.
struct Rebuild {
  private let node: Node
  private let number: Int
  private let engine: Engine
  private let store: SnapshotStore
  private let index: SnapshotIndex
  private let reader: BatchReader
  /// Blocks that are not imported, the oldest last.
  private var waiting: [(position: UInt64, block: Int)]
  private var isImported = [Bool](repeating: false, count: SnapshotBlock.count)
  private var position: Batch.Position
  private var items: [Batch.Item] = []
  private(set) var accounts = 0
  /// The account of items that bring an identifier alone: the library creates an item's account. Nobody's account has
  /// this name, and it is removed in the end.
  private static let nobody = String(repeating: "~", count: 255)

  init(_ node: Node, _ number: Int, _ engine: Engine, _ store: SnapshotStore, _ index: SnapshotIndex) {
    self.node = node
    self.number = number
    self.engine = engine
    self.store = store
    self.index = index
    reader = BatchReader(
      partition: number, partitions: node.configuration.partitions,
      maximumBytes: node.configuration.maximumBatchBytes)
    waiting = (0..<SnapshotBlock.count).map { (index.position(of: $0) ?? 0, $0) }.sorted { $0 > $1 }
    position = Batch.Position(source: node.names.source(number), position: 0)
  }

  /// - Returns: the position of the file.
  mutating func run(last: UInt64) throws -> UInt64 {
    let top = waiting.first?.position ?? 0
    try importSource()
    if position.position < min(top, last) {
      let consumer = try PullConsumer(node.js, stream: node.names.log(number), from: position.position + 1)
      var sequence = LogSequence()
      while position.position < top {
        guard let next = try consumer.next(timeout: 5000) else {
          throw NodeError.log("the log ends at \(position.position), before its snapshots")
        }
        let messages = try [next] + consumer.fetch(512, maximumBytes: node.configuration.maximumFetchBytes)
        for message in messages where position.position < top {
          let place = message.place
          switch sequence.step(place, after: position.position) {
          case .again: continue
          case .next: break
          case .lost: throw NodeError.log("a gap in the deliveries at \(position.position)")
          case .missing(let entries):
            // An owner may cut the log meanwhile. Its snapshots then have what is missing.
            let first = try node.js.state(ofStream: node.names.log(number)).first
            if first > entries.lowerBound { throw NodeError.log("the log was cut at \(first)") }
          }
          if let place { try take(message, place) }
        }
      }
    }
    try commit()
    position.position = max(position.position, top)
    try importBlocks(through: position.position)
    try engine.batch([], at: position)
    do throws(TallyError) {
      try engine.removeAccount(Self.nobody)
    } catch { if error.code != .notFound { throw error } }
    return position.position
  }

  private mutating func importSource() throws {
    let source = position.source
    try engine.importWhole([Engine.Import(source: store.bytes(of: SnapshotBlock.source, index).0)])
    guard let found = try engine.position(of: source), found.position == index.position(of: SnapshotBlock.source) else {
      throw NodeError.file(store.stream, "the block of the source has another position than its subject")
    }
    position = found
    try importBlocks(through: position.position)
  }

  private mutating func take(_ message: NATS.Message, _ place: Place) throws {
    // The blocks that are as far as everything before this entry.
    if let next = waiting.last?.position, next < place.stream {
      try commit()
      try importBlocks(through: place.stream - 1)
    }
    position.position = place.stream
    switch try? reader.read(message, time: place.time / 1_000_000, after: position.epoch) {
    case .batch(var item):
      if !isImported[SnapshotBlock.index(of: item.account)] {
        // The library has no item that is an identifier without an account.
        item.account = item.id == nil ? "" : Self.nobody
        item.operations = []
      }
      items.append(item)
    case .time(let item): items.append(item)
    case .takeOver(let epoch): position.epoch = max(position.epoch, epoch)
    // The owner of that time has put it among the dead letters.
    case nil: break
    }
    if items.count >= 512 { try commit() }
  }

  private mutating func commit() throws {
    guard !items.isEmpty else { return }
    try engine.batch(items, at: position)
    items = []
  }

  private mutating func importBlocks(through end: UInt64) throws {
    while let (at, block) = waiting.last, at <= end {
      waiting.removeLast()
      let found = try store.read(block, index)
      try engine.importWhole(found.map { Engine.Import(account: $0.name, bytes: $0.bytes) })
      accounts += found.count
      isImported[block] = true
    }
  }
}

extension Engine {
  /// Imports all of it, or throws.
  fileprivate func importWhole(_ imports: [Engine.Import]) throws {
    for start in stride(from: 0, to: imports.count, by: 10_000) {
      let result = try importAll(Array(imports[start..<min(start + 10_000, imports.count)]))
      if let code = result.statuses.lazy.compactMap(\.error).first {
        throw TallyError(code: code, message: result.message)
      }
    }
  }
}

extension FileKeeper {
  /// Returns false if there are no snapshots, or too few.
  func rebuild(first: UInt64, last: UInt64) throws -> Bool {
    let store = SnapshotStore(node: node, number: number)
    let index = try store.index()
    if index.isEmpty { return false }
    guard let floor = index.floor, floor == index.position(of: SnapshotBlock.source), first <= floor + 1 else {
      logger.warning("the snapshots are not whole", metadata: ["first": "\(first)"])
      return false
    }
    let start = node.now()
    let part = try temporary()
    let engine = try HostDrivenEngine(Self.configuration(part)).engine
    var rebuild = Rebuild(node, number, engine, store, index)
    let position: UInt64
    do {
      defer { try? engine.close() }
      position = try rebuild.run(last: last)
      try engine.flush()
    }
    try install(part)
    logger.notice(
      "a file from the snapshots",
      metadata: ["accounts": "\(rebuild.accounts)", "position": "\(position)", "time": "\(node.now() - start)"])
    return true
  }
}
