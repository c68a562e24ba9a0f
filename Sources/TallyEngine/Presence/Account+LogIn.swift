import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

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
    let server = feeds.server
    try growing { () throws(OutOfMemory) in try session.begin(token: token, room: server.count) }
    bindCredential(server)
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
    session.end()
    engine.updateTotal(self, tree)
    outbox?.didLogOut()
    remindersDidLogOut()
    advise(.logOut)
  }
}
