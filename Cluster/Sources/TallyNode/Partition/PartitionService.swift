import NATS
import Synchronization

/// The part of a partition that only its owner has: it answers requests, publishes changes and dead letters. It lives
/// as long as one ownership, so it has one epoch.
final class PartitionService: Sendable {
  let partition: Partition
  let epoch: UInt64
  let changes: ChangeLog
  /// Requests that wait until the log is applied further.
  let waiting = Mutex<[WaitingRequest]>([])
  /// A request that reads all accounts is in progress.
  let isCounting = Atomic<Bool>(false)
  private let isPublishingLetters = Atomic<Bool>(false)
  private let subscription = Mutex<Subscription?>(nil)

  /// When this owner let time pass last.
  private let ticked: Mutex<Duration>

  init(_ partition: Partition, epoch: UInt64) {
    ticked = Mutex(partition.node.now())
    self.partition = partition
    self.epoch = epoch
    changes = ChangeLog(maximumPaths: 1000)
  }

  func begin() throws {
    let node = partition.node
    let subscription = try Subscription(node.connection, node.names.requests(partition.number)) { [weak self] message in
      self?.take(message)
    }
    subscription.setPendingLimits(messages: 65_536, bytes: 64 << 20)
    // So that clients find somebody when this returns.
    try node.connection.flush()
    self.subscription.withLock { $0 = subscription }
  }

  func end() {
    subscription.withLock { subscription in
      subscription?.cancel()
      subscription = nil
    }
    waiting.withLock { $0 = [] }
  }

  /// Publishes what has changed, and dead letters. On the node's publishing thread.
  func publish() {
    guard partition.node.ownership.right(to: partition.number) == epoch else { return }
    publishChanges()
    letTimePass()
    if partition.deadLetters.isEmpty || isPublishingLetters.exchange(true, ordering: .acquiring) { return }
    // It waits for the servers. Changes must not wait with it.
    partition.node.deadLetters.async {
      do {
        try self.partition.deadLetters.publish(self.partition.node.names, self.partition.number, self.partition.node.js)
      } catch {
        self.partition.logger.warning("a dead letter waits", metadata: ["error": "\(error)"])
      }
      self.isPublishingLetters.store(false, ordering: .releasing)
    }
  }

  /// After a silence of the log, publishes an entry that only lets time pass, so that what ends by its time ends. The
  /// time is the server's, as that of all entries: each node ends it at the same place of the log.
  private func letTimePass() {
    let node = partition.node
    let patience = Duration.seconds(node.configuration.tickSeconds)
    if patience == .zero { return }
    let (heard, isCaughtUp) = partition.state.withLock { ($0.heard, $0.isCaughtUp) }
    let now = node.now()
    let isDue = ticked.withLock { ticked in
      if !isCaughtUp || now - max(heard, ticked) < patience { return false }
      ticked = now
      return true
    }
    if !isDue { return }
    do {
      let subject = node.names.logSubject(partition.number)
      try node.connection.publish(try Message(subject, [], headers: [(BatchReader.timeHeader, "1")]))
    } catch {
      partition.logger.debug("time does not pass", metadata: ["error": "\(error)"])
    }
  }
}

extension Partition {
  func serve(epoch: UInt64) throws {
    retire()
    let service = PartitionService(self, epoch: epoch)
    try service.begin()
    self.service.withLock { $0 = service }
    logger.notice("serving", metadata: ["epoch": "\(epoch)", "position": "\(applied)"])
  }

  func retire() {
    let former = service.withLock { service in
      defer { service = nil }
      return service
    }
    guard let former else { return }
    former.end()
    logger.notice("no longer serving", metadata: ["epoch": "\(former.epoch)", "position": "\(applied)"])
  }
}
