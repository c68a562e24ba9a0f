import TallyMemory

/// How a request ended: an answer, or why there is none. It lives as long as somebody holds it; pointers into it
/// are borrowed from it. Loop thread only.
///
/// Invariant: `headerLines` are those of the last answer in a chain of redirects, each with its line break.
public final class HTTPResponse {
  public internal(set) var failure = HTTPFailure.none
  /// Of the last answer; 0: there was none. A file that could be read counts as 200.
  public internal(set) var status: Int32 = 0
  var content = ByteBuffer()
  var headerLines = ByteBuffer()
  var text = ByteBuffer()
  var location = ByteBuffer()

  init() {}

  /// Decompressed. What has come so far where the request failed.
  public var body: UnsafeRawBufferPointer { content.bytes }

  /// What went wrong, in libcurl's words; empty where nothing did.
  public var message: UnsafeRawBufferPointer { text.bytes }

  /// Where the answer came from in the end; empty where that is not known.
  public var effectiveURL: UnsafeRawBufferPointer { location.bytes }

  /// The value of the first header line of that name, whatever its case, without white space around it.
  public func header(_ name: StaticString) -> UnsafeRawBufferPointer? {
    let wanted = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let lines = headerLines.bytes
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count && lines[end] != 0x0A { end += 1 }
      let line = UnsafeRawBufferPointer(rebasing: lines[start..<end])
      if let value = value(of: wanted, in: line) { return value }
      start = end + 1
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
    // What could break out of its line is not HTTP, and could not be sent back.
    for index in start..<end where line[index] == 0 || line[index] == 0x0D { return nil }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }
}

func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
}

private func isWhite(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0D
}
