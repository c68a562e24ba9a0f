import TallyMemory

/// A JSON value: its kind and its bytes. Borrowed like the text.
///
/// Invariant: `text` is exactly one value that conforms to the grammar, without surrounding white space. Only this file
/// makes values. Each one comes from a `JSONReader`, which checks it, or from a `JSONWalk` through such a value, or is
/// a page that `PageTranslator` has written.
struct JSONValue {
  enum Kind: UInt8 { case null, boolean, number, string, array, object }

  let kind: Kind
  /// The text of the value. A string includes its quotes.
  let text: UnsafeRawBufferPointer

  fileprivate init(kind: Kind, text: UnsafeRawBufferPointer) {
    self.kind = kind
    self.text = text
  }

  /// A page that `PageTranslator` has written. Its invariant explains why nobody checks it again.
  init(translated page: UnsafeRawBufferPointer) {
    self.init(kind: .object, text: page)
    assert(isChecked)
  }

  /// Whether the invariant holds.
  var isChecked: Bool {
    var reader = JSONReader(text)
    let value = reader.readDocument()
    return value?.kind == kind && value?.text.count == text.count
  }

  /// The text between a string's quotes.
  var inner: UnsafeRawBufferPointer { bytes(of: text, 1, text.count - 1) }

  var isTrue: Bool { kind == .boolean && text.count == 4 }
}

/// Iterates over the members of an object, the elements of an array, or lines, all of which were checked. So it only
/// looks for the end of each value: it counts brackets and skips strings.
///
/// Invariants: the text was checked, and the position is before or behind a whole value of it. Nothing outside the text
/// is read, whatever it contains. There is no recursion, and each step ends or moves forward.
struct JSONWalk {
  private var reader: JSONReader

  /// Enters an object or array. Other values have no parts.
  init(_ value: JSONValue) {
    let isContainer = value.kind == .array || value.kind == .object
    reader = JSONReader(value.text, at: isContainer ? 1 : value.text.count)
  }

  /// Has one element, the value itself.
  init(over value: JSONValue) { reader = JSONReader(value.text) }

  fileprivate init(overLines text: UnsafeRawBufferPointer) { reader = JSONReader(text) }

  /// nil: no more elements.
  @inline(never)
  mutating func nextElement() -> JSONValue? {
    reader.pass(0x2C)
    return reader.passValue()
  }

  /// nil: no more members.
  @inline(never)
  mutating func nextMember() -> (key: JSONValue, value: JSONValue)? {
    reader.pass(0x2C)
    guard let key = reader.passValue() else { return nil }
    reader.pass(0x3A)
    return reader.passValue().map { (key, $0) }
  }
}

/// Checks JSON (RFC 8259, strictly) in a borrowed text, front to back, without copies and without allocations.
///
/// SQLite's JSON functions do not suit this format. Depending on the version they lose data: numbers beyond 64 bits
/// within arrays turn into doubles, U+0000 ends a text, and newer ones accept JSON5. They also cannot say where an
/// error is.
///
/// Invariants: `position` is within `0...text.count`. After a failure it is at the error. Nothing is read beyond the
/// text, whatever it contains. Recursion is at most `maximumDepth`.
struct JSONReader {
  static let maximumDepth = 128

  private let text: UnsafeRawBufferPointer
  private let depth: Int
  private(set) var position: Int

  /// - Parameter depth: the depth that the text will have within another one.
  init(_ text: UnsafeRawBufferPointer, depth: Int = 0) {
    self.text = text
    self.depth = depth
    position = 0
  }

  fileprivate init(_ text: UnsafeRawBufferPointer, at position: Int) {
    self.init(text)
    self.position = position
  }

  /// The whole text as one value. nil: it is malformed.
  mutating func readDocument() -> JSONValue? {
    skipSpace()
    let start = position
    guard let kind = skipValue(depth: depth) else { return nil }
    let value = value(kind, from: start)
    skipSpace()
    return position == text.count ? value : nil
  }

  /// The whole text as values one after the other. nil: it is malformed.
  mutating func readLines() -> JSONWalk? {
    skipSpace()
    while position < text.count {
      if skipValue(depth: depth) == nil { return nil }
      skipSpace()
    }
    return JSONWalk(overLines: text)
  }

  private func value(_ kind: JSONValue.Kind, from start: Int) -> JSONValue {
    JSONValue(kind: kind, text: UnsafeRawBufferPointer(rebasing: text[start..<position]))
  }

