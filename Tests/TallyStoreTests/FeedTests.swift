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
}
