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
