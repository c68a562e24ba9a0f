import Testing

@testable import TallyPolicy

/// How responses and failures change the timers and the next request.
struct AnswerTests {
  // MARK: Failures

  /// Failures in a row, the interval, and the shortest and the longest wait.
  static let backoffs: [(failures: Int, interval: Int64, least: Int64, most: Int64)] = [
    (1, 600_000, 15_000, 30_000), (2, 600_000, 600_000, 750_000), (3, 600_000, 1_200_000, 1_500_000),
    (4, 600_000, 2_400_000, 3_000_000), (40, 600_000, 2_400_000, 3_000_000), (40, 3_000_000, 3_600_000, 4_500_000),
    (2, day, day, day * 5 / 4), (1, PolicyOptions.never, 15_000, 30_000), (40, PolicyOptions.never, 300_000, 600_000),
    (1, 10_000, 10_000, 12_500), (2, 10_000, 20_000, 25_000), (40, 10_000, 40_000, 50_000), (1, 100, 1000, 1250),
  ]

  @Test(arguments: AnswerTests.backoffs)
  func backoff(failures: Int, interval: Int64, least: Int64, most: Int64) {
    var (shortest, longest) = (Int64.max, Int64(0))
    for seed: UInt64 in 0..<60 {
      let driver = Driver(.every(interval), seed: seed)
      driver.on(.logIn)
      for _ in 0..<failures { driver.round(.failed) }
      #expect(driver.policy.failuresInARow == UInt32(failures))
      let wait = (driver.nextWake ?? 0) - driver.now
      #expect(wait >= least && wait <= most)
      (shortest, longest) = (min(shortest, wait), max(longest, wait))
    }
    // The random part has its full width.
    let tenth = (most - least) / 10
    #expect(shortest < least + tenth && longest > most - tenth)
  }

  @Test func backoffIsShorterWhileVisible() {
    var longest: Int64 = 0
    for seed: UInt64 in 0..<60 {
      let driver = Driver(.unreadCount, seed: seed)
      driver.on(.logIn)
      driver.on(.pageShown(0))
      driver.finish(.failed)
      longest = max(longest, driver.nextWake ?? Int64.max)
      for _ in 0..<10 { driver.round(.failed) }
      // The interval that holds is the visible one.
      #expect((4 * minute...5 * minute).contains(driver.nextWake ?? 0))
    }
    #expect(longest > 4 * second && longest <= 5 * second)
  }

  @Test(arguments: [PolicyOutcome.success, .notModified, .noContent])
  func successEndsBackoff(outcome: PolicyOutcome) {
    let driver = Driver().idle()
    for _ in 0..<9 { driver.round(.failed) }
    driver.round(outcome)
    #expect(driver.policy.failuresInARow == 0)
    driver.round(.failed)
    #expect((driver.nextWake ?? 0) <= driver.now + 30 * second)
  }

  @Test func theNetworksReturnPreemptsOnce() {
    let driver = Driver().idle()
    for _ in 0..<9 { driver.round(.failed) }
    #expect(driver.asks(.network(isThere: true), at: 3 * second))
    driver.finish(.failed)
    let due = driver.nextWake ?? 0
    // The network comes and goes, but the floor holds.
    #expect(!driver.asks(.network(isThere: true), at: 5 * second) && driver.nextWake == due)
    driver.on(.network(isThere: false))
    #expect(driver.asks(.network(isThere: true)))
    driver.finish(.failed)
    driver.on(.network(isThere: false))
    #expect(!driver.asks(.network(isThere: true), at: 5500) && driver.nextWake == 6 * second)
    #expect(driver.asks(.tick, at: 6 * second))
    driver.finish(.failed)
    // A timed attempt allows it again.
    #expect(driver.asks(.tick, at: driver.nextWake ?? 0))
    driver.finish(.failed)
    #expect(driver.asks(.network(isThere: true), at: driver.now + second))
  }

  @Test func anExplicitRequestIsNotATimedAttempt() {
    for isPaused in [false, true] {
      let driver = Driver().idle()
      driver.round(.failed)
      #expect(driver.asks(.network(isThere: true), at: hour) && driver.isPolling)
      driver.finish(.failed)
      driver.on(.pause(isPaused))
      for input: PolicyInput in [.refresh, .force] {
        driver.on(input, at: driver.now + 1)
        driver.finish(.failed)
      }
      driver.on(.pause(false))
      let due = driver.nextWake ?? 0
      #expect(due > driver.now + 2 * second)
      #expect(!driver.asks(.network(isThere: true), at: driver.now + second) && driver.nextWake == due)
    }
  }

