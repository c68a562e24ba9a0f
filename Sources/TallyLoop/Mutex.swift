import CPlatform
import CUV
public import Synchronization

/// A lock that is not recursive. Every call takes it. So without contention it is one word, taken and given back
/// without a function call. A thread that finds it taken tries again for a moment and then sleeps.
///
/// A thread that takes the lock gets a ``LockHold``, and gives the lock back by ending that.
///
/// This value is a pointer, so using it counts no references. ``MutexOwner`` keeps the memory that it points to.
///
/// Unlocking is a plain store. A call has one atomic operation instead of two, which saves a tenth of the time of the
/// shortest calls. The price: the thread that unlocks looks for waiters first and may miss one that is falling asleep.
/// So no thread sleeps longer than `longestSleep` without looking again.
///
/// A running thread takes a free lock before a sleeping one can wake up. That is fast and unfair. So a thread that has
/// waited longer than `patience` starves, and the holder gives it the lock.
///
/// A thread may request work that must not run under the lock. The next thread that unlocks, and holds nothing else
/// that others wait for, first calls the owner's handler (`carryOut`). A request counts as a waiter, so it adds no cost
/// when there is none.
///
/// Invariants: `state` is 0 if the lock is free and 1 if it is held. `waiters` counts the threads that sleep or are
/// about to, and one more while `isRequested` is 1. A waiter holds `parking.mutex` from its last look at `state` until
/// it falls asleep, and `wakeWaiter` takes that mutex first. Under `parking.mutex`: `parking.starving` counts the
/// waiters that starve. While `parking.isGranted` is set, the lock is held for one of them. `parking.longestWait` is
/// the longest wait of a thread that slept. Sendable because the lock itself protects its state.
public struct Mutex: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline
  struct Storage: ~Copyable {
    @usableFromInline let state = Atomic<UInt32>(0)
    @usableFromInline let waiters = Atomic<UInt32>(0)
    let isRequested = Atomic<UInt32>(0)
    let parking: Unmanaged<Parking>

    init(_ parking: Parking) { self.parking = Unmanaged.passUnretained(parking) }
  }

  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  /// How often a thread checks a taken lock before it sleeps. The checks take some hundred nanoseconds, as long as a
  /// call holds the lock.
  private static var attempts: Int { 40 }
  /// In nanoseconds.
  private static var longestSleep: UInt64 { 200_000 }
  /// In nanoseconds.
  private static var patience: UInt64 { 300_000 }

  /// The same as `lockHere`, for all but the most frequent calls.
  public func lock() -> LockHold {
    acquire()
    return LockHold(of: self)
  }

  /// Takes the lock.
  @inlinable
  @inline(__always)
  public func lockHere() -> LockHold {
    acquireHere()
    return LockHold(of: self)
  }

  @usableFromInline
  @inline(never)
  func acquire() { acquireHere() }

  @usableFromInline
  @inline(never)
  func unlock() { unlockHere() }

  @inlinable
  @inline(__always)
  func acquireHere() {
    let isFree = storage.pointee.state.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
    if !isFree.exchanged { lockSlowly() }
  }

  @inlinable
  @inline(__always)
  func unlockHere() {
    if storage.pointee.waiters.load(ordering: .relaxed) != 0 { return unlockSlowly() }
    storage.pointee.state.store(0, ordering: .releasing)
  }

  @usableFromInline
  @inline(never)
  func lockSlowly() {
    for _ in 0..<Mutex.attempts {
      if tryLock() { return }
      ctally_uv_pause()
    }
    let parking = storage.pointee.parking.takeUnretainedValue()
    ctally_thread_shield()
    defer { ctally_thread_unshield() }
    uv_mutex_lock(parking.mutex)
    storage.pointee.waiters.add(1, ordering: .sequentiallyConsistent)
    let start = uv_hrtime()
    var isStarving = false
    while !isStarving || !parking.isGranted, !tryLock() {
      _ = uv_cond_timedwait(parking.condition, parking.mutex, Mutex.longestSleep)
      if !isStarving, uv_hrtime() &- start > Mutex.patience {
        isStarving = true
        parking.starving += 1
      }
    }
    if isStarving {
      parking.starving -= 1
      // This thread starved but found a free lock, so the lock kept for it does not exist.
      parking.isGranted = false
    }
    parking.longestWait = max(parking.longestWait, uv_hrtime() &- start)
    storage.pointee.waiters.subtract(1, ordering: .relaxed)
    uv_mutex_unlock(parking.mutex)
  }

  /// The longest time a thread has waited since the last reset, in nanoseconds.
  public func longestWait(resets: Bool) -> UInt64 {
    let parking = storage.pointee.parking.takeUnretainedValue()
    uv_mutex_lock(parking.mutex)
    defer {
      if resets { parking.longestWait = 0 }
      uv_mutex_unlock(parking.mutex)
    }
    return parking.longestWait
  }

  @inline(__always)
  private func tryLock() -> Bool {
    if storage.pointee.state.load(ordering: .relaxed) != 0 { return false }
    return storage.pointee.state.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  @usableFromInline
  @inline(never)
  func unlockSlowly() {
    while carryOut() {}
    release()
  }

  // MARK: Requests

  /// Requests a call of the handler. Any thread, whatever it holds. A thread that does not hold this lock takes it and
  /// gives it back.
  public func request() {
    if storage.pointee.isRequested.exchange(1, ordering: .acquiringAndReleasing) == 0 {
      storage.pointee.waiters.add(1, ordering: .sequentiallyConsistent)
    }
  }

  public var isRequested: Bool { storage.pointee.isRequested.load(ordering: .relaxed) != 0 }

  /// Calls the handler if that was requested, unless this thread holds something else that others wait for.
  /// - Precondition: the calling thread holds the lock.
  /// - Returns: whether the handler was called.
  func carryOut() -> Bool {
    if !isRequested || ctally_thread_holds() != 0 { return false }
    if storage.pointee.isRequested.exchange(0, ordering: .acquiringAndReleasing) == 0 { return false }
    storage.pointee.waiters.subtract(1, ordering: .relaxed)
    var hold = LockHold(of: self)
    storage.pointee.parking.takeUnretainedValue().handler?(&hold)
    hold.forget()
    return true
  }

  /// Unlocks and leaves requests to other threads.
  fileprivate func release() {
    if storage.pointee.waiters.load(ordering: .relaxed) != 0 { return wakeWaiter() }
    storage.pointee.state.store(0, ordering: .releasing)
  }

  private func wakeWaiter() {
    let parking = storage.pointee.parking.takeUnretainedValue()
    uv_mutex_lock(parking.mutex)
    if parking.starving > 0 {
      parking.isGranted = true
      uv_cond_broadcast(parking.condition)
    } else {
      storage.pointee.state.store(0, ordering: .releasing)
      uv_cond_signal(parking.condition)
    }
    uv_mutex_unlock(parking.mutex)
  }
}

