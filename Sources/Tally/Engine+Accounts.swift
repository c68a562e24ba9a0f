internal import TallyEngine
internal import TallyFailure

/// What an engine is made of at a moment.
public struct Statistics: Hashable, Codable, Sendable {
  /// Accounts that are open.
  public let accounts: Int
  /// Of these, in memory.
  public let loadedAccounts: Int
  /// How often an account was read, since the engine was opened.
  public let accountLoads: Int
  /// How often one made room for another.
  public let accountEvictions: Int
  /// Feeds that were added in this run.
  public let feeds: Int
  /// Observers, views and streams of changes.
  public let observers: Int
  /// Events that wait to be delivered.
  public let events: Int
  /// Nodes of the accounts in memory.
  public let nodes: Int
  /// What the nodes take, with their paths, in bytes.
  public let nodeBytes: Int
  /// Badges that wait to be stored.
  public let unstoredBadges: Int
  /// Bytes of the file; 0: there is none.
  public let fileSize: Int
  /// Bytes of SQLite's write-ahead log beside it.
  public let logSize: Int
  /// Commits that calls have waited for since the engine was opened.
  public let commits: Int
  /// The calls that have waited for them: several share a commit.
  public let committedCalls: Int
  /// How long a call has waited at most for the lock of all accounts since the last statistics, in microseconds.
  public let longestWait: Int
  /// How long a call has had the store for itself at most since the last statistics, in microseconds.
  public let longestStoreHold: Int
  /// Calls that wait for the store.
  public let waitingCalls: Int
  /// Requests of feeds in flight.
  public let flights: Int
  /// The requests in flight to the origin with the most of them.
  public let originFlights: Int

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
    flights = core.flights
    originFlights = core.originFlights
  }
}

/// The limits in force, each as the member of ``EngineConfiguration`` with its name.
public struct Limits: Hashable, Codable, Sendable {
  /// Components of a path, root not counted.
  public let maxDepth: Int
  /// Bytes of a path as it is put out.
  public let maxPathBytes: Int
  /// Nodes of one account's tree.
  public let maxNodes: Int
  /// Accounts open at once.
  public let maxAccounts: Int
  /// Accounts in memory at once; nil: all that are open.
  public let maxLoadedAccounts: Int?
  /// Feeds of all open accounts.
  public let maxFeeds: Int
  /// Requests of feeds in flight.
  public let maxFlights: Int
  /// Requests of feeds in flight to one origin.
  public let maxFlightsPerOrigin: Int
  /// Observers of the engine, streams of changes included.
  public let maxObservers: Int
  /// Bytes of one answer of a server.
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
    maxFlights = options.maxFlights
    maxFlightsPerOrigin = options.maxFlightsPerOrigin
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
  /// The names of the accounts that are stored, open or not, sorted by their bytes.
  /// - Parameters:
  ///   - name: those after it, which need not exist; nil: from the first.
  ///   - limit: how many at the most.
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

  /// Removes an account with all that is stored for it, for good. It may be open: then it is logged out, its observers
  /// are told that nothing shows any more, and its objects fail with ``Status/notFound``.
  public func removeAccount(_ name: String) throws(TallyError) {
    try calling(with: name) { (bytes) throws(Failure) in try core.removeAccount(bytes) }
  }

  /// The limits in force.
  public func limits() throws(TallyError) -> Limits {
    Limits(try calling { () throws(Failure) in try core.limits() })
  }

  /// What the engine is made of just now.
  public func statistics() throws(TallyError) -> Statistics {
    Statistics(try calling { () throws(Failure) in try core.statistics() })
  }
}
