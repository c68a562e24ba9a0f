import TallyFailure
import TallyMemory
import TallyPolicy
import TallyStore
import TallyWire

/// How a feed is asked. Durations are milliseconds.
public struct FeedOptions: Sendable {
  /// What a single request is given.
  struct Requests {
    var totalTimeout: Int64 = 300_000
    var idleTimeout: Int64 = 60_000
    var pageLimit: UInt32 = 200
    var mapping: Mapping?
  }

  /// How long messages are kept; 0: for ever.
  public struct Retention: Sendable {
    /// Milliseconds.
    public var age: Int64 = 0
    /// How many; only those go that are read.
    public var number: Int64 = 0
  }

  public var retention = Retention()
  /// When, but for the timeouts.
  public var policy = PolicyOptions.messageCentre
  /// What the host wants kept with the feed; nil: what is kept stays.
  public var memo: [UInt8]?
  var requests = Requests()

  public init() {}

  public var requestTimeout: Int64 {
    get { requests.totalTimeout }
    set { requests.totalTimeout = newValue }
  }

  public var idleTimeout: Int64 {
    get { requests.idleTimeout }
    set { requests.idleTimeout = newValue }
  }

  public var pageLimit: UInt32 {
    get { requests.pageLimit }
    set { requests.pageLimit = newValue }
  }

  /// How the server's answers are read; nil: they have the wire format.
  public var mapping: Mapping? {
    get { requests.mapping }
    set { requests.mapping = newValue }
  }

  /// The HTTP client measures both timeouts, on a clock that stands still while the machine sleeps; the policy ends what
  /// has slept for longer.
  var forPolicy: PolicyOptions {
    var result = policy
    result.idleTimeout = PolicyOptions.never
    result.totalTimeout = saturatingSum(requestTimeout, 1000)
    return result
  }

  func validate() throws(Failure) {
    if policy.initialDelay < 1 { throw Failure(.range, "the initial delay must be at least 1 ms, or off") }
    if policy.interval < 100 { throw Failure(.range, "the interval must be at least 100 ms, or off") }
    if policy.visibleInterval < 100 { throw Failure(.range, "the visible interval must be at least 100 ms, or off") }
    if policy.tolerance < 0 { throw Failure(.range, "the tolerance must be at least 1 ms, or off") }
    if policy.awayTime < 0 { throw Failure(.range, "the away time must be at least 1 ms, or off") }
    if requestTimeout < 100 { throw Failure(.range, "the request timeout must be at least 100 ms") }
    if idleTimeout < 100 { throw Failure(.range, "the idle timeout must be at least 100 ms") }
    if retention.age < 0 || retention.number < 0 {
      throw Failure(.range, "the greatest age and number of messages must not be negative")
    }
    if let memo {
      let isWritten = memo.withUnsafeBufferPointer { bytes in isText(UnsafeRawBufferPointer(bytes)) }
      if !isWritten || memo.count > Store.memoBytes {
        throw Failure(.argument, "the memo is not UTF-8 of up to 65536 bytes")
      }
    }
    if !(1...10_000).contains(pageLimit) { throw Failure(.range, "the limit of a page must be 1 to 10000") }
  }
}
