import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore
import TallyWire

public import CTally

@c @implementation
public func tally_message_list(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_message.self) { (list) throws(Failure) in
    try refuseFlags(flags, but: UInt32(TALLY_SUBTREE | TALLY_MESSAGES_UNREAD))
    let (account, path) = (try account(handle), try unchecked(path, "path"))
    let start = try list.begin(ListName(.messages, account: account.id, path), after: after)
    return try account.listMessages(
      path, subtree: flags & UInt32(TALLY_SUBTREE) != 0, unreadOnly: flags & UInt32(TALLY_MESSAGES_UNREAD) != 0,
      after: start, limit: list.limit
    ) { row in list.add(row) }
  }
}

extension ListWriter {
  mutating func add(_ row: MessageRow) {
    var message = tally_message()
    message.key = row.key
    message.feed = row.feed
    message.time = row.time
    message.count = row.count
    message.state = row.state
    message.argument_count = row.argumentCount
    message.level = row.level
    message.snoozed_until = row.snooze
    message.id = add(row.id)
    message.path = add(row.path)
    message.kind = add(row.kind)
    message.title = add(row.title)
    message.body = add(row.body)
    message.thread = add(row.thread)
    message.category = add(row.category)
    message.argument = add(row.argument)
    message.data_size = row.dataSize
    message.link = add(row.link)
    message.icon = add(row.icon)
    message.subtitle = add(row.subtitle)
    message.also = add(UnsafeRawBufferPointer(rebasing: row.also.dropFirst()))
    place = place(of: row.place, id: message.id)
    add(entry: message)
  }

  /// The place of a message in lists of messages. Its sequence becomes a text of the row, as does an id that the row
  /// does not have.
  mutating func place(of message: ListPlace, id: tally_text?) -> Place {
    if !continues { return Place() }
    return Place(number: message.number, sequence: add(message.sequence), id: id ?? add(message.id))
  }
}

@c @implementation
public func tally_message_get(
  _ handle: OpaquePointer?, _ key: Int64, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_message.self) { (list) throws(Failure) in
    try account(handle).readMessage(key: key) { row in list.add(row) }
    return false
  }
}

@c @implementation
public func tally_message_find(
  _ handle: OpaquePointer?, _ feed: Int64, _ id: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_message.self) { (list) throws(Failure) in
    try account(handle).readMessage(try text(id, "id"), feed: feed) { row in list.add(row) }
    return false
  }
}

@c @implementation
public func tally_message_get_data(
  _ handle: OpaquePointer?, _ key: Int64, _ outBytes: UnsafeMutablePointer<tally_bytes>?
) -> tally_status {
  answerBytes(outBytes) { () throws(Failure) in
    var data = ByteBuffer()
    try account(handle).readData(key: key, into: &data)
    return data
  }
}

@c @implementation
public func tally_message_get_counts(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ outCounts: UnsafeMutablePointer<tally_message_counts>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outCounts, "out_counts")
    try refuse(unless: flags & ~UInt32(TALLY_SUBTREE) == 0, "unknown flags")
    let known = try account(handle).messageCounts(
      try unchecked(path, "path"), subtree: flags & UInt32(TALLY_SUBTREE) != 0)
    var counts = tally_message_counts()
    (counts.total, counts.unread, counts.unseen) = (known.total, known.unread, known.unseen)
    try fill(target, with: counts)
    return .ok
  }
}

@c @implementation
public func tally_message_mark_read(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<Int64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  mark(handle, keys, count, outChanged, read: true)
}

@c @implementation
public func tally_message_mark_unread(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<Int64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  mark(handle, keys, count, outChanged, read: false)
}

@c @implementation
public func tally_message_mark_seen(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<Int64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    let changed = try account.markSeen(try keyList(keys, count))
    outChanged?.pointee = changed
    return .ok
  }
}

