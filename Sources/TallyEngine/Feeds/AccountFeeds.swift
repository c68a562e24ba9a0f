import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore

/// The feeds of an account that were added in this run, the oldest first.
///
/// Invariants: each feed is in the engine's table, and belongs to the account. `hasOld` holds if one of them has
/// messages that retention must still remove.
struct AccountFeeds: ~Copyable {
  /// The removed badges, until the store has dismissed the claims on them.
  var removals = Removals()
  private(set) var all: [Feed] = []
  var hasOld = false

  var isEmpty: Bool { all.isEmpty }

  /// Makes room for one more.
  mutating func reserve() throws(OutOfMemory) { try all.reserveRoom(1) }

  /// There is room.
  mutating func append(_ feed: Feed) { all.append(feed) }

  mutating func remove(_ feed: Feed) { all.removeAll { $0 === feed } }

  mutating func removeAll() { all = [] }

  func find(_ name: UnsafeRawBufferPointer) -> Feed? { all.first { isEqual($0.name, name) } }

  /// Whether a request of one is in flight.
  var arePolling: Bool { all.contains { $0.policy.exchange != nil } }

  /// Takes a feed that has old messages.
  mutating func takeOld() -> Feed? {
    if !hasOld { return nil }
    guard let feed = all.first(where: { $0.hasOld }) else {
      hasOld = false
      return nil
    }
    feed.hasOld = false
    return feed
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify(of account: Account) -> Bool {
    for feed in all {
      if feed.account !== account || feed.isRemoved || account.engine.feeds.find(id: feed.id) !== feed { return false }
      if feed.hasOld && !hasOld { return false }
    }
    return true
  }
}
