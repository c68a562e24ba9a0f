internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyPolicy

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How a feed is asked. Times are taken to the millisecond, rounded up.
public struct FeedConfiguration: Hashable, Codable, Sendable {
  /// http:, https: or file:. nil: nothing is asked; the host delivers what there is.
  public var url: String?
  /// A path: what the feed's own paths begin at. nil: root.
  public var prefix: String?
  /// From adding it, or logging in, to the first request, from 1 ms; nil: none. Each feed has a
  /// random part of it, and of its first interval.
  public var initialDelay: Duration?
  /// From one request to the next, from 100 ms; nil: only when something happens.
  public var interval: Duration?
  /// The same while the user sees a registered page, where that is shorter, from 100 ms; nil: no other one.
  public var visibleInterval: Duration?
  /// Pages ask for nothing within this of the last good answer.
  public var tolerance: Duration
  /// A page that returns after being away for longer asks; nil: no return does.
  public var awayTime: Duration?
  /// In the background no timer asks.
  public var stopsInBackground: Bool
  /// Of a request in all, from 100 ms.
  public var requestTimeout: Duration
  /// Of a request without a byte, from 100 ms.
  public var idleTimeout: Duration
  /// Items a page, 1 to 10,000.
  public var pageLimit: Int
  /// How the answers of a server are read that does not speak the wire format; nil: it does.
  public var mapping: FeedMapping?
  /// Messages whose time (the server's) is longer ago go, read or not, after an answer; nil: no limit.
  public var maximumAge: Duration?
  /// Beyond so many, the oldest of the messages go that are read; nil: no limit.
  public var maximumMessages: Int?
  /// Whatever the host wants kept with the feed, up to 65,536 bytes, for ``Account/storedFeeds(after:limit:)``; nil:
  /// what is kept stays; empty: nothing is kept any more.
  public var memo: String?

  /// Defaults, but for what is given: those of a message centre, which polls, and asks when the user comes back.
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

  /// Of a count that is kept in step with the pages that the user sees: asked each minute while there is one, when one
  /// is shown for the first time, and when one returns after more than a minute; else not.
  public static func unreadCount(url: String, prefix: String? = nil) -> FeedConfiguration {
    FeedConfiguration(
      url: url, prefix: prefix, initialDelay: nil, interval: nil, visibleInterval: .seconds(60), tolerance: .zero,
      awayTime: .seconds(60))
  }

  fileprivate func options() throws(TallyError) -> FeedOptions {
    var options = FeedOptions()
    options.mapping = try mapping?.make()
    options.policy.initialDelay = initialDelay?.milliseconds ?? PolicyOptions.never
    options.policy.interval = interval?.milliseconds ?? PolicyOptions.never
    options.policy.visibleInterval = visibleInterval?.milliseconds ?? PolicyOptions.never
    options.policy.tolerance = tolerance.milliseconds
    options.policy.awayTime = awayTime?.milliseconds ?? PolicyOptions.never
    options.policy.stopsInBackground = stopsInBackground
    options.requestTimeout = requestTimeout.milliseconds
    options.idleTimeout = idleTimeout.milliseconds
    options.pageLimit = UInt32(clamping: pageLimit)
    options.retention.age = maximumAge?.milliseconds ?? 0
    options.retention.number = Int64(maximumMessages ?? 0)
    options.memo = memo.map { [UInt8]($0.utf8) }
    return options
  }
}

/// How a forced refresh ended.
public enum RefreshOutcome: Hashable, Codable, Sendable {
  /// The answer was applied.
  case synced
  /// The server had nothing new.
  case notModified
  /// The server asked to wait that long.
  case rateLimited(retryAfter: Duration)
  /// The credential was refused: log in again. With what the server said.
  case unauthorized(String)
  /// The account is not logged in.
  case loggedOut
  /// The feed was removed, its request was cancelled, the engine was closed, or the waiting task was cancelled.
  case cancelled
  /// It could not be asked, or the answer was no good.
  case failed(TallyError)
}

/// How a feed stands.
public struct FeedState: Hashable, Codable, Sendable {
  /// Of the last request; ``Status/empty``: none yet in this run.
  public let result: Status
  /// The title that the server last gave; empty: none.
  public let title: String
  /// When the last good answer came. Kept across runs.
  public let lastSuccess: Date?
  /// When it is asked next; nil: not planned.
  public let nextTime: Date?
  /// Whether a request is under way.
  public let isRequesting: Bool
  /// Requests in this run.
  public let requests: Int
  /// Of the requests, those that were answered with "not modified".
  public let notModified: Int
  /// Of the requests, those that failed.
  public let failures: Int
  /// Failures since the last good answer.
  public let failuresInARow: Int
}

/// One source of messages and badges. Letting go of it changes nothing: the feed goes on.
public final class Feed: Identifiable, Sendable {
  /// The account that it belongs to.
  public let account: Account
  /// The name that it was added with.
  public let name: String
  private let core: TallyEngine.Feed

  init(account: Account, core: TallyEngine.Feed, name: String) {
    self.account = account
    self.core = core
    self.name = name
  }

  /// Identifies the feed in events and messages.
  public var id: Int64 { core.id }

  /// Asks soon, unless a request is under way.
  /// - Throws: ``Status/unsupported`` where the feed has no URL, ``Status/loggedOut``; as all its functions,
  ///   ``Status/closed``, and ``Status/notFound`` where it was removed.
  public func refresh() throws(TallyError) {
    try calling { () throws(Failure) in try core.refresh() }
  }

