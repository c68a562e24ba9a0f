import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

/// A feed's state, for the host.
public struct FeedInfo: Sendable {
  public var id: Int64 = 0
  public var counts = Counts()
  public var lastSuccess: Int64 = 0
  /// Milliseconds since 1970; 0: not planned.
  public var nextTime: Int64 = 0
  public var isInFlight = false
  public var failuresInARow: UInt32 = 0

  /// The counts of this run.
  public struct Counts: Sendable {
    public var result = Status.empty
    public var requests: UInt64 = 0
    public var notModified: UInt64 = 0
    public var failures: UInt64 = 0
  }
}

/// A source of messages and badges of an account, and the state of its requests. Under the engine's `lock`, except
/// `exchange`, which belongs to the loop thread.
///
/// Invariants: `slot` is its place in `engine.feeds` from its addition to its removal. `forces` are those that the
/// policy has yet to complete, oldest first. `version` counts the changes of URL and prefix, to recognise a response to
/// the former one.
public final class Feed: EnginePart, @unchecked Sendable {
  public let account: Account
  public let id: Int64
  var slot: UInt32 = 0
  var version: UInt32 = 0
  var requests: FeedOptions.Requests
  var retention: FeedOptions.Retention
  var policy: FeedPolicy
  /// The moment when a server last accepted a row of the outbox.
  var acknowledged: Int64 = 0
  var isRemoved = false
  /// The events that will complete the pending forces.
  var forces: [OneTimeEvent] = []

  /// Its identity, and its state from the last responses. It changes under both locks, so either is enough to read it.
  var remembered = Remembered()
  var lastSuccess: Int64 = 0
  var counts = FeedInfo.Counts()
  /// Its stored data comes from another URL or prefix, and is removed with the first response.
  var mustReplace = false
  /// The description of the last error.
  var problem = ByteBuffer()
  /// Pages that the host has delivered in this run.
  var deliveries: UInt32 = 0
  /// The time over which the server wants its clients to be spread after a push, in milliseconds.
  var spread: Int64 = 0
  /// Its own credential; nil: that of the account for its server.
  var credential: BoundCredential?
  /// Its title until the server sends one.
  var defaultTitle = ByteBuffer()
  /// The members of its pages that were logged as unknown in this run.
  var unknown = UnknownMembers()
  /// Retention must still remove messages. It changes under the store's lock.
  var hasOld = false
  /// There may be pushed messages without an id.
  var mayHavePushed = true
  /// An AUTH event of it is in the queue.
  var isRefusalWaiting = false

  // The loop's tasks.
  var pendingStart: PolicyStart?
  /// The exchange that timed out. Its SYNCED is not reported yet.
  var timedOutExchange: UInt32?
  /// Its request is among those to cancel.
  var isCancelled = false

  /// The pending SYNCED event, if there is one.
  let news = FeedNews()
  var syncedEntry = EventQueue.none
  /// Its observers. Each has an event of its own.
  var watchers: [FeedNews] = []

  /// Loop thread only.
  var exchange: Exchange?

  init(account: Account, id: Int64, options: FeedOptions) {
    self.account = account
    self.id = id
    requests = options.requests
    retention = options.retention
    policy = FeedPolicy(options: options.forPolicy, isForeground: account.engine.presence.isForeground)
  }

  var engine: Engine { account.engine }

  // Borrowed until they are set again.
  var name: UnsafeRawBufferPointer { remembered.texts[0] }
  var url: UnsafeRawBufferPointer { remembered.texts[1] }
  /// Canonical.
  var prefix: UnsafeRawBufferPointer { remembered.texts[2] }
  var cursor: UnsafeRawBufferPointer { remembered.texts[3] }
  var epoch: UnsafeRawBufferPointer { remembered.texts[4] }
  var etag: UnsafeRawBufferPointer { remembered.texts[5] }
  var lastModified: UnsafeRawBufferPointer { remembered.texts[6] }
  /// The last one that the server has sent; empty: none.
  var title: UnsafeRawBufferPointer { remembered.texts[7] }
  /// For the user.
  var shownTitle: UnsafeRawBufferPointer { title.isEmpty ? defaultTitle.bytes : title }
}

