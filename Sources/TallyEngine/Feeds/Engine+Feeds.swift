import TallyLoop
import TallyPolicy

// The loop's work for feeds.

extension Engine {
  /// From the first feed on, under `lock`.
  func beginFeeds() {
    duties.feeds = { engine in
      engine.tickFeeds()
      engine.serveFeeds()
    }
    duties.unloading = { account in
      for feed in account.feeds.all { feed.keepNumbers() }
    }
  }

  private func tickFeeds() {
    let now = clock.elapsed
    var count = 0
    while !isClosed, let slot = feeds.wakes.popDue(by: now) {
      feeds.find(slot)?.advise(.tick)
      giveWay(after: &count)
    }
  }

  private func serveFeeds() {
    var count = 0
    while !isClosed, let feed = feeds.takeCancellation() {
      feed.breakOff()
      giveWay(after: &count)
    }
    let now = clock.elapsed
    // Many postponements take several rounds.
    for _ in 0..<256 where !isClosed && mayMakeObjects() {
      guard let admission = feeds.origins.begin(at: now) else { return }
      switch admission {
      case .begin(let slot, let permit): feeds.find(slot)?.begin(permit)
      case .postpone(let slot): feeds.find(slot)?.postpone()
      }
      giveWay(after: &count)
    }
  }
}
