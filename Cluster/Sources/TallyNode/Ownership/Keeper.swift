import Foundation
import Logging
import NATS

/// Decides which partitions a node holds and owns. Belongs to the thread of `ClusterOwnership`, and never waits.
///
/// Invariants:
/// - A partition is held by nobody twice: `file` says what is in progress, and its end comes as an event.
/// - At most one write of a lease is in flight for each partition.
/// - Whether the node may answer is decided in the seat alone; `isServing` only says what was requested of the node.
final class Keeper {
  /// How often it looks at the clock without an event.
  static let tick = Duration.milliseconds(50)
  /// Nodes that start together find each other before the first one takes everything.
  static let settling = Duration.milliseconds(1000)
  /// Between two candidates for a lease.
  static let turn = Duration.milliseconds(500)
  /// After this long without an owner, a node takes a partition even if it is not level.
  static let patience = Duration.seconds(5)
  /// How long a node that gives a partition up waits for its successor.
  static let grace = Duration.seconds(3)
  /// For so long, a key that still has a value after its removal is read again.
  static let commit = Duration.seconds(1)
  /// How long a partition is not level after its file could not be written. The partition tries again each second.
  static let recovery = Duration.seconds(5)
  /// How often a key is read whose lease should be over.
  static let look = Duration.milliseconds(200)
  /// Without a round for this long, it has slept.
  static let nap = Duration.seconds(2)
  /// For so long after a sleep, it does not know how far the log is.
  static let doubt = Duration.seconds(6)
  /// A node is level if it is no more entries behind than this.
  static let slack: UInt64 = 10_000

  /// The state of a lease's key, as far as it is known.
  enum Key {
    case unknown
    /// Nobody has it. The next writer names the sequence.
    case free(sequence: UInt64, since: Duration)
    case taken(LeaseEntry, seen: Duration, sequence: UInt64)
  }

  /// One partition.
  struct Post {
    enum File { case none, preparing, held, releasing }
    var file = File.none
    /// No earlier than this, the file is prepared again.
    var retry = Duration.zero
    var failures = 0
    var isServing = false
    var key = Key.unknown
    var nextLook = Duration.zero
    var isLooking = false
    /// When a removal of the key was seen on its way. It is stored a little later.
    var removal: Duration?
    /// The key has changed since the read in flight was sent.
    var isOutdated = false
    var isWriting = false
    var isAnnouncing = false
    var nextAnnouncement = Duration.zero
    /// Before this, it does not know whether it is level.
    var levelAfter = Duration.zero
    /// The file is to be fetched again.
    var isDamaged = false
  }

  let owner: ClusterOwnership
  let node: Node
  let seats: [Seat]
  let asker: Asker
  let backups: BackupServer
  let terms: LeaseTerms
  let run = String(UInt64.random(in: .min ... .max), radix: 16)
  /// For each partition: opening, closing and serving, one after the other.
  let hands: [DispatchQueue]
  let inHand = DispatchGroup()
  let files: OperationQueue
  /// When it began, or woke.
  private var begun: Duration
  private var lastRun: Duration
  var posts: [Post]
  /// Live nodes, when they were seen, without this one.
  var others: [String: (entry: NodeEntry, seen: Duration)] = [:]
  private var published: LiveNode?
  private var nextPublication = Duration.zero
  private(set) var stopDeadline: Duration?
  private(set) var isDone = false

  init(_ owner: ClusterOwnership, _ node: Node, _ seats: [Seat], _ asker: Asker, _ backups: BackupServer) {
    self.owner = owner
    self.node = node
    self.seats = seats
    self.asker = asker
    self.backups = backups
    terms = LeaseTerms(life: .seconds(node.configuration.leaseSeconds))
    posts = seats.map { _ in Post() }
    begun = node.now()
    lastRun = begun
    hands = seats.indices.map { DispatchQueue(label: "partition \($0)") }
    files = OperationQueue()
    files.maxConcurrentOperationCount = 2
  }

  var name: String { node.configuration.node }
  var now: Duration { node.now() }
  var isStopping: Bool { stopDeadline != nil }

