import Testing

@testable import TallyPolicy

/// Options that change while a feed runs, and what an earlier run knew.
struct SettingTests {
  /// Exactly after the initial delay, and then by the interval.
  private func exact(delay: Int64) -> Driver {
    var options = PolicyOptions.every(hour)
    options.initialDelay = delay
    options.isInitialDelayExact = true
    let driver = Driver(options)
    driver.on(.logIn)
    return driver
  }

  private func change(_ driver: Driver, delay: Int64, isExact: Bool = true) {
    driver.policy.options.initialDelay = delay
    driver.policy.options.isInitialDelayExact = isExact
    driver.on(.optionsChanged)
  }

  /// The first request follows the new delay, but never comes later than planned.
  @Test func theFirstRequestIsNotDelayed() {
    let driver = exact(delay: minute)
    #expect(driver.nextWake == minute)
    driver.now = 10 * second
    change(driver, delay: 2 * minute)
    #expect(driver.nextWake == minute)
    change(driver, delay: 20 * second)
    #expect(driver.nextWake == 30 * second && driver.isQuiet)
    change(driver, delay: 40 * second)
    #expect(driver.nextWake == 30 * second)
    change(driver, delay: PolicyOptions.never)
    #expect(driver.nextWake == nil)
    change(driver, delay: 0)
    #expect(driver.started == 1)
  }

  /// An inexact delay is drawn, and the request comes within it.
  @Test func anInexactDelay() {
    var waits: Set<Int64> = []
    for seed: UInt64 in 0..<50 {
      let driver = exact(delay: day)
      driver.seed = seed
      change(driver, delay: minute, isExact: false)
      let wait = driver.nextWake ?? -1
      #expect(wait > 0 && wait <= minute, "\(seed)")
      waits.insert(wait)
    }
    #expect(waits.count > 40)
  }

  /// Later plans follow the interval, whatever the initial delay.
  @Test func laterRequestsFollowTheInterval() {
    let driver = exact(delay: second)
    driver.on(.tick, at: second)
    #expect(driver.isPolling)
    change(driver, delay: 0)
    #expect(driver.started == nil && driver.policy.exchange == 1)
    driver.finish(.success)
    change(driver, delay: 0)
    #expect(driver.started == nil && driver.nextWake == hour + second)
    driver.policy.options.interval = minute
    driver.on(.optionsChanged)
    #expect(driver.nextWake == minute + second)
    // Nor is a retry made earlier.
    driver.round(.failed)
    let retry = driver.nextWake ?? 0
    change(driver, delay: 0)
    #expect(driver.started == nil && driver.nextWake == retry && retry > driver.now)
    driver.on(.logOut)
    change(driver, delay: 0)
    #expect(driver.started == nil && driver.nextWake == nil)
  }

  /// A page that is shown does not poll if the last success, also of an earlier run, is recent enough.
  @Test(arguments: [
    (0, false), (179 * second, false), (180 * second - 1, false), (180 * second, true), (year, true), (Int64.max, true),
    (-hour, false),
  ])
  func successesOfAnEarlierRun(since: Int64, polls: Bool) {
    let driver = exact(delay: hour)
    driver.policy.options.tolerance = 180 * second
    driver.on(.hadSucceeded(since))
    #expect(driver.asks(.pageShown(0)) == polls)
  }

  /// Failures do not count for ten seconds after the machine woke.
  @Test func wakingTakesAWhile() {
    let driver = Driver().idle()
    #expect(!driver.policy.isWaking(at: driver.now) && !driver.policy.isWaking(at: Int64.min))
    driver.on(.woke, at: minute)
    #expect(driver.policy.isWaking(at: minute) && driver.policy.isWaking(at: minute + 10 * second - 1))
    #expect(!driver.policy.isWaking(at: minute + 10 * second) && !driver.policy.isWaking(at: Int64.max))
    // A clock that is set back takes the waking with it.
    driver.on(.tick, at: second)
    #expect(driver.policy.isWaking(at: second) && !driver.policy.isWaking(at: 11 * second))
  }

  /// The number of requests to the busiest origin, and whether another one may begin.
  @Test func theBusiestOrigin() throws {
    var origins = Origins(limit: 4, limitPerOrigin: 3)
    try origins.reserve(keys: 6)
    for key in UInt32(0)..<6 { origins.attach(key, to: key < 4 ? 7 : 8) }
    var (most, isReady) = (origins.mostRequests, origins.isReady)
    #expect(most == 0 && !isReady)
    for key in UInt32(0)..<6 { origins.wait(key, .timer) }
    isReady = origins.isReady
    #expect(isReady)
    var permits: [Permit] = []
    while let admission = origins.begin(at: 0) {
      if case .begin(_, let permit) = admission { permits.append(permit) }
      try #require(permits.count <= 4)
    }
    (most, isReady) = (origins.mostRequests, origins.isReady)
    #expect(permits.count == 4 && (2...3).contains(most) && !isReady)
    for permit in permits { origins.finish(permit, .reached, at: 1, random: 1) }
    (most, isReady) = (origins.mostRequests, origins.isReady)
    #expect(most == 0 && isReady)
  }
}
