internal import TallyEngine
internal import TallyFailure
internal import TallyMemory
internal import TallyStore
internal import TallyTree

/// What one path has to do with the badge of a path at or above it, the explained one.
public struct BadgeReason: Identifiable, Hashable, Codable, Sendable {
  /// In canonical form: it begins with `root`.
  public let path: String
  /// Its own badge.
  public let manual: Badge.Manual
  /// Whether messages feed it.
  public let isFed: Bool
  /// The sum of the counts of those messages.
  public let fedCount: Int
  /// Those messages, the oldest first.
  public internal(set) var messages: [FedMessage] = []
  /// Its own number adds nothing, because what is below it, or feeds it, has a number (``Aggregation/children``).
  public let isOverridden: Bool
  /// How much of the explained path's number comes from here.
  public let contributed: Int
  /// Whether its own badge, or what feeds it, makes the explained path show one.
  public let lights: Bool
  /// Whether a mute on the way, its own included, keeps it back: all of it, or, where it ``lights``, its number.
  public let isHeldBack: Bool
  /// Its mute, where that keeps something from the explained path; else ``Mute/none``.
  public let mute: Mute
  /// How much in number that mute keeps back.
  public let keptCount: Int

  /// The same as ``path``.
  public var id: String { path }

  init(_ reason: Reason, path: String) {
    self.path = path
    manual = Badge.Manual(reason.manual)
    isFed = reason.isFed
    fedCount = Int(clamping: reason.fedCount)
    isOverridden = reason.isOverridden
    contributed = Int(clamping: reason.contributed)
    lights = reason.lights
    isHeldBack = reason.isHeldBack
    mute = Mute(rawValue: Int32(reason.mute.rawValue)) ?? .none
    keptCount = Int(clamping: reason.keptCount)
  }
}

/// A message that feeds a badge.
public struct FedMessage: Identifiable, Hashable, Codable, Sendable {
  /// ``Message/key``.
  public let key: UInt64
  /// ``Message/serverID``.
  public let serverID: String
  /// What it adds to the number; 0: a dot.
  public let count: Int

  /// The same as ``key``.
  public var id: UInt64 { key }
}

extension Account {
  /// Why a path shows what it shows: the paths at and below it that own a badge or that messages feed, also those that
  /// a mute holds back, and those below it whose mute keeps something back; sorted by the bytes of their paths. What
  /// they contribute adds up to the path's number.
  public func explain(_ path: String = BadgePath.root) throws(TallyError) -> [BadgeReason] {
    var reasons: [BadgeReason] = []
    try calling(with: path) { (bytes) throws(Failure) in
      try core.explain(bytes) { reason, path, message in
        if let message {
          reasons[reasons.count - 1].messages.append(
            FedMessage(
              key: message.key, serverID: String(decoding: message.id, as: UTF8.self),
              count: Int(clamping: message.count)))
          return true
        }
        reasons.append(BadgeReason(reason, path: String(decoding: path, as: UTF8.self)))
        return true
      }
    }
    return reasons
  }
}
