import CPlatform
import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

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
      try place.parse(prefix, limits: engine.configuration.paths)
    } else {
      try growing { () throws(OutOfMemory) in try place.setRoot() }
    }
    var entry = FeedAddition(
      name: name, url: url ?? UnsafeRawBufferPointer(start: nil, count: 0), prefix: place.bytes.bytes)
    let storeHold = try engine.enterStore()
    try engine.settleStore(storeHold)
    try reserveFeed(storeHold, &entry, options)
    do throws(Failure) {
      try changeRows(storeHold) { () throws(Failure) in try storeFeed(storeHold, &entry, options) }
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
    let stored = try store.findFeed(account: id, name: entry.name)
    entry.known = stored.flatMap { engine.feeds.find(id: $0) }
    entry.hasCredential = try session.credentials.has(for: entry.url, own: entry.known?.credential)
    try growing { () throws(OutOfMemory) in
      try entry.take(title: options.title)
      try Feed.appendIdentity(entry.url, options.requests.mapping, to: &entry.identity)
    }
    try reserve(hold, entry)
  }

  /// Makes room for a feed in memory.
  private func reserve(_ hold: borrowing LockHold, _ entry: borrowing FeedAddition) throws(Failure) {
    if entry.known == nil, engine.feeds.count >= engine.limits[.feeds] {
      throw Failure(.limit, "no more feeds can be added")
    }
    try growing { () throws(OutOfMemory) in
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
    entry.row = try store.findOrCreateFeed(
      account: id, name: entry.name, url: entry.identity.bytes, prefix: entry.prefix)
    try loadState(&entry)
    try storeOptions(of: entry, options)
  }

  /// Reads the state of its last responses.
  private func loadState(_ entry: inout FeedAddition) throws(Failure) {
    let (feed, place) = (entry.row.id, (entry.name, entry.url, entry.prefix))
    var isFull = false
    try store.loadFeedState(feed: feed) { state in
      do throws(OutOfMemory) { try entry.fresh.take(place, state) } catch { isFull = true }
    }
    if isFull { throw .noMemory }
    if entry.fresh.isContradicted { entry.isSnapshotHeldBack = try store.hasPending(account: id, feed: feed) }
    // The posted messages come from no server.
    if isEqual(entry.name, bytes(of: Feed.localName)) { entry.fresh.mustReplace = false }
    if let known = entry.known {
      entry.isSameServer = try areOfSameServer(known.url, entry.url)
      return
    }
    try store.loadWait(account: id, feed: feed) { (time, asked) throws(Failure) in
      if try areOfSameServer(asked, entry.url) { entry.wait = time }
    }
  }

  private func storeOptions(of entry: borrowing FeedAddition, _ options: FeedOptions) throws(Failure) {
    let feed = entry.row.id
    if !options.isTemporary {
      try options.withRow { (row) throws(Failure) in try store.saveFeedOptions(account: id, feed: feed, row) }
    }
    if entry.hasCredential && !entry.row.hasCredential { try store.saveCredential(feed: feed, true) }
  }

  /// Makes a stored feed known, or sets the options of a known one.
  private func takeFeed(
    _ storeHold: borrowing StoreHold, _ entry: inout FeedAddition, _ options: FeedOptions
  ) -> Feed {
    let hold = lock()
    let (known, wasReset) = (entry.known, entry.row.wasReset)
    let wasLocal = known?.isLocal
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
    // This comes before the log-in, which may begin a request.
    let wait = timeLeft(until: entry.wait, clock.wall)
    if wait > 0 { feed.advise(hold, .mustWait(wait)) }
    if wasLocal != feed.isLocal {
      if feed.isLocal || !isLoggedIn { feed.advise(hold, .logOut) }
      if isLoggedIn { feed.advise(hold, feed.logIn) }
    }
    // None of its data is known to exist any more.
    if known != nil, wasReset, !feed.isLocal { feed.advise(hold, .moved(isSameServer: entry.isSameServer)) }
    feed.advise(hold, known == nil ? .tick : .optionsChanged)
    return feed
  }
}

// MARK: Stored feeds

/// An engine was opened. The accounts that it opens may have feeds that run when they are logged in.
@c @implementation
public func ctally_feeds_begin(_ engine: UnsafeMutableRawPointer?) {
  guard let engine else { return }
  Unmanaged<Engine>.fromOpaque(engine)._withUnsafeGuaranteedRef { engine in engine.startStoredFeeds(engine.lock.lock())
  }
}

extension Engine {
  fileprivate func startStoredFeeds(_ hold: borrowing LockHold) {
    duties.starting = { (account, storeHold) throws(Failure) in try account.startFeeds(storeHold) }
  }
}

