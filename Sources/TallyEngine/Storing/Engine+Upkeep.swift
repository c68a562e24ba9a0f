import CPlatform
import Synchronization
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

/// When to tidy the file: some time after the last commit. Any thread may use all members except `due`.
///
/// Invariant: while `state` is not `quiet`, a check is planned at `due`, or the loop has been woken to plan it.
final class Upkeep: @unchecked Sendable {
  /// The time without writes, in milliseconds.
  static let delay: Int64 = 1000

  private static let quiet: UInt32 = 0
  private static let planned: UInt32 = 1
  /// There was a commit since the plan.
  private static let written: UInt32 = 2

  /// On the elapsed clock. Under the engine's `lock`.
  var due = Int64.max
  private let state = Atomic<UInt32>(Upkeep.quiet)

  /// Notes a commit. Any thread, with any locks.
  /// - Returns: whether the loop must be informed.
  func noteCommit() -> Bool {
    state.exchange(Upkeep.written, ordering: .acquiringAndReleasing) == Upkeep.quiet
  }

  /// - Returns: whether there was a commit since the last call. It counts as planned now.
  func takeCommits() -> Bool {
    state.compareExchange(expected: Upkeep.written, desired: Upkeep.planned, ordering: .acquiringAndReleasing).exchanged
  }

  /// - Returns: false: there was a commit since the plan, so it is too early.
  func begin() -> Bool {
    state.compareExchange(expected: Upkeep.planned, desired: Upkeep.quiet, ordering: .acquiringAndReleasing).exchanged
  }

  /// There is more to do.
  func goOn() { state.store(Upkeep.planned, ordering: .releasing) }
}

extension Engine {
  /// Begins to note commits.
  func beginUpkeep() {
    if !configuration.isPersistent { return }
    let (upkeep, loop, isHostDriven) = (upkeep, loop, options.isHostDriven)
    // A host that drives the loop reads the timeout after any call anyway.
    store.onCommit = { if upkeep.noteCommit() && !isHostDriven { loop.wake() } }
  }

  /// When to tidy the file, on the elapsed clock.
  func nextUpkeep(_ hold: borrowing LockHold) -> Int64 {
    if upkeep.takeCommits() { upkeep.due = saturatingSum(clock.elapsed, Upkeep.delay) }
    return upkeep.due
  }

  func mustTidyUp(_ hold: borrowing LockHold) -> Bool {
    if nextUpkeep(hold) > clock.elapsed { return false }
    upkeep.due = Int64.max
    return upkeep.begin()
  }

  /// Takes both locks, one after the other. Loop thread only.
  func tidyUp() {
    let storeHold = takeStore()
    defer { storeHold.keep() }
    let hold = lock.lock()
    if isClosed { return }
    hold.release()
    do throws(Failure) {
      if try !store.tidy() { return }
    } catch {
      // The next commit plans another attempt.
      logFailure(1)
      return
    }
    let again = lock.lock()
    upkeep.goOn()
    upkeep.due = clock.elapsed
    again.release()
  }
}
