internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyPolicy

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How to poll a feed. Durations are rounded up to the millisecond.
public struct FeedConfiguration: Hashable, Codable, Sendable {
  /// http:, https: or file:. nil: the feed is not polled, and the host delivers its pages.
  public var url: String?
  /// The path at which the feed's own paths begin. nil: root.
  public var prefix: String?
  /// The longest time from adding the feed, or logging in, to the first request, from 1 ms; nil: no such request. Each
  /// feed waits for a random part of it, unless ``isInitialDelayExact``, and of its first interval.
  public var initialDelay: Duration?
  /// From one request to the next, from 100 ms; nil: only events cause requests.
  public var interval: Duration?
  /// The interval while the user sees a registered page, if it is shorter, from 100 ms; nil: the same interval.
  public var visibleInterval: Duration?
  /// Pages cause no request for this time after a successful response.
  public var tolerance: Duration
  /// A page that returns after a longer absence causes a request; nil: none does.
  public var awayTime: Duration?
  /// No timer polls in the background.
  public var stopsInBackground: Bool
  /// The timeout of a whole request, from 100 ms.
  public var requestTimeout: Duration
  /// The timeout without a byte, from 100 ms.
  public var idleTimeout: Duration
  /// Items of a page, 1 to 10,000.
  public var pageLimit: Int
  /// How to read a server that does not use the wire format; nil: it does.
  public var mapping: FeedMapping?
  /// Messages with an older time (the server's) are removed after a response, read or not; nil: no limit.
  public var maximumAge: Duration?
  /// The number of messages above which the oldest read ones are removed; nil: no limit.
  public var maximumMessages: Int?
  /// The title until the server sends one, up to 1,024 bytes; nil: none.
  public var title: String?
  /// The first request is sent after ``initialDelay``, not at a random moment within it.
  public var isInitialDelayExact = false
  /// The configuration is for this run. A stored one, if there is one, stays.
  public var isTemporary = false

  /// Creates options with the defaults of a message center, which polls, and refreshes when the user returns.
  public init(
    url: String? = nil, prefix: String? = nil, initialDelay: Duration? = .seconds(1),
    interval: Duration? = .seconds(600),
    visibleInterval: Duration? = nil, tolerance: Duration = .seconds(180), awayTime: Duration? = .zero,
    stopsInBackground: Bool = false, requestTimeout: Duration = .seconds(300), idleTimeout: Duration = .seconds(60),
    pageLimit: Int = 200, mapping: FeedMapping? = nil
  ) {
    self.url = url
    self.prefix = prefix
    self.initialDelay = initialDelay
    self.interval = interval
    self.visibleInterval = visibleInterval
    self.tolerance = tolerance
    self.awayTime = awayTime
    self.stopsInBackground = stopsInBackground
    self.requestTimeout = requestTimeout
    self.idleTimeout = idleTimeout
    self.pageLimit = pageLimit
    self.mapping = mapping
  }

  /// Options for a count that follows the pages that the user sees. It is polled each minute while a page is visible,
  /// when one is shown for the first time, and when one returns after more than a minute.
  public static func unreadCount(url: String, prefix: String? = nil) -> FeedConfiguration {
    FeedConfiguration(
      url: url, prefix: prefix, initialDelay: nil, interval: nil, visibleInterval: .seconds(60), tolerance: .zero,
      awayTime: .seconds(60))
  }

  fileprivate func options() throws(TallyError) -> FeedOptions {
    var options = FeedOptions()
    try mapping?.take(into: &options)
    options.policy.initialDelay = initialDelay?.milliseconds ?? PolicyOptions.never
    options.policy.interval = interval?.milliseconds ?? PolicyOptions.never
    options.policy.visibleInterval = visibleInterval?.milliseconds ?? PolicyOptions.never
    options.policy.tolerance = tolerance.milliseconds
    options.policy.awayTime = awayTime?.milliseconds ?? PolicyOptions.never
    options.policy.stopsInBackground = stopsInBackground
    options.policy.isInitialDelayExact = isInitialDelayExact
    options.requests.totalTimeout = requestTimeout.milliseconds
    options.requests.idleTimeout = idleTimeout.milliseconds
    options.requests.pageLimit = UInt32(clamping: pageLimit)
    options.retention.age = maximumAge?.milliseconds ?? 0
    options.retention.number = Int64(maximumMessages ?? 0)
    options.isTemporary = isTemporary
    options.title = title.map { [UInt8]($0.utf8) } ?? []
    return options
  }
}

/// How a request succeeded.
public enum RefreshOutcome: Hashable, Sendable {
  /// The response was applied.
  case synced
  /// The server had nothing new.
  case notModified
}

/// The state of a feed.
public struct FeedState: Hashable, Sendable {
  /// The result of the last request; nil: none yet in this run.
  public let result: Result<RefreshOutcome, TallyError>?
  /// The HTTP status of the last request's response; nil: there was none.
  public let httpStatus: Int?
  /// The server's last title, or that of the configuration; empty: none.
  public let title: String
  /// When the last successful response came. Kept across runs.
  public let lastSuccess: Date?
  /// When it is polled next; nil: not planned.
  public let nextTime: Date?
  /// Whether a request is in flight.
  public let isRequesting: Bool
  /// Requests in this run.
  public let requests: Int
  /// Requests that ended with "not modified".
  public let notModified: Int
  /// Requests that failed.
  public let failures: Int
  /// Failures since the last successful response.
  public let failuresInARow: Int
}

/// Facts about a page that is shown, for its feed.
public struct PageInfo: Hashable, Sendable {
  /// The user sees it for the first time since log-in.
  public let isFirst: Bool
  /// The time since the user last saw it; nil: never, or it is seen already.
  public let timeAway: Duration?
  /// The call has begun a request.
  public let hasRequested: Bool

  /// Creates one, for a host's own tests.
  public init(isFirst: Bool, timeAway: Duration?, hasRequested: Bool) {
    self.isFirst = isFirst
    self.timeAway = timeAway
    self.hasRequested = hasRequested
  }
}

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

  /// Removes the feed, its messages, and the manual badges that its responses have set and nobody has changed since.
  public func remove() throws(TallyError) {
    try calling { () throws(Failure) in try core.remove() }
  }

  /// Returns the current state.
  public func state() throws(TallyError) -> FeedState {
    var title = ByteBuffer()
    let info = try calling { () throws(Failure) in try core.state(title: &title) }
    return FeedState(
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
  public func addFeed(_ name: String, configuration: FeedConfiguration) throws(TallyError) -> Feed {
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
  func refreshResult(_ words: String, retryAfter: Duration? = nil) -> Result<RefreshOutcome, TallyError>? {
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
  func refreshResult(_ words: String) -> Result<RefreshOutcome, TallyError> {
    let wait: Duration? = retryAfter > 0 ? .milliseconds(retryAfter) : nil
    return TallyFailure.Status(rawValue: result).refreshResult(words, retryAfter: wait) ?? .success(.synced)
  }
}
