extension FeedPolicy {
  mutating func setServerFloor(_ poll: Int64?, _ outcome: PolicyOutcome) {
    if let poll {
      serverFloor = UInt32(min(max(poll, 0), PolicyLimit.serverWaitCap))
      return
    }
    switch outcome {
    // A complete response without a floor removes it. A response without a body leaves it unchanged.
    case .success, .setback: serverFloor = 0
    default: break
    }
  }

  /// Continues the exchange as a snapshot. If the last snapshot is too recent, the exchange fails.
  mutating func restart(_ turn: inout Turn) {
    if isSnapshot || !maySnapshot { return end(.failed, &turn) }
    isSnapshot = true
    lastSnapshot = turn.now
    turn.actions.takesSnapshot = true
  }

  /// The exchange has ended: makes the next plan and completes its waiters.
  mutating func end(_ outcome: PolicyOutcome, _ turn: inout Turn) {
    phase = .idle
    switch outcome {
    case .success: takeAnswer(isSetback: false, &turn)
    case .setback: takeAnswer(isSetback: true, &turn)
    case .notModified:
      // The tenth one in a row made this request unconditional. If its response is a 304 again, that counts as the
      // first of the next ten.
      notModifiedInARow = notModifiedInARow % PolicyLimit.trustedNotModified + 1
      succeed(.interval, .notModified, &turn)
    case .noContent:
      notModifiedInARow = 0
      succeed(.intervalAfterNoContent, .notModified, &turn)
    case .notFound:
      // The server responds, so backoff does not apply.
      countFailure()
      plan = .intervalAfterNotFound
      completeRound(.failed, &turn)
    case .unauthorized:
      countFailure()
      phase = .refused
      dropRounds(.unauthorized, &turn)
    case .rateLimited(let asked): limitRate(asked, &turn)
    case .failed: retry(isMalformed: false, &turn)
    case .protocolError: retry(isMalformed: true, &turn)
    }
  }

  private mutating func takeAnswer(isSetback: Bool, _ turn: inout Turn) {
    notModifiedInARow = 0
    malformed = 0
    if isSetback {
      setbacks = min(setbacks + 1, PolicyLimit.setbacksForSnapshot)
    } else if isSnapshot || setbacks < PolicyLimit.setbacksForSnapshot {
      setbacks = 0
    }
    succeed(.interval, .synced, &turn)
    // The server's responses contradict each other.
    if isSetback, setbacks == PolicyLimit.setbacksForSnapshot, maySnapshot { ask(at: turn.now) }
  }

  private mutating func succeed(_ plan: Plan, _ result: ForceResult, _ turn: inout Turn) {
    failuresInARow = 0
    lastSuccess = turn.now
    isPreemptable = true
    self.plan = plan
    completeRound(result, &turn)
  }

  /// Completes those who waited for this exchange. Those who came during the exchange wait for the next one.
  mutating func completeRound(_ result: ForceResult, _ turn: inout Turn) {
    turn.complete(waiting, result)
    waiting = 0
  }

  private mutating func countFailure() {
    if failuresInARow < UInt32.max { failuresInARow += 1 }
  }

  private mutating func retry(isMalformed: Bool, _ turn: inout Turn) {
    completeRound(.failed, &turn)
    plan = .retry
    let awake = time(since: wokeAt)
    if awake < PolicyLimit.wakeGrace {
      let (first, second, third) = PolicyLimit.wakeRetries
      mark = timeAfter(wokeAt, awake < first ? first : awake < second ? second : third)
      return
    }
    countFailure()
    if isMalformed { malformed = min(malformed + 1, PolicyLimit.malformedForSnapshot) }
    mark = timeAfter(turn.now, backoff(&turn))
    // Meanwhile other feeds probe the origin. So this feed polls at its own time, when the outage is over.
    if !isOriginOut || interval == PolicyOptions.never { return }
    let next = timeAfter(lastStart, interval - fraction(shortening, of: interval))
    mark = max(next, timeAfter(turn.now, PolicyLimit.backoffFloor))
    shortening = 0
  }

  /// How long to wait after a failure. The first failure may be an accident, so one attempt comes early if the interval
  /// is long. After that a feed polls at most once in an interval, and then less often: the wait doubles, and a random
  /// part is added.
  func backoff(_ turn: inout Turn) -> Int64 {
    let base = isVisible ? PolicyLimit.visibleBackoffBase : PolicyLimit.backoffBase
    let before = max(failuresInARow, 1) - 1
    let interval = interval
    if interval == PolicyOptions.never || (before == 0 && base < interval) {
      let bound = min(PolicyLimit.backoffCap, base << Int64(min(before, 16)))
      return bound - turn.random.upTo(bound / 2)
    }
    let doublings = min(base < interval ? before - 1 : before, PolicyLimit.backoffDoublings)
    let longer = saturatingProduct(interval, 1 << Int64(doublings))
    let wait = max(min(longer, PolicyLimit.longBackoff), interval, PolicyLimit.backoffFloor)
    return timeAfter(wait, turn.random.upTo(wait / 4))
  }

  private mutating func limitRate(_ asked: Int64?, _ turn: inout Turn) {
    countFailure()
    var wait = max(min(max(asked ?? 0, 0), PolicyLimit.serverWaitCap), backoff(&turn))
    // Clients that were rejected together must not return together.
    wait = timeAfter(wait, turn.random.upTo(wait / 10))
    plan = .retry
    mark = timeAfter(turn.now, wait)
    notBefore = mark
    dropRounds(.rateLimited(wait), &turn)
    turn.actions.result = .rateLimited(wait)
  }
}
