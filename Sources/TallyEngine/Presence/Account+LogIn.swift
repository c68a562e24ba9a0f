import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree

extension Account {
  /// Logs in. Feeds that stopped because a server had rejected their credential poll again.
  public func logIn() throws(Failure) {
    var hold = try enter()
    try engine.reserveEvents(0)
    try engine.reserveReminderWakes()
    session.begin()
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
    for feed in feeds.all { feed.credential = nil }
    trace(hold, .loggedOut)
    engine.updateTotal(hold, self, tree)
    outbox?.didLogOut()
    remindersDidLogOut(hold)
    advise(&hold, .logOut)
  }
}
