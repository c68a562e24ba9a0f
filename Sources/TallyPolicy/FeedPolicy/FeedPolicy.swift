import TallyMemory

/// When one feed asks its server: a state machine that reads no clock, draws no random number and does nothing by
/// itself. What happens comes in with the time (milliseconds on a clock that counts sleep) and 64 random bits; what to
/// do comes out as ``PolicyActions``, and when to come back as ``nextWake``.
///
/// Invariants:
/// - There is a flight exactly in the phase `flying`, so at most one, and none while logged out, refused or removed.
///   Flights are numbered upwards, also over log-ins: what is told of any but the current one is passed over.
/// - Forces complete in the order in which they came: `waiting` of them with the flight, then `queued` of them with the
///   round after it. So the host's list of them, oldest first, is all that has to be kept; where there is no flight,
///   there are none.
/// - No stamp of what has happened is later than `clock`. A clock that goes back takes all stamps with it, as if no
///   time had passed; so nothing is put off for years, and a wait is as long as it was.
/// - All that is due at an input is done by one flight, however long it has been due.
/// - Nothing is asked before `notBefore`, whoever wishes it; that outlives log-out.
public struct FeedPolicy: Sendable {
  enum Phase: UInt8 {
    case loggedOut, idle, flying
    /// The server refused the credential; nothing is asked until there is a new one.
    case refused
    case removed
  }

  /// What the timers wait for.
  enum Plan: UInt8 {
    /// The first request, at `mark`.
    case first
    /// Another attempt, at `mark`.
    case retry
    /// The interval since the last request's start; a longer one after 204 and 404.
    case interval, intervalAfterNoContent, intervalAfterNotFound
  }

  public var options: PolicyOptions

  // Stamps. `Int64.min`: it never happened; `PolicyOptions.never`: it is not to happen.
  /// The time of the last input.
  var clock = Int64.min
  var lastStart = Int64.min
  /// Of a good answer since log-in.
  var lastSuccess = Int64.min
  /// While idle: when the plan is due, where it says so. While flying: when the last byte came.
  var mark = PolicyOptions.never
  /// When to ask because of something that happened, a push, a page, a network.
  var pending = PolicyOptions.never
  var notBefore = Int64.min
  var wokeAt = Int64.min
  var lastSnapshot = Int64.min
  /// When each page was last seen by the user.
  var leftAt = InlineArray<8, Int64>(repeating: Int64.min)

  /// The number of the current flight, or of the last one.
  var number: UInt32 = 0
  var waiting: UInt32 = 0
  var queued: UInt32 = 0
  /// Failures since the last good answer.
  public internal(set) var failuresInARow: UInt32
  /// The least interval that the server asked for; not above `PolicyLimit.serverWaitCap`.
  var serverFloor: UInt32 = 0
  /// So much of the interval is left out before the next request by it, in parts of 2^32; 0: nothing. This is the
  /// feed's phase: it is drawn where many feeds may have begun together, and used once.
  var shortening: UInt32 = 0

  var phase: Phase
  var plan: Plan
  /// One bit a page: shown, and shown since log-in.
  var shown: UInt8 = 0
  var met: UInt8 = 0
  var notModifiedInARow: UInt8 = 0
  var malformed: UInt8 = 0
  var setbacks: UInt8 = 0
  var isForeground: Bool
  var isPaused = false
  /// The flight has not gone out yet: it waits for its turn.
  var isWaiting = false
  /// Whether the feed's origin is out, so that most of its feeds do not ask. The host says so before an input.
  public var isOriginOut = false
  /// The flight asks for everything.
  var isSnapshot = false
  /// A wait after failures may be cut short once.
  var isPreemptable = true

  public init(options: PolicyOptions, isForeground: Bool = true) {
    self.options = options
    self.isForeground = isForeground
    failuresInARow = 0
    phase = .loggedOut
    plan = .first
  }

  /// The request under way.
  public var flight: UInt32? { phase == .flying ? number : nil }

  /// Whether an answer to this flight may be used.
  public func accepts(flight number: UInt32) -> Bool { flight == number }

  /// When `tick` has something to do; nil: not before something else happens.
  public var nextWake: Int64? {
    let due = due
    return due == PolicyOptions.never ? nil : due
  }

  /// Takes in what happened.
  /// - Parameters:
  ///   - now: any time; one before the last is taken for a clock that was set back.
  ///   - random: other bits each time.
  public mutating func handle(_ input: PolicyInput, at now: Int64, random: UInt64) -> PolicyActions {
    setClock(now)
    var turn = Turn(now: now, random: SplitMix(seed: random))
    take(input, &turn)
    if phase == .flying, due <= now {
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
    case .logOut: leave(.loggedOut, .loggedOut, &turn)
    case .remove: leave(.removed, .cancelled, &turn)
    case .cancel: if phase == .flying { cancel(&turn) }
    case .foreground(let isForeground): setForeground(isForeground, &turn)
    case .pageShown(let page): show(page, &turn)
    case .pageHidden(let page): hide(page, turn)
    case .push(isHeld: true, _): break
    case .push(isHeld: false, let spread): push(spread, &turn)
    case .refresh: refresh(&turn)
    case .force: force(&turn)
    case .moved(let isSameServer): move(isSameServer, &turn)
    case .mustWait(let wait): notBefore = timeAfter(turn.now, min(max(wait, 0), PolicyLimit.longestWait))
    case .pause(let isPaused): self.isPaused = isPaused
    case .network(let isThere): if isThere { preempt(&turn) } else { isPreemptable = true }
    case .woke:
      wokeAt = turn.now
      preempt(&turn)
    case .begun(let flight):
      if accepts(flight: flight) { (lastStart, mark, isWaiting) = (turn.now, turn.now, false) }
    case .postponed(let flight): if accepts(flight: flight), isWaiting { postpone(&turn) }
    case .answered(let flight): if accepts(flight: flight) { mark = PolicyOptions.never }
    case .heard(let flight): if accepts(flight: flight), mark != PolicyOptions.never { mark = turn.now }
    case .cursorExpired(let flight): if accepts(flight: flight) { beginAnew(&turn) }
    case .finished(let flight, let outcome, let poll):
      if !accepts(flight: flight) { return }
      setServerFloor(poll, outcome)
      end(outcome, &turn)
    }
  }
}

/// One input on its way through the policy.
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
