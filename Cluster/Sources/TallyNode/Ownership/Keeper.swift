import Foundation
import Logging
import NATS
import Threads

/// Decides which partitions a node holds and owns. Belongs to the thread of `ClusterOwnership`, and never waits.
///
/// `PartitionState` has the state of each partition with all transitions. An operation on a file, and a request, is
/// begun here, and its end comes as an event. `PartitionOwnership` alone decides whether the node may answer.
final class Keeper {
  /// How often it looks at the clock without an event.
  static let tick = Duration.milliseconds(50)
  /// Nodes that start together find each other before the first one takes everything.
  static let settling = Duration.milliseconds(1000)
  /// Between two candidates for a lease.
  static let turn = Duration.milliseconds(500)
  /// After this long without an owner, a node takes a partition even if it has not caught up.
  static let patience = Duration.seconds(5)
  /// How long a node that gives a partition up waits for its successor.
  static let grace = Duration.seconds(3)
  /// How long a key that still has a value after its removal was seen is read again.
  static let commit = Duration.seconds(1)
  /// How long a partition does not count as caught up after its file could not be written. The partition tries again
  /// each second.
  static let recovery = Duration.seconds(5)
  /// How often a key is read whose lease should be over.
  static let look = Duration.milliseconds(200)
  /// A pause between two rounds that is as long as this means that the process was stopped.
  static let sleepThreshold = Duration.seconds(2)
  /// How long the node does not know, after such a pause, how far the log is.
  static let sleepGrace = Duration.seconds(6)
  /// A node has caught up if it is no more entries behind than this.
  static let slack: UInt64 = 10_000

  let owner: ClusterOwnership
  let node: Node
  let ownerships: [PartitionOwnership]
  let asker: Asker
  let backups: BackupServer
  let terms: LeaseTerms
  let run = String(Chance.number(), radix: 16)
  /// A queue for each partition, which opens, closes and serves its file, one after the other.
  let queues: [SerialQueue]
  /// The work on `queues` that has not ended.
  let queuedWork = WorkGroup()
  /// Verifies and fetches files.
  let preparation = BoundedPool("preparation", width: 2)
  /// When it began, or woke.
  private var begun: Duration
  private var lastRun: Duration
  var states: [PartitionState]
  /// Live nodes, when they were seen, without this one.
  var others: [String: (entry: NodeEntry, seen: Duration)] = [:]
  private var published: LiveNode?
  private var nextPublication = Duration.zero
  private(set) var stopDeadline: Duration?
  private(set) var isDone = false

  init(
    _ owner: ClusterOwnership, _ node: Node, _ ownerships: [PartitionOwnership], _ asker: Asker,
    _ backups: BackupServer
  ) {
    self.owner = owner
    self.node = node
    self.ownerships = ownerships
    self.asker = asker
    self.backups = backups
    terms = LeaseTerms(life: .seconds(node.configuration.leaseSeconds))
    states = ownerships.map { _ in PartitionState() }
    begun = node.now()
    lastRun = begun
    queues = ownerships.indices.map { SerialQueue("partition \($0)") }
  }

  var name: String { node.configuration.node }
  var now: Duration { node.now() }
  var isStopping: Bool { stopDeadline != nil }

  /// How long it waits for an event. While a removal is about to be stored, nobody answers for that partition: so it
  /// looks often.
  var pause: Duration {
    let isUrgent = states.contains { $0.key == .unknown && $0.awaitsRemoval(at: now, within: Self.commit) }
    return isUrgent ? Self.tick / 10 : Self.tick
  }

  /// A request must be answered well before the lease that it renews is over.
  var patienceOfRequests: Duration { min(.seconds(1), terms.interval / 2) }

  func log(_ partition: Int) -> Logger {
    var logger = node.logger
    logger[metadataKey: "partition"] = "\(partition)"
    return logger
  }

  /// One round: the clock first, then what happened, then what follows from it.
  func run(_ events: [ClusterOwnership.Event]) {
    for number in states.indices { keepLease(number) }
    noticeSleep()
    asker.expire(at: now)
    for event in events { handle(event) }
    others = others.filter { now - $0.value.seen < terms.life }
    let nodes = others.values.map(\.entry.node) + [ownEntry()]
    owner.nodes.withLock { $0 = nodes }
    let isSettled = now - begun >= Self.settling
    for number in states.indices {
      keepLease(number)
      announce(number)
      serve(number)
      look(number)
      guard isSettled else { continue }
      let assignment = Assignment(partition: number, nodes: nodes, standbys: node.configuration.standbys)
      hold(number, assignment)
      give(number, assignment)
      take(number, assignment)
    }
    publish()
    if let stopDeadline { finish(by: stopDeadline) }
  }

