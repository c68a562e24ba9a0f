internal import TallyEngine
internal import TallyFailure

extension Badge {
  /// The changes since a revision.
  public enum Changes: Hashable, Sendable {
    /// The paths whose badge changed, each once, in no particular order, with their current badges; and the revision
    /// for the next call. A path that changed and changed back may be among them.
    case changes([Entry], revision: UInt64)
    /// The changes are no longer known. List everything with ``Account/badges(at:includingDescendants:)``, and continue
    /// with its revision.
    case resync
  }
}

extension Account {
  /// Returns the changes after a revision, for hosts that read once a frame instead of observing. The first call begins
  /// to record changes. The last 65,536 of them are kept, which takes about a megabyte.
  /// - Parameters:
  ///   - revision: the result of ``badges(at:includingDescendants:)`` or of a former call.
  ///   - epoch: ``Account/epoch`` at that time; nil: not compared.
  /// - Complexity: O(changes), whatever the size of the tree.
  public func changes(since revision: UInt64, epoch: UInt64? = nil) throws(TallyError) -> Badge.Changes {
    var entries: [Badge.Entry] = []
    let result = try calling { () throws(Failure) in
      try core.changes(since: revision, epoch: epoch ?? 0) { info, path in
        entries.append(Badge.Entry(path: String(decoding: path, as: UTF8.self), badge: Badge(info)))
        return true
      }
    }
    switch result {
    case .complete(let reached), .partial(let reached): return .changes(entries, revision: reached)
    case .resync: return .resync
    }
  }

  /// Counts the whole tree again and compares it with the stored values. For tests and diagnosis.
  /// - Throws: ``TallyError/Code/internalError`` with the first wrong path.
  /// - Complexity: O(paths).
  public func verify() throws(TallyError) { try calling { () throws(Failure) in try core.verify() } }
}
