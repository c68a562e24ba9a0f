import CPlatform

/// The two clocks: the wall clock (milliseconds since 1970), and the elapsed clock, which never goes back and counts
/// sleep (milliseconds since any moment). They are the system's, or a host's for tests.
///
/// Sendable because it never changes, and the header allows any thread to call a host's callback.
public struct Clock: @unchecked Sendable {
  public typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<Int64>?, UnsafeMutablePointer<Int64>?
    ) -> Void

  private let callback: Callback?
  private let userData: UnsafeMutableRawPointer?

  private init() {
    callback = nil
    userData = nil
  }

  public init(callback: @escaping Callback, userData: UnsafeMutableRawPointer?) {
    self.callback = callback
    self.userData = userData
  }

  /// The system's clocks.
  public static var system: Clock { Clock() }

  public var isSystem: Bool { callback == nil }

  public var wall: Int64 {
    callback == nil ? ctally_clock_wall() : now().wall
  }

  public var elapsed: Int64 {
    callback == nil ? ctally_clock_elapsed() : now().elapsed
  }

  public func now() -> (wall: Int64, elapsed: Int64) {
    guard let callback else { return (ctally_clock_wall(), ctally_clock_elapsed()) }
    var wall: Int64 = 0
    var elapsed: Int64 = 0
    // The thread holds locks.
    ctally_thread_shield()
    callback(userData, &wall, &elapsed)
    ctally_thread_unshield()
    return (wall, elapsed)
  }
}
