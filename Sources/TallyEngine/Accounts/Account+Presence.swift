import TallyFailure
import TallyLoop
import TallyPolicy

// What becomes of the application and its machine, for all feeds of the account.

extension Account {
  /// The application came to the foreground, or left it.
  public func setForeground(_ isForeground: Bool) throws(Failure) {
    try enterAnywhere()
    defer { engine.lock.unlock() }
    self.isForeground = isForeground
    advise(.foreground(isForeground))
  }

  /// The network was lost, or is there again, or another one is.
  public func networkChanged(isThere: Bool) throws(Failure) {
    try enterAnywhere()
    defer { engine.lock.unlock() }
    if isThere { engine.feeds.origins.doubtBreakers() }
    advise(.network(isThere: isThere))
  }

  /// The machine slept.
  public func woke() throws(Failure) {
    try enterAnywhere()
    defer { engine.lock.unlock() }
    engine.feeds.origins.doubtBreakers()
    advise(.woke)
  }

  private func advise(_ input: PolicyInput) {
    for feed in feeds { feed.advise(input) }
  }
}
