internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One account: a tree of badges, with feeds and messages. It keeps its engine open.
///
/// A path is `root`, or components separated by `.`. The leading `root` may be left out. Within a component, `\.` and
/// `\\` stand for a dot and a backslash. A component is 1 to 255 bytes of UTF-8 without control characters.
/// Functions accept a path as text or as a ``BadgePath``, which joins and splits paths.
///
/// Every function may be called from any thread. A call that fails changes nothing. It fails with
///
/// - ``TallyError/Code/closed`` after the engine was closed,
/// - ``TallyError/Code/forked`` in a child process,
/// - ``TallyError/Code/notFound`` after the account was removed,
/// - ``TallyError/Code/path`` if a path is malformed, too deep or too long.
///
/// With a limit of accounts in memory (``Engine/Configuration/maxLoadedAccounts``) a call may have to read the account
/// first.
public final class Account: Identifiable, Sendable {
  /// The engine that it belongs to.
  public let engine: Engine
  /// The name that it was opened with.
  public let name: String
  let core: TallyEngine.Account

  init(engine: Engine, core: TallyEngine.Account, name: String) {
    self.engine = engine
    self.core = core
    self.name = name
  }

  /// Identifies an account permanently in its store.
  public typealias ID = Identifier<Account>

  /// Identifies the account in events.
  public var id: ID { ID(rawValue: core.id) }

  /// Returns the partition that an account belongs to: FNV-1a of 32 bits over the bytes of its name, modulo the number
  /// of partitions. It is the same on every machine and in every language.
  /// - Parameters:
  ///   - name: the name of the account.
  ///   - partitions: the number of partitions, from 1.
  public static func partition(of name: String, among partitions: UInt32) throws(TallyError) -> UInt32 {
    try calling(with: name) { (bytes) throws(Failure) in try AccountHash.partition(of: bytes, among: partitions) }
  }

  /// The epoch of its revisions: ``Engine/epoch``, or that of the engine that an import has brought it from.
  public var epoch: UInt64 { core.epoch }

  /// The aggregation that the account was created with.
  public var aggregation: Aggregation { core.aggregation == .sum ? .sum : .children }

  /// Which messages feed badges where no rule holds: ``Account/Settings/feeding``.
  public var feeding: Badge.Feeding { core.feeding == .unread ? .unread : .unseen }

  /// The revision of the last transaction that changed something visible.
  public func revision() throws(TallyError) -> UInt64 {
    try calling { () throws(Failure) in try core.state().revision }
  }

  /// Whether the account's feeds are polled, and its badges count in the total.
  public func isLoggedIn() throws(TallyError) -> Bool {
    try calling { () throws(Failure) in try core.state().isLoggedIn }
  }

  /// Logs in: from now on the account's feeds are polled, and its badges count in the total.
  ///
  /// This is stored. When a later run opens the account, it is logged in again, and its stored feeds run. Those whose
  /// requests had a credential wait for one, since credentials are not stored: ``setCredential(_:for:)``. So does an
  /// outbox that the library sends. Feeds that stopped because a server rejected their credential poll again.
  public func logIn() throws(TallyError) {
    try calling { () throws(Failure) in try core.logIn() }
  }

  /// Logs out, also for later runs. Feeds are no longer polled, and late responses are ignored. The badges stay.
  public func logOut() throws(TallyError) {
    try calling { () throws(Failure) in try core.logOut() }
  }
}

// MARK: - Badges

extension Account {
  /// Sets the badge of a path to a number. 0 removes the badge.
  /// - Parameters:
  ///   - count: 0 to 4,294,967,295.
  ///   - path: created if it does not exist.
  ///   - until: when the badge expires, to the millisecond; nil: it does not expire.
  /// - Throws: ``TallyError/Code/range``, ``TallyError/Code/limit`` (nodes).
  /// - Complexity: O(depth of the path). With ``Engine/Configuration/Durability/full`` it waits for the disk.
  public func set(_ count: Int, at path: some BadgePathConvertible, until: Date? = nil) throws(TallyError) {
    _ = try perform(.set(Int64(count), until: until.forEngine), path)
  }

  /// Sets the badge of a path to a dot.
  /// - Parameters:
  ///   - path: created if it does not exist.
  ///   - until: when the badge expires; nil: it does not expire.
  public func dot(at path: some BadgePathConvertible, until: Date? = nil) throws(TallyError) {
    _ = try perform(.dot(until: until.forEngine), path)
  }

  /// Adds to the number of a path. A dot counts as 0, and so does no badge. If the result is 0, the badge is removed.
  /// - Throws: ``TallyError/Code/range`` if the result would be negative or above 4,294,967,295.
  public func add(_ delta: Int, at path: some BadgePathConvertible) throws(TallyError) {
    _ = try perform(.add(Int64(delta)), path)
  }

  /// Clears the badge of a path, as when the user has looked. Messages that feed the badge become seen. If something
  /// below the path shows a badge, the path's badge is held. With ``Account/Aggregation/children`` the call then
  /// changes nothing.
  /// - Returns: whether the path still shows a badge.
  @discardableResult
  public func clear(at path: some BadgePathConvertible) throws(TallyError) -> Badge.ClearResult {
    try perform(.clear, path) == .held ? .held : .cleared
  }

  /// Clears the badges of a path and of everything below it. Messages that feed them become seen.
  /// - Returns: whether the path still shows a badge, because unread messages feed it.
  @discardableResult
  public func clearTree(at path: some BadgePathConvertible) throws(TallyError) -> Badge.ClearResult {
    try perform(.clearTree, path) == .held ? .held : .cleared
  }

  /// Sets what a path contributes to its parent.
  /// - Parameters:
  ///   - mute: what the path keeps from its parent.
  ///   - path: created if it does not exist.
  ///   - until: when the mute expires; nil: it does not expire.
  public func mute(_ mute: Badge.Mute, at path: some BadgePathConvertible, until: Date? = nil) throws(TallyError) {
    _ = try perform(.mute(mute.rawValue, until: until.forEngine), path)
  }

  /// The badge of a path. A path that does not exist shows nothing.
  /// - Complexity: O(length of the path).
  public func badge(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> Badge {
    Badge(try calling(with: path) { (bytes) throws(Failure) in try core.info(.path(bytes)) })
  }

  /// The badge that a path owns, its mute and its snooze, with the times at which they end, and whether it is marked as
  /// unread. A path that does not exist owns nothing.
  /// - Complexity: O(length of the path).
  public func ownBadge(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> Badge.Own {
    let (own, isFlagged) = try calling(with: path) { (bytes) throws(Failure) in try core.ownChoices(bytes) }
    return Badge.Own(own, isFlagged: isFlagged)
  }

  /// The paths that show a badge or are muted: the path itself and everything below it, or those directly below it.
  /// - Complexity: O(n log n) at most in the paths listed below the path, because siblings are sorted. Paths that show
  ///   nothing cost nothing.
  public func badges(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> Badge.List {
    var entries: [Badge.Entry] = []
    let revision = try calling(with: path) { (bytes) throws(Failure) in
      try core.list(bytes, subtree: includingDescendants) { info, path in
        entries.append(Badge.Entry(path: String(decoding: path, as: UTF8.self), badge: Badge(info)))
        return true
      }
    }
    return Badge.List(revision: revision, entries: entries)
  }

  private func perform(
    _ operation: TallyEngine.Operation, _ path: some BadgePathConvertible
  ) throws(TallyError) -> TallyFailure.Status {
    try calling(with: path) { (bytes) throws(Failure) in try core.perform(operation, .path(bytes)) }
  }
}
