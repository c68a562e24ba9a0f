import TallyMemory

// What others have sent and received, in the same terms.

extension HTTPRequest {
  /// The header lines as they go over the wire, each with CR and LF.
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
  /// An answer that did not come through the client.
  /// - Parameters:
  ///   - url: where it came from.
  ///   - headers: lines, with CR and LF or LF alone. What is no header, such as a status line, is passed over.
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

  /// No answer.
  /// - Parameter words: what went wrong; empty: what can be said in general.
  public static func make(
    _ failure: HTTPFailure, words: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) -> HTTPResponse {
    let response = HTTPResponse()
    response.end(failure, words: words)
    return response
  }

  /// Has it be no answer.
  public func end(
    _ failure: HTTPFailure, words: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) {
    self.failure = failure
    // Words are worth having, but not worth failing for.
    do throws(OutOfMemory) {
      if words.isEmpty { try text.append(failure.words) } else { try text.append(words) }
    } catch {}
  }

  /// More header bytes than any server has to say before it comes to the point.
  public static let headerLimit = 256 << 10
}
