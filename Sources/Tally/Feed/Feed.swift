internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyPolicy

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A source of messages and badges. Releasing the object does not remove the feed.
public final class Feed: Identifiable, Sendable {
  /// The account that it belongs to.
  public let account: Account
  /// The name that it was added with.
  public let name: String
  let core: TallyEngine.Feed

  init(account: Account, core: TallyEngine.Feed, name: String) {
    self.account = account
    self.core = core
    self.name = name
  }

  /// Identifies a feed permanently in its store.
  public typealias ID = Identifier<Feed>

  /// Identifies the feed in events and messages.
  public var id: ID { ID(rawValue: core.id) }

  /// Polls soon, unless a request is in flight.
  /// - Throws: ``TallyError/Code/unsupported`` if the feed has no URL, ``TallyError/Code/loggedOut``. Like all
  ///   functions of a feed, ``TallyError/Code/closed``, and ``TallyError/Code/notFound`` if it was removed.
  public func refresh() throws(TallyError) {
    try calling { () throws(Failure) in try core.refresh() }
  }

  /// Reports that a registered page is shown: a place in the application where the user sees the feed's content. The
  /// user sees it while the application is in the foreground.
  /// - Parameter page: 0 to 7; the application assigns the numbers.
  /// - Returns: what is known of the page, if the user now begins to see it.
  @discardableResult
  public func pageShown(_ page: Int) throws(TallyError) -> PageInfo {
    let shown = try calling { () throws(Failure) in try core.pageShown(UInt32(exactly: page) ?? UInt32.max) }
    return PageInfo(
      isFirst: shown.page?.isFirst == true, timeAway: (shown.page?.timeAway).map { .milliseconds($0) },
      hasRequested: shown.hasBegun)
  }

  /// Reports that a registered page is no longer shown.
  public func pageHidden(_ page: Int) throws(TallyError) {
    try calling { () throws(Failure) in try core.pageHidden(UInt32(exactly: page) ?? UInt32.max) }
  }

  /// Cancels the request in flight, and the one that waits behind it. The feed continues by its interval.
  public func cancel() throws(TallyError) {
    try calling { () throws(Failure) in try core.cancel() }
  }

  /// Stops automatic polling. Explicit requests still work.
  public func pause() throws(TallyError) {
    try calling { () throws(Failure) in try core.pause(true) }
  }

  /// Resumes automatic polling. Requests that became due meanwhile are made once.
  public func resume() throws(TallyError) {
    try calling { () throws(Failure) in try core.pause(false) }
  }

  /// Sends a request immediately, ignoring the interval, and returns when its response was applied. If a request is in
  /// flight, one more follows it. All refreshes that begin meanwhile share that one.
  ///
  /// Cancelling the task ends the wait with ``TallyError/Code/cancelled``. The request continues, because others may
  /// wait for it. ``cancel()`` cancels it.
  /// - Throws: why the request failed: ``TallyError/Code/network``, ``TallyError/Code/server``,
  ///   ``TallyError/Code/protocolError`` and others; ``TallyError/Code/rateLimited`` with ``TallyError/retryAfter``;
  ///   ``TallyError/Code/unauthorized``: log in again; ``TallyError/Code/loggedOut``; ``TallyError/Code/cancelled``:
  ///   also because the feed was removed, or the engine was closed; ``TallyError/Code/unsupported`` if the feed has no
  ///   URL, ``TallyError/Code/limit``, ``TallyError/Code/closed``.
  @discardableResult
  public func refreshNow() async throws(TallyError) -> RefreshOutcome {
    if Task.isCancelled { throw TallyError(code: .cancelled) }
    let once = Once<Result<RefreshOutcome, TallyError>>()
    try refreshNow { once.give($0) }
    return try await withTaskCancellationHandler {
      await once.value()
    } onCancel: {
      once.give(.failure(TallyError(code: .cancelled)))
    }.get()
  }

  /// Sends a request like ``refreshNow()``, and returns immediately.
  /// - Parameter completion: called exactly once, unless this throws, when the response has been applied or the request
  ///   has failed. It runs on a thread of the engine, or within ``HostDrivenEngine/step()``. If the engine is closed
  ///   first, the closing thread calls it with ``TallyError/Code/cancelled``.
  /// - Throws: ``TallyError/Code/unsupported`` if the feed has no URL, ``TallyError/Code/limit``,
  ///   ``TallyError/Code/closed``.
  public func refreshNow(
    _ completion: @escaping @Sendable (Result<RefreshOutcome, TallyError>) -> Void
  ) throws(TallyError) {
    let told = Flag()
    let box = CallbackBox { event, text in
      if told.raise() { completion(event.refreshResult(String(cString: text))) }
    } end: {
      // Not called yet: the engine was closed first.
      if told.raise() { completion(.failure(TallyError(code: .cancelled))) }
    }
    _ = try CallbackBox.passing(box) { (callback) throws(Failure) in try core.refreshNow(callback) }
  }

