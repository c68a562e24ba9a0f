import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore

// Setting credentials. They are kept in memory. The file keeps which feeds had one, and whether the outbox had one, so
// that these wait in the next run. That is written before memory changes, and a log-out between the two makes the new
// credential void.

extension Account {
  /// Gives the account a credential for a server, or another one; nil takes it away. Feeds of the server that stopped
  /// because it had rejected the last one poll again.
  /// - Parameter url: one of the server's. Only its origin matters.
  public func setCredential(_ given: GivenCredential?, for url: UnsafeRawBufferPointer) throws(Failure) {
    try checkServer(ofCredential: url)
    let fresh = try given.map { (given) throws(Failure) in try bound(given, to: url) }
    let storeHold = try engine.enterStore()
    let hold = try enterAnywhere()
    let place = try fresh == nil ? session.credentials.place(of: url) : session.credentials.prepare(for: url)
    let ended = session.ended
    let concerned = try feedsWithoutCredential(hold, of: url)
    hold.release()
    let concernsOutbox = try isOutboxSent(to: url)
    try keepNeed(storeHold, fresh != nil, ofOutbox: concernsOutbox) { (feed) throws(Failure) in
      if fresh == nil, known(feed.id)?.credential != nil { return false }
      return try areOfSameServer(Feed.url(ofIdentity: feed.url), url)
    }
    var changed = try enterAnywhere()
    try reserveEvents(0)
    if session.ended != ended { return }
    if let fresh {
      session.credentials.set(fresh, at: place)
    } else {
      session.credentials.remove(at: place)
    }
    if concernsOutbox { outbox?.options.needsCredential = fresh != nil }
    credentialsChanged(&changed, need: fresh != nil, of: concerned)
  }

  /// The feeds in memory that have no credential of their own, and are polled at the server of a URL. Their URLs change
  /// only with the store's lock.
  private func feedsWithoutCredential(
    _ hold: borrowing LockHold, of url: UnsafeRawBufferPointer
  ) throws(Failure) -> [Feed] {
    var found: [Feed] = []
    for feed in feeds.all where feed.credential == nil {
      if try !areOfSameServer(feed.url, url) { continue }
      try growing { () throws(OutOfMemory) in try found.reserveRoom(1) }
      found.append(feed)
    }
    return found
  }

  /// Whether the stored URL of the outbox is one of the server's. With the store's lock.
  private func isOutboxSent(to url: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    var isSame = false
    try store.readSettings(account: id) { (stored) throws(Failure) in
      if !stored.outboxURL.isEmpty { isSame = try areOfSameServer(stored.outboxURL, url) }
    }
    return isSame
  }

  /// Stores whether the requests of feeds, and those with the outbox, have a credential, for the next run.
  fileprivate func keepNeed(
    _ storeHold: borrowing StoreHold, _ isNeeded: Bool, ofOutbox: Bool = false,
    _ concerns: (StoredFeed) throws(Failure) -> Bool
  ) throws(Failure) {
    var changed: [Int64] = []
    try store.listFeeds(account: id) { (stored) throws(Failure) in
      if stored.hasCredential == isNeeded { return }
      if try !concerns(stored) { return }
      try growing { () throws(OutOfMemory) in try changed.reserveRoom(1) }
      changed.append(stored.id)
    }
    if changed.isEmpty && !ofOutbox { return }
    try engine.settleStore(storeHold)
    try changeRows(storeHold) { () throws(Failure) in
      if ofOutbox {
        var settings = AccountSettings()
        settings.outboxHasCredential = isNeeded
        try store.saveSettings(account: id, settings)
      }
      for feed in changed { try store.saveCredential(feed: feed, isNeeded) }
    }
  }

  /// Feeds poll again that wait for a credential. An old response does not concern the new one.
  fileprivate func credentialsChanged(_ hold: inout LockHold, need: Bool, of concerned: [Feed]) {
    session.credentialsChanged()
    for feed in concerned { feed.needsCredential = need }
    if !isLoggedIn { return }
    outbox?.didLogIn(hold)
    for feed in concerned { feed.advise(hold, feed.logIn) }
  }
}

extension Feed {
  /// Gives the feed a credential of its own, for the server of its URL; nil: that of the account for this server
  /// counts.
  public func setCredential(_ given: GivenCredential?) throws(Failure) {
    let storeHold = try engine.enterStore()
    let hold = try enter()
    // The URL changes only with the store's lock.
    let isKnown = try account.session.credentials.has(for: url)
    let ended = account.session.ended
    var concerned: [Feed] = []
    try growing { () throws(OutOfMemory) in try concerned.reserveRoom(1) }
    concerned.append(self)
    hold.release()
    var fresh: BoundCredential?
    if let given {
      try checkServer(ofCredential: url)
      fresh = try bound(given, to: url)
    }
    let isNeeded = isKnown || given != nil
    try account.keepNeed(storeHold, isNeeded) { feed in feed.id == self.id }
    var changed = try enter()
    try reserveEvents(0)
    if account.session.ended != ended { return }
    credential = fresh
    account.credentialsChanged(&changed, need: isNeeded, of: concerned)
  }

  /// Adds the credential that the request may have: the feed's own, or the account's for the server.
  /// - Returns: whether there is one.
  func addCredential(to request: inout HTTPRequest) throws(Failure) -> Bool {
    if let credential { return try credential.add(to: &request) }
    if account.session.credentials.isEmpty { return false }
    // Another server may name the next page, after a redirect. That this server has a credential of its own does not
    // mean that this feed may use it.
    var isOwn = false
    try growing { () throws(OutOfMemory) in isOwn = try HTTPClient.isOfOrigin(request.url.bytes, url) }
    if !isOwn { return false }
    return try account.session.credentials.add(to: &request)
  }
}

private func checkServer(ofCredential url: UnsafeRawBufferPointer) throws(Failure) {
  try Failure.checkText(url, "url", .url)
  switch HTTPClient.checkServer(url) {
  case .none: return
  case .outOfMemory: throw .noMemory
  case .unsupportedScheme: throw Failure(.url, "a credential needs the http: or https: URL of a server")
  default: throw Failure(.url, "the URL of the credential's server is malformed")
  }
}

private func bound(
  _ given: GivenCredential, to url: UnsafeRawBufferPointer
) throws(Failure) -> BoundCredential {
  let credential = try Credential(given)
  if try !credential.maySend(to: url) {
    throw Failure(.argument, "the credential would be sent without encryption: use https:, or set the flag PLAIN")
  }
  return try BoundCredential(credential, of: url)
}
