import TallyMemory
import Testing

@testable import TallyPolicy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Years of virtual time at random: users, servers, networks, sleep and clocks that jump, checked against the
/// invariants. The seed of a failure is in its message. TALLY_SOAK=1: longer.
struct SimulationTests {
  private static let worlds: Range<UInt64> = 0..<(getenv("TALLY_SOAK") == nil ? 64 : 4096)

  @Test(arguments: worlds)
  func holds(seed: UInt64) {
    var world = World(seed: seed)
    for _ in 0..<40_000 where world.judge.problems.isEmpty { world.step() }
    world.on(.logOut)
    let judge = world.judge
    #expect(judge.problems.isEmpty, "seed \(seed)")
    #expect(judge.open.isEmpty && judge.forces > 1000, "seed \(seed): completions are missing")
    #expect(judge.requests > 3000 && judge.timeouts > 30, "seed \(seed): nothing much happened")
    #expect(judge.time > 4 * year / 5, "seed \(seed): no time passed")
  }

  /// A policy has a fixed size and keeps no references.
  @Test func memoryIsBounded() {
    #expect(_isPOD(FeedPolicy.self) && _isPOD(PolicyActions.self))
  }

  /// A year with only the interval has as many requests as intervals.
  @Test func aQuietYear() {
    let driver = Driver().idle()
    let intervals = Int(year / (600 * second))
    for _ in 1...intervals {
      #expect(driver.asks(.tick, at: driver.nextWake ?? 0))
      driver.finish(.notModified)
    }
    #expect(driver.now == second + Int64(intervals) * 600 * second)
  }
}

/// One feed with its user, its server and its machine.
private struct World {
  /// The server's current behaviour.
  private enum Mood: Int64 { case normal, nothingNew, down, nonsense, busy, backwards, empty, gone }

  var judge: Judge
  private var random: SplitMix
  private var policy: FeedPolicy
  private var now: Int64
  private var mood = Mood.normal

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    var options = seed % 2 == 0 ? PolicyOptions.messageCenter : .unreadCount
    let intervals = [10 * second, 5 * minute, 2 * hour, PolicyOptions.never]
    if seed % 3 == 2 { options.interval = intervals[Int(random.upTo(3))] }
    if seed % 5 == 4 { options.initialDelay = random.upTo(1) == 0 ? 5 * second : PolicyOptions.never }
    if seed % 7 == 6 { options.visibleInterval = 30 * second }
    options.stopsInBackground = seed % 4 == 3
    policy = FeedPolicy(options: options)
    judge = Judge(options: options)
    now = random.upTo(year) - year / 2
  }

  mutating func on(_ input: PolicyInput) {
    judge.expect(input, at: now)
    let actions = policy.handle(input, at: now, random: random.next())
    judge.judge(input, actions, wake: policy.nextWake, exchange: policy.exchange)
    // Usually it is sent immediately. Sometimes it waits for its turn.
    if let start = actions.start, random.upTo(9) > 0 { on(.begun(start.exchange)) }
  }

  mutating func step() {
    if let exchange = policy.exchange, random.upTo(2) > 0 { return respond(to: exchange) }
    if let exchange = policy.exchange, policy.isWaiting, random.upTo(3) == 0 { return on(.postponed(exchange)) }
    switch random.upTo(32) {
    case 0, 1: on(.logIn)
    case 2: if random.upTo(9) == 0 { on(.logOut) }
    case 3: on(.foreground(random.upTo(2) > 0))
    case 4: on(.pageShown(UInt8(random.upTo(7))))
    case 5: on(.pageHidden(UInt8(random.upTo(7))))
    case 6, 7: on(.force)
    case 8: on(.refresh)
    case 9: on(.push(isHeld: random.upTo(2) == 0, spread: random.upTo(1) == 0 ? 0 : random.upTo(10 * minute)))
    case 10: on(.network(isThere: random.upTo(1) == 0))
    case 11: if random.upTo(9) == 0 { on(.cancel) }
    case 12: on(.pause(random.upTo(5) == 0))
    case 13: if random.upTo(5) == 0 { sleep() }
    case 14: if random.upTo(20) == 0 { jump() }
    case 15: tellLate()
    case 16: mood = Mood(rawValue: random.upTo(7)) ?? .normal
    default: wait()
    }
  }

  private mutating func wait() {
    if let wake = policy.nextWake, random.upTo(3) > 0 {
      // A little late, like real timers.
      now = max(now, wake) + (random.upTo(3) == 0 ? random.upTo(second) : 0)
    } else {
      now += random.upTo(10 * minute)
    }
    dueOnce()
  }

  private mutating func sleep() {
    now += random.upTo(3 * day)
    if random.upTo(2) > 0 { on(.woke) }
    dueOnce()
  }

  /// A user sets the clock.
  private mutating func jump() {
    now += random.upTo(3 * year) * (random.upTo(1) == 0 ? -1 : 1)
    dueOnce()
  }

  private mutating func dueOnce() {
    on(.tick)
    expectNothing(of: .tick)
  }

  /// Late inputs of an exchange that has ended.
  private mutating func tellLate() {
    let old = policy.exchange.map { $0 &- 1 } ?? policy.number
    let inputs: [PolicyInput] = [
      .finished(old, .unauthorized, poll: day), .finished(old, .rateLimited(retryAfter: day), poll: nil), .begun(old),
      .heard(old), .answered(old), .cursorExpired(old), .postponed(old),
    ]
    // Updates the policy's time.
    on(.tick)
    if policy.exchange != old { expectNothing(of: inputs[Int(random.upTo(6))]) }
  }

  private mutating func expectNothing(of input: PolicyInput) {
    let before = (policy.nextWake, policy.exchange)
    let actions = policy.handle(input, at: now, random: random.next())
    judge.demand(actions == PolicyActions(), "\(input) does \(actions)")
    judge.demand((policy.nextWake, policy.exchange) == before, "\(input) moves something")
  }

  // MARK: The server

  private mutating func respond(to exchange: UInt32) {
    now += random.upTo(5) == 0 ? random.upTo(2 * minute) : random.upTo(2 * second)
    switch random.upTo(14) {
    case 0: on(.tick)
    case 1: on(.begun(exchange))
    case 2: on(.heard(exchange))
    case 4: on(.answered(exchange))
    case 3: on(.cursorExpired(exchange))
    default: on(.finished(exchange, answer(), poll: random.upTo(30) == 0 ? random.upTo(2 * hour) - hour : nil))
    }
  }

  private mutating func answer() -> PolicyOutcome {
    if random.upTo(60) == 0 { return .unauthorized }
    if random.upTo(9) == 0 { return random.upTo(1) == 0 ? .success : .failed }
    switch mood {
    case .normal: return random.upTo(1) == 0 ? .success : .notModified
    case .nothingNew: return .notModified
    case .down: return .failed
    case .nonsense: return .protocolError
    case .busy: return .rateLimited(retryAfter: random.upTo(2) == 0 ? nil : random.upTo(3 * hour) - minute)
    case .backwards: return .setback
    case .empty: return .noContent
    case .gone: return .notFound
    }
  }
}
