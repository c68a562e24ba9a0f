internal import TallyEngine
internal import TallyFailure

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
  }
}

/// The limits in force. Each is the member of ``EngineConfiguration`` with the same name.
public struct Limits: Hashable, Sendable {
  /// Components of a path without the root.
  public let maxDepth: Int
  /// Bytes of a canonical path.
  public let maxPathBytes: Int
  /// Nodes of one account's tree.
  public let maxNodes: Int
  /// Open accounts.
  public let maxAccounts: Int
  /// Accounts in memory; nil: all that are open.
  public let maxLoadedAccounts: Int?
  /// Feeds of all open accounts.
  public let maxFeeds: Int
  /// Requests of feeds in flight.
  public let maxRequests: Int
  /// Requests of feeds in flight to one origin.
  public let maxRequestsPerOrigin: Int
  /// Observers of the engine, including streams of changes.
  public let maxObservers: Int
  /// Bytes of a server's response.
  public let maxResponseBytes: Int
  /// Identifiers of batches that are remembered for an account.
  public let maxBatchIDs: Int
  /// How long they are remembered.
  public let batchIDTime: Duration
  /// Removed messages of one feed that are remembered.
  public let maxForgotten: Int
  /// Stored positions of one feed up to which a path was read.
  public let maxMarks: Int
  /// Outbox rows that have failed for good.
  public let maxFailedRows: Int
  /// Rejected items of one feed.
  public let maxRejected: Int
  /// Entries of one account in the log of reminders.
  public let maxReminderLog: Int
  /// Groups of one account whose summaries are kept in memory.
  public let maxCachedGroups: Int
  /// Pending events of observers of subtrees and groups, and of reminders.
  public let maxEvents: Int
  /// Forced refreshes that have not ended, or whose outcome is pending.
  public let maxCompletions: Int

  init(_ options: EngineOptions) {
    maxDepth = options.paths.depth
    maxPathBytes = options.paths.bytes
    maxNodes = options.maxNodes
    maxAccounts = options.maxAccounts
    maxLoadedAccounts = options.maxLoadedAccounts == 0 ? nil : options.maxLoadedAccounts
    maxFeeds = options.maxFeeds
    maxRequests = options.maxRequests
    maxRequestsPerOrigin = options.maxRequestsPerOrigin
    maxObservers = options.maxObservers
    maxResponseBytes = options.maxResponseBytes
    maxBatchIDs = options.batchWindow.count
    batchIDTime = .milliseconds(options.batchWindow.time)
    maxForgotten = Int(options.bounds.forgotten)
    maxMarks = Int(options.bounds.marks)
    maxFailedRows = Int(options.bounds.failedRows)
    maxRejected = Int(options.bounds.rejected)
    maxReminderLog = Int(options.bounds.reminderLog)
    maxCachedGroups = options.maxCachedGroups
    maxEvents = options.maxEvents
    maxCompletions = options.maxCompletions
  }
}

extension Engine {
  /// Returns the names of the stored accounts, open or not, sorted by their bytes.
  /// - Parameters:
  ///   - name: begins after this name, which need not exist; nil: from the first.
  ///   - limit: the most names.
  public func accountNames(after name: String? = nil, limit: Int = .max) throws(TallyError) -> [String] {
    var names: [String] = []
    var start = name ?? ""
    while names.count < limit {
      let count = min(limit - names.count, 10_000)
      let hasMore = try calling(with: start) { (bytes) throws(Failure) in
        try core.listAccounts(after: bytes, limit: count) { names.append(String(decoding: $0, as: UTF8.self)) }
      }
      guard hasMore, let last = names.last else { break }
      start = last
    }
    return names
  }

  /// Removes an account with all its stored data, for good. An open account is logged out, its observers are notified
  /// that nothing shows any more, and its objects fail with ``TallyError/Code/notFound``.
  public func removeAccount(_ name: String) throws(TallyError) {
    try calling(with: name) { (bytes) throws(Failure) in try core.removeAccount(bytes) }
  }

  /// Returns the limits in force.
  public func limits() throws(TallyError) -> Limits {
    Limits(try calling { () throws(Failure) in try core.limits() })
  }

  /// Changes the largest number of accounts in memory: 1 to 16,777,216. Accounts above it are freed if nothing needs
  /// them. The engine must have a file and have been opened with ``EngineConfiguration/maxLoadedAccounts``. A program
  /// with several engines can divide its memory among them.
  /// - Complexity: O(accounts in memory) if the number is smaller than before.
  public func setMaxLoadedAccounts(_ count: Int) throws(TallyError) {
    try calling { () throws(Failure) in try core.setMaxLoadedAccounts(count) }
  }

  /// Returns the current statistics.
  /// - Parameter resetting: ``Statistics/longestWait`` and ``Statistics/longestStoreHold`` begin again. Without it the
  ///   call changes nothing, so several monitors can read the statistics.
  public func statistics(resetting: Bool = false) throws(TallyError) -> Statistics {
    Statistics(try calling { () throws(Failure) in try core.statistics(resets: resetting) })
  }
}
