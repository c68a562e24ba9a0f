import Synchronization
import Tally

/// Changes of badges on their way from the engine's thread to the watcher: the last change of each path, in the order
/// of arrival. It holds at most one change a path, however slow the watcher is.
///
/// The engine reports the changes of a transaction before the event that caused them, a synchronisation or a reminder.
/// A watcher that receives such an event, and then takes all changes from here, prints both in the right order.
final class PendingChanges: Sendable {
  private struct State {
    var changes: [Badge.Change?] = []
    var positions: [String: Int] = [:]

    mutating func removeGaps() {
      changes = changes.filter { $0 != nil }
      for (position, change) in changes.enumerated() { if let change { positions[change.path] = position } }
    }
  }

  private let state = Mutex(State())
  private let continuation: AsyncStream<Void>.Continuation
  /// Has an element while changes are pending.
  let arrivals: AsyncStream<Void>

  init() { (arrivals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ change: Badge.Change) {
    state.withLock { state in
      if let former = state.positions[change.path] { state.changes[former] = nil }
      state.positions[change.path] = state.changes.count
      state.changes.append(change)
      // A path that changes again leaves a gap at its former place.
      if state.changes.count > 1024, state.changes.count > 2 * state.positions.count { state.removeGaps() }
    }
    continuation.yield()
  }

  func takeAll() -> [Badge.Change] {
    state.withLock { state in
      defer { state = State() }
      return state.changes.compactMap { $0 }
    }
  }
}
