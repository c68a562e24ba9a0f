import TallyFailure
import TallyMemory
import TallyTree

// The paths where a server's number differs from what its feed contributes. A row keeps a path's difference also after
// the numbers agree again, because a snapshot is requested only once for each. Exports of accounts do not contain them.

/// A path where the server of a feed counts something else than the feed contributes. Bytes are borrowed.
public struct Drift {
  /// A sum of counts, and the part of it that highlights have.
  public struct Sum: Equatable, BitwiseCopyable, Sendable {
    public var count: UInt64
    public var highlights: UInt64

    public init(count: UInt64, highlights: UInt64) { (self.count, self.highlights) = (count, highlights) }
  }

  public var path: UnsafeRawBufferPointer
  public var feed: Int64
  /// The sum that the feed contributes at the path and below.
  public var ours: Sum
  /// The sum that its server counts there. If it does not say how many are highlights, they are those of `ours`.
  public var theirs: Sum

  public init(path: UnsafeRawBufferPointer, feed: Int64, ours: Sum, theirs: Sum) {
    (self.path, self.feed, self.ours, self.theirs) = (path, feed, ours, theirs)
  }
}

extension Store {
  /// A feed's differences that are remembered, at most.
  public static let keptDrifts: Int64 = 256
  /// The least time between two snapshots that differences cause, in milliseconds.
  public static let driftInterval: Int64 = 600_000

  /// The sum of what a feed's messages contribute at a path and below it.
  /// - Complexity: O(messages there that feed badges).
  public func contributed(
    account: Int64, feed: Int64, at path: UnsafeRawBufferPointer
  ) throws(Failure) -> Drift.Sum {
    var own = try sums(.drift(.contributed), account, feed, path)
    if try hasLevels(account) {
      let (passive, highlights) = try sums(.drift(.levels), account, feed, path)
      own = (own.0 &- passive, highlights)
    }
    let shared = isSharing ? try sums(.sharing(.contributed), account, feed, path) : (0, 0)
    return Drift.Sum(
      count: UInt64(clamping: own.0) &+ UInt64(clamping: shared.0),
      highlights: UInt64(clamping: own.1) &+ UInt64(clamping: shared.1))
  }

  /// The two sums of a query.
  private func sums(
    _ query: Query, _ account: Int64, _ feed: Int64, _ path: UnsafeRawBufferPointer
  ) throws(Failure) -> (Int64, Int64) {
    var sums = try statement(query)
    bindPlace(&sums, account, path, subtree: true)
    sums.bind(4, feed)
    _ = try step(sums)
    return (sums.number(0), sums.number(1))
  }

  /// Notes how the sums compare.
  /// - Returns: whether they differ in another way than when they were compared last.
  public func noteCheck(account: Int64, _ drift: Drift) throws(Failure) -> Bool {
    let (ours, theirs) = (Int64(clamping: drift.ours.count), Int64(clamping: drift.theirs.count))
    let (our, their) = (Int64(clamping: drift.ours.highlights), Int64(clamping: drift.theirs.highlights))
    var find = try statement(.drift(.current), account, drift.feed)
    find.bind(3, text: drift.path)
    let former = try step(find) ? (find.number(0), find.number(1)) : (0, 0)
    find.finish()
    let difference = (theirs - ours, their - our)
    if former != (0, 0), former != difference {
      var settle = try statement(.drift(.settle), account, drift.feed)
      settle.bind(3, text: drift.path)
      settle.bind(4, difference.0)
      settle.bind(5, difference.1)
      try finish(settle)
    }
    if difference == (0, 0) { return false }
    var insert = try statement(.drift(.insert), account, drift.feed)
    insert.bind(3, text: drift.path)
    insert.bind(4, ours)
    insert.bind(5, theirs)
    insert.bind(6, our)
    insert.bind(7, their)
    try finish(insert)
    if former == difference { return false }
    if try onlyNumber(try statement(.drift(.count), account, drift.feed)) > Store.keptDrifts {
      try run(.drift(.trim), account, drift.feed, Store.keptDrifts)
    }
    return true
  }

  /// Whether a snapshot of a feed is to be requested because of differences that never caused one. They then have.
  /// - Parameter now: milliseconds since 1970. After a snapshot, none is requested for `driftInterval`.
  public func takeDrifts(account: Int64, feed: Int64, now: Int64) throws(Failure) -> Bool {
    if try !step(try statement(.drift(.isNew), account, feed)) { return false }
    let last = try onlyNumber(try statement(.drift(.last), account, feed))
    // A clock that went back does not delay it for longer than the interval.
    let elapsed = max(now, 0) - last
    if last > 0, elapsed < Store.driftInterval, elapsed > -Store.driftInterval { return false }
    try run(.drift(.ask), account, feed, max(now, 1))
    return true
  }

  public func forgetDrifts(account: Int64, feed: Int64) throws(Failure) { try run(.drift(.deleteAll), account, feed) }

  /// Visits the differences at a path, or also below it, sorted by the bytes of their paths and by their feeds, until
  /// `visit` returns false.
  /// - Parameter after: the former page ended with it.
  public func listDrifts(
    account: Int64, at path: UnsafeRawBufferPointer, subtree: Bool, after: ListPlace?, visit: (Drift) -> Bool
  ) throws(Failure) {
    var list = try statement(.drift(subtree ? .listBelow : .list), account, text: path)
    list.bind(3, text: after?.name ?? path)
    list.bind(4, after?.number ?? 0)
    while try step(list) {
      let drift = Drift(
        path: list.bytes(0), feed: list.number(1),
        ours: Drift.Sum(count: UInt64(clamping: list.number(2)), highlights: UInt64(clamping: list.number(4))),
        theirs: Drift.Sum(count: UInt64(clamping: list.number(3)), highlights: UInt64(clamping: list.number(5))))
      if !visit(drift) { return }
    }
  }
}
