import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

extension Engine {
  /// Schedules the write of this many more rows of an account, and of its revision.
  /// - Returns: whether so much of this account is unstored that the caller must help, with `catchUp`. A call does not
  ///   help for another account.
  @inline(__always)
  func scheduleGroup(_ hold: borrowing LockHold, _ account: Account, _ rows: Int) -> Bool {
    schedule.add(rows)
    if account.entry.isUnstored && !schedule.isLarge { return false }
    return scheduleGroupNow(account)
  }

  @inline(never)
  private func scheduleGroupNow(_ account: Account) -> Bool {
    accounts.noteUnstored(account)
    if schedule.hasten(now: clock.elapsed) { loop.wake() }
    return schedule.isInArrears && account.tree.dirtyCount >= GroupSchedule.arrears
  }

  func planGroup(_ hold: borrowing LockHold, after delay: Int64) {
    schedule.plan(after: delay, now: clock.elapsed)
    loop.wake()
  }

  /// Whether an earlier write left something. It goes first, unchanged.
  var hasLeftover: Bool { !batch.isEmpty || store.hasDisowned }

  /// The number of rows that one step collects.
  private static let step = 256

  /// The most steps. So collecting ends even if badges change as fast.
  private var mostSteps: Int { schedule.pending / Engine.step * 2 + 64 }

  /// Appends all pending changes to the batch of the current transaction. When this returns, nothing is left.
  private func collectBatch(_ hold: inout LockHold) throws(Failure) {
    var steps = mostSteps
    while try !collectStep(&hold, isLast: steps == 0) {
      steps -= 1
      hold.bump()
    }
  }

  /// - Returns: whether nothing is left.
  private func collectStep(_ hold: inout LockHold, isLast: Bool) throws(Failure) -> Bool {
    // A tree that another thread reads for long is not touched.
    while state.busyAccounts > 0 { awaitSettled(&hold) }
    var left = isLast ? Int.max : Engine.step
    store.choiceTime = now
    while left > 0, let account = accounts.nextUnstored {
      let rows = account.tree.dirtyCount
      try growing { () throws(OutOfMemory) in
        try batch.reserve(badges: min(rows, left), bytes: account.tree.dirtyBytes(most: left), revisions: 1)
      }
      batch.isWhole = false
      if account.needsStoring { collect(account, most: left) }
      if !account.kept.sent.isDisjoint(with: .withBadges) { account.outbox?.wake(hold) }
      if rows <= left { _ = accounts.takeUnstored() }
      left -= min(rows + 1, left)
    }
    if !accounts.unstored.isEmpty { return false }
    batch.isWhole = true
    schedule.collect()
    return true
  }

  private func collect(_ account: Account, most: Int) {
    let tree = account.tree
    do throws(OutOfMemory) {
      let mayHaveIcons = tree.mayHaveIcons
      try tree.drainDirty(most: most) { (path, own, hasIcon) throws(OutOfMemory) in
        try batch.append(
          account: account.id, path: path, own, dropsIcon: mayHaveIcons && !hasIcon,
          dismissesClaims: account.feeds.removals.take(path, in: tree))
      }
      if account.writing.storedRevision != tree.revision {
        account.writing.storedRevision = tree.revision
        try batch.append(account: account.id, revision: tree.revision)
      }
    } catch { preconditionFailure("room was not reserved") }
  }

  /// Writes the batch into the current transaction, behind the part that is already written.
  /// - Parameter deadline: on the system's elapsed clock.
  func saveBatch(
    _ storeHold: borrowing StoreHold, behind written: BadgeBatch.Mark = BadgeBatch.Mark(),
    until deadline: Int64 = Int64.max
  ) throws(Failure) {
    for position in written.items..<batch.items.count {
      if deadline != Int64.max, position % 64 == 0, Clock.system.elapsed > deadline {
        throw Failure(.timeout, "the timeout passed before everything was written; the unwritten changes are lost")
      }
      let item = batch.items[position]
      let path = batch.path(of: item)
      if item.dismissesClaims { try store.dismissClaims(account: item.account, path: path) }
      try store.saveBadge(account: item.account, path: path, item.own)
      if item.dropsIcon { try store.deleteIcon(account: item.account, path: path) }
    }
    for position in written.revisions..<batch.revisions.count {
      let revision = batch.revisions[position]
      try store.saveRevision(account: revision.account, revision: revision.revision)
    }
  }

