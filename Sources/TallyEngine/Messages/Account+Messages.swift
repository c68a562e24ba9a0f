import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

extension Account {
  /// Logs in, or replaces the credential.
  public func logIn(token: UnsafeRawBufferPointer) throws(Failure) {
    for byte in token where byte < 0x20 || byte == 0x7F {
      throw Failure(.argument, "a token must not have control characters")
    }
    try enter()
    defer { unlock() }
    try engine.reserveEvents(0)
    try engine.reserveReminderWakes()
    try growing { () throws(OutOfMemory) in try setCredential(token) }
    isLoggedIn = true
    logins &+= 1
    engine.updateTotal(self, tree)
    outbox?.didLogIn()
    remindersDidLogIn()
    advise(.logIn)
  }

  /// Logs out. Requests and timers end, and late responses are dropped. The badges stay.
  public func logOut() throws(Failure) {
    try enterAnywhere()
    defer { unlock() }
    try engine.reserveEvents(0)
    try growing { () throws(OutOfMemory) in
      try engine.outboxes.reserveCancellation()
    }
    isLoggedIn = false
    credential.forget()
    engine.updateTotal(self, tree)
    outbox?.didLogOut()
    remindersDidLogOut()
    advise(.logOut)
  }

  /// Visits the messages at a path, or also in its subtree, newest first. `visit` runs with the store's lock held and
  /// must not call the engine.
  /// - Returns: whether there are more.
  public func listMessages(
    _ path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool, after: UInt64, limit: Int,
    visit: (MessageRow) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      try store.listMessages(
        account: id, path: place.bytes.bytes, subtree: subtree, unreadOnly: unreadOnly, after: after, limit: limit,
        visit: { row in visit(row) })
    }
  }

  public func messageCounts(_ path: UnsafeRawBufferPointer, subtree: Bool) throws(Failure) -> MessageCounts {
    let place = try canonical(path)
    return try reading { (store) throws(Failure) in
      try store.counts(account: id, path: place.bytes.bytes, subtree: subtree)
    }
  }

  /// Marks messages read, or unread again; all or none.
  /// - Returns: the number of changed messages.
  public func mark(_ keys: UnsafeBufferPointer<UInt64>, read: Bool) throws(Failure) -> Int {
    var changed = 0
    try marking { (act, share) throws(Failure) in
      try share.feeding { (visit: DeltaVisitor) throws(Failure) in
        changed = try share.store.mark(
          account: id, feeding: feeding.rawValue, keys: keys, read: read, act: act, visit: visit)
      }
    }
    return changed
  }

  /// Marks the messages at a path read, or also in its subtree, up to one in the order of lists (0: all).
  /// - Returns: the number of messages that were not read before.
  public func readMessages(
    at path: UnsafeRawBufferPointer, subtree: Bool, last: UInt64
  ) throws(Failure) -> Int {
    let place = try canonical(path)
    var changed = 0
    try marking { (act, share) throws(Failure) in
      changed = try read(at: place, subtree: subtree, last: last, act, in: share)
    }
    return changed
  }

  /// Collects the changes of the tree.
  func read(
    at place: borrowing Path, subtree: Bool, last: UInt64, _ act: ReadAct, in share: Share
  ) throws(Failure) -> Int {
    var changed = 0
    let path = place.bytes.bytes
    try share.feeding { (visit: DeltaVisitor) throws(Failure) in
      changed = try share.store.markReadAt(
        account: id, feeding: feeding.rawValue, path: path, subtree: subtree, last: last, act: act, visit: visit)
    }
    return changed
  }

  /// Under `lock`.
  func readAct() -> ReadAct { ReadAct(moment: nextMoment(), sends: outbox != nil) }

  /// Runs a local read as one operation, masked from responses to requests in flight.
  private func marking(_ body: (ReadAct, Share) throws(Failure) -> Void) throws(Failure) {
    var act: ReadAct?
    try changeLong(
      .call,
      check: { () throws(Failure) in
        if act == nil { act = readAct() }
      },
      { (share) throws(Failure) in
        if let act { try body(act, share) }
        share.effects.sends = true
      })
  }

  /// The moment of a change that requests in flight do not know; 0: there are none. Under `lock`.
  func nextMoment() -> Int64 {
    let moment = engine.numbers.advance()
    return feeds.contains { $0.policy.exchange != nil } ? moment : 0
  }

  func canonical(_ path: UnsafeRawBufferPointer) throws(Failure) -> Path {
    var place = Path()
    try place.parse(path, limits: engine.options.paths)
    return place
  }

  /// Reads the store. No badge operation waits for this.
  func reading<Result>(_ body: (Store) throws(Failure) -> Result) throws(Failure) -> Result {
    if engine.isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    engine.takeStore()
    defer { engine.giveStore() }
    try enterAnywhere()
    unlock()
    try engine.settleStore()
    return try body(engine.store)
  }
}
