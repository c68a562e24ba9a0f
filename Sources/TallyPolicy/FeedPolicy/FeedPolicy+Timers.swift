extension FeedPolicy {
  /// When the policy has something to do.
  @inline(never)
  var due: Int64 {
    switch phase {
    case .polling:
      // An exchange has no deadline before its request is sent, because it may have to wait for its turn.
      if mark == PolicyOptions.never { return mark }
      return min(timeAfter(mark, options.idleTimeout), timeAfter(lastStart, options.totalTimeout))
    case .idle:
      if isPaused { return PolicyOptions.never }
      return max(min(pending, areTimersOn ? timer : PolicyOptions.never), notBefore)
    default: return PolicyOptions.never
    }
  }

  /// Whether the user sees a page.
  var isVisible: Bool { isForeground && shown != 0 }

  var areTimersOn: Bool { isForeground || !options.stopsInBackground }

  /// From one request to the next, if all goes well.
  var interval: Int64 { isVisible ? min(options.interval, options.visibleInterval) : options.interval }

  /// When the plan is due. The server's floor is included.
  private var timer: Int64 {
    switch plan {
    case .first: return mark
    case .retry: return max(mark, afterLastStart(0))
    case .interval: return afterLastStart(shortened(interval))
    case .intervalAfterNoContent:
      return afterLastStart(shortened(max(interval, min(longerInterval, PolicyLimit.emptyIntervalCap))))
    case .intervalAfterNotFound: return afterLastStart(shortened(longerInterval))
    }
  }

  private var longerInterval: Int64 { saturatingProduct(interval, PolicyLimit.longerIntervalFactor) }

  private func shortened(_ interval: Int64) -> Int64 {
    interval == PolicyOptions.never ? interval : interval - fraction(shortening, of: interval)
  }

  private func afterLastStart(_ interval: Int64) -> Int64 {
    timeAfter(lastStart, max(interval, Int64(serverFloor)))
  }

  /// How long ago a stamp is. An event that never happened is infinitely long ago.
  func time(since stamp: Int64) -> Int64 {
    if stamp == Int64.min { return Int64.max }
    let (time, overflow) = clock.subtractingReportingOverflow(stamp)
    return overflow ? Int64.max : time
  }

  /// Whether the machine woke so recently that failures do not count.
  public func isWaking(at now: Int64) -> Bool {
    let (time, overflow) = now.subtractingReportingOverflow(wokeAt)
    return wokeAt != Int64.min && !overflow && time < PolicyLimit.wakeGrace
  }

  mutating func setClock(_ now: Int64) {
    if now < clock {
      let (difference, overflow) = now.subtractingReportingOverflow(clock)
      shiftStamps(by: overflow ? Int64.min : difference)
    }
    clock = now
  }

  private mutating func shiftStamps(by difference: Int64) {
    lastStart = shifted(lastStart, by: difference)
    lastSuccess = shifted(lastSuccess, by: difference)
    mark = shifted(mark, by: difference)
    pending = shifted(pending, by: difference)
    notBefore = shifted(notBefore, by: difference)
    wokeAt = shifted(wokeAt, by: difference)
    lastSnapshot = shifted(lastSnapshot, by: difference)
    for page in leftAt.indices { leftAt[page] = shifted(leftAt[page], by: difference) }
  }
}

@inline(never)
private func shifted(_ stamp: Int64, by difference: Int64) -> Int64 {
  stamp == Int64.min || stamp == PolicyOptions.never ? stamp : timeAfter(stamp, difference)
}
