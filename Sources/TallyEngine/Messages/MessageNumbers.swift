/// Numbers that say what came before what: what users read and what requests know of it, and the messages that are made
/// here.
///
/// Invariant: neither number ever goes back.
struct MessageNumbers {
  /// What was read last has this one; a request that began with a smaller one does not know of it.
  private(set) var moment: Int64 = 0
  /// Messages that were given an identifier here.
  private var given: Int64

  init(given: Int64 = 0) { self.given = given }

  /// Something was read, or came without an id.
  /// - Returns: its moment.
  mutating func advance() -> Int64 {
    moment += 1
    return moment
  }

  /// The number of the next message that is made here, for its identifier. All have as many digits, so those of digits
  /// are in the order of their numbers, until a thousand million were made.
  mutating func give() -> Int64 {
    given += 1
    return 1_000_000_000 + given % 1_000_000_000
  }
}
