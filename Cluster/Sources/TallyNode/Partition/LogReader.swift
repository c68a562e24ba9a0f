import Foundation
import NATS
import Tally

/// Reads a partition's log, and applies it to the engine: a fetch of messages becomes one transaction with the position
/// of the last one. It belongs to the partition's thread.
///
/// Invariants: `position` is what the engine has stored, and the engine has all entries up to it. The consumer begins
/// right behind it. `sequence` finds what is missing. If deliveries are, or if the consumer is gone, another consumer
/// begins at `position + 1`. If entries are, the file lacks what the log no longer has: the reader fails, and the file
/// is fetched again.
struct LogReader {
  /// How long a partition without messages waits for one: stopping and errands wait as long.
  private static let patience: Int64 = 200
  /// How often a silent consumer is compared with its stream: a server may deliver nothing for good.
  private static let suspicion = Duration.seconds(5)
  /// How long a suspected consumer may take to deliver what its stream has.
  private static let reprieve = Duration.seconds(2)
  /// The most operations of one transaction; a larger message has one of its own.
  private static let maximumOperations = 50_000

  private let partition: Partition
  private let driven: HostDrivenEngine
  private var engine: Engine { driven.engine }
  private let reader: BatchReader
  private var consumer: PullConsumer?
  private var sequence = LogSequence()
  private var position: Batch.Position
  /// When messages came last, or when the stream was compared.
  private var heard: Duration
  private var isIdle = true
  /// Why the log cannot be read at present.
  private var problem: String?

  private var node: Node { partition.node }

  init(_ partition: Partition, _ driven: HostDrivenEngine) throws {
    self.partition = partition
    self.driven = driven
    let configuration = partition.node.configuration
    reader = BatchReader(
      partition: partition.number, partitions: configuration.partitions,
      maximumBytes: configuration.maximumBatchBytes)
    position = Batch.Position(source: partition.node.names.source(partition.number), position: 0)
    heard = partition.node.now()
    if let stored = try driven.engine.position(of: position.source) { position = stored }
    partition.state.withLock { $0.heard = heard }
    publish()
  }

  /// Applies what there is, or waits a short time for more.
  mutating func step() throws {
    do {
      var messages = try fetch()
      problem = nil
      if messages.isEmpty { messages = try suspect() }
      if !messages.isEmpty {
        heard = node.now()
        partition.state.withLock { $0.heard = heard }
        try apply(messages)
      }
    } catch let error as NATSError {
      // Without servers each attempt fails in the same way: it is reported once.
      if problem != error.description {
        partition.logger.warning(
          "cannot read the log", metadata: ["error": "\(error)", "position": "\(position.position)"])
      }
      problem = error.description
      consumer = nil
      partition.pause(.milliseconds(100))
    }
    partition.runErrands(.success((engine, position)))
    partition.service.withLock { $0 }?.answerWaiting()
    try driven.step()
  }

  // MARK: - Fetching

  private mutating func fetch() throws -> [Message] {
    let consumer = try self.consumer ?? (try begin())
    let configuration = node.configuration
    if isIdle {
      guard let first = try consumer.next(timeout: LogReader.patience) else { return [] }
      isIdle = false
      return [first]
    }
    let messages = try consumer.fetch(configuration.batch, maximumBytes: configuration.maximumFetchBytes)
    isIdle = messages.isEmpty
    return messages
  }

  /// Makes a consumer behind the position.
  private mutating func begin() throws -> PullConsumer {
    let name = node.names.log(partition.number)
    let state = try node.js.state(ofStream: name)
    if state.last < position.position {
      throw NodeError.log("the stream \(name) ends at \(state.last), before the file's position \(position.position)")
    }
    if state.first > position.position + 1 {
      throw NodeError.log(
        "the stream \(name) begins at \(state.first), behind the file's position \(position.position)")
    }
    let consumer = try PullConsumer(node.js, stream: name, from: position.position + 1)
    partition.counters.consumers.add(1, ordering: .relaxed)
    self.consumer = consumer
    sequence = LogSequence()
    isIdle = false
    heard = node.now()
    note(last: state.last)
    return consumer
  }

  /// Compares a silent consumer with its stream.
  ///
  /// A consumer that is behind gets a second chance. This process may have stood still, so that its fetch ended before
  /// it looked for messages; one may have been stored after the fetch; a busy server delivers late. Only a consumer
  /// that has nothing even then is dropped.
  /// - Returns: what came after all.
  private mutating func suspect() throws -> [Message] {
    if node.now() - heard < LogReader.suspicion {
      if partition.state.withLock({ $0.last <= position.position }) { noteCaughtUp() }
      return []
    }
    let last = try node.js.state(ofStream: node.names.log(partition.number)).last
    heard = node.now()
    note(last: last)
    if last <= position.position {
      noteCaughtUp()
      return []
    }
    let deadline = node.now() + LogReader.reprieve
    while let consumer, node.now() < deadline, !partition.isStopping {
      if let late = try consumer.next(timeout: LogReader.patience) {
        isIdle = false
        return [late]
      }
      // The server's answer to a former fetch may have ended this one.
      partition.pause(.milliseconds(10))
    }
    partition.counters.gaps.add(1, ordering: .relaxed)
    partition.logger.error(
      "the consumer is silent behind its stream", metadata: ["last": "\(last)", "position": "\(position.position)"])
    consumer = nil
    return []
  }

