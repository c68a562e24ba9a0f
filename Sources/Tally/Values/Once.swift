internal import Synchronization

/// A value that is set once, and at most one task that waits for it. The first value wins.
final class Once<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
  }

  private let state = Mutex(State.empty)

  /// Waits for the value. Only one task may wait.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let given = state.withLock { state -> Value? in
        if case .given(let value) = state { return value }
        state = .awaited(continuation)
        return nil
      }
      if let given { continuation.resume(returning: given) }
    }
  }

  func give(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      if case .given = state { return nil }
      defer { state = .given(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }
}

/// An event that happens once, in the first call.
final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  /// - Returns: whether this was the first call.
  func raise() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
}
