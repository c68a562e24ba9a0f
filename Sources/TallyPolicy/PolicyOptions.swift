/// When a feed is polled, in milliseconds. ``never`` turns a rule off.
public struct PolicyOptions: Equatable, Sendable {
  public static let never = Int64.max

  /// The longest time from log-in to the first request. Each feed waits for a random part of it, unless
  /// `isInitialDelayExact`.
  public var initialDelay: Int64
  /// From the start of the last request to the next. After log-in, the first interval is a random part, so feeds with
  /// the same interval are spread over it.
  public var interval: Int64
  /// The interval while the application is in the foreground and shows a registered page, if it is shorter.
  public var visibleInterval: Int64
  /// Page events are skipped for this time after a successful response.
  public var tolerance: Int64
  /// A page that returns after a longer absence is an event.
  public var awayTime: Int64
  /// A request ends if no byte comes for this time, or after this time in all.
  public var idleTimeout: Int64
  public var totalTimeout: Int64
  /// In the background no timer polls, not even by `interval`. Explicit requests still work.
  public var stopsInBackground = false
  /// The first request after log-in waits for the whole initial delay.
  public var isInitialDelayExact = false

  public init(
    initialDelay: Int64, interval: Int64, visibleInterval: Int64, tolerance: Int64, awayTime: Int64,
    idleTimeout: Int64 = 60_000, totalTimeout: Int64 = 300_000
  ) {
    self.initialDelay = initialDelay
    self.interval = interval
    self.visibleInterval = visibleInterval
    self.tolerance = tolerance
    self.awayTime = awayTime
    self.idleTimeout = idleTimeout
    self.totalTimeout = totalTimeout
  }

  /// Polls, and refreshes when the user returns to something, unless it has just been refreshed.
  public static var messageCenter: PolicyOptions {
    PolicyOptions(
      initialDelay: 1000, interval: 600_000, visibleInterval: never, tolerance: 180_000, awayTime: 0)
  }

  /// Keeps a count current while the user looks at its pages. Sends nothing while nobody looks.
  public static var unreadCount: PolicyOptions {
    PolicyOptions(
      initialDelay: never, interval: never, visibleInterval: 60_000, tolerance: 0, awayTime: 60_000)
  }
}

/// Constants for every feed; times in milliseconds.
enum PolicyLimit {
  static let backoffBase: Int64 = 30_000
  static let visibleBackoffBase: Int64 = 5000
  static let backoffFloor: Int64 = 1000
  /// The longest bound of a wait if there is no interval.
  static let backoffCap: Int64 = 600_000
  /// A wait grows to this many intervals, as a power of two, unless that is longer than the next constant.
  static let backoffDoublings: UInt32 = 2
  static let longBackoff: Int64 = 3_600_000
  /// A postponed feed polls after an interval, or after this time.
  static let postponementCap: Int64 = 3_600_000
  /// A machine that has just woken has no network yet. So failures within `wakeGrace` do not count, and are retried at
  /// these times after waking.
  static let wakeGrace: Int64 = 10_000
  static let wakeRetries: (Int64, Int64, Int64) = (2000, 5000, 10_000)
  static let longerIntervalFactor: Int64 = 10
  /// A 204 response makes the interval longer, up to this limit.
  static let emptyIntervalCap: Int64 = 3_600_000
  /// The longest wait that a server can impose, without its jitter.
  static let serverWaitCap: Int64 = 24 * 3_600_000
  static let longestWait = serverWaitCap + serverWaitCap / 10
  /// From one snapshot to the next.
  static let snapshotInterval: Int64 = 600_000
  /// After this many 304 responses in a row, one request is unconditional.
  static let trustedNotModified: UInt8 = 10
  /// Malformed responses at one cursor, after which requests are unconditional, and after which a snapshot is
  /// requested.
  static let malformedForUnconditional: UInt8 = 3
  static let malformedForSnapshot: UInt8 = 6
  /// After this many cursors in a row that went back, a snapshot is requested.
  static let setbacksForSnapshot: UInt8 = 2
}
