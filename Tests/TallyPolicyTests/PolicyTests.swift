import Testing

@testable import TallyPolicy

/// A policy with its output, driven by hand. Times are milliseconds.
final class Driver {
  var policy: FeedPolicy
  var actions = PolicyActions()
  var now: Int64 = 0

  init(initialDelay: Int64? = 1000, interval: Int64? = 600_000, seed: UInt64 = 1) {
    policy = FeedPolicy(options: PolicyOptions(initialDelay: initialDelay, interval: interval), seed: seed)
  }

  // #expect cannot look into what is not copyable.
  var isQuiet: Bool { actions.isEmpty }
  var started: UInt64? { actions.start }
  var cancelled: UInt64? { actions.cancel }
  var result: ForceResult { actions.result }
  var nextWake: Int64? { policy.nextWake }
  var flight: UInt64? { policy.flight }
  var isStopped: Bool { policy.isStopped }
  var failuresInARow: UInt32 { policy.failuresInARow }
  var completions: [UInt64] { (0..<actions.completionCount).map { actions.completion(at: $0) } }

  func logIn() { policy.logIn(now: now, into: &actions) }
  func accepts(flight: UInt64) -> Bool { policy.accepts(flight: flight) }
  func logOut() { policy.logOut(into: &actions) }
  func remove() { policy.remove(into: &actions) }
  func setOptions(_ options: PolicyOptions) { policy.setOptions(options) }
  func refresh() { policy.refresh(now: now, into: &actions) }

  func force(_ token: UInt64) throws { try policy.force(token: token, now: now, into: &actions) }

  func tick(at time: Int64) -> UInt64? {
    now = time
    policy.tick(now: now, into: &actions)
    return actions.start
  }

  @discardableResult
  func finish(_ outcome: PolicyOutcome, flight number: UInt64? = nil, poll: Int64? = nil, after: Int64 = 0)
    -> Bool
  {
    now += after
    return policy.finish(flight: number ?? policy.flight ?? 0, outcome, poll: poll, now: now, into: &actions)
  }

  /// Logged in, with the first request under way since 1,000.
  func fly() {
    logIn()
    _ = tick(at: 1000)
  }
}

struct PolicyTests {
  @Test func isSmall() {
    #expect(MemoryLayout<FeedPolicy>.size <= 256)
  }

  @Test func nothingWithoutLogIn() throws {
    let driver = Driver()
    #expect(driver.nextWake == nil)
    #expect(driver.tick(at: 10_000_000) == nil)
    driver.refresh()
    #expect(driver.isQuiet)
    try driver.force(7)
    #expect(driver.completions == [7] && driver.result == .loggedOut && driver.started == nil)
  }

  @Test func initialDelayAndInterval() {
    let driver = Driver()
    driver.now = 500
    driver.logIn()
    #expect(driver.nextWake == 1500)
    #expect(driver.tick(at: 1499) == nil)
    #expect(driver.tick(at: 1500) == 1)
    #expect(driver.nextWake == nil)
    #expect(driver.tick(at: 1501) == nil)
    // Counted from the start, not from the end.
    driver.finish(.success, after: 9000)
    #expect(driver.nextWake == 601_500)
    #expect(driver.tick(at: 601_499) == nil)
    #expect(driver.tick(at: 601_500) == 2)
  }

  @Test func longRequestIsFollowedAtOnce() {
    let driver = Driver(interval: 5000)
    driver.fly()
    driver.finish(.success, after: 20_000)
    #expect(driver.nextWake == 6000)
    #expect(driver.tick(at: driver.now) == 2)
  }

  @Test func sleepMakesDueWorkHappenOnce() {
    let driver = Driver()
    driver.fly()
    driver.finish(.notModified)
    let morning: Int64 = 1000 + 8 * 3_600_000
    #expect(driver.tick(at: morning) == 2)
    driver.finish(.notModified)
    #expect(driver.tick(at: morning) == nil)
    #expect(driver.nextWake == morning + 600_000)
  }

  @Test func offMeansOff() {
    let driver = Driver(initialDelay: nil, interval: nil)
    driver.logIn()
    #expect(driver.nextWake == nil)
    driver.refresh()
    #expect(driver.started == 1)
    for outcome in [PolicyOutcome.success, .notModified, .noContent, .notFound] {
      driver.finish(outcome)
      #expect(driver.nextWake == nil)
      driver.refresh()
    }
    // What was asked for is tried again.
    driver.finish(.failed)
    let retry = driver.nextWake ?? 0
    #expect(retry >= driver.now + 1000 && retry <= driver.now + 600_000)
  }

