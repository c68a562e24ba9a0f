import TallyMemory

/// Decides when one feed polls its server. This state machine reads no clock, draws no random numbers and has no side
/// effects. An input has the time (milliseconds on a clock that counts sleep) and 64 random bits. The output is
/// ``PolicyActions``, and ``nextWake`` is the time of the next input.
///
/// Invariants:
/// - There is an exchange exactly in the phase `polling`. So there is at most one, and none while logged out, refused
///   or removed. Their numbers increase, also across log-ins. Inputs about any other exchange than the current one are
///   ignored.
/// - Forces complete in the order of their arrival: `waiting` of them with the exchange, then `queued` of them with the
///   round after it. So the host keeps only one list of them, oldest first. Without an exchange there are none.
/// - No stamp of a past event is later than `clock`. If the clock goes back, all stamps move with it, as if no time had
///   passed. So nothing is delayed for years, and a wait keeps its length.
/// - One exchange does everything that is due at an input, however long it has been due.
/// - No request is made before `notBefore`, whatever its reason. This outlives log-out.
public struct FeedPolicy: Sendable {
  enum Phase: UInt8 {
    case loggedOut, idle, polling
    /// The server rejected the credential. No request is made until there is a new one.
    case refused
    case removed
  }

  /// The next event that the timers wait for.
  enum Plan: UInt8 {
    /// The first request, at `mark`.
    case first
    /// Another attempt, at `mark`.
    case retry
    /// The interval since the last request's start; a longer one after 204 and 404.
    case interval, intervalAfterNoContent, intervalAfterNotFound
  }

  public var options: PolicyOptions

  // Stamps. `Int64.min`: it never happened. `PolicyOptions.never`: it will not happen.
  /// The time of the last input.
  var clock = Int64.min
  var lastStart = Int64.min
  /// The last successful response of this address.
  var lastSuccess = Int64.min
  /// While idle: when the plan is due, if the plan has a fixed time. While polling: when the last byte came.
  var mark = PolicyOptions.never
  /// When to poll because of an event: a push, a page, a network.
  var pending = PolicyOptions.never
  var notBefore = Int64.min
  var wokeAt = Int64.min
  var lastSnapshot = Int64.min
  /// When the user last saw each page.
  var leftAt = InlineArray<8, Int64>(repeating: Int64.min)

  /// The number of the current exchange, or of the last one.
  var number: UInt32 = 0
  var waiting: UInt32 = 0
  var queued: UInt32 = 0
  /// Failures since the last successful response.
  public internal(set) var failuresInARow: UInt32
  /// The shortest interval that the server allows; at most `PolicyLimit.serverWaitCap`.
  var serverFloor: UInt32 = 0
  /// The part of the interval to leave out before the next timed request, in units of 2^-32; 0: nothing. This is the
  /// feed's phase. It is drawn when many feeds may have begun together, and used once.
  var shortening: UInt32 = 0

  var phase: Phase
  var plan: Plan
  /// One bit for each page: shown now, and shown since log-in.
  var shown: UInt8 = 0
  var met: UInt8 = 0
  var notModifiedInARow: UInt8 = 0
  var malformed: UInt8 = 0
  var setbacks: UInt8 = 0
  var isForeground: Bool
  var isPaused = false
  /// Logged in without an address. `phase` is then `loggedOut`.
  var isLocal = false
  /// The exchange's request has not been sent. It waits for its turn.
  var isWaiting = false
  /// Whether the feed's origin is down, so that most of its feeds do not poll. The host sets this before an input.
  public var isOriginOut = false
  /// The exchange requests everything.
  var isSnapshot = false
  /// A wait after failures may be shortened once.
  var isPreemptable = true

  public init(options: PolicyOptions, isForeground: Bool = true) {
    self.options = options
    self.isForeground = isForeground
    failuresInARow = 0
    phase = .loggedOut
    plan = .first
  }

  /// The request in flight.
  public var exchange: UInt32? { phase == .polling ? number : nil }

  /// Whether a response to this exchange may be used.
  public func accepts(_ number: UInt32) -> Bool { exchange == number }

  /// When the next `tick` is due. nil: only another input makes one due.
  public var nextWake: Int64? {
    let due = due
    return due == PolicyOptions.never ? nil : due
  }

  /// Handles an input.
  /// - Parameters:
  ///   - now: any time. A time before the last one means that the clock was set back.
  ///   - random: different bits for each call.
  public mutating func handle(_ input: PolicyInput, at now: Int64, random: UInt64) -> PolicyActions {
    setClock(now)
    var turn = Turn(now: now, random: SplitMix(seed: random))
    take(input, &turn)
    if phase == .polling, due <= now {
      turn.actions.cancel = number
      turn.actions.isTimeout = true
      turn.actions.takesSnapshot = false
      end(.failed, &turn)
    }
    if phase == .idle, queued > 0 || due <= now { begin(&turn) }
    return turn.actions
  }

  private mutating func take(_ input: PolicyInput, _ turn: inout Turn) {
    switch input {
    case .tick: break
    case .logIn: logIn(&turn)
    case .logInLocally: logInLocally()
    case .optionsChanged: optionsChanged(&turn)
    case .logOut: leave(.loggedOut, .loggedOut, &turn)
    case .remove: leave(.removed, .cancelled, &turn)
    case .cancel: if phase == .polling { cancel(&turn) }
    case .foreground(let isForeground): setForeground(isForeground, &turn)
    case .pageShown(let page): show(page, &turn)
    case .pageHidden(let page): hide(page, turn)
    case .push(isHeld: true, _): break
    case .push(isHeld: false, let spread): push(spread, &turn)
    case .refresh: refresh(&turn)
    case .force: force(&turn)
    case .moved(let isSameServer): move(isSameServer, &turn)
    case .mustWait(let wait): mustWait(wait, &turn)
    case .hadSucceeded(let time): lastSuccess = turn.now.subtractingReportingOverflow(max(time, 0)).partialValue
    case .pause(let isPaused): self.isPaused = isPaused
    case .network(let isThere): if isThere { preempt(&turn) } else { isPreemptable = true }
    case .woke:
      wokeAt = turn.now
      preempt(&turn)
    case .begun(let exchange):
      if accepts(exchange) { (lastStart, mark, isWaiting) = (turn.now, turn.now, false) }
    case .postponed(let exchange): if accepts(exchange), isWaiting { postpone(&turn) }
    case .answered(let exchange): if accepts(exchange) { mark = PolicyOptions.never }
    case .heard(let exchange): if accepts(exchange), mark != PolicyOptions.never { mark = turn.now }
    case .cursorExpired(let exchange): if accepts(exchange) { restart(&turn) }
    case .finished(let exchange, let outcome, let poll):
      if !accepts(exchange) { return }
      setServerFloor(poll, outcome)
      end(outcome, &turn)
    }
  }
}

/// One input and the actions that it causes.
struct Turn {
  let now: Int64
  var random: SplitMix
  var actions = PolicyActions()

  mutating func complete(_ count: UInt32, _ result: ForceResult) {
    if count == 0 { return }
    actions.completions = count
    actions.result = result
  }
}
