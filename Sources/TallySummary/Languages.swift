import TallyMemory

/// The languages in which a text is looked up, in their order: the requested language and its parents, the fallback and
/// its parents, and the root.
struct Languages: ~Copyable {
  struct Candidate: BitwiseCopyable {
    var language: LanguageTag
    /// The language whose rules apply to a text in this one. It is the language that led here, which may be more
    /// specific (a region writes lists in its own way), unless it is another language. For the root it is the requested
    /// language.
    var rules: LanguageTag
  }

  private var candidates = List<Candidate>()

  init(wanted: LanguageTag, fallback: LanguageTag) throws(OutOfMemory) {
    try candidates.reserve(12)
    try add(wanted)
    try add(fallback)
    try candidates.append(Candidate(language: .root, rules: wanted == .root ? fallback : wanted))
  }

  private mutating func add(_ start: LanguageTag) throws(OutOfMemory) {
    var next: LanguageTag? = start
    while let tag = next, tag != .root {
      try candidates.append(Candidate(language: tag, rules: tag.language == start.language ? start : tag))
      next = tag.parent
    }
  }

  /// At least one. The last one is the root.
  var count: Int { candidates.count }

  subscript(index: Int) -> Candidate { candidates[index] }
}

extension LanguageTag {
  /// The more specific of the two: this one if `language` is among its parents, otherwise `language`.
  func refining(_ language: LanguageTag) -> LanguageTag {
    var next: LanguageTag? = self
    while let tag = next, tag != .root {
      if tag == language { return self }
      next = tag.parent
    }
    return language
  }
}
