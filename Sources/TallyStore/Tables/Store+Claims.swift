import TallyFailure
import TallyMemory
import TallyWire

// Badges that servers have lit. A feed has at most one claim on the own badge of a path. The path owns the latest claim
// that is left, or the badge that the host set later. If the server withdraws a claim, or the feed is removed, the one
// before shows again; `covered` has the host's own badge if claims cover it.
//
// Removing the own badge itself dismisses all claims on it, by the user who clears it or by the host. A badge that ends
// dismisses none. A dismissed claim with a revision is remembered: the same revision does not light again, and a
// greater one does.
//
// The tree has only the badge that the path owns. Whether it is a certain claim is seen by comparing both.

/// A claim, or the host's badge that claims have covered.
public struct Claim: BitwiseCopyable, Sendable {
  /// 0: a dot.
  public var count: UInt32 = 0
  /// Milliseconds since 1970; 0: no end.
  public var until: Int64 = 0
  /// The host's own badge. Otherwise a feed's claim.
  public var isHosts = false

  public init() {}
}

/// How the own badge of a path follows from what a server says.
public enum ClaimChange {
  /// The badge does not change.
  case nothing
  /// The claim is now the latest; `former` is what it replaces, if that was not dismissed.
  case latest(former: Claim?)
  /// If the path owns `gone`, it owns the latest claim that is left.
  case withdrawn(gone: Claim)
}

extension Store {
  /// Records what a server says of a path.
  /// - Parameter snapshot: that of the page; 0: it is none.
  public func claim(
    account: Int64, feed: Int64, path: UnsafeRawBufferPointer, _ badge: PageBadge, snapshot: Int64
  ) throws(Failure) -> ClaimChange {
    let find = try placedStatement(.find, account, feed, path)
    guard try step(find) else { return try begin(account, feed, path, badge, snapshot) }
    let revision = find.bytes(2)
    let isDismissed = find.number(3) != 0
    let former = claim(find)
    let gone: ClaimChange = isDismissed ? .nothing : .withdrawn(gone: former)
    if badge.kind == 0 {
      find.finish()
      try finish(try placedStatement(.delete, account, feed, path))
      return gone
    }
    let isSame =
      !badge.saysNothing && !badge.revision.isEmpty && !revision.isEmpty
      && !isShorterOrBefore(revision, badge.revision)
    if isSame || badge.saysNothing {
      let isOver = covers(badge.dismissed, revision)
      find.finish()
      var update = try placedStatement(isOver ? .dismiss : .restate, account, feed, path)
      update.bind(4, snapshot)
      if isOver { update.bind(5, text: badge.dismissed) }
      try finish(update)
      return isOver ? gone : .nothing
    }
    let isStillborn = covers(badge.dismissed, badge.revision)
    find.finish()
    try save(account, feed, path, badge, snapshot, isDismissed: isStillborn)
    return isStillborn ? gone : .latest(former: isDismissed ? nil : former)
  }

  /// The first claim of a feed on a path.
  private func begin(
    _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, _ badge: PageBadge, _ snapshot: Int64
  ) throws(Failure) -> ClaimChange {
    // A dismissal elsewhere may arrive before the claim, from another page.
    if badge.kind == 0 || (badge.saysNothing && badge.dismissed.isEmpty) { return .nothing }
    let isStillborn = badge.saysNothing || covers(badge.dismissed, badge.revision)
    try save(account, feed, path, badge, snapshot, isDismissed: isStillborn)
    return isStillborn ? .nothing : .latest(former: nil)
  }

  /// Visits the claims of a feed that the snapshot did not contain, unless they were dismissed, and removes them.
  public func withdrawClaims(
    account: Int64, feed: Int64, snapshot: Int64,
    visit: (_ path: UnsafeRawBufferPointer, _ gone: Claim) throws(Failure) -> Void
  ) throws(Failure) {
    var outside = try statement(.placed(.outside), account, feed)
    outside.bind(3, snapshot)
    while try step(outside) {
      if outside.number(3) == 0 { try visit(outside.bytes(0), claim(outside, from: 1)) }
    }
    outside.finish()
    try run(.placed(.deleteOutside), account, feed, snapshot)
  }

