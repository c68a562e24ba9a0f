import CPlatform
import Synchronization
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

/// When the file is tidied up: some time after the last commit. All but `due` may be used by any thread.
///
/// Invariant: while `state` is not `quiet`, somebody looks at it at `due`, or has been woken to find out when that is.
final class Upkeep: @unchecked Sendable {
  /// So long nothing was written, in milliseconds.
  static let delay: Int64 = 1000

  private static let quiet: UInt32 = 0
  private static let planned: UInt32 = 1
  /// Something was committed since it was planned.
  private static let written: UInt32 = 2

  /// On the elapsed clock. Under the engine's `lock`.
  var due = Int64.max
  private let state = Atomic<UInt32>(Upkeep.quiet)

  /// Notes a commit. Any thread, whatever locks are held.
  /// - Returns: whether the loop does not know of it yet.
  func noteCommit() -> Bool {
    state.exchange(Upkeep.written, ordering: .acquiringAndReleasing) == Upkeep.quiet
  }

  /// - Returns: whether something was committed since the last time; it counts as planned now.
  func takeCommits() -> Bool {
    state.compareExchange(expected: Upkeep.written, desired: Upkeep.planned, ordering: .acquiringAndReleasing).exchanged
  }

  /// - Returns: false where something was committed since it was planned: then it is not its time yet.
  func begin() -> Bool {
    state.compareExchange(expected: Upkeep.planned, desired: Upkeep.quiet, ordering: .acquiringAndReleasing).exchanged
  }

  /// There is more to be done.
  func goOn() { state.store(Upkeep.planned, ordering: .releasing) }
}

extension Engine {
  /// Has commits noted, from now on.
  func beginUpkeep() {
    if !isPersistent { return }
    let (upkeep, loop, isHostDriven) = (upkeep, loop, options.isHostDriven)
    // A host that drives the loop asks for the timeout after any call anyway.
    store.onCommit = { if upkeep.noteCommit() && !isHostDriven { loop.wake() } }
  }

  /// When the file is to be tidied up, on the elapsed clock. Under `lock`.
  func nextUpkeep() -> Int64 {
    if upkeep.takeCommits() { upkeep.due = saturatingSum(clock.elapsed, Upkeep.delay) }
    return upkeep.due
  }

  /// Under `lock`.
  func mustTidyUp() -> Bool {
    if nextUpkeep() > clock.elapsed { return false }
    upkeep.due = Int64.max
    return upkeep.begin()
  }

  /// Takes both locks, one after the other. Loop thread only.
  func tidyUp() {
    storeLock.lock()
    defer { storeLock.unlock() }
    lock.lock()
    let isOver = isClosed
    lock.unlock()
    if isOver { return }
    do throws(Failure) {
      if try !store.tidy() { return }
    } catch {
      // The next commit gives the next occasion.
      logFailure(1)
      return
    }
    lock.lock()
    upkeep.goOn()
    upkeep.due = clock.elapsed
    lock.unlock()
  }
}
