import TallyFailure
import TallyMemory

/// The longest link of a message, in bytes.
public let maximumLinkBytes = 2048

/// The most data of a message, in bytes.
public let maximumDataBytes = 65_536

extension MessageText {
  /// The most bytes of a text without control characters; nil: it is any text.
  var limit: Int? {
    switch self {
    case .link: maximumLinkBytes
    case .icon: maximumIconBytes
    default: nil
    }
  }
}

extension MessageItem {
  /// Whether a host's text can be a link: it has no control characters, and is not too long.
  public static func isLink(_ text: UnsafeRawBufferPointer) -> Bool {
    if text.count > maximumLinkBytes { return false }
    for byte in text where byte < 0x20 || byte == 0x7F { return false }
    return true
  }
}

/// The form in which a server's data are kept: the same value has the same bytes, however the server spaces and escapes
/// it. Members keep their order, and numbers their digits.
enum MessageData {
  /// Appends a value of a checked document without white space, and with no escape that JSON does not require. The
  /// result is never longer than the value.
  /// - Returns: it, borrowed from the buffer.
  static func compact(
    _ value: JSONValue, into buffer: inout ByteBuffer
  ) throws(Failure) -> UnsafeRawBufferPointer {
    let start = buffer.count
    do throws(OutOfMemory) { try append(value.text, to: &buffer) } catch { throw Failure.noMemory }
    return buffer.bytes(at: start, count: buffer.count - start)
  }

  private static func append(_ text: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) throws(OutOfMemory) {
    var position = 0
    var isInString = false
    while position < text.count {
      let byte = text[position]
      if isInString, byte == 0x5C {
        try appendEscape(text, &position, to: &buffer)
        continue
      }
      position += 1
      if byte == 0x22 { isInString.toggle() }
      if isInString || !isSpace(byte) { try buffer.append(byte: byte) }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func appendEscape(
    _ text: UnsafeRawBufferPointer, _ position: inout Int, to buffer: inout ByteBuffer
  ) throws(OutOfMemory) {
    let letter = text[position + 1]
    // The document was checked, so four digits follow `u`.
    guard letter == 0x75, let first = UTF8Text.unit(text, at: position + 2) else {
      position += 2
      if letter != 0x2F { try buffer.append(byte: 0x5C) }
      return try buffer.append(byte: letter)
    }
    position += 6
    if first & 0xF800 != 0xD800 { return try append(first, to: &buffer) }
    guard first & 0xFC00 == 0xD800, position + 6 <= text.count, text[position] == 0x5C, text[position + 1] == 0x75,
      let low = UTF8Text.unit(text, at: position + 2), low & 0xFC00 == 0xDC00
    else {
      // A lone surrogate is no character, so it stays an escape.
      return try appendUnit(first, to: &buffer)
    }
    position += 6
    try UTF8Text.append(0x10000 + ((first & 0x3FF) << 10 | (low & 0x3FF)), to: &buffer)
  }

  private static func append(_ scalar: UInt32, to buffer: inout ByteBuffer) throws(OutOfMemory) {
    switch scalar {
    case 0x22, 0x5C:
      try buffer.append(byte: 0x5C)
      try buffer.append(byte: UInt8(truncatingIfNeeded: scalar))
    case 0x08: try buffer.append("\\b")
    case 0x0C: try buffer.append("\\f")
    case 0x0A: try buffer.append("\\n")
    case 0x0D: try buffer.append("\\r")
    case 0x09: try buffer.append("\\t")
    case 0..<0x20: try appendUnit(scalar, to: &buffer)
    default: try UTF8Text.append(scalar, to: &buffer)
    }
  }

  private static func appendUnit(_ unit: UInt32, to buffer: inout ByteBuffer) throws(OutOfMemory) {
    let digits: StaticString = "0123456789abcdef"
    try buffer.append("\\u")
    for place: UInt32 in 0..<4 {
      try buffer.append(byte: digits.utf8Start[Int(UInt8(truncatingIfNeeded: unit >> (12 - 4 * place) & 15))])
    }
  }
}
