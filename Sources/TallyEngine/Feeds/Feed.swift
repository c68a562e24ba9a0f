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
    /// That of the last response; 0: there was none.
    public var httpStatus: Int32 = 0
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
  /// A snapshot would be in vain for now: rows of the outbox mask what the server says, or the server could not send
  /// one. It counts only after a contradiction, and ends when the server has taken all rows.
  var isSnapshotHeldBack = false
  /// The events that will complete the pending forces.
  var forces: [OneTimeEvent] = []

  /// Its identity, and its state from the last responses. It changes under both locks, so either is enough to read it.
  var remembered = Remembered()
  var lastSuccess: Int64 = 0
  var counts = FeedInfo.Counts()
  /// Its stored data comes from another URL or prefix, and is removed with the first response.
  var mustReplace: Bool { remembered.mustReplace }
  /// Only a snapshot makes the server repeat what a row has masked, or what was lost on the way.
  var wantsAll: Bool { remembered.isContradicted && !isSnapshotHeldBack && !cursor.isEmpty && !isFile }
  /// The description of the last error.
  var problem = ByteBuffer()
  /// Pages that the host has delivered in this run.
  var deliveries: UInt32 = 0
  /// Messages that were pushed in this run.
  var pushes: UInt32 = 0
  /// The time over which the server wants its clients to be spread after a push, in milliseconds.
  var spread: Int64 = 0
  /// Its requests had a credential, so without one they wait. It changes under both locks.
  var needsCredential = false
  /// Its options are for this run.
  var isTemporary = false
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
  /// There is room for so many of its DRIFT events.
  var pledgedDrifts = 0

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

extension Feed {
  /// Removes the feed with all its data.
  public func remove() throws(Failure) {
    try account.changeLong(
      .call,
      check: { (hold) throws(Failure) in try checkPresent() },
      { (share) throws(Failure) in
        try share.feeding { (visit: DeltaVisitor) throws(Failure) in
          try share.store.removeFeed(account: account.id, feed: id, visit: visit)
        }
        // No snapshot has a negative number.
        try withdrawClaims(outside: -1, in: share)
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
    engine.events.drop(feed: id, pledged: (isRefusalWaiting ? 1 : 2) + pledgedDrifts)
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
    visit: (ListedFeed) -> Void
  ) throws(Failure) -> Bool {
    try listing(limit) { () throws(Failure) in
      try store.listFeeds(account: id, after: name, limit: limit) { (stored) throws(Failure) in
        var listed = ListedFeed(stored)
        if let running = engine.feeds.find(id: stored.id) {
          listed.isRunning = true
          listed.isTemporary = running.isTemporary
          return running.withOptions { options in visit(listed.with(options)) }
        }
        let isStored = try store.loadFeedOptions(account: id, feed: stored.id) { options in
          visit(listed.with(options))
        }
        if !isStored { visit(listed) }
      }
    }
  }

  /// Lists the rejected items of a feed's responses, the oldest first. `visit` as above.
  /// - Parameter number: begins after it; 0: from the first.
  public func listRejected(
    feed: Int64, after number: Int64, limit: Int, visit: (RejectedItem) -> Void
  ) throws(Failure) -> Bool {
    try listing(limit) { () throws(Failure) in
      try store.listRejected(
        account: id, feed: feed, after: number, limit: limit, visit: visit)
    }
  }

  /// Lists the paths, at one or also below it, where servers count something else, until `visit` returns false.
  public func listDrifts(
    _ path: UnsafeRawBufferPointer, subtree: Bool, after: ListPlace?, visit: (Drift) -> Bool
  ) throws(Failure) {
    let place = try canonical(path)
    try withStore { (hold) throws(Failure) in
      try store.listDrifts(account: id, at: place.bytes.bytes, subtree: subtree, after: after, visit: visit)
    }
  }

  private func listing(_ limit: Int, _ body: () throws(Failure) -> Bool) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try withStore { (hold) throws(Failure) in try body() }
  }
}
