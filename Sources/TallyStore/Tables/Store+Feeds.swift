import CSQLite
import TallyFailure
import TallyMemory

/// The result of `findOrCreateFeed`.
public struct FeedRow: Equatable {
  public var id: Int64
  public var isNew: Bool
  /// The URL or the prefix has changed. The cursor starts from scratch.
  public var wasReset: Bool
  /// Its requests had a credential.
  public var hasCredential = false

  public init(id: Int64, isNew: Bool, wasReset: Bool) {
    self.id = id
    self.isNew = isNew
    self.wasReset = wasReset
  }
}

/// The state of a feed between two responses. Bytes are borrowed; none: unknown. An empty cursor requests everything,
/// so messages that the response lacks are removed (`removeOutsideSnapshot`).
public struct FeedState {
  public var cursor = UnsafeRawBufferPointer(start: nil, count: 0)
  public var epoch = UnsafeRawBufferPointer(start: nil, count: 0)
  public var etag = UnsafeRawBufferPointer(start: nil, count: 0)
  public var lastModified = UnsafeRawBufferPointer(start: nil, count: 0)
  public var title = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Milliseconds since 1970; 0: never.
  public var lastSuccess: Int64 = 0
  /// The next response replaces the stored data of the feed: it comes from another URL, prefix or mapping, or from a
  /// damaged file. Only the store sets it.
  public var mustReplace = false
  /// The interval that the server requested, in milliseconds; 0: none.
  public var poll: Int64 = 0
  /// A snapshot is to be requested. The server contradicted a read that was still to be sent, and does not repeat that:
  /// after it has taken the read, a snapshot says which of both holds. Or it counts something else than the feed
  /// contributes (`Store+Drift.swift`).
  public var isContradicted = false

  public init() {}

  /// The least time in `last_success`. Lesser values are no times: 0, the next response replaces everything; 1, no
  /// response ever came, so the next one adds to what was pushed before.
  static var firstTime: Int64 { 2 }

  mutating func takeSuccess(_ stored: Int64) {
    lastSuccess = stored < FeedState.firstTime ? 0 : stored
    mustReplace = stored == 0
  }
}

/// A feed with its state. Bytes are borrowed.
public struct StoredFeed {
  public var id: Int64 = 0
  public var name = UnsafeRawBufferPointer(start: nil, count: 0)
  public var url = UnsafeRawBufferPointer(start: nil, count: 0)
  public var prefix = UnsafeRawBufferPointer(start: nil, count: 0)
  public var state = FeedState()
  /// The number of rejected items.
  public var rejected: Int64 = 0
  /// Its requests had a credential.
  public var hasCredential = false

  public init() {}
}

extension Store {
  /// The account's feed of that name with the given URL and prefix, created if it does not exist.
  public func findOrCreateFeed(
    account: Int64, name feedName: UnsafeRawBufferPointer, url: UnsafeRawBufferPointer,
    prefix: UnsafeRawBufferPointer
  ) throws(Failure) -> FeedRow {
    let find = try statement(.feed(.find), account, text: feedName)
    if try step(find) {
      let id = try identifier(find, 0)
      if isEqual(find.bytes(1), url) && isEqual(find.bytes(2), prefix) {
        var row = FeedRow(id: id, isNew: false, wasReset: false)
        row.hasCredential = find.number(3) != 0
        return row
      }
      try resetFeed(id, url: url, prefix: prefix)
      return FeedRow(id: id, isNew: false, wasReset: true)
    }
    var insert = try statement(.feed(.insert), account, text: feedName)
    insert.bind(3, text: url)
    insert.bind(4, text: prefix)
    try finish(insert)
    return FeedRow(id: sqlite3_last_insert_rowid(database), isNew: true, wasReset: false)
  }

  /// The identifier of the account's feed of that name; nil: there is none.
  public func findFeed(account: Int64, name feedName: UnsafeRawBufferPointer) throws(Failure) -> Int64? {
    let find = try statement(.feed(.find), account, text: feedName)
    return try step(find) ? identifier(find, 0) : nil
  }

  /// Visits the account's feed of that name, without the state of its last responses. No visit: there is none.
  public func findFeed(
    account: Int64, name feedName: UnsafeRawBufferPointer, visit: (StoredFeed) throws(Failure) -> Void
  ) throws(Failure) {
    let find = try statement(.feed(.find), account, text: feedName)
    if try !step(find) { return }
    var feed = StoredFeed()
    feed.id = try identifier(find, 0)
    feed.name = feedName
    feed.url = find.bytes(1)
    feed.prefix = find.bytes(2)
    feed.hasCredential = find.number(3) != 0
    try visit(feed)
  }

  /// The same by its number.
  public func findFeed(account: Int64, id: Int64, visit: (StoredFeed) throws(Failure) -> Void) throws(Failure) {
    let find = try statement(.feed(.findNumber), id, account)
    if try !step(find) { return }
    var feed = StoredFeed()
    feed.id = id
    feed.name = find.bytes(0)
    feed.url = find.bytes(1)
    feed.prefix = find.bytes(2)
    feed.hasCredential = find.number(3) != 0
    try visit(feed)
  }

