import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

// Ownership of the store, and shared commits. `lock` is not held while the disk works.

extension Engine {
  /// Takes the store for exclusive work. Changes that others have joined are committed first, so nobody reads or ends a
  /// transaction of theirs.
  func takeStore() {
    storeLock.lock()
    if !group.isEmpty { commitGroup() }
  }

  /// The same for a call of the host.
  func enterStore() throws(Failure) {
    try checkFork()
    takeStore()
  }

  /// Takes the store for a change that joins others.
  func takeStoreToJoin() {
    joiners.come()
    storeLock.lock()
    joiners.arrive()
  }

  /// Without `lock` this also makes due calls of the host. Under `lock` it only releases `storeLock`.
  func giveStore() {
    storeLock.unlock()
    settleNotices()
  }

  /// Commits the open transaction, and applies and reports the changes of all that have joined it. Under `storeLock`
  /// alone.
  /// - Returns: why it failed.
  @discardableResult
  func commitGroup() -> Failure? {
    lock.lock()
    group.begin()
    lock.unlock()
    let start = Clock.system.elapsed
    var refused: Failure?
    do throws(Failure) { try store.commit() } catch { refused = error }
    let duration = Clock.system.elapsed - start
    endGroup(refused, duration)
    return refused
  }

  /// Abandons the open transaction with all that have joined it. Under `storeLock` alone.
  func failGroup(_ failure: Failure) { endGroup(failure, 0) }

  private func endGroup(_ refused: Failure?, _ duration: Int64) {
    if refused != nil {
      lock.lock()
      keepWords()
      lock.unlock()
      abandonTransaction()
    }
    publish(refused, duration)
  }

  private func keepWords() {
    group.words.removeAll()
    do throws(OutOfMemory) { try group.words.append(Words.text) } catch {}
  }

  /// Ends the changes of the group.
  /// - Parameter refused: why the commit failed.
  private func publish(_ refused: Failure?, _ duration: Int64) {
    if refused == nil { batch.removeAll() }
    lock.lock()
    if refused != nil { planLeftover() }
    for change in group.end(after: duration, isStored: refused == nil) { change.end(refused) }
    locks.settled.broadcast()
    lock.unlock()
  }

  /// Waits until a change that has joined the group is stored, and commits for all if nobody else does. Under both
  /// locks, which are released.
  ///
  /// A coming call may fail instead of joining. So a wait that brought nobody is the last one, even if more are coming.
  func awaitCommit(of change: Change) throws(Failure) {
    var hasWaited = false
    var joined = 0
    while true {
      let isLast = !joiners.areComing && (hasWaited || !group.expectsMore)
      if isLast || group.isFull || joined == group.members.count {
        lock.unlock()
        commitGroup()
        giveStore()
        break
      }
      joined = group.members.count
      // Others may wait for this commit, so the host is not called before.
      ctally_thread_hold()
      storeLock.unlock()
      waitForOthers(change)
      if !change.isWaiting {
        ctally_thread_unhold()
        lock.unlock()
        break
      }
      lock.unlock()
      hasWaited = true
      storeLock.lock()
      ctally_thread_unhold()
      lock.lock()
      if !change.isWaiting {
        lock.unlock()
        giveStore()
        break
      }
    }
    try check(change)
  }

  /// A call has failed for which the others in the group may wait. It commits for them if nobody else is coming, or if
  /// the call before it has failed too. So calls that fail cannot keep the others waiting. Under `storeLock` alone.
  func letGroupDown() {
    if group.isEmpty { return }
    if group.isLetDown || !joiners.areComing {
      // The caller reports its own failure, not that of the commit.
      var words = ByteBuffer()
      do throws(OutOfMemory) { try words.append(Words.text) } catch {}
      if commitGroup() == nil { return }
      Words.begin()
      Words.add(words.bytes)
      return
    }
    lock.lock()
    group.letDown()
    lock.unlock()
  }

  /// Waits until the change is stored or, while nobody commits, for a moment. Under `lock`.
  private func waitForOthers(_ change: Change) {
    while change.isWaiting {
      if group.isCommitting {
        awaitSettled()
      } else if !locks.settled.wait(lock, milliseconds: 1), !group.isCommitting {
        return
      }
    }
  }

  /// Throws a change's failure with the message of the thread that committed it.
  func check(_ change: Change) throws(Failure) {
    guard let failure = change.failure else { return }
    lock.lock()
    Words.begin()
    Words.add(group.words.bytes)
    lock.unlock()
    throw failure
  }
}
