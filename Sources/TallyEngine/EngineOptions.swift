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

/// The options for opening an engine.
public struct EngineOptions {
  /// Path of the database; nil: in memory.
  public var file: [UInt8]?
  public var durability = Durability.group
  /// Renames a damaged file and begins a new one.
  public var setsAsideDamaged = false
  /// Accounts begin logged out, whatever the file says, and stored feeds run when they are found. Log-ins are
  /// not stored.
  public var startsLoggedOut = false
  /// The library has no thread of its own: the host calls `step`.
  public var isHostDriven = false
  /// The limits at the beginning.
  public var limits = EngineLimits()
  public var certificates: [UInt8]?
  public var userAgent: [UInt8]?
  public var clock = Clock.system
  /// The name of the device's zone; nil: the system's.
  public var zone: [UInt8]?
  /// Reads a zone's file from the host. Returns its size; 0: there is none. nil: the system's files.
  public var zoneFile: ((UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int)?
  /// 0: a random seed of the system.
  public var seed: UInt64 = 0
  /// The host's log.
  public var log: ((Int32, UnsafePointer<CChar>) -> Void)?
  /// Calls a host's callback with the event's text, which ends with NUL, and its length.
  public var deliver: (Callback, Event, UnsafePointer<CChar>, Int) -> Void = { _, _, _, _ in }
  /// Calls the matching function of a host's view.
  public var show: (ViewCall) -> Void = { _ in }
  /// Releases a host's `user_data`.
  public var release: (Callback) -> Void = { _ in }

  public init() {}

  func validate() throws(Failure) {
    try limits.validate()
    for byte in userAgent ?? [] where byte < 0x20 || byte == 0x7F {
      throw Failure(.argument, "the user agent must not have control characters")
    }
  }
}
