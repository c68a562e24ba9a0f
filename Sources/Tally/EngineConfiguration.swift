internal import TallyEngine
internal import TallyLoop

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How an engine is opened. Limits that are nil are the library's defaults; ``Engine/limits()`` tells those in force,
/// and one that is out of its range is ``Status/range`` when the engine is opened.
public struct EngineConfiguration: Sendable {
  /// When changes are written.
  public enum Durability: String, Codable, Sendable, CaseIterable {
    /// In groups, in the background: one begins within 50 ms, or after 1,000 changes.
    case group
    /// Before the call returns.
    case full
  }

  /// How important a line of the log is.
  public enum LogLevel: Int32, Codable, Sendable, Comparable, CaseIterable {
    /// Something was lost, or cannot go on.
    case error = 1
    /// Something went wrong that was got over.
    case warning = 2
    /// What happens.
    case info = 3

    /// A more important one comes before a less important one.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
  }

  /// What a clock shows.
  public struct Moment: Hashable, Codable, Sendable {
    /// The wall's time, to the millisecond.
    public var wall: Date
    /// How long it is since any point, to the millisecond: never goes back, and goes on while the machine sleeps.
    public var elapsed: Duration

    /// What a clock shows.
    public init(wall: Date, elapsed: Duration) {
      self.wall = wall
      self.elapsed = elapsed
    }
  }

  /// The database, created where it does not exist; nil: in memory only.
  public var file: String?
  /// When changes are written.
  public var durability = Durability.group
  /// The checksum of every page of the file is compared when it is opened. If one is wrong, the file is renamed, and a
  /// new one begun. `Engine.damage` then says what was wrong, and the new name. Nothing else renames a file.
  public var setsAsideDamaged = false
  /// The file is written anew when it is opened, without gaps: that takes room for two more of it, and time linear in
  /// its size.
  public var vacuums = false
  /// Components of a path, root not counted: 1 to 1,024. Default 64.
  public var maxDepth: Int?
  /// Bytes of a path as it is put out: 4 to 65,535. Default 4,096.
  public var maxPathBytes: Int?
  /// Nodes of one account's tree: 1 to 1,073,741,824. Default 16,777,216.
  public var maxNodes: Int?
  /// Accounts open at once: 1 to 16,777,216. Default 1,024.
  public var maxAccounts: Int?
  /// Accounts in memory at once: 1 to 16,777,216; nil: all that are open. An account that was not used lately makes
  /// room for another one, and is read again when it is needed; with observers, styles or streams of changes it stays.
  public var maxLoadedAccounts: Int?
  /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
  public var maxFeeds: Int?
  /// Requests of feeds in flight: 1 to 65,535. Each one uses a socket. Default 256.
  public var maxFlights: Int?
  /// Requests of feeds in flight to one origin (scheme, host and port): 1 to 65,535. Default 6.
  public var maxFlightsPerOrigin: Int?
  /// Observers of the engine, streams of changes included: 1 to 16,777,216. Default 1,048,576.
  public var maxObservers: Int?
  /// Bytes of one answer of a server: 1 to 1,073,741,824. Default 8 MiB.
  public var maxResponseBytes: Int?
  /// Identifiers of batches that are remembered for an account, the latest ones: 1 to 1,073,741,824. Default 10,000.
  public var maxBatchIDs: Int?
  /// How long they are remembered: a second or more. Default a day.
  public var batchIDTime: Duration?
  /// Messages of one feed that its retention removed, remembered so that they do not come back: 1 to 1,073,741,824.
  /// Default 4,096.
  public var maxForgotten: Int?
  /// Stored positions of one feed up to which a path was read: 1 to 1,073,741,824. Default 10,000.
  public var maxMarks: Int?
  /// Outbox rows that have failed for good, of all accounts: 1 to 1,073,741,824. Default 10,000.
  public var maxFailedRows: Int?
  /// Rejected items of one feed: 1 to 1,073,741,824. Default 100.
  public var maxRejected: Int?
  /// Entries of one account in the log of reminders: 1 to 1,073,741,824. Default 10,000.
  public var maxReminderLog: Int?
  /// Groups of one account whose summaries are kept in memory: 1 to 16,777,216. Default 65,536.
  public var maxCachedGroups: Int?
  /// Pending events of observers of subtrees and groups, and of reminders: 1 to 16,777,216. Default 1,048,576.
  public var maxEvents: Int?
  /// Forced refreshes that have not ended, or whose outcome is pending: 1 to 16,777,216. Default 65,536.
  public var maxCompletions: Int?
  /// Certificate authorities in PEM form; nil: the system's.
  public var certificateFile: String?
  /// nil: "tally/" and the version.
  public var userAgent: String?
  /// Called from any thread, one call at a time, without a lock held. It may call anything but
  /// ``Engine/close(timeout:)``.
  public var log: (@Sendable (LogLevel, String) -> Void)?
  /// The least important level that is logged.
  public var logLevel = LogLevel.warning
  /// The engine has no thread of its own: its host calls ``Engine/step()``, when ``Engine/descriptor()`` is readable or
  /// ``Engine/timeout()`` has passed. For hosts with a loop of their own, and for tests.
  public var isHostDriven = false
  /// The engine's clock; nil: the system's. Called from any thread, with locks held: it must not call the library. With
  /// an engine that its host drives, a test decides what time it is.
  public var clock: (@Sendable () -> Moment)?
  /// Of everything random, for tests; 0: one of the system's.
  public var seed: UInt64 = 0
  /// The device's zone, an IANA name; nil: what `TZ` says, else `/etc/localtime`.
  public var zone: String?
  /// Gives the bytes of a zone's file (TZif), up to 65,536; nil: there is none of that name. Called from any thread,
  /// with locks held: it must not call the library. Without it they are read below `TZDIR`, else where systems have
  /// them.
  public var zoneFile: (@Sendable (String) -> [UInt8]?)?

