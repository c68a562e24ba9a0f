/// Numbers that order events: the user's reads relative to requests, and the messages that are made here.
///
/// Invariant: neither number ever goes back.
struct MessageNumbers {
  /// The moment of the last read. A request that began at a smaller moment does not know of it.
  private(set) var moment: Int64 = 0
  /// The number of messages that got an identifier here.
  private var given: Int64

  init(given: Int64 = 0) { self.given = given }

  /// Records a read, or a message without an id.
  /// - Returns: its moment.
  mutating func advance() -> Int64 {
    moment += 1
    return moment
  }

  /// The number of the next message that is made here, for its identifier. All have the same number of digits, so
  /// identifiers sort like their numbers, up to a thousand million messages.
  mutating func give() -> Int64 {
    given += 1
    return 1_000_000_000 + given % 1_000_000_000
  }
}
