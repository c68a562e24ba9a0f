import TallyFailure
import TallyMemory
import TallyStore

// What is stored of feeds, for whoever looks after them.

extension Account {
  /// Lists the feeds that are stored, added in this run or not. `visit` is called with the engine's locks taken and must
  /// not call the engine.
  /// - Parameter name: those after it; no bytes: from the first.
  /// - Returns: whether there are more.
  public func listFeeds(
    after name: UnsafeRawBufferPointer, limit: Int,
    visit: (_ feed: StoredFeed, _ isAdded: Bool) -> Void
  ) throws(Failure) -> Bool {
    try listing(limit) { () throws(Failure) in
      try engine.store.listFeeds(account: id, after: name, limit: limit) { stored in
        var feed = stored
        feed.url = Feed.url(ofIdentity: stored.url)
        visit(feed, engine.feed(stored.id) != nil)
      }
    }
  }

  /// Lists the items of a feed's answers that could not be used, the oldest first. `visit` as above.
  /// - Parameter number: those after it; 0: from the first.
  public func listRejected(
    feed: Int64, after number: UInt64, limit: Int, visit: (RejectedItem) -> Void
  ) throws(Failure) -> Bool {
    try listing(limit) { () throws(Failure) in
      try engine.store.listRejected(
        account: id, feed: feed, after: Int64(clamping: number), limit: limit, visit: visit)
    }
  }

  private func listing(_ limit: Int, _ body: () throws(Failure) -> Bool) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try withStore { () throws(Failure) in try body() }
  }
}
