import Foundation
import Logging
import NATS
import Synchronization
import Tally
import Threads

/// A node: a connection to the servers, the partitions that it holds, and the services that all of them share.
///
/// Threads: one for each partition that it holds (it waits for messages, and for the disk), a pool of
/// `request_threads` that answers requests, one that publishes changes, one that answers HTTP, those of its ownership,
/// and libnats's own (two for the connection, one for timers).
public final class Node: Sendable {
  let configuration: NodeConfiguration
  let names: Names
  let connection: Connection
  let js: JetStream
  let replySubjects: ReplySubjects
  /// Requests whose reply subject is not an inbox.
  let rejectedReplies = Atomic<UInt64>(0)
  let logger: Logger
  let ownership: any Ownership
  /// How long it waits for servers while it starts.
  let patience: Patience
  /// A steady clock: the time since some moment, which never goes back and goes on while the machine sleeps.
  let now: @Sendable () -> Duration
  /// For requests that had to wait.
  let requests = WorkerPool("requests")
  let deadLetters = SerialQueue("dead letters")
  /// For requests that take long.
  let slowRequests = SerialQueue("slow requests")
  /// When it started, in milliseconds since 1970.
  let started = Clock.wall
  private let publisher = Publisher()
  private let reports = Mutex<Reports?>(nil)
  private let held = Mutex<[Int: Partition]>([:])
  /// How many accounts each partition may keep in memory: `loaded_accounts` divided among those that the node holds.
  private let share = Mutex(1)
  /// One call of `hold`, `serve`, `retire` or `release` at a time.
  private let roles = Lock()

  init(
    _ configuration: NodeConfiguration, connection: Connection, ownership: any Ownership, _ patience: Patience,
    logger: Logger,
    now: @escaping @Sendable () -> Duration = Clock.steady
  ) throws {
    self.configuration = configuration
    names = Names(prefix: configuration.prefix)
    replySubjects = ReplySubjects(inboxPrefix: configuration.inboxPrefix, prefix: configuration.prefix)
    self.connection = connection
    js = try JetStream(connection)
    self.ownership = ownership
    self.patience = patience
    self.logger = logger
    self.now = now
  }

  // MARK: - Starting and stopping

  /// Connects to the servers of a configuration.
  static func connecting(_ configuration: NodeConfiguration, _ patience: Patience, logger: Logger) throws -> Node {
    Connection.setDeliveryThreads(configuration.requestThreads)
    var options = ConnectionOptions(servers: configuration.servers, name: "tally-node \(configuration.node)")
    options.credentials = configuration.credentials
    options.certificateAuthorities = configuration.certificateAuthorities
    options.inboxPrefix = configuration.inboxPrefix
    var logger = logger
    logger[metadataKey: "node"] = "\(configuration.node)"
    let connection = try patience.trying { try Connection(options) }
    return try Node(
      configuration, connection: connection, ownership: makeOwnership(configuration), patience, logger: logger)
  }

  /// Agrees with the cluster, makes the streams, and begins to hold what its ownership decides.
  func start() throws {
    do {
      try patience.trying { try Cluster.agree(configuration, names, js) }
      try patience.trying { try Cluster.makeStreams(configuration, names, js) }
    } catch let error as NATSError where error.isLackOfServers {
      throw NodeError.configuration(
        "replicas", "\(configuration.replicas) replicas need as many servers with JetStream; \(error)")
    }
    let reports = try Reports(self)
    self.reports.withLock { $0 = reports }
    publisher.start(self, every: .milliseconds(configuration.changeMilliseconds))
    try ownership.start(self)
    logger.notice(
      "started",
      metadata: ["server": "\(connection.server)", "partitions": "\(configuration.partitions)"])
  }

  /// Hands over what it owns, publishes what is left, and closes its files.
  func stop(within time: Duration = .seconds(10)) {
    logger.notice("stopping")
    ownership.stop(within: time)
    publisher.stop()
    for partition in partitions { release(partition.number) }
    reports.withLock { reports in
      reports?.end()
      reports = nil
    }
    try? connection.flush(timeout: 1000)
    logger.notice("stopped")
  }

  /// The file of a partition.
  func file(of number: Int) -> String { configuration.folder + "/p\(number).db" }

  /// The partitions that it holds, by their numbers.
  var partitions: [Partition] { held.withLock { $0.values.sorted { $0.number < $1.number } } }

  /// How many accounts a partition may keep in memory now. Each partition's thread compares it after each step.
  var loadedAccountsOfPartition: Int { share.withLock { $0 } }

  private func divideMemory() {
    let count = held.withLock { $0.count }
    let part = max(1, configuration.loadedAccounts / max(1, count))
    share.withLock { $0 = part }
  }

  func partition(_ number: Int) -> Partition? { held.withLock { $0[number] } }

  // MARK: - Roles

  /// Opens a partition's file, and begins to apply its log. The file is created if there is none: who wants another
  /// beginning puts a file there before. Holding it already changes nothing.
  /// - Parameter gone: as in ``Partition``.
  @discardableResult
  func hold(_ number: Int, gone: UInt64) throws -> Partition {
    roles.withLock {
      if let partition = partition(number) { return partition }
      let partition = Partition(number, of: self, gone: gone)
      held.withLock { $0[number] = partition }
      divideMemory()
      partition.start()
      return partition
    }
  }

  /// Begins to answer for a partition that it holds, with an epoch.
  func serve(_ number: Int, epoch: UInt64) throws {
    try roles.withLock {
      guard let partition = partition(number) else { throw NodeError.stopping }
      try partition.serve(epoch: epoch)
    }
  }

  /// Ends answering; the partition goes on to follow its log. Requests in progress get no answer.
  func retire(_ number: Int) {
    roles.withLock { partition(number)?.retire() }
  }

  /// Ends answering and following, and closes the file.
  ///
  /// Other partitions go on meanwhile: stopping one may take seconds.
  func release(_ number: Int) {
    let released = roles.withLock {
      let released = partition(number)
      released?.retire()
      return released
    }
    guard let released else { return }
    released.stop()
    held.withLock { $0[number] = nil }
    divideMemory()
  }
}
