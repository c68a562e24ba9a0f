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
  func takeStore() -> StoreHold {
    let storeHold = lockStore()
    if !group.isEmpty { commitGroup(storeHold) }
    return storeHold
  }

  /// The same for a call of the host.
  func enterStore() throws(Failure) -> StoreHold {
    try checkFork()
    return takeStore()
  }

  /// Takes the store for a change that joins others.
  func takeStoreToJoin() -> StoreHold {
    joiners.come()
    let storeHold = lockStore()
    joiners.arrive()
    return storeHold
  }

  /// Commits the open transaction, and applies and reports the changes of all that have joined it.
  /// - Returns: why it failed.
  @discardableResult
  func commitGroup(_ storeHold: borrowing StoreHold) -> Failure? {
    let hold = lock.lock()
    group.begin()
    hold.release()
    let start = Clock.system.elapsed
    var refused: Failure?
    do throws(Failure) { try store.commit() } catch { refused = error }
    let duration = Clock.system.elapsed - start
    endGroup(storeHold, refused, duration)
    return refused
  }

  /// Abandons the open transaction with all that have joined it.
  func failGroup(_ storeHold: borrowing StoreHold, _ failure: Failure) { endGroup(storeHold, failure, 0) }

  private func endGroup(_ storeHold: borrowing StoreHold, _ refused: Failure?, _ duration: Int64) {
    if refused != nil {
      let hold = lock.lock()
      keepWords()
      hold.release()
      abandonTransaction(storeHold)
    }
    publish(storeHold, refused, duration)
  }

  private func keepWords() {
    group.words.removeAll()
    do throws(OutOfMemory) { try group.words.append(Words.text) } catch {}
  }

  /// Ends the changes of the group.
  /// - Parameter refused: why the commit failed.
  private func publish(_ storeHold: borrowing StoreHold, _ refused: Failure?, _ duration: Int64) {
    if refused == nil { batch.removeAll() }
    var hold = lock.lock()
    if refused != nil { planLeftover(hold) }
    for change in group.end(after: duration, isStored: refused == nil) { change.end(storeHold, &hold, refused) }
    locks.settled.broadcast()
  }

  /// Waits until a change that has joined the group is stored, and commits for all if nobody else does.
  ///
  /// A coming call may fail instead of joining. So a wait that brought nobody is the last one, even if more are coming.
  func awaitCommit(_ storeHold: consuming StoreHold, _ hold: consuming LockHold, of change: Change) throws(Failure) {
    var hasWaited = false
    var joined = 0
    while true {
      let isLast = !joiners.areComing && (hasWaited || !group.expectsMore)
      if isLast || group.isFull || joined == group.members.count {
        hold.release()
        commitGroup(storeHold)
        storeHold.release()
        break
      }
      joined = group.members.count
      // Others may wait for this commit, so the host is not called before.
      ctally_thread_hold()
      storeHold.release(under: hold)
      waitForOthers(&hold, change)
      if !change.isWaiting {
        ctally_thread_unhold()
        hold.release()
        break
      }
      hold.release()
      hasWaited = true
      storeHold = lockStore()
      ctally_thread_unhold()
      hold = lock.lock()
      if !change.isWaiting {
        hold.release()
        storeHold.release()
        break
      }
    }
    try check(change)
  }

  /// A call has failed for which the others in the group may wait. It commits for them if nobody else is coming, or if
  /// the call before it has failed too. So calls that fail cannot keep the others waiting.
  func letGroupDown(_ storeHold: borrowing StoreHold) {
    if group.isEmpty { return }
    if group.isLetDown || !joiners.areComing {
      // The caller reports its own failure, not that of the commit.
      var words = ByteBuffer()
      do throws(OutOfMemory) { try words.append(Words.text) } catch {}
      if commitGroup(storeHold) == nil { return }
      Words.begin()
      Words.add(words.bytes)
      return
    }
    let hold = lock.lock()
    group.letDown()
    hold.release()
  }

  /// Waits until the change is stored or, while nobody commits, for a moment.
  private func waitForOthers(_ hold: inout LockHold, _ change: Change) {
    while change.isWaiting {
      if group.isCommitting {
        awaitSettled(&hold)
      } else if !locks.settled.wait(&hold, milliseconds: 1), !group.isCommitting {
        return
      }
    }
  }

  /// Throws a change's failure with the message of the thread that committed it.
  func check(_ change: Change) throws(Failure) {
    guard let failure = change.failure else { return }
    let hold = lock.lock()
    Words.begin()
    Words.add(group.words.bytes)
    hold.release()
    throw failure
  }
}
