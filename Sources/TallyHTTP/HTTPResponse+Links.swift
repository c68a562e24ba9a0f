import TallyMemory

extension HTTPResponse {
  /// The target of the link to the next page (RFC 8288, `rel=next`) in the first `Link` line; nil: there is none.
  public var nextLink: UnsafeRawBufferPointer? {
    guard let line = header("link") else { return nil }
    var position = 0
    while position < line.count {
      guard let start = index(of: 0x3C, in: line, from: position), let end = index(of: 0x3E, in: line, from: start)
      else { return nil }
      // A comma outside of quotes ends the link's parameters.
      var isQuoted = false
      position = end
      while position < line.count, isQuoted || line[position] != 0x2C {
        if line[position] == 0x22 { isQuoted.toggle() }
        position += 1
      }
      if isNext(UnsafeRawBufferPointer(rebasing: line[end..<position])) {
        return UnsafeRawBufferPointer(rebasing: line[(start + 1)..<end])
      }
    }
    return nil
  }

  /// Whether a URL begins as the one that this answer came from does, up to the slash that ends its origin.
  public func hasOrigin(of target: UnsafeRawBufferPointer) -> Bool {
    let own = effectiveURL
    var slashes = 0
    var position = 0
    while slashes < 3 {
      guard position < own.count, position < target.count, own[position] == target[position] else { return false }
      if own[position] == 0x2F { slashes += 1 }
      position += 1
    }
    return true
  }

  private func index(of byte: UInt8, in line: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var position = start
    while position < line.count, line[position] != byte { position += 1 }
    return position < line.count ? position : nil
  }

  /// Whether parameters hold `rel=next`, in quotes or not.
  private func isNext(_ parameters: UnsafeRawBufferPointer) -> Bool {
    let wanted: StaticString = "rel=next"
    for start in 0..<parameters.count where parameters[start] | 0x20 == 0x72 {
      var position = start
      var matched = 0
      while matched < wanted.utf8CodeUnitCount, position < parameters.count {
        if parameters[position] != 0x22 {
          if lowercased(parameters[position]) != wanted.utf8Start[matched] { break }
          matched += 1
        }
        position += 1
      }
      if matched == wanted.utf8CodeUnitCount { return true }
    }
    return false
  }
}
