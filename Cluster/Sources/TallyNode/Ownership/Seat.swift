import Synchronization

/// What decides whether this node may answer for a partition. Requests, the partition's thread and the ownership's
/// thread use it.
final class Seat: Sendable {
  struct State {
    var lease: Lease
    var reign = Reign()
  }

  let state: Mutex<State>

  init(_ terms: LeaseTerms) { state = Mutex(State(lease: Lease(terms))) }

  /// The epoch to answer with; nil: this node does not own the partition now. The clock decides first: a process that
  /// was stopped is silent before it learns anything else.
  func right(at now: Duration) -> UInt64? {
    state.withLock { state in
      guard state.lease.isHeld(at: now), state.reign.owns else { return nil }
      return state.reign.epoch
    }
  }
}
