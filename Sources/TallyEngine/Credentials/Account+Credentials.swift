import TallyFailure
import TallyHTTP
import TallyLoop
import TallyMemory
import TallyPolicy

extension Account {
  /// Gives the account a credential for a server, or another one; nil takes it away. Feeds of the server that stopped
  /// because it had rejected the last one poll again.
  /// - Parameter url: one of the server's. Only its origin matters.
  public func setCredential(_ given: GivenCredential?, for url: UnsafeRawBufferPointer) throws(Failure) {
    try checkServer(ofCredential: url)
    let fresh = try given.map { (given) throws(Failure) in try bound(given, to: url) }
    var hold = try enter()
    try engine.reserveEvents(0)
    if let fresh { try session.credentials.set(fresh) } else { try session.credentials.remove(of: url) }
    credentialsChanged(&hold) { feed in feed.credential == nil && HTTPClient.areOfSameOrigin(feed.url, url) }
  }

  /// Feeds poll again that wait for a credential. An old response does not concern the new one.
  fileprivate func credentialsChanged(_ hold: inout LockHold, _ concerns: (Feed) -> Bool) {
    session.credentialsChanged()
    if !isLoggedIn { return }
    outbox?.didLogIn(hold)
    for feed in feeds.all where concerns(feed) { feed.advise(hold, feed.logIn) }
  }
}

extension Feed {
  /// Gives the feed a credential of its own, for the server of its URL; nil: that of the account for this server
  /// counts.
  public func setCredential(_ given: GivenCredential?) throws(Failure) {
    var hold = try enter()
    try engine.reserveEvents(0)
    if let given {
      try checkServer(ofCredential: url)
      credential = try bound(given, to: url)
    } else {
      credential = nil
    }
    account.credentialsChanged(&hold) { feed in feed === self }
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
