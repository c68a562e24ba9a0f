/// The languages that a text is looked for in.
struct Languages {
  /// Whoever reads it wants this one.
  let wanted: LanguageTag
  /// And else this one.
  let fallback: LanguageTag

  /// The first of both languages and their parents that has what is looked for.
  /// - Returns: that one, and the one by whose rules its text is worded: the language that led there, which may say more
  ///   (of a region, how it writes lists), unless it is another one.
  func first(where has: (LanguageTag) -> Bool) -> (language: LanguageTag, rules: LanguageTag)? {
    first(from: wanted, where: has) ?? first(from: fallback, where: has)
  }

  private func first(
    from start: LanguageTag, where has: (LanguageTag) -> Bool
  ) -> (language: LanguageTag, rules: LanguageTag)? {
    var next = start
    while next != .root {
      if has(next) { return (next, next.language == start.language ? start : next) }
      next = next.parent ?? .root
    }
    return nil
  }

  /// The wanted language where it is the same with more said of it, else the language itself.
  func related(to language: LanguageTag) -> LanguageTag {
    var next = wanted
    while next != .root {
      if next == language { return wanted }
      next = next.parent ?? .root
    }
    return language
  }
}