extension Account {
  /// Adds a feed, or sets the options of the one with that name.
  /// - Parameter url: nil: it is never polled; the host delivers its pages.
  public func addFeed(
    _ name: UnsafeRawBufferPointer, url: UnsafeRawBufferPointer?, prefix: UnsafeRawBufferPointer?,
    _ options: FeedOptions
  ) throws(Failure) -> Feed {
    try Failure.checkName(name, "the name of a feed")
    try options.validate()
    try Feed.check(name, url, isPlain: prefix == nil && options.requests.mapping == nil)
    var place = Path()
    if let prefix {
      try place.parse(prefix, limits: engine.options.paths)
    } else {
      try growing { () throws(OutOfMemory) in try place.setRoot() }
    }
    try engine.checkFork()
    var entry = FeedAddition(
      name: name, url: url ?? UnsafeRawBufferPointer(start: nil, count: 0), prefix: place.bytes.bytes)
    let storeHold = engine.takeStore()
    try engine.settleStore(storeHold)
    try reserveFeed(storeHold, &entry, options)
    do throws(Failure) {
      try engine.changeRows(storeHold) { () throws(Failure) in try storeFeed(storeHold, &entry, options) }
    } catch {
      let hold = lock()
      if entry.known == nil { engine.events.redeem(2) }
      hold.release()
      throw error
    }
    return takeFeed(storeHold, &entry, options)
  }

  /// Everything that can fail comes before the commit, so the stored and the known state of a feed agree.
  private func reserveFeed(
    _ storeHold: borrowing StoreHold, _ entry: inout FeedAddition, _ options: FeedOptions
  ) throws(Failure) {
    let hold = try enterAnywhere()
    defer { hold.keep() }
    let stored = try engine.store.findFeed(account: id, name: entry.name)
    entry.known = stored.flatMap { engine.feeds.find(id: $0) }
    if entry.known == nil, engine.feeds.count >= engine.options.maxFeeds {
      throw Failure(.limit, "no more feeds can be added")
    }
    try growing { () throws(OutOfMemory) in
      for byte in options.title { try entry.title.append(byte: byte) }
      try Feed.appendIdentity(entry.url, options.requests.mapping, to: &entry.identity)
      try engine.feeds.reserve()
      if entry.known != nil { return }
      try feeds.reserve()
      // For its SYNCED and its AUTH: at most one of each is pending.
      try engine.events.pledge(2)
    }
  }

  private func storeFeed(
    _ storeHold: borrowing StoreHold, _ entry: inout FeedAddition, _ options: FeedOptions
  ) throws(Failure) {
    let store = engine.store
    entry.row = try store.findOrCreateFeed(
      account: id, name: entry.name, url: entry.identity.bytes, prefix: entry.prefix)
    let (feed, place) = (entry.row.id, (entry.name, entry.url, entry.prefix))
    var isFull = false
    try store.loadFeedState(feed: feed) { state in
      do throws(OutOfMemory) { try entry.fresh.take(place, state) } catch { isFull = true }
    }
    if isFull { throw .noMemory }
    if entry.known == nil {
      try store.loadWait(account: id, feed: feed) { (time, asked) in
        if HTTPClient.areOfSameOrigin(asked, entry.url) { entry.wait = time }
      }
    }
    guard let memo = options.memo else { return }
    try memo.withUnsafeBufferPointer { (memo) throws(Failure) in
      try store.saveMemo(account: id, feed: feed, UnsafeRawBufferPointer(memo))
    }
  }

