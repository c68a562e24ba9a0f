import TallyMemory

extension FeedPolicy {
  /// The account logged in, or did so again with another credential.
  public mutating func logIn(now: Int64, into actions: inout PolicyActions) {
    actions.removeAll()
    if isRemoved || (isLoggedIn && !isStopped) { return }
    // A refused credential was replaced: what went on by the interval goes on even without an initial delay.
    let goesOn = isStopped && options.initialDelay == nil && lastStart != nil
    isLoggedIn = true
    isStopped = false
    failuresInARow = 0
    serverFloor = 0
    plan = goesOn ? .interval : .initial(since: now)
  }

  /// The account logged out: the flight ends, and so do all who waited for it.
  public mutating func logOut(into actions: inout PolicyActions) {
    actions.removeAll()
    isLoggedIn = false
    isStopped = false
    plan = .nothing
    breakOff(.loggedOut, into: &actions)
  }

  /// The feed was removed, for good.
  public mutating func remove(into actions: inout PolicyActions) {
    actions.removeAll()
    isRemoved = true
    plan = .nothing
    breakOff(.cancelled, into: &actions)
  }

  /// Other options from now on; what is planned moves with them.
  public mutating func setOptions(_ options: PolicyOptions) {
    self.options = options
  }

  /// The time has come, or somebody thinks so. However late it is, what is due happens once.
  public mutating func tick(now: Int64, into actions: inout PolicyActions) {
    actions.removeAll()
    guard let due = nextWake, due <= now else { return }
    begin(now: now, into: &actions)
  }

  /// Somebody would like to know what is new. A request under way will tell.
  public mutating func refresh(now: Int64, into actions: inout PolicyActions) {
    actions.removeAll()
    if !isActive || flight != nil { return }
    if rateLimitLeft(now: now) > 0 {
      // `nextWake` sees to it that this is not before the limit's end.
      plan = .retry(at: now)
      return
    }
    begin(now: now, into: &actions)
  }

  /// As `refresh`, but what is under way began too early: one more round follows it. `token` comes out of this or of
  /// a later event as a completion, once.
  /// - Throws: ``OutOfMemory``; then nothing has changed.
  public mutating func force(
    token: UInt64, now: Int64, into actions: inout PolicyActions
  ) throws(OutOfMemory) {
    actions.removeAll()
    if let refusal = refusal(now: now) {
      try actions.first.append(token)
      actions.result = refusal
      return
    }
    if flight != nil {
      try queuedForces.append(token)
      return
    }
    try flightForces.append(token)
    begin(now: now, into: &actions)
  }

  /// Why a force ends at once.
  private func refusal(now: Int64) -> ForceResult? {
    if isRemoved { return .cancelled }
    if !isLoggedIn { return .loggedOut }
    if isStopped { return .unauthorized }
    if flight != nil { return nil }
    let left = rateLimitLeft(now: now)
    return left > 0 ? .rateLimited(left) : nil
  }

  private func rateLimitLeft(now: Int64) -> Int64 {
    guard let rateLimitEnd, rateLimitEnd > now else { return 0 }
    return rateLimitEnd - now
  }

  mutating func begin(now: Int64, into actions: inout PolicyActions) {
    flightCount += 1
    flight = flightCount
    lastStart = now
    actions.start = flightCount
  }

  private mutating func breakOff(_ result: ForceResult, into actions: inout PolicyActions) {
    actions.cancel = flight
    flight = nil
    completeAll(result, into: &actions)
  }

  /// The flight's forces and the queued round's, both.
  mutating func completeAll(_ result: ForceResult, into actions: inout PolicyActions) {
    actions.result = result
    swap(&actions.first, &flightForces)
    swap(&actions.second, &queuedForces)
  }
}
