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
    if let refused {
      lock.lock()
      keepWords()
      lock.unlock()
      abandonTransaction()
      return publish(.failed(refused), duration)
    }
    publish(.stored, duration)
  }

  private func keepWords() {
    group.words.removeAll()
    do throws(OutOfMemory) { try group.words.append(Words.text) } catch {}
  }

  private func publish(_ outcome: PendingChange.Outcome, _ duration: Int64) {
    var isStored = false
    if case .stored = outcome { isStored = true }
    if isStored { batch.removeAll() }
    lock.lock()
    if !isStored { planLeftover() }
    for change in group.end(after: duration, isStored: isStored) {
      change.outcome = outcome
      change.account.end(change, isStored: isStored)
    }
    settled.broadcast()
    lock.unlock()
  }

  /// Waits until a change that has joined the group is stored, and commits for all if nobody else does. Under both
  /// locks, which are released.
  ///
  /// A coming call may fail instead of joining. So a wait that brought nobody is the last one, even if more are coming.
  func awaitCommit(of change: PendingChange) throws(Failure) {
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
  private func waitForOthers(_ change: PendingChange) {
    while change.isWaiting {
      if group.isCommitting {
        settled.wait(lock)
      } else if !settled.wait(lock, milliseconds: 1), !group.isCommitting {
        return
      }
    }
  }

  /// Throws a change's failure with the message of the thread that committed it.
  func check(_ change: PendingChange) throws(Failure) {
    guard case .failed(let failure) = change.outcome else { return }
    lock.lock()
    Words.begin()
    Words.add(group.words.bytes)
    lock.unlock()
    throw failure
  }
}

extension Account {
  /// The commit of a change has ended. Under both locks.
  func end(_ change: PendingChange, isStored: Bool) {
    // Another thread may be reading the tree.
    awaitIdle()
    if !isStored {
      forgetClearing()
      forgetNotes()
      return release(change)
    }
    engine.groups.known(id)?.keepTouched()
    keepNotes()
    if let revision = change.revision { storedRevision = revision }
    if unapplied == nil, apply(change) { return release(change) }
    // Memory ran out. The next call that uses the tree tries again, so nobody sees it without the change.
    var last = unapplied
    while let next = last?.next { last = next }
    if let last { last.next = change } else { unapplied = change }
    deadline = .unsettled
  }

  /// Applies stored changes that had no memory before. Under `lock`.
  func applyLate() throws(Failure) {
    while let change = unapplied {
      if !apply(change) { throw .noMemory }
      unapplied = change.next
      release(change)
    }
  }

  /// - Returns: false: memory ran out, and nothing has changed.
  private func apply(_ change: PendingChange) -> Bool {
    let tree = tree
    var views = List<UInt32>()
    do throws(Failure) {
      try exclusively(for: change.withdrawal.count) { () throws(Failure) in
        try tree.reapply(change.withdrawal)
      }
      if change.withdrawal.concernsIcons {
        try growing { () throws(OutOfMemory) in
          try collectViews(&views) { change.withdrawal.concernsIcon(of: $0) }
        }
      }
      let events = watchers.count + change.groups.count * groupWatchers.count + views.count
      try engine.reserveEvents(tree.notices.count + events)
    } catch {
      if tree.isInTransaction { tree.rollback() }
      return false
    }
    finish(tree, behind: tree.dirtyCount)
    engine.enqueueViews(&views)
    tellMessages()
    tellGroups(change.groups)
    return true
  }

  private func release(_ change: PendingChange) {
    tree.release()
    residence.holds -= 1
    if change.withdrawal.restates { claims -= 1 }
    if unapplied == nil { updateDeadline() }
    updatePlain()
    if needsStoring { _ = engine.scheduleGroup(self, 0) }
  }

  /// Waits while a change of this account's badges is on its way to the disk. Under `lock`, which is released if this
  /// throws.
  @inline(never)
  func awaitClaims() throws(Failure) {
    while claims > 0 {
      engine.settled.wait(engine.lock)
      if engine.isClosed {
        engine.lock.unlock()
        throw .closed
      }
      if deadline != .nothing { try settle() }
    }
  }
}
