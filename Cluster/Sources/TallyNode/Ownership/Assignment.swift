/// A partition that a live node holds, as the node reports it.
struct Holding: Hashable, Sendable {
  enum Role: String, Hashable, Sendable { case owner, standby }
  var role: Role
  var epoch: UInt64 = 0
  var position: UInt64 = 0
  /// Whether the node has applied nearly all of the log. It judges this itself: a position that others read is old.
  var isCaughtUp = false
}

/// A live node, as the others see it.
struct LiveNode: Hashable, Sendable {
  var name: String
  /// It is about to stop and wants no partitions.
  var isLeaving = false
  var held: [Int: Holding] = [:]
}

/// The nodes that should hold a partition, and the part of each. All nodes compute the same from the same list.
struct Assignment: Sendable {
  let partition: Int
  /// Those that may hold it, the one that is to own it first.
  let order: [String]
  /// The first ones: the owner and its standbys.
  let wanted: ArraySlice<String>
  private let live: [String: LiveNode]

  init(partition: Int, nodes: [LiveNode], standbys: Int) {
    self.partition = partition
    live = Dictionary(nodes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    order = Rendezvous.order(of: nodes.filter { !$0.isLeaving }.map(\.name), for: partition)
    wanted = order.prefix(1 + max(standbys, 0))
  }

  private func holding(_ node: String) -> Holding? { live[node]?.held[partition] }

  private func isCaughtUp(_ node: String) -> Bool { holding(node)?.isCaughtUp ?? false }

  /// Whether a node should have the partition's file open and follow the log. One that is no longer wanted goes on
  /// until all wanted ones have caught up, so that there are never fewer copies than before.
  func shouldHold(_ node: String, holdsNow: Bool) -> Bool {
    if wanted.contains(node) { return true }
    return holdsNow && !(live[node]?.isLeaving ?? false) && !wanted.allSatisfy(isCaughtUp)
  }

  /// The node to which an owner should give the partition up now; nil: none yet.
  func successor(of owner: String) -> String? {
    if live[owner]?.isLeaving ?? false {
      // A node that has caught up takes the partition even if it is not the first of the order. The first one gets it
      // from that node as soon as it has caught up itself.
      return order.first { $0 != owner && isCaughtUp($0) }
    }
    guard let first = order.first, first != owner, isCaughtUp(first) else { return nil }
    return first
  }

  /// How long a node waits before it takes a partition that has no lease; nil: it does not take it. The best one waits
  /// not at all, so that hardly ever two try.
  /// - Parameters:
  ///   - isCaughtUp: whether it has caught up itself, as it knows now.
  ///   - turn: between two nodes.
  ///   - patience: if no node that has caught up took it for this long, another one does. It answers when it has
  ///     caught up.
  func delay(of node: String, isCaughtUp isCaughtUpNow: Bool, turn: Duration, patience: Duration) -> Duration? {
    guard let place = order.firstIndex(of: node) else { return nil }
    let better = order[..<place].count { isCaughtUp($0) }
    if isCaughtUpNow { return turn * better }
    return patience + turn * place
  }
}
