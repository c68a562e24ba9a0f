import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallySummary
import TallyTree
import TallyWire

/// The changes to an account's tree that follow from a change of messages. The store's work collects them, without the
/// tree and without `lock`. One compound operation applies them.
///
/// Invariants: `fed[n]` is the change of the feeds of the path with the number n in `paths`. After they were applied it
/// is empty.
struct TreeChanges: ~Copyable {
  private struct Fed: BitwiseCopyable {
    var change = FedChange()
    /// Something changed, even if all changes together cancel out.
    var isTouched = false
  }

  /// A change of the claims on a path.
  private struct Claimed: BitwiseCopyable {
    var path: Int32
    /// Its number in `icons`.
    var icon: Int32
    var feed: Int64
    /// The claim that is the latest now; nil: one was withdrawn.
    var latest: Glow?
    /// What the path owned if that claim was the latest; nil: that was not this feed's.
    var former: Glow?
    /// Its latest claim has ended.
    var isEnd = false
  }

  /// A count, or a dot (0), and when it ends.
  private struct Glow: BitwiseCopyable, Equatable {
    var count: UInt32
    var until: Int64

    var badge: OwnBadge { count == 0 ? .dot : .count(count) }
  }

  /// A path counts its children now, or does not any more.
  private struct Ruled: BitwiseCopyable {
    var path: Int32
    var rule: CountingRule
  }

  private var paths = TextTable()
  private var fed = List<Fed>()
  private var claimed = List<Claimed>()
  private var icons = TextTable()
  private var ruled = List<Ruled>()

  var isEmpty: Bool { fed.isEmpty }
  var count: Int { fed.count + claimed.count + ruled.count }

  mutating func removeAll() {
    if !fed.isEmpty { self = TreeChanges() }
  }

