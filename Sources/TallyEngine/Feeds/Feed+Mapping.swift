import TallyFailure
import TallyHTTP
import TallyMemory
import TallyStore
import TallyWire

// Feeds that read their server through a mapping: the parameters of their requests, and their stored identity.

extension Answer {
  /// Appends the parameters of a mapped request, the first behind `separator`, the others behind `&`.
  func appendParameters(
    _ mapping: Mapping, separator: UInt8, to output: inout ByteBuffer
  ) throws(OutOfMemory) {
    var separator = separator
    func begin(_ text: UnsafeRawBufferPointer) throws(OutOfMemory) {
      try output.append(byte: separator)
      try output.append(text)
      separator = 0x26
    }
    if !mapping.query.isEmpty { try begin(mapping.query) }
    if !mapping.cursorParameter.isEmpty, !cursor.isEmpty {
      try begin(mapping.cursorParameter)
      try output.append(byte: 0x3D)
      if let number = number(cursor.bytes) {
        try output.append(decimal: number - min(mapping.overlap, number))
      } else {
        try appendPercentEncoded(cursor.bytes, to: &output)
      }
    }
    if !mapping.limitParameter.isEmpty {
      try begin(mapping.limitParameter)
      try output.append(byte: 0x3D)
      try output.append(decimal: mapping.limit(pageLimit))
    }
  }

  /// A cursor that is a decimal number of up to 18 digits.
  private func number(_ text: UnsafeRawBufferPointer) -> Int64? {
    if text.isEmpty || text.count > 18 || (text[0] == 0x30 && text.count > 1) { return nil }
    var value: Int64 = 0
    for byte in text {
      guard byte >= 0x30 && byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }
}

extension Feed {
  /// Appends the identity that tells whether a stored feed is the same: its URL, and behind `#` its mapping.
  static func appendIdentity(
    _ url: UnsafeRawBufferPointer, _ mapping: Mapping?, to output: inout ByteBuffer
  ) throws(OutOfMemory) {
    try output.append(url)
    // The stored identity must not be empty.
    if url.isEmpty { try output.append("local:") }
    guard let mapping else { return }
    try output.append("#mapping=")
    try output.append(decimal: mapping.hash)
  }

  /// The URL in a stored identity.
  static func url(ofIdentity identity: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let mark = bytes(of: "#mapping=")
    var end = identity.count
    while end > 0, identity[end - 1] == 0x2D || (0x30...0x39).contains(identity[end - 1]) { end -= 1 }
    let start = end - mark.count
    let isMapped = start >= 0 && isEqual(UnsafeRawBufferPointer(rebasing: identity[start..<end]), mark)
    let url = UnsafeRawBufferPointer(rebasing: identity[..<(isMapped ? start : identity.count)])
    return isEqual(url, bytes(of: "local:")) ? UnsafeRawBufferPointer(start: nil, count: 0) : url
  }
}
