import TallyLoop
import TallyPolicy

// The loop's work for feeds.

extension Engine {
  /// From the first feed on.
  func beginFeeds(_ hold: borrowing LockHold) {
    duties.feeds = { engine, hold in
      engine.tickFeeds(&hold)
      engine.serveFeeds(&hold)
    }
    duties.unloading = { account, _ in
      for feed in account.feeds.all { feed.keepNumbers() }
    }
  }

  private func tickFeeds(_ hold: inout LockHold) {
    let now = clock.elapsed
    var count = 0
    while !isClosed, let slot = feeds.wakes.popDue(by: now) {
      feeds.find(slot)?.advise(hold, .tick)
      giveWay(&hold, after: &count)
    }
  }

  private func serveFeeds(_ hold: inout LockHold) {
    var count = 0
    while !isClosed, let feed = feeds.takeCancellation() {
      feed.breakOff(hold)
      giveWay(&hold, after: &count)
    }
    let now = clock.elapsed
    // Many postponements take several rounds.
    for _ in 0..<256 where !isClosed && mayMakeObjects() {
      guard let admission = feeds.origins.begin(at: now) else { return }
      switch admission {
      case .begin(let slot, let permit): feeds.find(slot)?.begin(hold, permit)
      case .postpone(let slot): feeds.find(slot)?.postpone(hold)
      }
      giveWay(&hold, after: &count)
    }
  }
}
