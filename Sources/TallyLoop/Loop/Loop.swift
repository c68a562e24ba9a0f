import CPlatform
import CUV

/// A libuv loop with one wake-up and one timer, run by a thread of its own or stepped by the host.
///
/// Life: `make`, `setHandlers`, then `startThread` or `step` after `step`; `stop` (with a thread), then `close`.
/// After a fork the child can only `abandon`.
///
/// Invariants:
/// - `state` is there until `close` or `abandon`; its `loop`, `wake` and `timer` are initialised.
/// - `thread` is not nil exactly between `startThread` and `stop`.
///
/// Sendable: `wake` and `isLoopThread` read nothing that changes but the atomic words in `state`; the handlers are
/// set before the thread starts; `startThread`, `stop` and `close` are for one thread, the loop's owner; all else
/// belongs to the loop thread, or, while there is none, to whoever drives the loop.
public final class Loop: @unchecked Sendable {
  let state: UnsafeMutablePointer<ctally_loop>
  var onWake: (() -> Void)?
  var onTimer: (() -> Void)?
  var thread: uv_thread_t?
  var isClosed = false

  private init(_ state: UnsafeMutablePointer<ctally_loop>) {
    self.state = state
  }

  public static func make() throws(LoopError) -> Loop {
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
    // Not retained: the handles are closed, in `close`, before the object goes.
    let context = Unmanaged.passUnretained(loop).toOpaque()
    ctally_loop_wake(state).pointee.data = context
    ctally_loop_timer(state).pointee.data = context
    return loop
  }

  /// The loop itself, for handles of others. They are closed before this one is.
  public var uv: UnsafeMutablePointer<uv_loop_t> { ctally_loop_uv(state) }

  /// What to do on the loop thread when it was woken, and when the timer's time has come. Before the loop runs.
  public func setHandlers(onWake: @escaping () -> Void, onTimer: @escaping () -> Void) {
    self.onWake = onWake
    self.onTimer = onTimer
  }

  /// Makes the loop thread call `onWake`, soon, once for any number of calls. Any thread, until `close`.
  public func wake() {
    ctally_thread_shield()
    _ = uv_async_send(ctally_loop_wake(state))
    ctally_thread_unshield()
  }

  /// Makes the loop call `onTimer` once after that time, instead of when it was to be called before; nil: not at
  /// all. Loop thread only.
  public func setTimer(after milliseconds: Int64?) {
    guard let milliseconds else {
      _ = uv_timer_stop(ctally_loop_timer(state))
      return
    }
    // libuv reckons from the time it has cached, which is old after a stall.
    uv_update_time(uv)
    let longest: Int64 = 1000 * 24 * 3_600_000
    let clamped = milliseconds < 0 ? 0 : (milliseconds > longest ? longest : milliseconds)
    _ = uv_timer_start(
      ctally_loop_timer(state), { Loop.behind($0?.pointee.data)?.onTimer?() }, UInt64(clamped), 0)
  }

  /// Whether the caller is on the thread that runs the loop: the library's, or the one that stepped last, or, after
  /// `stop`, the one that stopped it. Any thread.
  public var isLoopThread: Bool {
    ctally_loop_thread(state) == ctally_uv_thread_id()
  }

  /// The loop that a handle's `data` points to.
  static func behind(_ context: UnsafeMutableRawPointer?) -> Loop? {
    guard let context else { return nil }
    return Unmanaged<Loop>.fromOpaque(context).takeUnretainedValue()
  }
}

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
