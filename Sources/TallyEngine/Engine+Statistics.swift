import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

/// What an engine is made of at a moment.
public struct EngineStatistics: Equatable, Sendable {
  public var accounts = 0
  public var loadedAccounts = 0
  /// How often an account's tree was read from the file, and let go of.
  public var loads: UInt64 = 0
  public var evictions: UInt64 = 0
  public var feeds = 0
  public var observers = 0
  /// Events that wait in the queue.
  public var events = 0
  /// Of the trees in memory; their memory in bytes.
  public var nodes = 0
  public var memory = 0
  /// Badges that wait to be stored.
  public var unstored = 0
  /// Bytes; 0: there is no file.
  public var fileSize: Int64 = 0
  public var logSize: Int64 = 0
  /// Commits that calls have waited for, and these calls.
  public var commits: UInt64 = 0
  public var committedCalls: UInt64 = 0
  /// Since the last statistics, in microseconds: how long a call waited for the lock of the trees, and
  /// how long one held the store.
  public var longestWait: UInt64 = 0
  public var longestStoreHold: UInt64 = 0
  /// Calls that wait for the store.
  public var waitingCalls = 0
  /// Requests of feeds in flight, and most of them to one origin.
  public var flights = 0
  public var originFlights = 0

  public init() {}
}

extension Engine {
  /// - Complexity: O(accounts in memory).
  public func statistics() throws(Failure) -> EngineStatistics {
    var statistics = EngineStatistics()
    try enter()
    statistics.accounts = accounts.count
    statistics.loadedAccounts = accounts.residents.count
    statistics.loads = accounts.residents.loads
    statistics.evictions = accounts.residents.evictions
    statistics.feeds = feeds.count
    statistics.observers = events.registrations.count
    statistics.events = events.queue.count
    statistics.unstored = schedule.unwritten
    statistics.commits = group.commits
    statistics.committedCalls = group.calls
    statistics.flights = Int(feeds.origins.flying)
    statistics.originFlights = Int(feeds.origins.mostFlying)
    for position in 0..<accounts.residents.count {
      let account = accounts[accounts.residents[position]]
      // What another thread works on alone is left out for the moment.
      if account.residence.state == .busy { continue }
      let tree = account.tree
      statistics.nodes += tree.count
      statistics.memory += tree.memory
      statistics.unstored += tree.dirtyCount
    }
    lock.unlock()
    statistics.waitingCalls = storeLock.waiters
    statistics.longestWait = lock.takeLongestWait() / 1000
    statistics.longestStoreHold = storeLock.takeLongestHold() / 1000
    (statistics.fileSize, statistics.logSize) = store.measure()
    return statistics
  }
}