  @Test func onlyAWaitingRetryIsPreempted() {
    let driver = Driver().idle()
    for input: PolicyInput in [.network(isThere: false), .network(isThere: true), .woke] {
      #expect(!driver.asks(input, at: 10 * second), "\(input)")
    }
    #expect(driver.nextWake == 601 * second)
  }

  @Test func failuresAfterWakingAreNotCounted() {
    let driver = Driver().idle()
    let morning = 8 * hour
    #expect(driver.asks(.woke, at: morning))
    let retries: [(Int64, Int64)] = [(100, 2000), (2100, 5000), (5000, 10_000)]
    for (failsAfter, retriesAfter) in retries {
      driver.finish(.failed, at: morning + failsAfter)
      #expect(driver.nextWake == morning + retriesAfter && driver.policy.failuresInARow == 0)
      #expect(driver.asks(.tick, at: morning + retriesAfter))
    }
    driver.finish(.failed)
    #expect(driver.policy.failuresInARow == 1)
  }

  @Test func aRequestThatSleptFailsAndIsRetried() {
    let driver = Driver().polling()
    driver.on(.force)
    driver.on(.woke, at: hour)
    #expect(driver.actions.isTimeout && driver.started == 2)
    driver.finish(.failed, at: hour + second)
    #expect(driver.nextWake == hour + 2 * second)
  }

  @Test func wakingPreempts() {
    let driver = Driver().idle()
    for _ in 0..<9 { driver.round(.failed) }
    #expect(driver.asks(.woke, at: 2 * second))
  }

  // MARK: Rejections

  @Test func aRefusedCredentialStopsUntilLogIn() {
    let driver = Driver().polling()
    driver.finish(.unauthorized)
    #expect(driver.nextWake == nil && !driver.asks(.tick, at: day))
    let inputs: [PolicyInput] = [
      .refresh, .push(isHeld: false, spread: 0), .pageShown(0), .woke, .network(isThere: true),
    ]
    for input in inputs {
      driver.on(input)
      #expect(driver.isQuiet, "\(input)")
    }
    driver.on(.pageHidden(0))
    driver.on(.logIn)
    #expect((day + 1...day + second).contains(driver.nextWake ?? 0))
  }

  @Test func aNewCredentialGoesOnByTheIntervalWithoutInitialDelay() {
    var options = PolicyOptions.messageCenter
    options.initialDelay = PolicyOptions.never
    let driver = Driver(options)
    driver.on(.logIn)
    #expect(driver.nextWake == nil)
    driver.round(.unauthorized)
    driver.on(.logIn, at: 5 * second)
    #expect(driver.nextWake == 600 * second)
  }

  /// The server's wait, and the bounds of the resulting wait.
  static let limits: [(asked: Int64?, least: Int64, most: Int64)] = [
    (nil, 1000, 33_000), (-1, 1000, 33_000), (0, 1000, 33_000), (100_000, 100_000, 110_000),
    (Int64.max, 86_400_000, 95_040_000), (Int64.min, 1000, 33_000),
  ]

  @Test(arguments: AnswerTests.limits)
  func rateLimitsAreClamped(asked: Int64?, least: Int64, most: Int64) {
    var waits: Set<Int64> = []
    for seed: UInt64 in 0..<60 {
      let driver = Driver(seed: seed).polling()
      driver.finish(.rateLimited(retryAfter: asked))
      let wait = (driver.nextWake ?? 0) - driver.now
      #expect(wait >= least && wait <= most)
      waits.insert(wait)
    }
    #expect(waits.count > 20)
  }

