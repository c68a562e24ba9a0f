internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One account: a tree of badges, with feeds and messages. It keeps its engine open.
///
/// A path is `root`, or components separated by `.`; the leading `root` may be left out. Within a component `\.` and
/// `\\` stand for a dot and a backslash. A component is 1 to 255 bytes of UTF-8 without control characters.
/// ``BadgePath`` puts paths together.
///
/// Each function may be called from any thread, and fails with ``Status/closed`` after the engine was closed, with
/// ``Status/forked`` in a child process, and with ``Status/notFound`` after the account was dropped. Those that take a
/// path fail with ``Status/path`` where it is not well formed, is too deep or too long. Where something fails, nothing
/// has changed. With a limit of accounts in memory (``EngineConfiguration/maxLoadedAccounts``) each may have to read
/// the account first, which takes as long as that takes.
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

  /// Identifies the account in events.
  public var id: Int64 { core.id }

  /// Which of so many partitions an account of a name belongs to: FNV-1a of 32 bits over the bytes of the name, modulo
  /// their number. The same on every machine and in every language.
  /// - Parameters:
  ///   - name: the account's.
  ///   - partitions: from 1.
  public static func partition(of name: String, among partitions: UInt32) throws(TallyError) -> UInt32 {
    try calling(with: name) { (bytes) throws(Failure) in try AccountHash.partition(of: bytes, among: partitions) }
  }

  /// As it was created.
  public var aggregation: Aggregation { core.aggregation == .sum ? .sum : .children }

  /// As it was created.
  public var feeding: Feeding { core.feeding == .unread ? .unread : .unseen }

  /// The last revision: of each transaction that changes something visible, the next.
  public func revision() throws(TallyError) -> UInt64 {
    try calling { () throws(Failure) in try core.state().revision }
  }

  /// Whether its feeds are asked, and it counts in the total.
  public func isLoggedIn() throws(TallyError) -> Bool {
    try calling { () throws(Failure) in try core.state().isLoggedIn }
  }

  /// Logs in: from now on the account's feeds are asked, and it counts in the total.
  /// - Parameter token: sent as `Authorization: Bearer`, kept in memory only.
  /// - Throws: ``Status/argument`` for a token with control characters.
  public func logIn(token: String? = nil) throws(TallyError) {
    try calling(with: token ?? "") { (bytes) throws(Failure) in try core.logIn(token: bytes) }
  }

  /// Logs out: nothing is asked any more, and what still arrives is dropped. The badges stay.
  public func logOut() throws(TallyError) {
    try calling { () throws(Failure) in try core.logOut() }
  }

  /// The application came to the foreground, or left it: only there does the user see pages. It begins there.
  public func setForeground(_ isForeground: Bool) throws(TallyError) {
    try calling { () throws(Failure) in try core.setForeground(isForeground) }
  }

  /// The network was lost, or is there again, or another one is: attempts that wait after failures are made at once.
  public func networkChanged(isAvailable: Bool) throws(TallyError) {
    try calling { () throws(Failure) in try core.networkChanged(isThere: isAvailable) }
  }

  /// The machine slept, and is awake: as with a network that is back, and failures of the first ten seconds are tried
  /// again soon.
  public func woke() throws(TallyError) {
    try calling { () throws(Failure) in try core.woke() }
  }
}

// MARK: - Badges

extension Account {
  /// Sets a path's own badge to a number; 0 takes it away.
  /// - Parameters:
  ///   - count: 0 to 4,294,967,295.
  ///   - path: whose badge it is.
  ///   - until: when it goes by itself, to the millisecond; nil: it stays.
  /// - Throws: ``Status/range``, ``Status/limit`` (nodes).
  /// - Complexity: O(depth of the path); with ``EngineConfiguration/Durability/full`` it waits for the disk.
  public func set(_ count: Int, at path: String, until: Date? = nil) throws(TallyError) {
    _ = try perform(.set(Int64(count), until: until.forEngine), path)
  }

  /// Sets a path's own badge to a dot.
  /// - Parameters:
  ///   - path: whose badge it is.
  ///   - until: when it goes by itself; nil: it stays.
  public func dot(at path: String, until: Date? = nil) throws(TallyError) {
    _ = try perform(.dot(until: until.forEngine), path)
  }

  /// Adds to a path's own number, a dot or nothing counting as 0; where 0 results the badge goes.
  /// - Throws: ``Status/range`` where the result would be negative, or above 4,294,967,295.
  public func add(_ delta: Int, at path: String) throws(TallyError) {
    _ = try perform(.add(Int64(delta)), path)
  }

  /// Takes a path's badge away, as when the user has looked; messages that feed it become seen. Where something
  /// below still shows it is held: with ``Aggregation/children`` nothing has changed then.
  /// - Returns: whether it shows still.
  @discardableResult
  public func clear(at path: String) throws(TallyError) -> ClearResult {
    try perform(.clear, path) == .held ? .held : .cleared
  }

  /// Takes the badges of a path and of everything below it away; messages that feed them become seen.
  public func clearTree(at path: String = BadgePath.root) throws(TallyError) {
    _ = try perform(.clearTree, path)
  }

  /// Says what a path contributes to its parent.
  /// - Parameters:
  ///   - mute: what it keeps from its parent.
  ///   - path: which one.
  ///   - until: when it ends; nil: it stays.
  public func mute(_ mute: Mute, at path: String, until: Date? = nil) throws(TallyError) {
    _ = try perform(.mute(mute.rawValue, until: until.forEngine), path)
  }

  /// What a path shows. One that nobody knows shows nothing.
  /// - Complexity: O(length of the path).
  public func badge(at path: String = BadgePath.root) throws(TallyError) -> Badge {
    Badge(try calling(with: path) { (bytes) throws(Failure) in try core.info(.path(bytes)) })
  }

  /// The paths that show a badge, or are muted: those directly below a path, or the path itself and all below it.
  /// - Complexity: O(n log n) of what is listed; what shows nothing is not looked at.
  public func badges(
    at path: String = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> BadgeList {
    var entries: [BadgeEntry] = []
    let revision = try calling(with: path) { (bytes) throws(Failure) in
      try core.list(bytes, subtree: includingDescendants) { count, _ in
        entries.reserveCapacity(count)
        return true
      } visit: { info, path in
        entries.append(BadgeEntry(path: String(decoding: path, as: UTF8.self), badge: Badge(info)))
      }
    }
    return BadgeList(revision: revision, entries: entries)
  }

  private func perform(_ operation: TallyEngine.Operation, _ path: String) throws(TallyError) -> TallyFailure.Status {
    try calling(with: path) { (bytes) throws(Failure) in try core.perform(operation, .path(bytes)) }
  }
}
