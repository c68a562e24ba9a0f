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
    defer { engine.lock.unlock() }
    try growingTree { () throws(TreeError) in try engine.reserveEvents(0) }
    try engine.reserveReminderWakes()
    try growing { () throws(OutOfMemory) in
      try credential.reserve(token.count + 7)
      credential.removeAll()
      if token.isEmpty { return }
      try credential.append("Bearer ")
      try credential.append(token)
    }
    isLoggedIn = true
    logins &+= 1
    engine.updateTotal(self, tree)
    outbox?.didLogIn()
    remindersDidLogIn()
    advise(.logIn)
  }

  /// Logs out: no request, no timer, and what still arrives is dropped. The badges stay.
  public func logOut() throws(Failure) {
    try enterAnywhere()
    defer { engine.lock.unlock() }
    try growingTree { () throws(TreeError) in try engine.reserveEvents(0) }
    try growing { () throws(OutOfMemory) in
      try engine.outboxes.reserveCancellation()
    }
    isLoggedIn = false
    credential.removeAll(keepingCapacity: false)
    engine.updateTotal(self, tree)
    outbox?.didLogOut()
    remindersDidLogOut()
    advise(.logOut)
  }

  /// Visits the messages at a path, or also below it, newest first. `visit` runs with the store's lock held and must
  /// not call the engine.
  /// - Returns: whether there are more.
  public func listMessages(
    _ path: UnsafeRawBufferPointer, subtree: Bool, unreadOnly: Bool, after: UInt64, limit: Int,
    visit: (MessageRow) -> Void
  ) throws(Failure) -> Bool {
    try Failure.checkLimit(limit)
    let place = try canonical(path)
    return try reading { () throws(Failure) in
      try engine.store.listMessages(
        account: id, path: place.bytes.bytes, subtree: subtree, unreadOnly: unreadOnly, after: after, limit: limit,
        visit: { row in visit(row) })
    }
  }

  public func messageCounts(_ path: UnsafeRawBufferPointer, subtree: Bool) throws(Failure) -> MessageCounts {
    let place = try canonical(path)
    return try reading { () throws(Failure) in
      try engine.store.counts(account: id, path: place.bytes.bytes, subtree: subtree)
    }
  }

  /// Marks messages read, or unread again; all of them, or none.
  /// - Returns: how many were not so before.
  public func mark(_ keys: UnsafeBufferPointer<UInt64>, read: Bool) throws(Failure) -> Int {
    var changed = 0
    try marking { (act) throws(Failure) in
      try feeding { (visit: DeltaVisitor) throws(Failure) in
        changed = try engine.store.mark(
          account: id, feeding: feeding.rawValue, keys: keys, read: read, act: act, visit: visit)
      }
    }
    return changed
  }

  /// Marks the messages read at a path, or also below it, up to one in the order of lists (0: all).
  /// - Returns: how many were not read before.
  public func readMessages(
    at path: UnsafeRawBufferPointer, subtree: Bool, last: UInt64
  ) throws(Failure) -> Int {
    let place = try canonical(path)
    var changed = 0
    try marking { (act) throws(Failure) in
      try feeding { (visit: DeltaVisitor) throws(Failure) in
        changed = try engine.store.markReadAt(
          account: id, feeding: feeding.rawValue, path: place.bytes.bytes, subtree: subtree, last: last, act: act,
          visit: visit)
      }
    }
    return changed
  }

  /// What the user has read: one operation, masked from the answers to requests that are under way.
  private func marking(_ body: (ReadAct) throws(Failure) -> Void) throws(Failure) {
    var act: ReadAct?
    try transactApart(
      check: { () throws(Failure) in
        if act == nil { act = ReadAct(moment: nextMoment(), sends: outbox != nil) }
      },
      { () throws(Failure) in
        if let act { try body(act) }
      }, complete: { outbox?.wake() })
  }

  /// The moment of what changes now, which requests in flight do not know; 0: there are none. Under `lock`.
  func nextMoment() -> Int64 {
    let moment = engine.numbers.advance()
    return feeds.contains { $0.policy.flight != nil } ? moment : 0
  }

  func canonical(_ path: UnsafeRawBufferPointer) throws(Failure) -> Path {
    var place = Path()
    do throws(TreeError) {
      try place.parse(path, limits: engine.options.paths)
    } catch {
      throw Failure(error, path: path)
    }
    return place
  }

  /// Reads the store, which no badge waits for.
  func reading<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    if engine.isForked { throw Failure(.forked, "the engine belongs to the parent process") }
    engine.takeStore()
    defer { engine.giveStore() }
    try enterAnywhere()
    engine.lock.unlock()
    try engine.settleStore()
    return try body()
  }
}