  /// Applies a page that the host delivers like a response of the feed's server, in one transaction. It is on the disk
  /// when this returns.
  /// - Parameter page: JSON of the wire format, or of the feed's mapping.
  /// - Throws: ``TallyError/Code/protocolError`` if the page is invalid, ``TallyError/Code/tooLarge``,
  ///   ``TallyError/Code/loggedOut``.
  public func deliver(_ page: some Collection<UInt8>) throws(TallyError) {
    try calling { () throws(Failure) in
      try withBytes(page) { (bytes) throws(Failure) in try core.deliver(bytes) }
    }
  }

  /// Takes a push for this feed: a JSON object, as for ``Account/receivePush(_:)``.
  public func receivePush(_ payload: some Collection<UInt8>) throws(TallyError) {
    try calling { () throws(Failure) in
      try withBytes(payload) { (bytes) throws(Failure) in try core.push(bytes) }
    }
  }

  /// Removes the feed, its messages, and the badges that its responses have set and nobody has changed since.
  public func remove() throws(TallyError) {
    try calling { () throws(Failure) in try core.remove() }
  }

  /// Returns the current state.
  public func state() throws(TallyError) -> State {
    var title = ByteBuffer()
    let info = try calling { () throws(Failure) in try core.state(title: &title) }
    return State(
      result: info.counts.result.refreshResult(""), httpStatus: info.counts.httpStatus.nonzero,
      title: String(decoding: title.bytes, as: UTF8.self),
      lastSuccess: Date(engine: info.lastSuccess), nextTime: Date(engine: info.nextTime),
      isRequesting: info.isInFlight, requests: Int(clamping: info.counts.requests),
      notModified: Int(clamping: info.counts.notModified), failures: Int(clamping: info.counts.failures),
      failuresInARow: Int(info.failuresInARow))
  }
}

extension Account {
  /// Adds a feed. If the account has a feed of that name, sets its configuration. Both are stored with the account: in
  /// later runs the feed runs as soon as the account is logged in. Its cursor stays, unless URL, prefix or mapping
  /// changed.
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8 without control characters.
  ///   - configuration: how to poll it.
  /// - Throws: ``TallyError/Code/url``, ``TallyError/Code/path`` (the prefix), ``TallyError/Code/range``,
  ///   ``TallyError/Code/limit``, ``TallyError/Code/malformed`` (the mapping), ``TallyError/Code/tooLarge``.
  public func addFeed(_ name: String, configuration: Feed.Configuration) throws(TallyError) -> Feed {
    let options = try configuration.options()
    let url = configuration.url.map { [UInt8]($0.utf8) }
    let prefix = configuration.prefix.map { [UInt8]($0.utf8) }
    let added = try calling(with: name) { (name) throws(Failure) in
      try withBytesOrNone(url) { (url) throws(Failure) in
        try withBytesOrNone(prefix) { (prefix) throws(Failure) in
          try core.addFeed(name, url: url, prefix: prefix, options)
        }
      }
    }
    return Feed(account: self, core: added, name: name)
  }

  /// Returns a feed that runs, or that is stored with its configuration. It runs from now on.
  /// - Parameter name: the name that it was added with.
  /// - Throws: ``TallyError/Code/notFound``, ``TallyError/Code/limit``, ``TallyError/Code/io``,
  ///   ``TallyError/Code/corrupt``.
  public func feed(_ name: String) throws(TallyError) -> Feed {
    let found = try calling(with: name) { (name) throws(Failure) in try core.findFeed(name) }
    return Feed(account: self, core: found, name: name)
  }

  /// Returns a feed by the identifier that events and messages have. It acts like ``feed(_:)``.
  /// - Parameter id: ``Feed/id``.
  /// - Throws: ``TallyError/Code/notFound``, ``TallyError/Code/limit``, ``TallyError/Code/io``,
  ///   ``TallyError/Code/corrupt``.
  public func feed(id: Feed.ID) throws(TallyError) -> Feed {
    var name = ""
    let found = try calling { () throws(Failure) in
      try core.findFeed(id: id.rawValue) { stored in name = String(text: stored) }
    }
    return Feed(account: self, core: found, name: name)
  }
}

extension TallyFailure.Status {
  /// The result of a request; nil: there was none yet.
  /// - Parameter words: the description of an error.
  func refreshResult(_ words: String, retryAfter: Duration? = nil) -> Result<Feed.RefreshOutcome, TallyError>? {
    switch self {
    case .empty: nil
    case .notModified: .success(.notModified)
    default:
      rawValue >= 0
        ? .success(.synced)
        : .failure(TallyError(code: TallyError.Code(self), message: words, retryAfter: retryAfter))
    }
  }
}

extension TallyEngine.Event {
  /// The result of the request that has ended.
  func refreshResult(_ words: String) -> Result<Feed.RefreshOutcome, TallyError> {
    let wait: Duration? = retryAfter > 0 ? .milliseconds(retryAfter) : nil
    return TallyFailure.Status(rawValue: result).refreshResult(words, retryAfter: wait) ?? .success(.synced)
  }
}
