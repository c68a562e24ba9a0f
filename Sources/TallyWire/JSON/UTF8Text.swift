import TallyMemory

/// The escapes of JSON strings, and their characters in UTF-8.
enum UTF8Text {
  /// Four hexadecimal digits.
  static func unit(_ text: UnsafeRawBufferPointer, at position: Int) -> UInt32? {
    guard position + 4 <= text.count else { return nil }
    var value: UInt32 = 0
    for index in position..<(position + 4) {
      let byte = text[index]
      let lower = byte | 0x20
      if byte >= 0x30 && byte <= 0x39 {
        value = value << 4 | UInt32(byte - 0x30)
      } else if lower >= 0x61 && lower <= 0x66 {
        value = value << 4 | UInt32(lower - 0x57)
      } else {
        return nil
      }
    }
    return value
  }

  static func append(_ scalar: UInt32, to buffer: inout ByteBuffer) throws(OutOfMemory) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | ((scalar >> shift) & 0x3F)) }
    if scalar < 0x80 { return try buffer.append(byte: UInt8(truncatingIfNeeded: scalar)) }
    if scalar < 0x800 {
      try buffer.append(byte: UInt8(truncatingIfNeeded: 0xC0 | (scalar >> 6)))
      return try buffer.append(byte: tail(0))
    }
    if scalar < 0x10000 {
      try buffer.append(byte: UInt8(truncatingIfNeeded: 0xE0 | (scalar >> 12)))
    } else {
      try buffer.append(byte: UInt8(truncatingIfNeeded: 0xF0 | (scalar >> 18)))
      try buffer.append(byte: tail(12))
    }
    try buffer.append(byte: tail(6))
    try buffer.append(byte: tail(0))
  }

  /// Appends the text of a checked JSON string, given with its quotes. A lone surrogate and U+0000 become U+FFFD,
  /// because NUL ends the library's texts.
  static func appendUnescaped(_ quoted: UnsafeRawBufferPointer, to buffer: inout ByteBuffer)
    throws(OutOfMemory)
  {
    var position = 1
    let end = quoted.count - 1
    while position < end {
      var run = position
      while run < end && quoted[run] != 0x5C { run += 1 }
      try buffer.append(UnsafeRawBufferPointer(rebasing: quoted[position..<run]))
      position = run
      if position < end { try appendEscape(quoted, &position, to: &buffer) }
    }
  }

  private static func appendEscape(
    _ quoted: UnsafeRawBufferPointer, _ position: inout Int, to buffer: inout ByteBuffer
  ) throws(OutOfMemory) {
    let letter = quoted[position + 1]
    // The string was checked, so four digits follow `u`.
    guard letter == 0x75, var scalar = unit(quoted, at: position + 2) else {
      position += 2
      switch letter {
      case 0x62: return try buffer.append(byte: 0x08)
      case 0x66: return try buffer.append(byte: 0x0C)
      case 0x6E: return try buffer.append(byte: 0x0A)
      case 0x72: return try buffer.append(byte: 0x0D)
      case 0x74: return try buffer.append(byte: 0x09)
      default: return try buffer.append(byte: letter)
      }
    }
    position += 6
    if scalar & 0xFC00 == 0xD800, position + 6 <= quoted.count, quoted[position] == 0x5C,
      quoted[position + 1] == 0x75, let low = unit(quoted, at: position + 2), low & 0xFC00 == 0xDC00
    {
      scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (low & 0x3FF))
      position += 6
    }
    if scalar & 0xF800 == 0xD800 && scalar < 0x10000 || scalar == 0 { scalar = 0xFFFD }
    try append(scalar, to: &buffer)
  }

  /// Whether a checked JSON string, given with its quotes, can be an identifier or a path. It must have no control
  /// characters, literal or escaped, and no lone surrogates.
  static func isIdentifier(_ quoted: UnsafeRawBufferPointer) -> Bool {
    var position = 1
    while position < quoted.count - 1 {
      let byte = quoted[position]
      if byte == 0x7F { return false }
      if byte != 0x5C {
        position += 1
        continue
      }
      switch quoted[position + 1] {
      case 0x22, 0x2F, 0x5C: position += 2
      case 0x75:
        guard let length = lengthOfPrintableEscape(quoted, at: position) else { return false }
        position += length
      default: return false
      }
    }
    return true
  }

  private static func lengthOfPrintableEscape(_ quoted: UnsafeRawBufferPointer, at position: Int) -> Int? {
    guard let scalar = unit(quoted, at: position + 2), scalar >= 0x20, scalar != 0x7F else { return nil }
    if scalar & 0xF800 != 0xD800 { return 6 }
    guard scalar & 0xFC00 == 0xD800, position + 12 <= quoted.count, quoted[position + 6] == 0x5C,
      quoted[position + 7] == 0x75, let low = unit(quoted, at: position + 8), low & 0xFC00 == 0xDC00
    else { return nil }
    return 12
  }
}
