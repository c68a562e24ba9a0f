import TallyMemory
import Testing

@testable import TallyPolicy

/// Forces, pushes, and the round that waits behind an exchange.
struct RoundTests {
  @Test func aForceIgnoresIntervalAndTolerance() {
    let driver = Driver().idle()
    #expect(driver.asks(.force, at: 2 * second) && driver.actions.completions == 0)
    driver.finish(.success)
    #expect(driver.actions.completions == 1 && driver.actions.result == .synced)
    #expect(driver.nextWake == 602 * second)
  }

  static let endings: [(outcome: PolicyOutcome, result: ForceResult)] = [
    (.success, .synced), (.setback, .synced), (.notModified, .notModified), (.noContent, .notModified),
    (.notFound, .failed), (.failed, .failed), (.protocolError, .failed), (.unauthorized, .unauthorized),
  ]

  @Test(arguments: RoundTests.endings)
  func results(outcome: PolicyOutcome, result: ForceResult) {
    let driver = Driver.byHand()
    driver.on(.force)
    driver.finish(outcome)
    #expect(driver.actions.completions == 1 && driver.actions.result == result)
    driver.on(.logOut)
    #expect(driver.actions.completions == 0)
  }

  @Test func someEventsEndAForceImmediately() {
    let driver = Driver()
    let expect = { (result: ForceResult) in
      driver.on(.force)
      #expect(driver.actions.completions == 1 && driver.actions.result == result && driver.started == nil)
    }
    expect(.loggedOut)
    driver.on(.logIn)
    driver.round(.unauthorized)
    expect(.unauthorized)
    driver.on(.logIn)
    driver.round(.rateLimited(retryAfter: minute))
    let wait = (driver.nextWake ?? 0) - driver.now
    expect(.rateLimited(wait))
    driver.on(.remove)
    expect(.cancelled)
  }

  @Test(arguments: [
    (PolicyInput.logOut, ForceResult.loggedOut), (.remove, .cancelled), (.cancel, .cancelled),
  ])
  func whatEndsAllForces(input: PolicyInput, result: ForceResult) {
    let driver = Driver.byHand()
    driver.on(.force)
    driver.on(.force)
    driver.on(.force)
    driver.on(input)
    #expect(driver.actions.cancel == 1 && driver.actions.completions == 3 && driver.actions.result == result)
    #expect(driver.started == nil && !driver.isPolling && driver.nextWake == nil)
  }

  @Test func forcesAndPushesDuringAnExchangeShareOneRound() {
    let driver = Driver.byHand()
    driver.on(.refresh)
    for input: PolicyInput in [.force, .push(isHeld: false, spread: 0), .force, .force] {
      driver.on(input)
      #expect(driver.isQuiet)
    }
    driver.finish(.success)
    #expect(driver.actions.completions == 0 && driver.started == 2)
    driver.on(.force)
    driver.finish(.failed)
    #expect(driver.actions.completions == 3 && driver.actions.result == .failed && driver.started == 3)
    driver.finish(.success)
    #expect(driver.actions.completions == 1 && driver.actions.result == .synced && driver.started == nil)
  }

  @Test(arguments: [PolicyOutcome.unauthorized, .rateLimited(retryAfter: 50_000)])
  func refusalsDropTheQueuedRound(outcome: PolicyOutcome) {
    let driver = Driver.byHand()
    driver.on(.force)
    driver.on(.force)
    driver.on(.push(isHeld: false, spread: 0))
    driver.finish(outcome)
    #expect(driver.actions.completions == 2 && driver.started == nil)
    switch driver.actions.result {
    case .unauthorized: #expect(outcome == .unauthorized && driver.nextWake == nil)
    case .rateLimited(let wait): #expect((50_000...55_000).contains(wait) && driver.nextWake == wait)
    default: Issue.record("\(driver.actions.result)")
    }
  }

  // MARK: Push

  @Test func aPushPollsImmediately() {
    let driver = Driver().idle()
    #expect(driver.asks(.push(isHeld: false, spread: 0), at: 2 * second))
  }

  @Test func aPushOfTheCursorThatIsHeldCostsNothing() {
    let driver = Driver().idle()
    driver.on(.push(isHeld: true, spread: 0))
    #expect(driver.isQuiet && driver.nextWake == 601 * second)
    driver.on(.refresh)
    driver.on(.push(isHeld: true, spread: 0))
    #expect(driver.finish(.success).start == nil)
  }

