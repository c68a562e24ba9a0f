internal import TallyEngine
internal import TallyFailure
internal import TallyStore

extension Feed {
  /// A path where the server of a feed counts something else than the feed contributes. Nothing is overwritten; the
  /// feed requests everything once for each difference.
  public struct Drift: Hashable, Codable, Sendable {
    /// In canonical form: it begins with `root`.
    public let path: String
    /// ``Feed/id``.
    public let feed: Feed.ID
    /// The sum that the feed's messages contribute at the path and below, mutes aside.
    public let ours: Int
    /// The number that its server counts there.
    public let theirs: Int
    /// The part of ``ours`` that highlights have.
    public let ourHighlights: Int
    /// The part of ``theirs`` that highlights have; ``ourHighlights``, if the server did not say.
    public let theirHighlights: Int

    init(_ drift: TallyStore.Drift) {
      path = String(decoding: drift.path, as: UTF8.self)
      feed = Feed.ID(rawValue: drift.feed)
      (ours, theirs) = (Int(clamping: drift.ours.count), Int(clamping: drift.theirs.count))
      ourHighlights = Int(clamping: drift.ours.highlights)
      theirHighlights = Int(clamping: drift.theirs.highlights)
    }

    init(_ event: TallyEngine.Event, _ path: String) {
      self.path = path
      feed = event.feedID
      (ours, theirs) = (Int(clamping: event.shown.count), Int(clamping: event.messages.total))
      ourHighlights = Int(clamping: event.highlights)
      theirHighlights = Int(clamping: event.totalHighlights)
    }
  }
}

extension Account {
  /// Returns where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
  /// feeds. The numbers are from the last response of the feed that had `check`. The last 256 of a feed are kept, also
  /// after the engine is closed.
  /// - Parameters:
  ///   - path: the start of the list.
  ///   - includingDescendants: also below it.
  /// - Throws: ``TallyError/Code/path``, ``TallyError/Code/io``.
  public func drifts(
    at path: some BadgePathConvertible = BadgePath.root, includingDescendants: Bool = true
  ) throws(TallyError) -> [Feed.Drift] {
    var found: [Feed.Drift] = []
    try calling(with: path) { (bytes) throws(Failure) in
      try core.listDrifts(bytes, subtree: includingDescendants, after: nil) { drift in
        found.append(Feed.Drift(drift))
        return true
      }
    }
    return found
  }
}
