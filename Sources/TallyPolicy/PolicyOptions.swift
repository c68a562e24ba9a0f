/// When a feed is asked, in milliseconds. ``never``: not at all by that rule.
public struct PolicyOptions: Equatable, Sendable {
  public static let never = Int64.max

  /// From log-in to the first request, at most: each feed has a random part of it.
  public var initialDelay: Int64
  /// From the start of the last request to the next. The first one since log-in is a random part of it, so that feeds
  /// with one interval are spread over it.
  public var interval: Int64
  /// The same while the application is in the foreground and shows a registered page, where that is shorter.
  public var visibleInterval: Int64
  /// Page events are skipped within this of the last good answer.
  public var tolerance: Int64
  /// A page that returns after being away for longer than this is an event.
  public var awayTime: Int64
  /// A request ends when no byte has come for so long, or after so long in all.
  public var idleTimeout: Int64
  public var totalTimeout: Int64
  /// In the background no timer asks, not even by `interval`. What is asked for is done all the same.
  public var stopsInBackground = false

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

  /// Polls, and asks when the user comes back to something, unless it was just done.
  public static var messageCentre: PolicyOptions {
    PolicyOptions(
      initialDelay: 1000, interval: 600_000, visibleInterval: never, tolerance: 180_000, awayTime: 0)
  }

  /// Keeps a count in step with the pages that the user looks at, and asks nothing while nobody looks.
  public static var unreadCount: PolicyOptions {
    PolicyOptions(
      initialDelay: never, interval: never, visibleInterval: 60_000, tolerance: 0, awayTime: 60_000)
  }
}

/// What is the same for every feed; times in milliseconds.
enum PolicyLimit {
  static let backoffBase: Int64 = 30_000
  static let visibleBackoffBase: Int64 = 5000
  static let backoffFloor: Int64 = 1000
  /// The longest bound of a wait where there is no interval.
  static let backoffCap: Int64 = 600_000
  /// A wait grows to so many intervals, as a power of two, unless that is more than this.
  static let backoffDoublings: UInt32 = 2
  static let longBackoff: Int64 = 3_600_000
  /// A postponed feed comes again after an interval, or after this.
  static let postponementCap: Int64 = 3_600_000
  /// A machine that has just woken has no network yet: failures within `wakeGrace` say nothing, and are retried at
  /// these times after waking.
  static let wakeGrace: Int64 = 10_000
  static let wakeRetries: (Int64, Int64, Int64) = (2000, 5000, 10_000)
  static let longerIntervalFactor: Int64 = 10
  /// 204 makes the interval longer, up to this.
  static let emptyIntervalCap: Int64 = 3_600_000
  /// No server makes us wait longer than this (and the jitter on it).
  static let serverWaitCap: Int64 = 24 * 3_600_000
  static let longestWait = serverWaitCap + serverWaitCap / 10
  /// From one snapshot to the next.
  static let snapshotInterval: Int64 = 600_000
  /// 304s in a row, after which one request is unconditional.
  static let trustedNotModified: UInt8 = 10
  /// Malformed answers at one cursor, after which requests are unconditional, and after which a snapshot is asked for.
  static let malformedForUnconditional: UInt8 = 3
  static let malformedForSnapshot: UInt8 = 6
  /// Cursors that went back one after the other, after which a snapshot is asked for.
  static let setbacksForSnapshot: UInt8 = 2
}
