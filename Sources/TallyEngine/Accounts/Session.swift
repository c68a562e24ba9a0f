import TallyMemory

/// The log-in of an account: whether there is one, and its token.
///
/// Invariants: without a log-in there is no token. `number` counts the log-ins, so it tells their tokens apart.
struct Session: ~Copyable {
  private(set) var isActive = false
  private(set) var number: UInt32 = 0
  var credential = Credential()

  /// Begins, or goes on with another token. The token has no origin yet.
  /// - Parameter room: for the URL of its origin, so that `bind` cannot fail.
  mutating func begin(token: UnsafeRawBufferPointer, room: Int) throws(OutOfMemory) {
    try credential.set(token: token, room: room)
    isActive = true
    number &+= 1
  }

  mutating func end() {
    isActive = false
    credential.forget()
  }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool { isActive ? number > 0 : credential.isEmpty && credential.url.isEmpty }
}
