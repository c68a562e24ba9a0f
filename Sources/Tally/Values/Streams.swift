internal import Synchronization

/// Pending values for one consumer: the latest value of each key, in the order of their last changes. So the number of
/// keys bounds it, however slow the consumer is.
final class Mailbox<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    /// Values by the number of their arrival; `numbers` has the number of each key.
    var values: [Int: (key: Key, value: Value)] = [:]
    var numbers: [Key: Int] = [:]
    var first = 0
    var next = 0
    var waiters: [CheckedContinuation<Value?, Never>] = []
    var isFinished = false
  }

  private let state = Mutex(State())

  /// - Parameter merging: what becomes of a pending value of the key and the new one.
  func put(_ value: Value, for key: Key, merging: (_ pending: Value, _ new: Value) -> Value = { $1 }) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      if state.isFinished { return nil }
      if !state.waiters.isEmpty { return state.waiters.removeFirst() }
      var latest = value
      if let former = state.numbers[key], let pending = state.values.removeValue(forKey: former) {
        latest = merging(pending.value, value)
      }
      state.values[state.next] = (key, latest)
      state.numbers[key] = state.next
      state.next += 1
      return nil
    }
    waiter?.resume(returning: value)
  }

  /// Whether a value of a key would need more room than a number of pending values has.
  func isFull(_ limit: Int, for key: Key) -> Bool {
    state.withLock { $0.values.count >= limit && $0.numbers[key] == nil && $0.waiters.isEmpty }
  }

  /// Takes the pending values in their order, without waiting.
  func takeAll() -> [(key: Key, value: Value)] {
    state.withLock { state in
      defer {
        state.values = [:]
        state.numbers = [:]
        state.first = state.next
      }
      return state.numbers.values.sorted().compactMap { state.values[$0] }
    }
  }

  /// Takes the first pending value, or waits for the next one; nil: the end.
  func take() async -> Value? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Value?? in
        if let value = Self.removeFirst(&state) { return value }
        if state.isFinished { return .some(nil) }
        state.waiters.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private static func removeFirst(_ state: inout State) -> Value? {
    while state.first < state.next {
      state.first += 1
      if let found = state.values.removeValue(forKey: state.first - 1) {
        state.numbers[found.key] = nil
        return found.value
      }
    }
    return nil
  }

  /// Pending values can still be taken; then comes the end.
  func finish() {
    let waiters = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
      state.isFinished = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  /// A stream of the values, which keeps `owner` as long as it can be read.
  /// - Parameter end: called when the reader's task was cancelled.
  func stream(keeping owner: some Sendable, end: @escaping @Sendable () -> Void = {}) -> AsyncStream<Value> {
    AsyncStream(
      unfolding: { [self] in
        _ = owner
        return await take()
      },
      onCancel: { [self] in
        finish()
        end()
      })
  }
}
