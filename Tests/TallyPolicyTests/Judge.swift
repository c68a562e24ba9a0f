import Testing

@testable import TallyPolicy

/// Watches a policy's inputs and actions, and reports broken rules. It implements the rules in another way than the
/// policy: it counts the elapsed time (a clock that goes back passes none), keeps lists and sets instead of stamps and
/// counters, and checks the reason for each request.
struct Judge {
  /// Whether a response is wanted and no request for it has begun. A request with a random wait may not be due yet, and
  /// a pre-empting one may have been made before.
  private enum Wish: Int { case none, perhaps, certain }

  let options: PolicyOptions
  /// Milliseconds that have passed.
  private(set) var time: Int64 = 0
  private var clock: Int64?
  private(set) var problems: [String] = []

  // The current state.
  private var isLoggedIn = false
  private var isRefused = false
  private var isForeground = true
  private var isPaused = false
  private var shown: Set<UInt8> = []
  private var met: Set<UInt8> = []
  private var leftAt: [UInt8: Int64] = [:]
  private var loggedInAt: Int64 = 0
  private var wokeAt = -hour
  private var mayPreempt = true

  // The exchange, and the last one.
  private var exchange: UInt32?
  private var isSnapshot = false
  private var begunAt: Int64?
  private var heardAt: Int64 = 0
  private var lastStart: Int64 = 0
  private var hasAsked = false
  /// The exchange waits for its turn.
  private var isWaiting = false
  private var lastOutcome: PolicyOutcome?
  /// In a row. Failures after waking do not count.
  private var failures = 0
  /// The interval after log-in, or after a missed one, may be shorter, once.
  private var mayBeShort = false
  private var lastGood: Int64?
  /// The bounds of the next attempt after a failure.
  private var retry: ClosedRange<Int64> = 0...0
  /// The bounds of the end of a rate limit.
  private var limit: ClosedRange<Int64> = 0...0
  private var floor: Int64 = 0
  private var wish = Wish.none
  private var snapshots: [Int64] = []
  private var notModified = 0
  private var malformed = 0
  private var setbacks = 0

  /// Forces that have not ended, by their numbers; the first `answered` of them end with the exchange.
  private(set) var open: [Int] = []
  private(set) var forces = 0
  private var answered = 0

  private(set) var requests = 0
  private(set) var timeouts = 0

  init(options: PolicyOptions) {
    self.options = options
  }

  mutating func demand(_ condition: Bool, _ words: @autoclosure () -> String) {
    if !condition { problems.append("after \(time) ms: \(words())") }
  }

  private var couldAsk: Bool { isLoggedIn && !isRefused }
  private var hasTimers: Bool { isForeground || !options.stopsInBackground }
  private var maySnapshot: Bool { snapshots.last.map { time - $0 >= 10 * minute } ?? true }
  private var isWaking: Bool { time - wokeAt < 10 * second }

  // MARK: Before: the meaning of an input

  mutating func expect(_ input: PolicyInput, at now: Int64) {
    if let clock, now > clock { time += now - clock }
    clock = now
    switch input {
    case .logIn: if !couldAsk { logIn() }
    case .logOut: (isLoggedIn, isRefused, wish) = (false, false, .none)
    case .foreground(let isFront): if isFront != isForeground { turn(isFront) }
    case .pageShown(let page): if shown.insert(page).inserted { see([page]) }
    case .pageHidden(let page): if shown.remove(page) != nil, isForeground { leftAt[page] = time }
    case .push(isHeld: false, let spread): if couldAsk && !(isWaiting && spread <= 0) { wish = .certain }
    case .refresh: if couldAsk && exchange == nil { wish = .certain }
    case .force:
      open.append(forces)
      forces += 1
      if isWaiting { answered += 1 }
    case .pause(let isPaused): self.isPaused = isPaused
    case .network(isThere: false): mayPreempt = true
    case .network(isThere: true): preempt()
    case .woke:
      wokeAt = time
      preempt()
    case .begun: (begunAt, heardAt, lastStart, isWaiting) = (time, time, time, false)
    case .postponed: if isWaiting { postpone() }
    case .heard: heardAt = time
    case .answered: begunAt = nil
    case .finished(_, let outcome, let poll): answer(outcome, poll)
    default: break
    }
  }

