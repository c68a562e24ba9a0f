import TallyFailure
import TallyMemory

/// Whether a member has this name. No server writes such plain words with escapes, so names with escapes count as
/// unknown.
func isName(_ key: JSONValue, _ name: StaticString) -> Bool {
  guard key.text.count == name.utf8CodeUnitCount + 2 else { return false }
  for index in 0..<name.utf8CodeUnitCount where key.text[index + 1] != name.utf8Start[index] { return false }
  return true
}

/// null means that a field is absent.
func unlessNull(_ value: JSONValue) -> JSONValue? {
  value.kind == .null ? nil : value
}

/// The top level of a page.
struct PageFields {
  var cursor, epoch, title, more, reset, poll, spread, items, gone, marks, badges, checks, settings: JSONValue?

  /// The most room that the decoded texts need.
  var lengthOfTexts: Int {
    (cursor?.text.count ?? 0) + (epoch?.text.count ?? 0) + (title?.text.count ?? 0)
  }

  mutating func read(_ document: JSONValue, _ unknown: inout UnknownMembers) {
    var walk = JSONWalk(document)
    while let (key, value) = walk.nextMember() {
      if !take(key, unlessNull(value)) { unknown.note(key.inner, in: .page) }
    }
  }

  /// - Returns: whether the name is known.
  private mutating func take(_ key: JSONValue, _ value: JSONValue?) -> Bool {
    if isName(key, "cursor") {
      cursor = value
    } else if isName(key, "items") {
      items = value
    } else if isName(key, "epoch") {
      epoch = value
    } else if isName(key, "title") {
      title = value
    } else if isName(key, "more") {
      more = value
    } else if isName(key, "reset") {
      reset = value
    } else if isName(key, "poll") {
      poll = value
    } else if isName(key, "spread") {
      spread = value
    } else if isName(key, "gone") {
      gone = value
    } else if isName(key, "marks") {
      marks = value
    } else if isName(key, "badges") {
      badges = value
    } else if isName(key, "check") {
      checks = value
    } else if isName(key, "settings") {
      settings = value
    } else {
      // The version: there is only one.
      return isName(key, "v")
    }
    return true
  }
}

/// The fields of one item.
struct ItemFields {
  private var id, revision, sequence, time, path, count, total, isRead, version, isDeleted, argumentCount, data,
    own, level, isSeen, snooze: JSONValue?
  /// Indexed by `MessageText`.
  private var texts = InlineArray<11, JSONValue?>(repeating: nil)

  /// It may have no id.
  private var isPush = false
  /// A link, an icon or data that it cannot have count as absent.
  private var isLenient = false

  init() {}

  /// - Parameter push: an object.
  init(ofPush push: JSONValue) {
    isPush = true
    // A push may have any other member, for the application.
    var walk = JSONWalk(push)
    while let (key, value) = walk.nextMember() { _ = take(key, unlessNull(value)) }
  }

  var hasPath: Bool { path != nil }

  /// - Returns: why the item cannot be used; nil: it can.
  mutating func read(
    _ value: JSONValue, into item: inout MessageItem, scratch: inout ByteBuffer, _ unknown: inout UnknownMembers
  ) throws(Failure) -> StaticString? {
    if value.kind != .object { return "it is not an object" }
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() {
      if !take(key, unlessNull(value)) { unknown.note(key.inner, in: .item) }
    }
    return try take(into: &item, scratch: &scratch)
  }

  /// - Returns: why the item cannot be used; nil: it can.
  func take(into item: inout MessageItem, scratch: inout ByteBuffer) throws(Failure) -> StaticString? {
    if let reason = try readIdentifiers(&item, &scratch) { return reason }
    if let reason = readNumbers(&item) { return reason }
    return try readTexts(&item, &scratch)
  }