  /// Writes all pending changes in one transaction, after those of an earlier write. Takes both locks. Any thread.
  /// - Parameters:
  ///   - isClosing: the last write. Nobody else may write any more.
  ///   - deadline: on the system's elapsed clock.
  /// - Throws: the failed part is tried again, unless this was the last write.
  func writeGroup(isClosing: Bool = false, until deadline: Int64 = Int64.max) throws(Failure) {
    if !configuration.isPersistent { return }
    let storeHold = takeStore()
    try collectAndWrite(storeHold, isClosing: isClosing, until: deadline)
  }

  /// The same, by a thread that has the store.
  func collectAndWrite(
    _ storeHold: borrowing StoreHold, isClosing: Bool = false, until deadline: Int64 = Int64.max
  ) throws(Failure) {
    do throws(Failure) {
      try enterToWrite(isClosing).release()
      try writeBatch(storeHold, until: deadline)
      try collectGroup(isClosing)
      try writeBatch(storeHold, until: deadline)
    } catch {
      if error.status != .closed { tryAgain(storeHold, isFailing: true) }
      throw error
    }
    let hold = lock.lock()
    let wasFailing = schedule.succeed()
    hold.release()
    if wasFailing { log(3, "pending changes were written") }
  }

  private func collectGroup(_ isClosing: Bool) throws(Failure) {
    var hold = try enterToWrite(isClosing)
    try collectBatch(&hold)
  }

  private func enterToWrite(_ isClosing: Bool) throws(Failure) -> LockHold {
    let hold = lock.lock()
    if isClosed && !isClosing { throw .closed }
    return hold
  }

  func tryAgain(_ storeHold: borrowing StoreHold, isFailing: Bool) {
    let hold = lock.lock()
    if isClosed { return }
    let now = clock.elapsed
    if !isFailing {
      schedule.retry(after: GroupSchedule.delay, now: now)
    } else if schedule.fail(unwritten: batch.items.count, now: now) {
      // Logged once, however often it is retried.
      logFailure(1)
    }
    loop.wake()
    hold.release()
  }

  /// Writes in place of the loop, which has fallen behind. So the backlog is bounded, and a caller that changes faster
  /// than the disk writes waits for it. The loop retries and reports failures.
  @inline(never)
  func catchUp() {
    do throws(Failure) { try writeGroup() } catch {}
  }

  /// Calls that only read or change badges do not wait for the disk.
  func writeBatch(_ storeHold: borrowing StoreHold, until deadline: Int64 = Int64.max) throws(Failure) {
    if !hasLeftover || !batch.isWhole { return }
    do throws(Failure) {
      try store.begin()
      try saveBatch(storeHold, until: deadline)
      if store.hasDisowned { try store.touch() }
      try store.commit()
    } catch {
      // Nothing of it is stored. The batch keeps it.
      abandonTransaction(storeHold)
      throw error
    }
    batch.removeAll()
  }

  /// Begins a transaction behind all pending changes, which are stored with it or not at all. If it fails,
  /// `abandonApart` ends it.
  func beginApart(_ storeHold: borrowing StoreHold) throws(Failure) {
    try writeBatch(storeHold)
    try collectGroup(false)
    try store.begin()
    try saveBatch(storeHold)
  }

  /// Writes the changes since the transaction began.
  func saveMeanwhile(_ storeHold: borrowing StoreHold) throws(Failure) {
    let written = batch.mark
    try collectGroup(false)
    try saveBatch(storeHold, behind: written)
  }

  /// The same under both locks, so that nothing is left. `lock` is given up while there is more than a step.
  func saveRest(_ storeHold: borrowing StoreHold, _ hold: inout LockHold) throws(Failure) {
    var steps = mostSteps
    while true {
      let written = batch.mark
      let isLast = try collectStep(&hold, isLast: steps == 0)
      if isLast { return try saveBatch(storeHold, behind: written) }
      steps -= 1
      try hold.unlocked { () throws(Failure) in try saveBatch(storeHold, behind: written) }
    }
  }

  /// Abandons a transaction that `beginApart` has begun.
  func abandonApart(_ storeHold: borrowing StoreHold) {
    abandonTransaction(storeHold)
    let hold = lock.lock()
    planLeftover(hold)
  }

  /// Plans the write of changes that a failed transaction collected.
  func planLeftover(_ hold: borrowing LockHold) {
    if hasLeftover { planGroup(hold, after: GroupSchedule.delay) }
  }

  /// Makes sure that nobody reads an abandoned change whose rollback failed.
  func settleStore(_ storeHold: borrowing StoreHold) throws(Failure) {
    try store.settle()
  }

  /// Rolls back without a change of the current error's message.
  func abandonTransaction(_ storeHold: borrowing StoreHold) {
    do throws(Failure) { try store.rollback() } catch {}
  }
}