/// A ``Mutex`` that this thread holds. The end of this value gives the lock back.
///
/// A function that needs the lock takes this value: borrowed, the function keeps the lock; `inout`, the function may
/// give it up meanwhile; consumed, the function gives it up for good.
///
/// A local value ends with its scope, unless it is consumed earlier. One that is consumed and then assigned again ends
/// after its last use, which may be before the end of the scope. So a function assigns only a parameter again, and
/// takes the lock a second time under another name (Tests/Lint/tidy.py).
///
/// Invariant: the thread that has the value holds the lock. One thread has it from beginning to end.
@frozen
public struct LockHold: ~Copyable {
  @usableFromInline let mutex: Mutex

  @inlinable
  @inline(__always)
  init(of mutex: Mutex) { self.mutex = mutex }

  @inlinable
  @inline(__always)
  deinit { mutex.unlock() }

  /// Gives the lock back before the end of the scope.
  @inlinable
  @inline(__always)
  public consuming func release() {}

  /// Says that the lock is kept to the end of the scope, if no function needs this value.
  @inlinable
  @inline(__always)
  public func keep() {}

  /// The same as `release`, without a call of a function, for the most frequent calls.
  @inlinable
  @inline(__always)
  public consuming func releaseHere() {
    mutex.unlockHere()
    discard self
  }

