/// CLDR's rules of a language: the plural form of each number, and how to write a list. The value is small and may be
/// kept. A lookup takes about a hundred nanoseconds.
public struct LanguageRules: BitwiseCopyable, Sendable {
  /// Offsets into ``Tables``.
  private(set) var plurals = 0
  private(set) var lists = 0
  let special: SpecialLink

  /// The rules of a language. An unknown language has the root's rules: one form, commas.
  public init(_ tag: LanguageTag) {
    special = SpecialLink(language: tag.language)
    var next: LanguageTag? = tag
    while let ancestor = next, ancestor != .root {
      take(Tables.find(ancestor.bits, in: Tables.variants, width: 10, record: 14), as: ancestor, of: tag)
      if ancestor.bits == ancestor.language << 35 {
        take(Tables.find(ancestor.language, in: Tables.languages, width: 3, record: 7), as: ancestor, of: tag)
      }
      next = ancestor.parent
    }
    // The script does not change the plural rules of a language.
    if plurals == 0, let own = Tables.find(tag.language, in: Tables.languages, width: 3, record: 7) {
      plurals = Tables.offset(own)
    }
    if plurals == 0 { plurals = 1 }
    if lists == 0 { lists = 1 }
  }

  /// An ancestor in another language provides its lists but not its plural rules.
  private mutating func take(_ record: UnsafePointer<UInt8>?, as ancestor: LanguageTag, of tag: LanguageTag) {
    guard let record else { return }
    if plurals == 0, ancestor.language == tag.language { plurals = Tables.offset(record) }
    if lists == 0 { lists = Tables.offset(record + 2) }
  }
}