  /// The badge of a path whose claim is gone: the latest claim that is left, or the host's own badge.
  /// - Parameters:
  ///   - feed: its claim does not count; 0: each does.
  ///   - icon: receives the name of its icon.
  /// - Returns: nil: nothing is left.
  public func latestClaim(
    account: Int64, path: UnsafeRawBufferPointer, besides feed: Int64 = 0, now: Int64, icon: inout ByteBuffer
  ) throws(Failure) -> Claim? {
    var top = try statement(.placed(.top), account, text: path)
    top.bind(3, now)
    top.bind(4, feed)
    if try !step(top) { return nil }
    var found = claim(top)
    found.isHosts = top.number(3) == 0
    icon.removeAll()
    try growing { () throws(OutOfMemory) in try icon.append(top.bytes(2)) }
    return found
  }

  /// The path owns something else than a claim, which the host has set and a claim covers now.
  public func cover(
    account: Int64, path: UnsafeRawBufferPointer, count: UInt32, until: Int64
  ) throws(Failure) {
    var cover = try statement(.placed(.cover), account, text: path)
    cover.bind(3, Int64(count))
    cover.bind(4, until)
    // The claim, which was recorded before, left room for it.
    cover.bind(5, try lastPlace(account, path) - 1)
    try finish(cover)
  }

  /// The host's own badge shows again.
  public func uncover(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) {
    try run(.placed(.uncover), account, text: path)
  }

  /// Somebody has removed the own badge of a path: dismisses the claims on it. The servers of those with revisions
  /// learn of it, so that they end on other devices, where the account asks for it.
  public func dismissClaims(account: Int64, path: UnsafeRawBufferPointer) throws(Failure) {
    if try !step(try statement(.placed(.isClaimed), account, text: path)) { return }
    if exchanged(account).sent.contains(.dismissals) {
      try run(.placed(.unsend), account, text: path)
      try run(.placed(.send), account, text: path)
    }
    try run(.placed(.dismissAll), account, text: path)
    try run(.placed(.deleteUnrevised), account, text: path)
    try uncover(account: account, path: path)
  }

  /// Visits the paths with claims that were not dismissed, also ended ones, and removes these.
  public func endClaims(
    account: Int64, now: Int64, visit: (_ path: UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let left = try statement(.placed(.left), account)
    while try step(left) { try visit(left.bytes(0)) }
    left.finish()
    try run(.placed(.deleteEnded), account, now)
  }

  private func save(
    _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer, _ badge: PageBadge, _ snapshot: Int64,
    isDismissed: Bool
  ) throws(Failure) {
    let place = try lastPlace(account, path) + 2
    var save = try placedStatement(.save, account, feed, path)
    save.bind(4, Int64(badge.count))
    save.bind(5, badge.until)
    save.bind(6, snapshot)
    save.bind(7, place)
    // A dismissal is remembered like a claim with its revision.
    save.bind(8, text: isDismissed ? badge.dismissed : badge.revision)
    save.bind(9, isDismissed ? 1 : 0)
    save.bind(10, text: badge.icon)
    try finish(save)
    try noteClaim(account)
  }

  private func lastPlace(_ account: Int64, _ path: UnsafeRawBufferPointer) throws(Failure) -> Int64 {
    let last = try onlyNumber(try statement(.placed(.last), account, text: path))
    return min(last, StoredRange.nextRow.upperBound - 2)
  }

  private func placedStatement(
    _ query: PlacedQuery, _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer
  ) throws(Failure) -> Statement {
    var placed = try statement(.placed(query), account, feed)
    placed.bind(3, text: path)
    return placed
  }

  /// The claim of a row, whose columns from one on are its count and its end.
  private func claim(_ row: borrowing Statement, from column: Int32 = 0) -> Claim {
    var claim = Claim()
    claim.count = UInt32(truncatingIfNeeded: row.number(column))
    claim.until = row.number(column + 1)
    return claim
  }

  /// Whether a dismissal reaches a revision.
  private func covers(_ dismissed: UnsafeRawBufferPointer, _ revision: UnsafeRawBufferPointer) -> Bool {
    !dismissed.isEmpty && !revision.isEmpty && !isShorterOrBefore(dismissed, revision)
  }
}