  /// Leaves the lock to the caller.
  fileprivate consuming func forget() { discard self }

  /// Gives the lock to waiting threads, and takes it again.
  public mutating func bump() {
    mutex.unlock()
    mutex.acquire()
  }

  /// Calls `body` without the lock.
  @inlinable
  @inline(__always)
  public mutating func unlocked<Result, Refusal: Error>(
    _ body: () throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    mutex.unlock()
    defer { mutex.acquire() }
    return try body()
  }

  /// The same without calls of functions, for the most frequent calls.
  @inlinable
  @inline(__always)
  public mutating func unlockedHere(_ body: () -> Void) {
    mutex.unlockHere()
    body()
    mutex.acquireHere()
  }

  /// The same for the mutex's handler: requests are left to other threads.
  public mutating func unlockedInHandler(_ body: () -> Void) {
    mutex.release()
    body()
    mutex.acquire()
  }
}

/// Another thread must not give the lock back.
@available(*, unavailable)
extension LockHold: Sendable {}

/// The memory that a ``Mutex`` points to.
///
/// Invariant: no thread holds the lock or waits for it when the object is released.
public final class MutexOwner {
  public let mutex: Mutex
  private let parking: Parking

  private init(_ parking: Parking, _ storage: UnsafeMutablePointer<Mutex.Storage>) {
    self.parking = parking
    mutex = Mutex(storage: storage)
  }

  deinit {
    mutex.storage.deinitialize(count: 1)
    ctally_uv_free(mutex.storage)
  }

  /// Sets the handler that runs under the lock after a request. Call it before other threads use the lock.
  public func setHandler(_ handler: @escaping (inout LockHold) -> Void) { parking.handler = handler }

  public static func make() throws(LoopError) -> MutexOwner {
    let parking = try Parking.make()
    guard let block = ctally_uv_allocate(MemoryLayout<Mutex.Storage>.size) else { throw LoopError.outOfMemory }
    let storage = block.bindMemory(to: Mutex.Storage.self, capacity: 1)
    storage.initialize(to: Mutex.Storage(parking))
    return MutexOwner(parking, storage)
  }
}

/// A libuv mutex and condition for sleeping threads.
///
/// Invariant: both are initialised from `make` until the object is released. No thread uses them at that time.
final class Parking {
  let mutex: UnsafeMutablePointer<uv_mutex_t>
  let condition: UnsafeMutablePointer<uv_cond_t>
  // The state of a ``Mutex``, under `mutex`.
  var starving = 0
  var isGranted = false
  /// In nanoseconds.
  var longestWait: UInt64 = 0
  var handler: ((inout LockHold) -> Void)?

  private init(_ mutex: UnsafeMutablePointer<uv_mutex_t>, _ condition: UnsafeMutablePointer<uv_cond_t>) {
    self.mutex = mutex
    self.condition = condition
  }

  deinit {
    uv_cond_destroy(condition)
    uv_mutex_destroy(mutex)
    ctally_uv_free(condition)
    ctally_uv_free(mutex)
  }

  static func make() throws(LoopError) -> Parking {
    guard let forMutex = ctally_uv_allocate(MemoryLayout<uv_mutex_t>.size) else { throw LoopError.outOfMemory }
    guard let forCondition = ctally_uv_allocate(MemoryLayout<uv_cond_t>.size) else {
      ctally_uv_free(forMutex)
      throw LoopError.outOfMemory
    }
    let mutex = forMutex.bindMemory(to: uv_mutex_t.self, capacity: 1)
    let condition = forCondition.bindMemory(to: uv_cond_t.self, capacity: 1)
    var status = uv_mutex_init(mutex)
    if status == 0 {
      status = uv_cond_init(condition)
      if status != 0 { uv_mutex_destroy(mutex) }
    }
    if status != 0 {
      ctally_uv_free(forCondition)
      ctally_uv_free(forMutex)
    }
    try check(status)
    return Parking(mutex, condition)
  }
}
