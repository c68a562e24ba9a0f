import TallyMemory

/// The words of categories: formats under keys, in as many languages as they were translated into.
///
/// A category names the keys of its two formats. What stands under a key is looked up when a summary is worded, so
/// categories, translations and notifications may come in any order. It grows with what is put in; a text that is
/// replaced is given up once half of all are.
///
/// Invariants: the entries of a key are linked from `keys`, each language once; `texts` holds their formats, and
/// `garbage` more bytes that are nobody's.
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
  /// By key: its first entry; -1: none.
  private var keys = List<Int32>()
  private var entries = List<Entry>()
  private var texts = ByteBuffer()
  private var garbage = 0

  /// The language of texts that are under a key for no language in particular; the root: it is not known, and taken to
  /// be the one that is asked for.
  public var sourceLanguage = LanguageTag.root

  public init() {}

  public var categoryCount: Int { categories.count }

  /// The number of a category, by which notifications name it. It need not have words yet.
  public mutating func category(named name: UnsafeRawBufferPointer) throws(OutOfMemory) -> Int32 {
    try categories.reserve(categories.count + 1)
    let number = try categoryNames.add(name)
    if categoryNames.count > categories.count { categories.appendWithinCapacity(Category()) }
    return number
  }

  /// Says which formats a category has.
  /// - Parameters:
  ///   - category: a number of ``category(named:)``.
  ///   - summary: a number of ``key(named:)``, or -1: it has none.
  ///   - hidden: that of its format for hidden previews.
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

  /// Puts a format under a key, in the place of the one that was there.
  /// - Parameters:
  ///   - language: the root: this is the source text, for who has no translation.
  ///   - compiled: of ``Format``, or of the root a ``Format/reference(to:)``; empty: there is none any more. Copied.
  /// - Throws: ``OutOfMemory``; then nothing was changed.
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
  /// A format for a language, perhaps in another one.
  struct Found {
    var format: CompiledFormat
    var hasArguments: Bool
    /// The language that it is in, as it was put in; the root: it is the source text.
    var language: LanguageTag
    /// The language whose rules it is worded by.
    var rules: LanguageTag
  }

  /// The format of a category in the first of the languages that has one. With previews hidden, one with arguments is
  /// none.
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

  /// How many bytes all formats take, with those that are nobody's any more.
  var textBytes: Int { texts.count }
}
