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
  case force
  case mute(Int32, until: Int64)
  case get
}

/// What an operation came to.
enum Applied {
  case done
  case held
  /// Messages feed what it clears, so it takes the store; nothing was done.
  case needsStore
}