  /// Makes a stored feed known, or sets the options of a known one.
  private func takeFeed(
    _ storeHold: borrowing StoreHold, _ entry: inout FeedAddition, _ options: FeedOptions
  ) -> Feed {
    let hold = lock()
    let (known, wasReset) = (entry.known, entry.row.wasReset)
    let wasLocal = known?.isLocal
    let isSameServer = known.map { HTTPClient.areOfSameOrigin($0.url, entry.url) } ?? true
    let feed = known ?? Feed(account: self, id: entry.row.id, options: options)
    feed.take(hold, &entry, options)
    if known == nil {
      engine.beginFeeds(hold)
      feeds.append(feed)
      engine.feeds.insert(feed)
    }
    if known == nil || wasReset { engine.feeds.origins.attach(feed.slot, to: HTTPClient.origin(of: entry.url)) }
    let sinceSuccess = clock.wall &- feed.lastSuccess
    if known == nil, !wasReset, feed.lastSuccess > 0, sinceSuccess >= 0 {
      feed.advise(hold, .hadSucceeded(sinceSuccess))
    }
    if wasLocal != feed.isLocal {
      if feed.isLocal || !isLoggedIn { feed.advise(hold, .logOut) }
      if isLoggedIn { feed.advise(hold, feed.logIn) }
    }
    let wait = timeLeft(until: entry.wait, clock.wall)
    if wait > 0 { feed.advise(hold, .mustWait(wait)) }
    // None of its data is known to exist any more.
    if known != nil, wasReset, !feed.isLocal { feed.advise(hold, .moved(isSameServer: isSameServer)) }
    feed.advise(hold, .tick)
    return feed
  }
}

/// A feed that is being added, or gets other options.
private struct FeedAddition: ~Copyable {
  let name: UnsafeRawBufferPointer
  let url: UnsafeRawBufferPointer
  let prefix: UnsafeRawBufferPointer
  /// It was added before.
  var known: Feed?
  /// The stored form of its URL.
  var identity = ByteBuffer()
  var title = ByteBuffer()
  var row = FeedRow(id: 0, isNew: false, wasReset: false)
  var fresh = Remembered()
  /// The end, on the wall clock, of the wait that its server has requested; 0: none.
  var wait: Int64 = 0
}

extension Feed {
  /// Takes the stored state of a new URL, and the options.
  fileprivate func take(_ hold: borrowing LockHold, _ entry: inout FeedAddition, _ options: FeedOptions) {
    let row = entry.row
    if entry.known == nil || row.wasReset {
      swap(&remembered, &entry.fresh)
      lastSuccess = remembered.lastSuccess
    }
    if row.wasReset { version += 1 }
    // Its data may come from another URL or prefix, perhaps in an earlier run.
    let isUnanswered =
      entry.known == nil && !row.isNew && lastSuccess == 0 && !isEqual(entry.name, bytes(of: Feed.localName))
    mustReplace = mustReplace || row.wasReset || isUnanswered
    requests = options.requests
    retention = options.retention
    policy.options = options.forPolicy
    swap(&defaultTitle, &entry.title)
  }

  /// Removes the feed with all its data.
  public func remove() throws(Failure) {
    try account.changeLong(
      .call,
      check: { (hold) throws(Failure) in try checkPresent() },
      { (share) throws(Failure) in
        try share.feeding { (visit: DeltaVisitor) throws(Failure) in
          try share.store.removeFeed(account: account.id, feed: id, feeding: account.feeding.rawValue, visit: visit)
        }
        // No snapshot has a negative number.
        try removePlaced(outside: -1, in: share)
      },
      complete: { hold in
        // Set before the locks are released: a response that arrives now must not store anything for it again.
        isRemoved = true
        account.feeds.remove(self)
        leave(hold)
      })
  }

