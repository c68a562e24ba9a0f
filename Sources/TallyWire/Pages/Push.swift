import TallyFailure
import TallyMemory

/// The contents of a push: that there is something new, and perhaps an item. Bytes are borrowed like a page's.
public struct Push {
  /// The name of its feed; empty: absent.
  public internal(set) var feed = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The server's current cursor; empty: absent.
  public internal(set) var cursor = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Milliseconds; -1: absent.
  public internal(set) var spread: Int64 = -1
  /// Without a path there is no item. Without an id the item is not identified.
  public internal(set) var item = MessageItem()
  /// `aps.badge`: the number for the application's icon. Used if the host names a path for it.
  public internal(set) var badge: UInt32?
  /// `aps.badge` is present, but invalid. An error if the host names a path for it.
  public internal(set) var isBadgeUnusable = false

  /// The notification has a text.
  public internal(set) var hasAlert = false

  public init() {}
}

extension PageDecoder {
  /// Reads a push: a JSON object with `feed`, `cursor`, `spread`, and the fields of an item. It may also be the payload
  /// of an APNs notification, which may have these fields beside `aps`. There the application has members of its own.
  /// So a member with an invalid value for its field counts as one of those.
  /// - Throws: `.malformed`, `.outOfMemory`.
  public func decode(_ bytes: UnsafeRawBufferPointer, into push: inout Push) throws(Failure) {
    var reader = JSONReader(bytes)
    guard let document = reader.readDocument() else { throw syntaxError(reader.position, bytes) }
    if document.kind != .object { throw malformed("the push is not a JSON object") }
    try prepareScratch(bytes.count)
    let notification = member("aps", of: document, .object)
    let isNotification = notification != nil
    try readTarget(document, &push, isNotification)
    var item = ItemFields(ofPush: document)
    if isNotification { item.forgetUnusable() }
    if item.hasPath {
      if let reason = try item.take(into: &push.item, scratch: &scratch) { throw malformed(reason) }
      try readNotification(notification, document, &push.item)
    }
    push.hasAlert = member("alert", of: notification) != nil
    if let badge = member("badge", of: notification) {
      push.badge = readCount(badge)
      push.isBadgeUnusable = push.badge == nil
    }
  }

  /// Reads the feed and the server's cursor.
  private func readTarget(_ document: JSONValue, _ push: inout Push, _ isNotification: Bool) throws(Failure) {
    if let feed = member("feed", of: document), !isNotification || feed.kind == .string {
      if feed.kind != .string { throw malformed("'feed' is not a string") }
      push.feed = try decodeText(feed, into: &scratch)
    }
    if let cursor = member("cursor", of: document) {
      let text = try decodeIdentifier(cursor, into: &scratch)
      if text == nil && !isNotification { throw malformed("'cursor' is not a string") }
      if let text { push.cursor = text }
    }
    if let spread = member("spread", of: document), !isNotification || spread.kind == .number {
      push.spread = try duration(spread, "'spread' is not a number of seconds")
    }
  }

  /// Uses the notification's texts if the item has none.
  private func readNotification(
    _ notification: JSONValue?, _ document: JSONValue, _ item: inout MessageItem
  ) throws(Failure) {
    let alert = member("alert", of: notification)
    if item.argumentCount == 0, let count = member("summary-arg-count", of: alert, .number) {
      item.argumentCount = readCount(count) ?? 0
    }
    try take("title", of: alert, &item.title)
    try take("subtitle", of: alert, &item.subtitle)
    try take("body", of: alert, &item.body)
    try take("alert", of: notification, &item.body)
    try take("summary-arg", of: alert, &item.argument)
    try take("thread-id", of: notification, &item.thread)
    try take("thread-id", of: document, &item.thread)
    try take("category", of: notification, &item.category)
  }

  @inline(never)
  private func take(
    _ name: StaticString, of object: JSONValue?, _ target: inout UnsafeRawBufferPointer
  ) throws(Failure) {
    guard target.isEmpty, let value = member(name, of: object, .string) else { return }
    target = try decodeText(value, into: &scratch)
  }

  /// The member of an object, if it has that kind.
  private func member(_ name: StaticString, of value: JSONValue?, _ kind: JSONValue.Kind) -> JSONValue? {
    let found = member(name, of: value)
    return found?.kind == kind ? found : nil
  }

  /// The member of an object. nil: there is none, or it is null.
  @inline(never)
  private func member(_ name: StaticString, of value: JSONValue?) -> JSONValue? {
    guard let value, value.kind == .object else { return nil }
    var found: JSONValue?
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() { if isName(key, name) { found = unlessNull(value) } }
    return found
  }
}
