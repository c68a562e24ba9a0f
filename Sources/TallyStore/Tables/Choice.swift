import TallyTree
import TallyWire

// A choice of the user at a path is a register: a value and a version. It is pure: the store applies it to its rows.
// docs/wire-format.md states the same rule for servers.

/// A value with its version. Of two, the greater version wins, and at a tie the greater value.
public struct Choice: Equatable, BitwiseCopyable, Sendable {
  /// The kinds of choices at a path. Each is a register of its own.
  public enum Kind: Int64, CaseIterable, BitwiseCopyable, Sendable {
    case mute = 1, flag, snooze

    /// The part of the settings that says whether an account exchanges it.
    public var part: OutboxKinds {
      switch self {
      case .mute: .mutes
      case .flag: .flags
      case .snooze: .snoozes
      }
    }

    /// Its rows in the outbox.
    var row: OutboxRow.Kind {
      switch self {
      case .mute: .mute
      case .flag: .flag
      case .snooze: .snooze
      }
    }
  }

  public var value: Int64 = 0
  /// 0: it was decided before the account exchanged choices of this kind.
  public var version: Int64 = 0

  public init(value: Int64 = 0, version: Int64 = 0) {
    self.value = value
    self.version = version
  }

  /// - Returns: whether it has changed.
  public mutating func join(_ other: Choice) -> Bool {
    if (other.version, other.value) <= (version, value) { return false }
    self = other
    return true
  }

  /// An act of the user.
  mutating func act(_ value: Int64) {
    self.value = value
    version = ReadRegister.next(version)
  }

  // MARK: Values

  /// A time without an end. Later than every time of a value.
  private static var forever: Int64 { 1 << 56 - 1 }

  /// Mutes are sorted by what they hold back: none, a number, everything; each first with highlights that pass, then
  /// without; and then by their ends.
  public static func value(of mute: Mute, until: Int64) -> Int64 {
    if mute == .none { return 0 }
    let strictness = Int64(mute.mode.rawValue) << 1 | (mute.passesHighlights ? 0 : 1)
    return strictness << 56 | (until == 0 ? forever : min(until, forever - 1))
  }

  /// A snooze is its end.
  public static func value(ofSnooze until: Int64) -> Int64 { min(until, forever - 1) }

  /// The mute of a value, and its end.
  public static func mute(of value: Int64) -> (mute: Mute, until: Int64) {
    let (strictness, end) = (UInt8(truncatingIfNeeded: value >> 56), value & forever)
    let mode = strictness >> 1 | (strictness & 1 == 0 ? 4 : 0)
    guard value > 0, let mute = Mute(rawValue: mode) else { return (.none, 0) }
    return (mute, end == forever ? 0 : end)
  }

  /// Whether a value of a kind can be.
  static func isValid(_ kind: Kind, _ value: Int64) -> Bool {
    switch kind {
    case .flag: (0...1).contains(value)
    case .snooze: (0..<forever).contains(value)
    case .mute: value == 0 || (mute(of: value).mute != .none && self.value(of: mute(of: value)) == value)
    }
  }

  private static func value(of mute: (Mute, Int64)) -> Int64 { value(of: mute.0, until: mute.1) }

  /// When the value of a kind ends by its time; `Int64.max`: it does not.
  static func end(_ kind: Kind, _ value: Int64) -> Int64 {
    switch kind {
    case .flag: return Int64.max
    case .snooze: return value
    case .mute:
      let until = mute(of: value).until
      return until == 0 ? Int64.max : until
    }
  }
}

extension OwnState {
  /// The value of a choice in it; nil: it does not have it.
  func value(of kind: Choice.Kind) -> Int64? {
    switch kind {
    case .mute: Choice.value(of: mute, until: muteUntil)
    case .snooze: Choice.value(ofSnooze: snooze)
    case .flag: nil
    }
  }
}
