extension LanguageTag {
  /// Parses a tag: letters in any case, `-` or `_` between its parts.
  /// - Returns: nil for a malformed tag, or one without a language (`x-mine`, `i-klingon`). `und` and `root` are the
  ///   root, with their script and region, if any.
  public init?(_ text: UnsafeRawBufferPointer) {
    var parser = TagParser()
    var start = 0
    for index in 0...text.count where index == text.count || text[index] == 0x2D || text[index] == 0x5F {
      if !parser.take(UnsafeRawBufferPointer(rebasing: text[start..<index])) { return nil }
      start = index + 1
    }
    if parser.awaitsMore { return nil }
    self.init(language: parser.language, script: parser.script, region: parser.region)
  }
}

/// Takes the parts of a tag in their order.
private struct TagParser {
  /// The part that came last. The next part must come after it in this order.
  private enum Stage: UInt8 {
    case nothing, language, extended, script, region, extension_
  }

  private var stage = Stage.nothing
  /// A single letter introduces the following parts, so there must be one.
  private(set) var awaitsMore = true
  private(set) var language: UInt64 = 0
  private(set) var script: UInt64 = 0
  private(set) var region: UInt64 = 0

  /// Each code and its replacement. 3 + 3.
  private static let aliases: StaticString = "cmnzh in id iw he ji yi jw jv mo ro sh sr tl fil"

  mutating func take(_ part: UnsafeRawBufferPointer) -> Bool {
    guard let (letters, digits) = Self.count(part) else { return false }
    if stage == .nothing { return takeLanguage(part, letters) }
    awaitsMore = part.count == 1
    switch (part.count, stage.rawValue) {
    case (_, Stage.extension_.rawValue): return true
    case (1, _): stage = .extension_
    case (3, ...Stage.language.rawValue) where letters == 3:
      stage = .extended
      setLanguage(pack(part, 3))
    case (4, ...Stage.extended.rawValue) where letters == 4:
      stage = .script
      script = pack(part, 4)
    case (2, ...Stage.script.rawValue) where letters == 2, (3, ...Stage.script.rawValue) where digits == 3:
      stage = .region
      region = pack(part, 3)
    default:
      // A variant.
      stage = .region
      return part.count >= 5 || (part.count == 4 && part[0] < 0x3A)
    }
    return true
  }

  private mutating func takeLanguage(_ part: UnsafeRawBufferPointer, _ letters: Int) -> Bool {
    stage = .language
    awaitsMore = false
    let isRoot = part.count == 4 && pack(part, 4) == 0x9_3DF4
    guard letters == part.count, (2...3).contains(part.count) || isRoot else { return false }
    if !isRoot { setLanguage(pack(part, 3)) }
    return true
  }

  private mutating func setLanguage(_ code: UInt64) {
    language = code == 0x55C4 ? 0 : code
    guard let other = Tables.find(code, in: Self.aliases, width: 3, record: 6) else { return }
    language = Tables.pack(other, 3)
    // Serbo-Croatian was written in Latin letters.
    if code == 0x4D00 { script = 0x6_068E }
  }

  /// Pads a shorter part. No part is empty.
  private func pack(_ part: UnsafeRawBufferPointer, _ width: Int) -> UInt64 {
    part.withMemoryRebound(to: UInt8.self) { bytes in
      Tables.pack(bytes.baseAddress.unsafelyUnwrapped, bytes.count) << UInt64(5 * (width - bytes.count))
    }
  }

  /// The number of letters and digits. nil: the part is empty, longer than eight, or has other characters.
  private static func count(_ part: UnsafeRawBufferPointer) -> (letters: Int, digits: Int)? {
    var letters = 0
    var digits = 0
    for byte in part {
      if byte &- 0x30 < 10 {
        digits += 1
      } else if (byte | 0x20) &- 0x61 < 26 {
        letters += 1
      } else {
        return nil
      }
    }
    return part.isEmpty || part.count > 8 ? nil : (letters, digits)
  }
}
