internal import TallyEngine
internal import TallyLoop

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Engine {
  /// The options for opening an engine. A limit that is nil has the library's default. ``Engine/limit(_:)`` returns the
  /// value in force, and ``Engine/setLimit(_:to:)`` changes it. Opening an engine with a limit out of its range fails
  /// with ``TallyError/Code/range``.
  public struct Configuration: Sendable {
    /// When changes are written.
    public enum Durability: String, Codable, Sendable, CaseIterable {
      /// In groups, in the background. A group begins within 50 ms, or after 1,000 changes.
      case group
      /// Before the call returns.
      case full
    }

    /// The importance of a log line.
    public enum LogLevel: Int32, Codable, Sendable, Comparable, CaseIterable {
      /// Data was lost, or work cannot continue.
      case error = 1
      /// A problem that the engine has handled.
      case warning = 2
      /// Normal activity.
      case info = 3

      /// A more important level comes before a less important one.
      public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
    }

    /// A reading of a clock.
    public struct Moment: Hashable, Sendable {
      /// The wall clock, to the millisecond.
      public var wall: Date
      /// The time since any moment, to the millisecond. It never goes back, and continues while the machine sleeps.
      public var elapsed: Duration

      /// Creates a reading.
      public init(wall: Date, elapsed: Duration) {
        self.wall = wall
        self.elapsed = elapsed
      }
    }

    /// The database, created if it does not exist; nil: in memory only.
    public var file: String?
    /// When changes are written.
    public var durability = Durability.group
    /// Checks the checksum of every page of the file at opening. If one is wrong, the file is renamed, and a new one is
    /// begun. `Engine.damage` then describes the damage and has the new name. Nothing else renames a file.
    public var setsAsideDamaged = false
    /// Accounts begin logged out, only feeds that were added or found run, and log-ins are not stored. For tools that
    /// use the file of another program.
    public var startsLoggedOut = false
    /// Components of a path without the root: 1 to 1,024. Default 64.
    public var maxDepth: Int?
    /// Bytes of a canonical path: 4 to 65,535. Default 4,096.
    public var maxPathBytes: Int?
    /// Nodes of one account's tree: 1 to 1,073,741,824. Default 16,777,216.
    public var maxNodes: Int?
    /// Open accounts: 1 to 16,777,216. Default 1,024.
    public var maxAccounts: Int?
    /// Accounts in memory: 1 to 16,777,216; nil: all that are open. An account that was not used lately makes room for
    /// another one, and is read again when it is needed. An account with observers, styles or streams of changes stays.
    public var maxLoadedAccounts: Int?
    /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
    public var maxFeeds: Int?
    /// Requests of feeds in flight: 1 to 65,535. Each one uses a socket. Default 256.
    public var maxRequests: Int?
    /// Requests of feeds in flight to one origin (scheme, host and port): 1 to 65,535. Default 6.
    public var maxRequestsPerOrigin: Int?
    /// Observers of the engine, including streams of changes: 1 to 16,777,216. Default 1,048,576.
    public var maxObservers: Int?
    /// Bytes of a server's response: 1 to 1,073,741,824. Default 8 MiB.
    public var maxResponseBytes: Int?
    /// The latest identifiers of batches that an account remembers: 1 to 1,073,741,824. Default 10,000.
    public var maxBatchIDs: Int?
    /// How long they are remembered: at least a second. Default a day.
    public var batchIDTime: Duration?
    /// Messages of a feed that retention removed, remembered so that they do not return: 1 to 1,073,741,824. Default
    /// 4,096.
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
    /// Links of one account: 1 to 1,073,741,824. Default 65,536.
    public var maxLinks: Int?
    /// Certificate authorities in PEM form; nil: the system's.
    public var certificateFile: String?
    /// The user agent of requests; nil: "tally/" and the version.
    public var userAgent: String?
    /// Called from any thread, one call at a time, without a lock held. It may call anything but
    /// ``Engine/close(timeout:)``.
    public var log: (@Sendable (LogLevel, String) -> Void)?
    /// The least important level that is logged.
    public var logLevel = LogLevel.warning
    /// The engine's clock; nil: the system's. Called from any thread, with locks held, so it must not call the library.
    /// A test with a ``HostDrivenEngine`` sets the time with it.
    public var clock: (@Sendable () -> Moment)?
    /// The seed of all random numbers, for tests; 0: a random seed of the system.
    public var seed: UInt64 = 0
    /// The device's zone, an IANA name; nil: the value of `TZ`, otherwise `/etc/localtime`.
    public var zone: String?
    /// Returns the bytes of a zone's file (TZif), up to 65,536; nil: there is no such zone. Called from any thread,
    /// with locks held, so it must not call the library. Without it, files are read below `TZDIR`, otherwise from the
    /// system's folders.
    public var zoneFile: (@Sendable (String) -> [UInt8]?)?

    /// Creates default options with a file and a durability.
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
      options.startsLoggedOut = startsLoggedOut
      if let maxLoadedAccounts, maxLoadedAccounts < 1 {
        throw TallyError(code: .range, message: "maxLoadedAccounts must be at least 1")
      }
      takeLimits(&options.limits)
      if let log {
        options.log = { level, words in log(LogLevel(rawValue: level) ?? .info, String(cString: words)) }
      }
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

    private func takeLimits(_ limits: inout EngineLimits) {
      func take(_ value: Int?, _ limit: EngineLimit) {
        if let value { limits[limit] = Int64(value) }
      }
      take(maxDepth, .depth)
      take(maxPathBytes, .pathBytes)
      take(maxNodes, .nodes)
      take(maxAccounts, .accounts)
      take(maxLoadedAccounts, .loadedAccounts)
      take(maxFeeds, .feeds)
      take(maxObservers, .observers)
      take(maxResponseBytes, .responseBytes)
      take(maxBatchIDs, .batchIDs)
      take(maxRequests, .requests)
      take(maxRequestsPerOrigin, .requestsPerOrigin)
      take(maxForgotten, .forgotten)
      take(maxMarks, .marks)
      take(maxFailedRows, .failedRows)
      take(maxRejected, .rejected)
      take(maxReminderLog, .reminderLog)
      take(maxCachedGroups, .cachedGroups)
      take(maxEvents, .events)
      take(maxCompletions, .completions)
      take(maxLinks, .links)
      if let batchIDTime { limits[.batchIDTime] = batchIDTime.milliseconds }
      limits[.logLevel] = Int64(logLevel.rawValue)
    }

    /// The clock lives as long as the engine's options, which release the callbacks.
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

    /// A text for C must not contain NUL.
    private static func bytes(_ text: String?, _ what: String) throws(TallyError) -> [UInt8]? {
      guard let text else { return nil }
      let bytes = [UInt8](text.utf8)
      if bytes.contains(0) {
        throw TallyError(code: .argument, message: "\(what) must not have a NUL in it")
      }
      return bytes
    }
  }
}

private final class ClockBox: Sendable {
  let read: @Sendable () -> Engine.Configuration.Moment

  init(_ read: @escaping @Sendable () -> Engine.Configuration.Moment) { self.read = read }
}
