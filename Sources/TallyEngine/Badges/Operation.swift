import TallyFailure
import TallyStore
import TallyTree

/// Which node: by its path, or by a handle.
public enum Target {
  case path(UnsafeRawBufferPointer)
  case node(UInt64)

  var path: UnsafeRawBufferPointer? {
    if case .path(let path) = self { return path }
    return nil
  }
}

/// One operation on a badge, as a host asks for it. Times are milliseconds since 1970; 0: no end.
public enum Operation {
  case set(Int64, until: Int64)
  case dot(until: Int64)
  case add(Int64)
  case clear
  case clearTree
  case mute(Int32, until: Int64)
  case get
}

extension Operation {
  /// What the manual badge becomes, where that is all there is to it.
  @inline(__always)
  var plainManual: PlainManual? {
    switch self {
    case .set(let count, let until):
      guard until == 0, let number = UInt32(exactly: count) else { return nil }
      return PlainManual(number)
    case .dot(let until): return until == 0 ? PlainManual.dot : nil
    case .clear: return PlainManual.none
    default: return nil
    }
  }

  /// Refuses what the tree never sees: times before 1970, and modes that are none.
  @inline(__always)
  func check() throws(Failure) {
    switch self {
    case .set(_, let until), .dot(let until):
      if until < 0 { throw Operation.negativeTime }
    case .mute(let mode, let until):
      if !(0...2).contains(mode) { throw Failure(.argument, "unknown mode of mute") }
      if until < 0 { throw Operation.negativeTime }
    default: break
    }
  }

  private static var negativeTime: Failure { Failure(.range, "until must not be negative") }
}

/// What an operation came to.
enum Applied {
  case done
  case held
  /// Messages feed what it clears, so it takes the store; nothing was done.
  case needsStore
}
