public import Dispatch
import Foundation

/// A process of the simulation: a node, or the world itself. Threads and timers belong to the process that made them.
public final class SimulatedProcess: @unchecked Sendable {
  public let name: String
  /// It was killed: none of its threads runs again.
  public internal(set) var isDead = false
  /// It stands still, as after SIGSTOP, until this time.
  var pausedUntil = Duration.zero
  /// The turns that became due meanwhile.
  var held: [Scheduler.Turn] = []

  public init(_ name: String) { self.name = name }

  public func kill() {
    isDead = true
    held = []
  }

  /// Lets it stand still for some time.
  public func pause(for time: Duration) {
    let scheduler = Scheduler.shared
    pausedUntil = scheduler.now + time
    scheduler.at(pausedUntil, process: nil) { [self] in
      guard !isPaused else { return }
      let turns = held
      held = []
      for turn in turns { scheduler.add(turn) }
    }
  }

  public var isPaused: Bool { Scheduler.shared.now < pausedUntil }
}

/// A thread of the simulation. It has a thread of the system, which runs only when the scheduler lets it.
final class SimulatedThread: @unchecked Sendable {
  let name: String
  let process: SimulatedProcess
  fileprivate let turn = DispatchSemaphore(value: 0)
  fileprivate var isParked = false
  /// Counts its pauses, so that a timer of an earlier one wakes nobody.
  fileprivate var pauses: UInt64 = 0

  init(_ name: String, _ process: SimulatedProcess) {
    self.name = name
    self.process = process
  }
}

/// Runs threads and timers one at a time. The seed decides which one is next, and the clock stands still unless the
/// scheduler moves it: so a seed gives the same run each time.
///
/// Invariant: only the thread that has the turn touches anything of the simulation. The scheduler's own thread has it
/// while it looks for the next one.
public final class Scheduler: @unchecked Sendable {
  public static let shared = Scheduler()

  /// The next turn of a thread, or a closure that does not wait.
  enum Turn {
    case thread(SimulatedThread)
    case closure(SimulatedProcess?, @Sendable () -> Void)

    var process: SimulatedProcess? {
      switch self {
      case .thread(let thread): thread.process
      case .closure(let process, _): process
      }
    }
  }

  private struct Timer {
    var time: Duration
    var number: UInt64
    var turn: Turn
  }

  public private(set) var now = Duration.zero
  public var dice = Dice(seed: 0)
  /// Turns that were taken: the length of a run.
  public private(set) var turns: UInt64 = 0
  /// The turns of each kind of thread, for those who look for one that never rests.
  public private(set) var turnsByThread: [String: UInt64] = [:]
  private var count: UInt64 = 0
  private var timers = Heap<Timer> { ($0.time, $0.number) < ($1.time, $1.number) }
  private var ready: [Turn] = []
  private let own = DispatchSemaphore(value: 0)
  private var thread: SimulatedThread?
  private var closureProcess: SimulatedProcess?
  private var isEnding = false

  /// The process whose code runs now.
  public var process: SimulatedProcess? { thread?.process ?? closureProcess }

  // MARK: - Running

  /// Runs until ``end()``. On the thread of the program.
  public func run() {
    while !isEnding {
      if ready.isEmpty {
        guard let next = timers.popFirst() else { fatalError("nothing is left to run") }
        now = max(now, next.time)
        ready.append(next.turn)
        // All that is due at this time, in an order of the seed.
        while let other = timers.first, other.time <= now {
          timers.removeFirst()
          ready.append(other.turn)
        }
      }
      let index = dice.below(ready.count)
      let turn = ready[index]
      ready.swapAt(index, ready.count - 1)
      ready.removeLast()
      take(turn)
    }
  }

  public func end() { isEnding = true }

  /// A run that is longer than this has no end.
  public static let maximumTurns: UInt64 = 20_000_000

  private func take(_ turn: Turn) {
    if let process = turn.process {
      if process.isDead { return }
      if process.isPaused { return process.held.append(turn) }
    }
    turns += 1
    if turns > Scheduler.maximumTurns { fatalError("the run has no end") }
    // Each turn costs a little, so that a loop that waits for nothing does not stop the clock.
    now += .microseconds(1 + dice.below(20))
    switch turn {
    case .thread(let next):
      thread = next
      turnsByThread[next.name, default: 0] += 1
      next.turn.signal()
      own.wait()
      thread = nil
    case .closure(let process, let body):
      closureProcess = process
      body()
      closureProcess = nil
    }
  }

  // MARK: - Threads

  func start(_ name: String, process: SimulatedProcess, _ body: @escaping @Sendable () -> Void) {
    let started = SimulatedThread(name, process)
    let thread = Thread { [self] in
      started.turn.wait()
      body()
      own.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    ready.append(.thread(started))
  }

  /// Ends the turn of the running thread until it is woken, or until a time.
  func park(until deadline: Duration?) {
    guard let thread else { fatalError("a closure that must not wait waits") }
    thread.isParked = true
    thread.pauses += 1
    let pause = thread.pauses
    if let deadline {
      at(deadline, process: nil) { [self] in if thread.pauses == pause { wake(thread) } }
    }
    own.signal()
    thread.turn.wait()
  }

  func wake(_ thread: SimulatedThread) {
    guard thread.isParked else { return }
    thread.isParked = false
    ready.append(.thread(thread))
  }

  func add(_ turn: Turn) { ready.append(turn) }

  var running: SimulatedThread? { thread }

  // MARK: - Timers

  /// Calls a closure at a time. It must not wait.
  /// - Parameter process: it is called only while this process runs; nil: always.
  public func at(_ time: Duration, process: SimulatedProcess?, _ body: @escaping @Sendable () -> Void) {
    count += 1
    timers.insert(Timer(time: time, number: count, turn: .closure(process, body)))
  }

  public func after(_ time: Duration, process: SimulatedProcess? = nil, _ body: @escaping @Sendable () -> Void) {
    at(now + time, process: process, body)
  }
}

/// The smallest element is the first.
struct Heap<Element> {
  private var elements: [Element] = []
  private let precedes: (Element, Element) -> Bool

  init(_ precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard precedes(elements[index], elements[parent]) else { break }
      elements.swapAt(index, parent)
      index = parent
    }
  }

  mutating func removeFirst() { _ = popFirst() }

  mutating func popFirst() -> Element? {
    guard let top = elements.first else { return nil }
    let last = elements.removeLast()
    if elements.isEmpty { return top }
    elements[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < elements.count {
        if precedes(elements[child], elements[least]) { least = child }
      }
      if least == index { return top }
      elements.swapAt(index, least)
      index = least
    }
  }
}

/// Random numbers of a seed: SplitMix64.
public struct Dice: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678_9abc_def1 }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// From 0 to one less than a count.
  public mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  public mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  public mutating func happens(_ chance: Double) -> Bool { fraction() < chance }

  public mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  public mutating func time(_ least: Duration, _ most: Duration) -> Duration {
    least + (most - least) * fraction()
  }
}
