import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

/// The part of a change that concerns one account.
///
///     idle -> begun -> written -> ended
///       |       |                   ^
///       +-------+-------------------+
///
/// A share that turns out to change nothing goes back from `begun` to `idle`, and waits for the end there.
///
/// Invariants: while it is `begun`, the tree's undoable transaction is its own. While it is `written`, the tree has
/// none of it, keeps its nodes, and stays in memory (`residence.holds`); if it restates badges, nobody else changes
/// the account's badges (`claims`). `collected` is empty from `written` on.
final class Share: EnginePart {
  private enum State { case idle, begun, written, ended }

  let account: Account
  private let cause: Cause
  private var state = State.idle
  /// Whether the account is a part of the change at all. A batch finds out which accounts its items change.
  var isChanged = true
  /// Whether an import replaces the account.
  var isReplacing = false
  /// The time of the item that is being applied; 0: none is.
  var time: Int64 = 0
  /// The changes of the tree that follow from those of messages.
  var collected = TreeChanges()
  var effects = Effects()
  /// The feeds without a server, once the change has found them; 0: not yet.
  private(set) var localFeeds = (posted: Int64(0), reminders: Int64(0))
  /// Changes of the tree before it belong to others that have joined the same commit.
  private var mark = LogMark()
  /// The claims on badges that were removed before it are dismissed.
  private var noted = LogMark()
  /// Makes the changes of the tree again.
  private var withdrawal = Withdrawal()
  /// The account's stored revision; nil: not stored.
  private var revision: UInt64?
  /// The next one of the account that is stored and not applied yet; see `AccountWriting.unapplied`.
  fileprivate(set) var next: Share?

  init(of account: Account, _ cause: Cause) {
    self.account = account
    self.cause = cause
  }

  var engine: Engine { account.engine }
  var store: Store { engine.store }
  var tree: Tree { account.tree }

  // MARK: Before the commit

  /// The feed of the messages that the host posts.
  func localFeed() throws(Failure) -> Int64 {
    if localFeeds.posted == 0 { localFeeds.posted = try findLocalFeed(Feed.localName) }
    return localFeeds.posted
  }

  /// The feed of the messages that light the badges of reminders.
  func reminderFeed() throws(Failure) -> Int64 {
    if localFeeds.reminders == 0 { localFeeds.reminders = try findLocalFeed(Feed.reminderName) }
    return localFeeds.reminders
  }

  /// Finds the feed without a server that has this name, or creates it.
  private func findLocalFeed(_ name: StaticString) throws(Failure) -> Int64 {
    try store.findOrCreateFeed(
      account: account.id, name: bytes(of: name), url: bytes(of: "local:"), prefix: bytes(of: "root")
    ).id
  }

  /// Forgets the feeds, because a part that may have created one was undone.
  func forgetFeeds() { localFeeds = (0, 0) }

  /// Begins to change the tree, which first gets the changes of the group.
  func begin(_ hold: borrowing LockHold) throws(Failure) {
    if case .begun = state { return }
    tree.begin(.undoable)
    state = .begun
    try engine.group.forEach(of: account) { (share) throws(Failure) in
      try tree.replay(share.withdrawal)
    }
    mark = tree.logMark
    noted = mark
  }

  /// Dismisses the claims of feeds on the badges that were removed since the last call.
  func dismissRemoved() throws(Failure) {
    if !account.gate.isClaimed { return }
    try tree.forEachRemoved(after: noted) { (node) throws(Failure) in
      if account.feeds.removals.hasEnded(node) { return }
      try store.dismissClaims(account: account.id, path: tree.path(of: node))
    }
    account.feeds.removals.forgetEnds()
    noted = tree.logMark
  }

  /// The changes of the tree until now concern no claims, or are their own.
  func noteClaims() { noted = tree.logMark }

  /// Clears the viewed paths that the change has fed or lit.
  func clearViewed(_ hold: inout LockHold) throws(Failure) { _ = try account.clearViewed(&hold, in: self) }

  /// Works out what the changes of messages mean for the parts of the account.
  func derive(from journal: borrowing MessageJournal) throws(Failure) {
    try account.nameGroups(changedIn: journal, by: self)
    effects.counts = try account.countChanges(in: journal)
  }

  /// Stores the changes of the tree, and takes them back.
  func write(_ hold: inout LockHold) throws(Failure) {
    let tree = tree
    var events = account.observers.watchers.count + effects.groups.count * account.observers.groupWatchers.count
    // It may fail, so it comes before the changes of the tree are withdrawn: those could not be rolled back any more.
    effects.nextSnooze = try store.nextSnooze(account: account.id)
    try account.exclusively(&hold, for: tree.loggedChanges) { () throws(Failure) in
      try tree.prepareCommit()
      events += tree.notices.count
      revision = try saveChanges()
      withdrawal = try tree.withdraw(after: mark)
    }
    state = .written
    account.residence.holds += 1
    if withdrawal.restates { account.gate.claim() }
    account.updateDeadline(hold)
    try reserveEvents(events)
  }

