internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Badge {
  /// The own state of a path.
  public struct Own: Hashable, Sendable {
    /// Its own badge.
    public let value: Badge.Value
    /// When its badge expires; nil: never.
    public let end: Date?
    /// Whether the path keeps its number or its badge from its parent.
    public let mute: Mute
    /// When the mute expires; nil: never.
    public let muteEnd: Date?
    /// When its snooze ends; nil: it is not snoozed.
    public let snoozeEnd: Date?
    /// Whether it is marked as unread (``Account/setFlag(_:at:)``). Snapshots and patches do not say so.
    public let isFlagged: Bool

    init(_ own: OwnState, isFlagged: Bool = false) {
      value = Badge.Value(own.badge)
      end = Date(engine: own.expires)
      mute = Mute(rawValue: Int32(own.mute.rawValue)) ?? .none
      muteEnd = Date(engine: own.muteUntil)
      snoozeEnd = Date(engine: own.snooze)
      self.isFlagged = isFlagged
    }
  }
}
