import TallyFailure
import TestSupport
import Testing

@testable import TallyStore

@Suite struct FeedTests {
  @Test func stateStays() throws {
    let store = try openStore()
    func add(_ url: String, _ prefix: String) throws -> FeedRow {
      try store.findOrCreateFeed(account: 1, name: raw("main"), url: raw(url), prefix: raw(prefix))
    }
    let row = try add("u", "root")
    #expect(row.isNew && !row.wasReset)
    var state = FeedState()
    (state.cursor, state.epoch, state.etag, state.lastModified) = (raw("c"), raw("e"), raw("\"t\""), raw("m"))
    (state.title, state.lastSuccess, state.poll) = (raw("Title"), 5, 900_000)
    try store.saveFeedState(feed: row.id, state)
    #expect(try add("u", "root") == FeedRow(id: row.id, isNew: false, wasReset: false))
    func stored() throws -> [String] {
      var all: [String] = []
      try store.loadFeedState(feed: row.id) { state throws(Failure) in
        all = [state.cursor, state.epoch, state.etag, state.lastModified, state.title].map(text)
        all.append("\(state.lastSuccess) \(state.poll)")
      }
      return all
    }
    #expect(try stored() == ["c", "e", "\"t\"", "m", "Title", "5 900000"])
    #expect(try add("u", "root.x").wasReset)
    #expect(try stored() == ["", "", "", "", "Title", "0 0"])
    #expect(refusal { try store.saveFeedState(feed: 99, state) }?.code == .notFound)
    #expect(refusal { try store.loadFeedState(feed: 99) { _ throws(Failure) in } }?.code == .notFound)
  }

  /// A new feed has nothing to replace. A feed with another URL has, until a response comes.
  @Test func whatTheNextResponseReplaces() throws {
    let store = try openStore()
    func add(_ url: String) throws -> Int64 {
      try store.findOrCreateFeed(account: 1, name: raw("main"), url: raw(url), prefix: raw("root")).id
    }
    let feed = try add("u")
    func stored() throws -> [String] {
      var all: [String] = []
      func note(_ state: FeedState) { all.append("\(state.lastSuccess) \(state.mustReplace)") }
      try store.loadFeedState(feed: feed) { state throws(Failure) in note(state) }
      try store.listFeeds(account: 1) { feed throws(Failure) in note(feed.state) }
      return all
    }
    #expect(try stored() == ["0 false", "0 false"])
    #expect(try add("u") == feed)
    #expect(try stored() == ["0 false", "0 false"])
    #expect(try add("v") == feed)
    #expect(try stored() == ["0 true", "0 true"])
    // A clock that has not been set.
    try store.saveLastSuccess(feed: feed, 0)
    #expect(try stored() == ["2 false", "2 false"])
    _ = try add("w")
    try store.saveFeedState(feed: feed, FeedState())
    #expect(try stored() == ["2 false", "2 false"])
    try store.saveLastSuccess(feed: feed, 900)
    #expect(try stored() == ["900 false", "900 false"])
  }

  /// The newest rejected items of each feed are kept, and listed from the oldest on, page by page.
  @Test func rejectedItems() throws {
    let f = try Fixture()
    let other = try f.store.findOrCreateFeed(
      account: f.account, name: raw("other"), url: raw("u"), prefix: raw("root")
    ).id
    f.store.bounds.rejected = 4
    func reject(_ feed: Int64, _ number: Int) throws {
      try f.store.keepRejected(
        account: f.account, feed: feed, time: Int64(number), reason: raw("why \(number)"), body: raw("body \(number)"))
    }
    for number in 1...7 { try reject(f.feed, number) }
    try reject(other, 9)
    var found: [String] = []
    var (last, more, pages) = (Int64(0), true, 0)
    while more && pages < 9 {
      more = try f.store.listRejected(account: f.account, feed: f.feed, after: last, limit: 3) { item in
        found.append("\(item.id) \(item.time) \(text(item.reason)) \(text(item.body))")
        last = item.id
      }
      pages += 1
    }
    #expect(found == (4...7).map { "\($0) \($0) why \($0) body \($0)" } && pages == 2)
    var counts: [String: Int64] = [:]
    let isMore = try f.store.listFeeds(account: f.account) { feed throws(Failure) in
      counts[text(feed.name)] = feed.rejected
    }
    #expect(counts == ["main": 4, "other": 1] && !isMore)
    // Some are forgotten, and the numbers go on.
    try f.store.forgetNotes(account: f.account, feed: f.feed, from: 1, through: 6)
    try reject(f.feed, 8)
    found = []
    _ = try f.store.listRejected(account: f.account, feed: f.feed, after: 0, limit: 9) { item in
      found.append(text(item.body))
    }
    #expect(found == ["body 7", "body 8"])
  }

  /// A body that is too long is cut, and not within a character.
  @Test func longBodiesAreCut() throws {
    let f = try Fixture()
    let body = "x" + String(repeating: "é", count: 40_000)
    try f.store.keepRejected(account: f.account, feed: f.feed, time: 1, reason: raw("long"), body: raw(body))
    var found = ""
    _ = try f.store.listRejected(account: f.account, feed: f.feed, after: 0, limit: 1) { found = text($0.body) }
    #expect(found == "x" + String(repeating: "é", count: 32_767))
  }
}
