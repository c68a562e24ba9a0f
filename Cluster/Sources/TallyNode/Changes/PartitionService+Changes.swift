import NATS
import Tally

extension PartitionService {
  /// Publishes a message for each account that was touched, with the state of now: it is on the disk.
  func publishChanges() {
    guard let engine = partition.engine.withLock({ $0 }) else { return }
    let position = partition.applied
    for (account, touched) in changes.take() {
      do {
        let changes = try PartitionService.changes(of: try engine.openAccount(account, mayCreate: false), touched)
        if changes.isEmpty { continue }
        var text = JSONText()
        text.object {
          $0.put("account", account)
          $0.put("epoch", epoch)
          $0.put("position", position)
          $0.putArray("changes", changes) { $1.put($0) }
        }
        try partition.node.connection.publish(partition.node.names.changed(account), text.bytes)
        partition.counters.changes.add(1, ordering: .relaxed)
      } catch {
        partition.logger.warning("changes were not published", metadata: ["error": "\(error)"])
      }
    }
  }

  /// A path with its badge of now.
  struct Change {
    let path: String
    let badge: Badge
    /// Paths below it may have changed, too.
    let includesSubtree: Bool
  }

  /// The touched paths and those above them, the deepest last.
  static func changes(of account: Account, _ touched: ChangeLog.Touched) throws(TallyError) -> [Change] {
    var subtrees: Set<String> = []
    for path in touched.subtrees { subtrees.insert(try BadgePath(path).description) }
    var paths = subtrees
    for path in touched.paths {
      var next: BadgePath? = try BadgePath(path)
      while let path = next, paths.insert(path.description).inserted { next = path.parent }
    }
    for path in subtrees {
      var next = try BadgePath(path).parent
      while let path = next, paths.insert(path.description).inserted { next = path.parent }
    }
    var found: [Change] = []
    for path in paths.sorted() {
      found.append(
        Change(path: path, badge: try account.badge(at: path), includesSubtree: subtrees.contains(path)))
    }
    return found
  }
}

extension JSONText {
  mutating func put(_ change: PartitionService.Change) {
    object {
      $0.put("path", change.path)
      $0.put("shows", change.badge.shows)
      $0.put("count", change.badge.count)
      $0.put("revision", change.badge.revision)
      if change.includesSubtree { $0.put("subtree", true) }
    }
  }
}
