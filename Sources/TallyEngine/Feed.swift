import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

/// How a feed is asked. Durations are milliseconds; nil: not at all by that rule.
public struct FeedOptions: Sendable {
  public var initialDelay: Int64? = 1000
  public var interval: Int64? = 600_000
  public var requestTimeout: Int64 = 300_000
  public var idleTimeout: Int64 = 60_000
  public var pageLimit: UInt32 = 200

  public init() {}

  func validate() throws(Failure) {
    if let initialDelay, initialDelay < 1 { throw Failure(.range, "initial_delay must be at least 1 ms, or -1") }
    if let interval, interval < 100 { throw Failure(.range, "interval must be at least 100 ms, or -1") }
    if requestTimeout < 100 { throw Failure(.range, "request_timeout must be at least 100 ms") }
    if idleTimeout < 100 { throw Failure(.range, "idle_timeout must be at least 100 ms") }
    if !(1...10_000).contains(pageLimit) { throw Failure(.range, "page_limit must be 1 to 10000") }
  }
}

/// A feed's state, for the host.
public struct FeedInfo: Sendable {
  public var id: Int64 = 0
  public var result = Status.empty
  public var lastSuccess: Int64 = 0
  /// Milliseconds since 1970; 0: not planned.
  public var nextTime: Int64 = 0
  public var requests: UInt64 = 0
  public var notModified: UInt64 = 0
  public var failures: UInt64 = 0
  public var isInFlight = false
  public var failuresInARow: UInt32 = 0
}

/// One source of messages and badges of an account, and how the last requests went. Under the engine's `lock`, but for
/// `flight`, which belongs to the loop thread.
///
/// Invariants: `slot` is its place in `engine.feeds` until it is removed; each token that its policy holds has its
/// callback in `forces`; `version` counts the changes of URL and prefix, so that an answer to the former one is known.
public final class Feed: @unchecked Sendable {
  public let account: Account
  public let id: Int64
  let slot: UInt32
  let name: [UInt8]
  var url = ByteBuffer()
  /// Canonical.
  var prefix = ByteBuffer()
  var version: UInt32 = 0
  var options: FeedOptions
  var policy: FeedPolicy
  var isRemoved = false
  var forces: [(token: UInt64, callback: Callback)] = []

  // What the last answers left.
  var cursor = ByteBuffer()
  var epoch = ByteBuffer()
  var etag = ByteBuffer()
  var lastModified = ByteBuffer()
  var title = ByteBuffer()
  var lastSuccess: Int64 = 0
  var info = FeedInfo()
  var notModifiedInARow = 0
  /// What is stored of it comes from another URL or prefix, and goes when the first answer is there.
  var mustReplace = false
  var lastSnapshot: Int64?
  /// What went wrong last, in words.
  var problem = ByteBuffer()
  /// An AUTH event of it is in the queue.
  var isRefusalWaiting = false

  // What the loop has to do.
  var flightToStart: UInt64?
  /// It is in the engine's `departures`.
  var isDeparting = false
  /// The time that stands for it in the engine's plan.
  var plannedWake: Int64?

  // The SYNCED event that waits, or the next one.
  var synced = Event(.synced)
  var syncedText = ByteBuffer()
  var syncedEntry = EventQueue.none

  /// Loop thread only.
  var flight: Flight?

  init(account: Account, id: Int64, slot: UInt32, name: [UInt8], options: FeedOptions, seed: UInt64) {
    self.account = account
    self.id = id
    self.slot = slot
    self.name = name
    self.options = options
    policy = FeedPolicy(
      options: PolicyOptions(initialDelay: options.initialDelay, interval: options.interval), seed: seed)
  }

  var engine: Engine { account.engine }

  func takeSynced() {
    syncedEntry = EventQueue.none
    synced = Event(.synced)
    syncedText.removeAll()
  }
}

extension Account {
  /// Adds a feed, or sets the options of the one with that name.
  public func addFeed(
    _ name: UnsafeRawBufferPointer, url: UnsafeRawBufferPointer, prefix: UnsafeRawBufferPointer?,
    _ options: FeedOptions
  ) throws(Failure) -> Feed {
    try Failure.checkName(name, "the name of a feed")
    try options.validate()
    switch HTTPClient.checkURL(url) {
    case .none: break
    case .outOfMemory: throw .noMemory
    case .unsupportedScheme: throw Failure(.url, "URL ", quoting: url, ": only http:, https: and file: are supported")
    default: throw Failure(.url, "URL ", quoting: url, " is not well formed")
    }
    var place = Path()
    if let prefix {
      try growingTree(prefix) { () throws(TreeError) in try place.parse(prefix, limits: engine.options.paths) }
    } else {
      try growing { () throws(OutOfMemory) in try place.setRoot() }
    }
    if engine.isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    engine.storeLock.lock()
    defer { engine.storeLock.unlock() }
    try enterAnywhere()
    defer { engine.lock.unlock() }
    return try addFeedLocked(name, url, place.bytes.bytes, options)
  }

