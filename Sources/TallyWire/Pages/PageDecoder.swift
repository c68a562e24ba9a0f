import TallyFailure
import TallyMemory

/// Decodes the wire format of feeds. It needs no store and no lock. One thread at a time uses a decoder.
///
/// An error at the top level rejects the whole body. A bad entry among good ones is set aside and counted. If a name
/// occurs twice in an object, the last one wins. Numeric identifiers keep their literal text.
///
/// Invariant: decoded strings lie in the body if they have no escapes. Otherwise they lie in `scratch` (of an entry) or
/// `pageText` (of the page). Both are reserved before they are filled, so borrowed bytes never move.
public final class PageDecoder: @unchecked Sendable {
  private var pageText = ByteBuffer()
  var scratch = ByteBuffer()
  /// The last response that was read through a mapping, as a page of the wire format.
  public internal(set) var translated = ByteBuffer()
  var next = ByteBuffer()
  /// The unknown members of the pages that were read since the caller emptied it. Members of a response that a mapping
  /// reads are not noted.
  public var unknown = UnknownMembers()

  private init() {}

  public static func make() throws(Failure) -> PageDecoder {
    PageDecoder()
  }

  /// Checks a body and reads its top level.
  /// - Throws: `.malformed`, with the place and the reason in the thread's message; `.outOfMemory`.
  public func decode(_ body: UnsafeRawBufferPointer) throws(Failure) -> Page {
    var reader = JSONReader(body)
    guard let document = reader.readDocument() else { throw syntaxError(reader.position, body) }
    return try read(document)
  }

  func read(_ document: JSONValue) throws(Failure) -> Page {
    if document.kind != .object { throw malformed("the response is not a JSON object") }
    var fields = PageFields()
    fields.read(document, &unknown)
    pageText.removeAll()
    try needingMemory { () throws(OutOfMemory) in try pageText.reserve(fields.lengthOfTexts) }
    return try page(fields)
  }

  private func page(_ fields: PageFields) throws(Failure) -> Page {
    var page = Page()
    guard let cursor = fields.cursor else { throw malformed("field 'cursor' is missing") }
    page.cursor = try identifier(
      cursor, "field 'cursor' is not a string or number without control characters")
    if let epoch = fields.epoch {
      page.epoch = try identifier(epoch, "field 'epoch' is not a string or number without control characters")
    }
    if let title = fields.title {
      if title.kind != .string { throw malformed("field 'title' is not a string") }
      page.title = try decodeText(title, into: &pageText)
      page.hasTitle = true
    }
    page.hasMore = try flag(fields.more, "field 'more' is not true or false")
    page.isReset = try flag(fields.reset, "field 'reset' is not true or false")
    if let poll = fields.poll { page.poll = try duration(poll, "field 'poll' is not a number of seconds") }
    if let spread = fields.spread {
      page.spread = try duration(spread, "field 'spread' is not a number of seconds")
    }
    guard let items = fields.items else { throw malformed("field 'items' is missing") }
    page.items = try expect(items, .array, "field 'items' is not an array")
    page.gone = try expect(fields.gone, .array, "field 'gone' is not an array")
    page.marks = try expect(fields.marks, .object, "field 'marks' is not an object")
    page.badges = try expect(fields.badges, .object, "field 'badges' is not an object")
    page.settings = try expect(fields.settings, .array, "field 'settings' is not an array")
    page.checks = try expect(fields.checks, .object, "field 'check' is not an object")
    return page
  }

  // MARK: - Entries, in the order of the document

  /// - Parameters:
  ///   - rejected: receives the index of a rejected item, and the reason.
  ///   - visit: returns whether the item was accepted. Otherwise it counts as set aside.
  public func visitItems(
    _ page: Page, rejected: ((_ index: Int, _ reason: StaticString, _ item: UnsafeRawBufferPointer) -> Void)? = nil,
    _ visit: (MessageItem) throws(Failure) -> Bool
  ) throws(Failure) -> PageTally {
    var tally = PageTally()
    guard let items = page.items else { return tally }
    var walk = JSONWalk(items)
    while let value = walk.nextElement() {
      try prepareScratch(value.text.count)
      var fields = ItemFields()
      var item = MessageItem()
      var reason = try fields.read(value, into: &item, scratch: &scratch, &unknown)
      if reason == nil, try !visit(item) { reason = "its path is invalid" }
      if let reason { rejected?(tally.accepted + tally.rejected, reason, value.text) }
      tally.count(isAccepted: reason == nil, reason: reason ?? "")
    }
    return tally
  }

