import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

public import CTally

@c @implementation
public func tally_feed_add(
  _ accountHandle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_feed_options>?,
  _ outFeed: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    outFeed?.pointee = nil
    let account = try account(accountHandle)
    var raw = tally_feed_options()
    try options(given, into: &raw)
    let added = try account.addFeed(
      try text(name, "name"), url: raw.url == nil ? nil : try unchecked(raw.url, "url"),
      prefix: raw.prefix == nil ? nil : try unchecked(raw.prefix, "prefix"), try feedOptions(raw))
    outFeed?.pointee = handle(owning: added)
    return .ok
  }
}

private func feedOptions(_ raw: tally_feed_options) throws(Failure) -> FeedOptions {
  let reserved = raw.reserved
  let isReserved = reserved.0 | reserved.1 | reserved.2
  let known = UInt32(TALLY_FEED_STOPS_IN_BACKGROUND)
  try refuse(unless: raw.flags & ~known == 0 && isReserved == 0, "unknown flags and reserved members")
  var result = FeedOptions()
  switch raw.preset {
  case UInt32(TALLY_PRESET_MESSAGE_CENTRE): break
  case UInt32(TALLY_PRESET_UNREAD_COUNT): result.policy = .unreadCount
  default: throw Failure(.argument, "unknown preset")
  }
  let off = PolicyOptions.never
  take(raw.initial_delay, off, &result.policy.initialDelay)
  take(raw.interval, off, &result.policy.interval)
  take(raw.visible_interval, off, &result.policy.visibleInterval)
  take(raw.tolerance, 0, &result.policy.tolerance)
  take(raw.away_time, off, &result.policy.awayTime)
  result.policy.stopsInBackground = raw.flags & known != 0
  if raw.request_timeout != 0 { result.requestTimeout = raw.request_timeout }
  if raw.idle_timeout != 0 { result.idleTimeout = raw.idle_timeout }
  result.retention.age = raw.max_age
  result.retention.number = raw.max_messages
  if raw.page_limit != 0 { result.pageLimit = raw.page_limit }
  result.mapping = try mapping(raw.mapping_preset, raw.mapping)
  if raw.memo != nil { result.memo = [UInt8](try text(raw.memo, "memo")) }
  return result
}

/// A member of which 0 means the default, and -1 that the rule is off.
private func take(_ given: Int64, _ off: Int64, _ result: inout Int64) {
  if given != 0 { result = given == -1 ? off : given }
}

@c @implementation
public func tally_feed_list(
  _ handle: OpaquePointer?, _ after: UnsafePointer<CChar>?, _ limit: Int,
  _ entries: UnsafeMutablePointer<tally_feed_entry>?, _ capacity: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ textCapacity: Int, _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    var list = try Listing(entries, capacity, buffer, textCapacity, outCount, outTextSize)
    let start = after == nil ? UnsafeRawBufferPointer(start: nil, count: 0) : try text(after, "after")
    let hasMore = try account(handle).listFeeds(after: start, limit: limit) { feed, isAdded in
      var entry = tally_feed_entry()
      entry.id = feed.id
      entry.last_success = feed.state.lastSuccess
      entry.rejected = UInt64(clamping: feed.rejected)
      entry.flags = isAdded ? UInt32(TALLY_FEED_ADDED) : 0
      entry.name = list.writer.append(feed.name)
      entry.url = list.writer.append(feed.url)
      entry.prefix = list.writer.append(feed.prefix)
      entry.title = list.writer.append(feed.state.title)
      entry.memo = list.writer.append(feed.memo)
      list.append(entry)
    }
    return try list.end(hasMore)
  }
}

@c @implementation
public func tally_feed_rejected(
  _ handle: OpaquePointer?, _ feed: Int64, _ after: UInt64, _ limit: Int,
  _ items: UnsafeMutablePointer<tally_rejected>?, _ capacity: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ textCapacity: Int, _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    var list = try Listing(items, capacity, buffer, textCapacity, outCount, outTextSize)
    let hasMore = try account(handle).listRejected(feed: feed, after: after, limit: limit) { item in
      let reason = list.writer.append(item.reason)
      list.append(
        tally_rejected(number: item.number, time: item.time, reason: reason, body: list.writer.append(item.body)))
    }
    return try list.end(hasMore)
  }
}