@c @implementation
public func tally_message_snooze(_ handle: OpaquePointer?, _ key: Int64, _ until: Int64) -> tally_status {
  answer { () throws(Failure) in
    if until < 0 { throw Failure(.range, "until must not be negative") }
    try account(handle).snooze(message: key, until: until)
    return .ok
  }
}

private func mark(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<Int64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?,
  read: Bool
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    let changed = try account.mark(try keyList(keys, count), read: read)
    outChanged?.pointee = changed
    return .ok
  }
}

@c @implementation
public func tally_message_mark_path_read(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  markRead(handle, path, flags, last: nil, outChanged)
}

@c @implementation
public func tally_message_mark_read_until(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ last: Int64,
  _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  markRead(handle, path, flags, last: last, outChanged)
}

/// - Parameter last: nil: all messages.
private func markRead(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, last: Int64?,
  _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_SUBTREE) == 0, "unknown flags")
    let changed = try account(handle).readMessages(
      at: try unchecked(path, "path"), subtree: flags & UInt32(TALLY_SUBTREE) != 0, last: last)
    outChanged?.pointee = changed
    return .ok
  }
}

/// A message of the host's; its texts are borrowed.
func messageItem(_ given: UnsafePointer<tally_message_options>?) throws(Failure) -> MessageItem {
  var raw = tally_message_options()
  try options(given, into: &raw)
  let (dot, once) = (UInt32(TALLY_POST_DOT), UInt32(TALLY_POST_ONCE))
  try refuse(unless: raw.flags & ~(dot | once) == 0, "unknown flags")
  try refuse(unless: raw.reserved_pointer == nil, "reserved members")
  if raw.time < 0 { throw Failure(.range, "the time must not be negative") }
  var item = MessageItem()
  item.isOnce = raw.flags & once != 0
  if raw.flags & dot != 0 {
    try refuse(unless: raw.count == 0, "the count of a dot")
    item.count = 0
  } else if raw.count != 0 {
    item.count = raw.count
  }
  item.time = raw.time
  item.argumentCount = raw.argument_count
  try refuse(
    unless: (TALLY_LEVEL_PASSIVE...TALLY_LEVEL_CRITICAL).contains(raw.level) && raw.reserved == 0,
    "the level, or the reserved member")
  item.level = raw.level
  item.id = try textOrNone(raw.id, "id")
  item.kind = try textOrNone(raw.kind, "kind")
  item.title = try textOrNone(raw.title, "title")
  item.body = try textOrNone(raw.body, "body")
  item.thread = try textOrNone(raw.thread, "thread")
  item.category = try textOrNone(raw.category, "category")
  item.argument = try textOrNone(raw.argument, "argument")
  item.link = try textOrNone(raw.link, "link")
  item.icon = try textOrNone(raw.icon, "icon")
  item.subtitle = try textOrNone(raw.subtitle, "subtitle")
  item.also = try textOrNone(raw.also, "also")
  try refuse(unless: raw.data != nil || raw.data_length == 0, "data_length without data")
  item.data = raw.data_length == 0 ? uncheckedOrNone(raw.data) : try bytes(raw.data, raw.data_length)
  return item
}

@c @implementation
public func tally_message_post(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_message_options>?,
  _ outKey: UnsafeMutablePointer<Int64>?
) -> tally_status {
  answer { () throws(Failure) in
    outKey?.pointee = 0
    let account = try account(handle)
    let item = try messageItem(given)
    let key = try account.post(item, at: try unchecked(path, "path"))
    outKey?.pointee = key
    return key == 0 ? .alreadyApplied : .ok
  }
}

@c @implementation
public func tally_message_remove(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<Int64>?, _ count: Int
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).removeMessages(try keyList(keys, count))
    return .ok
  }
}

@c @implementation
public func tally_message_withdraw(_ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).removePosted(try text(id, "id"))
    return .ok
  }
}

// MARK: Pushes

@c @implementation
public func tally_account_push(_ handle: OpaquePointer?, _ payload: UnsafeRawPointer?, _ size: Int) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).push(try bytes(payload, size))
    return .ok
  }
}
