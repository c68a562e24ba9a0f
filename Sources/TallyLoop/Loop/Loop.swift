import CPlatform
import CUV

/// A libuv loop with one wake-up and one timer. A thread of its own runs it, or the host steps it.
///
/// Life: `make`, `setHandlers`, then `startThread` or repeated `step`; `stop` (with a thread), then `close`. After a
/// fork the child may only call `abandon`.
///
/// Invariants:
/// - `state` exists until `close` or `abandon`. Its `loop`, `wake` and `timer` are initialised.
/// - `hasThread` is true exactly between `startThread` and `stop`.
///
/// Sendable: `wake` and `isLoopThread` read only the atomic words in `state`. The handlers are set before the thread
/// starts. `startThread`, `stop` and `close` are for one thread, the loop's owner. Everything else belongs to the loop
/// thread or, without one, to the thread that drives the loop.
public final class Loop: @unchecked Sendable {
  let state: UnsafeMutablePointer<ctally_loop>
  var onWake: (() -> Void)?
  var onTimer: (() -> Void)?
  var hasThread = false
  var isClosed = false

  private init(_ state: UnsafeMutablePointer<ctally_loop>) {
    self.state = state
  }

  public static func make() throws(LoopError) -> Loop {
    try check(ctally_uv_has_room())
    guard let block = ctally_uv_allocate(MemoryLayout<ctally_loop>.size) else { throw LoopError.outOfMemory }
    let state = block.bindMemory(to: ctally_loop.self, capacity: 1)
    var status = uv_loop_init(ctally_loop_uv(state))
    if status == 0 {
      status = uv_async_init(ctally_loop_uv(state), ctally_loop_wake(state)) { wake in
        Loop.behind(wake?.pointee.data)?.didWake()
      }
      if status != 0 { _ = uv_loop_close(ctally_loop_uv(state)) }
    }
    if status != 0 { ctally_uv_free(block) }
    try check(status)
    _ = uv_timer_init(ctally_loop_uv(state), ctally_loop_timer(state))
    let loop = Loop(state)
    // Not retained: `close` closes the handles before the object is released.
    let context = Unmanaged.passUnretained(loop).toOpaque()
    ctally_loop_wake(state).pointee.data = context
    ctally_loop_timer(state).pointee.data = context
    return loop
  }

  /// The loop, for foreign handles. They must be closed before this loop.
  public var uv: UnsafeMutablePointer<uv_loop_t> { ctally_loop_uv(state) }

  /// Sets the handlers that the loop thread calls after a wake-up and when the timer fires. Call it before the loop
  /// runs.
  public func setHandlers(onWake: @escaping () -> Void, onTimer: @escaping () -> Void) {
    self.onWake = onWake
    self.onTimer = onTimer
  }

  /// Makes the loop thread call `onWake` soon, once for any number of calls. Any thread, until `close`.
  public func wake() {
    ctally_thread_shield()
    _ = uv_async_send(ctally_loop_wake(state))
    ctally_thread_unshield()
  }

  /// Sets the timer to call `onTimer` once after a time. This replaces the former time; nil cancels it. Loop thread
  /// only.
  public func setTimer(after milliseconds: Int64?) {
    guard let milliseconds else {
      _ = uv_timer_stop(ctally_loop_timer(state))
      return
    }
    // libuv adds to the time that it has cached, which is old after a stall.
    uv_update_time(uv)
    let longest: Int64 = 1000 * 24 * 3_600_000
    let clamped = milliseconds < 0 ? 0 : (milliseconds > longest ? longest : milliseconds)
    _ = uv_timer_start(
      ctally_loop_timer(state), { Loop.behind($0?.pointee.data)?.onTimer?() }, UInt64(clamped), 0)
  }

  /// Whether the caller is on the thread that runs the loop. This is the library's thread, the thread that stepped last
  /// or, after `stop`, the thread that stopped the loop. Any thread.
  public var isLoopThread: Bool {
    ctally_loop_thread(state) == ctally_uv_thread_id()
  }

  /// The loop that a handle's `data` points to.
  static func behind(_ context: UnsafeMutableRawPointer?) -> Loop? {
    guard let context else { return nil }
    return Unmanaged<Loop>.fromOpaque(context).takeUnretainedValue()
  }
}

/// An error of the system.
public enum LoopError: Error, Equatable, Sendable {
  case outOfMemory
  /// libuv's code, which is negative.
  case system(Int32)
}

/// Turns a libuv status into an error.
func check(_ status: Int32) throws(LoopError) {
  if status >= 0 { return }
  throw status == UV_ENOMEM.rawValue ? LoopError.outOfMemory : LoopError.system(status)
}