  /// Drops values that are invalid for their field.
  mutating func forgetUnusable() {
    func keep(_ field: inout JSONValue?, _ isUsable: (JSONValue) -> Bool) {
      if let value = field, !isUsable(value) { field = nil }
    }
    func isText(_ value: JSONValue) -> Bool { value.kind == .string }
    func isIdentifier(_ value: JSONValue) -> Bool {
      value.kind == .number || (value.kind == .string && !value.inner.isEmpty && UTF8Text.isIdentifier(value.text))
    }
    func isCount(_ value: JSONValue) -> Bool { readCount(value) != nil }
    func isFlag(_ value: JSONValue) -> Bool { value.kind == .boolean }
    keep(&path) { isText($0) && isIdentifier($0) }
    keep(&id, isIdentifier)
    keep(&revision, isIdentifier)
    keep(&sequence, isIdentifier)
    keep(&time) { readTime($0) != nil }
    keep(&count, isCount)
    keep(&total, isCount)
    keep(&argumentCount, isCount)
    keep(&version) { readWholeNumber($0) != nil }
    keep(&isRead, isFlag)
    keep(&isDeleted, isFlag)
    keep(&isSeen, isFlag)
    keep(&own, isFlag)
    keep(&level) { readLevel($0) != nil }
    keep(&snooze) { readTime($0) != nil }
    for place in 0..<texts.count where place != MessageText.also.rawValue { keep(&texts[place], isText) }
    keep(&texts[MessageText.also.rawValue], ItemFields.areFurtherPaths)
    isLenient = true
  }

  /// - Returns: whether the name is known.
  // Two copies would be large.
  @inline(never)
  private mutating func take(_ key: JSONValue, _ value: JSONValue?) -> Bool {
    if isName(key, "id") {
      id = value
    } else if isName(key, "rev") {
      revision = value
    } else if isName(key, "seq") {
      sequence = value
    } else if isName(key, "ts") {
      time = value
    } else if isName(key, "path") {
      path = value
    } else if isName(key, "count") {
      count = value
    } else if isName(key, "total") {
      total = value
    } else if isName(key, "read") {
      isRead = value
    } else if isName(key, "ver") {
      version = value
    } else if isName(key, "deleted") {
      isDeleted = value
    } else if isName(key, "arg_count") {
      argumentCount = value
    } else if isName(key, "data") {
      data = value
    } else if isName(key, "own") {
      own = value
    } else if isName(key, "level") {
      level = value
    } else if isName(key, "seen") {
      isSeen = value
    } else if isName(key, "snooze") {
      snooze = value
    } else {
      return takeText(key, value)
    }
    return true
  }

  private mutating func takeText(_ key: JSONValue, _ value: JSONValue?) -> Bool {
    for place in 0..<texts.count {
      guard let text = MessageText(rawValue: place), isName(key, text.member) else { continue }
      texts[place] = value
      return true
    }
    return false
  }

  private func readIdentifiers(
    _ item: inout MessageItem, _ scratch: inout ByteBuffer
  ) throws(Failure) -> StaticString? {
    item.isGone = isDeleted?.isTrue ?? false
    item.isLevel = total != nil
    if let path, path.kind == .string, let text = try decodeIdentifier(path, into: &scratch) { item.path = text }
    // A path has one number, unless the server gives an id.
    if item.isLevel && id == nil { item.id = item.path }
    if let id, let text = try decodeIdentifier(id, into: &scratch) { item.id = text }
    if item.id.isEmpty && !(isPush && id == nil) { return "it has no usable 'id'" }
    if item.id.count > maximumIdentifierBytes { return "its 'id' is too long" }
    if item.path.isEmpty && !item.isGone { return "it has no usable 'path'" }
    if let revision {
      guard let text = try decodeIdentifier(revision, into: &scratch), text.count <= maximumIdentifierBytes
      else { return "its 'rev' is not usable" }
      item.revision = text
    }
    // A push without a sequence is ordered by its arrival.
    if !isPush { item.sequence = item.id }
    if let sequence {
      guard let text = try decodeIdentifier(sequence, into: &scratch), text.count <= maximumIdentifierBytes
      else { return "its 'seq' is not usable" }
      if !text.isEmpty { item.sequence = text }
    }
    return nil
  }

