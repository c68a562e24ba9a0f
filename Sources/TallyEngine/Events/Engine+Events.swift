import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// The queue of events: adding, and the three ways to drain it.

extension Account {
  /// Something visible has changed. The events of its observers go into the queue, and the total follows.
  @_optimize(speed)
  func didChange(_ hold: borrowing LockHold, _ tree: Tree) {
    let count = tree.notices.count
    if count > 0 {
      let waiting = engine.events.queue.count
      let notices = tree.notices.pointer
      for position in 0..<count {
        engine.enqueue(observers.registrationOf[Int(notices[position].observer)], notices[position].node)
      }
      tree.clearNotices()
      // If no event was added, the host was woken before.
      if engine.events.queue.count > waiting || engine.options.isHostDriven { engine.announce(hold) }
    }
    if isLoggedIn || entry.inTotal != .nothing { engine.updateTotal(hold, self, tree) }
  }

  /// An event of a node or a group has left the queue, so its node may be freed.
  @_optimize(speed)
  func forget(_ entry: EventQueue.Entry) {
    if entry.kind == .group { observers.groupEvents.forgetEvent() } else { tree.unpin(tree.nodeIndex(entry.node)) }
  }
}

extension Engine {
  /// Makes room for this many events of badges, and those of the total.
  @inline(__always)
  func reserveEvents(_ count: Int) throws(Failure) {
    if !events.hasRoom(for: count) { try makeEventRoom(count) }
  }

  @inline(never)
  private func makeEventRoom(_ count: Int) throws(Failure) {
    do throws(OutOfMemory) { try events.reserve(count) } catch { throw .noMemory }
  }

  /// Adds a change of a badge to the queue, or moves the pending one to the end. There is room.
  @_optimize(speed)
  func enqueue(_ index: UInt32, _ at: NodeIndex) {
    if events.enqueue(.badge, index, node: at.raw) { accounts[events.registrations[index].account].tree.pin(at) }
  }

  /// Updates the total with one account. There is room for the events.
  @_optimize(speed)
  func updateTotal(_ hold: borrowing LockHold, _ account: Account, _ tree: Tree) {
    let shown = account.isLoggedIn ? tree.contribution(.root) : .nothing
    let isNew: Bool
    if tree.hasLevels || account.entry.levelInTotal != .nothing {
      isNew = updateTotal(account, shown, account.isLoggedIn ? tree.contributedLevel(.root) : .nothing)
    } else {
      if shown == account.entry.inTotal { return }
      isNew = accounts.total.replace(account.entry.inTotal, with: shown)
      account.entry.inTotal = shown
    }
    if !isNew { return }
    for position in 0..<events.totalObservers.count { _ = events.enqueue(.total, events.totalObservers[position]) }
    if events.totalObservers.count > 0 { announce(hold) }
  }

  @inline(never)
  private func updateTotal(_ account: Account, _ shown: Visible, _ level: VisibleLevel) -> Bool {
    let (former, formerLevel) = (account.entry.inTotal, account.entry.levelInTotal)
    if shown == former, level == formerLevel { return false }
    (account.entry.inTotal, account.entry.levelInTotal) = (shown, level)
    return accounts.total.replace(former, formerLevel, with: shown, level)
  }

  public func total() throws(Failure) -> (shown: Visible, level: VisibleLevel, revision: UInt64) {
    var hold = try enter()
    expireDue(&hold)
    if isClosed { throw .closed }
    return (accounts.total.shown, accounts.total.level, accounts.total.revision)
  }

  /// Appends a one-time event with pledged room.
  func enqueue(_ hold: borrowing LockHold, _ oneTime: OneTimeEvent) {
    events.enqueue(oneTime)
    announce(hold)
  }

  /// Wakes the threads and the host that drain the queue.
  @_optimize(speed)
  func announce(_ hold: borrowing LockHold) {
    if events.queue.count == 0 { return }
    if events.waiters > 0 { locks.changed.broadcast() }
    if events.wake() { lock.request() }
    if options.isHostDriven { loop.wake() }
  }
}