  private mutating func logIn() {
    // If a credential was replaced and there is no first request, the interval continues.
    hasAsked = isRefused && options.initialDelay == PolicyOptions.never
    lastOutcome = hasAsked ? .success : nil
    (isLoggedIn, isRefused, wish, mayPreempt) = (true, false, .none, true)
    (failures, mayBeShort) = (0, true)
    (loggedInAt, floor, met) = (time, 0, [])
    see(shown)
  }

  private mutating func postpone() {
    let wait = min(usual ?? 10 * minute, hour)
    // A feed that waited for long may come at any time within the interval.
    (exchange, isWaiting, lastOutcome) = (nil, false, .failed)
    if isSnapshot { snapshots.removeLast() }
    retry = (time + (usual == nil ? 2 * second : 0))...(time + wait)
  }

  private mutating func turn(_ isFront: Bool) {
    isForeground = isFront
    if isFront { return see(shown) }
    for page in shown { leftAt[page] = time }
  }

  private mutating func see(_ pages: Set<UInt8>) {
    if !isForeground || !couldAsk { return }
    var isEvent = !pages.isSubset(of: met)
    met.formUnion(pages)
    for page in pages {
      if let left = leftAt[page], options.awayTime != PolicyOptions.never, time - left > options.awayTime {
        isEvent = true
      }
    }
    let isYoung = lastGood.map { time - $0 < options.tolerance } ?? false
    if isEvent && !isYoung && exchange == nil { wish = .certain }
  }

  private mutating func preempt() {
    if exchange != nil || !couldAsk || !hasTimers { return }
    switch lastOutcome {
    case .failed, .protocolError, .rateLimited: break
    default: return
    }
    if mayPreempt && wish == .none { wish = .perhaps }
    mayPreempt = false
  }

  private mutating func answer(_ outcome: PolicyOutcome, _ poll: Int64?) {
    if let poll { floor = min(max(poll, 0), day) }
    switch outcome {
    case .success, .setback:
      if poll == nil { floor = 0 }
      (notModified, malformed) = (0, 0)
      // After two setbacks, a snapshot is due until one succeeds.
      if outcome == .setback { setbacks = min(setbacks + 1, 2) } else if isSnapshot || setbacks < 2 { setbacks = 0 }
    case .notModified: notModified = notModified == 10 ? 1 : notModified + 1
    case .noContent: notModified = 0
    case .unauthorized: isRefused = true
    case .rateLimited(let asked):
      let wait = min(max(asked ?? 0, 0), day)
      let longest = usual.map { max($0, second, min(4 * $0, hour)) * 5 / 4 } ?? 10 * minute
      limit = (time + max(wait, second))...(time + max(wait, longest, 30 * second) * 11 / 10)
    case .protocolError: if !isWaking { malformed += 1 }
    default: break
    }
    finish(outcome)
  }

  private mutating func finish(_ outcome: PolicyOutcome) {
    (exchange, lastOutcome, isWaiting) = (nil, outcome, false)
    switch outcome {
    case .success, .setback, .notModified, .noContent:
      (lastGood, mayPreempt, failures) = (time, true, 0)
      if outcome == .setback && setbacks == 2 && maySnapshot { wish = .certain }
    case .unauthorized, .rateLimited:
      wish = .none
      failures += 1
    case .failed, .protocolError: planRetry()
    case .notFound: failures += 1
    }
  }

