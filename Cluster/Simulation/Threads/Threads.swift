// The module of the node's threads, as Sources/Threads has it, on the scheduler.

public enum Worker {
  public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    guard let process = Scheduler.shared.process else { fatalError("the thread \(name) belongs to no process") }
    start(name, in: process, body)
  }

  /// Starts a thread of a process, also before anything of the simulation runs.
  public static func start(_ name: String, in process: SimulatedProcess, _ body: @escaping @Sendable () -> Void) {
    Scheduler.shared.start(name, process: process, body)
  }

  public static func sleep(_ time: Duration) { Scheduler.shared.park(until: Scheduler.shared.now + time) }
}

/// Closures that run on threads of their own.
final class Jobs: @unchecked Sendable {
  private let label: String
  private let width: Int
  private var process: SimulatedProcess?
  private var closures: [@Sendable () -> Void] = []
  private var threads = 0
  private let change = ConditionLock()

  init(_ label: String, width: Int) {
    self.label = label
    self.width = width
    process = Scheduler.shared.process
  }

  func add(_ body: @escaping @Sendable () -> Void) {
    closures.append(body)
    if threads < min(width, closures.count) { startThread() }
    change.signal()
  }

  func cancel() { closures = [] }

  private func startThread() {
    guard let process = process ?? Scheduler.shared.process else { fatalError("\(label) belongs to no process") }
    threads += 1
    Worker.start(label, in: process) { [self] in
      while true {
        change.wait(until: nil) { !closures.isEmpty }
        closures.removeFirst()()
      }
    }
  }
}

public final class SerialQueue: Sendable {
  private let jobs: Jobs

  public init(_ label: String) { jobs = Jobs(label, width: 1) }

  public func async(_ body: @escaping @Sendable () -> Void) { jobs.add(body) }

  public func async(group: WorkGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    jobs.add {
      body()
      group.leave()
    }
  }

  public func async(after time: Duration, _ body: @escaping @Sendable () -> Void) {
    Scheduler.shared.after(time, process: Scheduler.shared.process) { self.jobs.add(body) }
  }
}

public final class WorkGroup: @unchecked Sendable {
  private var count = 0
  private let change = ConditionLock()

  public init() {}

  func enter() { count += 1 }

  func leave() {
    count -= 1
    change.signal()
  }

  public func wait() { change.wait(until: nil) { count == 0 } }
}

public final class WorkerPool: Sendable {
  private let jobs: Jobs

  public init(_ label: String) { jobs = Jobs(label, width: 4) }

  public func async(_ body: @escaping @Sendable () -> Void) { jobs.add(body) }
}

public final class BoundedPool: Sendable {
  private let jobs: Jobs

  public init(_ label: String, width: Int) { jobs = Jobs(label, width: width) }

  public func async(_ body: @escaping @Sendable () -> Void) { jobs.add(body) }

  public func cancel() { jobs.cancel() }
}

public final class Lock: @unchecked Sendable {
  private var isHeld = false
  private let change = ConditionLock()

  public init() {}

  public func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
    change.wait(until: nil) { !isHeld }
    isHeld = true
    defer {
      isHeld = false
      change.signal()
    }
    return try body()
  }
}

public final class ConditionLock: @unchecked Sendable {
  private var waiting: [SimulatedThread] = []

  public init() {}

  public func signal() {
    let woken = waiting
    waiting = []
    for thread in woken { Scheduler.shared.wake(thread) }
  }

  @discardableResult
  public func wait(until time: Duration?, _ holds: () -> Bool) -> Bool {
    let scheduler = Scheduler.shared
    let deadline = time.map { scheduler.now + $0 }
    while !holds() {
      if let deadline, scheduler.now >= deadline { return false }
      guard let thread = scheduler.running else { fatalError("a closure that must not wait waits") }
      waiting.append(thread)
      scheduler.park(until: deadline)
      waiting.removeAll { $0 === thread }
    }
    return true
  }
}

public enum Clock {
  public static let steady: @Sendable () -> Duration = { Scheduler.shared.now }

  /// The simulation begins in September 2026.
  public static var wall: Int64 { 1_789_000_000_000 + Int64(Scheduler.shared.now / .milliseconds(1)) }

  public static let isSimulated = true
}

public enum Chance {
  public static func number() -> UInt64 { Scheduler.shared.dice.next() }

  public static func fraction(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Scheduler.shared.dice.fraction()
  }

  public static var engineSeed: UInt64 { Scheduler.shared.dice.next() | 1 }
}