  public func visitGone(
    _ page: Page, _ visit: (_ id: UnsafeRawBufferPointer) throws(Failure) -> Bool
  ) throws(Failure) -> PageTally {
    var tally = PageTally()
    guard let gone = page.gone else { return tally }
    var walk = JSONWalk(gone)
    while let value = walk.nextElement() {
      try prepareScratch(value.text.count)
      if let id = try decodeIdentifier(value, into: &scratch), !id.isEmpty, id.count <= maximumIdentifierBytes {
        tally.count(isAccepted: try visit(id), reason: "it was rejected")
      } else {
        tally.count(isAccepted: false, reason: "it is no id")
      }
    }
    return tally
  }

  /// - Parameter visit: receives the path, the sequence up to which all is read, and the mark's version (0: none); or
  ///   the sequence up to which all is seen, and -1. An entry that says both is visited twice.
  public func visitMarks(
    _ page: Page,
    _ visit: (
      _ path: UnsafeRawBufferPointer, _ upTo: UnsafeRawBufferPointer, _ version: Int64
    ) throws(Failure) -> Bool
  ) throws(Failure) -> PageTally {
    var tally = PageTally()
    guard let marks = page.marks else { return tally }
    var walk = JSONWalk(marks)
    while let (key, value) = walk.nextMember() {
      if value.kind != .array {
        try visitMark(key, value, &tally, visit)
        continue
      }
      var list = JSONWalk(value)
      while let one = list.nextElement() { try visitMark(key, one, &tally, visit) }
    }
    return tally
  }

  private func visitMark(
    _ key: JSONValue, _ value: JSONValue, _ tally: inout PageTally,
    _ visit: (
      _ path: UnsafeRawBufferPointer, _ upTo: UnsafeRawBufferPointer, _ version: Int64
    ) throws(Failure) -> Bool
  ) throws(Failure) {
    try prepareScratch(key.text.count + value.text.count)
    let path = try decodeIdentifier(key, into: &scratch)
    var fields = MarkFields()
    fields.read(value, &unknown)
    let upTo = try sequence(fields.upTo)
    let seen = try sequence(fields.seen)
    guard let path, !path.isEmpty, let version = fields.version, let upTo, let seen, !(upTo.isEmpty && seen.isEmpty)
    else { return tally.count(isAccepted: false, reason: "it is no mark of a path with 'upto' or 'seen'") }
    var isAccepted = true
    if !upTo.isEmpty { isAccepted = try visit(path, upTo, version) }
    if isAccepted, !seen.isEmpty { isAccepted = try visit(path, seen, -1) }
    tally.count(isAccepted: isAccepted, reason: "its path is invalid")
  }

  /// The sequence of a mark; empty: absent; nil: it is none.
  private func sequence(_ value: JSONValue?) throws(Failure) -> UnsafeRawBufferPointer? {
    guard let value else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let text = try decodeIdentifier(value, into: &scratch), !text.isEmpty, text.count <= maximumIdentifierBytes
    else { return nil }
    return text
  }

  public func visitBadges(
    _ page: Page, _ visit: (_ path: UnsafeRawBufferPointer, _ badge: PageBadge) throws(Failure) -> Bool
  ) throws(Failure) -> PageTally {
    var tally = PageTally()
    guard let badges = page.badges else { return tally }
    var walk = JSONWalk(badges)
    while let (key, value) = walk.nextMember() {
      try prepareScratch(key.text.count + value.text.count)
      let path = try decodeIdentifier(key, into: &scratch)
      var fields = BadgeFields()
      if let path, !path.isEmpty, var badge = fields.read(value, &unknown), try fields.takeTexts(into: &badge, &scratch)
      {
        tally.count(isAccepted: try visit(path, badge), reason: "its path is invalid")
      } else {
        tally.count(isAccepted: false, reason: "it is no badge (null, a count, a dot), or one of its texts is no name")
      }
    }
    return tally
  }

