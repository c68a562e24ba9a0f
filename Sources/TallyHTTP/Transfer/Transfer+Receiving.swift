import CCurl
import TallyMemory

extension Transfer {
  /// How the request ended. libcurl's code alone is not enough.
  /// - Parameter status: of the last response; 0: there was none, or a file was read.
  func judge(_ code: CURLcode, status: Int32) -> HTTPFailure {
    if abort != .none { return abort }
    let failure = HTTPFailure(code, status: status)
    // libcurl takes an incomplete header for a complete response without a body.
    let isWhole = status == 0 || (status >= 200 && hasWholeHeader)
    if failure == .none && !isWhole { return .truncated }
    // Up to version 8.5, libcurl reports a header line beyond its limit of 100 KB as missing memory.
    let isWaitingForBody = ctally_curl_long(easy, CURLINFO_REQUEST_SIZE) > 0 && response?.content.isEmpty == true
    if failure == .outOfMemory && isWaitingForBody && hasMemory { abort = .tooLarge }
    return abort == .none ? failure : abort
  }

  /// Whether there is more memory than a header may take.
  private var hasMemory: Bool {
    var probe = ByteBuffer()
    do throws(OutOfMemory) {
      try probe.reserve(HTTPResponse.headerLimit)
      return true
    } catch {
      return false
    }
  }
}

/// libcurl's callbacks for received bytes. A result other than the number of bytes ends the transfer.
extension Transfer {
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    noteByte()
    guard let response else { return 0 }
    if Int64(bytes.count) > request.maxBytes - Int64(response.content.count) {
      abort = .tooLarge
      return 0
    }
    do throws(OutOfMemory) {
      try response.content.append(bytes)
      return bytes.count
    } catch {
      abort = .outOfMemory
      // 0 means failure, even if no byte came.
      return 0
    }
  }

  func takeHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    noteByte()
    guard let response else { return 0 }
    // Each response begins with its status line. Earlier responses (100 Continue, a redirect) are dropped.
    if begins(bytes, with: "HTTP/") {
      response.headerLines.removeAll()
      response.content.removeAll()
      hasWholeHeader = false
    }
    if bytes.count <= 2, bytes.last == 0x0A { hasWholeHeader = true }
    if bytes.count > HTTPResponse.headerLimit - response.headerLines.count {
      abort = .tooLarge
      return 0
    }
    do throws(OutOfMemory) {
      try response.headerLines.append(bytes)
      return bytes.count
    } catch {
      abort = .outOfMemory
      return 0
    }
  }

  private func begins(_ bytes: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
    if bytes.count < text.utf8CodeUnitCount { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
    return true
  }
}