  private func addFeedLocked(
    _ name: UnsafeRawBufferPointer, _ url: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer,
    _ options: FeedOptions
  ) throws(Failure) -> Feed {
    var known: Feed?
    for feed in feeds where feed.name.withUnsafeBytes({ isEqual($0, name) }) { known = feed }
    let slot = known.map { Int($0.slot) } ?? engine.freeFeedSlot()
    if known == nil, slot >= engine.options.maxFeeds { throw Failure(.limit, "max_feeds feeds were added") }
    // Whatever can fail comes before the commit: what is stored of a feed and what is known of it are then the same.
    var newURL = ByteBuffer()
    var newPrefix = ByteBuffer()
    var fresh = Remembered()
    try growing { () throws(OutOfMemory) in
      try newURL.append(url)
      try newPrefix.append(prefix)
      try engine.reserveFeedPlan()
      // For its SYNCED and its AUTH: at most one of each waits.
      if known == nil { try engine.queue.pledge(2) }
    }
    let row: FeedRow
    do throws(Failure) {
      row = try engine.commitWithAllThatWaits { () throws(Failure) in try findOrCreateFeed(name, url, prefix, &fresh) }
    } catch {
      if known == nil { engine.queue.redeem(2) }
      throw error
    }
    let feed =
      known
      ?? Feed(
        account: self, id: row.id, slot: UInt32(slot), name: [UInt8](name), options: options,
        seed: engine.random())
    swap(&feed.url, &newURL)
    swap(&feed.prefix, &newPrefix)
    if known == nil || row.wasReset { feed.remember(&fresh) }
    if row.wasReset { feed.version += 1 }
    // Of another URL, or prefix, perhaps in an earlier run.
    feed.mustReplace = feed.mustReplace || row.wasReset || (known == nil && !row.isNew && feed.lastSuccess == 0)
    feed.options = options
    feed.policy.setOptions(PolicyOptions(initialDelay: options.initialDelay, interval: options.interval))
    if known == nil {
      feeds.append(feed)
      if slot == engine.feeds.count { engine.feeds.append(feed) } else { engine.feeds[slot] = feed }
      if isLoggedIn { feed.logIn() }
    }
    feed.plan()
    return feed
  }

  private func findOrCreateFeed(
    _ name: UnsafeRawBufferPointer, _ url: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer,
    _ fresh: inout Remembered
  ) throws(Failure) -> FeedRow {
    var isFull = false
    let row = try storing { () throws(StoreError) in
      let row = try engine.store.findOrCreateFeed(account: id, name: name, url: url, prefix: prefix)
      try engine.store.loadFeedState(feed: row.id) { state in
        do throws(OutOfMemory) { try fresh.take(state) } catch { isFull = true }
      }
      return row
    }
    if isFull { throw .noMemory }
    return row
  }
}

extension Engine {
  /// Room in the plan for one feed more. Superseded times stay in it until there are as many as feeds.
  func reserveFeedPlan() throws(OutOfMemory) {
    try feedWakes.reserve(additional: max(0, 2 * (feeds.count + 1) + 64 - feedWakes.count))
  }

  func planFeed(_ slot: UInt32, _ time: Int64) {
    if !feedWakes.hasRoom { feedWakes.removeStale { isCurrent($0) } }
    do throws(OutOfMemory) { try feedWakes.push(time, UInt64(slot) + 1) } catch {
      preconditionFailure("room was not reserved")
    }
    replan(time)
  }

  /// Whether an entry of the plan still stands for its feed.
  func isCurrent(_ entry: TimeHeap.Entry) -> Bool {
    guard let feed = feeds[Int(entry.key) - 1] else { return false }
    return feed.plannedWake == entry.time
  }

  /// The first slot that is free; where there is none, one more. Under `lock`.
  func freeFeedSlot() -> Int {
    for slot in firstFreeFeed..<max(feeds.count, firstFreeFeed) where feeds[slot] == nil {
      firstFreeFeed = slot
      return slot
    }
    firstFreeFeed = feeds.count
    return feeds.count
  }
}

extension Feed {
  /// Removes the feed with all that it brought.
  public func remove() throws(Failure) {
    var isMarked = false
    do throws(Failure) {
      try account.transact { () throws(Failure) in
        try checkPresent()
        try account.compound { () throws(Failure) in
          try account.feeding { (visit: DeltaVisitor) throws(StoreError) in
            try engine.store.removeFeed(feed: id, feeding: account.feeding.rawValue, visit: visit)
          }
        }
        // Before the locks are given up: an answer that comes just now must not store anything for it again.
        isRemoved = true
        isMarked = true
      }
    } catch {
      if isMarked { unmarkRemoved() }
      throw error
    }
    engine.lock.lock()
    defer { engine.lock.unlock() }
    if engine.isClosed { return }
    account.feeds.removeAll { $0 === self }
    leave()
  }

