import TallyFailure
import TallyLoop
import TallyMemory
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
    for position in 0..<accounts.residents.count {
      let tree = accounts[accounts.residents[position]].tree
      statistics.nodes += tree.count
      statistics.memory += tree.memory
      statistics.unstored += tree.dirtyCount
    }
    lock.unlock()
    (statistics.fileSize, statistics.logSize) = store.measure()
    return statistics
  }
}
