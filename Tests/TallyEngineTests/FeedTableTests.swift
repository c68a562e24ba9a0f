import TallyFailure
import TallyMemory
import TallyPolicy
import Testing

@testable import TallyEngine

// The feeds of all accounts in an engine in memory that sends no request, because no account logs in.

@Suite struct FeedTableTests {
  static func add(_ account: Account, _ name: String) throws -> Feed {
    try withBytes(name) { name throws(Failure) in
      try withBytes("http://127.0.0.1:1/") { url throws(Failure) in
        try account.addFeed(name, url: url, prefix: nil, FeedOptions())
      }
    }
  }

  @Test func feedsComeAndGo() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let ann = try engine.account("ann")
    let feeds = [try Self.add(ann, "a"), try Self.add(ann, "b")]
    let again = try Self.add(ann, "a")
    #expect(again === feeds[0] && engine.feeds.count == 2)
    engine.feeds.origins.wait(feeds[0].slot, .timer)
    _ = engine.feeds.wakes.plan(feeds[0].slot, at: 5)
    #expect(engine.feeds.next() == Int64.min)
    let id = feeds[0].id
    try feeds[0].remove()
    // Another feed may get its slot, so nothing of it may remain.
    let isValid = engine.feeds.verify()
    #expect(isValid && engine.feeds.find(id: id) == nil && engine.feeds.count == 1)
    _ = engine.feeds.wakes.plan(feeds[0].slot, at: 5)
    let isStillValid = engine.feeds.verify()
    #expect(!isStillValid)
    try withBytes("ann") { name throws(Failure) in try engine.removeAccount(name) }
    #expect(engine.feeds.count == 0)
  }

  @Test func cancellationsAreDueImmediately() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let feed = try Self.add(try engine.account("ann"), "a")
    _ = engine.feeds.takeCancellation()
    engine.feeds.wakes.cancel(feed.slot)
    let idle = engine.feeds.next()
    engine.feeds.cancel(feed)
    let due = engine.feeds.next()
    let taken = engine.feeds.takeCancellation()
    #expect(idle == Timetable.never && due == Int64.min && taken === feed && engine.feeds.next() == Timetable.never)
  }
}
