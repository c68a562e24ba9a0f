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
    var hold = try enter()
    try engine.reserveEvents(0)
    try engine.reserveReminderWakes()
    let server = feeds.server
    try growing { () throws(OutOfMemory) in try session.begin(token: token, room: server.count) }
    bindCredential(hold, server)
    trace(hold, .loggedIn)
    engine.updateTotal(hold, self, tree)
    outbox?.didLogIn(hold)
    remindersDidLogIn(hold)
    advise(&hold, .logIn)
  }

  /// Logs out. Requests and timers end, and late responses are dropped. The badges stay.
  public func logOut() throws(Failure) {
    var hold = try enterAnywhere()
    try engine.reserveEvents(0)
    try growing { () throws(OutOfMemory) in
      try engine.outboxes.reserveCancellation()
    }
    session.end()
    trace(hold, .loggedOut)
    engine.updateTotal(hold, self, tree)
    outbox?.didLogOut()
    remindersDidLogOut(hold)
    advise(&hold, .logOut)
  }
}
