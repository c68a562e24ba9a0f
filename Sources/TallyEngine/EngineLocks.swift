import TallyLoop

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

extension Engine {
  @inline(__always)
  var lock: Mutex { locks.mutex }

  var storeLock: FairLock { locks.store }

  /// Waits until a commit or the exclusive work on an account ends. Under `lock`.
  func awaitSettled() { locks.settled.wait(lock) }

  // MARK: Work that the engine's end waits for

  /// Notes that a thread works on these trees without `lock`. Under `lock`.
  func occupy(_ accounts: Int) { state.occupy(accounts) }

  /// Notes the end of that work. Under `lock`.
  func vacate(_ accounts: Int) {
    state.vacate(accounts)
    locks.settled.broadcast()
    signalEnd()
  }

  /// Something has ended that the engine's end may wait for. Under `lock`.
  func signalEnd() {
    if isClosed, events.waiters > 0 { locks.changed.broadcast() }
  }
}

/// An object whose state the engine's `lock` protects.
protocol EnginePart: AnyObject {
  var engine: Engine { get }
}

extension EnginePart {
  @inline(__always)
  func lock() { engine.lock.lock() }

  @inline(__always)
  func unlock() { engine.lock.unlock() }

  var clock: Clock { engine.clock }
  /// Whether the engine is closed.
  var isClosed: Bool { engine.isClosed }
}
