/// What CLDR says of a language: which numbers take which plural form, and how a list is written. A few words, looked
/// up in about a hundred nanoseconds; it may be kept.
public struct LanguageRules: BitwiseCopyable, Sendable {
  /// Offsets into ``Tables``.
  private(set) var plurals = 0
  private(set) var lists = 0
  let special: SpecialLink

  /// The rules of a language, and where nothing is known of it the root's: one form, commas.
  public init(_ tag: LanguageTag) {
    special = SpecialLink(language: tag.language)
    var next = tag
    while next != .root {
      take(Tables.find(next.bits, in: Tables.variants, width: 10, record: 14), as: next, of: tag)
      if next.bits == next.language << 35 {
        take(Tables.find(next.language, in: Tables.languages, width: 3, record: 7), as: next, of: tag)
      }
      next = next.parent ?? .root
    }
    // Which script it is written in does not change how a language counts.
    if plurals == 0, let own = Tables.find(tag.language, in: Tables.languages, width: 3, record: 7) {
      plurals = Tables.offset(own)
    }
    if plurals == 0 { plurals = 1 }
    if lists == 0 { lists = 1 }
  }

  /// An ancestor in another language is asked for its lists, but counts otherwise.
  private mutating func take(_ record: UnsafePointer<UInt8>?, as ancestor: LanguageTag, of tag: LanguageTag) {
    guard let record else { return }
    if plurals == 0, ancestor.language == tag.language { plurals = Tables.offset(record) }
    if lists == 0 { lists = Tables.offset(record + 2) }
  }
}
