import TallyFailure
import TallyLoop
import TallyStore

/// The locks and conditions of an engine's threads. A thread that takes both locks takes `store` first.
struct EngineLocks {
  /// Frees `mutex` with the engine.
  let owner: MutexOwner
  /// Protects everything that changes, apart from the store and the changes on their way there.
  let mutex: Mutex
  let store: FairLock
  /// Signalled when there are events, and when an end was reached that the engine's own end waits for.
  let changed: Condition
  /// Signalled when a commit, or the exclusive work on an account, has ended.
  let settled: Condition

  static func make() throws(LoopError) -> EngineLocks {
    let owner = try MutexOwner.make()
    return EngineLocks(
      owner: owner, mutex: owner.mutex, store: try FairLock.make(), changed: try Condition.make(),
      settled: try Condition.make())
  }
}

/// The store's lock, which this thread holds. The end of this value gives it back, and makes due calls of the host.
/// Functions take it as they take a `LockHold`. One that takes this and no `LockHold` may take `lock` itself, so the
/// caller does not hold that. A thread that holds both gives `lock` back first.
@frozen
@usableFromInline
struct StoreHold: ~Copyable {
  /// The engine lives as long as any of its calls.
  @usableFromInline let engine: Unmanaged<Engine>

  fileprivate init(of engine: Engine) { self.engine = Unmanaged.passUnretained(engine) }

  deinit { engine._withUnsafeGuaranteedRef { $0.unlockStore() } }

  /// Gives the lock back before the end of the scope.
  consuming func release() {}

  /// Says that the lock is kept to the end of the scope, if no function needs this value.
  func keep() {}

  /// The same under `lock`. The calls of the host are made when that is given back.
  consuming func release(under _: borrowing LockHold) {
    engine._withUnsafeGuaranteedRef { $0.locks.store.unlock() }
    discard self
  }
}

@available(*, unavailable)
extension StoreHold: Sendable {}

/// Both locks, in the order in which they are given back.
struct BothHolds: ~Copyable {
  var lock: LockHold
  let store: StoreHold
}

extension Engine {
  @inline(__always)
  var lock: Mutex { locks.mutex }

  /// Takes the store's lock. `takeStore` also ends the changes of others.
  func lockStore() -> StoreHold {
    locks.store.lock()
    return StoreHold(of: self)
  }

  // A function of its own, because each way out of a function that has the store calls it.
  @inline(never)
  fileprivate func unlockStore() {
    locks.store.unlock()
    settleNotices()
  }

  /// Waits until a commit or the exclusive work on an account ends.
  @inline(never)
  func awaitSettled(_ hold: inout LockHold) { locks.settled.wait(&hold) }

  // MARK: Work that the engine's end waits for

  /// Notes that a thread works on these trees without `lock`.
  func occupy(_ hold: borrowing LockHold, _ accounts: Int) { state.occupy(accounts) }

  /// Notes the end of that work.
  func vacate(_ hold: borrowing LockHold, _ accounts: Int) {
    state.vacate(accounts)
    locks.settled.broadcast()
    signalEnd(hold)
  }

  /// Something has ended that the engine's end may wait for.
  func signalEnd(_ hold: borrowing LockHold) {
    if isClosed, events.waiters > 0 { locks.changed.broadcast() }
  }
}

/// An object whose state the engine's `lock` protects.
protocol EnginePart: AnyObject {
  var engine: Engine { get }
}

extension EnginePart {
  @inline(__always)
  func lock() -> LockHold { engine.lock.lock() }

  var clock: Clock { engine.clock }
  var store: Store { engine.store }

  /// `Engine.reserveEvents`
  @inline(__always)
  func reserveEvents(_ count: Int) throws(Failure) { try engine.reserveEvents(count) }

  /// `Engine.changeRows`
  func changeRows<Result>(
    _ storeHold: borrowing StoreHold, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try engine.changeRows(storeHold, body)
  }

  /// Adds a record to the open traces; nil: there are none. Under the engine's `lock`.
  var tracing: ((borrowing LockHold, borrowing TraceRecord, TraceTexts) -> Void)? { engine.duties.trace }
  /// Whether the engine is closed.
  var isClosed: Bool { engine.isClosed }
}
