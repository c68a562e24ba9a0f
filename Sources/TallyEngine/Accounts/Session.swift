import TallyMemory

/// The log-in of an account: whether there is one, and its credentials.
///
/// Invariants: `number` counts the log-ins and the changes of credentials, so it tells whether a response is of a
/// request with the current ones.
struct Session: ~Copyable {
  private(set) var isActive = false
  private(set) var number: UInt32 = 0
  /// The log-ins that ended.
  private(set) var ended: UInt32 = 0
  /// The account is logged in in the file. Under the store's lock.
  var isStored = false
  /// The host has opened the account, or logged it in or out. Until then it is logged out, as the file may say.
  var isDecided = false
  var credentials = AccountCredentials()

  mutating func begin() {
    isActive = true
    number &+= 1
  }

  mutating func credentialsChanged() { number &+= 1 }

  /// The credentials are forgotten.
  mutating func end() {
    isActive = false
    ended &+= 1
    credentials.removeAll()
  }
}
