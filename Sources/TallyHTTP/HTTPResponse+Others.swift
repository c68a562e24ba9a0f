import TallyMemory

// Requests and responses of other transports, in the same terms.

extension HTTPRequest {
  /// The header lines in wire format, each with CR and LF.
  public func appendHeaders(to output: inout ByteBuffer) throws(OutOfMemory) {
    let lines = headerLines.bytes
    var start = 0
    for end in 0..<lines.count where lines[end] == 0 {
      try output.append(UnsafeRawBufferPointer(rebasing: lines[start..<end]))
      try output.append("\r\n")
      start = end + 1
    }
  }
}

extension HTTPResponse {
  /// The lines whose values may be credentials.
  private static let secrets: InlineArray<5, StaticString> = [
    "set-cookie", "cookie", "authorization", "proxy-authorization", "authentication-info",
  ]

  /// The header lines of the response, each with its line break, without those that may hold credentials.
  public func appendPlainHeaders(to output: inout ByteBuffer) throws(OutOfMemory) {
    let lines = headerLines.bytes
    var start = 0
    var isHidden = false
    for end in 0..<lines.count where lines[end] == 0x0A {
      let line = UnsafeRawBufferPointer(rebasing: lines[start...end])
      // A line that begins with white space continues the one before it (RFC 9112, section 5.2).
      if !isWhite(line[0]) { isHidden = HTTPResponse.isSecret(line) }
      if !isHidden { try output.append(line) }
      start = end + 1
    }
  }

  private static func isSecret(_ line: UnsafeRawBufferPointer) -> Bool {
    let length = line.firstIndex(where: { $0 == 0x3A || isWhite($0) }) ?? line.count
    for index in secrets.indices where secrets[index].utf8CodeUnitCount == length {
      let name = UnsafeRawBufferPointer(start: secrets[index].utf8Start, count: length)
      if (0..<length).allSatisfy({ lowercased(line[$0]) == name[$0] }) { return true }
    }
    return false
  }

  /// A response that did not come through the client.
  /// - Parameters:
  ///   - url: the URL of the response.
  ///   - headers: lines with CR and LF, or LF alone. Lines that are not headers, such as a status line, are ignored.
  public static func make(
    status: Int32, url: UnsafeRawBufferPointer, headers: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer
  ) throws(OutOfMemory) -> HTTPResponse {
    let response = HTTPResponse()
    response.status = status
    try response.location.append(url)
    try response.headerLines.append(headers)
    try response.content.append(body)
    return response
  }

  /// A failure without a response.
  /// - Parameter words: a description; empty: the general one.
  public static func make(
    _ failure: HTTPFailure, words: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) -> HTTPResponse {
    let response = HTTPResponse()
    response.end(failure, words: words)
    return response
  }

  /// Turns it into a failure.
  public func end(
    _ failure: HTTPFailure, words: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) {
    self.failure = failure
    // A message is useful, but its absence is not a failure.
    do throws(OutOfMemory) {
      if words.isEmpty { try text.append(failure.words) } else { try text.append(words) }
    } catch {}
  }

  /// More header bytes than any server needs.
  public static let headerLimit = 256 << 10
}
