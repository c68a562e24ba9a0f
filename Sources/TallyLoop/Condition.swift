import CPlatform
import CUV

/// A condition that threads wait for under a ``Mutex``. A wait may end without a reason, so check the condition in a
/// loop.
///
/// Invariant: a thread that waits holds `parking.mutex` from giving up the caller's lock until it falls asleep. A
/// thread that wakes others takes `parking.mutex` too. So a change under the caller's lock wakes every thread that
/// waited before. Requested work (`Mutex.request`) may take long, so it is done first and ends the wait. Sendable
/// because all state is libuv's, which supports several threads.
public final class Condition: @unchecked Sendable {
  private let parking: Parking

  private init(_ parking: Parking) {
    self.parking = parking
  }

  public static func make() throws(LoopError) -> Condition { Condition(try Parking.make()) }

  /// Gives the lock up until it is woken.
  public func wait(_ hold: inout LockHold) {
    let mutex = hold.mutex
    if mutex.carryOut() { return }
    ctally_thread_shield()
    defer { ctally_thread_unshield() }
    uv_mutex_lock(parking.mutex)
    mutex.unlock()
    uv_cond_wait(parking.condition, parking.mutex)
    uv_mutex_unlock(parking.mutex)
    mutex.acquire()
  }

  /// Waits as `wait` does, but no longer than a given time.
  /// - Returns: false if the time passed.
  public func wait(_ hold: inout LockHold, milliseconds: Int64) -> Bool {
    let mutex = hold.mutex
    if mutex.carryOut() { return true }
    ctally_thread_shield()
    defer { ctally_thread_unshield() }
    // libuv adds the time to its clock in nanoseconds without a check. A year is as good as any longer time.
    let year: Int64 = 365 * 24 * 3_600_000
    let clamped = milliseconds < 0 ? 0 : (milliseconds > year ? year : milliseconds)
    uv_mutex_lock(parking.mutex)
    mutex.unlock()
    let status = uv_cond_timedwait(parking.condition, parking.mutex, UInt64(clamped) * 1_000_000)
    uv_mutex_unlock(parking.mutex)
    mutex.acquire()
    return status == 0
  }

  public func signal() {
    uv_mutex_lock(parking.mutex)
    uv_cond_signal(parking.condition)
    uv_mutex_unlock(parking.mutex)
  }

  public func broadcast() {
    uv_mutex_lock(parking.mutex)
    uv_cond_broadcast(parking.condition)
    uv_mutex_unlock(parking.mutex)
  }
}
