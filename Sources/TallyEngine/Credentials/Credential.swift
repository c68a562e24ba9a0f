import TallyFailure
import TallyHTTP
import TallyMemory

/// A secret, and its place in a request. It is kept only in memory.
///
/// Invariant: `name` and `value` are what a request has: a header line, or a parameter that is percent-encoded.
struct Credential: ~Copyable {
  private var isParameter = false
  private var name = ByteBuffer()
  private var value = ByteBuffer()
  private var mayBePlain = false

  /// - Throws: `argument` (see `GivenCredential.check`), `noMemory`.
  init(_ given: GivenCredential) throws(Failure) {
    try given.check()
    mayBePlain = given.mayBePlain
    isParameter = given.kind == .query
    try growing { () throws(OutOfMemory) in
      switch given.kind {
      case .bearer:
        try name.append("Authorization")
        try value.append("Bearer ")
        try value.append(given.secret)
      case .basic:
        try name.append("Authorization")
        try value.append("Basic ")
        var pair = ByteBuffer()
        try pair.append(given.name)
        try pair.append(byte: 0x3A)
        try pair.append(given.secret)
        try appendBase64(pair.bytes, to: &value)
      case .header:
        try name.append(given.name)
        try appendFormatted(given)
      case .query:
        try appendPercentEncoded(given.name, to: &name)
        try appendPercentEncoded(given.secret, to: &value)
      }
    }
  }

  private mutating func appendFormatted(_ given: GivenCredential) throws(OutOfMemory) {
    guard let place = find(GivenCredential.placeholder, in: given.format) else {
      return try value.append(given.secret)
    }
    let after = place + GivenCredential.placeholder.utf8CodeUnitCount
    try value.append(UnsafeRawBufferPointer(rebasing: given.format[..<place]))
    try value.append(given.secret)
    try value.append(UnsafeRawBufferPointer(rebasing: given.format[after...]))
  }

  /// Whether it may be sent to a URL: others cannot read it on the way, or the host accepts that.
  func maySend(to url: UnsafeRawBufferPointer) throws(Failure) -> Bool {
    if mayBePlain { return true }
    var isPrivate = false
    try growing { () throws(OutOfMemory) in isPrivate = try HTTPClient.isPrivate(url) }
    return isPrivate
  }

  /// Adds it to a request, whose URL is complete.
  func add(to request: inout HTTPRequest) throws(Failure) {
    if !isParameter { return try request.addCredential(name.bytes, value.bytes) }
    try growing { () throws(OutOfMemory) in try request.addCredentialParameter(name.bytes, value.bytes) }
  }
}

/// RFC 4648, section 4.
private func appendBase64(_ bytes: UnsafeRawBufferPointer, to output: inout ByteBuffer) throws(OutOfMemory) {
  let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let left = min(3, bytes.count - start)
    var group = UInt32(bytes[start]) << 16
    if left > 1 { group |= UInt32(bytes[start + 1]) << 8 }
    if left > 2 { group |= UInt32(bytes[start + 2]) }
    for digit in 0..<4 {
      let isPadding = digit > left
      let index = Int(truncatingIfNeeded: group >> UInt32(truncatingIfNeeded: 18 - 6 * digit)) & 63
      try output.append(byte: isPadding ? 0x3D : digits.utf8Start[index])
    }
  }
}
