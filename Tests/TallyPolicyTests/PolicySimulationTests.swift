import Testing

@testable import TallyPolicy

/// Months of virtual time, at random, against what must always hold. The seed of a failure is in its message.
struct PolicySimulationTests {
  /// Who asked for the request that comes next, if not the interval.
  private enum Reason { case interval, asked, retry }

  private final class World {
    let seed: UInt64
    var random: PolicyRandom
    var policy: FeedPolicy
    var actions = PolicyActions()
    var now: Int64 = 0
    var interval: Int64
    var flight: UInt64?
    var isLoggedIn = false
    var lastStart: Int64?
    var limitedUntil: Int64 = 0
    var reason = Reason.interval
    var nextToken: UInt64 = 1
    var open: Set<UInt64> = []
    var requests = 0
    var completed = 0

    init(seed: UInt64) {
      self.seed = seed
      random = PolicyRandom(seed: seed &+ 77)
      interval = [10_000, 60_000, 600_000, 7_200_000][Int(random.upTo(3))]
      policy = FeedPolicy(options: PolicyOptions(initialDelay: 1000, interval: interval), seed: seed)
    }

    /// Does what the policy says, and judges it.
    func obey(asked: Bool) {
      if let number = actions.cancel {
        #expect(flight == number, "seed \(seed): cancels what is not under way")
        flight = nil
      }
      for index in 0..<actions.completionCount {
        let token = actions.completion(at: index)
        #expect(open.remove(token) != nil, "seed \(seed): token \(token) completed twice")
        completed += 1
      }
      guard let number = actions.start else { return }
      #expect(flight == nil, "seed \(seed): two in flight at \(now)")
      #expect(isLoggedIn, "seed \(seed): a request while logged out at \(now)")
      #expect(now >= limitedUntil, "seed \(seed): a request within a rate limit at \(now)")
      if let lastStart, !asked, reason == .interval {
        #expect(now - lastStart >= interval, "seed \(seed): interval undercut at \(now)")
      }
      flight = number
      lastStart = now
      reason = .interval
      requests += 1
    }

    func step() throws {
      switch random.upTo(19) {
      case 0: logIn()
      case 1 where random.upTo(3) == 0: logOut()
      case 2:
        policy.refresh(now: now, into: &actions)
        obey(asked: true)
      case 3, 4:
        open.insert(nextToken)
        try policy.force(token: nextToken, now: now, into: &actions)
        nextToken += 1
        obey(asked: true)
      case 5...11: answer()
      case 12: lateAnswer()
      case 13 where random.upTo(20) == 0:
        // Asleep.
        now += random.upTo(48 * 3_600_000)
      default: wait()
      }
      check()
    }

    func logIn() {
      policy.logIn(now: now, into: &actions)
      if !isLoggedIn || policy.failuresInARow == 0 { reason = .retry }
      isLoggedIn = true
      obey(asked: false)
    }

    func logOut() {
      policy.logOut(into: &actions)
      isLoggedIn = false
      obey(asked: false)
      #expect(open.isEmpty, "seed \(seed): log-out leaves completions")
    }

    func answer() {
      guard let number = flight else { return }
      now += random.upTo(3000)
      flight = nil
      let outcome = outcome()
      if case .rateLimited(let asked) = outcome {
        limitedUntil = now + min(asked ?? 0, 86_400_000)
        reason = .retry
      } else if outcome == .failed || outcome == .protocolError {
        reason = .retry
      }
      let isAccepted = policy.finish(flight: number, outcome, now: now, into: &actions)
      #expect(isAccepted, "seed \(seed): drops the answer to flight \(number)")
      // Whatever starts now is the queued round of forces.
      obey(asked: true)
    }

    func outcome() -> PolicyOutcome {
      switch random.upTo(15) {
      case 0: .unauthorized
      case 1: .rateLimited(retryAfter: random.upTo(1) == 0 ? nil : random.upTo(100_000))
      case 2: .notFound
      case 3: .noContent
      case 4, 5: .failed
      case 6: .protocolError
      case 7...10: .notModified
      default: .success
      }
    }

    func lateAnswer() {
      guard policy.flightCount > 1 else { return }
      let isAccepted = policy.finish(
        flight: policy.flightCount - 1, .success, now: now, into: &actions)
      let isQuiet = actions.isEmpty
      #expect(!isAccepted && isQuiet, "seed \(seed): takes a late answer")
    }

    func wait() {
      if let wake = policy.nextWake, random.upTo(2) > 0 {
        now = max(now, wake)
      } else {
        now += random.upTo(30_000)
      }
      policy.tick(now: now, into: &actions)
      obey(asked: false)
      policy.tick(now: now, into: &actions)
      let isQuiet = actions.isEmpty
      #expect(isQuiet, "seed \(seed): due twice at \(now)")
    }

    func check() {
      let nextWake = policy.nextWake
      let isStopped = policy.isStopped
      let isExpected = policy.flight == flight
      #expect(isExpected, "seed \(seed): another flight than thought")
      if flight == nil { #expect(open.isEmpty, "seed \(seed): completions wait for nothing") }
      if !isLoggedIn || flight != nil || isStopped { #expect(nextWake == nil, "seed \(seed)") }
      if isLoggedIn && flight == nil && !isStopped {
        #expect(nextWake != nil, "seed \(seed): nothing planned")
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func holds(seed: UInt64) throws {
    let world = World(seed: seed)
    for _ in 0..<1500 { try world.step() }
    world.logOut()
    #expect(world.requests > 50 && world.completed > 50, "seed \(seed): nothing much happened")
    #expect(world.completed == Int(world.nextToken) - 1, "seed \(seed): completions are missing")
  }
}
