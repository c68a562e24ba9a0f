extension FeedPolicy {
  // MARK: Log-in and log-out

  mutating func logIn(_ turn: Turn) {
    if phase != .loggedOut && phase != .refused { return }
    // A refused credential was replaced: what went on by the interval goes on even without an initial delay.
    let goesOn = phase == .refused && options.initialDelay == PolicyOptions.never
    phase = .idle
    plan = goesOn ? .interval : .first
    mark = saturatingSum(turn.now, options.initialDelay)
    failuresInARow = 0
    serverFloor = 0
    lastSuccess = Int64.min
    isPreemptable = true
    // A page that is there already is shown for the first time.
    met = 0
    if isForeground { look(at: shown) }
  }

  /// Log-out and removal: what is under way ends, and all who wait for it are told so.
  mutating func leave(_ phase: Phase, _ result: ForceResult, _ turn: inout Turn) {
    if self.phase == .removed { return }
    if self.phase == .flying { turn.actions.cancel = number }
    self.phase = phase
    dropRounds(result, &turn)
  }

  mutating func cancel(_ turn: inout Turn) {
    turn.actions.cancel = number
    phase = .idle
    plan = .interval
    dropRounds(.cancelled, &turn)
  }

  /// The flight's round and the queued one end in the same way.
  mutating func dropRounds(_ result: ForceResult, _ turn: inout Turn) {
    turn.complete(waiting + queued, result)
    waiting = 0
    queued = 0
    pending = PolicyOptions.never
  }

  // MARK: Somebody asks

  /// Asks then, unless something asks before. During a flight that is the queued round.
  mutating func ask(at time: Int64) {
    if phase == .idle || phase == .flying { pending = min(pending, time) }
  }

  mutating func refresh(_ turn: inout Turn) {
    if phase != .idle { return }
    ask(at: turn.now)
    // A pause is not for those who ask themselves.
    if isPaused && notBefore <= turn.now { begin(&turn) }
  }

  mutating func force(_ turn: inout Turn) {
    switch phase {
    case .removed: turn.complete(1, .cancelled)
    case .loggedOut: turn.complete(1, .loggedOut)
    case .refused: turn.complete(1, .unauthorized)
    case .idle where notBefore > turn.now: turn.complete(1, .rateLimited(notBefore - turn.now))
    case .idle, .flying: queued += 1
    }
  }

  /// Drops what the former address has left, and polls the new one, unless the feed is never polled automatically. A
  /// request in flight ends; its waiters wait for the next one.
  mutating func move(_ isSameServer: Bool, _ turn: inout Turn) {
    if phase != .idle && phase != .flying { return }
    failuresInARow = 0
    notModifiedInARow = 0
    malformed = 0
    setbacks = 0
    serverFloor = 0
    lastSuccess = Int64.min
    lastSnapshot = Int64.min
    if !isSameServer { notBefore = Int64.min }
    let wasFlying = phase == .flying
    if wasFlying {
      turn.actions.cancel = number
      phase = .idle
      queued += waiting
      waiting = 0
    }
    plan = .interval
    let soonest = min(options.initialDelay, options.interval, options.visibleInterval)
    if wasFlying || soonest != PolicyOptions.never { ask(at: turn.now) }
  }

  /// The end of the wait that the server has asked for, by the clock of the inputs; nil: it has not asked for one.
  public var wait: Int64? { notBefore > clock ? notBefore : nil }

  /// The network is back, or the machine is awake: an attempt that waits after failures is made now. Once, until one
  /// was made in its time: a network that comes and goes is no reason to knock all the while.
  mutating func preempt(_ turn: Turn) {
    if phase != .idle || plan != .retry || !isPreemptable || !areTimersOn { return }
    isPreemptable = false
    ask(at: max(turn.now, saturatingSum(lastStart, PolicyLimit.backoffFloor)))
  }

  // MARK: Flights

  /// Whatever was asked for is answered by this flight, and every timer begins anew.
  mutating func begin(_ turn: inout Turn) {
    // By its own timer.
    if queued == 0 && pending > turn.now { isPreemptable = true }
    number &+= 1
    phase = .flying
    lastStart = turn.now
    mark = PolicyOptions.never
    pending = PolicyOptions.never
    waiting = queued
    queued = 0
    let manner = manner
    isSnapshot = manner == .snapshot
    if isSnapshot { lastSnapshot = turn.now }
    turn.actions.start = PolicyStart(flight: number, manner: manner)
  }

  private var manner: PolicyStart.Manner {
    let isSnapshotWanted =
      malformed >= PolicyLimit.malformedForSnapshot || setbacks >= PolicyLimit.setbacksForSnapshot
    if isSnapshotWanted && maySnapshot { return .snapshot }
    let isWhole =
      notModifiedInARow >= PolicyLimit.trustedNotModified || malformed >= PolicyLimit.malformedForUnconditional
    return isWhole ? .unconditional : .conditional
  }

  var maySnapshot: Bool { time(since: lastSnapshot) >= PolicyLimit.snapshotInterval }
}
