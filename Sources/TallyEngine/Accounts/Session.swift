import TallyMemory

/// The log-in of an account: whether there is one, and its credentials.
///
/// Invariants: `number` counts the log-ins and the changes of credentials, so it tells whether a response is of a
/// request with the current ones.
struct Session: ~Copyable {
  private(set) var isActive = false
  private(set) var number: UInt32 = 0
  var credentials = AccountCredentials()

  mutating func begin() {
    isActive = true
    number &+= 1
  }

  mutating func credentialsChanged() { number &+= 1 }

  /// The credentials are forgotten.
  mutating func end() {
    isActive = false
    credentials.removeAll()
  }
}
