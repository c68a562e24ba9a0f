import TallyMemory

/// What a push says: that there is something new, and perhaps what. Bytes are borrowed as a page's are.
public struct Push {
  /// The name of the feed that it is about; empty: it does not say.
  public internal(set) var feed = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Where the server is now; empty: it does not say.
  public internal(set) var cursor = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Milliseconds; -1: it does not say.
  public internal(set) var spread: Int64 = -1
  /// Without a path there is none. Without an id it is not known which one.
  public internal(set) var item = MessageItem()
  /// `aps.badge`: what the icon is to show. For whoever names a path for it.
  public internal(set) var badge: UInt32?

  public init() {}
}

extension PageDecoder {
  /// Reads a push: a JSON object with `feed`, `cursor`, `spread`, and the fields of an item; or the payload of an APNs
  /// notification, which may have them beside `aps`.
  /// - Throws: `.malformed`, `.outOfMemory`.
  public func decode(_ bytes: UnsafeRawBufferPointer, into push: inout Push) throws(StoreError) {
    var reader = JSONReader(bytes)
    guard let document = reader.readDocument() else { throw syntaxError(reader.position, bytes) }
    if document.kind != .object { throw malformed("the push is not a JSON object") }
    try prepareScratch(bytes.count)
    try take("feed", of: document, &push.feed)
    if let cursor = member("cursor", of: document) {
      guard let text = try decodeIdentifier(cursor, into: &scratch) else { throw malformed("'cursor' is not a string") }
      push.cursor = text
    }
    if let spread = member("spread", of: document) {
      push.spread = try duration(spread, "'spread' is not a number of seconds")
    }
    if member("path", of: document) != nil {
      var item = ItemFields()
      if let reason = try item.read(document, into: &push.item, scratch: &scratch, isPush: true) {
        throw malformed(reason)
      }
    }
    try readNotification(document, &push)
  }

  /// What the notification shows, where the push itself does not say so.
  private func readNotification(_ document: JSONValue, _ push: inout Push) throws(StoreError) {
    guard let notification = member("aps", of: document) else { return }
    let alert = member("alert", of: notification)
    if push.item.argumentCount == 0 {
      push.item.argumentCount = try number(member("summary-arg-count", of: alert)) ?? 0
    }
    push.badge = try number(member("badge", of: notification))
    try take("title", of: alert, &push.item.title)
    try take("body", of: alert, &push.item.body)
    if alert?.kind == .string { try take("alert", of: notification, &push.item.body) }
    try take("summary-arg", of: alert, &push.item.argument)
    try take("thread-id", of: notification, &push.item.thread)
    try take("thread-id", of: document, &push.item.thread)
    try take("category", of: notification, &push.item.category)
  }

  private func number(_ value: JSONValue?) throws(StoreError) -> UInt32? {
    guard let value else { return nil }
    guard let number = readCount(value) else {
      throw malformed("a number of the notification is not within 0 to 4294967295")
    }
    return number
  }

  @inline(never)
  private func take(
    _ name: StaticString, of object: JSONValue?, _ target: inout UnsafeRawBufferPointer
  ) throws(StoreError) {
    guard target.isEmpty, let value = member(name, of: object) else { return }
    if value.kind != .string { throw malformed("a text of the push is not a string") }
    target = try decodeText(value, into: &scratch)
  }

  /// The member of an object; nil: there is none, or it is null.
  @inline(never)
  private func member(_ name: StaticString, of value: JSONValue?) -> JSONValue? {
    guard let value, value.kind == .object else { return nil }
    var found: JSONValue?
    var reader = JSONReader(value.text)
    reader.enter()
    while let (key, value) = reader.nextMember() { if isName(key, name) { found = unlessNull(value) } }
    return found
  }
}
