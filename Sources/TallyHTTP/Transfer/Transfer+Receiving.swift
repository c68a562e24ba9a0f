import TallyMemory

/// What libcurl calls when bytes come. An answer other than their number ends the transfer.
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
      // Nothing means failure also where nothing came.
      return 0
    }
  }

  func takeHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    noteByte()
    guard let response else { return 0 }
    // Each answer begins with its status line: those before (100 Continue, a redirect) are forgotten.
    if begins(bytes, with: "HTTP/") {
      response.headerLines.removeAll()
      response.content.removeAll()
    }
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
