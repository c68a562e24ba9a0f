import TallyFailure
import TallyMemory

/// Describes how to read the JSON of a server without the wire format as a page (docs/mappings.md). A mapping never
/// changes, so any number of threads may use it.
///
/// Invariants: `members` has one entry for each `Member`. Its texts are the alternatives, each with a NUL at its end.
/// They have been checked, so evaluating one finds no error in it.
public final class Mapping: @unchecked Sendable {
  /// The members of a mapping. The order is that of the names in `itemNames`, then `answerNames`.
  enum Member: Int {
    // An item's texts and numbers.
    case id, revision, sequence, path, kind, title, body, thread, category, argument, link, icon, subtitle, data, level
    case time, count, total, argumentCount
    // Conditions on an item.
    case isRead, isDeleted, isOwn, isSeen, isWanted
    // Members of the response.
    case greatest, list, gone, cursor, epoch, more, poll, name, next
    // How to request and read it.
    case lines, cursorParameter, limitParameter, query, limit, overlap, unit

    static let kinds = Member.unit.rawValue + 1

    /// A number, or a timestamp.
    var isNumber: Bool {
      self == .poll || (Member.time.rawValue...Member.argumentCount.rawValue).contains(rawValue)
    }
    var isCondition: Bool { self == .more || (Member.isRead.rawValue...Member.isWanted.rawValue).contains(rawValue) }
    /// Names a place in the response, and cannot be a template.
    var isPlace: Bool { self == .list || self == .gone }
    /// Not evaluated: a plain text, a number or a boolean.
    var isSetting: Bool { rawValue >= Member.lines.rawValue }
  }

  private static let itemNames: StaticString =
    """
    id rev seq path kind title body thread category arg link icon subtitle data level ts count total arg_count read \
    deleted own seen where
    """
  private static let answerNames: StaticString = """
    greatest list gone cursor epoch more poll title next \
    lines cursor_parameter limit_parameter query limit overlap ts_unit
    """

  /// The greatest size of a mapping's text.
  static let maximumBytes = 65_536

  private var texts = TextOutput()
  private var members = List<Slice>()
  /// The hash of its texts. If it changes, everything must be read again. FNV-1a, 64 bits.
  public private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  struct Slice: BitwiseCopyable {
    var offset = 0
    var length = 0
  }

  private init() {}