/// What is listed on its way into the caller's memory; what does not fit is counted all the same.
struct Listing<Entry: BitwiseCopyable> {
  private let entries: UnsafeMutablePointer<Entry>?
  private let capacity: Int
  private let count: UnsafeMutablePointer<Int>
  private let size: UnsafeMutablePointer<Int>
  var writer: ListWriter
  private var found = 0

  init(
    _ entries: UnsafeMutablePointer<Entry>?, _ capacity: Int, _ text: UnsafeMutablePointer<CChar>?,
    _ textCapacity: Int, _ outCount: UnsafeMutablePointer<Int>?, _ outTextSize: UnsafeMutablePointer<Int>?
  ) throws(Failure) {
    count = try output(outCount, "out_count")
    size = try output(outTextSize, "out_text_size")
    count.pointee = 0
    size.pointee = 0
    self.entries = entries
    self.capacity = entries == nil ? 0 : capacity
    writer = ListWriter(text: text, textCapacity: text == nil ? 0 : textCapacity)
  }

  mutating func append(_ entry: Entry) {
    if found < capacity { entries?[found] = entry }
    found += 1
  }

  func end(_ hasMore: Bool) throws(Failure) -> Status {
    count.pointee = found
    size.pointee = writer.used
    if found > capacity || writer.used > writer.textCapacity {
      throw Failure(.bufferTooSmall, "the list or its texts do not fit; see out_count and out_text_size")
    }
    return hasMore ? .more : .ok
  }
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
public func tally_feed_cancel(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).cancel()
    return .ok
  }
}

@c @implementation
public func tally_feed_pause(_ handle: OpaquePointer?, _ isPaused: Int32) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).pause(isPaused != 0)
    return .ok
  }
}

@c @implementation
public func tally_feed_page_shown(_ handle: OpaquePointer?, _ page: UInt32) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).pageShown(page)
    return .ok
  }
}

@c @implementation
public func tally_feed_page_hidden(_ handle: OpaquePointer?, _ page: UInt32) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).pageHidden(page)
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
    state.result = info.counts.result.rawValue
    state.id = info.id
    state.last_success = info.lastSuccess
    state.next_time = info.nextTime
    state.requests = info.counts.requests
    state.not_modified = info.counts.notModified
    state.failures = info.counts.failures
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
    let known = UInt32(TALLY_MESSAGES_SUBTREE) | UInt32(TALLY_MESSAGES_UNREAD)
    try refuse(unless: flags & ~known == 0, "unknown flags")
    var rows = MessageRows(try output(outCount, "out_count"), try output(outTextSize, "out_text_size"))
    let hasMore = try account(handle).listMessages(
      try unchecked(path, "path"), subtree: flags & UInt32(TALLY_MESSAGES_SUBTREE) != 0,
      unreadOnly: flags & UInt32(TALLY_MESSAGES_UNREAD) != 0, after: after, limit: limit
    ) { row in rows.append(row) }
    return try rows.end(hasMore, messages, messageCapacity, buffer, textCapacity)
  }
}

/// Messages on their way out: the caller's buffers are left alone until it is known that all of them fit.
struct MessageRows: ~Copyable {
  var messages = List<tally_message>()
  var text = ByteBuffer()
  /// There was no memory for one.
  private var isFull = false
  private let count: UnsafeMutablePointer<Int>
  private let size: UnsafeMutablePointer<Int>

  init(_ count: UnsafeMutablePointer<Int>, _ size: UnsafeMutablePointer<Int>) {
    self.count = count
    self.size = size
    count.pointee = 0
    size.pointee = 0
  }

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

