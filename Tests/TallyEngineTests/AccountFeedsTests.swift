import TallyFailure
import TallyMemory
import TestSupport
import Testing

@testable import TallyEngine

// The feeds of an account, in an engine in memory that sends no request.

@Suite struct AccountFeedsTests {
  @Test func theyAreInTheOrderOfTheirAddition() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let ann = try engine.account("ann")
    let local = try withBytes("mine") { name throws(Failure) in
      try ann.addFeed(name, url: nil, prefix: nil, FeedOptions())
    }
    let feeds = [local, try FeedTableTests.add(ann, "a"), try FeedTableTests.add(ann, "b")]
    let all = ann.feeds.all
    #expect(all.elementsEqual(feeds, by: ===))
    let found = try withBytes("b") { ann.feeds.find($0) }
    let (isValid, isPolling) = (ann.feeds.verify(of: ann), ann.feeds.arePolling)
    #expect(found === feeds[2] && isValid && !isPolling)
    try feeds[2].remove()
    let lost = try withBytes("b") { ann.feeds.find($0) }
    let bo = try engine.account("bo")
    let (isStillValid, isOfAnother) = (ann.feeds.verify(of: ann), ann.feeds.verify(of: bo))
    #expect(lost == nil && isStillValid && !isOfAnother)
    ann.feeds.append(feeds[2])
    let hasRemoved = ann.feeds.verify(of: ann)
    #expect(!hasRemoved)
  }

  @Test func eachWithOldMessagesIsTakenOnce() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let ann = try engine.account("ann")
    let feeds = [try FeedTableTests.add(ann, "a"), try FeedTableTests.add(ann, "b"), try FeedTableTests.add(ann, "c")]
    for feed in feeds[1...] { feed.hasOld = true }
    let isUnknown = !ann.feeds.verify(of: ann)
    ann.feeds.hasOld = true
    let isValid = ann.feeds.verify(of: ann)
    #expect(isUnknown && isValid)
    let taken = [ann.feeds.takeOld(), ann.feeds.takeOld(), ann.feeds.takeOld()]
    #expect(taken[0] === feeds[1] && taken[1] === feeds[2] && taken[2] == nil && !ann.feeds.hasOld)
  }
}
