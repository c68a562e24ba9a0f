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

  /// Tells all feeds. Under `lock`, which is given up now and then: calls that add or remove feeds of this account, or
  /// log it in or out, wait for the end.
  func advise(_ input: PolicyInput) {
    var count = 0
    for feed in feeds {
      if input != .logIn || !feed.isLocal { feed.advise(input) }
      count += 1
      // One that is away has no tree that it could be kept from.
      if count % Account.turn == 0, isLoaded { pause() }
      if engine.isClosed { return }
    }
  }

  /// So many feeds are told something before others get `lock`: a part of a millisecond.
  private static let turn = 32
}
