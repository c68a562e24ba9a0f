import Synchronization

/// Decides whether this node may answer for a partition, by its lease and its term. Requests, the partition's thread
/// and the thread of the ownership use it.
final class PartitionOwnership: Sendable {
  struct State {
    var lease: Lease
    var term = Term()
  }

  let state: Mutex<State>

  init(_ terms: LeaseTerms) { state = Mutex(State(lease: Lease(terms))) }

  /// The epoch to answer with; nil: this node does not own the partition now. The clock decides first: a process that
  /// was stopped is silent before it learns anything else.
  func right(at now: Duration) -> UInt64? {
    state.withLock { state in
      guard state.lease.isHeld(at: now), state.term.owns else { return nil }
      return state.term.epoch
    }
  }
}
