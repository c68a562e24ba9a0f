import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

// One item of a batch, applied to its account. All of it runs under both locks, while the account is busy for other
// calls.

/// The progress of an item, and the state to return to if it is rejected.
struct ItemPart {
  let mark: LogMark
  /// The number of reminders that had fired before it.
  let news: Int
  /// Whether it has begun a part of the store's transaction.
  var isBegun = false
  /// The operation that is being applied.
  var position: Int?
  /// The log that it comes from.
  var source: UnsafeRawBufferPointer?
}

extension Account {
  /// Ends the badges that were due before the item, and applies its operations.
  func perform<Source: ItemSource>(
    _ hold: inout LockHold, _ source: Source, _ index: Int, _ item: Item, _ part: inout ItemPart, in share: Share
  ) throws(Failure) {
    if let due = tree.nextDeadline, due <= now {
      try tree.expire(now: now) { (node) throws(Failure) in try noteEnd(node) }
    }
    if isLoggedIn, engine.reminderClock.mayHaveAny {
      try begin(&part)
      _ = try catchUpReminders(&hold, in: share)
    }
    for position in 0..<item.count {
      part.position = position
      let result = try perform(&hold, try source.operation(index, position), of: item, &part, in: share)
      source.report(index, position, result)
    }
    if part.isBegun { try share.store.endPart() }
    share.isChanged = true
    share.effects.sends = true
  }

  func beginItem(_ hold: borrowing LockHold, in share: Share) throws(Failure) -> ItemPart {
    try share.begin(hold)
    return ItemPart(mark: tree.logMark, news: share.effects.reminders.events.count)
  }

  /// Undoes a rejected item.
  func takeBack(_ hold: inout LockHold, _ part: ItemPart, in share: Share) throws(Failure) {
    tree.rollback(to: part.mark)
    share.collected.removeAll()
    if !part.isBegun { return }
    share.forgetFeeds()
    while share.effects.reminders.events.count > part.news {
      share.effects.reminders.events.removeLast()
      engine.events.redeem(1)
    }
    try share.store.abandonPart()
    if reminders.loaded == nil { return }
    // The plan may be ahead of the store, which is undone.
    reminders.loaded = nil
    share.effects.reminders.isPlanned = true
    try exclusively(&hold) { () throws(Failure) in
      try loadReminders(Zone.seconds(ofMilliseconds: now), in: share)
    }
  }

  private func begin(_ part: inout ItemPart) throws(Failure) {
    if part.isBegun { return }
    try store.beginPart()
    part.isBegun = true
  }

  private func perform(
    _ hold: inout LockHold, _ operation: ItemOperation, of item: Item, _ part: inout ItemPart, in share: Share
  ) throws(Failure) -> ItemResult {
    var result = ItemResult()
    switch operation {
    case .badge(let what, let path):
      try what.check()
      let target = Target.path(path)
      var applied = try applyAnywhere(what, target, tree)
      if applied == .needsStore {
        try begin(&part)
        applied = try share.apply(&hold, what, target)
      }
      if applied == .held { result.status = .held }
    case .post(let message, let path):
      try begin(&part)
      result.key = try post(message, at: path, of: item, part, in: share)
      if result.key == 0 { result.status = .alreadyApplied }
    case .remove(let name):
      try begin(&part)
      try removeStored(name, in: share)
    case .read(let path, let subtree):
      let place = try canonical(path)
      try begin(&part)
      let act = readAct(hold)
      try share.compound { () throws(Failure) in
        result.changed = try read(at: place, subtree: subtree, last: 0, act, in: share)
      }
    case .reminder(let action, let name):
      try check(action, of: name)
      try begin(&part)
      engine.beginReminders(hold)
      try perform(action, of: name, try catchUpReminders(&hold, in: share), in: share)
    }
    return result
  }

  /// A message without an id gets one from the item's id, so it has the same id whenever the log is replayed. Items of
  /// other logs may have this id. A made id may be longer than one that a host gives.
  private func post(
    _ given: MessageItem, at path: UnsafeRawBufferPointer, of item: Item, _ part: ItemPart, in share: Share
  ) throws(Failure) -> Int64 {
    try checkPosted(given)
    var message = given
    var name = ByteBuffer()
    if message.id.isEmpty, let id = item.id, let source = part.source {
      try growing { () throws(OutOfMemory) in
        try name.append(id)
        try name.append(byte: 0x2E)
        try name.append(decimal: Int64(part.position ?? 0))
        try name.append(byte: 0x2E)
        try name.append(source)
      }
      message.id = name.bytes
    }
    message.isPosted = true
    return try store(message, at: try canonical(path), in: share)
  }
}
