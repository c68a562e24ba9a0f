internal import TallyEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One account: a tree of badges, with feeds and messages. It keeps its engine open.
///
/// A path is `root`, or components separated by `.`; the leading `root` may be left out. Within a component `\.` and
/// `\\` stand for a dot and a backslash. ``BadgePath`` puts paths together.
public final class Account: Sendable {
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
  /// - Parameter until: when it goes by itself; nil: it stays.
  public func set(_ count: Int, at path: String, until: Date? = nil) throws(TallyError) {
    _ = try perform(.set(Int64(count), until: until.forEngine), path)
  }

  /// Sets a path's own badge to a dot.
  /// - Parameter until: when it goes by itself; nil: it stays.
  public func dot(at path: String, until: Date? = nil) throws(TallyError) {
    _ = try perform(.dot(until: until.forEngine), path)
  }

  /// Adds to a path's own number, a dot or nothing counting as 0; where 0 results the badge goes.
  public func add(_ delta: Int, at path: String) throws(TallyError) {
    _ = try perform(.add(Int64(delta)), path)
  }

  /// Takes a path's badge away, as when the user has looked; messages that feed it become seen. It is held where
  /// something below still shows.
  @discardableResult
  public func clear(at path: String) throws(TallyError) -> ClearResult {
    try perform(.clear, path) == .held ? .held : .cleared
  }

  /// Takes the badges of a path and of everything below it away; messages that feed them become seen.
  public func force(at path: String = BadgePath.root) throws(TallyError) {
    _ = try perform(.force, path)
  }

  /// Says what a path contributes to its parent.
  /// - Parameter until: when it ends; nil: it stays.
  public func mute(_ mute: Mute, at path: String, until: Date? = nil) throws(TallyError) {
    _ = try perform(.mute(mute.rawValue, until: until.forEngine), path)
  }

  /// What a path shows. One that nobody knows shows nothing.
  public func badge(at path: String = BadgePath.root) throws(TallyError) -> Badge {
    Badge(try calling(with: path) { (bytes) throws(Failure) in try core.info(.path(bytes)) })
  }

  /// The paths that show a badge, or are muted: those directly below a path, or the path itself and all below it.
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

  private func perform(_ operation: TallyEngine.Operation, _ path: String) throws(TallyError) -> TallyEngine.Status {
    try calling(with: path) { (bytes) throws(Failure) in try core.perform(operation, .path(bytes)) }
  }
}
