internal import TallyEngine
internal import TallyFailure

extension Engine {
  /// The current size of an engine's parts.
  public struct Statistics: Hashable, Sendable {
    /// Open accounts.
    public let accounts: Int
    /// Accounts in memory.
    public let loadedAccounts: Int
    /// How often an account was read since the engine was opened.
    public let accountLoads: Int
    /// How often an account was freed to make room for another one.
    public let accountEvictions: Int
    /// Feeds that were added in this run.
    public let feeds: Int
    /// Observers, views and streams of changes.
    public let observers: Int
    /// Pending events.
    public let events: Int
    /// Nodes of the accounts in memory.
    public let nodes: Int
    /// The bytes of the nodes and their paths.
    public let nodeBytes: Int
    /// Badges that are not stored yet.
    public let unstoredBadges: Int
    /// Bytes of the file; 0: there is none.
    public let fileSize: Int
    /// Bytes of SQLite's write-ahead log beside it.
    public let logSize: Int
    /// Commits that calls have waited for since the engine was opened.
    public let commits: Int
    /// The calls that have waited for them. Several calls share a commit.
    public let committedCalls: Int
    /// The longest wait of a call for the lock of all accounts, in microseconds, since the engine was opened or the
    /// longest times were reset.
    public let longestWait: Int
    /// The longest time a call has held the store, measured in the same way.
    public let longestStoreHold: Int
    /// Calls that wait for the store.
    public let waitingCalls: Int
    /// Requests of feeds in flight.
    public let requests: Int
    /// Requests in flight to the busiest origin.
    public let originRequests: Int
    /// How often a server counted something else than its feed contributes: ``Engine/Event/drift(_:account:)``.
    public let drifts: Int

    init(_ core: EngineStatistics) {
      accounts = core.accounts
      loadedAccounts = core.loadedAccounts
      accountLoads = Int(clamping: core.loads)
      accountEvictions = Int(clamping: core.evictions)
      feeds = core.feeds
      observers = core.observers
      events = core.events
      nodes = core.nodes
      nodeBytes = core.memory
      unstoredBadges = core.unstored
      fileSize = Int(core.fileSize)
      logSize = Int(core.logSize)
      commits = Int(clamping: core.commits)
      committedCalls = Int(clamping: core.committedCalls)
      longestWait = Int(clamping: core.longestWait)
      longestStoreHold = Int(clamping: core.longestStoreHold)
      waitingCalls = core.waitingCalls
      requests = core.requests
      originRequests = core.originRequests
      drifts = Int(clamping: core.drifts)
    }
  }
}

extension Engine {
  /// Returns the current statistics.
  /// - Parameter resetting: ``Engine/Statistics/longestWait`` and ``Engine/Statistics/longestStoreHold`` begin again.
  ///   Without it the call changes nothing, so several monitors can read the statistics.
  public func statistics(resetting: Bool = false) throws(TallyError) -> Statistics {
    Statistics(try calling { () throws(Failure) in try core.statistics(resets: resetting) })
  }
}
