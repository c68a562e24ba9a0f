import CPlatform
import CUV
public import Synchronization

/// A lock that is not recursive. It is on the path of every call, so while nobody else wants it it is one word, taken
/// and given back without a call. Whoever finds it taken tries again for a moment and then sleeps.
///
/// A pointer, so that using it counts no references: ``MutexOwner`` keeps what it points to.
///
/// Giving it back is a plain store: one atomic operation a call instead of two, a tenth of the time of the shortest
/// calls. The price: the thread that gives it back looks for waiters first, and may miss one that is just falling
/// asleep. So nobody sleeps longer than `longestSleep` without looking again.
///
/// A thread that runs takes a free lock before one that sleeps can wake up: that is fastest, and unfair. So a thread
/// that has waited for longer than `patience` starves, and is given the lock by its holder.
///
/// Work may be requested that must not be done under the lock. The next thread that gives the lock back, and holds
/// nothing else that others wait for, calls the owner's handler before (`carryOut`). A request counts as a waiter, so
/// nothing is slower where there is none.
///
/// Invariants: `state` is 0 where it is free and 1 where it is held; `waiters` are the threads that sleep or are about
/// to, and one more while `isRequested` is 1; between looking at `state` and falling asleep they hold `parking.mutex`,
/// which `wakeWaiter` takes first. Under `parking.mutex`: `parking.starving` are those of the waiters that starve;
/// while `parking.isGranted`, the lock is held for one of them; `parking.longestWait` is that of a thread that slept.
/// Sendable because the lock itself is what protects.
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

  /// How often a taken lock is looked at before going to sleep: some hundred nanoseconds, as long as a call holds it.
  private static var attempts: Int { 40 }
  /// In nanoseconds.
  private static var longestSleep: UInt64 { 200_000 }
  /// In nanoseconds.
  private static var patience: UInt64 { 300_000 }

  /// As `lockHere`, for all but the most frequent calls.
  @inline(never)
  public func lock() { lockHere() }

  /// As `unlockHere`, for all but the most frequent calls.
  @inline(never)
  public func unlock() { unlockHere() }

  @inlinable
  @inline(__always)
  public func lockHere() {
    let isFree = storage.pointee.state.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
    if !isFree.exchanged { lockSlowly() }
  }

  @inlinable
  @inline(__always)
  public func unlockHere() {
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
      // The lock that was kept for one of those that starve, where this one has found a free one itself: there is none.
      parking.isGranted = false
    }
    parking.longestWait = max(parking.longestWait, uv_hrtime() &- start)
    storage.pointee.waiters.subtract(1, ordering: .relaxed)
    uv_mutex_unlock(parking.mutex)
  }

  /// How long a thread has waited at most since the last call, in nanoseconds.
  public func takeLongestWait() -> UInt64 {
    let parking = storage.pointee.parking.takeUnretainedValue()
    uv_mutex_lock(parking.mutex)
    defer {
      parking.longestWait = 0
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

  /// Requests a call of the handler. Any thread, whatever it holds; one that does not hold this lock takes it and gives
  /// it back afterwards.
  public func request() {
    if storage.pointee.isRequested.exchange(1, ordering: .acquiringAndReleasing) == 0 {
      storage.pointee.waiters.add(1, ordering: .sequentiallyConsistent)
    }
  }

  public var isRequested: Bool { storage.pointee.isRequested.load(ordering: .relaxed) != 0 }

  /// Calls the handler where that was requested, unless this thread holds something else that others wait for.
  /// - Precondition: the calling thread holds the lock. The handler may give it up and takes it again.
  /// - Returns: whether the handler was called.
  func carryOut() -> Bool {
    if !isRequested || ctally_thread_holds() != 0 { return false }
    if storage.pointee.isRequested.exchange(0, ordering: .acquiringAndReleasing) == 0 { return false }
    storage.pointee.waiters.subtract(1, ordering: .relaxed)
    storage.pointee.parking.takeUnretainedValue().handler?()
    return true
  }

  /// Gives the lock back and leaves requests to others. For the handler.
  public func release() {
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

/// What a ``Mutex`` points to.
///
/// Invariant: nobody holds the lock, or waits for it, when the object goes.
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

  /// Sets what is called when it was requested: under the lock. Before other threads use the lock.
  public func setHandler(_ handler: @escaping () -> Void) { parking.handler = handler }

  public static func make() throws(LoopError) -> MutexOwner {
    let parking = try Parking.make()
    guard let block = ctally_uv_allocate(MemoryLayout<Mutex.Storage>.size) else { throw LoopError.outOfMemory }
    let storage = block.bindMemory(to: Mutex.Storage.self, capacity: 1)
    storage.initialize(to: Mutex.Storage(parking))
    return MutexOwner(parking, storage)
  }
}

/// A mutex and a condition of libuv's, for threads to sleep in.
///
/// Invariant: both are initialised from `make` on until the object goes, and nobody uses them then.
final class Parking {
  let mutex: UnsafeMutablePointer<uv_mutex_t>
  let condition: UnsafeMutablePointer<uv_cond_t>
  // Of a ``Mutex``, under `mutex`.
  var starving = 0
  var isGranted = false
  /// In nanoseconds.
  var longestWait: UInt64 = 0
  var handler: (() -> Void)?

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