  private mutating func planRetry() {
    if isWaking, let mark = [2, 5, 10].map({ wokeAt + $0 * second }).first(where: { $0 > time }) {
      retry = mark...mark
    } else {
      // One attempt may come early. Every other one comes after one or more intervals, unless there is none.
      failures += 1
      let base = isForeground && !shown.isEmpty ? 5 * second : 30 * second
      guard let usual, usual <= base || failures > 1 else {
        retry = (time + base / 2)...(time + 10 * minute)
        return
      }
      retry = (time + max(usual, second))...(time + max(usual, second, min(4 * usual, hour)) * 5 / 4)
    }
  }

  // MARK: After: the check of the actions

  mutating func judge(_ input: PolicyInput, _ actions: PolicyActions, wake: Int64?, exchange actual: UInt32?) {
    if let cancelled = actions.cancel { judgeCancel(cancelled, input, actions) }
    if case .cursorExpired = input { judgeExpiry(actions) }
    judgeCompletions(input, actions)
    if let start = actions.start { judgeStart(start, isForced: actions.completions == 0 && !open.isEmpty) }
    demand(actual == exchange, "exchange \(String(describing: actual)) is in progress")
    judgeWake(wake)
  }

  private mutating func judgeCancel(_ cancelled: UInt32, _ input: PolicyInput, _ actions: PolicyActions) {
    demand(cancelled == exchange, "cancels exchange \(cancelled), which is not in progress")
    if actions.isTimeout {
      timeouts += 1
      let isOver = begunAt.map { time - heardAt >= minute || time - $0 >= 5 * minute } ?? false
      demand(isOver, "an exchange that still has time is given up")
      return finish(.failed)
    }
    (exchange, isWaiting) = (nil, false)
    if input == .cancel {
      // It goes on by its interval.
      (lastOutcome, wish) = (.success, .none)
    } else {
      demand(input == .logOut, "breaks off for no reason")
    }
  }

  private mutating func judgeExpiry(_ actions: PolicyActions) {
    if actions.takesSnapshot {
      demand(!isSnapshot && maySnapshot, "a snapshot too soon after another")
    } else {
      demand(isSnapshot || !maySnapshot || actions.isTimeout, "no snapshot is taken")
      if !actions.isTimeout { return finish(.failed) }
    }
    isSnapshot = true
    if maySnapshot { snapshots.append(time) }
  }

  private mutating func judgeCompletions(_ input: PolicyInput, _ actions: PolicyActions) {
    var expected = 0
    switch input {
    case _ where exchange != nil: break
    case .finished(_, .unauthorized, _), .finished(_, .rateLimited, _), .logOut, .cancel: expected = open.count
    case .force where actions.start == nil:
      expected = open.count
      demand(!couldAsk || limit.upperBound > time, "a force is refused for no reason")
    default: expected = min(answered, open.count)
    }
    let count = Int(actions.completions)
    let all = open.count
    demand(count == expected, "\(input) completes \(count) of \(all) forces, not \(expected)")
    if count > 0 { judgeResult(input, actions) }
    open.removeFirst(min(count, open.count))
    if exchange == nil { answered = 0 }
  }

  private mutating func judgeResult(_ input: PolicyInput, _ actions: PolicyActions) {
    let isRight: Bool
    switch (input, actions.result) {
    case (.finished(_, .success, _), .synced), (.finished(_, .setback, _), .synced),
      (.finished(_, .notModified, _), .notModified), (.finished(_, .noContent, _), .notModified),
      (.finished(_, .unauthorized, _), .unauthorized), (.finished(_, .notFound, _), .failed),
      (.finished(_, .failed, _), .failed), (.postponed, .failed), (.finished(_, .protocolError, _), .failed),
      (.logOut, .loggedOut), (.cancel, .cancelled), (.cursorExpired, .failed):
      isRight = true
    case (.finished(_, .rateLimited, _), .rateLimited(let wait)): isRight = limit.contains(time + wait)
    case (.force, .loggedOut): isRight = !isLoggedIn
    case (.force, .unauthorized): isRight = isRefused
    case (.force, .rateLimited(let wait)): isRight = wait > 0 && limit.contains(time + wait)
    default: isRight = actions.isTimeout && actions.result == .failed
    }
    demand(isRight, "\(input) completes with \(actions.result)")
  }

