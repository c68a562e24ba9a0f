import Synchronization
import Tally

/// Which paths of which accounts may have changed since the last time that changes were published.
///
/// The engine's observers and lists of changes keep an account in memory, which a partition of many accounts cannot
/// afford. So the operations themselves say where to look: at their paths, above them and, for some, below them.
final class ChangeLog: Sendable {
  /// The parts of an account that may have changed.
  struct Touched: Equatable {
    var paths: Set<String> = []
    /// Everything below these may have changed.
    var subtrees: Set<String> = []
  }

  private let touched = Mutex<[String: Touched]>([:])
  private let maximumPaths: Int

  /// - Parameter maximumPaths: an account with more of them has changed everywhere.
  init(maximumPaths: Int) { self.maximumPaths = maximumPaths }

  /// Notes an item that was applied.
  func note(_ item: Batch.Item) {
    if item.account.isEmpty { return }
    touched.withLock { touched in
      for operation in item.operations {
        ChangeLog.note(operation, in: &touched[item.account, default: Touched()])
      }
      if let account = touched[item.account], account.paths.count + account.subtrees.count > maximumPaths {
        touched[item.account] = Touched(paths: [], subtrees: [BadgePath.root.description])
      }
    }
  }

  /// Takes what was noted.
  func take() -> [String: Touched] {
    touched.withLock { touched in
      defer { touched = [:] }
      return touched
    }
  }

  private static func note(_ operation: Batch.Operation, in account: inout Touched) {
    switch operation.action {
    case .clearTree, .markRead(subtree: true): if let path = operation.path { account.subtrees.insert(path) }
    case .set, .dot, .add, .clear, .mute, .markRead: if let path = operation.path { account.paths.insert(path) }
    case .post(let message):
      if let path = operation.path { account.paths.insert(path) }
      // A message that replaces another one may leave another path.
      if message.id != nil { account.subtrees.insert(BadgePath.root.description) }
    case .putReminder(_, let terms): if let path = terms.path, !path.isEmpty { account.paths.insert(path) }
    case .withdrawMessage, .editReminder, .markReminderDone, .markReminderUndone, .removeReminder,
      .snoozeReminder, .acknowledgeReminder:
      account.subtrees.insert(BadgePath.root.description)
    case .get: break
    }
  }
}