  // MARK: - Checked text

  /// Skips white space, a byte if it is next, and white space.
  fileprivate mutating func pass(_ byte: UInt8) { if take(byte) { skipSpace() } }

  /// The next value of a checked text. nil: there is none.
  fileprivate mutating func passValue() -> JSONValue? {
    guard position < text.count else { return nil }
    let start = position
    switch text[position] {
    case 0x22:
      passString()
      return value(.string, from: start)
    case 0x7B, 0x5B:
      passContainer()
      return value(text[start] == 0x7B ? .object : .array, from: start)
    case 0x74, 0x66, 0x6E, 0x2D, 0x30...0x39: return skipValue(depth: 0).map { value($0, from: start) }
    default: return nil
    }
  }

  @_optimize(speed)
  private mutating func passContainer() {
    var level = 0
    repeat {
      let byte = text[position]
      if byte == 0x22 {
        passString()
        continue
      }
      position += 1
      // `[` and `{`, `]` and `}` differ in one bit.
      if byte | 0x20 == 0x7B { level += 1 }
      if byte | 0x20 == 0x7D { level -= 1 }
    } while level > 0 && position < text.count
  }

  @_optimize(speed)
  private mutating func passString() {
    var next = position + 1
    while next < text.count, text[next] != 0x22 { next += text[next] == 0x5C ? 2 : 1 }
    position = min(next + 1, text.count)
  }

  // MARK: - The grammar

  private mutating func skipValue(depth: Int) -> JSONValue.Kind? {
    guard position < text.count, depth < JSONReader.maximumDepth else { return nil }
    switch text[position] {
    case 0x22: return skipString() ? .string : nil
    case 0x7B: return skipObject(depth: depth) ? .object : nil
    case 0x5B: return skipArray(depth: depth) ? .array : nil
    case 0x74: return skipWord("true") ? .boolean : nil
    case 0x66: return skipWord("false") ? .boolean : nil
    case 0x6E: return skipWord("null") ? .null : nil
    default: return skipNumber() ? .number : nil
    }
  }

  private mutating func skipSpace() {
    while position < text.count {
      let byte = text[position]
      if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { return }
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipObject(depth: Int) -> Bool {
    position += 1
    if take(0x7D) { return true }
    repeat {
      skipSpace()
      guard position < text.count, text[position] == 0x22, skipString(), take(0x3A) else { return false }
      skipSpace()
      if skipValue(depth: depth + 1) == nil { return false }
    } while take(0x2C)
    return take(0x7D)
  }

  private mutating func skipArray(depth: Int) -> Bool {
    position += 1
    if take(0x5D) { return true }
    repeat {
      skipSpace()
      if skipValue(depth: depth + 1) == nil { return false }
    } while take(0x2C)
    return take(0x5D)
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < text.count, text[position] == word.utf8Start[index] else { return false }
      position += 1
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while position < text.count, text[position] >= 0x30, text[position] <= 0x39 { position += 1 }
    return position > start
  }

  private mutating func skipNumber() -> Bool {
    if text[position] == 0x2D { position += 1 }
    guard position < text.count else { return false }
    if text[position] == 0x30 {
      position += 1
    } else if !skipDigits() {
      return false
    }
    if position < text.count && text[position] == 0x2E {
      position += 1
      if !skipDigits() { return false }
    }
    if position < text.count && text[position] | 0x20 == 0x65 {
      position += 1
      if position < text.count && (text[position] == 0x2B || text[position] == 0x2D) { position += 1 }
      if !skipDigits() { return false }
    }
    return true
  }

  private mutating func skipString() -> Bool {
    position += 1
    while position < text.count {
      let byte = text[position]
      if byte == 0x22 {
        position += 1
        return true
      }
      if byte < 0x20 { return false }
      if byte == 0x5C {
        if !skipEscape() { return false }
      } else if byte < 0x80 {
        position += 1
      } else {
        let length = lengthOfCharacter(text, at: position)
        if length == 0 { return false }
        position += length
      }
    }
    return false
  }

  private mutating func skipEscape() -> Bool {
    guard position + 1 < text.count else { return false }
    switch text[position + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      position += 2
      return true
    case 0x75:
      guard UTF8Text.unit(text, at: position + 2) != nil else { return false }
      position += 6
      return true
    default: return false
    }
  }
}
