import CMemory
// Text is UTF-8 (RFC 3629) without U+0000. All input is checked here before it is kept. So everything that is stored,
// written out or sent to a server is text, and its readers need no check.

/// The length in bytes of the character at a position. 0 for malformed UTF-8, such as overlong forms, surrogates and
/// numbers beyond U+10FFFF.
/// - Precondition: the position is within the bytes.
public func lengthOfCharacter(_ text: UnsafeRawBufferPointer, at position: Int) -> Int {
  let first = text[position]
  if first < 0x80 { return 1 }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
  guard first >= 0xC2, first <= 0xF4, position + length <= text.count else { return 0 }
  let second = text[position + 1]
  let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
  let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
  if second < lowest || second > highest { return 0 }
  for index in 2..<4 where index < length && text[position + index] & 0xC0 != 0x80 { return 0 }
  return length
}

/// The offset at which the text ends: the first byte of an invalid character, or U+0000. nil: all bytes are text.
@inline(never)
public func endOfText(_ bytes: UnsafeRawBufferPointer) -> Int? {
  guard let base = bytes.baseAddress else { return nil }
  var position = 0
  while position < bytes.count {
    #if !TALLY_PLAIN
      // Most text is ASCII. This tests eight bytes together for 0 and for values above 127.
      while bytes.count - position >= 8 {
        let word = (base + position).loadUnaligned(as: UInt64.self)
        let isPlain = (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0
        if !isPlain { break }
        position += 8
      }
    #endif
    if position == bytes.count { return nil }
    let length = lengthOfCharacter(bytes, at: position)
    if length == 0 || bytes[position] == 0 { return position }
    position += length
  }
  return nil
}

/// Whether the bytes are UTF-8 without U+0000.
public func isText(_ bytes: UnsafeRawBufferPointer) -> Bool { endOfText(bytes) == nil }

/// The first `count` bytes of a text, or fewer, cut between two characters.
public func prefix(ofText text: UnsafeRawBufferPointer, bytes count: Int) -> UnsafeRawBufferPointer {
  if text.count <= count { return text }
  var end = max(count, 0)
  while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
  return UnsafeRawBufferPointer(rebasing: text[0..<end])
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes come before others in byte order, in which a prefix comes before the longer sequence.
  public func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    let shared = Swift.min(count, other.count)
    if shared > 0, let mine = baseAddress, let theirs = other.baseAddress {
      let order = ctally_memory_compare(mine, theirs, shared)
      if order != 0 { return order < 0 }
    }
    return count < other.count
  }
}
