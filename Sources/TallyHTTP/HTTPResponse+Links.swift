import TallyMemory

extension HTTPResponse {
  /// The target of the link to the next page (RFC 8288), as the server wrote it. It is the first link in any `Link`
  /// line whose relations include `next`. nil: there is none.
  public var nextLink: UnsafeRawBufferPointer? {
    var lines = HeaderLines(headerLines.bytes)
    while let line = lines.next(named: "link") {
      if !Self.isUsable(line) { continue }
      var links = LinkReader(line)
      if let target = links.nextTarget() { return target }
    }
    return nil
  }

  /// Appends the URL of a reference in this response. A relative reference is resolved (RFC 3986) against the URL of
  /// the response.
  /// - Returns: whether the result is a URL of the same origin.
  public func resolve(
    _ reference: UnsafeRawBufferPointer, to output: inout ByteBuffer
  ) throws(OutOfMemory) -> Bool {
    for byte in reference where byte == 0 { return false }
    var texts = ByteBuffer()
    try texts.append(effectiveURL)
    try texts.append(byte: 0)
    let start = texts.count
    try texts.append(reference)
    try texts.append(byte: 0)
    guard let base = texts.bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
    let here = URLParts(base)
    let there = URLParts(base, resolving: base + start)
    if here.failure == .outOfMemory || there.failure == .outOfMemory { throw OutOfMemory() }
    guard here.failure == .none, there.failure == .none, try here.hasOrigin(of: there) else { return false }
    try there.appendURL(to: &output)
    return true
  }
}

/// Reads the links of one `Link` line: `<target>; parameter=value; …, <target>; …`.
struct LinkReader {
  private let line: UnsafeRawBufferPointer
  private var position = 0

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
  }

  /// The target of the next link whose relations include `next`. A malformed link ends the line.
  mutating func nextTarget() -> UnsafeRawBufferPointer? {
    while true {
      while take(0x2C) {}
      guard take(0x3C), let end = index(of: 0x3E) else { return nil }
      let target = UnsafeRawBufferPointer(rebasing: line[position..<end])
      position = end + 1
      if readParameters() { return target }
    }
  }

  /// Reads the parameters of a link, up to the comma behind it.
  /// - Returns: whether it leads to the next page of this response.
  private mutating func readParameters() -> Bool {
    var relations: UnsafeRawBufferPointer?
    var isAboutAnother = false
    _ = token(before: 0x3B)
    while take(0x3B) {
      let name = token(before: 0x3D)
      let value = take(0x3D) ? parameterValue() : UnsafeRawBufferPointer(start: nil, count: 0)
      _ = token(before: 0x3B)
      // If it occurs several times, the first one wins.
      if isWord(name, "rel"), relations == nil { relations = value }
      // Such a link starts at another document.
      if isWord(name, "anchor") { isAboutAnother = true }
    }
    guard let relations, !isAboutAnother else { return false }
    return hasNext(relations)
  }

  /// Whether a list of relations, separated by white space, includes `next`.
  private func hasNext(_ relations: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    for end in 0...relations.count where end == relations.count || isWhite(relations[end]) {
      if isWord(UnsafeRawBufferPointer(rebasing: relations[start..<end]), "next") { return true }
      start = end + 1
    }
    return false
  }

  /// A token, or the text within quotes, where a backslash escapes the next byte. The text keeps its backslashes.
  /// Neither a relation nor the text that it is compared with has any.
  private mutating func parameterValue() -> UnsafeRawBufferPointer {
    guard take(0x22) else { return token(before: 0x3B) }
    let start = position
    while position < line.count, line[position] != 0x22 { position += line[position] == 0x5C ? 2 : 1 }
    let end = min(position, line.count)
    position = min(end + 1, line.count)
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }

  /// Everything up to a comma, a semicolon, or that byte, without surrounding white space.
  private mutating func token(before separator: UInt8) -> UnsafeRawBufferPointer {
    skipWhite()
    let start = position
    var end = start
    while position < line.count, line[position] != 0x3B, line[position] != 0x2C, line[position] != separator {
      position += 1
      if !isWhite(line[position - 1]) { end = position }
    }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }

  private mutating func skipWhite() {
    while position < line.count, isWhite(line[position]) { position += 1 }
  }

  /// Skips white space, and that byte if it is next.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipWhite()
    if position >= line.count || line[position] != byte { return false }
    position += 1
    return true
  }

  private func index(of byte: UInt8) -> Int? {
    var index = position
    while index < line.count, line[index] != byte { index += 1 }
    return index < line.count ? index : nil
  }
}

/// Whether a text in any case equals a word in lower case.
private func isWord(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
  if text.count != word.utf8CodeUnitCount { return false }
  for index in 0..<text.count where lowercased(text[index]) != word.utf8Start[index] { return false }
  return true
}