  @Test func aBroadcastIsNoStampede() {
    var least = Int64.max
    var most: Int64 = 0
    for seed: UInt64 in 0..<200 {
      let driver = Driver(seed: seed).idle()
      driver.on(.push(isHeld: false, spread: minute), at: 2 * second)
      let wait = driver.isPolling ? 0 : (driver.nextWake ?? 0) - driver.now
      (least, most) = (min(least, wait), max(most, wait))
    }
    #expect(least >= 0 && least < 5 * second && most > 55 * second && most <= minute)
  }

  @Test func ofSeveralWaitsTheShortestHolds() {
    let driver = Driver.byHand()
    driver.on(.push(isHeld: false, spread: minute))
    let first = driver.nextWake ?? 0
    // However many follow.
    for _ in 0..<100 { driver.on(.push(isHeld: false, spread: day)) }
    #expect(driver.nextWake ?? Int64.max <= first)
    // Any request serves them.
    driver.on(.force)
    driver.finish(.success)
    #expect(driver.nextWake == nil)
  }

  @Test func aPushDuringAnExchangeWaitsItsTimeToo() {
    let driver = Driver.byHand(seed: 3)
    driver.on(.refresh)
    driver.on(.push(isHeld: false, spread: hour))
    driver.finish(.success)
    #expect(driver.started == nil)
    let due = driver.nextWake ?? 0
    #expect(due > 0 && due <= hour && driver.asks(.tick, at: due))
  }

  // MARK: Deadlines

  @Test func aRequestEndsAfterAMinuteWithoutAByte() {
    let driver = Driver().polling()
    driver.on(.force)
    #expect(driver.nextWake == 61 * second)
    driver.on(.heard(1), at: 40 * second)
    #expect(driver.nextWake == 100 * second)
    driver.on(.tick, at: 100 * second - 1)
    #expect(driver.isQuiet)
    driver.on(.tick, at: 100 * second)
    // The queued round follows immediately.
    #expect(driver.actions.cancel == 1 && driver.actions.isTimeout && driver.started == 2)
    #expect(driver.policy.failuresInARow == 1)
  }

  @Test func andAfterFiveMinutesInAll() {
    let driver = Driver().polling()
    for step in 1...5 { driver.on(.heard(1), at: Int64(step) * 59 * second) }
    #expect(driver.nextWake == 301 * second)
    // Each of its pages is a request.
    driver.on(.begun(1), at: 300 * second)
    #expect(driver.nextWake == 360 * second)
    driver.on(.tick, at: 10 * hour)
    #expect(driver.actions.isTimeout && driver.actions.completions == 0 && !driver.isPolling)
  }

  @Test func anAnswerThatIsAppliedHasNoDeadline() {
    let driver = Driver().polling()
    driver.on(.answered(1), at: 30 * second)
    driver.on(.pageShown(0), at: 10 * hour)
    #expect(driver.actions.cancel == nil && driver.isPolling)
    // The next page of the same response is a request with its own deadlines.
    driver.on(.begun(1), at: 10 * hour)
    #expect(driver.nextWake == 10 * hour + minute)
  }

  @Test func anUnsentRequestHasNoDeadline() {
    var policy = FeedPolicy(options: .messageCenter)
    _ = policy.handle(.logIn, at: 0, random: 1)
    let start = policy.handle(.force, at: 0, random: 2).start
    #expect(start?.exchange == 1 && policy.nextWake == nil)
    #expect(policy.handle(.tick, at: hour, random: 3) == PolicyActions())
    _ = policy.handle(.begun(1), at: hour, random: 4)
    #expect(policy.nextWake == hour + minute)
  }

  // MARK: Another address

  @Test func anotherAddressIsPolledImmediately() {
    let driver = Driver().idle()
    driver.now += minute
    #expect(driver.on(.moved(isSameServer: true)).start != nil)
    // The request in flight ends; its waiters are notified of the next one.
    driver.on(.force)
    let former = driver.policy.exchange
    let actions = driver.on(.moved(isSameServer: true))
    #expect(actions.cancel == former && actions.start != nil && actions.completions == 0)
    #expect(driver.policy.accepts(former ?? 0) == false)
    driver.finish(.success)
    #expect(driver.actions.completions == 1 && driver.actions.result == .synced)
  }

  /// Those who wait for a request that another address ends are completed once, with those who wait for the next one.
  @Test(arguments: [
    (PolicyInput.logOut, ForceResult.loggedOut), (.remove, .cancelled), (.cancel, .cancelled),
  ])
  func waitersOfAnotherAddressEndOnce(input: PolicyInput, result: ForceResult) {
    for isSameServer in [true, false] {
      let driver = Driver.byHand()
      driver.on(.force)
      driver.on(.force)
      #expect(driver.on(.moved(isSameServer: isSameServer)).completions == 0)
      #expect(driver.actions.cancel == 1 && driver.started == 2)
      // Now all wait for one request.
      driver.on(.moved(isSameServer: isSameServer))
      #expect(driver.actions.cancel == 2 && driver.started == 3)
      driver.on(input)
      #expect(driver.actions.completions == 2 && driver.actions.result == result)
      driver.on(.logOut)
      #expect(driver.actions.completions == 0)
    }
  }

