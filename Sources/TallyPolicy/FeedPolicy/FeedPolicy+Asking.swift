import TallyMemory

extension FeedPolicy {
  // MARK: Log-in and log-out

  mutating func logIn(_ turn: inout Turn) {
    if phase != .loggedOut && phase != .refused { return }
    isLocal = false
    // The host replaced a rejected credential. A feed that polled by its interval goes on even without an initial
    // delay.
    let goesOn = phase == .refused && options.initialDelay == PolicyOptions.never
    phase = .idle
    plan = goesOn ? .interval : .first
    mark = timeOfFirst(&turn)
    drawPhase(&turn)
    failuresInARow = 0
    serverFloor = 0
    isPreemptable = true
    // A page that is already shown counts as shown for the first time.
    met = 0
    if isForeground { look(at: shown, &turn) }
  }

  private func timeOfFirst(_ turn: inout Turn) -> Int64 {
    let latest = timeAfter(turn.now, options.initialDelay)
    if latest == PolicyOptions.never || options.isInitialDelayExact { return latest }
    // Many accounts may log in at the same time.
    return latest - turn.random.upTo(options.initialDelay - 1)
  }

  /// The first request is planned by the new options, and is not delayed by them. All later plans follow the options.
  mutating func optionsChanged(_ turn: inout Turn) {
    if phase != .idle || plan != .first { return }
    let time = timeOfFirst(&turn)
    mark = time == PolicyOptions.never ? time : min(mark, time)
  }

  mutating func logInLocally() {
    if isLocal || phase != .loggedOut { return }
    isLocal = true
    met = isForeground ? shown : 0
  }

  mutating func drawPhase(_ turn: inout Turn) { shortening = UInt32(truncatingIfNeeded: turn.random.next()) }

  /// Log-out and removal: ends the exchange and completes everything that waits for it.
  mutating func leave(_ phase: Phase, _ result: ForceResult, _ turn: inout Turn) {
    if self.phase == .removed { return }
    isLocal = false
    if self.phase == .polling { turn.actions.cancel = number }
    self.phase = phase
    dropRounds(result, &turn)
  }

  mutating func cancel(_ turn: inout Turn) {
    turn.actions.cancel = number
    phase = .idle
    plan = .interval
    dropRounds(.cancelled, &turn)
  }

  /// The exchange's round and the queued one end in the same way.
  mutating func dropRounds(_ result: ForceResult, _ turn: inout Turn) {
    turn.complete(waiting + queued, result)
    waiting = 0
    queued = 0
    pending = PolicyOptions.never
  }

  // MARK: Requests to poll

  /// Polls at that time, unless something causes an earlier poll. During an exchange this becomes the queued round.
  mutating func ask(at time: Int64) {
    if phase == .idle || phase == .polling { pending = min(pending, time) }
  }

  mutating func refresh(_ turn: inout Turn) {
    if phase == .polling { hurry(.prompt, &turn) }
    if phase != .idle { return }
    ask(at: turn.now)
    // A pause stops only automatic polling.
    if isPaused && notBefore <= turn.now { begin(&turn) }
  }

  mutating func force(_ turn: inout Turn) {
    switch phase {
    case .removed: turn.complete(1, .cancelled)
    case .loggedOut: turn.complete(1, .loggedOut)
    case .refused: turn.complete(1, .unauthorized)
    case .idle where notBefore > turn.now: turn.complete(1, .rateLimited(notBefore - turn.now))
    // Its request has not been sent yet, so it is not too early.
    case .polling where isWaiting:
      waiting += 1
      hurry(.force, &turn)
    case .idle, .polling: queued += 1
    }
  }

  mutating func push(_ spread: Int64, _ turn: inout Turn) {
    if isWaiting && phase == .polling && spread <= 0 { return hurry(.prompt, &turn) }
    ask(at: timeAfter(turn.now, turn.random.upTo(min(spread, PolicyLimit.serverWaitCap))))
  }

  /// Makes an exchange that still waits for its turn more urgent.
  func hurry(_ urgency: Urgency, _ turn: inout Turn) { if isWaiting { turn.actions.urgency = urgency } }

