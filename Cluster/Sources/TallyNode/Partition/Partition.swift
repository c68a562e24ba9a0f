import Foundation
import Logging
import NATS
import Synchronization
import Tally
import Threads

/// A partition that a node holds: its file with an engine of its own, and one thread that applies its log to it. The
/// thread lives from ``start()`` to ``stop()``.
///
/// Invariants:
/// - Only the partition's thread changes the engine. Requests read it, on any thread.
/// - `applied` is the position that the file has on the disk: the engine stores it in the transaction of the batch.
/// - The batches of the log reach the engine in their order, each at most once, whatever the servers redeliver.
final class Partition: Sendable {
  /// The state that other threads may read. The partition's thread writes it.
  struct State {
    /// The position of the log that the file has; 0: nothing.
    var applied: UInt64 = 0
    /// The greatest epoch that the log has up to there; 0: no take-over yet.
    var epoch: UInt64 = 0
    /// The last position of the stream, as far as is known.
    var last: UInt64 = 0
    /// When a message of the log came last, by the node's steady clock.
    var heard = Duration.zero
    /// The thread has applied everything that the stream had at some moment since it began.
    var isCaughtUp = false
    /// Why the file cannot be used.
    var failure: String?
    /// When the owner found all accounts in snapshots last, in milliseconds since 1970; nil: it does not know.
    var snapshotTime: Int64?
    var isStopping = false
    var isStopped = false
  }

  let number: Int
  let node: Node
  let file: String
  /// Entries up to this position may be missing in the middle of the log: no other file has them.
  let gone: UInt64
  let logger: Logger
  let counters = PartitionCounters()
  let deadLetters = DeadLetters()

  let state = Mutex(State())
  /// Is signalled when the state changes.
  let change = ConditionLock()
  /// The engine while its file is open.
  let engine = Mutex<Engine?>(nil)
  /// Closures of other threads. The partition's thread calls them between two batches, or with the reason why it
  /// cannot.
  let errands = Mutex<[@Sendable (Result<(engine: Engine, position: Batch.Position), any Error>) -> Void]>([])
  /// The part that only an owner has; nil: this node does not serve the partition.
  let service = Mutex<PartitionService?>(nil)

  init(_ number: Int, of node: Node, gone: UInt64) {
    self.number = number
    self.gone = gone
    self.node = node
    file = node.file(of: number)
    var logger = node.logger
    logger[metadataKey: "partition"] = "\(number)"
    self.logger = logger
  }

  var applied: UInt64 { state.withLock { $0.applied } }
  /// The greatest epoch of the log.
  var epoch: UInt64 { state.withLock { $0.epoch } }
  /// Messages that the stream has and the file has not, as far as is known.
  var lag: UInt64 { state.withLock { $0.last > $0.applied ? $0.last - $0.applied : 0 } }
  var isCaughtUp: Bool { state.withLock { $0.isCaughtUp } }
  var isServed: Bool { service.withLock { $0 != nil } }

  /// Starts the thread. The file is opened on it.
  func start() {
    Worker.start("partition \(number)") { self.run() }
  }

  /// Stops the thread after the batch that it is applying, closes the file, and waits for both.
  func stop() {
    state.withLock { $0.isStopping = true }
    _ = change.wait(until: nil) { state.withLock { $0.isStopped } }
  }

  /// Waits until the log is applied up to a position.
  /// - Parameter deadline: by the node's steady clock.
  /// - Returns: false: not in time, or the partition stops.
  func apply(upTo position: UInt64, deadline: Duration) -> Bool {
    change.wait(until: deadline - node.now()) { state.withLock { $0.applied >= position || $0.isStopping } }
    return applied >= position
  }

  /// Runs a closure on the partition's thread, between two batches, with the engine and its exact position, and waits
  /// for it: for backups and snapshots. It throws if the file cannot be used or the partition stops before.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (Engine, Batch.Position) throws -> Value
  ) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    errands.withLock { errands in
      errands.append { file in
        let result = file.flatMap { file in Result { try body(file.engine, file.position) } }
        outcome.withLock { $0 = result }
        self.change.signal()
      }
    }
    change.wait(until: nil) { outcome.withLock { $0 != nil } || state.withLock { $0.isStopped } }
    guard let result = outcome.withLock({ $0 }) else { throw NodeError.stopping }
    return try result.get()
  }

  /// On the partition's thread.
  func runErrands(_ file: Result<(engine: Engine, position: Batch.Position), any Error>) {
    let errands = errands.withLock { errands in
      defer { errands = [] }
      return errands
    }
    for errand in errands { errand(file) }
  }
}

// Clients learn what is wrong with a request or a batch, but not where the node has its files.
extension Partition {
  /// The rejection that a client may read for an error of the engine.
  func rejection(_ error: TallyError) -> Rejection {
    let aboutRequest: Set<TallyError.Code> = [
      .argument, .path, .range, .limit, .notFound, .exists, .conflict, .unsupported, .tooLarge, .protocolError,
      .loggedOut, .timeout,
    ]
    if aboutRequest.contains(error.code) {
      return Rejection(error.code, Partition.publicWords(error.message, error.code, file: file))
    }
    logger.error("a request failed", metadata: ["error": "\(error)"])
    return Rejection(error.code, error.code.message)
  }

  /// A description without the file, which the engine puts in front of some of them.
  static func publicWords(_ words: String, _ code: TallyError.Code, file: String) -> String {
    let rest = words.replacing(file + ": ", with: "")
    return rest.contains(file) ? code.message : rest
  }
}

/// Counts since the node started. Each number only grows.
final class PartitionCounters: Sendable {
  let batches = Atomic<UInt64>(0)
  let operations = Atomic<UInt64>(0)
  let duplicates = Atomic<UInt64>(0)
  let dead = Atomic<UInt64>(0)
  let transactions = Atomic<UInt64>(0)
  let consumers = Atomic<UInt64>(0)
  let gaps = Atomic<UInt64>(0)
  let queries = Atomic<UInt64>(0)
  let refusedQueries = Atomic<UInt64>(0)
  let queryNanoseconds = Atomic<UInt64>(0)
  let changes = Atomic<UInt64>(0)
}