  @Test func aRateLimitHoldsForAll() {
    let driver = Driver().polling()
    driver.finish(.rateLimited(retryAfter: 1000 * second))
    let end = driver.nextWake ?? 0
    for input: PolicyInput in [
      .refresh, .push(isHeld: false, spread: 0), .pageShown(0), .force, .woke, .network(isThere: true), .tick, .logOut,
      .logIn,
    ] {
      driver.on(input, at: driver.now + second)
      #expect(driver.started == nil, "\(input)")
      #expect(driver.nextWake == (input == .logOut ? nil : end), "\(input)")
    }
    driver.on(.force, at: end - 1)
    #expect(driver.actions.completions == 1 && driver.actions.result == .rateLimited(1) && driver.started == nil)
    #expect(driver.asks(.tick, at: end))
    driver.finish(.success)
    #expect(driver.nextWake == end + 600 * second)
  }

  @Test func requestsDuringARateLimitAreMadeAfterIt() {
    let driver = Driver.byHand()
    driver.round(.rateLimited(retryAfter: minute))
    let end = driver.nextWake ?? 0
    driver.on(.logOut)
    driver.on(.logIn)
    #expect(driver.nextWake == nil)
    driver.on(.push(isHeld: false, spread: 0))
    #expect(driver.nextWake == end)
  }

  // MARK: Kinds of requests

  @Test func everyTenth304IsNotBelieved() {
    let driver = Driver.byHand()
    for round in 1...45 {
      driver.on(.refresh)
      #expect(driver.mode == ((round - 1) % 10 == 0 && round > 1 ? .unconditional : .conditional), "\(round)")
      driver.finish(.notModified)
    }
    // In a row: another response starts the count again, a failure does not count.
    driver.round(.success)
    for round in 1...10 {
      driver.round(.failed)
      driver.on(.refresh)
      #expect(driver.mode == .conditional, "\(round)")
      driver.finish(.notModified)
    }
    driver.on(.refresh)
    #expect(driver.mode == .unconditional)
    driver.finish(.failed)
    driver.on(.refresh)
    #expect(driver.mode == .unconditional)
    driver.finish(.success)
    driver.on(.refresh)
    #expect(driver.mode == .conditional)
  }

  @Test func malformedAnswersDropTheTagAndThenAskForAll() {
    let driver = Driver.byHand()
    for round in 1...6 {
      driver.on(.refresh, at: Int64(round) * hour)
      #expect(driver.mode == (round <= 3 ? .conditional : .unconditional), "\(round)")
      driver.finish(.protocolError)
    }
    driver.on(.refresh)
    #expect(driver.mode == .snapshot)
    driver.finish(.protocolError)
    // At most once per ten minutes.
    driver.on(.refresh, at: driver.now + 10 * minute - 1)
    #expect(driver.mode == .unconditional)
    driver.finish(.failed)
    driver.on(.refresh, at: driver.now + 1)
    #expect(driver.mode == .snapshot)
    driver.finish(.success)
    driver.on(.refresh, at: driver.now + hour)
    #expect(driver.mode == .conditional)
  }

  @Test func anExpiredCursorIsASnapshotAtMostOncePerTenMinutes() {
    let driver = Driver.byHand()
    driver.on(.force)
    #expect(driver.on(.cursorExpired(1)).takesSnapshot && driver.isPolling)
    // Its own cursors must be valid.
    driver.on(.cursorExpired(1))
    #expect(!driver.actions.takesSnapshot && driver.actions.completions == 1 && driver.actions.result == .failed)
    driver.on(.refresh, at: 10 * minute - 1)
    #expect(!driver.on(.cursorExpired(2)).takesSnapshot && !driver.isPolling)
    driver.on(.refresh, at: 10 * minute)
    #expect(driver.on(.cursorExpired(3)).takesSnapshot)
  }

  @Test func aCursorThatGoesBackTwiceRunningIsASnapshot() {
    let driver = Driver.byHand()
    driver.round(.setback)
    #expect(driver.started == nil)
    driver.round(.success)
    driver.round(.setback)
    #expect(driver.started == nil)
    driver.round(.setback)
    #expect(driver.mode == .snapshot)
    driver.finish(.success)
    driver.on(.refresh, at: second)
    #expect(driver.mode == .conditional)
    driver.finish(.setback)
    // Too soon after the last one, so it is made later.
    driver.on(.refresh)
    #expect(driver.finish(.setback).start == nil)
    driver.on(.refresh, at: 9 * minute)
    #expect(driver.mode == .conditional)
    driver.finish(.success)
    driver.on(.refresh, at: 11 * minute)
    #expect(driver.mode == .snapshot)
  }
}
