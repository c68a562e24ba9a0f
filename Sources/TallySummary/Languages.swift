import TallyMemory

/// The languages that a text is looked for in, in their order: the wanted one and its parents, the fallback and its
/// parents, and at last the root.
struct Languages: ~Copyable {
  struct Candidate: BitwiseCopyable {
    var language: LanguageTag
    /// The language by whose rules a text in this one is worded: the one that led here, which may say more (of a
    /// region, how it writes lists), unless it is another one. For the root, the wanted one.
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
    var next = start
    while next != .root {
      try candidates.append(Candidate(language: next, rules: next.language == start.language ? start : next))
      next = next.parent ?? .root
    }
  }

  /// At least one, the last of which is the root.
  var count: Int { candidates.count }

  subscript(index: Int) -> Candidate { candidates[index] }
}

extension LanguageTag {
  /// Itself where `language` is among its parents and it says more of it, else `language`.
  func refining(_ language: LanguageTag) -> LanguageTag {
    var next = self
    while next != .root {
      if next == language { return self }
      next = next.parent ?? .root
    }
    return language
  }
}
