/// What the system refused.
public enum LoopError: Error, Equatable, Sendable {
  case outOfMemory
  /// The error as libuv has it: negative.
  case system(Int32)
}

/// Turns a status of libuv's into an error.
func check(_ status: Int32) throws(LoopError) {
  if status >= 0 { return }
  throw LoopError.system(status)
}
