import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

/// When changes are written.
public enum Durability: Int32, Sendable {
  /// In groups, by the loop. A group begins within 50 ms, or after 1,000 changes.
  case group = 0
  /// Before the call returns.
  case full = 1
}

/// The user data of the callbacks in the options, each with the host's release.
public struct EngineUserData {
  public var clock = Callback()
  public var log = Callback()
  public var zones = Callback()

  public init(clock: Callback = Callback(), log: Callback = Callback(), zones: Callback = Callback()) {
    (self.clock, self.log, self.zones) = (clock, log, zones)
  }
}

/// The options for opening an engine. `tally.h` explains the limits.
public struct EngineOptions {
  /// Path of the database; nil: in memory.
  public var file: [UInt8]?
  public var durability = Durability.group
  /// Renames a damaged file and begins a new one.
  public var setsAsideDamaged = false
  /// Rewrites the file when it is opened.
  public var vacuums = false
  /// Accounts begin logged out, whatever the file says, and stored feeds run when they are found. Log-ins are
  /// not stored.
  public var startsLoggedOut = false
  /// The library has no thread of its own: the host calls `step`.
  public var isHostDriven = false
  public var paths = PathLimits()
  public var maxNodes = 1 << 24
  public var maxAccounts = 1024
  /// The most accounts in memory; 0: all that are open.
  public var maxLoadedAccounts = 0
  public var maxFeeds = 100_000
  /// The most requests of feeds in flight, in all and to one origin.
  public var maxRequests = 256
  public var maxRequestsPerOrigin = 6
  public var maxObservers = 1 << 20
  public var maxResponseBytes = 8 << 20
  /// Limits for tables that grow with use.
  public var bounds = StoreBounds()
  /// The most groups of an account whose summaries are kept in memory.
  public var maxCachedGroups = 65_536
  /// The most events in the queue that no other limit bounds; see `Events`.
  public var maxEvents = 1 << 20
  /// The most forced refreshes that have not ended, or whose completions are in the queue.
  public var maxCompletions = 65_536
  /// The window of remembered identifiers of batches.
  public var batchWindow = BatchWindow()
  public var certificates: [UInt8]?
  public var userAgent: [UInt8]?
  public var clock = Clock.system
  /// The name of the device's zone; nil: the system's.
  public var zone: [UInt8]?
  /// Reads a zone's file from the host. Returns its size; 0: there is none. nil: the system's files.
  public var zoneFile: ((UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int)?
  /// 0: a random seed of the system.
  public var seed: UInt64 = 0
  /// The host's log, and the least important level (1: errors only).
  public var log: ((Int32, UnsafePointer<CChar>) -> Void)?
  public var logLevel: Int32 = 2
  /// Calls a host's callback with the event's text, which ends with NUL, and its length.
  public var deliver: (Callback, Event, UnsafePointer<CChar>, Int) -> Void = { _, _, _, _ in }
  /// Calls the matching function of a host's view.
  public var show: (ViewCall) -> Void = { _ in }
  /// Releases a host's `user_data`.
  public var release: (Callback) -> Void = { _ in }

  public init() {}

  func validate() throws(Failure) {
    try Failure.check(Int64(paths.depth), 1...1024, "the largest depth of a path")
    try Failure.check(Int64(paths.bytes), 4...65_535, "the largest length of a path in bytes")
    try Failure.check(Int64(maxNodes), 1...(1 << 30), "the largest number of nodes")
    try Failure.check(Int64(maxAccounts), 1...(1 << 24), "the largest number of open accounts")
    try Failure.check(Int64(maxLoadedAccounts), 0...(1 << 24), "the largest number of accounts in memory")
    try Failure.check(Int64(maxFeeds), 1...1_000_000, "the largest number of feeds")
    try Failure.check(Int64(maxRequests), 1...65_535, "the largest number of requests in flight")
    try Failure.check(Int64(maxRequestsPerOrigin), 1...65_535, "the largest number of requests in flight to one origin")
    try Failure.check(Int64(maxObservers), 1...(1 << 24), "the largest number of observers")
    try Failure.check(Int64(maxResponseBytes), 1...(1 << 30), "the largest length of a response in bytes")
    try Failure.check(Int64(batchWindow.count), 1...(1 << 30), "the number of batch identifiers that are remembered")
    try Failure.check(batchWindow.time, 1000...Int64.max, "the time in ms for which batch identifiers are remembered")
    try validateBounds()
    for byte in userAgent ?? [] where byte < 0x20 || byte == 0x7F {
      throw Failure(.argument, "the user agent must not have control characters")
    }
  }
}

extension EngineOptions {
  private func validateBounds() throws(Failure) {
    let range = Int64(1)...(1 << 30)
    try Failure.check(bounds.forgotten, range, "the number of removed messages that are remembered")
    try Failure.check(bounds.marks, range, "the number of marks")
    try Failure.check(bounds.failedRows, range, "the number of failed rows")
    try Failure.check(bounds.rejected, range, "the number of rejected items")
    try Failure.check(bounds.reminderLog, range, "the number of rows of the reminder log")
    try Failure.check(Int64(maxCachedGroups), 1...(1 << 24), "the number of cached groups")
    try Failure.check(Int64(maxEvents), 1...(1 << 24), "the largest number of events")
    try Failure.check(Int64(maxCompletions), 1...(1 << 24), "the largest number of completions")
  }
}