  /// Visits the first `maximumChecks` paths, with what the server counts there. The others are rejected.
  public func visitChecks(
    _ page: Page, _ visit: (_ path: UnsafeRawBufferPointer, _ check: PageCheck) throws(Failure) -> Bool
  ) throws(Failure) -> PageTally {
    var tally = PageTally()
    guard let checks = page.checks else { return tally }
    var walk = JSONWalk(checks)
    while let (key, value) = walk.nextMember() {
      if tally.accepted + tally.rejected >= maximumChecks {
        tally.count(isAccepted: false, reason: "the response checks more than 64 paths")
        continue
      }
      try prepareScratch(key.text.count)
      let path = try decodeIdentifier(key, into: &scratch)
      var fields = CheckFields()
      fields.read(value, &unknown)
      if let path, !path.isEmpty, let check = fields.check {
        tally.count(isAccepted: try visit(path, check), reason: "its path is invalid")
      } else {
        tally.count(isAccepted: false, reason: "it is no path with a number 'n', or its 'h' is invalid")
      }
    }
    return tally
  }

  /// A decoded text is no longer than its source. So nothing moves within this room.
  func prepareScratch(_ capacity: Int) throws(Failure) {
    scratch.removeAll()
    try needingMemory { () throws(OutOfMemory) in try scratch.reserve(capacity) }
  }

  // MARK: - Fields of the top level

  private func identifier(_ value: JSONValue, _ words: StaticString) throws(Failure)
    -> UnsafeRawBufferPointer
  {
    guard let bytes = try decodeIdentifier(value, into: &pageText) else { throw malformed(words) }
    return bytes
  }

  private func flag(_ value: JSONValue?, _ words: StaticString) throws(Failure) -> Bool {
    guard let value else { return false }
    if value.kind != .boolean { throw malformed(words) }
    return value.isTrue
  }

  /// Milliseconds, at least 0. A value that is too large becomes the longest duration.
  func duration(_ value: JSONValue, _ words: StaticString) throws(Failure) -> Int64 {
    if value.kind != .number { throw malformed(words) }
    if value.text[0] == 0x2D { return 0 }
    return JSONNumber.scaled(value.text, power: 3, isExact: false, within: 0...maximumTime) ?? maximumTime
  }

  private func expect(
    _ value: JSONValue?, _ kind: JSONValue.Kind, _ words: StaticString
  ) throws(Failure) -> JSONValue? {
    if let value, value.kind != kind { throw malformed(words) }
    return value
  }

  func malformed(_ words: StaticString) -> Failure {
    Failure(.protocolError, words)
  }

  func syntaxError(_ position: Int, _ body: UnsafeRawBufferPointer) -> Failure {
    let failure = Failure(
      .protocolError,
      position >= body.count ? "the answer ends too early, at byte " : "the answer is malformed JSON at byte ")
    Words.add(number: Int64(position))
    return failure
  }
}

/// The latest timestamp and the longest duration of a page. It is far beyond any calendar, and small enough to add to.
let maximumTime: Int64 = 1 << 53

/// Turns the allocator's error into the library's.
func needingMemory(_ body: () throws(OutOfMemory) -> Void) throws(Failure) {
  do throws(OutOfMemory) { try body() } catch { throw Failure.noMemory }
}

/// The text of a string. Borrowed from the body if it has no escapes.
func decodeText(_ value: JSONValue, into buffer: inout ByteBuffer) throws(Failure)
  -> UnsafeRawBufferPointer
{
  let inner = UnsafeRawBufferPointer(rebasing: value.text[1..<(value.text.count - 1)])
  if !inner.contains(0x5C) { return inner }
  let start = buffer.count
  try needingMemory { () throws(OutOfMemory) in try UTF8Text.appendUnescaped(value.text, to: &buffer) }
  return buffer.bytes(at: start, count: buffer.count - start)
}

/// The text of a string without control characters, or the literal of a number. nil for anything else.
func decodeIdentifier(
  _ value: JSONValue, into buffer: inout ByteBuffer
) throws(Failure) -> UnsafeRawBufferPointer? {
  switch value.kind {
  case .number: return value.text
  case .string: return UTF8Text.isIdentifier(value.text) ? try decodeText(value, into: &buffer) : nil
  default: return nil
  }
}
