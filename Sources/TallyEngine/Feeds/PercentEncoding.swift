import TallyMemory

func bytes(of text: StaticString) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
}

/// RFC 3986: encodes everything except the unreserved characters.
func appendPercentEncoded(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(OutOfMemory) {
  let digits: StaticString = "0123456789ABCDEF"
  for byte in text {
    let isUnreserved =
      (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x61 && byte <= 0x7A)
      || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
    if isUnreserved {
      try output.append(byte: byte)
    } else {
      try output.append(byte: 0x25)
      try output.append(byte: digits.utf8Start[Int(byte >> 4)])
      try output.append(byte: digits.utf8Start[Int(byte & 15)])
    }
  }
}
