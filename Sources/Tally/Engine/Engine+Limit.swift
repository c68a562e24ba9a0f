internal import TallyEngine
internal import TallyFailure

extension Engine {
  /// A limit of an engine. Each is the member of ``Engine/Configuration`` with the same name.
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
    /// The least important level of the log, the raw value of an ``Engine/Configuration/LogLevel``.
    case logLevel
    /// Links of one account.
    case links
  }

  /// Returns the value of a limit.
  public func limit(_ limit: Limit) throws(TallyError) -> Int {
    Int(clamping: try calling { () throws(Failure) in try core.limit(EngineLimit(number: limit.rawValue)) })
  }

  /// Changes a limit, within the range of its member of ``Engine/Configuration``. A lower limit removes nothing: until
  /// enough is gone, what exceeds it stays, and more is rejected. Accounts in memory beyond it leave as soon as nothing
  /// needs them, so a program with several engines can divide its memory among them.
  ///
  /// ``Limit/depth`` and ``Limit/pathBytes`` fail with ``TallyError/Code/unsupported``. So does
  /// ``Limit/loadedAccounts``, unless the engine has a file and was opened with
  /// ``Engine/Configuration/maxLoadedAccounts``.
  /// - Returns: the former value.
  /// - Complexity: O(1); O(accounts in memory) for ``Limit/nodes`` and ``Limit/loadedAccounts``.
  @discardableResult
  public func setLimit(_ limit: Limit, to value: Int) throws(TallyError) -> Int {
    Int(
      clamping: try calling { () throws(Failure) in
        try core.setLimit(EngineLimit(number: limit.rawValue), to: Int64(value))
      })
  }
}
