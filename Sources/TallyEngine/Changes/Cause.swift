/// Why the engine makes a change.
enum Cause: Equatable {
  /// A call of the host about one account.
  case call
  /// A batch of badge operations.
  case batch
  /// A batch of items for many accounts, from a log or not.
  case items
  /// The response to a request of a feed.
  case page(feed: Int64, exchange: UInt32)
  /// A page of a feed that the host delivers.
  case delivery(feed: Int64)
  case push
  /// A server has accepted a row of the outbox.
  case acknowledgement
  /// Something has ended by its time.
  case expiry
  case reminder
  /// Accounts or logs are restored from bytes.
  case restore
  /// The engine tidies up: it removes old messages, or keeps what it needs in the next run.
  case upkeep
}

extension Cause {
  /// Its number in a trace.
  var code: Int32 {
    switch self {
    case .call: 1
    case .batch: 2
    case .items: 3
    case .page: 4
    case .delivery: 5
    case .push: 6
    case .acknowledgement: 7
    case .expiry: 8
    case .reminder: 9
    case .restore: 10
    case .upkeep: 11
    }
  }

  /// The feed and the exchange that it comes from; 0: none.
  var source: (feed: Int64, exchange: UInt32) {
    switch self {
    case .page(let feed, let exchange): (feed, exchange)
    case .delivery(let feed): (feed, 0)
    default: (0, 0)
    }
  }
}
