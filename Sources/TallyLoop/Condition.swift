import CUV

/// What threads wait for under a ``Mutex``. Waiting may end without a reason: check what was waited for in a loop.
///
/// Invariant: `handle` is initialised from `make` on until the object goes, and nobody waits then.
/// Sendable because all state is libuv's, which is made for several threads.
public final class Condition: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<uv_cond_t>

  private init(_ handle: UnsafeMutablePointer<uv_cond_t>) {
    self.handle = handle
  }

  deinit {
    uv_cond_destroy(handle)
    ctally_uv_free(handle)
  }

  public static func make() throws(LoopError) -> Condition {
    guard let block = ctally_uv_allocate(MemoryLayout<uv_cond_t>.size) else { throw LoopError.outOfMemory }
    let handle = block.bindMemory(to: uv_cond_t.self, capacity: 1)
    let status = uv_cond_init(handle)
    if status != 0 { ctally_uv_free(block) }
    try check(status)
    return Condition(handle)
  }

  /// - Precondition: the calling thread holds `mutex`; it holds it again when the call returns.
  public func wait(_ mutex: Mutex) {
    uv_cond_wait(handle, mutex.handle)
  }

  /// As `wait`, but no longer than that.
  /// - Returns: false where the time passed.
  public func wait(_ mutex: Mutex, milliseconds: Int64) -> Bool {
    // libuv adds the time to its clock in nanoseconds, unchecked; a year is as good as any longer time.
    let year: Int64 = 365 * 24 * 3_600_000
    let clamped = milliseconds < 0 ? 0 : (milliseconds > year ? year : milliseconds)
    return uv_cond_timedwait(handle, mutex.handle, UInt64(clamped) * 1_000_000) == 0
  }

  public func signal() {
    uv_cond_signal(handle)
  }

  public func broadcast() {
    uv_cond_broadcast(handle)
  }
}
