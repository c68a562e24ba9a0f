import TallyFailure
import TallyMemory
import TestSupport
import Testing

@testable import TallyEngine

// The feeds and the log-in of an account, in an engine in memory that sends no request.

@Suite struct AccountFeedsTests {
  @Test func theyAreInTheOrderOfTheirAddition() throws {
    let engine = try makeEngine()
    defer { try? engine.close() }
    let ann = try engine.account("ann")
    let none = ann.feeds.server.count
    let local = try withBytes("mine") { name throws(Failure) in
      try ann.addFeed(name, url: nil, prefix: nil, FeedOptions())
    }
    let feeds = [local, try FeedTableTests.add(ann, "a"), try FeedTableTests.add(ann, "b")]
    let (all, server) = (ann.feeds.all, ann.feeds.server.count)
    #expect(all.elementsEqual(feeds, by: ===) && none == 0 && server == feeds[1].url.count)
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

@Suite struct SessionTests {
  @Test func eachLogInHasItsToken() throws {
    var session = Session()
    var isValid = [session.verify()]
    try session.begin(token: raw("a"), room: 20)
    session.credential.bind(to: raw("http://a.test/"))
    isValid.append(session.verify())
    // The token of a server is not sent to another one, and a later log-in may be for another server.
    let header = try session.credential.header(for: raw("http://a.test/b"))?.count
    let foreign = try session.credential.header(for: raw("http://b.test/"))?.count
    try session.begin(token: raw("b"), room: 20)
    isValid.append(session.verify())
    let isLoose = session.credential.isLoose
    #expect(header == 8 && foreign == nil && session.isActive && session.number == 2 && isLoose)
    session.end()
    isValid.append(session.verify())
    // The token is forgotten with the log-in.
    let isForgotten = session.credential.isEmpty
    #expect(isValid == [true, true, true, true] && !session.isActive && session.number == 2 && isForgotten)
  }
}
