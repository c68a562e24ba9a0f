import Testing

@testable import TallyPolicy

/// Log-in, intervals, the server's requests, background, pauses.
struct TimerTests {
  @Test func isSmall() {
    #expect(MemoryLayout<FeedPolicy>.stride - MemoryLayout<PolicyOptions>.stride <= 168)
  }

  @Test func presetsAreTheTable() {
    let centre = PolicyOptions.messageCenter
    #expect(centre.initialDelay == second && centre.interval == 600 * second)
    #expect(centre.tolerance == 180 * second && centre.awayTime == 0 && centre.visibleInterval == PolicyOptions.never)
    let count = PolicyOptions.unreadCount
    #expect(count.initialDelay == PolicyOptions.never && count.interval == PolicyOptions.never)
    #expect(count.tolerance == 0 && count.awayTime == minute && count.visibleInterval == minute)
    for options in [centre, count] {
      #expect(options.idleTimeout == minute && options.totalTimeout == 5 * minute && !options.stopsInBackground)
    }
  }

  // MARK: Log-in and log-out

  @Test func nothingWithoutLogIn() {
    let driver = Driver()
    let inputs: [PolicyInput] = [
      .tick, .refresh, .pageShown(0), .foreground(false), .foreground(true), .push(isHeld: false, spread: 0),
      .network(isThere: true), .woke, .cancel, .pause(true), .pause(false), .logOut,
    ]
    for input in inputs {
      driver.on(input, at: driver.now + hour)
      #expect(driver.isQuiet && driver.nextWake == nil, "\(input)")
    }
  }

  @Test func anExactInitialDelay() {
    var options = PolicyOptions.messageCenter
    options.isInitialDelayExact = true
    for seed in 0..<100 {
      let driver = Driver(options, seed: UInt64(seed))
      driver.on(.logIn, at: 500)
      #expect(driver.nextWake == 500 + options.initialDelay)
    }
  }

  @Test func initialDelayThenInterval() {
    let driver = Driver()
    driver.on(.logIn, at: 500)
    let first = driver.nextWake ?? 0
    #expect((501...1500).contains(first) && !driver.asks(.tick, at: first - 1))
    #expect(driver.asks(.tick, at: 1500))
    // Counted from the start, not from the end.
    driver.finish(.success, at: 9000)
    #expect(driver.nextWake == 601_500)
    #expect(!driver.asks(.tick, at: 601_499))
    #expect(driver.asks(.tick, at: 601_500))
  }

  @Test func aLongRequestIsFollowedImmediately() {
    let driver = Driver(.every(5 * second)).polling()
    #expect(driver.finish(.success, at: 21 * second).start != nil)
  }

  @Test func offMeansOff() {
    let driver = Driver.byHand()
    #expect(driver.nextWake == nil)
    for outcome in [PolicyOutcome.success, .notModified, .noContent, .notFound] {
      driver.round(outcome)
      #expect(driver.requests > 0 && driver.nextWake == nil, "\(outcome)")
    }
    // An explicit request is retried.
    driver.round(.failed)
    #expect(driver.nextWake != nil)
  }

  @Test func logOutStopsEverything() {
    let driver = Driver().idle()
    driver.on(.push(isHeld: false, spread: hour))
    driver.on(.logOut)
    #expect(driver.isQuiet && driver.nextWake == nil)
    #expect(!driver.asks(.tick, at: day))
    driver.on(.logIn)
    #expect((day + 1...day + second).contains(driver.nextWake ?? 0))
  }

  @Test func lateAnswersAreDropped() {
    let driver = Driver().polling()
    let old = driver.policy.exchange ?? 0
    #expect(driver.on(.logOut).cancel == old)
    driver.on(.logIn)
    driver.on(.refresh)
    let current = driver.policy.exchange
    #expect(current != old && !driver.policy.accepts(old))
    for input: PolicyInput in [
      .finished(old, .unauthorized, poll: nil), .begun(old), .heard(old), .cursorExpired(old),
    ] {
      driver.on(input)
      #expect(driver.isQuiet && driver.policy.exchange == current, "\(input)")
    }
  }

