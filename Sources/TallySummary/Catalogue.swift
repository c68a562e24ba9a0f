import TallyMemory

/// The formats of categories under keys, in any number of languages.
///
/// A category names the keys of its two formats. A key is looked up only when a summary is worded, so categories,
/// translations and notifications may come in any order. The catalogue grows with its contents. The memory of replaced
/// texts is reclaimed when they are half of all texts.
///
/// Invariants: the entries of a key are linked from `keys`, each language once. `texts` holds their formats, and
/// `garbage` bytes that are no longer used.
public struct Catalogue: ~Copyable {
  private struct Category: BitwiseCopyable {
    var summary: Int32 = -1
    var hidden: Int32 = -1
  }

  private struct Entry: BitwiseCopyable {
    var language: LanguageTag
    var next: Int32
    var hasArguments: Bool
    var offset: Int
    var count: Int
  }

  private var categoryNames = TextTable()
  private var categories = List<Category>()
  private var keyNames = TextTable()
  /// The first entry of each key; -1: none.
  private var keys = List<Int32>()
  private var entries = List<Entry>()
  private var texts = ByteBuffer()
  private var garbage = 0

  /// The language of texts that are stored for no particular language. The root: it is unknown, and taken to be the
  /// requested language.
  public var sourceLanguage = LanguageTag.root

  public init() {}

  public var categoryCount: Int { categories.count }

  /// The number of a category. Notifications refer to a category by its number. It may have no formats yet.
  public mutating func category(named name: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    try categories.reserve(categories.count + 1)
    let number = try categoryNames.add(name)
    if categoryNames.count > categories.count { categories.appendWithinCapacity(Category()) }
    return number
  }

  /// Sets the formats of a category.
  /// - Parameters:
  ///   - category: a number from ``category(named:)``.
  ///   - summary: a number from ``key(named:)``, or -1: none.
  ///   - hidden: the same for its format with hidden previews.
  public mutating func setCategory(_ category: Int32, summary: Int32, hidden: Int32) {
    categories[Int(category)] = Category(summary: summary, hidden: hidden)
  }

  /// The number of a key.
  public mutating func key(named name: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    try keys.reserve(keys.count + 1)
    let number = try keyNames.add(name)
    if keyNames.count > keys.count { keys.appendWithinCapacity(-1) }
    return number
  }

  /// Stores a format under a key and replaces the former one.
  /// - Parameters:
  ///   - language: the root: this is the source text, for languages without a translation.
  ///   - compiled: from ``Format``, or for the root a ``Format/reference(to:)``; empty: removes the format. Copied.
  /// - Throws: ``OutOfMemory``. The catalogue is then unchanged.
  public mutating func setFormat(
    _ compiled: UnsafeRawBufferPointer, key: Int32, language: LanguageTag
  ) throws(OutOfMemory) {
    let former = entry(of: key, language)
    if former == nil, compiled.isEmpty { return }
    if garbage > 4096, garbage > texts.count / 2 { try closeUp() }
    try entries.reserve(entries.count + 1)
    let offset = texts.count
    try texts.append(compiled)
    var entry = Entry(
      language: language, next: keys[Int(key)], hasArguments: CompiledFormat(compiled).hasArguments, offset: offset,
      count: compiled.count)
    if let former {
      entry.next = entries[former].next
      garbage += entries[former].count
      entries[former] = entry
    } else {
      keys[Int(key)] = Int32(entries.count)
      entries.appendWithinCapacity(entry)
    }
  }

  /// Puts the text of one plural form under a key, in the place of the one that was there. Other forms stay.
  /// - Parameters:
  ///   - language: as of ``setFormat(_:key:language:)``.
  ///   - isHidden: as of ``Format/add(_:_:isHidden:)``.
  /// - Throws: ``FormatError``; then nothing was changed.
  public mutating func setForm(
    _ form: PluralCategory, _ text: UnsafeRawBufferPointer, key: Int32, language: LanguageTag, isHidden: Bool
  ) throws(FormatError) {
    var format = Format()
    try format.add(form, text, isHidden: isHidden)
    do throws(OutOfMemory) {
      // The new form comes first, and a search takes the first one.
      var all = ByteBuffer()
      try all.append(format.compiled)
      if let former = entry(of: key, language) {
        try self.format(former).appendForms(except: form, to: &all)
      }
      try setFormat(all.bytes, key: key, language: language)
    } catch {
      throw FormatError(.outOfMemory)
    }
  }

  private mutating func closeUp() throws(OutOfMemory) {
    var closed = ByteBuffer()
    try closed.reserve(texts.count - garbage)
    for index in 0..<entries.count {
      let offset = closed.count
      try closed.append(texts.bytes(at: entries[index].offset, count: entries[index].count))
      entries[index].offset = offset
    }
    swap(&texts, &closed)
    garbage = 0
  }

  @inline(never)
  private func entry(of key: Int32, _ language: LanguageTag) -> Int? {
    var next = keys[Int(key)]
    while next >= 0 {
      if entries[Int(next)].language == language { return Int(next) }
      next = entries[Int(next)].next
    }
    return nil
  }
}

extension Catalogue {
  /// A format that was found for a language, perhaps in another language.
  struct Found {
    var format: CompiledFormat
    var hasArguments: Bool
    /// The language under which it is stored. The root: it is the source text.
    var language: LanguageTag
    /// The language whose rules apply.
    var rules: LanguageTag
  }

  /// The format of a category in the first of the languages that has one. With hidden previews, a format with arguments
  /// does not count.
  func format(of category: Int32, isHidden: Bool, _ languages: borrowing Languages) -> Found? {
    guard category >= 0, Int(category) < categories.count else { return nil }
    let names = categories[Int(category)]
    let key = isHidden ? names.hidden : names.summary
    if key < 0 { return nil }
    for index in 0..<languages.count {
      let candidate = languages[index]
      guard var index = entry(of: key, candidate.language) else { continue }
      let source = format(index).source
      if let source {
        guard let own = entry(of: key, source) else { continue }
        index = own
      }
      if !isUsable(entries[index], isHidden) { continue }
      let written = source ?? (candidate.language == .root ? sourceLanguage : .root)
      return Found(
        format: format(index), hasArguments: entries[index].hasArguments, language: source ?? candidate.language,
        rules: written == .root ? candidate.rules : candidate.rules.refining(written))
    }
    return nil
  }

  private func format(_ entry: Int) -> CompiledFormat {
    CompiledFormat(texts.bytes(at: entries[entry].offset, count: entries[entry].count))
  }

  private func isUsable(_ entry: Entry, _ isHidden: Bool) -> Bool {
    entry.count > 0 && !(isHidden && entry.hasArguments)
  }

  /// The bytes of all formats, with the unused ones.
  var textBytes: Int { texts.count }
}
