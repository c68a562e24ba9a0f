import TallyMemory

/// A value in a JSON text that was checked: its kind, and where its bytes lie.
struct JSONValue {
  enum Kind: UInt8 { case null, boolean, number, string, array, object }

  var kind: Kind
  /// The text of the value; a string's with its quotes.
  var text: UnsafeRawBufferPointer

  /// Of a string, what stands between its quotes.
  var inner: UnsafeRawBufferPointer { bytes(of: text, 1, text.count - 1) }

  var isTrue: Bool { kind == .boolean && text.count == 4 }
}

/// Reads JSON (RFC 8259, strictly) in a borrowed text, front to back, without copying and without memory of its own.
///
/// SQLite's JSON functions are not used for this format: by version they lose what the format promises (numbers
/// beyond 64 bits within arrays turn into doubles, U+0000 ends a text, newer ones take JSON5), and cannot say where
/// a text is wrong.
///
/// Invariants: `position` is within `0...text.count`; after a failure it is where the text is wrong. Nothing is read
/// beyond the text, whatever it holds. Recursion is at most `maximumDepth`.
struct JSONReader {
  static let maximumDepth = 128

  let text: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  /// The whole text as one value; nil where it is not well formed.
  mutating func readDocument() -> JSONValue? {
    guard let value = readValue(depth: 0) else { return nil }
    skipSpace()
    return position == text.count ? value : nil
  }

  /// Whether nothing but white space is left.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == text.count
  }

  /// The next value; nil where there is none.
  mutating func readValue(depth: Int) -> JSONValue? {
    skipSpace()
    let start = position
    guard let kind = skipValue(depth: depth) else { return nil }
    return JSONValue(kind: kind, text: UnsafeRawBufferPointer(rebasing: text[start..<position]))
  }

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

  // MARK: - Members and elements

  /// Steps into an object or array. Answers with nil at its end, or where it is not well formed.
  mutating func enter() {
    skipSpace()
    if position < text.count { position += 1 }
  }

  @inline(never)
  mutating func nextElement() -> JSONValue? {
    skip(0x2C)
    skipSpace()
    if position < text.count && text[position] == 0x5D { return nil }
    return readValue(depth: 1)
  }

  @inline(never)
  mutating func nextMember() -> (key: JSONValue, value: JSONValue)? {
    skip(0x2C)
    skipSpace()
    guard position < text.count, text[position] == 0x22, let key = readValue(depth: 1) else { return nil }
    skip(0x3A)
    guard let value = readValue(depth: 1) else { return nil }
    return (key, value)
  }

  private mutating func skip(_ byte: UInt8) {
    skipSpace()
    if position < text.count && text[position] == byte { position += 1 }
  }

  // MARK: - The grammar

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
    while true {
      skipSpace()
      guard position < text.count, text[position] == 0x22, skipString(), take(0x3A) else { return false }
      skipSpace()
      if skipValue(depth: depth + 1) == nil { return false }
      if take(0x7D) { return true }
      if !take(0x2C) { return false }
    }
  }

  private mutating func skipArray(depth: Int) -> Bool {
    position += 1
    if take(0x5D) { return true }
    while true {
      skipSpace()
      if skipValue(depth: depth + 1) == nil { return false }
      if take(0x5D) { return true }
      if !take(0x2C) { return false }
    }
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