  /// A process that was stopped has heard nothing. Its knowledge is old, and what it has missed is on the way. So it
  /// needs some time before it believes that others are gone, or that it has caught up.
  private func noticeSleep() {
    let gap = now - lastRun
    lastRun = now
    guard gap >= Self.sleepThreshold else { return }
    node.logger.warning("the node has slept", metadata: ["time": "\(gap)"])
    begun = now
    for name in others.keys { others[name]?.seen += gap }
    for number in states.indices {
      states[number].forgetKey(readAt: now)
      states[number].notCaughtUp(until: now + Self.sleepGrace)
    }
  }

  private func handle(_ event: ClusterOwnership.Event) {
    switch event {
    case .node(let name, let entry):
      if name == self.name { return }
      others[name] = entry.map { ($0, now) }
      if let entry, entry.partitions != states.count {
        node.logger.error(
          "a node has another number of partitions",
          metadata: ["node": "\(name)", "its": "\(entry.partitions)", "ours": "\(states.count)"])
        others[name] = nil
      }
    case .lease(let number, let entry): leaseChanged(number, entry)
    case .leaseRead(let number, let reading, let sent): leaseRead(number, reading, sent: sent)
    case .leaseCreated(let number, let outcome, let sent): leaseCreated(number, outcome, sent: sent)
    case .leaseRenewed(let number, let outcome, let sent): leaseRenewed(number, outcome, sent: sent)
    case .leaseRemoved(let number, let outcome):
      states[number].endWrite(.removing)
      if case .stored = outcome {} else { log(number).warning("the lease was not removed yet: \(outcome)") }
      states[number].readKey(at: now)
    case .announced(let number, let epoch, let outcome): announced(number, epoch, outcome)
    case .termChanged(let number, let outcome): termChanged(number, outcome)
    case .prepared(let number, let outcome): prepared(number, outcome)
    case .held(let number, let failure): held(number, failure)
    case .released(let number): released(number)
    case .servingFailed(let number, let failure):
      log(number).error("cannot serve: \(failure)")
      endTerm(number, "it cannot be served")
    case .damaged(let number): damaged(number)
    case .failed(let number): failed(number)
    case .stop(let deadline):
      stopDeadline = deadline
      nextPublication = .zero
    }
  }

  // MARK: - This node among the others

  /// The entry of this node in the bucket of nodes.
  func ownEntry() -> LiveNode {
    var entry = LiveNode(name: name, isLeaving: isStopping)
    for number in states.indices where states[number].isHeld {
      guard let partition = node.partition(number) else { continue }
      let right = ownerships[number].right(at: now)
      entry.held[number] = Holding(
        role: right == nil ? .standby : .owner, epoch: right ?? 0, position: partition.applied,
        isCaughtUp: isCaughtUp(partition))
    }
    return entry
  }

  func isCaughtUp(_ partition: Partition) -> Bool {
    now >= states[partition.number].caughtUpAfter
      && partition.state.withLock { state in
        let lag = state.last > state.applied ? state.last - state.applied : 0
        return state.failure == nil && state.isCaughtUp && lag <= Self.slack
      }
  }

  /// Every third of its time to live, and soon when something other than a position changes.
  private func publish() {
    let entry = ownEntry()
    var roles = entry
    for number in roles.held.keys { roles.held[number]?.position = 0 }
    guard now >= nextPublication || roles != published else { return }
    published = roles
    nextPublication = now + terms.interval
    let value = NodeEntry(
      partitions: states.count, started: node.started, http: node.configuration.http, node: entry)
    let deadline = now + patienceOfRequests
    asker.ask("$KV.\(node.names.nodes).\(name)", value.json, deadline: deadline) { [weak owner] outcome in
      if case .stored = BucketAnswer.write(outcome) { return }
      owner?.post(.node("", nil))
    }
  }

  // MARK: - Stopping

  /// Whether everything was given up, or the time is over.
  private func finish(by deadline: Duration) {
    let isEmpty = states.indices.allSatisfy { number in
      ownerships[number].state.withLock { !$0.lease.exists } && states[number].write == .none
    }
    guard isEmpty || now >= deadline else { return }
    for number in states.indices where ownerships[number].state.withLock({ $0.lease.exists }) {
      endTerm(number, "the node stops")
    }
    queuedWork.wait()
    preparation.cancel()
    asker.ask(
      "$KV.\(node.names.nodes).\(name)", [], headers: [("KV-Operation", "DEL")], deadline: now + .seconds(1)
    ) { _ in }
    try? node.connection.flush(timeout: 1000)
    isDone = true
  }
}
