/// The origin of a change of messages.
public struct MessageSource: BitwiseCopyable, Sendable {
  /// The moment when the request began. A local read or unread after it is masked.
  let asked: Int64
  /// It also says what was seen on other devices, because the account asks for it.
  public let takesSeen: Bool
  /// It only joins with existing messages, and creates or removes none.
  public let onlyJoins: Bool
  /// Its revisions begin again, so a smaller one is not older.
  let isRenumbered: Bool
  /// When a push arrived. It orders a message without a sequence. -1: this is no push.
  let arrival: Int64

  private init(
    asked: Int64, takesSeen: Bool, onlyJoins: Bool = false, isRenumbered: Bool = false, arrival: Int64 = -1
  ) {
    self.asked = asked
    self.takesSeen = takesSeen
    self.onlyJoins = onlyJoins
    self.isRenumbered = isRenumbered
    self.arrival = arrival
  }

  /// The response to a request.
  /// - Parameter isRenumbered: it begins a new epoch.
  public static func response(asked: Int64, isRenumbered: Bool = false, takesSeen: Bool = false) -> MessageSource {
    MessageSource(asked: asked, takesSeen: takesSeen, isRenumbered: isRenumbered)
  }
  /// Nothing masks the host's changes.
  public static var host: MessageSource { host(takesSeen: false) }
  static func host(takesSeen: Bool) -> MessageSource { response(asked: Int64.max, takesSeen: takesSeen) }
  /// The time at which a push was sent is unknown, so the push does not undo a local read.
  /// - Parameter now: milliseconds since 1970.
  public static func push(at now: Int64, takesSeen: Bool = false) -> MessageSource {
    MessageSource(asked: 0, takesSeen: takesSeen, arrival: max(now, 0))
  }
  /// The server has just accepted a row of the outbox. Only pending rows still mask.
  public static var acknowledgement: MessageSource { acknowledgement(takesSeen: false) }
  public static func acknowledgement(takesSeen: Bool) -> MessageSource {
    MessageSource(asked: Int64.max - 1, takesSeen: takesSeen, onlyJoins: true)
  }
}

/// The other effects of a local read or unread.
public struct ReadAct: BitwiseCopyable, Sendable {
  /// The moment of the act; 0: no request is in flight, so nothing must be masked.
  public var moment: Int64
  /// Whether it goes into the outbox.
  public var sends: Bool
  /// Whether the account exchanges what was seen. A read message was seen.
  public var sees: Bool
  /// Only that goes into the outbox.
  public var sendsSeenAlone: Bool

  public init(moment: Int64, sends: Bool, sees: Bool = false, sendsSeenAlone: Bool = false) {
    self.moment = moment
    self.sends = sends
    self.sees = sees
    self.sendsSeenAlone = sendsSeenAlone
  }
}
