import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyTree

// The queue of events: adding, under `lock`, and the three ways to drain it.

extension Account {
  /// Something visible has changed. The events of its observers go into the queue, and the total follows. Under `lock`.
  @_optimize(speed)
  func didChange(_ tree: Tree) {
    let count = tree.notices.count
    if count > 0 {
      let waiting = engine.events.queue.count
      let notices = tree.notices.pointer
      for position in 0..<count {
        engine.enqueue(observers.registrationOf[Int(notices[position].observer)], notices[position].node)
      }
      tree.clearNotices()
      // If no event was added, the host was woken before.
      if engine.events.queue.count > waiting || engine.options.isHostDriven { engine.announce() }
    }
    if isLoggedIn || entry.inTotal != .nothing { engine.updateTotal(self, tree) }
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

  /// Updates the total with one account. Under `lock`, with room for the events.
  @_optimize(speed)
  func updateTotal(_ account: Account, _ tree: Tree) {
    let shown = account.isLoggedIn ? tree.visible(.root) : .nothing
    if shown == account.entry.inTotal { return }
    let isNew = accounts.total.replace(account.entry.inTotal, with: shown)
    account.entry.inTotal = shown
    if !isNew { return }
    for position in 0..<events.totalObservers.count { _ = events.enqueue(.total, events.totalObservers[position]) }
    if events.totalObservers.count > 0 { announce() }
  }

  public func total() throws(Failure) -> (shown: Visible, revision: UInt64) {
    try enter()
    defer { lock.unlock() }
    expireDue()
    if isClosed { throw .closed }
    return (accounts.total.shown, accounts.total.revision)
  }

  /// Appends a one-time event with pledged room. Under `lock`.
  func enqueue(_ oneTime: OneTimeEvent) {
    events.enqueue(oneTime)
    announce()
  }

  /// Wakes the threads and the host that drain the queue. Under `lock`.
  @_optimize(speed)
  func announce() {
    if events.queue.count == 0 { return }
    if events.waiters > 0 { locks.changed.broadcast() }
    if events.wake() { lock.request() }
    if options.isHostDriven { loop.wake() }
  }
}
