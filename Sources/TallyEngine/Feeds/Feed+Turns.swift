import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy

// Turns: a feed's exchange begins when its origin has a place for it, and returns the place at its end.

extension Feed {
  /// Cancels the request in flight, as the policy decided. Loop thread, under `lock`.
  func breakOff() {
    guard let exchange, !policy.accepts(exchange.number) else { return }
    engine.cancelRequest(exchange.request)
    if timedOutExchange == exchange.number { exchange.outcome = .unreachable }
    finish(exchange)
    if timedOutExchange != exchange.number { return }
    tellSync(exchange, ExchangeResult(outcome: .failed, status: .timeout))
    completeNews()
  }

  /// Begins the exchange that the policy has requested, because it is its turn. Loop thread, under `lock`.
  func begin(_ permit: Permit) {
    guard let start = pendingStart else { return finish(permit, .cancelled) }
    pendingStart = nil
    let exchange = Exchange(start, of: self)
    exchange.permit = permit
    self.exchange = exchange
    ask(exchange)
  }

  /// Its origin is down, so it polls at its next time. Loop thread, under `lock`.
  func postpone() {
    guard let start = pendingStart else { return }
    pendingStart = nil
    advise(.postponed(start.exchange))
  }

  /// The exchange has ended, whatever its result.
  func finish(_ exchange: Exchange) {
    if self.exchange !== exchange { return }
    self.exchange = nil
    guard let permit = exchange.permit else { return }
    // A machine that has just woken has no network yet, so a failure says nothing about the origin.
    let isWaking = exchange.outcome == .unreachable && policy.isWaking(at: engine.clock.elapsed)
    finish(permit, isWaking ? .cancelled : exchange.outcome)
  }

  private func finish(_ permit: Permit, _ outcome: RequestOutcome) {
    engine.feeds.origins.finish(permit, outcome, at: engine.clock.elapsed, random: engine.random.next())
    // Another feed may be waiting for the place.
    if engine.feeds.origins.isReady { engine.loop.wake() }
  }
}

extension RequestOutcome {
  /// The meaning of a response for its origin.
  init(_ response: HTTPResponse) {
    switch response.failure {
    case .none: self = response.status < 500 ? .reached : .unreachable
    case .tooLarge, .redirectRefused: self = .reached
    case .malformedURL, .unsupportedScheme, .outOfMemory, .cancelled: self = .cancelled
    default: self = .unreachable
    }
  }
}
