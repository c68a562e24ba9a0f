import TallyFailure
import TallyMemory

/// Reads property lists in XML: the part of XML that they use, in UTF-8, front to back, in a borrowed text.
///
/// A document type may be named but not extended. So the only entities are the five of XML and numeric characters.
///
/// Invariants: `position` is within `0...text.count`. Nothing is read beyond the text, whatever it contains. Recursion
/// is at most `maximumDepth`.
struct PropertyList {
  static let maximumDepth = 32

  let text: UnsafeRawBufferPointer
  var position = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  struct Tag {
    var name: UnsafeRawBufferPointer
    var isEmpty: Bool
    /// The offset at which it begins.
    var position: Int
  }

  @inline(never)
  func failure(_ words: StaticString) -> Failure { stringsError(words, at: position) }

  /// Whether this word comes next.
  @inline(never)
  func isAt(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    return end <= text.count && isEqual(bytes(of: text, position, end), word)
  }

  /// Skips a word and everything up to the end of another one.
  @inline(never)
  private mutating func skip(past end: StaticString, _ words: StaticString) throws(Failure) {
    let start = position
    while position < text.count {
      if isAt(end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    position = start
    throw failure(words)
  }

  /// Skips white space, comments, instructions and, before the first element, the document type.
  private mutating func skipBetween() throws(Failure) {
    while position < text.count {
      if isAt("<!--") {
        try skip(past: "-->", "a comment does not end")
      } else if isAt("<?") {
        try skip(past: "?>", "an instruction does not end")
      } else if isAt("<!DOCTYPE") {
        let start = position
        try skip(past: ">", "a document type does not end")
        for index in start..<position where text[index] == 0x5B {
          position = index
          throw failure("a document type of one's own")
        }
      } else if text[position] == 0x20 || (0x09...0x0D).contains(text[position]) {
        position += 1
      } else {
        return
      }
    }
  }

  /// The start tag of the next element. nil: the end of an element or of the text comes next.
  @inline(never)
  mutating func nextTag() throws(Failure) -> Tag? {
    try skipBetween()
    if position == text.count || isAt("</") { return nil }
    if text[position] != 0x3C { throw failure("text where an element is due") }
    var tag = Tag(name: bytes(of: text, 0, 0), isEmpty: false, position: position)
    position += 1
    let start = position
    while position < text.count, (text[position] | 0x20) &- 0x61 < 26 { position += 1 }
    if position == start { throw failure("an element is due") }
    tag.name = bytes(of: text, start, position)
    // Attributes are for readers of other versions.
    while position < text.count, text[position] != 0x3E {
      if text[position] == 0x3C { throw failure("a tag does not end") }
      position += 1
    }
    if position == text.count { throw failure("a tag does not end") }
    tag.isEmpty = text[position - 1] == 0x2F
    position += 1
    return tag
  }

  /// Skips the end of an element. An element without content has none.
  @inline(never)
  mutating func end(_ tag: Tag) throws(Failure) {
    if tag.isEmpty { return }
    try skipBetween()
    let name = position + 2
    let after = name + tag.name.count
    guard isAt("</"), after < text.count, isEqual(bytes(of: text, name, after), tag.name), text[after] == 0x3E else {
      throw failure("the end of an element is due")
    }
    position = after + 1
  }

  /// Skips the content of an element, and its end.
  mutating func skip(_ tag: Tag, depth: Int = 0) throws(Failure) {
    if tag.isEmpty { return }
    if depth == Self.maximumDepth { throw failure("more than 32 elements within each other") }
    while true {
      while position < text.count, text[position] != 0x3C { position += 1 }
      if isAt("<![CDATA[") {
        try skip(past: "]]>", "a section does not end")
      } else if isAt("<!--") {
        try skip(past: "-->", "a comment does not end")
      } else if let inner = try nextTag() {
        try skip(inner, depth: depth + 1)
      } else {
        break
      }
    }
    try end(tag)
  }

  /// Reads the text of an element, and its end.
  @inline(never)
  mutating func readText(_ tag: Tag, into buffer: inout ByteBuffer) throws(Failure) {
    buffer.removeAll()
    if tag.isEmpty { return }
    while position < text.count {
      let start = position
      if isAt("<![CDATA[") {
        try skip(past: "]]>", "a section does not end")
        let section = bytes(of: text, start + 9, position - 3)
        if !isText(section) { throw stringsError("not UTF-8, or U+0000", at: start) }
        try appendText(section, to: &buffer)
      } else if isAt("<!--") {
        try skip(past: "-->", "a comment does not end")
      } else if text[position] == 0x3C {
        return try end(tag)
      } else if text[position] == 0x26 {
        try readReference(into: &buffer)
      } else {
        while position < text.count, text[position] != 0x3C, text[position] != 0x26 {
          let length = lengthOfCharacter(text, at: position)
          if length == 0 || text[position] == 0 { throw failure("not UTF-8, or U+0000") }
          position += length
        }
        try appendText(bytes(of: text, start, position), to: &buffer)
      }
    }
    throw failure("a text does not end")
  }

  /// `&amp;`, `&#38;`, `&#x26;`.
  private mutating func readReference(into buffer: inout ByteBuffer) throws(Failure) {
    var end = position + 1
    while end < text.count, end - position < 10, text[end] != 0x3B { end += 1 }
    guard end < text.count, text[end] == 0x3B, let scalar = scalar(bytes(of: text, position + 1, end)) else {
      throw failure("no character has that name")
    }
    position = end + 1
    do throws(OutOfMemory) { try UTF8Text.append(scalar, to: &buffer) } catch { throw Failure.noMemory }
  }

  private func scalar(_ name: UnsafeRawBufferPointer) -> UInt32? {
    if isEqual(name, "amp") { return 0x26 }
    if isEqual(name, "lt") { return 0x3C }
    if isEqual(name, "gt") { return 0x3E }
    if isEqual(name, "quot") { return 0x22 }
    if isEqual(name, "apos") { return 0x27 }
    let isHexadecimal = name.count > 1 && name[1] == 0x78
    guard name.count > (isHexadecimal ? 2 : 1), name[0] == 0x23 else { return nil }
    var value: UInt32 = 0
    for byte in name[(isHexadecimal ? 2 : 1)...] {
      let digit = byte < 0x3A ? byte &- 0x30 : isHexadecimal ? (byte | 0x20) &- 0x57 : 0xFF
      if digit > (isHexadecimal ? 15 : 9) || (byte >= 0x3A && digit < 10) || value > 0x10_FFFF { return nil }
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
    }
    return value == 0 || value > 0x10_FFFF || value & 0xFFFF_F800 == 0xD800 ? nil : value
  }
}