  private mutating func judgeStart(_ start: PolicyStart, isForced: Bool) {
    demand(exchange == nil, "two exchanges")
    demand(couldAsk, "a request without a credential")
    demand(time >= limit.lowerBound, "a request within a rate limit")
    let isByTimer = hasTimers && !isPaused && (bounds.map { time >= $0.lowerBound } ?? false)
    demand(!open.isEmpty || wish != .none || isByTimer, "a request for no reason")
    if open.isEmpty && isByTimer { mayPreempt = true }
    if isByTimer && hasAsked {
      // After a whole interval was missed, the next one may be short again.
      let isLate = bounds.map { time - $0.lowerBound >= usual ?? 0 } ?? false
      if isLate || (open.isEmpty && wish == .none) { mayBeShort = isLate }
    }
    judgeManner(start.mode)
    requests += 1
    (exchange, lastStart, begunAt, isWaiting) = (start.exchange, time, nil, true)
    (wish, hasAsked, limit) = (.none, true, 0...0)
    answered = open.count
  }

  private mutating func judgeManner(_ mode: PolicyStart.Mode) {
    isSnapshot = mode == .snapshot
    switch mode {
    case .snapshot:
      demand(malformed >= 6 || setbacks == 2, "a snapshot that nobody needs")
      demand(maySnapshot, "a snapshot too soon after another")
      snapshots.append(time)
    case .unconditional: demand(notModified == 10 || malformed >= 3, "an unconditional request for no reason")
    case .conditional: demand(notModified < 10 && malformed < 3, "a 304 would be believed")
    }
  }

  // MARK: Timers

  /// From one request to the next, if all goes well.
  private var usual: Int64? {
    let isVisible = isForeground && !shown.isEmpty
    let shortest = isVisible ? min(options.interval, options.visibleInterval) : options.interval
    return shortest == PolicyOptions.never ? nil : shortest
  }

  /// The bounds of the next timed request; nil: none.
  private var bounds: ClosedRange<Int64>? {
    if !hasAsked {
      if options.initialDelay == PolicyOptions.never { return nil }
      return (loggedInAt + 1)...(loggedInAt + options.initialDelay)
    }
    let afterFloor = lastStart + floor
    switch lastOutcome {
    case .failed, .protocolError: return max(retry.lowerBound, afterFloor)...max(retry.upperBound, afterFloor)
    case .rateLimited: return max(limit.lowerBound, afterFloor)...max(limit.upperBound, afterFloor)
    default: break
    }
    guard var interval = usual else { return nil }
    if lastOutcome == .noContent { interval = max(interval, min(10 * interval, hour)) }
    if lastOutcome == .notFound { interval *= 10 }
    return (lastStart + max(mayBeShort ? 0 : interval, floor))...(lastStart + max(interval, floor))
  }

  /// No wake-up is lost, and no due work is left.
  private mutating func judgeWake(_ wake: Int64?) {
    let left = wake.map { $0 - (clock ?? 0) }
    if let left { demand(left > 0, "what is due was not done") }
    if exchange != nil {
      let due = begunAt.map { min(heardAt + minute, $0 + 5 * minute) - time }
      return demand(left == due, "a deadline in \(String(describing: left)), not \(String(describing: due))")
    }
    if !couldAsk || isPaused { return demand(left == nil, "wakes for nothing") }
    guard hasTimers, let bounds else {
      return demand(wish == .perhaps || (wish == .certain) == (left != nil), "wakes for nothing, or not for a wish")
    }
    // Whatever the reason: not within a rate limit.
    let latest = max(bounds.upperBound, limit.upperBound)
    demand(left != nil, "a wake-up is lost")
    if let left {
      demand(time + left <= latest, "wakes too late, in \(left)")
      demand(wish != .none || time + left >= bounds.lowerBound, "wakes too early, in \(left)")
    }
  }
}
