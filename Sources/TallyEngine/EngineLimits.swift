import Synchronization
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

/// The limits of an engine, numbered like the header's `tally_limit`. `tally.h` explains them.
public enum EngineLimit: Int32, CaseIterable, Sendable {
  case depth = 1
  case pathBytes, nodes, accounts, loadedAccounts, feeds, observers, responseBytes, batchIDs, batchIDTime, requests
  case requestsPerOrigin, forgotten, marks, failedRows, rejected, reminderLog, cachedGroups, events, completions
  case logLevel, links

  /// The limit with a number of the header.
  public init(number: Int32) throws(Failure) {
    guard let limit = EngineLimit(rawValue: number) else { throw Failure(.argument, "unknown limit") }
    self = limit
  }

  /// The valid values.
  var range: ClosedRange<Int64> {
    switch self {
    case .depth: 1...1024
    case .pathBytes: 4...65_535
    case .loadedAccounts: 0...(1 << 24)
    case .accounts, .observers, .cachedGroups, .events, .completions: 1...(1 << 24)
    case .feeds: 1...1_000_000
    case .requests, .requestsPerOrigin: 1...65_535
    case .batchIDTime: 1000...Int64.max
    case .logLevel: 1...3
    case .nodes, .responseBytes, .batchIDs, .forgotten, .marks, .failedRows, .rejected, .reminderLog, .links:
      1...(1 << 30)
    }
  }

  fileprivate var usual: Int64 {
    switch self {
    case .depth: 64
    case .pathBytes: 4096
    case .nodes: 1 << 24
    case .accounts: 1024
    case .loadedAccounts: 0
    case .feeds: 100_000
    case .observers, .events: 1 << 20
    case .responseBytes: 8 << 20
    case .batchIDs: Int64(BatchWindow().count)
    case .batchIDTime: BatchWindow().time
    case .requests: 256
    case .requestsPerOrigin: 6
    case .forgotten: StoreBounds().forgotten
    case .marks: StoreBounds().marks
    case .failedRows: StoreBounds().failedRows
    case .rejected: StoreBounds().rejected
    case .reminderLog: StoreBounds().reminderLog
    case .cachedGroups, .completions: 65_536
    case .logLevel: 2
    case .links: 65_536
    }
  }

  private var words: StaticString {
    switch self {
    case .depth: "the largest depth of a path"
    case .pathBytes: "the largest length of a path in bytes"
    case .nodes: "the largest number of nodes"
    case .accounts: "the largest number of open accounts"
    case .loadedAccounts: "the largest number of accounts in memory"
    case .feeds: "the largest number of feeds"
    case .observers: "the largest number of observers"
    case .responseBytes: "the largest length of a response in bytes"
    case .batchIDs: "the number of batch identifiers that are remembered"
    case .batchIDTime: "the time in ms for which batch identifiers are remembered"
    case .requests: "the largest number of requests in flight"
    case .requestsPerOrigin: "the largest number of requests in flight to one origin"
    case .forgotten: "the number of removed messages that are remembered"
    case .marks: "the number of marks"
    case .failedRows: "the number of failed rows"
    case .rejected: "the number of rejected items"
    case .reminderLog: "the number of rows of the reminder log"
    case .cachedGroups: "the number of cached groups"
    case .events: "the largest number of events"
    case .completions: "the largest number of completions"
    case .logLevel: "the level of the log"
    case .links: "the largest number of links"
    }
  }

  func check(_ value: Int64) throws(Failure) { try Failure.check(value, range, words) }
}

/// A value for each limit. At first they are the defaults.
public struct EngineLimits: Sendable {
  // The first place is unused.
  private var values = InlineArray<23, Int64>(repeating: 0)

  public init() {
    for limit in EngineLimit.allCases { self[limit] = limit.usual }
  }

  public subscript(limit: EngineLimit) -> Int64 {
    get { values[Int(limit.rawValue)] }
    set { values[Int(limit.rawValue)] = newValue }
  }

  func validate() throws(Failure) {
    for limit in EngineLimit.allCases { try limit.check(self[limit]) }
  }

  var paths: PathLimits { PathLimits(depth: Int(clamping: self[.depth]), bytes: Int(clamping: self[.pathBytes])) }
}

