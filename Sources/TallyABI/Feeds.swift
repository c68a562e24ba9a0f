public import CTally
import TallyEngine
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

@c @implementation
public func tally_feed_add(
  _ accountHandle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_feed_options>?,
  _ outFeed: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    outFeed?.pointee = nil
    let account = try account(accountHandle)
    if given == nil { throw Failure.missing("options") }
    var raw = tally_feed_options()
    try options(given, into: &raw)
    let added = try account.addFeed(
      try text(name, "name"), url: try text(raw.url, "url"),
      prefix: raw.prefix == nil ? nil : try text(raw.prefix, "prefix"), try feedOptions(raw))
    outFeed?.pointee = handle(owning: added)
    return .ok
  }
}

private func feedOptions(_ raw: tally_feed_options) throws(Failure) -> FeedOptions {
  let reserved = raw.reserved
  let isReserved =
    reserved.0 | reserved.1 | reserved.2 | reserved.3 | reserved.4 | reserved.5 | reserved.6 | reserved.7
  try refuse(unless: raw.flags == 0 && raw.reserved0 == 0 && isReserved == 0, "flags and reserved members")
  var result = FeedOptions()
  switch raw.initial_delay {
  case 0: break
  case -1: result.initialDelay = nil
  default: result.initialDelay = raw.initial_delay
  }
  switch raw.interval {
  case 0: break
  case -1: result.interval = nil
  default: result.interval = raw.interval
  }
  if raw.request_timeout != 0 { result.requestTimeout = raw.request_timeout }
  if raw.idle_timeout != 0 { result.idleTimeout = raw.idle_timeout }
  if raw.page_limit != 0 { result.pageLimit = raw.page_limit }
  return result
}

@c @implementation
public func tally_feed_release(_ handle: OpaquePointer?) { release(handle, as: Feed.self) }

@c @implementation
public func tally_feed_remove(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).remove()
    return .ok
  }
}

@c @implementation
public func tally_feed_refresh(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).refresh()
    return .ok
  }
}

@c @implementation
public func tally_feed_force(
  _ handle: OpaquePointer?, _ function: tally_event_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    let token = try feed(handle).force(callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_feed_get(
  _ handle: OpaquePointer?, _ outState: UnsafeMutablePointer<tally_feed_state>?,
  _ title: UnsafeMutablePointer<CChar>?, _ titleCapacity: Int, _ outTitleLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outState, "out_state")
    var words = ByteBuffer()
    let info = try feed(handle).state(title: &words)
    var state = tally_feed_state()
    state.result = info.result.rawValue
    state.id = info.id
    state.last_success = info.lastSuccess
    state.next_time = info.nextTime
    state.requests = info.requests
    state.not_modified = info.notModified
    state.failures = info.failures
    state.in_flight = info.isInFlight ? 1 : 0
    state.failures_in_a_row = info.failuresInARow
    try fill(target, with: state)
    if title != nil || outTitleLength != nil {
      try copyOut(words.bytes, title, titleCapacity, outTitleLength)
    }
    return .ok
  }
}

// MARK: Messages

@c @implementation
public func tally_message_list(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UInt64, _ limit: Int,
  _ messages: UnsafeMutablePointer<tally_message>?, _ messageCapacity: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ textCapacity: Int, _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let count = try output(outCount, "out_count")
    let size = try output(outTextSize, "out_text_size")
    count.pointee = 0
    size.pointee = 0
    let known = UInt32(TALLY_MESSAGES_SUBTREE) | UInt32(TALLY_MESSAGES_UNREAD)
    try refuse(unless: flags & ~known == 0, "unknown flags")
    var rows = MessageRows()
    let hasMore = try account(handle).listMessages(
      try text(path, "path"), subtree: flags & UInt32(TALLY_MESSAGES_SUBTREE) != 0,
      unreadOnly: flags & UInt32(TALLY_MESSAGES_UNREAD) != 0, after: after, limit: limit
    ) { row in rows.append(row) }
    if rows.isFull { throw Failure.noMemory }
    count.pointee = rows.messages.count
    size.pointee = rows.text.count
    try rows.copy(messages, messageCapacity, buffer, textCapacity)
    return hasMore ? .more : .ok
  }
}

/// Messages on their way out: the caller's buffers are left alone until it is known that all of them fit.
private struct MessageRows: ~Copyable {
  var messages = List<tally_message>()
  var text = ByteBuffer()
  /// There was no memory for one.
  var isFull = false

  mutating func append(_ row: MessageRow) {
    if isFull { return }
    do throws(OutOfMemory) {
      var message = tally_message()
      message.key = row.key
      message.feed = row.feed
      message.time = row.time
      message.count = row.count
      message.state = row.state
      message.argument_count = row.argumentCount
      message.id = try append(row.id)
      message.path = try append(row.path)
      message.kind = try append(row.kind)
      message.title = try append(row.title)
      message.body = try append(row.body)
      message.thread = try append(row.thread)
      message.category = try append(row.category)
      message.argument = try append(row.argument)
      try messages.append(message)
    } catch {
      isFull = true
    }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(OutOfMemory) -> tally_text {
    let place = tally_text(
      offset: UInt32(truncatingIfNeeded: text.count), length: UInt32(truncatingIfNeeded: bytes.count))
    try text.append(bytes)
    try text.append(byte: 0)
    return place
  }

  func copy(
    _ target: UnsafeMutablePointer<tally_message>?, _ capacity: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ textCapacity: Int
  ) throws(Failure) {
    if messages.isEmpty { return }
    guard let target, let buffer, messages.count <= capacity, text.count <= textCapacity else {
      throw Failure(.bufferTooSmall, "the messages or their texts do not fit; see out_count and out_text_size")
    }
    for position in 0..<messages.count { target[position] = messages[position] }
    guard let source = text.bytes.baseAddress else { return }
    UnsafeMutableRawPointer(buffer).copyMemory(from: source, byteCount: text.count)
  }
}

@c @implementation
public func tally_message_counts(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ outTotal: UnsafeMutablePointer<UInt64>?, _ outUnread: UnsafeMutablePointer<UInt64>?,
  _ outUnseen: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_MESSAGES_SUBTREE) == 0, "unknown flags")
    let counts = try account(handle).messageCounts(
      try text(path, "path"), subtree: flags & UInt32(TALLY_MESSAGES_SUBTREE) != 0)
    outTotal?.pointee = counts.total
    outUnread?.pointee = counts.unread
    outUnseen?.pointee = counts.unseen
    return .ok
  }
}

@c @implementation
public func tally_message_read(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<UInt64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    if keys == nil && count != 0 { throw Failure.missing("keys") }
    guard count >= 0 else { throw Failure(.argument, "too many keys") }
    let changed = try account.readMessages(UnsafeBufferPointer(start: keys, count: keys == nil ? 0 : count))
    outChanged?.pointee = changed
    return .ok
  }
}

@c @implementation
public func tally_message_read_path(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_MESSAGES_SUBTREE) == 0, "unknown flags")
    let changed = try account(handle).readMessages(
      at: try text(path, "path"), subtree: flags & UInt32(TALLY_MESSAGES_SUBTREE) != 0)
    outChanged?.pointee = changed
    return .ok
  }
}
