import CPlatform
import CUV

/// A lock for long work, such as the store's. The thread that has waited longest gets it next. The holder passes the
/// lock on, so no thread overtakes another and none starves. A holder is not cancelled and makes no callback that may
/// block (`ctally_thread_hold`). The thread that took the lock gives it back.
///
/// Invariants, under `parking.mutex`: the list from `first` to `last` has the waiting threads in their order. While it
/// has any, the lock is held. Each thread waits in an object on its own stack and leaves only when it holds the lock.
/// Sendable because the lock itself protects its state.
public final class FairLock: @unchecked Sendable {
  private struct Waiter {
    var condition = uv_cond_t()
    var hasLock = false
    var next: UnsafeMutablePointer<Waiter>?
  }

  private let parking: Parking
  private var isHeld = false
  private var first: UnsafeMutablePointer<Waiter>?
  private var last: UnsafeMutablePointer<Waiter>?
  private var count = 0
  /// When the lock was taken, and the longest time it was held, in nanoseconds.
  private var start: UInt64 = 0
  private var longestHold: UInt64 = 0

  private init(_ parking: Parking) { self.parking = parking }

  public static func make() throws(LoopError) -> FairLock { FairLock(try Parking.make()) }

  /// The number of waiting threads.
  public var waiters: Int {
    uv_mutex_lock(parking.mutex)
    defer { uv_mutex_unlock(parking.mutex) }
    return count
  }

  /// The longest time the lock was held since the last reset, in nanoseconds.
  public func longestHold(resets: Bool) -> UInt64 {
    uv_mutex_lock(parking.mutex)
    defer {
      if resets { longestHold = 0 }
      uv_mutex_unlock(parking.mutex)
    }
    return longestHold
  }

  public func lock() {
    ctally_thread_hold()
    uv_mutex_lock(parking.mutex)
    if isHeld { wait() } else { isHeld = true }
    start = uv_hrtime()
    uv_mutex_unlock(parking.mutex)
  }

  private func wait() {
    var waiter = Waiter()
    withUnsafeMutablePointer(to: &waiter) { own in
      // If the system cannot create a condition, the thread shares the common one and checks again whenever any thread
      // is woken.
      let hasOwn = withUnsafeMutablePointer(to: &own.pointee.condition) { uv_cond_init($0) } == 0
      if let last { last.pointee.next = own } else { first = own }
      last = own
      count += 1
      while !own.pointee.hasLock {
        if hasOwn {
          withUnsafeMutablePointer(to: &own.pointee.condition) { uv_cond_wait($0, parking.mutex) }
        } else {
          _ = uv_cond_timedwait(parking.condition, parking.mutex, 1_000_000)
        }
      }
      if hasOwn { withUnsafeMutablePointer(to: &own.pointee.condition) { uv_cond_destroy($0) } }
    }
  }

  public func unlock() {
    uv_mutex_lock(parking.mutex)
    longestHold = max(longestHold, uv_hrtime() &- start)
    if let next = first {
      first = next.pointee.next
      if first == nil { last = nil }
      count -= 1
      next.pointee.hasLock = true
      withUnsafeMutablePointer(to: &next.pointee.condition) { uv_cond_signal($0) }
    } else {
      isHeld = false
    }
    uv_mutex_unlock(parking.mutex)
    ctally_thread_unhold()
  }
}
