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

  /// A change of the claims of feeds. It is made in the store when all earlier changes are there.
  private struct Claimed: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// A server says something of a path.
      case stated
      /// A snapshot lacks claims.
      case snapshot
      /// Badges have ended.
      case ended
    }

    var kind: Kind
    var feed: Int64 = 0
    var snapshot: Int64 = 0
    /// The badge, and the numbers of its texts in `texts`.
    var badge: (kind: Int32, count: UInt32, until: Int64) = (0, 0, 0)
    var path = Int32(0), icon = Int32(0), revision = Int32(0), dismissed = Int32(0)
  }

  /// A count, or a dot (0), and when it ends.
  private struct Glow: BitwiseCopyable, Equatable {
    var count: UInt32
    var until: Int64

    init(count: UInt32, until: Int64) {
      self.count = count
      self.until = until
    }

    init(_ claim: Claim) { self.init(count: claim.count, until: claim.until) }

    var badge: OwnBadge { count == 0 ? .dot : .count(count) }
  }

  /// A path counts its children now, or does not any more.
  private struct Ruled: BitwiseCopyable {
    var path: Int32
    var rule: CountingRule
  }

  /// A mute or a snooze that another device has decided.
  private struct Chosen: BitwiseCopyable {
    var path: Int32
    var kind: Choice.Kind
    var value: Int64
    /// That of its register before.
    var former: Int64
  }

  private var paths = TextTable()
  private var chosen = List<Chosen>()
  private var fed = List<Fed>()
  private var claimed = List<Claimed>()
  private var texts = TextTable()
  private var ruled = List<Ruled>()

  var isEmpty: Bool { fed.isEmpty && claimed.isEmpty }
  var hasClaims: Bool { !claimed.isEmpty }
  var count: Int { fed.count + claimed.count + ruled.count + chosen.count }

  mutating func removeAll() {
    if !isEmpty { self = TreeChanges() }
  }

  mutating func feed(_ path: UnsafeRawBufferPointer, _ change: FedChange) throws(OutOfMemory) {
    let place = Int(try number(of: path))
    fed[place].change = fed[place].change.adding(change)
    fed[place].isTouched = true
  }

  /// A feed's server says something of a path.
  mutating func claim(
    _ badge: PageBadge, at path: UnsafeRawBufferPointer, by feed: Int64, snapshot: Int64
  ) throws(OutOfMemory) {
    try claimed.append(
      Claimed(
        kind: .stated, feed: feed, snapshot: snapshot, badge: (badge.kind, badge.count, badge.until),
        path: try texts.add(path), icon: try texts.add(badge.icon), revision: try texts.add(badge.revision),
        dismissed: try texts.add(badge.dismissed)))
  }

  /// A snapshot of a feed lacks all claims that it has not restated. No snapshot has a negative number.
  mutating func withdrawClaims(of feed: Int64, outside snapshot: Int64) throws(OutOfMemory) {
    try claimed.append(Claimed(kind: .snapshot, feed: feed, snapshot: snapshot))
  }

  /// Badges have ended, so the claims before them show.
  mutating func endClaims() throws(OutOfMemory) { try claimed.append(Claimed(kind: .ended)) }

  mutating func rule(_ path: UnsafeRawBufferPointer, _ rule: CountingRule) throws(OutOfMemory) {
    try ruled.append(Ruled(path: try number(of: path), rule: rule))
  }

  mutating func choose(
    _ kind: Choice.Kind, _ value: Int64, after former: Int64, at path: UnsafeRawBufferPointer
  ) throws(OutOfMemory) {
    try chosen.append(Chosen(path: try number(of: path), kind: kind, value: value, former: former))
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
    for place in 0..<chosen.count { try apply(chosen[place], to: account) }
    for place in 0..<fed.count where fed[place].isTouched {
      let path = paths[Int32(place)]
      try feed(fed[place].change, at: path, of: account)
    }
    if hasClaims { try account.dismiss(account.feeds.removals.takeUnstored()) }
    for place in 0..<claimed.count { try make(claimed[place], in: account) }
  }

  // MARK: Claims

  private func make(_ change: Claimed, in account: Account) throws(Failure) {
    let store = account.store
    switch change.kind {
    case .stated: try state(change, in: account)
    case .snapshot:
      try store.withdrawClaims(account: account.id, feed: change.feed, snapshot: change.snapshot) {
        (path, gone) throws(Failure) in
        try withdraw(gone, at: path, by: change.feed, in: account)
      }
    case .ended:
      try store.endClaims(account: account.id, now: account.now) { (path) throws(Failure) in
        if try owned(at: path, of: account) == nil { try showNext(at: path, besides: 0, in: account) }
      }
    }
  }

  private func state(_ change: Claimed, in account: Account) throws(Failure) {
    let path = texts[change.path]
    var badge = PageBadge(kind: change.badge.kind, count: change.badge.count, until: change.badge.until)
    badge.icon = texts[change.icon]
    badge.revision = texts[change.revision]
    badge.dismissed = texts[change.dismissed]
    let result = try account.store.claim(
      account: account.id, feed: change.feed, path: path, badge, snapshot: change.snapshot)
    if badge.kind != 0 { account.gate.isClaimed = true }
    switch result {
    case .nothing: break
    case .withdrawn(let gone): try withdraw(gone, at: path, by: change.feed, in: account)
    case .latest(let former):
      if badge.until == 0 || badge.until > account.now {
        try claim(badge, at: path, by: change.feed, former, in: account)
      } else if let former {
        try withdraw(former, at: path, by: change.feed, in: account)
      }
    }
  }

  /// The path owns the new claim.
  private func claim(
    _ badge: PageBadge, at path: UnsafeRawBufferPointer, by feed: Int64, _ former: Claim?, in account: Account
  ) throws(Failure) {
    let store = account.store
    if let own = try owned(at: path, of: account), own != former.map({ Glow($0) }) {
      // A badge that no claim explains is the host's own.
      var icon = ByteBuffer()
      let before = try store.latestClaim(account: account.id, path: path, besides: feed, now: 0, icon: &icon)
      let isHosts = before.map { $0.isHosts || Glow($0) != own } ?? true
      if isHosts { try store.cover(account: account.id, path: path, count: own.count, until: own.until) }
    }
    try show(Glow(count: badge.count, until: badge.until), badge.icon, at: path, of: account)
  }

  /// If the path still owns the claim that is gone, it owns the one that is left.
  private func withdraw(
    _ gone: Claim, at path: UnsafeRawBufferPointer, by feed: Int64, in account: Account
  ) throws(Failure) {
    if try owned(at: path, of: account) != Glow(gone) { return }
    if try showNext(at: path, besides: feed, in: account) { return }
    if let at = try account.tree.find(path) { try account.tree.setOwnBadge(at, .none) }
  }

  /// Shows the latest claim that is left, or the host's own badge.
  /// - Returns: false: nothing is left.
  @discardableResult
  private func showNext(
    at path: UnsafeRawBufferPointer, besides feed: Int64, in account: Account
  ) throws(Failure) -> Bool {
    let store = account.store
    var icon = ByteBuffer()
    guard
      let left = try store.latestClaim(
        account: account.id, path: path, besides: feed, now: account.now, icon: &icon)
    else { return false }
    try show(Glow(left), icon.bytes, at: path, of: account)
    if left.isHosts { try store.uncover(account: account.id, path: path) }
    return true
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

  /// A choice that has ended by its time is none. If the user has decided something else while the page was processed,
  /// that is an act after it, and stays.
  private func apply(_ choice: Chosen, to account: Account) throws(Failure) {
    let path = paths[choice.path]
    if try !account.tree.shows(choice.kind, choice.former, at: path, now: account.now) { return }
    switch choice.kind {
    case .flag: break
    case .mute:
      let (mute, until) = Choice.mute(of: choice.value)
      _ = try account.applyAnywhere(.mute(Int32(mute.rawValue), until: until), .path(path), account.tree)
    case .snooze:
      let until = choice.value > account.now ? choice.value : 0
      _ = try account.applyAnywhere(.snooze(until: until), .path(path), account.tree)
    }
  }

  /// Sets the icon of a feed's badge, and stores the tree's state. The host may have changed the badge while the page
  /// was processed, and a badge that has expired already does not exist.
  private func give(
    _ icon: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer, of account: Account
  ) throws(Failure) {
    if let refused = account.tree.setIcon(icon, at: path) { throw refused }
    if account.tree.hasIcon(at: path) {
      try account.store.saveIcon(account: account.id, path: path, icon)
    } else {
      try account.store.deleteIcon(account: account.id, path: path)
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

extension Tree {
  /// Whether a node has what a register says, or has it no more because its time has come.
  fileprivate func shows(
    _ kind: Choice.Kind, _ value: Int64, at path: UnsafeRawBufferPointer, now: Int64
  ) throws(Failure) -> Bool {
    let state = try find(path).map { ownState($0) } ?? OwnState()
    let own = state.value(of: kind)
    return own == nil || own == value || (own == 0 && Choice.end(kind, value) <= now)
  }
}