  /// It was removed: what it had under way ends, and its place is free. Under `lock`.
  func leave() {
    var actions = PolicyActions()
    policy.remove(into: &actions)
    handle(&actions, .cancelled)
    if syncedEntry != EventQueue.none {
      engine.queue.remove(syncedEntry)
      engine.queue.renew()
    }
    syncedEntry = EventQueue.none
    engine.rest()
    engine.queue.redeem(isRefusalWaiting ? 1 : 2)
    engine.feeds[Int(slot)] = nil
    engine.firstFreeFeed = min(engine.firstFreeFeed, Int(slot))
  }

  private func unmarkRemoved() {
    engine.lock.lock()
    isRemoved = false
    engine.lock.unlock()
  }

  func checkPresent() throws(Failure) {
    if isRemoved { throw Failure(.notFound, "the feed was removed") }
  }

  /// Asks soon.
  public func refresh() throws(Failure) {
    try engine.enter()
    defer { engine.lock.unlock() }
    try checkPresent()
    if !account.isLoggedIn { throw Failure(.loggedOut, "the account is not logged in") }
    var actions = PolicyActions()
    policy.refresh(now: engine.clock.elapsed, into: &actions)
    handle(&actions, .ok)
  }

  /// Asks now; completes once, with an event.
  /// - Returns: the event's token.
  public func force(_ callback: Callback) throws(Failure) -> UInt64 {
    try engine.enter()
    defer { engine.lock.unlock() }
    try checkPresent()
    if forces.count >= engine.options.maxObservers { throw Failure(.limit, "too many refreshes are under way") }
    let token = engine.nextToken
    var actions = PolicyActions()
    try growing { () throws(OutOfMemory) in try engine.queue.pledge(1) }
    forces.append((token, callback))
    do throws(OutOfMemory) {
      try policy.force(token: token, now: engine.clock.elapsed, into: &actions)
    } catch {
      forces.removeLast()
      engine.queue.redeem(1)
      throw .noMemory
    }
    engine.nextToken += 1
    handle(&actions, .ok)
    return token
  }

  /// How it stands; `title` gets the title.
  public func state(title output: inout ByteBuffer) throws(Failure) -> FeedInfo {
    try engine.enter()
    defer { engine.lock.unlock() }
    try checkPresent()
    var current = info
    current.id = id
    current.lastSuccess = lastSuccess
    current.nextTime = nextTime
    current.isInFlight = policy.flight != nil
    current.failuresInARow = policy.failuresInARow
    output.removeAll()
    try growing { () throws(OutOfMemory) in try output.append(title.bytes) }
    return current
  }

  /// When it is asked next, on the wall clock; 0: not planned.
  var nextTime: Int64 {
    guard let next = policy.nextWake else { return 0 }
    let now = engine.clock.now()
    return saturatingSum(now.wall, timeLeft(until: next, now.elapsed))
  }

  // MARK: What the policy says. Under `lock`.

  func logIn() {
    var actions = PolicyActions()
    policy.logIn(now: engine.clock.elapsed, into: &actions)
    handle(&actions, .ok)
  }

  func logOut() {
    var actions = PolicyActions()
    policy.logOut(into: &actions)
    handle(&actions, .loggedOut)
  }

  /// Does what the policy asks for: completions go into the queue, the rest is for the loop.
  /// - Parameter status: what became of a flight that failed.
  func handle(_ actions: inout PolicyActions, _ status: Status) {
    if actions.cancel != nil {
      flightToStart = nil
      engine.cancellations.append(self)
      engine.loop.wake()
    }
    for index in 0..<actions.completionCount { complete(actions.completion(at: index), actions.result, status) }
    if let start = actions.start {
      flightToStart = start
      if !isDeparting { engine.departures.append(self) }
      isDeparting = true
      engine.loop.wake()
    }
    plan()
  }

  /// Enters the time of its next request into the engine's plan.
  func plan() {
    guard let next = policy.nextWake, next != plannedWake else { return }
    plannedWake = next
    engine.planFeed(slot, next)
  }

  private func complete(_ token: UInt64, _ result: ForceResult, _ status: Status) {
    guard let index = forces.firstIndex(where: { $0.token == token }) else { return }
    let callback = forces.remove(at: index).callback
    var event = Event(.completion)
    event.token = token
    event.account = account.id
    event.feed = id
    var outcome: Status
    switch result {
    case .synced: outcome = .ok
    case .notModified: outcome = .notModified
    case .failed: outcome = status.isError ? status : .network
    case .rateLimited(let milliseconds):
      outcome = .rateLimited
      event.retryAfter = (milliseconds + 999) / 1000
    case .unauthorized: outcome = .unauthorized
    case .loggedOut: outcome = .loggedOut
    case .cancelled: outcome = .cancelled
    }
    event.result = outcome.rawValue
    let oneTime = OneTimeEvent(event, callback)
    if outcome.isError {
      do throws(OutOfMemory) { try oneTime.text.append(problem.bytes) } catch {}
    }
    engine.enqueue(oneTime)
  }
}
