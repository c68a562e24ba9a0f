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

extension Engine {
  /// A limit of an engine. Each is the member of ``EngineConfiguration`` with the same name.
  public enum Limit: Int32, Codable, Sendable, CaseIterable {
    /// Components of a path without the root. It cannot change while the engine is open.
    case depth = 1
    /// Bytes of a canonical path. It cannot change while the engine is open.
    case pathBytes
    /// Nodes of one account's tree.
    case nodes
    /// Open accounts.
    case accounts
    /// Accounts in memory; 0: all that are open, which cannot change while the engine is open.
    case loadedAccounts
    /// Feeds of all open accounts.
    case feeds
    /// Observers of the engine, including streams of changes.
    case observers
    /// Bytes of a server's response.
    case responseBytes
    /// Identifiers of batches that are remembered for an account.
    case batchIDs
    /// How long they are remembered, in milliseconds.
    case batchIDTime
    /// Requests of feeds in flight.
    case requests
    /// Requests of feeds in flight to one origin.
    case requestsPerOrigin
    /// Removed messages of one feed that are remembered.
    case forgotten
    /// Stored positions of one feed up to which a path was read.
    case marks
    /// Outbox rows that have failed for good.
    case failedRows
    /// Rejected items of one feed.
    case rejected
    /// Entries of one account in the log of reminders.
    case reminderLog
    /// Groups of one account whose summaries are kept in memory.
    case cachedGroups
    /// Pending events of observers of subtrees and groups, and of reminders.
    case events
    /// Forced refreshes that have not ended, or whose outcome is pending.
    case completions
    /// The least important level of the log, the raw value of an ``EngineConfiguration/LogLevel``.
    case logLevel
  }

  /// Returns the value of a limit.
  public func limit(_ limit: Limit) throws(TallyError) -> Int {
    Int(clamping: try calling { () throws(Failure) in try core.limit(limit.core) })
  }

  /// Changes a limit, within the range of its member of ``EngineConfiguration``. A lower limit removes nothing: until
  /// enough is gone, what exceeds it stays, and more is rejected. Accounts in memory beyond it leave as soon as nothing
  /// needs them, so a program with several engines can divide its memory among them.
  ///
  /// ``Limit/depth`` and ``Limit/pathBytes`` fail with ``TallyError/Code/unsupported``. So does
  /// ``Limit/loadedAccounts``, unless the engine has a file and was opened with
  /// ``EngineConfiguration/maxLoadedAccounts``.
  /// - Returns: the former value.
  /// - Complexity: O(1); O(accounts in memory) for ``Limit/nodes`` and ``Limit/loadedAccounts``.
  @discardableResult
  public func setLimit(_ limit: Limit, to value: Int) throws(TallyError) -> Int {
    Int(clamping: try calling { () throws(Failure) in try core.setLimit(limit.core, to: Int64(value)) })
  }
}

extension Engine.Limit {
  fileprivate var core: EngineLimit {
    guard let limit = EngineLimit(rawValue: rawValue) else { preconditionFailure("both have the header's numbers") }
    return limit
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

  /// Returns the current statistics.
  /// - Parameter resetting: ``Statistics/longestWait`` and ``Statistics/longestStoreHold`` begin again. Without it the
  ///   call changes nothing, so several monitors can read the statistics.
  public func statistics(resetting: Bool = false) throws(TallyError) -> Statistics {
    Statistics(try calling { () throws(Failure) in try core.statistics(resets: resetting) })
  }
}
