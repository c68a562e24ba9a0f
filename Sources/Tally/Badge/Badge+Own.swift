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

    init(_ own: OwnState) {
      value = Badge.Value(own.badge)
      end = Date(engine: own.expires)
      mute = Mute(rawValue: Int32(own.mute.rawValue)) ?? .none
      muteEnd = Date(engine: own.muteUntil)
    }
  }
}
