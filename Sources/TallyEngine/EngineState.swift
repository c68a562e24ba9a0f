/// Whether an engine is open, and the work of other threads that its end waits for. It does not lock.
///
/// Invariants: a closed engine stays closed. No count falls below 0, and no backup begins after the end.
struct EngineState {
  private(set) var isClosed = false
  /// Accounts whose trees a thread works on without `lock`.
  private(set) var busyAccounts = 0
  private(set) var backups = 0
  /// The data of the callbacks that the engine has until its end.
  var userData = EngineUserData()

  /// Whether the end waits for nothing here.
  var isIdle: Bool { busyAccounts == 0 && backups == 0 }

  mutating func close() { isClosed = true }

  mutating func occupy(_ accounts: Int) { busyAccounts += accounts }
  mutating func vacate(_ accounts: Int) { busyAccounts -= accounts }

  mutating func beginBackup() { backups += 1 }
  mutating func endBackup() { backups -= 1 }

  // MARK: For tests

  /// Whether the invariants hold.
  func verify() -> Bool { busyAccounts >= 0 && backups >= 0 }
}
