import TallyMemory

extension FeedPolicy {
  /// A request ended.
  /// - Parameter poll: the least interval that the server asks for, in milliseconds, where its answer says so.
  /// - Returns: false where the answer is to nothing that is under way, and is to be dropped.
  @discardableResult
  public mutating func finish(
    flight number: UInt64, _ outcome: PolicyOutcome, poll: Int64? = nil, now: Int64,
    into actions: inout PolicyActions
  ) -> Bool {
    actions.removeAll()
    guard flight == number else { return false }
    flight = nil
    if let poll {
      serverFloor = min(max(poll, 0), PolicyLimit.serverWaitCap)
    } else if outcome == .success {
      // A whole answer that does not speak of it takes it back; one without a body says nothing.
      serverFloor = 0
    }
    let result = settle(outcome, now: now)
    switch outcome {
    case .unauthorized, .rateLimited:
      completeAll(result, into: &actions)
    default:
      completeRound(result, now: now, into: &actions)
    }
    return true
  }

  /// Makes the next plan, and says what those who waited are told.
  private mutating func settle(_ outcome: PolicyOutcome, now: Int64) -> ForceResult {
    switch outcome {
    case .success:
      succeed(.interval)
      return .synced
    case .notModified:
      succeed(.interval)
      return .notModified
    case .noContent:
      succeed(.longerInterval(cap: PolicyLimit.emptyIntervalCap))
      return .notModified
    case .notFound:
      // The server is there and answers, so this is no case for backoff.
      failuresInARow = saturatingIncrement(failuresInARow)
      plan = .longerInterval(cap: Int64.max)
      return .failed
    case .unauthorized:
      failuresInARow = saturatingIncrement(failuresInARow)
      isStopped = true
      plan = .nothing
      return .unauthorized
    case .rateLimited(let asked):
      return .rateLimited(limitRate(asked, now: now))
    case .failed, .protocolError:
      failuresInARow = saturatingIncrement(failuresInARow)
      plan = .retry(at: saturatingSum(now, backoff()))
      return .failed
    }
  }

  private mutating func succeed(_ next: Plan) {
    failuresInARow = 0
    rateLimitEnd = nil
    plan = next
  }

  private mutating func limitRate(_ asked: Int64?, now: Int64) -> Int64 {
    failuresInARow = saturatingIncrement(failuresInARow)
    let clamped = min(max(asked ?? 0, 0), PolicyLimit.serverWaitCap)
    var wait = max(clamped, backoff())
    // So that all who were sent away together do not come back together.
    wait += random.upTo(wait / 10)
    let end = saturatingSum(now, wait)
    rateLimitEnd = end
    plan = .retry(at: end)
    return wait
  }

  /// Full jitter: anything up to a bound that doubles with each failure.
  private mutating func backoff() -> Int64 {
    let cap = min(options.interval ?? PolicyLimit.backoffCap, PolicyLimit.backoffCap)
    let doublings = min(failuresInARow, 16) - min(failuresInARow, 1)
    let bound = min(cap, PolicyLimit.backoffBase << Int64(doublings))
    return max(PolicyLimit.backoffFloor, random.upTo(bound))
  }

  /// Those who waited for this flight are told; those who came during it get the next one, now.
  private mutating func completeRound(_ result: ForceResult, now: Int64, into actions: inout PolicyActions) {
    actions.result = result
    swap(&actions.first, &flightForces)
    swap(&flightForces, &queuedForces)
    if !flightForces.isEmpty { begin(now: now, into: &actions) }
  }
}

private func saturatingIncrement(_ number: UInt32) -> UInt32 {
  number == UInt32.max ? number : number + 1
}