  private func readNumbers(_ item: inout MessageItem) -> StaticString? {
    if let time {
      guard let value = readTime(time) else { return "its 'ts' is not a point in time" }
      item.time = value
    }
    if let count = total ?? count {
      guard let value = readCount(count) else {
        return item.isLevel
          ? "its 'total' is not within 0 to 4294967295" : "its 'count' is not within 0 to 4294967295"
      }
      item.count = value
      if item.isLevel && value == 0 { item.isGone = true }
    }
    if let argumentCount {
      guard let value = readCount(argumentCount) else {
        return "its 'arg_count' is not within 0 to 4294967295"
      }
      item.argumentCount = value
    }
    if let isDeleted, isDeleted.kind != .boolean { return "its 'deleted' is not true or false" }
    if let isRead {
      if isRead.kind != .boolean { return "its 'read' is not true or false" }
      item.isRead = isRead.isTrue
    }
    if let isSeen {
      if isSeen.kind != .boolean { return "its 'seen' is not true or false" }
      item.isSeen = isSeen.isTrue
    }
    if let own {
      if own.kind != .boolean { return "its 'own' is not true or false" }
      item.isOwn = own.isTrue
      if item.isOwn { item.isRead = true }
    }
    if let level {
      guard let value = readLevel(level) else {
        return "its 'level' is not 'passive', 'normal', 'highlight', 'critical', or their number from -1 to 2"
      }
      item.level = value
    }
    if let snooze {
      guard let time = readTime(snooze) else { return "its 'snooze' is not a point in time" }
      item.snooze = time
    }
    if let version {
      guard let number = readWholeNumber(version) else {
        return "its 'ver' is not a whole number from 0 to 9007199254740990"
      }
      item.version = number
    }
    return nil
  }

  private func readTexts(_ item: inout MessageItem, _ scratch: inout ByteBuffer) throws(Failure)
    -> StaticString?
  {
    for place in 0..<texts.count {
      guard let text = MessageText(rawValue: place), let value = texts[place] else { continue }
      if text == .also {
        if !ItemFields.areFurtherPaths(value) { return "its 'also' is not an array of at most 8 paths" }
        try readFurtherPaths(value, &item, &scratch)
        continue
      }
      if value.kind != .string {
        return "its 'kind', 'title', 'body', 'subtitle', 'thread', 'category', 'arg', 'link' or 'icon' is not a string"
      }
      item[text] = try decodeText(value, into: &scratch)
      guard let limit = text.limit, item[text].count > limit || !UTF8Text.isIdentifier(value.text) else { continue }
      if !isLenient { return "its 'link' or 'icon' is too long, or has control characters" }
      item[text] = UnsafeRawBufferPointer(start: nil, count: 0)
    }
    guard let data else { return nil }
    let compact = try MessageData.compact(data, into: &scratch)
    if compact.count <= maximumDataBytes { item.data = compact } else if !isLenient { return "its 'data' is too long" }
    return nil
  }
}

extension ItemFields {
  private static func areFurtherPaths(_ value: JSONValue) -> Bool {
    if value.kind != .array { return false }
    var walk = JSONWalk(value)
    var count = 0
    while let path = walk.nextElement() {
      count += 1
      if path.kind != .string || path.inner.isEmpty || !UTF8Text.isIdentifier(path.text) { return false }
    }
    return count <= MessageItem.maximumFurtherPaths
  }

  /// Reads the further paths as lines.
  private func readFurtherPaths(
    _ value: JSONValue, _ item: inout MessageItem, _ scratch: inout ByteBuffer
  ) throws(Failure) {
    let start = scratch.count
    var walk = JSONWalk(value)
    while let path = walk.nextElement() {
      try needingMemory { () throws(OutOfMemory) in
        try scratch.append(byte: UInt8(ascii: "\n"))
        try UTF8Text.appendUnescaped(path.text, to: &scratch)
      }
    }
    item.also = scratch.bytes(at: start, count: scratch.count - start)
  }
}

/// Seconds since 1970, possibly with a fraction, as milliseconds.
func readTime(_ value: JSONValue) -> Int64? {
  if value.kind != .number { return nil }
  return JSONNumber.scaled(value.text, power: 3, isExact: false, within: 0...maximumTime)
}

/// A level by its name or its number.
private func readLevel(_ value: JSONValue) -> Int32? {
  if value.kind == .number {
    return JSONNumber.scaled(value.text, power: 0, isExact: true, within: -1...2).map { Int32(truncatingIfNeeded: $0) }
  }
  if value.kind != .string { return nil }
  if isName(value, "passive") { return -1 }
  if isName(value, "normal") { return 0 }
  if isName(value, "highlight") { return 1 }
  return isName(value, "critical") ? 2 : nil
}

func readCount(_ value: JSONValue) -> UInt32? {
  value.kind == .number ? JSONNumber.count(value.text) : nil
}

