/// When a feed is asked, in milliseconds. nil: not at all by that rule.
public struct PolicyOptions: Equatable, Sendable {
  /// From log-in to the first request.
  public var initialDelay: Int64?
  /// From the start of one request to the next.
  public var interval: Int64?

  public init(initialDelay: Int64? = 1000, interval: Int64? = 600_000) {
    self.initialDelay = initialDelay
    self.interval = interval
  }
}

/// What is the same for every feed, in milliseconds.
enum PolicyLimit {
  static let backoffBase: Int64 = 30_000
  static let backoffFloor: Int64 = 1000
  static let backoffCap: Int64 = 600_000
  /// An answer without content makes the interval longer, up to this.
  static let emptyIntervalCap: Int64 = 3_600_000
  static let longerIntervalFactor: Int64 = 10
  /// No server makes us wait longer than this (and the jitter on it).
  static let serverWaitCap: Int64 = 24 * 3_600_000
}

/// How a request ended, as the engine understood the answer.
public enum PolicyOutcome: Equatable, Sendable {
  case success
  /// 304.
  case notModified
  /// 204.
  case noContent
  /// 401, or 403 that is not about rates.
  case unauthorized
  /// 429, 503, or 403 that is about rates; with the wait that was asked for, in milliseconds.
  case rateLimited(retryAfter: Int64?)
  /// 404.
  case notFound
  /// Any other status, and everything that prevents an answer.
  case failed
  /// An answer that was refused as a whole.
  case protocolError
}

/// What a forced refresh came to.
public enum ForceResult: Equatable, Sendable {
  case synced
  case notModified
  case failed
  /// With the milliseconds until the server may be asked again.
  case rateLimited(Int64)
  case unauthorized
  case loggedOut
  case cancelled
}
