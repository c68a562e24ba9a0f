import TallyMemory

extension Origins {
  /// Whether `begin` may return something.
  public var isReady: Bool { queueInTurn() != nil }

  /// When `begin` may return something if nothing else happens before. ``Timetable/never``: not before.
  public mutating func nextOpening() -> Int64 { openings.next() }

  /// The next request to send or to postpone. nil: none for now.
  public mutating func begin(at now: Int64) -> Admission? {
    listOpened(by: now)
    while let queue = queueInTurn() {
      let origin = ready[queue].first
      // It waits for its next turn at the end of the queue.
      unlist(origin)
      isDoubtedNext = queue == 0
      if let admission = begin(origin, at: now) { return admission }
    }
    return nil
  }

  /// The queue whose turn it is, while places are free.
  private func queueInTurn() -> Int? {
    if requests >= limit { return nil }
    let mayDoubt = !ready[1].isEmpty && doubted < max(limit / 2, 1)
    if ready[0].isEmpty || (mayDoubt && isDoubtedNext) { return mayDoubt ? 1 : nil }
    return 0
  }

  private mutating func begin(_ origin: UInt32, at now: Int64) -> Admission? {
    guard let urgency = origins[origin].urgency, origins[origin].requests < limitPerOrigin else { return nil }
    let breaker = origins[origin].breaker
    if !breaker.isOpen || urgency == .force { return admit(origin, urgency, isProbe: false) }
    let opening = breaker.opening(urgency, at: now, epoch: epoch)
    if !breaker.isProbing, opening <= now { return admit(origin, urgency, isProbe: true) }
    if urgency == .timer {
      let key = origins[origin].lanes[0].first
      withdraw(key)
      list(origin)
      return .postpone(key)
    }
    // A probe that ends lists it again.
    if !breaker.isProbing { _ = openings.plan(origin, at: opening) }
    return nil
  }

  private mutating func admit(_ origin: UInt32, _ urgency: Urgency, isProbe: Bool) -> Admission {
    let key = origins[origin].lanes[Int(urgency.rawValue)].first
    withdraw(key)
    if isProbe { origins[origin].breaker.beginProbe() }
    origins[origin].requests += 1
    requests += 1
    let isDoubted = origins[origin].isDoubted
    if isDoubted { doubted += 1 }
    list(origin)
    let age = origins[origin].breaker.age
    return .begin(key, Permit(key: key, origin: origin, isProbe: isProbe, isDoubted: isDoubted, age: age))
  }

  /// Records the end of a request that was sent. Called once for each.
  /// - Parameter random: different bits for each call.
  public mutating func finish(_ permit: Permit, _ outcome: RequestOutcome, at now: Int64, random: UInt64) {
    let origin = permit.origin
    var draw = SplitMix(seed: random)
    requests -= 1
    if permit.isDoubted { doubted -= 1 }
    origins[origin].requests -= 1
    let isProbe = permit.isProbe && permit.age == origins[origin].breaker.age
    origins[origin].breaker.finish(outcome, of: permit.key, isProbe: isProbe, at: now, epoch: epoch, &draw)
    switch outcome {
    case .reached: origins[origin].isDoubted = false
    case .unreachable: origins[origin].isDoubted = true
    case .cancelled: break
    }
    // Its queue may have changed.
    unlist(origin)
    openings.cancel(origin)
    list(origin)
    removeIfUnused(origin)
  }

  /// For tests: whether the invariants hold. O(keys · origins).
  public func verify() -> Bool {
    var (total, listed) = (0, 0)
    for slot in 0..<origins.slotCount where origins.contains(slot) {
      let origin = origins[slot]
      total += Int(origin.requests)
      var attached: UInt32 = 0
      for key in 0..<rows.count where rows[key].origin == slot { attached += 1 }
      if (origin.requests > limitPerOrigin && !wasLowered) || attached != origin.keys { return false }
      if byName.value(origin.name) != Int64(slot) || (origin.keys == 0 && origin.requests == 0) { return false }
      for lane in origin.lanes.indices {
        let members = rowLinks.count(origin.lanes[lane]) {
          rows[Int($0)].origin == slot && rows[Int($0)].lane == UInt8(lane)
        }
        if members == nil { return false }
      }
      if origin.queue != Origins.noQueue {
        listed += 1
      } else if origin.urgency != nil, origin.requests < limitPerOrigin, openings.time(of: slot) == Timetable.never {
        if !origin.breaker.isProbing { return false }
      }
    }
    for queue in ready.indices {
      guard let members = originLinks.count(ready[queue], where: { origins[$0].queue == UInt8(queue) }) else {
        return false
      }
      listed -= members
    }
    if listed != 0 { return false }
    return total == Int(requests) && (requests <= limit || wasLowered) && doubted <= requests && openings.verify()
  }
}