  @Test func loggingInAgainChangesNothing() {
    let driver = Driver().polling()
    driver.on(.logIn)
    #expect(driver.isQuiet && driver.isPolling)
    driver.finish(.success)
    driver.on(.logIn, at: 5 * minute)
    #expect(driver.nextWake == 601 * second)
  }

  @Test func anyRequestReArmsEveryTimer() {
    // The first poll's included.
    let driver = Driver()
    driver.on(.logIn)
    #expect(driver.asks(.force, at: 1))
    driver.finish(.success)
    #expect(driver.nextWake == 600_001)
    driver.on(.force, at: 5 * minute)
    driver.finish(.notModified)
    #expect(driver.nextWake == 15 * minute)
    // With several pages, the interval begins at the request of the last one.
    driver.on(.force, at: 6 * minute)
    driver.on(.begun(driver.policy.exchange ?? 0), at: 7 * minute)
    driver.finish(.success)
    #expect(driver.nextWake == 17 * minute)
  }

  @Test func removalIsForGood() {
    let driver = Driver().polling()
    #expect(driver.on(.remove).cancel != nil)
    for input: PolicyInput in [.logOut, .logIn, .refresh, .tick, .pageShown(1)] {
      driver.on(input, at: driver.now + day)
      #expect(driver.isQuiet && driver.nextWake == nil, "\(input)")
    }
  }

  // MARK: The server's requests

  /// Outcome, the server's interval, and the next request, counted from the last one's start.
  static let plans: [(outcome: PolicyOutcome, poll: Int64?, wait: Int64)] = [
    (.success, nil, 600_000), (.success, 900_000, 900_000), (.success, 5, 600_000), (.success, -5, 600_000),
    (.success, Int64.max, 86_400_000), (.success, Int64.min, 600_000), (.notModified, nil, 600_000),
    (.notModified, 900_000, 900_000), (.noContent, nil, 3_600_000), (.noContent, 7_200_000, 7_200_000),
    (.notFound, nil, 6_000_000), (.setback, nil, 600_000),
  ]

  @Test(arguments: TimerTests.plans)
  func plansAfter(outcome: PolicyOutcome, poll: Int64?, wait: Int64) {
    let driver = Driver().polling()
    driver.finish(outcome, poll: poll, at: 1500)
    #expect(driver.nextWake == second + wait)
  }

  /// Interval, after 204, after 404.
  static let longer: [(interval: Int64, afterNoContent: Int64, afterNotFound: Int64)] = [
    (10_000, 100_000, 100_000), (3_600_000, 3_600_000, 36_000_000), (7_200_000, 7_200_000, 72_000_000),
  ]

  @Test(arguments: TimerTests.longer)
  func longerIntervals(interval: Int64, afterNoContent: Int64, afterNotFound: Int64) {
    let driver = Driver(.every(interval)).polling()
    driver.finish(.noContent)
    #expect(driver.nextWake == second + afterNoContent)
    driver.round(.notFound)
    #expect(driver.nextWake == second + afterNotFound)
    driver.round(.success)
    #expect(driver.nextWake == second + interval)
  }

  @Test func theServersFloorHoldsForTimersAlone() {
    let driver = Driver(.every(10 * second)).polling()
    driver.finish(.success, poll: minute)
    #expect(driver.nextWake == 61 * second)
    // A response without a body leaves the floor. A complete one without a floor removes it.
    driver.round(.notModified)
    #expect(driver.nextWake == 61 * second)
    #expect(driver.asks(.force, at: 2 * second))
    driver.finish(.failed)
    #expect((driver.nextWake ?? 0) >= 62 * second)
    #expect(driver.asks(.push(isHeld: false, spread: 0), at: 3 * second))
    driver.finish(.success)
    #expect(driver.nextWake == 13 * second)
  }

  // MARK: Background and pause

  @Test func theBaseIntervalGoesOnInTheBackground() {
    let driver = Driver().idle()
    driver.on(.foreground(false))
    #expect(driver.nextWake == 601 * second)
  }

  @Test func orStopsTooByOption() {
    var options = PolicyOptions.messageCenter
    options.stopsInBackground = true
    let driver = Driver(options).idle()
    driver.on(.foreground(false))
    #expect(driver.nextWake == nil && !driver.asks(.tick, at: hour))
    // Explicit requests work. The next attempt needs a timer.
    #expect(driver.asks(.push(isHeld: false, spread: 0)))
    driver.finish(.failed)
    #expect(driver.nextWake == nil)
    #expect(!driver.asks(.network(isThere: true)))
    // Requests that became due meanwhile.
    #expect(driver.asks(.foreground(true), at: 2 * hour))
  }