/// The limits of an open engine. They change under both locks, so a thread that holds one of them may read them.
final class LimitsInForce: @unchecked Sendable {
  private var values: EngineLimits
  // Copies of two limits, which threads without a lock read.
  private let response: Atomic<Int>
  private let level: Atomic<Int32>

  init(_ options: EngineOptions) {
    values = options.limits
    if options.file == nil { values[.loadedAccounts] = 0 }
    response = Atomic(Int(clamping: values[.responseBytes]))
    level = Atomic(Int32(values[.logLevel]))
  }

  subscript(limit: EngineLimit) -> Int64 {
    get { values[limit] }
    set {
      values[limit] = newValue
      response.store(Int(clamping: values[.responseBytes]), ordering: .relaxed)
      level.store(Int32(values[.logLevel]), ordering: .relaxed)
    }
  }

  /// Any thread.
  var responseBytes: Int { response.load(ordering: .relaxed) }

  /// Any thread.
  var logLevel: Int32 { level.load(ordering: .relaxed) }

  /// The window of remembered identifiers of batches.
  var batchWindow: BatchWindow {
    var window = BatchWindow()
    (window.count, window.time) = (Int(clamping: self[.batchIDs]), self[.batchIDTime])
    return window
  }

  /// Limits for tables that grow with use.
  var bounds: StoreBounds {
    var bounds = StoreBounds()
    (bounds.forgotten, bounds.marks, bounds.failedRows) = (self[.forgotten], self[.marks], self[.failedRows])
    (bounds.rejected, bounds.reminderLog) = (self[.rejected], self[.reminderLog])
    return bounds
  }
}

extension Engine {
  var limits: LimitsInForce { configuration.limits }

  /// Reads a limit.
  public func limit(_ limit: EngineLimit) throws(Failure) -> Int64 {
    let hold = try enter()
    defer { hold.keep() }
    return limits[limit]
  }

  /// Changes a limit for everything that follows. Nothing is removed that exceeds it. A call that works on an account
  /// alone keeps the former limit of its nodes.
  /// - Returns: the former value.
  public func setLimit(_ limit: EngineLimit, to value: Int64) throws(Failure) -> Int64 {
    try limit.check(value)
    try checkFork()
    // Some parts read their limits under one lock, some under the other.
    let storeHold = takeStore()
    let hold = try enter()
    let former = limits[limit]
    try checkChange(of: limit, from: former, to: value)
    try take(hold, value, as: limit)
    limits[limit] = value
    store.bounds = limits.bounds
    hold.release()
    if limit == .loadedAccounts { makeRoomForResident(storeHold) }
    return former
  }

  private func checkChange(of limit: EngineLimit, from former: Int64, to value: Int64) throws(Failure) {
    switch limit {
    case .depth, .pathBytes:
      // A tree has room for its deepest path, so that most of its changes need no memory.
      throw Failure(.unsupported, "the limits of paths are fixed while the engine is open")
    case .loadedAccounts where former == 0 || value == 0:
      // Such an engine has no file, or relies on accounts that never leave.
      throw Failure(.unsupported, "an engine keeps all accounts in memory from the beginning, or never")
    default: return
    }
  }

  /// Passes a limit to the part that has a copy of it.
  private func take(_ hold: borrowing LockHold, _ value: Int64, as limit: EngineLimit) throws(Failure) {
    switch limit {
    case .nodes: takeNodeLimit(hold, Int(clamping: value))
    case .loadedAccounts: accounts.residents.setLimit(Int(clamping: value))
    case .requests: try setRequestLimits(UInt32(value), feeds.origins.limitPerOrigin)
    case .requestsPerOrigin: try setRequestLimits(feeds.origins.limit, UInt32(value))
    case .cachedGroups: groups.setCapacity(Int(clamping: value))
    case .events: events.limit = Int(clamping: value)
    default: return
    }
  }

  private func setRequestLimits(_ limit: UInt32, _ limitPerOrigin: UInt32) throws(Failure) {
    try growing { () throws(OutOfMemory) in
      try feeds.origins.setLimits(limit: limit, limitPerOrigin: limitPerOrigin)
    }
    // Places may have become free.
    loop.wake()
  }

  private func takeNodeLimit(_ hold: borrowing LockHold, _ value: Int) {
    for place in 0..<accounts.residents.count {
      let account = accounts[accounts.residents[place]]
      // The thread that works on it does this in the end.
      if account.residence.state != .busy { account.tree.maxNodes = value }
    }
  }
}
