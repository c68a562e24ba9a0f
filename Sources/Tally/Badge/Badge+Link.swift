internal import TallyEngine
internal import TallyFailure
internal import TallyStore

extension Badge {
  /// A path counts at another one too, as if it were a child of it.
  public struct Link: Hashable, Codable, Sendable {
    /// In canonical form: it begins with `root`.
    public let path: String
    /// The path where it counts too.
    public let under: String

    /// Creates a value.
    public init(path: String, under: String) {
      self.path = path
      self.under = under
    }
  }
}

extension Account {
  /// Links a path under another one: it counts there too, for example a mention in a chat that also belongs to
  /// `mentions`. A path counts each badge and message below it once, however many ways lead to it.
  ///
  /// The link is on the disk when the call returns. It is part of exported accounts, and not of badge snapshots. If the
  /// path is linked there already, nothing changes.
  /// - Throws: ``TallyError/Code/conflict`` (the path would count at itself), ``TallyError/Code/limit`` (16 links of
  ///   one path, those of the account, or nodes), ``TallyError/Code/path``, ``TallyError/Code/io``,
  ///   ``TallyError/Code/full``.
  /// - Complexity: O(what is lit at the path and below it, times the paths where it counts).
  public func link(
    _ path: some BadgePathConvertible, under target: some BadgePathConvertible
  ) throws(TallyError) {
    try callingWithBoth(path, target) { (path, target) throws(Failure) in try core.addLink(path, under: target) }
  }

  /// Removes a link. Nothing is cleared by it.
  /// - Throws: ``TallyError/Code/notFound`` if there is no such link, ``TallyError/Code/path``,
  ///   ``TallyError/Code/io``, ``TallyError/Code/full``.
  /// - Complexity: O(what is lit at the path and below it, times the paths where it counts).
  public func unlink(
    _ path: some BadgePathConvertible, under target: some BadgePathConvertible
  ) throws(TallyError) {
    try callingWithBoth(path, target) { (path, target) throws(Failure) in try core.removeLink(path, under: target) }
  }

  /// Returns the links of a path, or of all paths, sorted by the bytes of their paths.
  /// - Parameters:
  ///   - path: the start of the links.
  ///   - includingDescendants: also those of the paths below.
  public func links(
    of path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> [Badge.Link] {
    try links(path, LinkScope(isIncoming: false, isSubtree: includingDescendants))
  }

  /// Returns the links that lead to a path, sorted by the bytes of their ends.
  /// - Parameters:
  ///   - path: the end of the links.
  ///   - includingDescendants: also those that lead to the paths below.
  public func links(
    under path: some BadgePathConvertible, includingDescendants: Bool = false
  ) throws(TallyError) -> [Badge.Link] {
    try links(path, LinkScope(isIncoming: true, isSubtree: includingDescendants))
  }

  private func links(_ path: some BadgePathConvertible, _ scope: LinkScope) throws(TallyError) -> [Badge.Link] {
    var found: [Badge.Link] = []
    try calling(with: path) { (bytes) throws(Failure) in
      try core.listLinks(bytes, scope, after: nil) { path, target in
        found.append(
          Badge.Link(path: String(decoding: path, as: UTF8.self), under: String(decoding: target, as: UTF8.self)))
        return true
      }
    }
    return found
  }

  private func callingWithBoth(
    _ path: some BadgePathConvertible, _ other: some BadgePathConvertible,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(TallyError) {
    let target = Array(other.badgePathText.utf8)
    try calling(with: path) { (path) throws(Failure) in
      try withBytes(target) { (target) throws(Failure) in try body(path, target) }
    }
  }
}
