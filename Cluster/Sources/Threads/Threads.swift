import Dispatch
import Foundation

// The threads, queues and clocks of a node, in one module. The simulation (Cluster/Simulation) builds the node with
// another module of this name, in which one thread runs at a time and a seed decides which.

/// Threads of their own, for work that waits.
public enum Worker {
  /// Starts a thread.
  public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread { body() }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  public static func sleep(_ time: Duration) { Thread.sleep(forTimeInterval: time / .seconds(1)) }
}

/// Runs closures on one thread, one after the other.
public final class SerialQueue: Sendable {
  private let queue: DispatchQueue

  public init(_ label: String) { queue = DispatchQueue(label: label) }

  public func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// - Parameter group: counts the closure until it has ended.
  public func async(group: WorkGroup, _ body: @escaping @Sendable () -> Void) {
    queue.async(group: group.group, execute: body)
  }

  public func async(after time: Duration, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + time / .seconds(1), execute: body)
  }
}

/// Counts closures that have not ended.
public final class WorkGroup: Sendable {
  let group = DispatchGroup()

  public init() {}

  public func wait() { group.wait() }
}

/// Runs closures on several threads.
public final class WorkerPool: Sendable {
  private let queue: DispatchQueue

  public init(_ label: String) { queue = DispatchQueue(label: label, attributes: .concurrent) }

  public func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}

/// Runs a limited number of closures at the same time.
public final class BoundedPool: Sendable {
  private let queue = OperationQueue()

  public init(_ label: String, width: Int) {
    queue.name = label
    queue.maxConcurrentOperationCount = width
  }

  public func async(_ body: @escaping @Sendable () -> Void) { queue.addOperation(body) }

  /// Drops the closures that have not begun.
  public func cancel() { queue.cancelAllOperations() }
}

/// A lock that may be held while its holder waits for something else.
public final class Lock: Sendable {
  private let lock = NSLock()

  public init() {}

  public func withLock<Value>(_ body: () throws -> Value) rethrows -> Value { try lock.withLock(body) }
}

/// Waits for conditions that other threads make true.
public final class ConditionLock: @unchecked Sendable {
  private let condition = NSCondition()

  public init() {}

  /// Wakes all that wait, so that they look again.
  public func signal() {
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until a condition holds.
  /// - Parameter time: at most this long; nil: for ever.
  /// - Returns: whether it holds.
  @discardableResult
  public func wait(until time: Duration?, _ holds: () -> Bool) -> Bool {
    let deadline = time.map { ContinuousClock.now + $0 }
    condition.lock()
    defer { condition.unlock() }
    while !holds() {
      guard let deadline else {
        condition.wait()
        continue
      }
      let left = deadline - ContinuousClock.now
      if left <= .zero { return false }
      _ = condition.wait(until: Date(timeIntervalSinceNow: left / .seconds(1)))
    }
    return true
  }
}

/// The clocks of the machine.
public enum Clock {
  /// A steady clock: the time since some moment, which never goes back and goes on while the machine sleeps
  /// (CLOCK_BOOTTIME on Linux).
  public static let steady: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }()

  /// Milliseconds since 1970.
  public static var wall: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// Whether an engine has to go by these clocks: they are not those of the system.
  public static let isSimulated = false
}

/// Random numbers of the system.
public enum Chance {
  public static func number() -> UInt64 { UInt64.random(in: .min ... .max) }
  public static func fraction(in range: ClosedRange<Double>) -> Double { Double.random(in: range) }
  /// A seed for an engine; 0: it draws one.
  public static let engineSeed: UInt64 = 0
}
