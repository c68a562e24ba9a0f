import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

/// The current size of an engine's parts.
public struct EngineStatistics: Equatable, Sendable {
  public var accounts = 0
  public var loadedAccounts = 0
  /// How often an account's tree was read from the file, and freed.
  public var loads: UInt64 = 0
  public var evictions: UInt64 = 0
  public var feeds = 0
  public var observers = 0
  /// Pending events in the queue.
  public var events = 0
  /// The nodes of the trees in memory, and their memory in bytes.
  public var nodes = 0
  public var memory = 0
  /// Unstored badges.
  public var unstored = 0
  /// Bytes; 0: there is no file.
  public var fileSize: Int64 = 0
  public var logSize: Int64 = 0
  /// Commits that calls have waited for, and these calls.
  public var commits: UInt64 = 0
  public var committedCalls: UInt64 = 0
  /// Since the engine was opened or they were reset, in microseconds: the longest wait of a call for the lock of the
  /// trees, and the longest time a call held the store.
  public var longestWait: UInt64 = 0
  public var longestStoreHold: UInt64 = 0
  /// Calls that wait for the store.
  public var waitingCalls = 0
  /// Requests of feeds in flight, and those to the busiest origin.
  public var requests = 0
  public var originRequests = 0
  /// How often a server counted something else than its feed contributes.
  public var drifts: UInt64 = 0

  public init() {}
}

extension Engine {
  /// - Parameter resets: the longest times begin again.
  /// - Complexity: O(accounts in memory).
  public func statistics(resets: Bool = false) throws(Failure) -> EngineStatistics {
    var statistics = EngineStatistics()
    let hold = try enter()
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
    statistics.drifts = events.drifts
    statistics.requests = Int(feeds.origins.requests)
    statistics.originRequests = Int(feeds.origins.mostRequests)
    for position in 0..<accounts.residents.count {
      let account = accounts[accounts.residents[position]]
      // Accounts that another thread works on alone are left out.
      if account.residence.state == .busy { continue }
      let tree = account.tree
      statistics.nodes += tree.count
      statistics.memory += tree.memory
      statistics.unstored += tree.dirtyCount
    }
    hold.release()
    statistics.waitingCalls = locks.store.waiters
    statistics.longestWait = lock.longestWait(resets: resets) / 1000
    statistics.longestStoreHold = locks.store.longestHold(resets: resets) / 1000
    (statistics.fileSize, statistics.logSize) = store.measure()
    return statistics
  }
}
