/// Why the engine makes a change.
enum Cause: Equatable {
  /// A call of the host about one account.
  case call
  /// A batch of badge operations.
  case batch
  /// A batch of items for many accounts, from a log or not.
  case items
  /// The response to a request of a feed.
  case page(feed: Int64)
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