  /// Outcome, what the server asks for, and the next request, counted from the last one's start at 1,000.
  @Test(arguments: [
    (PolicyOutcome.success, nil as Int64?, 600_000 as Int64),
    (.success, 900_000, 900_000),
    (.success, 5, 600_000),
    (.success, -5, 600_000),
    (.success, Int64.max, 24 * 3_600_000),
    (.notModified, nil, 600_000),
    (.notModified, 900_000, 900_000),
    (.noContent, nil, 3_600_000),
    (.noContent, 7_200_000, 7_200_000),
    (.notFound, nil, 6_000_000),
  ])
  func plansAfter(outcome: PolicyOutcome, poll: Int64?, wait: Int64) {
    let driver = Driver()
    driver.fly()
    driver.finish(outcome, poll: poll, after: 500)
    #expect(driver.nextWake == 1000 + wait)
  }

  @Test func emptyIntervalIsNeverShorter() {
    let driver = Driver(interval: 7_200_000)
    driver.fly()
    driver.finish(.noContent)
    #expect(driver.nextWake == 7_201_000)
  }

  @Test func serverFloorHoldsForTimersOnly() throws {
    let driver = Driver(interval: 10_000)
    driver.fly()
    driver.finish(.success, poll: 60_000)
    #expect(driver.nextWake == 61_000)
    driver.refresh()
    #expect(driver.started == 2)
    // An answer without a body leaves it, a whole one without takes it back.
    driver.finish(.notModified)
    #expect(driver.nextWake == 61_000)
    driver.finish(.failed)
    try driver.force(1)
    #expect(driver.started == 3)
    driver.finish(.failed)
    #expect((driver.nextWake ?? 0) >= 61_000)
    driver.refresh()
    driver.finish(.success)
    #expect(driver.nextWake == 11_000)
  }

  @Test func refreshJoinsTheFlight() {
    let driver = Driver()
    driver.logIn()
    driver.refresh()
    #expect(driver.started == 1)
    driver.refresh()
    #expect(driver.isQuiet)
    driver.finish(.success)
    #expect(driver.started == nil)
    #expect(driver.nextWake == 600_000)
  }

  @Test func forceIgnoresTheInterval() throws {
    let driver = Driver()
    driver.fly()
    driver.finish(.success)
    driver.now = 2000
    try driver.force(5)
    #expect(driver.started == 2 && driver.completions.isEmpty)
    driver.finish(.notModified, after: 10)
    #expect(driver.completions == [5] && driver.result == .notModified)
    #expect(driver.nextWake == 602_000)
  }

  @Test func forcesDuringAFlightShareOneRound() throws {
    let driver = Driver()
    driver.fly()
    for token: UInt64 in 1...3 {
      try driver.force(token)
      #expect(driver.isQuiet)
    }
    driver.finish(.success)
    #expect(driver.completions.isEmpty && driver.started == 2)
    try driver.force(4)
    driver.finish(.failed)
    #expect(driver.completions == [1, 2, 3] && driver.result == .failed && driver.started == 3)
    driver.finish(.success)
    #expect(driver.completions == [4] && driver.result == .synced && driver.started == nil)
  }

  @Test func refusalsDropTheQueuedRound() throws {
    for outcome in [PolicyOutcome.unauthorized, .rateLimited(retryAfter: 50_000)] {
      let driver = Driver()
      driver.logIn()
      try driver.force(1)
      try driver.force(2)
      driver.finish(outcome)
      #expect(driver.completions == [1, 2] && driver.started == nil)
      if outcome == .unauthorized {
        #expect(driver.result == .unauthorized)
      } else if case .rateLimited(let wait) = driver.result {
        #expect(wait >= 50_000 && wait <= 55_000)
      } else {
        Issue.record("not rate-limited")
      }
    }
  }

  @Test func unauthorizedStopsUntilLogIn() throws {
    let driver = Driver()
    driver.fly()
    driver.finish(.unauthorized)
    #expect(driver.isStopped && driver.nextWake == nil)
    #expect(driver.tick(at: 100_000_000) == nil)
    driver.refresh()
    #expect(driver.isQuiet)
    try driver.force(3)
    #expect(driver.completions == [3] && driver.result == .unauthorized)
    driver.logIn()
    #expect(driver.nextWake == driver.now + 1000)
    #expect(driver.tick(at: driver.now + 1000) == 2)
  }

  @Test func newCredentialGoesOnByTheIntervalWithoutInitialDelay() {
    let driver = Driver(initialDelay: nil)
    driver.logIn()
    #expect(driver.nextWake == nil)
    driver.refresh()
    driver.finish(.unauthorized)
    driver.now = 5000
    driver.logIn()
    #expect(driver.nextWake == 600_000)
  }

  @Test func loggingInAgainChangesNothing() {
    let driver = Driver()
    driver.fly()
    driver.logIn()
    #expect(driver.flight == 1)
    driver.finish(.success)
    driver.logIn()
    #expect(driver.nextWake == 601_000)
  }