  /// - Parameters:
  ///   - preset: the name of a preset. If both are given, `text` changes it.
  ///   - text: JSON.
  /// - Throws: `.notFound` (no such preset), `.malformed`, with the error and its place in the thread's message,
  ///   `.outOfMemory`.
  public static func make(
    preset: UnsafeRawBufferPointer?, text: UnsafeRawBufferPointer?
  ) throws(Failure) -> Mapping {
    let mapping = Mapping()
    do throws(OutOfMemory) { try mapping.members.append(repeating: Slice(), count: Member.kinds) } catch {
      throw Failure.noMemory
    }
    if let preset {
      guard let known = Presets.text(of: preset) else {
        Words.begin()
        Words.add("there is no preset of that name: there are ")
        Words.add(Presets.names)
        throw Failure(keepingMessage: .argument)
      }
      try mapping.take(UnsafeRawBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
    }
    if let text { try mapping.take(text) }
    let end = text?.count ?? 0
    if !mapping.has(.total) && !mapping.has(.list) && !mapping.isLines {
      throw malformed("it has no 'list', 'lines' or 'total'", at: end)
    }
    if !mapping.has(.total) && !mapping.has(.id) { throw malformed("its item has no 'id'", at: end) }
    return mapping
  }

  static func malformed(_ words: StaticString, at position: Int) -> Failure {
    Words.begin()
    Words.add("mapping: ")
    Words.add(words)
    Words.add(", at byte ")
    Words.add(number: Int64(position))
    return Failure(keepingMessage: .malformed)
  }

  // MARK: - Contents

  func has(_ member: Member) -> Bool { members[member.rawValue].length > 0 }

  /// The name of a member of an item or a page in the wire format.
  static func name(of member: Member) -> UnsafeRawBufferPointer {
    let isOfItem = member.rawValue < Member.greatest.rawValue
    var name = UnsafeRawBufferPointer(start: nil, count: 0)
    var position = 0
    var index = isOfItem ? 0 : Member.greatest.rawValue
    while index <= member.rawValue, let next = Words.next(in: isOfItem ? itemNames : answerNames, &position) {
      name = next
      index += 1
    }
    return name
  }

  /// The text of a member; empty: it has none.
  func text(_ member: Member) -> UnsafeRawBufferPointer {
    let slice = members[member.rawValue]
    return texts.buffer.bytes(at: slice.offset, count: max(slice.length - 1, 0))
  }

  /// The alternative at `position` of a member's texts. Moves `position` behind it. nil: no more alternatives.
  func nextAlternative(_ member: Member, _ position: inout Int) -> UnsafeRawBufferPointer? {
    let slice = members[member.rawValue]
    if position >= slice.length { return nil }
    let start = position
    let all = texts.buffer.bytes(at: slice.offset, count: slice.length)
    while all[position] != 0 { position += 1 }
    position += 1
    return bytes(of: all, start, position - 1)
  }

  var isLines: Bool { isEqual(text(.lines), "true") }
  var hasMilliseconds: Bool { isEqual(text(.unit), "ms") }
  /// The list goes from the newest to the oldest, and a response names its next page.
  public var isBackward: Bool { has(.next) }
  public var followsLinks: Bool { isEqual(text(.next), "link") }
  public var query: UnsafeRawBufferPointer { text(.query) }
  public var cursorParameter: UnsafeRawBufferPointer { text(.cursorParameter) }
  public var limitParameter: UnsafeRawBufferPointer { text(.limitParameter) }
  /// How far before a numeric cursor to begin the next request.
  public var overlap: Int64 { number(.overlap) ?? 0 }

  /// The number of elements to request if the host wants `wanted`.
  public func limit(_ wanted: UInt32) -> Int64 { min(number(.limit) ?? Int64.max, Int64(wanted)) }

  private func number(_ member: Member) -> Int64? {
    has(member) ? JSONNumber.count(text(member)).map { Int64($0) } : nil
  }

  // MARK: - Reading its text

  /// Reads a text. Its members replace former ones.
  private func take(_ source: UnsafeRawBufferPointer) throws(Failure) {
    if source.count > Mapping.maximumBytes { throw Mapping.malformed("it is longer than 65536 bytes", at: 65_536) }
    for byte in source { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    var reader = JSONReader(source)
    guard let document = reader.readDocument() else {
      throw Mapping.malformed("malformed JSON", at: reader.position)
    }
    try takeMembers(document, in: source, isItem: false)
  }

  private func takeMembers(
    _ object: JSONValue, in source: UnsafeRawBufferPointer, isItem: Bool
  ) throws(Failure) {
    guard object.kind == .object else { throw Mapping.malformed("an object is due", at: offset(object, source)) }
    var walk = JSONWalk(object)
    while let (key, value) = walk.nextMember() {
      let name = key.inner
      if !isItem, isEqual(name, "item") {
        try takeMembers(value, in: source, isItem: true)
        continue
      }
      var found = Words.index(of: name, in: isItem ? Mapping.itemNames : Mapping.answerNames)
      if let place = found, !isItem { found = place + Member.greatest.rawValue }
      // Without a list, the response itself is the item.
      if !isItem, isEqual(name, "path") { found = Member.path.rawValue }
      if !isItem, isEqual(name, "total") { found = Member.total.rawValue }
      guard let found, let member = Member(rawValue: found) else {
        throw Mapping.malformed("there is no member of that name", at: offset(key, source))
      }
      try take(value, as: member, in: source)
    }
  }

  private func take(_ value: JSONValue, as member: Member, in source: UnsafeRawBufferPointer) throws(Failure) {
    var slice = Slice(offset: texts.count)
    if value.kind == .array, !member.isSetting {
      var walk = JSONWalk(value)
      var number = 0
      while let element = walk.nextElement() {
        number += 1
        if member == .list && number > 2 { break }
        try takeText(element, as: member, in: source)
      }
      if number == 0 || (member == .list && number > 2) {
        throw Mapping.malformed("too few or too many in an array", at: offset(value, source))
      }
    } else if value.kind != .null {
      try takeText(value, as: member, in: source)
    }
    slice.length = texts.count - slice.offset
    members[member.rawValue] = slice
  }

  private func takeText(_ value: JSONValue, as member: Member, in source: UnsafeRawBufferPointer) throws(Failure) {
    let start = texts.count
    if value.kind == .string { texts.put(unescaped: value.text) } else { texts.put(value.text) }
    texts.put(byte: 0)
    if texts.isFull { throw Failure.noMemory }
    var syntax = MappingSyntax(texts.buffer.bytes(at: start, count: texts.count - start - 1))
    if let problem = syntax.check(value.kind, as: member) {
      let place = offset(value, source) + (value.kind == .string ? 1 : 0)
      throw Mapping.malformed(problem.words, at: place + syntax.position)
    }
  }

  private func offset(_ value: JSONValue, _ source: UnsafeRawBufferPointer) -> Int {
    Int(bitPattern: value.text.baseAddress) - Int(bitPattern: source.baseAddress)
  }
}

func isEqual(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
  isEqual(bytes, UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
}

extension Words {
  /// The word at `position`, of words divided by spaces. Moves `position` to the next word.
  static func next(in words: StaticString, _ position: inout Int) -> UnsafeRawBufferPointer? {
    let start = position
    if start >= words.utf8CodeUnitCount { return nil }
    while position < words.utf8CodeUnitCount, words.utf8Start[position] != 0x20 { position += 1 }
    position += 1
    return UnsafeRawBufferPointer(start: words.utf8Start + start, count: position - start - 1)
  }

  /// The index of this word.
  static func index(of word: UnsafeRawBufferPointer, in words: StaticString) -> Int? {
    var position = 0
    var index = 0
    while let known = next(in: words, &position) {
      if isEqual(known, word) { return index }
      index += 1
    }
    return nil
  }
}