  /// Ends everything in progress for a removed feed, and frees its place.
  func leave(_ hold: borrowing LockHold) {
    advise(hold, .remove)
    if syncedEntry != EventQueue.none { _ = engine.events.take(syncedEntry) }
    takeSynced()
    dropWatchers()
    if isRefusalWaiting { engine.events.forget(refusalOf: id) }
    engine.events.rest()
    engine.events.redeem(isRefusalWaiting ? 1 : 2)
    engine.feeds.remove(self)
  }

  func checkPresent() throws(Failure) {
    if isRemoved { throw Failure(.notFound, "the feed was removed") }
  }

  /// Checks a feed's name and URL. The local feed has no URL and no other options.
  /// - Parameter isPlain: without a prefix and a mapping.
  static func check(
    _ name: UnsafeRawBufferPointer, _ url: UnsafeRawBufferPointer?, isPlain: Bool
  ) throws(Failure) {
    if isEqual(name, bytes(of: localName)), url != nil || !isPlain {
      throw Failure(.argument, "the local feed has no URL, no prefix and no mapping")
    }
    if isEqual(name, bytes(of: reminderName)) {
      throw Failure(.argument, "the feed of reminders is the library's own")
    }
    guard let url else { return }
    try Failure.checkText(url, "url", .url)
    switch HTTPClient.checkURL(url) {
    case .none: break
    case .outOfMemory: throw .noMemory
    case .unsupportedScheme: throw Failure(.url, "URL ", quoting: url, ": only http:, https: and file: are supported")
    default: throw Failure(.url, "URL ", quoting: url, " is malformed")
    }
  }

  /// The feed for the messages that the host posts.
  static var localName: StaticString { FeedName.local }

  /// The prefix of the ids of pushed messages that came without one.
  static var pushedPrefix: StaticString { "tally:push:" }

  /// The feed for the messages that light the badges of reminders.
  static var reminderName: StaticString { FeedName.reminders }

  /// It has no URL, so it is not polled.
  var isLocal: Bool { url.isEmpty }
  /// The input of its policy when the account logs in.
  var logIn: PolicyInput { isLocal ? .logInLocally : .logIn }

  /// Its state; `title` receives the title.
  public func state(title output: inout ByteBuffer) throws(Failure) -> FeedInfo {
    let hold = try engine.enter()
    defer { hold.keep() }
    try checkPresent()
    var current = FeedInfo()
    current.id = id
    current.counts = counts
    current.lastSuccess = lastSuccess
    current.nextTime = nextTime
    current.isInFlight = policy.exchange != nil
    current.failuresInARow = policy.failuresInARow
    output.removeAll()
    try growing { () throws(OutOfMemory) in try output.append(shownTitle) }
    return current
  }

  /// When it is polled next, on the wall clock; 0: not planned.
  var nextTime: Int64 {
    guard let next = policy.nextWake else { return 0 }
    let now = clock.now()
    return saturatingSum(now.wall, timeLeft(until: next, now.elapsed))
  }
}

// Reading the stored data of feeds.

extension Account {
  /// Lists the stored feeds, added in this run or not. `visit` runs with the engine's locks held and must not call the
  /// engine.
  /// - Parameter name: begins after it; no bytes: from the first.
  /// - Returns: whether there are more.
  public func listFeeds(
    after name: UnsafeRawBufferPointer, limit: Int,
    visit: (_ feed: StoredFeed, _ isAdded: Bool) -> Void
  ) throws(Failure) -> Bool {
    try listing(limit) { () throws(Failure) in
      try engine.store.listFeeds(account: id, after: name, limit: limit) { stored in
        var feed = stored
        feed.url = Feed.url(ofIdentity: stored.url)
        let added = engine.feeds.find(id: stored.id)
        if let added, feed.state.title.isEmpty { feed.state.title = added.defaultTitle.bytes }
        visit(feed, added != nil)
      }
    }
  }

  /// Lists the rejected items of a feed's responses, the oldest first. `visit` as above.
  /// - Parameter number: begins after it; 0: from the first.
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
    return try withStore { (hold) throws(Failure) in try body() }
  }
}