  @Test func rateLimitHolds() throws {
    let driver = Driver()
    driver.fly()
    driver.finish(.rateLimited(retryAfter: 1_000_000))
    let end = driver.nextWake ?? 0
    #expect(end >= 1_001_000 && end <= 1_101_000)
    driver.now = 2000
    driver.refresh()
    #expect(driver.isQuiet && driver.nextWake == end)
    try driver.force(9)
    #expect(driver.completions == [9] && driver.result == .rateLimited(end - 2000))
    // Logging out and in does not get around it.
    driver.logOut()
    driver.logIn()
    #expect(driver.nextWake == end)
    #expect(driver.tick(at: end - 1) == nil)
    #expect(driver.tick(at: end) == 2)
    driver.finish(.success)
    #expect(driver.nextWake == end + 600_000)
  }

  @Test(arguments: [
    (nil as Int64?, 1000 as Int64, 33_000 as Int64), (-1, 1000, 33_000), (0, 1000, 33_000),
    (100_000, 100_000, 110_000), (Int64.max, 86_400_000, 95_040_000), (Int64.min, 1000, 33_000),
  ])
  func rateLimitIsClamped(asked: Int64?, least: Int64, most: Int64) {
    for seed: UInt64 in 0..<50 {
      let driver = Driver(seed: seed)
      driver.fly()
      driver.finish(.rateLimited(retryAfter: asked))
      let wait = (driver.nextWake ?? 0) - driver.now
      #expect(wait >= least && wait <= most)
    }
  }

  /// Failures in a row, and the bounds of the next attempt.
  @Test(arguments: [
    (1, 600_000 as Int64?, 30_000 as Int64), (2, 600_000, 60_000), (3, 600_000, 120_000),
    (5, 600_000, 480_000),
    (6, 600_000, 600_000), (100, 600_000, 600_000), (100, nil, 600_000), (100, 45_000, 45_000),
    (1, 100, 1000),
  ])
  func backsOff(failures: Int, interval: Int64?, most: Int64) {
    var longest: Int64 = 0
    for seed: UInt64 in 0..<40 {
      let driver = Driver(interval: interval, seed: seed)
      driver.fly()
      for _ in 1..<max(failures, 2) where failures > 1 {
        driver.finish(.protocolError)
        driver.refresh()
      }
      driver.finish(.failed)
      #expect(Int(driver.failuresInARow) == failures)
      let wait = (driver.nextWake ?? 0) - driver.now
      #expect(wait >= 1000 && wait <= most)
      longest = max(longest, wait)
    }
    // Full jitter uses the whole width.
    #expect(longest > most / 2)
  }

  @Test func successEndsBackoff() {
    let driver = Driver()
    driver.fly()
    for _ in 0..<5 {
      driver.finish(.failed)
      driver.refresh()
    }
    driver.finish(.success)
    #expect(driver.failuresInARow == 0)
    driver.refresh()
    driver.finish(.failed)
    #expect((driver.nextWake ?? 0) <= driver.now + 30_000)
  }

  @Test func logOutEndsEverything() throws {
    let driver = Driver()
    driver.fly()
    driver.finish(.success)
    try driver.force(1)
    try driver.force(2)
    let old = driver.flight ?? 0
    driver.logOut()
    #expect(driver.cancelled == old && driver.result == .loggedOut)
    #expect(driver.completions == [1, 2])
    #expect(driver.nextWake == nil)
    // The answer to the old flight is dropped, also when there is a new one.
    driver.logIn()
    driver.refresh()
    #expect(!driver.accepts(flight: old))
    #expect(!driver.finish(.success, flight: old))
    #expect(driver.flight == old + 1 && driver.isQuiet)
  }

  @Test func removingCancels() throws {
    let driver = Driver()
    driver.fly()
    try driver.force(4)
    driver.remove()
    #expect(driver.cancelled == 1 && driver.completions == [4] && driver.result == .cancelled)
    driver.logIn()
    driver.refresh()
    #expect(driver.isQuiet && driver.nextWake == nil)
    try driver.force(5)
    #expect(driver.completions == [5] && driver.result == .cancelled)
  }

  @Test func optionsMoveThePlan() {
    let driver = Driver()
    driver.logIn()
    driver.setOptions(PolicyOptions(initialDelay: 5000, interval: nil))
    #expect(driver.nextWake == 5000)
    _ = driver.tick(at: 5000)
    driver.finish(.success)
    #expect(driver.nextWake == nil)
    driver.setOptions(PolicyOptions(initialDelay: 5000, interval: 100))
    #expect(driver.nextWake == 5100)
  }

  @Test func extremesDoNotTrap() {
    let driver = Driver(initialDelay: Int64.max, interval: Int64.max)
    driver.now = 5
    driver.logIn()
    #expect(driver.nextWake == Int64.max)
    driver.refresh()
    driver.finish(.notFound)
    #expect(driver.nextWake == Int64.max)
    driver.refresh()
    driver.finish(.failed)
    #expect(driver.nextWake ?? 0 <= 600_005)
  }
}