  private func resetFeed(
    _ feed: Int64, url: UnsafeRawBufferPointer, prefix: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(.feed(.reset), feed, text: url)
    statement.bind(3, text: prefix)
    try finish(statement)
  }

  /// - Throws: `.notFound`.
  public func loadFeedState(
    feed: Int64, visit: (FeedState) throws(Failure) -> Void
  ) throws(Failure) {
    let statement = try statement(.feed(.load), feed)
    guard try step(statement) else { throw refusal(.notFound, "there is no such feed") }
    var state = FeedState()
    state.cursor = statement.bytes(0)
    state.epoch = statement.bytes(1)
    state.etag = statement.bytes(2)
    state.lastModified = statement.bytes(3)
    state.title = statement.bytes(4)
    state.takeSuccess(statement.number(5))
    state.poll = statement.number(6)
    state.isContradicted = statement.number(7) != 0
    try visit(state)
  }

  /// Visits at most `limit` feeds of an account after a name (no bytes: from the first), sorted by the bytes of their
  /// names.
  /// - Returns: whether there are more.
  @discardableResult
  public func listFeeds(
    account: Int64, after name: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    limit: Int = Int.max - 1, visit: (StoredFeed) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var statement = try statement(.feed(.list), account, text: name)
    statement.bind(3, Int64(limit) + 1)
    for _ in 0..<limit {
      if try !step(statement) { return false }
      var feed = StoredFeed()
      feed.id = try identifier(statement, 0)
      feed.name = statement.bytes(1)
      feed.url = statement.bytes(2)
      feed.prefix = statement.bytes(3)
      feed.state.cursor = statement.bytes(4)
      feed.state.epoch = statement.bytes(5)
      feed.state.etag = statement.bytes(6)
      feed.state.lastModified = statement.bytes(7)
      feed.state.title = statement.bytes(8)
      feed.state.takeSuccess(statement.number(9))
      feed.state.poll = statement.number(10)
      feed.rejected = statement.number(11)
      feed.hasCredential = statement.number(12) != 0
      try visit(feed)
    }
    return try step(statement)
  }

  /// Its requests have a credential from now on, or not.
  public func saveCredential(feed: Int64, _ hasCredential: Bool) throws(Failure) {
    try run(.feed(.saveCredential), feed, hasCredential ? 1 : 0)
  }

  /// A good response came that had nothing to store.
  public func saveLastSuccess(feed: Int64, _ time: Int64) throws(Failure) {
    try run(.feed(.saveLastSuccess), feed, max(time, FeedState.firstTime))
  }

  /// - Throws: `.notFound`.
  public func saveFeedState(feed: Int64, _ state: FeedState) throws(Failure) {
    var statement = try statement(.feed(.save), feed, text: state.cursor)
    statement.bind(3, text: state.epoch)
    statement.bind(4, text: state.etag)
    statement.bind(5, text: state.lastModified)
    statement.bind(6, text: state.title)
    statement.bind(7, max(state.lastSuccess, FeedState.firstTime))
    statement.bind(8, state.poll)
    statement.bind(9, state.isContradicted ? 1 : 0)
    if try finish(statement) == 0 { throw refusal(.notFound, "there is no such feed") }
  }

  /// Visits the end of the wait that a feed's server has requested, in milliseconds since 1970, and the URL of that
  /// request, if there is one.
  public func loadWait(
    account: Int64, feed: Int64, visit: (_ until: Int64, _ url: UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let statement = try statement(.wait(.load), account, feed)
    if try step(statement) { try visit(statement.number(0), statement.bytes(1)) }
  }

  public func saveWait(
    account: Int64, feed: Int64, until: Int64, url: UnsafeRawBufferPointer
  ) throws(Failure) {
    var statement = try statement(.wait(.save), account, feed)
    statement.bind(3, until)
    statement.bind(4, text: url)
    try finish(statement)
  }

  /// Removes a feed and its messages, and reports what they fed as removed. `removePlaced` handles the badges it set.
  /// - Throws: `.notFound`.
  public func removeFeed(account: Int64, feed: Int64, visit: DeltaVisitor) throws(Failure) {
    try forgetMarks(account: account, feed: feed)
    try forgetForgotten(account: account, feed: feed)
    try forgetDrifts(account: account, feed: feed)
    try forgetNotes(account: account, feed: feed, from: 0, through: Int64.max)
    try run(.outbox(.deleteOfFeed), account, feed)
    try run(.wait(.delete), account, feed)
    try forgetFeedOptions(account: account, feed: feed)
    deltas.removeAll()
    let sums = try statement(.sum(.ofFeed), feed)
    try collectSums(sums)
    sums.finish()
    if try hasLevels(account) { try collectLevelSums(try statement(.level(.ofFeed), feed)) }
    try run(.message(.deleteOfFeed), feed)
    let delete = try statement(.feed(.delete), feed)
    if try finish(delete) == 0 { throw refusal(.notFound, "there is no such feed") }
    try tellDeltas(visit)
  }
}
