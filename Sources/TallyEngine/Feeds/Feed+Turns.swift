import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy

// Turns: a feed's exchange begins when its origin has a place for it, and returns the place at its end.

extension Feed {
  /// Cancels the request in flight, as the policy decided. Loop thread, under `lock`.
  func breakOff() {
    guard let flight, !policy.accepts(flight: flight.number) else { return }
    engine.cancelRequest(flight.request)
    if flightTimedOut == flight.number { flight.landing = .unreachable }
    land(flight)
    if flightTimedOut != flight.number { return }
    tellSync(flight, FlightResult(outcome: .failed, status: .timeout))
    completeNews()
  }

  /// Begins the exchange that the policy has requested, because it is its turn. Loop thread, under `lock`.
  func depart(_ passage: Passage) {
    guard let start = flightToStart else { return land(passage, .cancelled) }
    flightToStart = nil
    let flight = Flight(start, of: self)
    flight.passage = passage
    self.flight = flight
    ask(flight)
  }

  /// Its origin is down, so it polls at its next time. Loop thread, under `lock`.
  func postpone() {
    guard let start = flightToStart else { return }
    flightToStart = nil
    advise(.postponed(start.flight))
  }

  /// The exchange has ended, whatever its result.
  func land(_ flight: Flight) {
    if self.flight !== flight { return }
    self.flight = nil
    guard let passage = flight.passage else { return }
    // A machine that has just woken has no network yet, so a failure says nothing about the origin.
    let isWaking = flight.landing == .unreachable && policy.isWaking(at: engine.clock.elapsed)
    land(passage, isWaking ? .cancelled : flight.landing)
  }

  private func land(_ passage: Passage, _ landing: Landing) {
    engine.feeds.origins.land(passage, landing, at: engine.clock.elapsed, random: engine.random.next())
    // Another feed may be waiting for the place.
    if engine.feeds.origins.isReady { engine.loop.wake() }
  }
}

extension Landing {
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