  mutating func feed(_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(OutOfMemory) {
    let place = Int(try number(of: path))
    fed[place].change = fed[place].change.adding(change)
    fed[place].isTouched = true
  }

  /// A feed makes a claim. `former` is its claim before, unless that was dismissed.
  mutating func claim(
    _ badge: PageBadge, at path: UnsafeRawBufferPointer, by feed: Int64, former: Claim?
  ) throws(OutOfMemory) {
    try claimed.append(
      Claimed(
        path: try number(of: path), icon: try icons.add(badge.icon), feed: feed,
        latest: Glow(count: badge.count, until: badge.until),
        former: former.map { Glow(count: $0.count, until: $0.until) }))
  }

  /// A claim is gone.
  mutating func withdraw(_ gone: Claim, at path: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try claimed.append(
      Claimed(
        path: try number(of: path), icon: 0, feed: 0, latest: nil,
        former: Glow(count: gone.count, until: gone.until)))
  }

  /// A claim has ended, and its badge with it.
  mutating func endClaim(at path: UnsafeRawBufferPointer) throws(OutOfMemory) {
    try claimed.append(Claimed(path: try number(of: path), icon: 0, feed: 0, latest: nil, former: nil, isEnd: true))
  }

  mutating func rule(_ path: UnsafeRawBufferPointer, _ rule: CountingRule) throws(OutOfMemory) {
    try ruled.append(Ruled(path: try number(of: path), rule: rule))
  }

  private mutating func number(of path: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    try fed.reserve(fed.count + 1)
    let number = try paths.add(path)
    if Int(number) == fed.count { fed.appendWithinCapacity(Fed()) }
    return number
  }

  /// Within a compound operation.
  func apply(to account: Account) throws(Failure) {
    for place in 0..<ruled.count {
      try account.tree.setRule(try account.tree.findOrCreate(paths[ruled[place].path]), ruled[place].rule)
    }
    for place in 0..<fed.count where fed[place].isTouched {
      let path = paths[Int32(place)]
      try feed(fed[place].change, at: path, of: account)
    }
    for place in 0..<claimed.count {
      let change = claimed[place]
      let path = paths[change.path]
      if let latest = change.latest, latest.until == 0 || latest.until > account.now {
        try claim(latest, icons[change.icon], change, at: path, of: account)
      } else {
        try withdraw(change, at: path, of: account)
      }
    }
  }

  // MARK: Claims

  /// The path owns the new claim.
  private func claim(
    _ latest: Glow, _ icon: UnsafeRawBufferPointer, _ change: Claimed, at path: UnsafeRawBufferPointer,
    of account: Account
  ) throws(Failure) {
    let store = account.engine.store
    if let own = try owned(at: path, of: account) {
      // What no claim explains is the host's own badge.
      if own != change.former {
        var former = ByteBuffer()
        let before = try store.latestClaim(
          account: account.id, path: path, besides: change.feed, now: 0, icon: &former)
        let isHosts = before.map { $0.isHosts || Glow(count: $0.count, until: $0.until) != own } ?? true
        if isHosts { try store.cover(account: account.id, path: path, count: own.count, until: own.until) }
      }
    } else {
      // Somebody has removed what the path owned, and perhaps that is not stored yet.
      try store.dismissClaims(account: account.id, path: path, besides: change.feed)
    }
    if latest.until != 0 { account.feeds.hasEndingClaims = true }
    try show(latest, icon, at: path, of: account)
  }

  /// If the path still owns the claim that is gone, it owns the one that is left.
  private func withdraw(_ change: Claimed, at path: UnsafeRawBufferPointer, of account: Account) throws(Failure) {
    let own = try owned(at: path, of: account)
    if change.isEnd ? own != nil : own == nil || own != change.former { return }
    let store = account.engine.store
    var icon = ByteBuffer()
    guard
      let left = try store.latestClaim(
        account: account.id, path: path, besides: change.feed, now: account.now, icon: &icon)
    else {
      if let at = try account.tree.find(path) { try account.tree.setOwnBadge(at, .none) }
      return
    }
    try show(Glow(count: left.count, until: left.until), icon.bytes, at: path, of: account)
    if left.isHosts { try store.uncover(account: account.id, path: path) }
  }

  private func owned(at path: UnsafeRawBufferPointer, of account: Account) throws(Failure) -> Glow? {
    guard let at = try account.tree.find(path) else { return nil }
    let own = account.tree.ownState(at)
    switch own.badge {
    case .none: return nil
    case .dot: return Glow(count: 0, until: own.expires)
    case .count(let count): return Glow(count: count, until: own.expires)
    }
  }

  private func show(
    _ glow: Glow, _ icon: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer, of account: Account
  ) throws(Failure) {
    try account.tree.setOwnBadge(try account.tree.findOrCreate(path), glow.badge, expires: glow.until)
    try give(icon, at: path, of: account)
  }

  /// Sets the icon of a feed's badge, and stores the tree's state. The host may have changed the badge while the page
  /// was processed, and a badge that has expired already does not exist.
  private func give(
    _ icon: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer, of account: Account
  ) throws(Failure) {
    if let refused = account.tree.setIcon(icon, at: path) { throw refused }
    if account.tree.hasIcon(at: path) {
      try account.engine.store.saveIcon(account: account.id, path: path, icon)
    } else {
      try account.engine.store.deleteIcon(account: account.id, path: path)
    }
  }

  private func feed(_ change: FedChange, at path: UnsafeRawBufferPointer, of account: Account) throws(Failure) {
    let tree = account.tree
    if !change.isNothing {
      try tree.feed(paths: path, change)
    } else if account.gate.views > 0 {
      // A user who views it has seen a message that replaced another one. The log must have the change.
      try tree.feed(paths: path, FedChange(count: 1, badges: 1))
      try tree.feed(paths: path, FedChange(count: -1, badges: -1))
    }
  }
}

extension Account {
  /// Where a claim has ended, the one before shows. Within a transaction.
  func endClaims(in share: Share) throws(Failure) {
    if !feeds.hasEndingClaims { return }
    try share.store.endClaims(account: id, now: now) { (path) throws(Failure) in
      // Otherwise somebody has removed the badge before, and dismissed all claims.
      if !feeds.hasEnded(path, in: tree) { return }
      try growing { () throws(OutOfMemory) in try share.collected.endClaim(at: path) }
    }
    feeds.forgetEnds()
    feeds.hasEndingClaims = try share.store.hasEndingClaims(id)
  }
}