  @Test func aPauseStopsOnlyAutomaticPolling() {
    let driver = Driver().idle()
    driver.on(.pause(true))
    #expect(driver.nextWake == nil && !driver.asks(.tick, at: hour))
    #expect(!driver.asks(.pageShown(0)) && !driver.asks(.push(isHeld: false, spread: 0)))
    for input: PolicyInput in [.refresh, .force] {
      #expect(driver.asks(input), "\(input)")
      driver.finish(.success)
    }
    #expect(!driver.asks(.push(isHeld: false, spread: 0), at: 2 * hour))
    #expect(driver.asks(.pause(false), at: 3 * hour))
    driver.finish(.success)
    #expect(driver.nextWake == 3 * hour + 600 * second)
  }

  @Test func cancelBreaksOffAndGoesOnByTheInterval() {
    let driver = Driver().polling()
    let exchange = driver.policy.exchange
    driver.on(.push(isHeld: false, spread: 0), at: 2 * second)
    #expect(driver.on(.cancel).cancel == exchange)
    #expect(driver.started == nil && driver.nextWake == 601 * second)
    driver.on(.cancel)
    #expect(driver.isQuiet)
  }

  // MARK: Clocks

  @Test func dueWorkHappensOnceAfterSleep() {
    let driver = Driver().idle()
    let morning = 8 * hour
    #expect(driver.asks(.tick, at: morning))
    driver.finish(.notModified)
    #expect(!driver.asks(.tick))
    #expect(driver.nextWake == morning + 600 * second)
  }

  @Test func aClockThatIsSetBackTakesAllWithIt() {
    let driver = Driver().idle()
    for jump in [10 * year, -30 * year, Int64.max / 2, -7, Int64.min / 2, 601 * second] {
      #expect(driver.asks(.tick, at: driver.now + jump) == (jump > 0), "\(jump)")
      if jump > 0 { driver.finish(.success) }
      // As if no time had passed.
      #expect(driver.nextWake == driver.now + 600 * second, "\(jump)")
    }
    // A wait keeps its length: a push's, a server's.
    driver.on(.push(isHeld: false, spread: 5 * minute))
    let spread = (driver.nextWake ?? 0) - driver.now
    driver.on(.tick, at: driver.now - 20 * year)
    #expect(driver.nextWake == driver.now + spread)
    driver.on(.force)
    driver.finish(.rateLimited(retryAfter: hour))
    let wait = (driver.nextWake ?? 0) - driver.now
    driver.on(.tick, at: driver.now - 20 * year)
    #expect(driver.nextWake == driver.now + wait)
  }

  @Test func extremesDoNotTrap() {
    for start in [Int64.min, Int64.min + 1, -1, 0, Int64.max - 1, Int64.max] {
      for end in [Int64.min, 0, Int64.max] {
        var options = PolicyOptions.unreadCount
        options.initialDelay = Int64.max - 1
        options.interval = Int64.max - 1
        options.awayTime = Int64.max - 1
        let driver = Driver(options)
        driver.on(.logIn, at: start)
        let inputs: [PolicyInput] = [
          .pageShown(0), .force, .finished(1, .failed, poll: Int64.max), .woke, .refresh, .foreground(false),
          .push(isHeld: false, spread: Int64.max), .push(isHeld: false, spread: Int64.min), .foreground(true),
          .force, .finished(2, .rateLimited(retryAfter: Int64.max), poll: Int64.min), .tick, .pageShown(255),
          .pageHidden(8), .network(isThere: true),
        ]
        for (index, input) in inputs.enumerated() {
          driver.on(input, at: index % 2 == 0 ? start : end)
          #expect(driver.nextWake ?? Int64.max >= driver.now, "\(start), \(end), \(input)")
        }
        // Each force has ended once, and after log-out nothing is left.
        driver.on(.logOut)
        #expect(driver.completions == 2, "\(start), \(end)")
        #expect(!driver.isPolling && driver.nextWake == nil, "\(start), \(end)")
      }
    }
  }
}