  /// Defaults, but for the file and when it is written.
  public init(file: String? = nil, durability: Durability = .group) {
    self.file = file
    self.durability = durability
  }

  func options() throws(TallyError) -> EngineOptions {
    var options = EngineOptions()
    options.file = try Self.bytes(file, "the file's name")
    options.certificates = try Self.bytes(certificateFile, "the certificate file's name")
    options.userAgent = try Self.bytes(userAgent, "the user agent")
    options.durability = durability == .full ? .full : .group
    options.setsAsideDamaged = setsAsideDamaged
    options.vacuums = vacuums
    if let maxDepth { options.paths.depth = maxDepth }
    if let maxPathBytes { options.paths.bytes = maxPathBytes }
    if let maxNodes { options.maxNodes = maxNodes }
    if let maxAccounts { options.maxAccounts = maxAccounts }
    if let maxLoadedAccounts {
      if maxLoadedAccounts < 1 {
        throw TallyError(status: .range, message: "maxLoadedAccounts must be at least 1")
      }
      options.maxLoadedAccounts = maxLoadedAccounts
    }
    if let maxFeeds { options.maxFeeds = maxFeeds }
    if let maxFlights { options.maxFlights = maxFlights }
    if let maxFlightsPerOrigin { options.maxFlightsPerOrigin = maxFlightsPerOrigin }
    if let maxObservers { options.maxObservers = maxObservers }
    if let maxResponseBytes { options.maxResponseBytes = maxResponseBytes }
    if let maxBatchIDs { options.batchWindow.count = maxBatchIDs }
    takeBounds(&options)
    if let batchIDTime { options.batchWindow.time = batchIDTime.milliseconds }
    if let log {
      options.log = { level, words in log(LogLevel(rawValue: level) ?? .info, String(cString: words)) }
    }
    options.logLevel = logLevel.rawValue
    options.isHostDriven = isHostDriven
    options.seed = seed
    options.zone = try Self.bytes(zone, "the zone")
    takeClock(&options)
    if let zoneFile {
      options.zoneFile = { name, target, capacity in
        guard let bytes = zoneFile(String(cString: name)) else { return 0 }
        let room = UnsafeMutableRawBufferPointer(start: target, count: target == nil ? 0 : capacity)
        if bytes.count <= room.count { room.copyBytes(from: bytes) }
        return bytes.count
      }
    }
    return options
  }

  private func takeBounds(_ options: inout EngineOptions) {
    if let maxForgotten { options.bounds.forgotten = Int64(maxForgotten) }
    if let maxMarks { options.bounds.marks = Int64(maxMarks) }
    if let maxFailedRows { options.bounds.failedRows = Int64(maxFailedRows) }
    if let maxRejected { options.bounds.rejected = Int64(maxRejected) }
    if let maxReminderLog { options.bounds.reminderLog = Int64(maxReminderLog) }
    if let maxCachedGroups { options.maxCachedGroups = maxCachedGroups }
    if let maxEvents { options.maxEvents = maxEvents }
    if let maxCompletions { options.maxCompletions = maxCompletions }
  }

  /// The clock lives as long as the engine's options do, which hold what gives callbacks back.
  private func takeClock(_ options: inout EngineOptions) {
    guard let clock else {
      options.release = CallbackBox.release
      return
    }
    let box = ClockBox(clock)
    options.clock = Clock(
      callback: { userData, wall, elapsed in
        guard let userData else { return }
        let moment = Unmanaged<ClockBox>.fromOpaque(userData).takeUnretainedValue().read()
        wall?.pointee = moment.wall.forEngine
        elapsed?.pointee = moment.elapsed.milliseconds
      }, userData: Unmanaged.passUnretained(box).toOpaque())
    options.release = { callback in withExtendedLifetime(box) { CallbackBox.release(callback) } }
  }

  /// What goes down to C as text must not have a NUL in it.
  private static func bytes(_ text: String?, _ what: String) throws(TallyError) -> [UInt8]? {
    guard let text else { return nil }
    let bytes = [UInt8](text.utf8)
    if bytes.contains(0) {
      throw TallyError(status: .argument, message: "\(what) must not have a NUL in it")
    }
    return bytes
  }
}

private final class ClockBox: Sendable {
  let read: @Sendable () -> EngineConfiguration.Moment

  init(_ read: @escaping @Sendable () -> EngineConfiguration.Moment) { self.read = read }
}