/// The fields of a mark.
struct MarkFields {
  private(set) var upTo: JSONValue?
  private(set) var seen: JSONValue?
  /// nil: present, but not a number.
  private(set) var version: Int64? = 0

  mutating func read(_ value: JSONValue, _ unknown: inout UnknownMembers) {
    guard value.kind == .object else { return }
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() {
      if isName(key, "upto") {
        upTo = unlessNull(value)
      } else if isName(key, "seen") {
        seen = unlessNull(value)
      } else if isName(key, "ver") {
        version = value.kind == .null ? 0 : readWholeNumber(value)
      } else {
        unknown.note(key.inner, in: .mark)
      }
    }
  }
}

/// A whole number from 0 to `MessageItem.maximumVersion`; nil: it is none.
func readWholeNumber(_ value: JSONValue) -> Int64? {
  if value.kind != .number { return nil }
  return JSONNumber.scaled(value.text, power: 0, isExact: true, within: 0...MessageItem.maximumVersion)
}

/// The fields of a check: what the server counts at a path.
struct CheckFields {
  private(set) var count: UInt64?
  private(set) var highlights: UInt64?
  private var isValid = true

  /// nil: it has no number, or an invalid one.
  var check: PageCheck? {
    guard isValid, let count else { return nil }
    return PageCheck(count: count, highlights: highlights)
  }

  mutating func read(_ value: JSONValue, _ unknown: inout UnknownMembers) {
    guard value.kind == .object else { return }
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() {
      if isName(key, "n") {
        count = readWholeNumber(value).map { UInt64(clamping: $0) }
      } else if isName(key, "h") {
        highlights = readWholeNumber(value).map { UInt64(clamping: $0) }
        isValid = value.kind == .null || highlights != nil
      } else {
        unknown.note(key.inner, in: .check)
      }
    }
  }
}

/// The fields of an own badge.
struct BadgeFields {
  private var count, dot, until, icon, revision, dismissed: JSONValue?

  /// Takes the revisions and the icon.
  /// - Returns: whether the revisions are identifiers, and the icon is none or a name of 1 to `maximumIconBytes` bytes.
  func takeTexts(into badge: inout PageBadge, _ scratch: inout ByteBuffer) throws(Failure) -> Bool {
    if let revision {
      guard let text = try decodeIdentifier(revision, into: &scratch), !text.isEmpty else { return false }
      badge.revision = text
    }
    if let dismissed {
      guard let text = try decodeIdentifier(dismissed, into: &scratch), !text.isEmpty else { return false }
      badge.dismissed = text
    }
    guard let icon, badge.kind > 0 else { return true }
    guard icon.kind == .string, let name = try decodeIdentifier(icon, into: &scratch) else { return false }
    badge.icon = name
    return name.count <= maximumIconBytes
  }

  /// nil: invalid. null and a count of 0 remove the badge.
  mutating func read(_ value: JSONValue, _ unknown: inout UnknownMembers) -> PageBadge? {
    if value.kind == .null { return PageBadge(kind: 0, count: 0, until: 0) }
    guard value.kind == .object else { return nil }
    var walk = JSONWalk(value)
    while let (key, value) = walk.nextMember() {
      if isName(key, "count") {
        count = unlessNull(value)
      } else if isName(key, "dot") {
        dot = unlessNull(value)
      } else if isName(key, "until") {
        until = unlessNull(value)
      } else if isName(key, "icon") {
        icon = unlessNull(value)
      } else if isName(key, "rev") {
        revision = unlessNull(value)
      } else if isName(key, "dismissed") {
        dismissed = unlessNull(value)
      } else {
        unknown.note(key.inner, in: .badge)
      }
    }
    return badge()
  }

  private func badge() -> PageBadge? {
    var end: Int64 = 0
    if let until {
      guard let time = readTime(until) else { return nil }
      end = time
    }
    if let dot, dot.kind != .boolean { return nil }
    let isDot = dot?.isTrue ?? false
    guard let count else {
      if !isDot, dismissed == nil { return nil }
      return PageBadge(kind: isDot ? 1 : -1, count: 0, until: isDot ? end : 0)
    }
    guard let number = readCount(count) else { return nil }
    if number > 0 { return PageBadge(kind: 2, count: number, until: end) }
    return isDot ? PageBadge(kind: 1, count: 0, until: end) : PageBadge(kind: 0, count: 0, until: 0)
  }
}