extension Account {
  /// A feed that is stored with its options. It runs from now on.
  public func findFeed(_ name: UnsafeRawBufferPointer) throws(Failure) -> Feed {
    try Failure.checkName(name, "the name of a feed")
    let storeHold = try engine.enterStore()
    try enterAnywhere().release()
    var found: Feed?
    try store.findFeed(account: id, name: name) { (stored) throws(Failure) in
      found = try startFeed(storeHold, stored)
    }
    guard let found else {
      throw Failure(.notFound, "there is no stored feed ", quoting: name, " with options; add it")
    }
    return found
  }

  /// The same by its number, as events have it. Visits its name.
  public func findFeed(
    id number: Int64, visit: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(Failure) -> Feed {
    let storeHold = try engine.enterStore()
    try enterAnywhere().release()
    var found: Feed?
    try store.findFeed(account: id, id: number) { (stored) throws(Failure) in
      visit(stored.name)
      found = try startFeed(storeHold, stored)
    }
    guard let found else {
      let failure = Failure(.notFound, "there is no stored feed with options and the id ")
      Words.add(number: number)
      throw failure
    }
    return found
  }

  /// Makes all feeds known that are stored with their options. One that cannot run is logged.
  func startFeeds(_ storeHold: borrowing StoreHold) throws(Failure) {
    try store.listFeeds(account: id) { (stored) throws(Failure) in
      do throws(Failure) { _ = try startFeed(storeHold, stored) } catch {
        if error.status == .noMemory || error.status == .closed { throw error }
        let line = LogLine("the stored feed ")
        line.quote(stored.name)
        line.append(" does not run: ")
        line.append(Words.text)
        engine.log(2, line)
      }
    }
  }

  /// - Returns: nil: its options are not stored.
  private func startFeed(_ storeHold: borrowing StoreHold, _ stored: StoredFeed) throws(Failure) -> Feed? {
    if let known = known(stored.id) { return known }
    var options: FeedOptions?
    try store.loadFeedOptions(account: id, feed: stored.id) { (row) throws(Failure) in
      options = try FeedOptions(row)
    }
    guard let options else { return nil }
    let url = Feed.url(ofIdentity: stored.url)
    // The file may have any bytes.
    var place = Path()
    try place.parse(stored.prefix, limits: engine.configuration.paths)
    let isPlain = isEqual(place.bytes.bytes, bytes(of: "root")) && options.requests.mapping == nil
    try Feed.check(stored.name, url.isEmpty ? nil : url, isPlain: isPlain)
    var entry = FeedAddition(name: stored.name, url: url, prefix: place.bytes.bytes)
    entry.row = FeedRow(id: stored.id, isNew: false, wasReset: false)
    entry.row.hasCredential = stored.hasCredential
    try loadState(&entry)
    try growing { () throws(OutOfMemory) in try entry.take(title: options.title) }
    let hold = try enterAnywhere()
    try reserve(hold, entry)
    hold.release()
    return takeFeed(storeHold, &entry, options)
  }

  /// The feed if it runs in this engine.
  func known(_ feed: Int64) -> Feed? {
    let hold = lock()
    defer { hold.keep() }
    return engine.feeds.find(id: feed)
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
  /// Rows of the outbox are still to be sent.
  var isSnapshotHeldBack = false
  /// The end, on the wall clock, of the wait that its server has requested; 0: none.
  var wait: Int64 = 0
  /// There is a credential for its server.
  var hasCredential = false
  /// Its URL has the origin that it had before.
  var isSameServer = true

  init(name: UnsafeRawBufferPointer, url: UnsafeRawBufferPointer, prefix: UnsafeRawBufferPointer) {
    (self.name, self.url, self.prefix) = (name, url, prefix)
  }

  mutating func take(title words: [UInt8]) throws(OutOfMemory) {
    for byte in words { try title.append(byte: byte) }
  }
}

extension Feed {
  /// Takes the stored state of a new URL, and the options.
  fileprivate func take(_ hold: borrowing LockHold, _ entry: inout FeedAddition, _ options: FeedOptions) {
    let row = entry.row
    if entry.known == nil || row.wasReset {
      swap(&remembered, &entry.fresh)
      lastSuccess = remembered.lastSuccess
      isSnapshotHeldBack = entry.isSnapshotHeldBack
    }
    if row.wasReset { version += 1 }
    isTemporary = options.isTemporary
    needsCredential = row.hasCredential || entry.hasCredential
    requests = options.requests
    retention = options.retention
    policy.options = options.forPolicy
    swap(&defaultTitle, &entry.title)
  }
}
