import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

// Listing and removing stored accounts.

extension Engine {
  /// Visits the names of the stored accounts, sorted by their bytes. `visit` runs with the store's lock held and must
  /// not call the engine.
  /// - Parameter name: begins after it; no bytes: from the first.
  /// - Returns: whether there are more.
  public func listAccounts(
    after name: UnsafeRawBufferPointer, limit: Int, visit: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    return try withStore { (storeHold) throws(Failure) in
      try store.listAccounts(after: name, limit: limit) { bytes in visit(bytes) }
    }
  }

  /// Removes an account and all its data for good. Calls with its handles fail as dropped.
  public func removeAccount(_ name: UnsafeRawBufferPointer) throws(Failure) {
    try Failure.checkName(name, "the name of an account")
    try withStore { (storeHold) throws(Failure) in
      let hold = lock.lock()
      let slot = accounts.find(name)?.slot
      hold.release()
      if let slot { return try removeAccount(storeHold, slot) }
      try changeRows(storeHold) { () throws(Failure) in
        let row = try store.findAccount(name: name)
        guard let row else { throw Failure(.notFound, "there is no account ", quoting: name) }
        try store.removeAccount(row.id)
      }
    }
  }

  /// Removes an open account.
  private func removeAccount(_ storeHold: borrowing StoreHold, _ slot: UInt32) throws(Failure) {
    try accountForDropping(slot).drop(storeHold)
    let hold = lock.lock()
    forgetIfUnused(hold, slot)
    forgetDropped(hold)
  }

  private func accountForDropping(_ slot: UInt32) -> Account {
    let hold = lock.lock()
    defer { hold.keep() }
    return accounts[slot]
  }
}

extension Account {
  /// All or nothing.
  @inline(never)
  fileprivate func drop(_ storeHold: borrowing StoreHold) throws(Failure) {
    // Without its tree the total could not be updated. Nobody can log in while it is away.
    if try isCounted() { try load(storeHold) }
    if isLoaded {
      try claim()
      defer { endClaim() }
      let change = Change(engine, .call)
      let share = change.add(self)
      try engine.make(storeHold, change) { (hold) throws(Failure) in
        try share.begin(hold)
        try exclusively(&hold) { () throws(Failure) in
          try empty(in: share)
          try share.store.removeAccount(id)
        }
      }
      leave(lock())
    } else {
      try engine.changeRows(storeHold) { () throws(Failure) in
        try engine.store.removeAccount(id)
      }
      leave(lock())
    }
  }

  /// No thread changes a badge of an account that is being removed, so nothing of it is stored later.
  private func claim() throws(Failure) {
    let hold = try engine.enter()
    defer { hold.keep() }
    gate.claim()
  }

  private func endClaim() {
    let hold = lock()
    gate.release()
    if residence.state != .dropped { updateDeadline(hold) }
    engine.locks.settled.broadcast()
  }

  private func isCounted() throws(Failure) -> Bool {
    let hold = try engine.enter()
    defer { hold.keep() }
    return isLoggedIn
  }

  /// Removes everything from the tree and notifies the observers.
  func empty(in share: Share) throws(Failure) {
    let tree = tree
    var refused: Failure?
    try share.compound { () throws(Failure) in
      refused = try engine.share(tree, id, isBack: true)
      try share.store.fedSums(account: id) { path, sum in
        if refused == nil { refused = tree.feed(path, sum.negated) }
      }
      try share.store.forEachFlag(account: id) { path in
        if refused == nil { refused = tree.feed(path, Store.flag.negated) }
      }
      if let refused { throw refused }
    }
    var nothing = ByteOutput()
    try tree.encodeSnapshot(at: nil, into: &nothing)
    try tree.restore(from: try SnapshotReader(nothing.take()), at: .root)
  }

  /// The account is no longer stored and shows nothing. Everything in progress for it ends.
  func leave(_ hold: borrowing LockHold) {
    trace(hold, .dropped)
    engine.groups.forget(id, engine.store)
    session.end()
    for feed in feeds.all {
      feed.isRemoved = true
      feed.leave(hold)
    }
    feeds.removeAll()
    engine.events.forget(account: id)
    outbox = nil
    engine.outboxes.cancel(slot)
    reminders.loaded = nil
    engine.reminderClock.cancel(slot)
    engine.accounts.forgetName(of: self)
    if isLoaded { engine.accounts.residents.remove(slot) }
    residence.state = .dropped
    gate.deadline = .unsettled
    engine.planExpiry(hold, of: self, Timetable.never)
    engine.accounts.noteDropped(self)
  }
}

/// The partition of an account: FNV-1a of 32 bits over the bytes of its name, modulo the number of partitions.
/// docs/account-hash.md describes it for other languages. It never changes.
public enum AccountHash {
  public static func partition(of name: UnsafeRawBufferPointer, among partitions: UInt32) throws(Failure) -> UInt32 {
    try Failure.checkName(name, "the name of an account")
    if partitions == 0 { throw Failure(.argument, "there must be at least one partition") }
    return hash(name) % partitions
  }

  static func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
    var hash = FNVHash()
    hash.add(name)
    return hash.value
  }
}
