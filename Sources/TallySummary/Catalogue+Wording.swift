import TallyMemory

/// The source of a summary's text.
public struct Wording: Equatable, Sendable {
  public enum Origin: UInt8, Sendable {
    /// No notification is covered, so there is no summary.
    case nothing
    /// The formats of categories.
    case categories
    /// The built-in formats.
    case builtIn
  }

  public var origin: Origin
  /// The language of the summary, perhaps a parent of the requested one. With several categories it is the language of
  /// the first. The root: the source text.
  public var language: LanguageTag
}

extension Catalogue {
  /// Writes the summary of a group.
  ///
  /// If the covered notifications have one category, its format is filled with their items and arguments. With several
  /// categories, none of whose formats has arguments, the summaries of all are joined as a list. Otherwise, and if a
  /// format or an argument is missing, the built-in formats are used. Takes time in proportion to the length of the
  /// text.
  /// - Parameters:
  ///   - isHidden: previews are hidden. Then the leading notification is covered too, and nobody is named.
  ///   - language: the requested language.
  ///   - fallback: the language for texts that are missing in the requested one and its parents.
  ///   - output: receives UTF-8, if the formats and arguments are UTF-8.
  /// - Throws: ``OutOfMemory``. The output is then incomplete.
  public func word(
    _ group: borrowing GroupDigest, isHidden: Bool, in language: LanguageTag, orElse fallback: LanguageTag,
    into output: inout ByteOutput
  ) throws(OutOfMemory) -> Wording {
    if group.notifications < (isHidden ? 1 : 2) { return Wording(origin: .nothing, language: .root) }
    let languages = try Languages(wanted: language, fallback: fallback)
    let origin: Wording.Origin = hasWords(group, isHidden, languages) ? .categories : .builtIn
    let count = origin == .builtIn ? 1 : group.categoryCount(isHidden: isHidden)
    var first: (found: Found, rules: LanguageRules)?
    var told = LanguageTag.root
    for index in 0..<count {
      let tally = group.tally(index, isHidden: isHidden)
      let own = origin == .builtIn ? nil : format(of: tally.category, isHidden: isHidden, languages)
      let found = own ?? builtIn(isHidden, languages)
      let items = count == 1 ? group.items(isHidden: isHidden) : tally.items
      let rules: LanguageRules
      if let first, first.found.rules == found.rules { rules = first.rules } else { rules = LanguageRules(found.rules) }
      let joining = first?.rules ?? rules
      let form = found.format.form(for: items, rules)
      // The first bytes of a form decide like those of its summary: a digit has no script and no sound of i.
      let link = index == 0 ? nil : joining.link(to: index, of: count, form)
      if let link { try output.append(link.before) }
      try append(form, items, group, rules, to: &output)
      if let link { try output.append(link.behind) }
      if first == nil {
        first = (found, rules)
        told = found.language
      }
    }
    return Wording(origin: origin, language: told)
  }

  /// Whether the categories' formats can word the covered notifications.
  private func hasWords(_ group: borrowing GroupDigest, _ isHidden: Bool, _ languages: borrowing Languages) -> Bool {
    let count = group.categoryCount(isHidden: isHidden)
    for index in 0..<count {
      let category = group.tally(index, isHidden: isHidden).category
      guard let found = format(of: category, isHidden: isHidden, languages) else { return false }
      if found.hasArguments, count > 1 || group.arguments == 0 { return false }
    }
    return true
  }

  @inline(never)
  private func builtIn(_ isHidden: Bool, _ languages: borrowing Languages) -> Found {
    var (language, rules) = (LanguageTag.root, LanguageTag.root)
    var (index, start) = (0, -1)
    repeat {
      let candidate = languages[index]
      // The root comes last, and English has formats.
      let isLast = candidate.language == .root
      language = isLast ? Self.english : candidate.language
      rules = isLast ? language : candidate.rules
      if let offsets = Tables.find(language.bits, in: Tables.defaults, width: 10, record: 14) {
        start = Tables.offset(offsets + (isHidden ? 2 : 0))
      }
      index += 1
    } while start < 0
    let format = CompiledFormat(Tables.slice(Tables.defaultFormats, from: start, until: 0))
    return Found(format: format, hasArguments: false, language: language, rules: rules)
  }

  private static var english: LanguageTag { LanguageTag(bits: 0x15C0 << 35) }

  /// Writes a form in one pass. Inserted texts are not scanned.
  private func append(
    _ form: UnsafeRawBufferPointer, _ items: UInt64, _ group: borrowing GroupDigest, _ rules: LanguageRules,
    to output: inout ByteOutput
  ) throws(OutOfMemory) {
    var start = 0
    for index in 0...form.count {
      let byte = index < form.count ? form[index] : CompiledFormat.count
      if byte != CompiledFormat.count, byte != CompiledFormat.arguments { continue }
      try output.append(UnsafeRawBufferPointer(rebasing: form[start..<index]))
      start = index + 1
      if index == form.count { break }
      if byte == CompiledFormat.count {
        try output.append(decimal: items)
      } else {
        try append(argumentsOf: group, rules, to: &output)
      }
    }
  }

  @_optimize(speed)
  private func append(
    argumentsOf group: borrowing GroupDigest, _ rules: LanguageRules, to output: inout ByteOutput
  ) throws(OutOfMemory) {
    var cursor = 0
    var index = 0
    var link = ListLink()
    while let argument = group.nextArgument(&cursor) {
      // The links in the middle are equal, and there may be hundreds.
      let isAlike = index == 0 || index > 2 && index < group.arguments - 1
      if !isAlike { link = rules.link(to: index, of: group.arguments, argument) }
      if index > 0 { try output.append(link.before) }
      try output.append(argument)
      if link.behind.count > 0 { try output.append(link.behind) }
      index += 1
    }
  }
}

extension ByteOutput {
  mutating func append(decimal number: UInt64) throws(OutOfMemory) {
    var rest = number
    var digits: (UInt64, UInt64, UInt32) = (0, 0, 0)
    let start = withUnsafeMutableBytes(of: &digits) { bytes in
      var start = 20
      repeat {
        start -= 1
        bytes[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
        rest /= 10
      } while rest > 0
      return start
    }
    try withUnsafeBytes(of: digits) { (bytes) throws(OutOfMemory) in
      try append(UnsafeRawBufferPointer(rebasing: bytes[start..<20]))
    }
  }
}