  /// Stores the changes of badges, and the revision that follows that of the changes before it.
  /// - Returns: the stored revision; nil: none.
  private func saveChanges() throws(Failure) -> UInt64? {
    try dismissRemoved()
    if !engine.configuration.isPersistent { return nil }
    var refused: Failure?
    let mayHaveIcons = tree.mayHaveIcons
    let id = account.id
    store.choiceTime = account.now
    if !account.kept.sent.isDisjoint(with: .withBadges) { effects.sends = true }
    tree.drainDirty { path, own, hasIcon in
      if refused != nil { return }
      do throws(Failure) {
        try store.saveBadge(account: id, path: path, own)
        if mayHaveIcons && !hasIcon { try store.deleteIcon(account: id, path: path) }
      } catch {
        refused = error
      }
    }
    if let refused { throw refused }
    if !tree.hasChange { return nil }
    var revision = tree.revision + 1
    try engine.group.forEach(of: account) { (share) throws(Failure) in
      if share.revision != nil { revision += 1 }
    }
    try store.saveRevision(account: id, revision: revision)
    return revision
  }

  /// Undoes its changes of the tree.
  func takeBack(_ hold: borrowing LockHold) {
    collected.removeAll()
    guard case .begun = state else { return }
    tree.rollback()
    account.feeds.removals.forgetEnds()
    account.holdBackViews(hold)
    account.updateDeadline(hold)
    state = .idle
    if account.needsStoring { _ = engine.scheduleGroup(hold, account, 0) }
  }

  /// Undoes what it did in memory.
  func drop(_ hold: inout LockHold) {
    switch state {
    case .ended: return
    case .idle, .begun: takeBack(hold)
    case .written:
      account.holdBackViews(hold)
      letGo(hold)
    }
    state = .ended
    account.drop(&hold, &effects.reminders)
    if account.needsStoring { _ = engine.scheduleGroup(hold, account, 0) }
  }

  // MARK: After the commit

  /// The commit has ended.
  func end(_ hold: inout LockHold, isStored: Bool) {
    guard case .written = state else {
      if !isStored { return drop(&hold) }
      // It has changed nothing, and the plan of its reminders agrees with the store.
      effects.reminders = ReminderNews()
      state = .ended
      return
    }
    // Another thread may be reading the tree.
    account.awaitIdle(&hold)
    if !isStored { return drop(&hold) }
    if let revision { account.writing.storedRevision = revision }
    account.takeSnoozeEnd(hold, effects.nextSnooze)
    if account.writing.unapplied == nil, apply(&hold) { return release(hold) }
    // Memory ran out. The next call that uses the tree tries again, so nobody sees it without the change.
    account.applyLater(hold, self)
  }

  /// Makes the changes of the tree again, and tells the observers.
  /// - Returns: false: memory ran out, and nothing has changed.
  func apply(_ hold: inout LockHold) -> Bool {
    let tree = tree
    var views = List<UInt32>()
    do throws(Failure) {
      try account.exclusively(&hold, for: withdrawal.count) { () throws(Failure) in
        try tree.reapply(withdrawal)
      }
      if withdrawal.concernsIcons {
        try growing { () throws(OutOfMemory) in
          try account.collectViews(hold, &views) { withdrawal.concernsIcon(of: $0) }
        }
      }
      let events = effects.counts.count + effects.groups.count * account.observers.groupWatchers.count + views.count
      try reserveEvents(tree.notices.count + events)
    } catch {
      if tree.isInTransaction { tree.rollback() }
      return false
    }
    if account.gate.isTraced { engine.duties.traceChange?(hold, account, cause) }
    account.finish(hold, tree, behind: tree.dirtyCount)
    engine.enqueueViews(hold, &views)
    account.publish(hold, counts: effects.counts)
    account.publish(hold, groups: effects.groups)
    return true
  }

  /// Its changes are in the tree.
  func release(_ hold: borrowing LockHold) {
    letGo(hold)
    state = .ended
    if account.needsStoring { _ = engine.scheduleGroup(hold, account, 0) }
  }

  private func letGo(_ hold: borrowing LockHold) {
    tree.release()
    account.residence.holds -= 1
    if withdrawal.restates { account.gate.release() }
    if account.writing.unapplied == nil { account.updateDeadline(hold) }
  }

  /// Tells the effects beyond the tree: reminders that fired, and rows to send.
  func publishLast(_ hold: borrowing LockHold) {
    account.publish(hold, &effects.reminders)
    if effects.sends { account.outbox?.wake(hold) }
    if account.feeds.removals.mayUncover { account.planClearing(hold) }
  }
}

extension Account {
  /// Keeps a stored change that could not be applied.
  fileprivate func applyLater(_ hold: borrowing LockHold, _ share: Share) {
    var last = writing.unapplied
    while let next = last?.next { last = next }
    if let last { last.next = share } else { writing.unapplied = share }
    gate.deadline = .unsettled
  }

  /// Applies stored changes that had no memory before.
  func applyLate(_ hold: inout LockHold) throws(Failure) {
    while let share = writing.unapplied {
      if !share.apply(&hold) { throw .noMemory }
      writing.unapplied = share.next
      share.release(hold)
    }
  }
}