  /// A registered page is shown: a place in the application where the user sees what the feed brings. The user sees it
  /// while the application is in the foreground.
  /// - Parameter page: 0 to 7, as the application numbers them.
  public func pageShown(_ page: Int) throws(TallyError) {
    try calling { () throws(Failure) in try core.pageShown(UInt32(exactly: page) ?? UInt32.max) }
  }

  /// A registered page is not shown any more.
  public func pageHidden(_ page: Int) throws(TallyError) {
    try calling { () throws(Failure) in try core.pageHidden(UInt32(exactly: page) ?? UInt32.max) }
  }

  /// Breaks off the request under way, and the one that waits behind it. The feed goes on by its interval.
  public func cancel() throws(TallyError) {
    try calling { () throws(Failure) in try core.cancel() }
  }

  /// Asks nothing by itself any more; what is asked for is done.
  public func pause() throws(TallyError) {
    try calling { () throws(Failure) in try core.pause(true) }
  }

  /// Goes on; what became due meanwhile happens once.
  public func resume() throws(TallyError) {
    try calling { () throws(Failure) in try core.pause(false) }
  }

  /// Sends a request immediately, ignoring the interval, and returns when its response was applied. If a request is in
  /// flight, one more follows it; all refreshes that begin meanwhile share that one.
  ///
  /// Cancelling the task ends the wait with ``RefreshOutcome/cancelled``. The request goes on, because others may wait
  /// for it: ``cancel()`` breaks it off.
  public func refreshNow() async -> RefreshOutcome {
    if Task.isCancelled { return .cancelled }
    let once = Once<RefreshOutcome>()
    do throws(TallyError) {
      try refreshNow { once.give($0) }
    } catch {
      return .failed(error)
    }
    return await withTaskCancellationHandler {
      await once.value()
    } onCancel: {
      once.give(.cancelled)
    }
  }

  /// Sends a request as ``refreshNow()`` does, and returns immediately.
  /// - Parameter completion: called exactly once, unless this throws, when the answer has been applied: on a thread of
  ///   the engine's, or within ``Engine/step()``; where the engine is closed first, by who closes it, with
  ///   ``RefreshOutcome/cancelled``.
  /// - Throws: ``Status/unsupported`` where the feed has no URL, ``Status/limit``, ``Status/closed``.
  public func refreshNow(_ completion: @escaping @Sendable (RefreshOutcome) -> Void) throws(TallyError) {
    let told = Flag()
    let box = CallbackBox { event, text in
      if told.raise() { completion(RefreshOutcome(event, String(cString: text))) }
    } end: {
      // Not told: the engine was closed first.
      if told.raise() { completion(.cancelled) }
    }
    _ = try CallbackBox.passing(box) { (callback) throws(Failure) in try core.refreshNow(callback) }
  }

  /// Applies a page that the host has by other means, as an answer of the feed's server: one transaction, on the disk
  /// when this returns.
  /// - Parameter page: JSON of the wire format, or of the feed's mapping.
  /// - Throws: ``Status/protocolError`` where it is not of the expected form, ``Status/tooLarge``,
  ///   ``Status/loggedOut``.
  public func deliver(_ page: [UInt8]) throws(TallyError) {
    try calling { () throws(Failure) in
      try withBytes(page) { (bytes) throws(Failure) in try core.deliver(bytes) }
    }
  }

  /// Takes a push that is about this feed: a JSON object, as of ``Account/receivePush(_:)``.
  public func receivePush(_ payload: [UInt8]) throws(TallyError) {
    try calling { () throws(Failure) in
      try withBytes(payload) { (bytes) throws(Failure) in try core.push(bytes) }
    }
  }

  /// Removes the feed, its messages, and the badges that they feed, for good.
  public func remove() throws(TallyError) {
    try calling { () throws(Failure) in try core.remove() }
  }

  /// How it stands now.
  public func state() throws(TallyError) -> FeedState {
    var title = ByteBuffer()
    let info = try calling { () throws(Failure) in try core.state(title: &title) }
    return FeedState(
      result: Status(info.counts.result), title: String(decoding: title.bytes, as: UTF8.self),
      lastSuccess: Date(engine: info.lastSuccess), nextTime: Date(engine: info.nextTime),
      isRequesting: info.isInFlight, requests: Int(clamping: info.counts.requests),
      notModified: Int(clamping: info.counts.notModified), failures: Int(clamping: info.counts.failures),
      failuresInARow: Int(info.failuresInARow))
  }
}

extension Account {
  /// Adds a feed, or, where the account has one of that name, sets its options anew. It is stored with the account,
  /// and its cursor goes on where it was, unless URL, prefix or mapping changed.
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8 without control characters.
  ///   - configuration: how it is asked.
  /// - Throws: ``Status/url``, ``Status/path`` (the prefix), ``Status/range``, ``Status/limit``, ``Status/malformed``
  ///   (the mapping), ``Status/tooLarge``.
  public func addFeed(_ name: String, _ configuration: FeedConfiguration) throws(TallyError) -> Feed {
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
}

extension RefreshOutcome {
  init(_ event: TallyEngine.Event, _ words: String) {
    let status = Status(rawValue: event.result)
    switch status {
    case .ok: self = .synced
    case .notModified: self = .notModified
    case .rateLimited: self = .rateLimited(retryAfter: .milliseconds(event.retryAfter))
    case .unauthorized: self = .unauthorized(words)
    case .loggedOut: self = .loggedOut
    case .cancelled: self = .cancelled
    default: self = .failed(TallyError(status: status, message: words))
    }
  }
}
