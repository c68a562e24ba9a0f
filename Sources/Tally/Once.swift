internal import Synchronization

/// A continuation that is resumed by whoever comes first.
final class Once<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value, Never>?>

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

  func resume(_ value: Value) {
    let waiting = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: value)
  }
}

/// Something that happens once, whoever comes first.
final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  /// - Returns: whether it was this call that did it.
  func raise() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
}
