internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyPolicy

extension Feed {
  /// How to poll a feed. Durations are rounded up to the millisecond.
  public struct Configuration: Hashable, Codable, Sendable {
    /// http:, https: or file:. nil: the feed is not polled, and the host delivers its pages.
    public var url: String?
    /// The path at which the feed's own paths begin. nil: root.
    public var prefix: String?
    /// The longest time from adding the feed, or logging in, to the first request, from 1 ms; nil: no such request.
    /// Each feed waits for a random part of it, unless ``isInitialDelayExact``, and of its first interval.
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
    public var mapping: Mapping?
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
      pageLimit: Int = 200, mapping: Mapping? = nil
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
    public static func unreadCount(url: String, prefix: String? = nil) -> Configuration {
      Configuration(
        url: url, prefix: prefix, initialDelay: nil, interval: nil, visibleInterval: .seconds(60), tolerance: .zero,
        awayTime: .seconds(60))
    }

    func options() throws(TallyError) -> FeedOptions {
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
}
