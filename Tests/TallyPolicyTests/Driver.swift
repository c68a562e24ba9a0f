@testable import TallyPolicy

let second: Int64 = 1000
let minute: Int64 = 60_000
let hour: Int64 = 3_600_000
let day: Int64 = 24 * hour
let year: Int64 = 365 * day

/// A policy and a clock for tests. Times are milliseconds.
final class Driver {
  var policy: FeedPolicy
  var actions = PolicyActions()
  var now: Int64 = 0
  var seed: UInt64
  /// Most tests concern the intervals after the one with the phase.
  var hasPhase = false
  /// The number of exchanges.
  private(set) var requests = 0
  /// The number of forces that have ended.
  private(set) var completions: UInt32 = 0

  init(_ options: PolicyOptions = .messageCenter, seed: UInt64 = 1) {
    policy = FeedPolicy(options: options)
    self.seed = seed
  }

  var started: UInt32? { actions.start?.exchange }
  var mode: PolicyStart.Mode? { actions.start?.mode }
  var isPolling: Bool { policy.exchange != nil }
  var nextWake: Int64? { policy.nextWake }
  /// The engine has nothing to do.
  var isQuiet: Bool {
    var nothing = PolicyActions()
    nothing.page = actions.page
    return actions == nothing
  }

  /// An input now. An exchange that begins is sent immediately.
  @discardableResult
  func on(_ input: PolicyInput) -> PolicyActions {
    seed &+= 0x9E37_79B9_7F4A_7C15
    actions = policy.handle(input, at: now, random: seed)
    completions += actions.completions
    if !hasPhase { policy.shortening = 0 }
    if let start = actions.start {
      requests += 1
      seed &+= 1
      completions += policy.handle(.begun(start.exchange), at: now, random: seed).completions
    }
    return actions
  }

  @discardableResult
  func on(_ input: PolicyInput, at time: Int64) -> PolicyActions {
    now = time
    return on(input)
  }

  /// - Returns: whether an exchange began.
  func asks(_ input: PolicyInput, at time: Int64? = nil) -> Bool {
    if let time { now = time }
    return on(input).start != nil
  }

  @discardableResult
  func finish(_ outcome: PolicyOutcome, poll: Int64? = nil, at time: Int64? = nil) -> PolicyActions {
    if let time { now = time }
    return on(.finished(policy.exchange ?? 0, outcome, poll: poll))
  }

  /// Polls and gets this response immediately.
  @discardableResult
  func round(_ outcome: PolicyOutcome) -> PolicyActions {
    on(.refresh)
    return finish(outcome)
  }

  /// Logged in at 0, with the first request in flight for a second.
  func polling() -> Driver {
    on(.logIn)
    on(.tick, at: second)
    return self
  }

  /// The same with a response.
  func idle() -> Driver {
    _ = polling()
    finish(.success)
    return self
  }

  /// Without automatic polling.
  static func byHand(seed: UInt64 = 1) -> Driver {
    var options = PolicyOptions.messageCenter
    options.initialDelay = PolicyOptions.never
    options.interval = PolicyOptions.never
    let driver = Driver(options, seed: seed)
    driver.on(.logIn)
    return driver
  }
}

extension PolicyOptions {
  static func every(_ interval: Int64) -> PolicyOptions {
    var options = PolicyOptions.messageCenter
    options.interval = interval
    return options
  }
}