  /// How long it waits for an event. While a removal is about to be stored, nobody answers for that partition: so it
  /// looks often.
  var pause: Duration {
    let isUrgent = posts.contains { post in
      guard case .unknown = post.key, let removal = post.removal else { return false }
      return now < removal + Self.commit
    }
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
    for number in posts.indices { keepLease(number) }
    noticeSleep()
    asker.expire(at: now)
    for event in events { handle(event) }
    others = others.filter { now - $0.value.seen < terms.life }
    let nodes = others.values.map(\.entry.node) + [ownEntry()]
    owner.nodes.withLock { $0 = nodes }
    let isSettled = now - begun >= Self.settling
    for number in posts.indices {
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
  /// needs some time before it believes that others are gone, or that it is level.
  private func noticeSleep() {
    let gap = now - lastRun
    lastRun = now
    guard gap >= Self.nap else { return }
    node.logger.warning("the node has slept", metadata: ["time": "\(gap)"])
    begun = now
    for name in others.keys { others[name]?.seen += gap }
    for number in posts.indices {
      posts[number].key = .unknown
      posts[number].nextLook = now
      posts[number].levelAfter = now + Self.doubt
    }
  }

  private func handle(_ event: ClusterOwnership.Event) {
    switch event {
    case .node(let name, let entry):
      if name == self.name { return }
      others[name] = entry.map { ($0, now) }
      if let entry, entry.partitions != posts.count {
        node.logger.error(
          "a node has another number of partitions",
          metadata: ["node": "\(name)", "its": "\(entry.partitions)", "ours": "\(posts.count)"])
        others[name] = nil
      }
    case .lease(let number, let entry): leaseChanged(number, entry)
    case .leaseRead(let number, let reading, let sent): leaseRead(number, reading, sent: sent)
    case .leaseCreated(let number, let outcome, let sent): leaseCreated(number, outcome, sent: sent)
    case .leaseRenewed(let number, let outcome, let sent): leaseRenewed(number, outcome, sent: sent)
    case .leaseRemoved(let number, let outcome):
      posts[number].isWriting = false
      if case .stored = outcome {} else { log(number).warning("the lease was not removed yet: \(outcome)") }
      posts[number].nextLook = now
    case .announced(let number, let epoch, let outcome): announced(number, epoch, outcome)
    case .reign(let number, let outcome): reigned(number, outcome)
    case .prepared(let number, let outcome): prepared(number, outcome)
    case .held(let number, let failure): held(number, failure)
    case .released(let number): released(number)
    case .servingFailed(let number, let failure):
      log(number).error("cannot serve: \(failure)")
      endReign(number, "it cannot be served")
    case .damaged(let number): damaged(number)
    case .failed(let number): failed(number)
    case .stop(let deadline):
      stopDeadline = deadline
      nextPublication = .zero
    }
  }

  // MARK: - This node among the others

  /// What this node says of itself.
  func ownEntry() -> LiveNode {
    var entry = LiveNode(name: name, isLeaving: isStopping)
    for number in posts.indices where posts[number].file == .held {
      guard let partition = node.partition(number) else { continue }
      let right = seats[number].right(at: now)
      entry.held[number] = Holding(
        role: right == nil ? .standby : .owner, epoch: right ?? 0, position: partition.applied,
        isLevel: isLevel(partition))
    }
    return entry
  }

  func isLevel(_ partition: Partition) -> Bool {
    now >= posts[partition.number].levelAfter
      && partition.state.withLock { state in
        let lag = state.last > state.applied ? state.last - state.applied : 0
        return state.failure == nil && state.isLevel && lag <= Self.slack
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
      partitions: posts.count, started: node.started, http: node.configuration.http, node: entry)
    let deadline = now + patienceOfRequests
    asker.ask("$KV.\(node.names.nodes).\(name)", value.json, deadline: deadline) { [weak owner] outcome in
      if case .stored = BucketAnswer.write(outcome) { return }
      owner?.post(.node("", nil))
    }
  }

  // MARK: - Stopping

  /// Whether everything was given up, or the time is over.
  private func finish(by deadline: Duration) {
    let isEmpty = posts.indices.allSatisfy { number in
      seats[number].state.withLock { !$0.lease.exists } && !posts[number].isWriting
    }
    guard isEmpty || now >= deadline else { return }
    for number in posts.indices where seats[number].state.withLock({ $0.lease.exists }) {
      endReign(number, "the node stops")
    }
    inHand.wait()
    files.cancelAllOperations()
    asker.ask(
      "$KV.\(node.names.nodes).\(name)", [], headers: [("KV-Operation", "DEL")], deadline: now + .seconds(1)
    ) { _ in }
    try? node.connection.flush(timeout: 1000)
    isDone = true
  }
}
