import TallyFailure
import TallyStore
import TallyTree

/// A node, by its path or by a handle.
public enum Target {
  case path(UnsafeRawBufferPointer)
  case node(UInt64)
}

/// A badge operation of a host. Times are milliseconds since 1970; 0: no end.
public enum Operation {
  case set(Int64, until: Int64)
  case dot(until: Int64)
  case add(Int64)
  case clear
  case clearTree
  case mute(Int32, until: Int64)
  case snooze(until: Int64)
  case get
}

extension Operation {
  /// The own badge that it sets, if the operation does nothing else.
  @inline(__always)
  var plainBadge: PlainBadge? {
    switch self {
    case .set(let count, let until):
      guard until == 0, let number = UInt32(exactly: count) else { return nil }
      return PlainBadge(number)
    case .dot(let until): return until == 0 ? PlainBadge.dot : nil
    case .clear: return PlainBadge.none
    default: return nil
    }
  }

  /// Whether its result may end by its time.
  @inline(__always)
  var mayEnd: Bool {
    switch self {
    case .set(_, let until), .dot(let until), .mute(_, let until), .snooze(let until): until != 0
    default: false
    }
  }

  /// Rejects what the tree itself does not check: times before 1970, and unknown modes.
  @inline(__always)
  func check() throws(Failure) {
    switch self {
    case .set(_, let until), .dot(let until):
      if until < 0 { throw Operation.negativeTime }
    case .mute(let mode, let until):
      let mute = UInt8(exactly: mode).flatMap { Mute(rawValue: $0) }
      if mute == nil { throw Failure(.argument, "unknown mode of mute") }
      if until < 0 { throw Operation.negativeTime }
    case .snooze(let until):
      if until < 0 { throw Operation.negativeTime }
    default: break
    }
  }

  static var isOver: Failure { Failure(.range, "a snooze must end in the future") }
  private static var negativeTime: Failure { Failure(.range, "until must not be negative") }
}

/// The result of an operation.
enum Applied {
  case done
  case held
  /// Messages feed the badge that it clears, so it needs the store. Nothing was done.
  case needsStore
}
