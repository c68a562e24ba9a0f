import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyTree

public import CTally

@c @implementation
public func tally_badge_explain(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_reason.self) { (list) throws(Failure) in
    try refuseFlags(flags)
    let (account, path) = (try account(handle), try unchecked(path, "path"))
    let start = try list.begin(ListName(.reasons, account: account.id, path), after: after)
    try account.explain(path, after: start) { reason, path, message in
      var entry = tally_reason(reason, at: list.add(path))
      list.place = ListWriter.Place(name: entry.path)
      if let message {
        let id = list.add(message.id)
        list.place = ListWriter.Place(
          name: entry.path, number: message.isFlag ? FeedingMessage.flagPlace : message.key,
          sequence: list.add(message.sequence), id: id)
        entry.set(message, of: reason)
        entry.id = id
      }
      list.add(inlined: entry)
      return !list.isFull
    }
    return false
  }
}

extension tally_reason {
  fileprivate init(_ reason: Reason, at place: tally_text) {
    self.init()
    contributed = reason.contributed
    fed_count = reason.fedCount
    kept_count = reason.keptCount
    path = place
    switch reason.own {
    case .none: break
    case .dot: flags |= UInt32(TALLY_REASON_OWN_DOT)
    case .count(let number):
      flags |= UInt32(TALLY_REASON_OWN_COUNT)
      own_count = number
    }
    if reason.isFed { flags |= UInt32(TALLY_REASON_FED) }
    if reason.isOverridden { flags |= UInt32(TALLY_REASON_OVERRIDDEN) }
    if reason.mute.mode == .number { flags |= UInt32(TALLY_REASON_MUTE_NUMBER) }
    if reason.mute.mode == .all { flags |= UInt32(reason.isSnoozed ? TALLY_REASON_SNOOZED : TALLY_REASON_MUTE_ALL) }
    if reason.lights { flags |= UInt32(TALLY_REASON_LIGHTS) }
    if reason.isMuted { flags |= UInt32(TALLY_REASON_MUTED) }
    if reason.needsLink { flags |= UInt32(TALLY_REASON_LINKED) }
    if reason.isCounting { flags |= UInt32(TALLY_REASON_COUNTING) }
    highlights = reason.highlights
    level = reason.lights ? Int32(reason.level.rawValue) : 0
  }

  /// Makes it the row of one of the reason's messages. The names are not part of this.
  fileprivate mutating func set(_ message: FeedingMessage, of reason: Reason) {
    let part = MessagePart(message, of: reason)
    (contributed, kept_count, own_count) = (0, 0, 0)
    (fed_count, highlights, level) = (part.count, part.highlights, part.level)
    flags &= UInt32(TALLY_REASON_LINKED)
    flags |= UInt32(message.isFlag ? TALLY_REASON_FLAG : TALLY_REASON_MESSAGE)
    if part.lights { flags |= UInt32(TALLY_REASON_LIGHTS) }
    if part.isMuted { flags |= UInt32(TALLY_REASON_MUTED) }
    self.message = message.key
  }
}
