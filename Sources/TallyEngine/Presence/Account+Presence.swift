import TallyFailure
import TallyLoop
import TallyPolicy

// The state of the application and its machine, which concerns all feeds of all accounts.

struct Presence {
  /// Whether the application is in front.
  var isForeground = true
  /// Whether there is a network, as the host last reported it.
  var isNetworkThere = true
}

extension Engine {
  /// The application came to the foreground, or left it.
  public func setForeground(_ isForeground: Bool) throws(Failure) {
    var hold = try enter()
    presence.isForeground = isForeground
    adviseAll(&hold) { .foreground(self.presence.isForeground) }
  }

  /// The network was lost, or a network is available (again, or another one).
  public func setNetwork(isThere: Bool) throws(Failure) {
    var hold = try enter()
    presence.isNetworkThere = isThere
    if isThere { feeds.origins.doubtBreakers() }
    adviseAll(&hold) { .network(isThere: self.presence.isNetworkThere) }
  }

  /// The machine slept.
  public func woke() throws(Failure) {
    var hold = try enter()
    feeds.origins.doubtBreakers()
    adviseAll(&hold) { .woke }
  }

  /// Passes an input to the feeds of all accounts.
  ///
  /// `input` reads the engine's state again for each account. Another thread may change that state while the lock is
  /// given up. All feeds then end with the newest state, whichever thread reaches an account last.
  private func adviseAll(_ hold: inout LockHold, _ input: () -> PolicyInput) {
    var slot: UInt32 = 0
    while !isClosed, slot < accounts.slotCount {
      if let account = accounts.account(slot), !account.feeds.isEmpty {
        account.awaitIdle(&hold)
        // The account may have been dropped meanwhile.
        if !isClosed, accounts.account(slot) === account { account.advise(&hold, input()) }
      }
      slot += 1
    }
  }
}

extension Account {
  /// Passes an input to all feeds. Calls that add or remove feeds of this account, or log it in or out, wait for
  /// the end.
  func advise(_ hold: inout LockHold, _ input: PolicyInput) {
    var count = 0
    for feed in feeds.all {
      feed.advise(hold, input == .logIn ? feed.logIn : input)
      count += 1
      // An account that is away has no tree to keep others from.
      if count % Account.turn == 0, isLoaded { pause(&hold) }
      if isClosed { return }
    }
  }

  /// The number of feeds before other threads get `lock`. They take a part of a millisecond.
  private static let turn = 32
}
