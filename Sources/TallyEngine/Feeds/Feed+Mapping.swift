import TallyFailure
import TallyHTTP
import TallyMemory
import TallyStore
import TallyWire

// Feeds that read their server through a mapping: their requests, and the next page of a list.

extension Exchange {
  /// Its list goes from the newest to the oldest. Its pages wait until all of them have arrived.
  var isBackward: Bool { mapping?.isBackward ?? false }

  /// Decodes one of its responses.
  /// - Parameter known: the cursor that is held.
  func page(
    of response: HTTPResponse, known: UnsafeRawBufferPointer, _ decoder: PageDecoder
  ) throws(Failure) -> Page {
    try decoder.decode(response.body, through: mapping, known: known, limit: pageLimit)
  }

  /// Follows a list that goes backward until it reaches something known. The newest items come first, so nothing may be
  /// stored before all pages have arrived.
  func follow(_ page: inout Page, _ response: HTTPResponse) throws(Failure) {
    guard let mapping, mapping.isBackward else { return }
    let target = mapping.followsLinks ? response.nextLink : page.next
    page.setMore(target.map { !$0.isEmpty } ?? false && !page.isAtKnown && pages < Exchange.maxPages)
    next.removeAll()
    guard page.hasMore, let target else { return }
    var isOfServer = false
    try growing { () throws(OutOfMemory) in isOfServer = try response.resolve(target, to: &next) }
    if !isOfServer {
      throw Failure(.protocolError, "the next page ", quoting: target, " is not on the same server")
    }
  }

  /// Its snapshot or its list starts again.
  func beginAgain() {
    next.removeAll()
    cursor.removeAll()
    staged.removeAll()
  }

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
    if !mapping.cursorParameter.isEmpty, !askedCursor.isEmpty {
      try begin(mapping.cursorParameter)
      try output.append(byte: 0x3D)
      if let number = number(askedCursor.bytes) {
        try output.append(decimal: number - min(mapping.overlap, number))
      } else {
        try appendPercentEncoded(askedCursor.bytes, to: &output)
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
