import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore

public import CTally

// The message where to begin reading, and lists that begin at a message.

@c @implementation
public func tally_message_first(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ limit: UInt64,
  _ outPosition: UnsafeMutablePointer<tally_message_position>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outPosition, "out_position")
    try refuseFlags(
      flags, but: UInt32(TALLY_SUBTREE | TALLY_MESSAGES_UNSEEN | TALLY_MESSAGES_NEWEST | TALLY_MESSAGES_HIGHLIGHTS))
    let wanted = FirstMessage(
      isUnseen: flags & UInt32(TALLY_MESSAGES_UNSEEN) != 0,
      isHighlight: flags & UInt32(TALLY_MESSAGES_HIGHLIGHTS) != 0,
      isNewest: flags & UInt32(TALLY_MESSAGES_NEWEST) != 0, limit: limit)
    let found = try account(handle).firstMessage(
      try unchecked(path, "path"), subtree: flags & UInt32(TALLY_SUBTREE) != 0, wanted)
    var position = tally_message_position()
    (position.key, position.time, position.matching) = (found.key, found.time, found.matching)
    (position.newer, position.older) = (found.newer, found.older)
    try fill(target, with: position)
    return .ok
  }
}

@c @implementation
public func tally_message_list_from(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ key: Int64,
  _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_message.self) { (list) throws(Failure) in
    try refuseFlags(flags, but: UInt32(TALLY_SUBTREE | TALLY_MESSAGES_UNREAD | TALLY_MESSAGES_NEWER))
    let (account, path) = (try account(handle), try unchecked(path, "path"))
    let newer = flags & UInt32(TALLY_MESSAGES_NEWER) != 0
    let name = ListName(newer ? .newerMessages : .olderMessages, account: account.id, number: key, path)
    let start = try list.begin(name, after: after)
    return try account.listMessages(
      path, subtree: flags & UInt32(TALLY_SUBTREE) != 0, unreadOnly: flags & UInt32(TALLY_MESSAGES_UNREAD) != 0,
      from: key, newer: newer, after: start, limit: list.limit
    ) { row in list.add(row) }
  }
}
