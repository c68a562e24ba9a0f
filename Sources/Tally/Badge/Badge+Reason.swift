internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore
internal import TallyTree

extension Badge {
  /// The part of one path in the explained badge, which is at the path or above it.
  public struct Reason: Identifiable, Hashable, Sendable {
    /// In canonical form: it begins with `root`.
    public let path: String
    /// Its own badge.
    public let own: Badge.Value
    /// Whether messages or a flag feed it.
    public let isFed: Bool
    /// The sum of the counts of those messages.
    public let fedCount: Int
    /// Those messages, the oldest first.
    public internal(set) var messages: [FedMessage] = []
    /// Whether it is marked as unread (``Account/setFlag(_:at:)``), which feeds a dot.
    public internal(set) var isFlagged = false
    /// Its own number adds nothing, because its children or messages have a number (``Account/Aggregation/children``).
    public let isOverridden: Bool
    /// Its part of the explained path's number.
    public let contributed: Int
    /// Whether its own badge or its messages make the explained path show one.
    public let lights: Bool
    /// Whether a mute on the way, including its own, holds it back: everything or, if it ``lights``, its number.
    public let isMuted: Bool
    /// It, or more of it, reaches the explained path only by a link (``Account/link(_:under:)``).
    public let isLinked: Bool
    /// It counts its children (``Badge/Counting/lit``), so they contribute nothing, and it their number.
    public let isCounting: Bool
    /// Its mute, if that hides something from the explained path; otherwise ``Badge/Mute/none``.
    public let mute: Mute
    /// Whether it is snoozed, which hides everything from the explained path.
    public let isSnoozed: Bool
    /// The number that its mute or its snooze hides.
    public let keptCount: Int
    /// The sum of the counts of its highlights that reach the explained path.
    public let highlights: Int
    /// The greatest level with which it reaches the explained path, if it ``lights``.
    public let level: Badge.Level

    /// The same as ``path``.
    public var id: String { path }

    init(_ reason: TallyTree.Reason, path: String) {
      self.path = path
      own = Badge.Value(reason.own)
      isFed = reason.isFed
      fedCount = Int(clamping: reason.fedCount)
      isOverridden = reason.isOverridden
      contributed = Int(clamping: reason.contributed)
      lights = reason.lights
      isMuted = reason.isMuted
      isLinked = reason.needsLink
      isCounting = reason.isCounting
      mute = reason.isSnoozed ? .none : Mute(rawValue: Int32(reason.mute.rawValue)) ?? .none
      isSnoozed = reason.isSnoozed
      keptCount = Int(clamping: reason.keptCount)
      highlights = Int(clamping: reason.highlights)
      level = reason.lights ? Badge.Level(reason.level) : .normal
    }
  }

  /// A message that feeds a badge.
  public struct FedMessage: Identifiable, Hashable, Sendable {
    /// ``Message/key``.
    public let key: Message.Key
    /// ``Message/serverID``.
    public let serverID: String
    /// The number that it adds; 0: a dot.
    public let count: Int
    /// The part of that which reaches the explained path as highlights.
    public let highlights: Int
    /// Whether it alone would make the explained path show a badge.
    public let lights: Bool
    /// Whether a mute on the way holds it back: everything or, if it ``lights``, its number.
    public let isMuted: Bool
    /// The level with which it reaches the explained path, if it ``lights``.
    public let level: Badge.Level

    /// The same as ``key``.
    public var id: Message.Key { key }
  }
}

extension Account {
  /// Returns the reasons for a path's badge, sorted by the bytes of their paths. These are the paths in its subtree
  /// that own a badge or have messages, even if a mute holds them back, and the paths below it whose mute or snooze
  /// holds something back. Their contributions add up to the path's number.
  public func explain(at path: some BadgePathConvertible = BadgePath.root) throws(TallyError) -> [Badge.Reason] {
    var reasons: [Badge.Reason] = []
    try calling(with: path) { (bytes) throws(Failure) in
      try core.explain(bytes) { reason, path, message in
        if let message {
          if message.isFlag {
            reasons[reasons.count - 1].isFlagged = true
            return true
          }
          reasons[reasons.count - 1].messages.append(Badge.FedMessage(message, of: reason))
          return true
        }
        reasons.append(Badge.Reason(reason, path: String(decoding: path, as: UTF8.self)))
        return true
      }
    }
    return reasons
  }
}

extension Badge.FedMessage {
  fileprivate init(_ message: FeedingMessage, of reason: TallyTree.Reason) {
    let part = MessagePart(message, of: reason)
    key = Message.Key(rawValue: message.key)
    serverID = String(decoding: message.id, as: UTF8.self)
    count = Int(clamping: part.count)
    highlights = Int(clamping: part.highlights)
    lights = part.lights
    isMuted = part.isMuted
    level = Badge.Level(rawValue: part.level) ?? .normal
  }
}