  private func note(last: UInt64) { partition.state.withLock { $0.last = max($0.last, last) } }

  private func noteCaughtUp() {
    let wasCaughtUp = partition.state.withLock { state in
      defer { state.isCaughtUp = true }
      return state.isCaughtUp
    }
    if !wasCaughtUp { partition.change.signal() }
  }

  // MARK: - Applying

  private mutating func apply(_ messages: [Message]) throws {
    var group = LogGroup(position)
    reading: for message in messages {
      let place = message.place
      let step = sequence.step(place, after: group.position.position)
      guard let place, step != .lost else {
        partition.counters.gaps.add(1, ordering: .relaxed)
        partition.logger.warning("a gap in the deliveries", metadata: ["position": "\(group.position.position)"])
        consumer = nil
        break reading
      }
      note(last: place.stream + place.pending)
      switch step {
      case .next, .lost: break
      case .again: continue
      case .missing(let entries):
        if try mayMiss(entries) { break }
        try commit(group)
        throw NodeError.log("the log no longer has entries \(entries.lowerBound) to \(entries.upperBound)")
      }
      group.take(message, place, reader)
      if group.operations >= LogReader.maximumOperations {
        try commit(group)
        group = LogGroup(position)
      }
    }
    try commit(group)
  }

  /// Whether to go on without entries that the log no longer has. An administrator may have removed some from its
  /// middle, and no other file has them.
  private func mayMiss(_ entries: ClosedRange<UInt64>) throws -> Bool {
    partition.counters.gaps.add(1, ordering: .relaxed)
    let first = try node.js.state(ofStream: node.names.log(partition.number)).first
    guard entries.upperBound <= partition.gone, first <= entries.lowerBound else { return false }
    partition.logger.error(
      "entries were removed from the log, and nobody has them",
      metadata: ["first": "\(entries.lowerBound)", "last": "\(entries.upperBound)"])
    return true
  }

  private mutating func commit(_ group: LogGroup) throws {
    if group.position == position { return }
    let result = try engine.batch(group.items, at: group.position)
    position = group.position
    let counters = partition.counters
    counters.transactions.add(1, ordering: .relaxed)
    counters.batches.add(UInt64(group.items.count), ordering: .relaxed)
    counters.operations.add(UInt64(group.operations), ordering: .relaxed)
    let rejected = (group.rejected + group.rejections(by: result, file: partition.file)).sorted {
      $0.position < $1.position
    }
    counters.duplicates.add(UInt64(result.statuses.count { $0 == .alreadyApplied }), ordering: .relaxed)
    counters.dead.add(UInt64(rejected.count), ordering: .relaxed)
    publish()
    report(rejected)
    partition.deadLetters.add(rejected)
    if let service = partition.service.withLock({ $0 }) {
      for (item, status) in zip(group.items, result.statuses) where status == .ok { service.changes.note(item) }
    }
  }

  /// A publisher that sends nothing but rubbish must not fill the log of the node: of many letters it has the first.
  private func report(_ rejected: [DeadLetter]) {
    for letter in rejected.prefix(3) {
      partition.logger.warning(
        "a batch was rejected",
        metadata: ["at": "\(letter.position)", "status": "\(letter.status)", "reason": "\(letter.reason)"])
    }
    if rejected.count > 3 {
      partition.logger.warning("more batches were rejected", metadata: ["count": "\(rejected.count - 3)"])
    }
  }

  /// Tells the others how far the file is.
  private func publish() {
    let position = position
    partition.state.withLock {
      $0.applied = position.position
      $0.epoch = position.epoch
      $0.last = max($0.last, position.position)
      $0.failure = nil
      if $0.last <= position.position, consumer != nil { $0.isCaughtUp = true }
    }
    node.ownership.partition(partition, didApply: position.position, epoch: position.epoch)
    partition.change.signal()
  }
}

/// Messages that become one transaction.
struct LogGroup {
  private(set) var items: [Batch.Item] = []
  private(set) var operations = 0
  /// The position of the last message.
  private(set) var position: Batch.Position
  /// Messages that are not valid.
  private(set) var rejected: [DeadLetter] = []
  /// The messages of the items, for what the engine rejects.
  private var origins: [(position: UInt64, message: Message)] = []

  /// - Parameter position: that is stored.
  init(_ position: Batch.Position) { self.position = position }

  mutating func take(_ message: Message, _ place: Place, _ reader: BatchReader) {
    position.position = place.stream
    do throws(Rejection) {
      switch try reader.read(message, time: place.time / 1_000_000, after: position.epoch) {
      case .batch(let item), .time(let item):
        items.append(item)
        origins.append((place.stream, message))
        operations += item.operations.count
      case .takeOver(let epoch):
        position.epoch = max(position.epoch, epoch)
      }
    } catch {
      rejected.append(DeadLetter(place.stream, message, error.code.name, error.reason))
    }
  }

  /// The items that the engine has rejected.
  /// - Parameter file: is not named in the reasons, since others read them.
  func rejections(by result: Batch.ItemsResult, file: String) -> [DeadLetter] {
    var found: [DeadLetter] = []
    for (index, status) in result.statuses.enumerated() {
      guard let code = status.error, code != .notApplied else { continue }
      // The engine describes the first one.
      let words = found.isEmpty ? result.message ?? code.message : code.message
      let reason = Partition.publicWords(words, code, file: file)
      found.append(DeadLetter(origins[index].position, origins[index].message, code.name, reason))
    }
    return found
  }
}