  @Test func anotherAddressOfTheSameServerWaits() {
    let driver = Driver().idle()
    driver.round(.rateLimited(retryAfter: minute))
    let end = driver.nextWake
    #expect(driver.on(.moved(isSameServer: true)).start == nil && driver.nextWake == end)
    #expect(driver.on(.moved(isSameServer: false)).start != nil)
  }

  @Test func anotherAddressIsNotAskedWhereNothingIs() {
    let driver = Driver().idle()
    driver.on(.pause(true))
    #expect(driver.on(.moved(isSameServer: false)).start == nil)
    #expect(driver.asks(.pause(false)))
    driver.on(.logOut)
    #expect(driver.on(.moved(isSameServer: false)).start == nil && driver.nextWake == nil)
    let byHand = Driver.byHand()
    #expect(byHand.on(.moved(isSameServer: false)).start == nil && byHand.nextWake == nil)
  }

  /// The wait belongs to the former server, also while the feed does not poll.
  @Test func anotherServerDoesNotWait() {
    let driver = Driver.byHand()
    driver.on(.logOut)
    driver.on(.mustWait(hour))
    driver.on(.moved(isSameServer: true))
    #expect(driver.policy.wait == hour)
    driver.on(.moved(isSameServer: false))
    driver.on(.logIn)
    #expect(driver.policy.wait == nil && driver.asks(.force))
    // The same after a rejected credential.
    let other = Driver.byHand()
    other.on(.force)
    other.finish(.unauthorized)
    other.on(.mustWait(hour))
    other.on(.moved(isSameServer: false))
    #expect(other.policy.wait == nil && other.asks(.force))
    // A rejected credential stays rejected at its own server, and is no reason not to poll another one.
    let third = Driver().idle()
    third.on(.refresh)
    third.finish(.unauthorized)
    #expect(!third.asks(.moved(isSameServer: true)) && !third.asks(.force))
    #expect(third.asks(.moved(isSameServer: false)))
  }

  /// Whatever comes in which order: no request begins within a wait, and each force completes once.
  @Test(arguments: 1...200)
  func noForceIsEarlyOrLost(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let driver = Driver(seed: UInt64(seed))
    var forces: UInt32 = 0
    for _ in 0..<400 {
      if random.upTo(3) == 0 { driver.now += random.upTo(20 * minute) }
      let input = anyInput(of: driver, &random)
      if case .force = input { forces += 1 }
      let actions = driver.on(input)
      #expect(actions.start == nil || driver.policy.wait == nil, "seed \(seed): \(input)")
      #expect(driver.policy.exchange != nil || driver.completions == forces, "seed \(seed): \(input)")
    }
    driver.on(.logOut)
    #expect(driver.completions == forces, "seed \(seed)")
  }

  private func anyInput(of driver: Driver, _ random: inout SplitMix) -> PolicyInput {
    let outcomes: [PolicyOutcome] = [
      .success, .notModified, .failed, .rateLimited(retryAfter: random.upTo(hour)), .rateLimited(retryAfter: nil),
      .unauthorized, .protocolError, .notFound,
    ]
    switch random.upTo(12) {
    case 0, 1, 2: return .force
    case 3, 4: return .moved(isSameServer: random.upTo(2) != 0)
    case 5: return .mustWait(random.upTo(hour))
    case 6: return .logIn
    case 7: return random.upTo(4) == 0 ? .logOut : .cancel
    case 8: return .pause(random.upTo(1) == 0)
    case 9: return .refresh
    default:
      let outcome = outcomes[Int(random.upTo(Int64(outcomes.count - 1)))]
      return .finished(driver.policy.exchange ?? 0, outcome, poll: nil)
    }
  }

  @Test func aWaitOfAnEarlierRunIsKept() {
    let driver = Driver()
    driver.on(.logIn)
    #expect(driver.policy.wait == nil)
    driver.on(.mustWait(hour))
    #expect(driver.nextWake == hour && driver.policy.wait == hour)
    driver.on(.force)
    #expect(driver.actions.result == .rateLimited(hour) && driver.actions.start == nil)
    #expect(driver.asks(.tick, at: hour) && driver.policy.wait == nil)
    driver.on(.mustWait(Int64.max))
    #expect(driver.policy.wait == hour + 24 * hour + 24 * hour / 10)
  }
}
