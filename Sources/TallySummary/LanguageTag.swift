import TallyMemory

/// A language, perhaps with a script and a region, as BCP 47 and CLDR name it: `pt-PT`, `zh-Hant-HK`. Variants and
/// extensions are accepted and dropped, because no rule here depends on them.
///
/// Invariant: a tag is canonical. Codes that CLDR replaced are replaced (`iw` is `he`). The usual script is omitted
/// (`zh-Hans-CN` is `zh-CN`), and a script that a region implies is added (`zh-TW` is `zh-Hant-TW`). So two tags with
/// the same meaning are equal.
public struct LanguageTag: BitwiseCopyable, Equatable, Sendable {
  /// Ten characters of five bits: three of the language, four of the script, three of the region. 0: the root.
  let bits: UInt64

  /// No language in particular.
  public static let root = LanguageTag(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// From parts that may not be canonical.
  init(language: UInt64, script: UInt64, region: UInt64) {
    var script = script
    let implied = Tables.find(language << 15 | region, in: Tables.regionScripts, width: 6, record: 10)
    if let implied {
      if script == 0 { script = Tables.pack(implied, 4) }
    } else if script == Self.usualScript(language) {
      script = 0
    }
    bits = language << 35 | script << 15 | region
  }

  var language: UInt64 { bits >> 35 }
  private var script: UInt64 { bits >> 15 & 0xF_FFFF }
  private var region: UInt64 { bits & 0x7FFF }

  /// The usual script of a language that has several. nil: the language has one.
  private static func usualScript(_ language: UInt64) -> UInt64? {
    Tables.find(language, in: Tables.scripts, width: 3, record: 7).map { Tables.pack($0, 4) }
  }

  /// The tag to look up when this one has nothing: CLDR's parent. nil: this is the root.
  ///
  /// `en-GB`, `en-001`, `en`, root; `zh-Hant-MO`, `zh-Hant-HK`, `zh-Hant`, root.
  public var parent: LanguageTag? {
    if bits == 0 { return nil }
    if let other = Tables.find(bits, in: Tables.parents, width: 10, record: 20) {
      return LanguageTag(bits: Tables.pack(other, 10))
    }
    if region != 0 {
      if script == 0,
        let wider = Tables.find(language << 15 | region, in: Tables.parentRegions, width: 6, record: 9)
      {
        return LanguageTag(bits: language << 35 | Tables.pack(wider, 3))
      }
      return LanguageTag(language: language, script: script, region: 0)
    }
    // Readers of one script of a language may not read another.
    let isOtherScript = script != 0 && Self.usualScript(language) != nil
    return script == 0 || isOtherScript ? .root : LanguageTag(bits: language << 35)
  }

  /// Appends the tag as BCP 47 writes it, at most 12 bytes; the root is `und`.
  public func append(to output: inout ByteOutput) throws(OutOfMemory) {
    var text: (UInt64, UInt64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &text) { spell(into: $0) }
    try withUnsafeBytes(of: text) { (bytes) throws(OutOfMemory) in
      try output.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }

  private func spell(into text: UnsafeMutableRawBufferPointer) -> Int {
    let bits = language == 0 ? self.bits | 0x55C4 << 35 : self.bits
    var count = 0
    for index in 0..<10 {
      let letter = UInt8(truncatingIfNeeded: bits >> UInt64(45 - 5 * index)) & 31
      if letter == 0 { continue }
      if index == 3 || index == 7 {
        text[count] = 0x2D
        count += 1
      }
      let isNumber = index >= 7 && bits & 31 != 0
      text[count] = letter | (isNumber ? 0x20 : index == 3 || index >= 7 ? 0x40 : 0x60)
      count += 1
    }
    return count
  }
}