  /// Drops the state of the former address and polls the new one, unless the feed is never polled automatically. A
  /// request in flight ends; its waiters wait for the next one. Only the former server rejected the credential, and
  /// only that one asked for a wait.
  mutating func move(_ isSameServer: Bool, _ turn: inout Turn) {
    if phase == .removed { return }
    if phase == .refused && !isSameServer { phase = .idle }
    failuresInARow = 0
    notModifiedInARow = 0
    malformed = 0
    setbacks = 0
    serverFloor = 0
    lastSuccess = Int64.min
    lastSnapshot = Int64.min
    if !isSameServer { notBefore = Int64.min }
    if phase != .idle && phase != .polling { return }
    let wasPolling = phase == .polling
    if wasPolling {
      turn.actions.cancel = number
      phase = .idle
      queued += waiting
      waiting = 0
    }
    plan = .interval
    let soonest = min(options.initialDelay, options.interval, options.visibleInterval)
    if wasPolling || soonest != PolicyOptions.never { ask(at: turn.now) }
  }

  /// Takes the wait of an earlier run. An exchange ends, because its next request would come too early.
  mutating func mustWait(_ wait: Int64, _ turn: inout Turn) {
    notBefore = timeAfter(turn.now, min(max(wait, 0), PolicyLimit.longestWait))
    if phase != .polling || notBefore <= turn.now { return }
    turn.actions.cancel = number
    phase = .idle
    plan = .interval
    dropRounds(.rateLimited(notBefore - turn.now), &turn)
  }

  /// The end of the wait that the server has asked for, by the clock of the inputs. nil: the server has not asked for
  /// one.
  public var wait: Int64? { notBefore > clock ? notBefore : nil }

  /// The network is back, or the machine is awake: makes a pending retry now. This works once until a retry is made at
  /// its own time, so an unstable network does not cause endless requests.
  mutating func preempt(_ turn: inout Turn) {
    if phase != .idle || plan != .retry || !isPreemptable || !areTimersOn { return }
    isPreemptable = false
    ask(at: max(turn.now, timeAfter(lastStart, PolicyLimit.backoffFloor)))
  }

  // MARK: Exchanges

  /// Begins an exchange. It serves all requests so far, and every timer starts again.
  mutating func begin(_ turn: inout Turn) {
    let urgency = queued > 0 ? Urgency.force : pending <= turn.now ? .prompt : .timer
    if urgency == .timer { passTimer(&turn) }
    number &+= 1
    phase = .polling
    isWaiting = true
    lastStart = turn.now
    mark = PolicyOptions.never
    pending = PolicyOptions.never
    waiting = queued
    queued = 0
    let mode = mode
    isSnapshot = mode == .snapshot
    if isSnapshot { lastSnapshot = turn.now }
    turn.actions.start = PolicyStart(exchange: number, mode: mode, urgency: urgency)
  }

  /// Uses up the phase after a timer has fired. If a whole interval was missed, for example in sleep, many feeds may
  /// begin together. Then the feed draws a new phase.
  private mutating func passTimer(_ turn: inout Turn) {
    isPreemptable = true
    if plan == .first { return }
    shortening = 0
    let late = turn.now.subtractingReportingOverflow(due)
    if late.overflow || late.partialValue >= interval { drawPhase(&turn) }
  }

  /// Ends the exchange before its request is sent. The feed polls again at its next time, as if the request had been
  /// sent. So feeds stay spread over their interval while their origin is down. Feeds that have waited come together,
  /// and are spread.
  mutating func postpone(_ turn: inout Turn) {
    phase = .idle
    plan = .retry
    completeRound(.failed, &turn)
    // The last snapshot is long ago, or this exchange would not be one.
    if isSnapshot { lastSnapshot = Int64.min }
    if interval == PolicyOptions.never {
      mark = timeAfter(turn.now, backoff(&turn))
    } else {
      let wait = min(interval, PolicyLimit.postponementCap)
      if time(since: lastStart) > wait / 100 { drawPhase(&turn) }
      mark = timeAfter(turn.now, wait - fraction(shortening, of: wait))
      shortening = 0
    }
  }

  private var mode: PolicyStart.Mode {
    let isSnapshotWanted =
      malformed >= PolicyLimit.malformedForSnapshot || setbacks >= PolicyLimit.setbacksForSnapshot
    if isSnapshotWanted && maySnapshot { return .snapshot }
    let isWhole =
      notModifiedInARow >= PolicyLimit.trustedNotModified || malformed >= PolicyLimit.malformedForUnconditional
    return isWhole ? .unconditional : .conditional
  }

  var maySnapshot: Bool { time(since: lastSnapshot) >= PolicyLimit.snapshotInterval }
}
