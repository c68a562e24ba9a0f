internal import TallyEngine
internal import TallyFailure

/// What has changed since a revision.
public enum ChangesResult: Hashable, Codable, Sendable {
  /// The paths whose badge changed, each once, in no particular order, with what they show now; and the revision to ask
  /// with next. One that changed and changed back may be among them.
  case changes([BadgeEntry], revision: UInt64)
  /// That is not known: list everything with ``Account/badges(at:includingDescendants:)``, and go on with its revision.
  case resync
}

extension Account {
  /// What changed after a revision, for hosts that look once a frame instead of being told. The first call begins to
  /// keep changes, the last 65,536 of them, which costs about a megabyte.
  /// - Parameters:
  ///   - revision: what ``badges(at:includingDescendants:)`` or a former call answered.
  ///   - epoch: ``Engine/epoch`` when that was; nil: not compared.
  /// - Complexity: O(what changed), whatever the size of the tree.
  public func changes(since revision: UInt64, epoch: UInt64? = nil) throws(TallyError) -> ChangesResult {
    var entries: [BadgeEntry] = []
    let result = try calling { () throws(Failure) in
      try core.changes(since: revision, epoch: epoch ?? 0) { info, path in
        entries.append(BadgeEntry(path: String(decoding: path, as: UTF8.self), badge: Badge(info)))
        return true
      }
    }
    switch result {
    case .complete(let reached), .partial(let reached): return .changes(entries, revision: reached)
    case .resync: return .resync
    }
  }

  /// Counts the whole tree anew and compares it with what is kept. For tests, and for hosts that want to be sure.
  /// - Throws: ``Status/internalError`` with the first path that is wrong.
  /// - Complexity: O(paths of the account).
  public func verify() throws(TallyError) { try calling { () throws(Failure) in try core.verify() } }
}
