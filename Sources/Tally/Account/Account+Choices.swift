internal import TallyEngine
internal import TallyFailure

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Account {
  /// Marks a path as unread, or ends that. A flagged path shows at least a dot, until it is cleared, read by its path
  /// or viewed. Setting its badge leaves the flag.
  /// - Parameters:
  ///   - isFlagged: whether it is marked; false ends it.
  ///   - path: created if it does not exist.
  public func setFlag(_ isFlagged: Bool, at path: some BadgePathConvertible) throws(TallyError) {
    try calling(with: path) { (bytes) throws(Failure) in try core.setFlag(bytes, isFlagged) }
  }

  /// Snoozes a path: until then nothing at or below it reaches its parent, not even highlights. It still shows its
  /// badge, and its mute holds again afterwards.
  /// - Parameters:
  ///   - path: created if it does not exist.
  ///   - until: nil: ends the snooze.
  /// - Throws: ``TallyError/Code/range`` if the time is over.
  public func snooze(at path: some BadgePathConvertible, until: Date?) throws(TallyError) {
    let end = until.forEngine
    _ = try calling(with: path) { (bytes) throws(Failure) in try core.perform(.snooze(until: end), .path(bytes)) }
  }

  /// Snoozes a message: until then it feeds nothing and counts as seen, and then it is unseen again. Reading it ends
  /// the snooze, and so does a new revision from the server.
  /// - Parameters:
  ///   - key: ``Message/key``.
  ///   - until: nil: ends the snooze, as its time does.
  /// - Throws: ``TallyError/Code/range`` if the time is over; ``TallyError/Code/conflict`` if the message is read;
  ///   ``TallyError/Code/notFound``.
  public func snoozeMessage(_ key: Message.Key, until: Date?) throws(TallyError) {
    try calling { () throws(Failure) in try core.snooze(message: key.rawValue, until: until.forEngine) }
  }
}
