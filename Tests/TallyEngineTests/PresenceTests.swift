import Foundation
import TallyFailure
import TallyLoop
import Testing

@testable import TallyEngine
@testable import TallyPolicy

// Two threads report different states at the same time. The engine gives up its lock between accounts, so one call can
// overtake the other. All feeds must agree with the engine in the end.

@Suite struct PresenceTests {
  /// Starts `first` in another thread, which stops in front of the second account because that is busy. Runs `second`
  /// meanwhile, and then lets `first` go on.
  static func overtake(
    _ engine: Engine, first: @escaping @Sendable (Engine) throws(Failure) -> Void,
    hasBegun: (Engine) -> Bool, second: (Engine) throws(Failure) -> Void
  ) throws {
    let bo = try engine.account("bo")
    let hold = engine.lock.lock()
    let former = bo.residence.state
    bo.residence.state = .busy
    hold.release()
    let ended = DispatchSemaphore(value: 0)
    Thread {
      do throws(Failure) { try first(engine) } catch { Issue.record(error) }
      ended.signal()
    }.start()
    // The first call reaches the first account in the critical section that ends where it waits for the second one.
    var looking = engine.lock.lock()
    while !hasBegun(engine) { looking.unlocked { _ = sched_yield() } }
    bo.residence.state = former
    looking.release()
    try second(engine)
    let waking = engine.lock.lock()
    engine.locks.settled.broadcast()
    waking.release()
    ended.wait()
  }

  @Test func theLastReportOfTheForegroundReachesAllFeeds() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let feeds = [
      try FeedTableTests.add(try engine.account("ann"), "a"), try FeedTableTests.add(try engine.account("bo"), "b"),
    ]
    try Self.overtake(
      engine, first: { engine throws(Failure) in try engine.setForeground(false) },
      hasBegun: { _ in !feeds[0].policy.isForeground },
      second: { engine throws(Failure) in try engine.setForeground(true) })
    #expect(engine.presence.isForeground && feeds.map(\.policy.isForeground) == [true, true])
  }

  @Test func aFeedDoesNotRetryForANetworkThatWasLostMeanwhile() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let feeds = [
      try FeedTableTests.add(try engine.account("ann"), "a"), try FeedTableTests.add(try engine.account("bo"), "b"),
    ]
    // Both wait after a failure.
    for feed in feeds { (feed.policy.phase, feed.policy.plan, feed.policy.mark) = (.idle, .retry, .max) }
    try Self.overtake(
      engine, first: { engine throws(Failure) in try engine.setNetwork(isThere: true) },
      hasBegun: { _ in !feeds[0].policy.isPreemptable },
      second: { engine throws(Failure) in try engine.setNetwork(isThere: false) })
    #expect(!engine.presence.isNetworkThere && feeds.map(\.policy.isPreemptable) == [true, true])
    #expect(feeds[1].policy.exchange == nil && feeds[1].pendingStart == nil)
  }
}
