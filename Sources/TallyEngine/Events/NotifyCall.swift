/// The host's notify, and its one call that may be running.
///
/// Invariants: at most one call is running. `isDue` is set only if there is a notify. The thread whose call is running
/// makes a due call after that.
struct NotifyCall {
  /// No observer has this token.
  static let token = UInt64.max

  private var callback = Callback()
  private var body: ((UnsafeMutableRawPointer?) -> Void)?
  var isDue = false
  private(set) var isRunning = false
  private var isOfCurrent = false
  /// Calls that have ended.
  private(set) var ended: UInt64 = 0
  /// Threads that wait for the end of a call.
  var waiters = 0
  /// A notify that was replaced within its own call. It is released at the end of that call.
  private var retired: Callback?

  var isSet: Bool { body != nil }

  mutating func set(
    _ callback: Callback, _ body: ((UnsafeMutableRawPointer?) -> Void)?
  ) -> (former: Callback, isRunning: Bool) {
    let former = (self.callback, isRunning && isOfCurrent)
    self.callback = callback
    self.body = body
    isDue = false
    isOfCurrent = false
    return former
  }

  /// Begins the due call, if none is running.
  mutating func begin() -> (body: (UnsafeMutableRawPointer?) -> Void, userData: UnsafeMutableRawPointer?)? {
    guard isDue, !isRunning, let body else { return nil }
    isDue = false
    isRunning = true
    isOfCurrent = true
    return (body, callback.userData)
  }

  /// - Returns: the callback to release now.
  mutating func end() -> Callback? {
    isRunning = false
    isOfCurrent = false
    ended &+= 1
    defer { retired = nil }
    return retired
  }

  mutating func retire(_ former: Callback) { retired = former }
}