  func end(
    _ hasMore: Bool, _ target: UnsafeMutablePointer<tally_message>?, _ capacity: Int,
    _ buffer: UnsafeMutablePointer<CChar>?, _ textCapacity: Int
  ) throws(Failure) -> Status {
    if isFull { throw Failure.noMemory }
    count.pointee = messages.count
    size.pointee = text.count
    let answer = hasMore ? Status.more : .ok
    if messages.isEmpty { return answer }
    guard let target, let buffer, messages.count <= capacity, text.count <= textCapacity else {
      throw Failure(.bufferTooSmall, "the messages or their texts do not fit; see out_count and out_text_size")
    }
    for position in 0..<messages.count { target[position] = messages[position] }
    guard let source = text.bytes.baseAddress else { return answer }
    UnsafeMutableRawPointer(buffer).copyMemory(from: source, byteCount: text.count)
    return answer
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
      try unchecked(path, "path"), subtree: flags & UInt32(TALLY_MESSAGES_SUBTREE) != 0)
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
  mark(handle, keys, count, outChanged, read: true)
}

@c @implementation
public func tally_message_unread(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<UInt64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  mark(handle, keys, count, outChanged, read: false)
}

private func mark(
  _ handle: OpaquePointer?, _ keys: UnsafePointer<UInt64>?, _ count: Int, _ outChanged: UnsafeMutablePointer<Int>?,
  read: Bool
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    let changed = try account.mark(try keyList(keys, count), read: read)
    outChanged?.pointee = changed
    return .ok
  }
}

func keyList(_ keys: UnsafePointer<UInt64>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<UInt64> {
  if keys == nil && count != 0 { throw Failure.missing("keys") }
  guard count >= 0 else { throw Failure(.argument, "too many keys") }
  return UnsafeBufferPointer(start: keys, count: keys == nil ? 0 : count)
}

@c @implementation
public func tally_message_read_path(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  tally_message_read_until(handle, path, flags, 0, outChanged)
}

@c @implementation
public func tally_message_read_until(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ last: UInt64,
  _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_MESSAGES_SUBTREE) == 0, "unknown flags")
    let changed = try account(handle).readMessages(
      at: try unchecked(path, "path"), subtree: flags & UInt32(TALLY_MESSAGES_SUBTREE) != 0, last: last)
    outChanged?.pointee = changed
    return .ok
  }
}

// MARK: What the host has by other means

@c @implementation
public func tally_feed_deliver(_ handle: OpaquePointer?, _ page: UnsafeRawPointer?, _ size: Int) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).deliver(try bytes(page, size))
    return .ok
  }
}

@c @implementation
public func tally_feed_push(_ handle: OpaquePointer?, _ payload: UnsafeRawPointer?, _ size: Int) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).push(try bytes(payload, size))
    return .ok
  }
}

@c @implementation
public func tally_push(_ handle: OpaquePointer?, _ payload: UnsafeRawPointer?, _ size: Int) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).push(try bytes(payload, size))
    return .ok
  }
}

@c @implementation
public func tally_push_badge(_ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).setPushBadge(
      path == nil ? UnsafeRawBufferPointer(start: nil, count: 0) : try unchecked(path, "path"))
    return .ok
  }
}

@c @implementation
public func tally_message_post(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_message_options>?,
  _ outKey: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  answer { () throws(Failure) in
    outKey?.pointee = 0
    let account = try account(handle)
    var raw = tally_message_options()
    try options(given, into: &raw)
    let known = UInt32(TALLY_MESSAGE_DOT)
    let reserved = raw.reserved.0 | raw.reserved.1
    try refuse(unless: raw.flags & ~known == 0 && reserved == 0, "unknown flags and reserved members")
    if raw.time < 0 { throw Failure(.range, "the time must not be negative") }
    var item = MessageItem()
    if raw.flags & known != 0 {
      try refuse(unless: raw.count == 0, "the count of a dot")
      item.count = 0
    } else if raw.count != 0 {
      item.count = raw.count
    }
    item.time = raw.time
    item.argumentCount = raw.argument_count
    item.id = try textOrNone(raw.id, "id")
    item.kind = try textOrNone(raw.kind, "kind")
    item.title = try textOrNone(raw.title, "title")
    item.body = try textOrNone(raw.body, "body")
    item.thread = try textOrNone(raw.thread, "thread")
    item.category = try textOrNone(raw.category, "category")
    item.argument = try textOrNone(raw.argument, "argument")
    let key = try account.post(item, at: try unchecked(path, "path"))
    outKey?.pointee = key
    return .ok
  }
}

@c @implementation
public func tally_message_remove(_ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).removePosted(try text(id, "id"))
    return .ok
  }
}
