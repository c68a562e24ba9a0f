import TallyFailure
import TallyLoop
import TallyPolicy

// What becomes of the application and its machine, for all feeds of all accounts.

extension Engine {
  /// The application came to the foreground, or left it.
  public func setForeground(_ isForeground: Bool) throws(Failure) {
    try enter()
    defer { lock.unlock() }
    self.isForeground = isForeground
    adviseAll(.foreground(isForeground))
  }

  /// The network was lost, or is there again, or another one is.
  public func setNetwork(isThere: Bool) throws(Failure) {
    try enter()
    defer { lock.unlock() }
    if isThere { feeds.origins.doubtBreakers() }
    adviseAll(.network(isThere: isThere))
  }

  /// The machine slept.
  public func woke() throws(Failure) {
    try enter()
    defer { lock.unlock() }
    feeds.origins.doubtBreakers()
    adviseAll(.woke)
  }

  /// Tells the feeds of all accounts. Under `lock`, which is given up now and then.
  private func adviseAll(_ input: PolicyInput) {
    var slot: UInt32 = 0
    while !isClosed, slot < accounts.slotCount {
      if let account = accounts.account(slot), !account.feeds.isEmpty {
        account.awaitIdle()
        // It may have been dropped meanwhile.
        if !isClosed, accounts.account(slot) === account { account.advise(input) }
      }
      slot += 1
    }
  }
}

extension Account {
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
