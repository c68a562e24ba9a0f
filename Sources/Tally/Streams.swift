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

  func put(_ value: Value, for key: Key) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      if state.isFinished { return nil }
      if !state.waiters.isEmpty { return state.waiters.removeFirst() }
      if let former = state.numbers[key] { state.values[former] = nil }
      state.values[state.next] = (key, value)
      state.numbers[key] = state.next
      state.next += 1
      return nil
    }
    waiter?.resume(returning: value)
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
  func stream(keeping owner: some Sendable) -> AsyncStream<Value> {
    AsyncStream(
      unfolding: { [self] in
        _ = owner
        return await take()
      }, onCancel: { [self] in finish() })
  }
}

/// Passes each event to every stream that has a reader.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// A stream of later events. A slow reader misses the oldest.
  func stream(buffering limit: Int) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(limit))
    let number = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ element: Element) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(element) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
