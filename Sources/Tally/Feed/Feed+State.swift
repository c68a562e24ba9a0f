#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Feed {
  /// How a request succeeded.
  public enum RefreshOutcome: Hashable, Sendable {
    /// The response was applied.
    case synced
    /// The server had nothing new.
    case notModified
  }

  /// The state of a feed.
  public struct State: Hashable, Sendable {
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
}
