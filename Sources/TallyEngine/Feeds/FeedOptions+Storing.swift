import TallyFailure
import TallyMemory
import TallyPolicy
import TallyStore
import TallyWire

// The options of a feed as they are stored and listed.

/// A stored feed with its options. Texts are borrowed.
public struct ListedFeed {
  public var feed: StoredFeed
  /// All 0 if they are not stored and it does not run.
  public private(set) var options = FeedOptionRow()
  public var isRunning = false
  public var isTemporary = false

  init(_ stored: StoredFeed) {
    feed = stored
    feed.url = Feed.url(ofIdentity: stored.url)
  }

  func with(_ options: FeedOptionRow) -> ListedFeed {
    var result = self
    result.options = options
    if feed.state.title.isEmpty { result.feed.state.title = options[.title] }
    return result
  }
}

extension Feed {
  /// Lends its options as they would be stored. With the store's lock, because they change under both.
  func withOptions(_ body: (FeedOptionRow) -> Void) {
    var options = FeedOptions()
    options.policy = policy.options
    options.requests = requests
    options.retention = retention
    options.withRow { row in
      var row = row
      row[.title] = defaultTitle.bytes
      body(row)
    }
  }
}

extension FeedOptions {
  public static let stopsInBackground: Int64 = 1
  public static let exactDelay: Int64 = 2

  /// - Throws: a value of the file is out of its range.
  init(_ row: FeedOptionRow) throws(Failure) {
    policy.initialDelay = row[.initialDelay]
    policy.interval = row[.interval]
    policy.visibleInterval = row[.visibleInterval]
    policy.tolerance = row[.tolerance]
    policy.awayTime = row[.awayTime]
    policy.stopsInBackground = row[.flags] & Self.stopsInBackground != 0
    policy.isInitialDelayExact = row[.flags] & Self.exactDelay != 0
    requests.totalTimeout = row[.requestTimeout]
    requests.idleTimeout = row[.idleTimeout]
    requests.pageLimit = UInt32(clamping: row[.pageLimit])
    retention.age = row[.maxAge]
    retention.number = row[.maxMessages]
    title = try Reserve.copy(row[.title])
    try requests.setMapping(preset: row[.preset], text: row[.mapping])
    try validate()
  }

  /// Lends them as they are stored.
  func withRow<Result, Refusal: Error>(
    _ body: (FeedOptionRow) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    var row = FeedOptionRow()
    row[.flags] =
      (policy.stopsInBackground ? Self.stopsInBackground : 0) | (policy.isInitialDelayExact ? Self.exactDelay : 0)
    row[.initialDelay] = policy.initialDelay
    row[.interval] = policy.interval
    row[.visibleInterval] = policy.visibleInterval
    row[.tolerance] = policy.tolerance
    row[.awayTime] = policy.awayTime
    row[.requestTimeout] = requests.totalTimeout
    row[.idleTimeout] = requests.idleTimeout
    row[.pageLimit] = Int64(requests.pageLimit)
    row[.maxAge] = retention.age
    row[.maxMessages] = retention.number
    return try title.withUnsafeBufferPointer { (title) throws(Refusal) in
      try requests.preset.withUnsafeBufferPointer { (preset) throws(Refusal) in
        try requests.mappingText.withUnsafeBufferPointer { (mapping) throws(Refusal) in
          row[.title] = UnsafeRawBufferPointer(title)
          row[.preset] = UnsafeRawBufferPointer(preset)
          row[.mapping] = UnsafeRawBufferPointer(mapping)
          return try body(row)
        }
      }
    }
  }
}
