import TallyFailure
import TallyMemory
import TallyPolicy
import TallyStore
import TallyWire

/// How to poll a feed. Durations are milliseconds.
public struct FeedOptions: Sendable {
  /// The options of a single request.
  public struct Requests: Sendable {
    public var totalTimeout: Int64 = 300_000
    public var idleTimeout: Int64 = 60_000
    public var pageLimit: UInt32 = 200
    /// How to read the server's responses; nil: they have the wire format.
    public var mapping: Mapping?
    /// The mapping's preset and text, for the file.
    var preset: [UInt8] = []
    var mappingText: [UInt8] = []

    /// - Parameter preset, text: empty: none. Both empty: the wire format.
    public mutating func setMapping(preset: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer) throws(Failure) {
      mapping = nil
      if !preset.isEmpty || !text.isEmpty {
        mapping = try Mapping.make(preset: preset.isEmpty ? nil : preset, text: text.isEmpty ? nil : text)
      }
      (self.preset, mappingText) = (try Reserve.copy(preset), try Reserve.copy(text))
    }
  }

  /// How long messages are kept; 0: for ever.
  public struct Retention: Sendable {
    /// Milliseconds.
    public var age: Int64 = 0
    /// The number of messages; only read ones are removed.
    public var number: Int64 = 0
  }

  public var retention = Retention()
  /// When to poll, without the timeouts.
  public var policy = PolicyOptions.messageCenter
  /// The options are for this run. The stored ones stay.
  public var isTemporary = false
  /// Its title until the server sends one.
  public var title: [UInt8] = []
  public var requests = Requests()

  public init() {}

  /// The HTTP client measures both timeouts, on a clock that stands still while the machine sleeps. The policy ends
  /// requests that have slept for longer.
  var forPolicy: PolicyOptions {
    var result = policy
    result.idleTimeout = PolicyOptions.never
    result.totalTimeout = saturatingSum(requests.totalTimeout, 1000)
    return result
  }

  func validate() throws(Failure) {
    try Failure.check(policy.initialDelay, 1...Int64.max, "the initial delay in ms")
    try Failure.check(policy.interval, 100...Int64.max, "the interval in ms")
    try Failure.check(policy.visibleInterval, 100...Int64.max, "the interval in ms of a visible page")
    try Failure.check(policy.tolerance, 0...Int64.max, "the tolerance in ms")
    try Failure.check(policy.awayTime, 0...Int64.max, "the time away in ms")
    try Failure.checkTimeouts(request: requests.totalTimeout, idle: requests.idleTimeout)
    try Failure.check(retention.age, 0...Int64.max, "the largest age of messages")
    try Failure.check(retention.number, 0...Int64.max, "the largest number of messages")
    let isTitle = title.withUnsafeBufferPointer { bytes in isText(UnsafeRawBufferPointer(bytes)) }
    if !isTitle || title.count > FeedOptions.maxTitle {
      throw Failure(.argument, "the title is not UTF-8 of up to 1024 bytes")
    }
    try Failure.check(Int64(requests.pageLimit), 1...10_000, "the number of items of a page")
  }

  private static let maxTitle = 1024
}

extension Failure {
  static func checkTimeouts(request: Int64, idle: Int64) throws(Failure) {
    try check(request, 100...Int64.max, "the timeout of a request in ms")
    try check(idle, 100...Int64.max, "the idle timeout in ms")
  }
}
