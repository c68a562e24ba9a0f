import TallyMemory

/// The end of a request: a response, or the reason why there is none. Pointers into it are borrowed from it. Loop
/// thread only.
///
/// Invariant: `headerLines` belong to the last response in a chain of redirects, each with its line break.
public final class HTTPResponse {
  public internal(set) var failure = HTTPFailure.none
  /// The status of the last response; 0: there was none. A file that could be read counts as 200.
  public internal(set) var status: Int32 = 0
  var content = ByteBuffer()
  var headerLines = ByteBuffer()
  var text = ByteBuffer()
  var location = ByteBuffer()

  public init() {}

  /// Decompressed. If the request failed, the part that came.
  public var body: UnsafeRawBufferPointer { content.bytes }

  /// libcurl's description of the error; empty if there was none.
  public var message: UnsafeRawBufferPointer { text.bytes }

  /// The URL of the final response; empty if it is not known.
  public var effectiveURL: UnsafeRawBufferPointer { location.bytes }

  /// No server needs a longer header line, and none accepts a longer one back.
  static let valueLimit = 8192

  /// The names of the header lines that the library uses.
  private static let names: InlineArray<7, StaticString> = [
    "ETag", "Last-Modified", "Retry-After", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Poll-Interval", "Link",
  ]

  /// The name of a header line that the library uses, and that is present, but ignored because its value is unusable.
  public var unusableHeader: StaticString? {
    for index in Self.names.indices {
      let name = Self.names[index]
      if let value = given(name), !Self.isUsable(value) { return name }
    }
    return nil
  }

  /// The value of the first header line of that name, in any case, without surrounding white space. An unusable value
  /// is ignored, because values may be stored, written out, and sent back to the server.
  public func header(_ name: StaticString) -> UnsafeRawBufferPointer? {
    guard let value = given(name), Self.isUsable(value) else { return nil }
    return value
  }

  /// Whether a value is UTF-8 without control characters, which could break out of the line, and not too long.
  static func isUsable(_ value: UnsafeRawBufferPointer) -> Bool {
    for byte in value where byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
    return value.count <= valueLimit && isText(value)
  }

  private func given(_ name: StaticString) -> UnsafeRawBufferPointer? {
    var lines = HeaderLines(headerLines.bytes)
    return lines.next(named: name)
  }
}

/// Iterates over header lines. The values are borrowed from the lines.
struct HeaderLines {
  private let lines: UnsafeRawBufferPointer
  private var position = 0

  init(_ lines: UnsafeRawBufferPointer) {
    self.lines = lines
  }

  /// The value of the next line of that name, in any case, without surrounding white space.
  mutating func next(named name: StaticString) -> UnsafeRawBufferPointer? {
    let wanted = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    while position < lines.count {
      let start = position
      var end = start
      while end < lines.count && lines[end] != 0x0A { end += 1 }
      position = end + 1
      if let value = value(of: wanted, in: UnsafeRawBufferPointer(rebasing: lines[start..<end])) { return value }
    }
    return nil
  }

  private func value(
    of name: UnsafeRawBufferPointer, in line: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    if line.count <= name.count || line[name.count] != 0x3A { return nil }
    for index in 0..<name.count where lowercased(line[index]) != lowercased(name[index]) { return nil }
    var start = name.count + 1
    var end = line.count
    while start < end && isWhite(line[start]) { start += 1 }
    while end > start && isWhite(line[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }
}

func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
}

func isWhite(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0D
}
