import CPlatform
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallySummary
import TallyTree
import TallyWire

// The words of summaries: categories and translations. A change concerns all groups, so their observers are notified of
// all of them.

/// The formats of translation files.
public enum StringsKind: Int32, Sendable {
  case catalog = 1
  case dictionary = 2
}

extension Account {
  /// Sets the formats of a category; no bytes: none. A format is the key of its translations. It is also the source
  /// text, unless it is only a name.
  public func setCategory(
    _ name: UnsafeRawBufferPointer, summary: UnsafeRawBufferPointer, hidden: UnsafeRawBufferPointer
  ) throws(Failure) {
    try Failure.checkName(name, "the id of a category")
    let formats = (try compile(summary, isHidden: false), try compile(hidden, isHidden: true))
    let (shown, covered) = (formats.0, formats.1)
    try rewording { () throws(Failure) in
      let store = engine.store
      if !Format.isName(hidden) { try store.saveSourceText(account: id, key: hidden, format: covered.bytes) }
      if !Format.isName(summary) { try store.saveSourceText(account: id, key: summary, format: shown.bytes) }
      try store.saveCategory(account: id, id: name, summary: summary, hidden: hidden)
    }
  }

  /// Removes a category. Its messages get the built-in words.
  /// - Throws: `notFound`.
  public func removeCategory(_ name: UnsafeRawBufferPointer) throws(Failure) {
    try Failure.checkName(name, "the id of a category")
    try rewording { () throws(Failure) in
      if try !store.removeCategory(account: id, id: name) {
        throw Failure(.notFound, "there is no category ", quoting: name)
      }
    }
  }

  /// Removes the format under a key for a language; no bytes: the source text.
  /// - Throws: `notFound`.
  public func removeStrings(_ key: UnsafeRawBufferPointer, language: UnsafeRawBufferPointer) throws(Failure) {
    let text = try name(ofLanguage: language)
    try checkKey(key)
    try rewording { () throws(Failure) in
      if try !store.removeTranslation(account: id, key: key, language: text.bytes) {
        let failure = Failure(.notFound, "the key ", quoting: key, " has no text in the language '")
        Words.add(text.bytes)
        Words.add("'")
        throw failure
      }
    }
  }

  /// The language in the form in which texts are stored; empty: the source text.
  private func name(ofLanguage given: UnsafeRawBufferPointer) throws(Failure) -> ByteBuffer {
    let tag = try self.language(given) ?? .root
    var name = ByteOutput()
    if tag != .root { try growing { () throws(OutOfMemory) in try tag.append(to: &name) } }
    return name.take()
  }

  private func checkKey(_ key: UnsafeRawBufferPointer) throws(Failure) {
    if key.isEmpty || !isText(key) { throw Failure(.argument, "a key is empty, or not UTF-8") }
    if key.count > Store.maximumFormatBytes { throw Failure(.tooLarge, "a key has more than 65536 bytes") }
  }

  /// Stores a format under a key for a language; no bytes: the source text.
  /// - Parameter form: returns the text for a plural category, 1 to 6; nil: there is none.
  public func setStrings(
    _ key: UnsafeRawBufferPointer, language: UnsafeRawBufferPointer, form: (Int) -> UnsafeRawBufferPointer?
  ) throws(Failure) {
    let text = try name(ofLanguage: language)
    try checkKey(key)
    var format = Format()
    for category in 1...6 {
      if let text = form(category) {
        try compile(text, PluralCategory(rawValue: UInt8(category)), false, into: &format)
      }
    }
    let compiled = CompiledText()
    try growing { () throws(OutOfMemory) in try compiled.buffer.append(format.compiled) }
    try rewording { () throws(Failure) in
      try store.saveTranslation(account: id, key: key, language: text.bytes, format: compiled.bytes)
    }
  }

  private func compile(_ text: UnsafeRawBufferPointer, isHidden: Bool) throws(Failure) -> CompiledText {
    var format = Format()
    if !text.isEmpty { try compile(text, .other, isHidden, into: &format) }
    let compiled = CompiledText()
    try growing { () throws(OutOfMemory) in try compiled.buffer.append(format.compiled) }
    return compiled
  }

  private func compile(
    _ text: UnsafeRawBufferPointer, _ category: PluralCategory?, _ isHidden: Bool, into format: inout Format
  ) throws(Failure) {
    if text.count > Store.maximumFormatBytes { throw Failure(.tooLarge, "a format has more than 65536 bytes") }
    if !isText(text) { throw Failure(.argument, "a format is not UTF-8") }
    do throws(FormatError) { try format.add(category ?? .other, text, isHidden: isHidden) } catch {
      throw Failure(error, in: text)
    }
  }

  /// Takes the texts of a translation file. A text that is not a format is skipped, unless a category uses it.
  /// - Parameter language: the language of a `.stringsdict`.
  /// - Returns: the number of formats taken, and of texts skipped.
  public func importStrings(
    _ file: UnsafeRawBufferPointer, _ kind: StringsKind, language: UnsafeRawBufferPointer
  ) throws(Failure) -> (taken: Int, skipped: Int) {
    if kind == .dictionary, try self.language(language) == nil {
      throw Failure(.argument, "a .stringsdict does not say its language")
    }
    let taker = FormTaker(account: self)
    try rewording { () throws(Failure) in
      let tally =
        kind == .catalog
        ? try StringCatalog.read(
          file, { (form) throws(Failure) in try taker.take(form) },
          keys: { (key, source) throws(Failure) in try taker.end(of: key, source: source) })
        : try StringsDictionary.read(file, language: language) { (form) throws(Failure) in try taker.take(form) }
      try taker.end()
      taker.skipped += tally.skipped
    }
    return (taker.taken, taker.skipped)
  }

  /// Changes the words of summaries, and notifies the observers of groups.
  private func rewording(_ body: () throws(Failure) -> Void) throws(Failure) {
    try changeAlone(.call) { (share, hold) throws(Failure) in
      try body()
      try noteGroups(in: share)
    } complete: { _ in
      reloadWords()
    }
  }

  /// Notes all groups for their observers. The store has the new words or the new grouping.
  func noteGroups(in share: Share) throws(Failure) {
    guard observers.groupWatchers.count > 0, let cache = engine.groups.known(id) else { return }
    // Groups end and begin if the mode changes.
    let mode = GroupCache.Mode(rawValue: try store.readGrouping(account: id) { _ in }) ?? .automatic
    let modes = (cache.mode == .automatic, mode == .automatic)
    var isEmpty = true
    _ = try store.listThreads(account: id, after: nil, limit: Int.max - 1) { (thread, _) throws(Failure) in
      isEmpty = false
      if modes.0 || modes.1 { try noteGroup(thread, in: share) }
    }
    if !isEmpty, !modes.0 || !modes.1 { try noteGroup(bytes(of: ""), in: share) }
  }

  /// Reads the words again after such a change.
  func reloadWords() {
    // They can be read again at any time.
    do throws(Failure) { try engine.groups.known(id)?.reload(engine.store) } catch {}
  }
}

/// A compiled format on its way to the store.
private final class CompiledText {
  var buffer = ByteBuffer()
  var bytes: UnsafeRawBufferPointer { buffer.bytes }
}

extension Failure {
  init(_ error: FormatError, in text: UnsafeRawBufferPointer) {
    if error.reason == .outOfMemory {
      self = .noMemory
      return
    }
    self.init(.malformed, "the format ", quoting: text, ": ")
    Words.add(error.text)
    Words.add(", at byte ")
    Words.add(number: Int64(error.position))
  }
}

/// Joins the forms of one key and language after the other, and stores them.
private final class FormTaker {
  private let account: Account
  private let store: Store
  private var key = ByteBuffer()
  private var language = ByteBuffer()
  /// The offset of the first form in the file.
  private var position = 0
  private var format = Format()
  private var isRefused = false
  /// The languages in which the key has a format.
  private var languages = List<LanguageTag>()
  private(set) var taken = 0
  var skipped = 0

  init(account: Account) {
    self.account = account
    store = account.engine.store
  }

  func take(_ form: StringForm) throws(Failure) {
    if !isEqual(form.key, key.bytes) || !isEqual(form.language, language.bytes) {
      try end()
      position = form.position
      try growing { () throws(OutOfMemory) in
        try key.append(form.key)
        try language.append(form.language)
      }
    }
    guard let category = PluralCategory(rawValue: form.category) else { return }
    if form.isKey, Format.isName(form.key) {
      isRefused = true
      return
    }
    do throws(FormatError) { return try format.add(category, form.text) } catch {
      if error.reason == .outOfMemory { throw Failure.noMemory }
      // A file has all texts of a program. Only those of summaries must be valid.
      if try store.isWording(account: account.id, key: form.key) {
        _ = Failure(error, in: form.text)
        throw Failure(keepingMessage: .malformed)
      }
    }
    isRefused = true
  }

  func end() throws(Failure) {
    defer {
      key.removeAll()
      language.removeAll()
      format = Format()
      isRefused = false
    }
    if key.isEmpty { return }
    if !isRefused, !format.isComplete { try refuseIncomplete() }
    guard !isRefused, let tag = LanguageTag(language.bytes), isText(key.bytes), isText(format.compiled),
      key.count <= Store.maximumFormatBytes
    else {
      skipped += 1
      return
    }
    var name = ByteOutput()
    if tag != .root { try growing { () throws(OutOfMemory) in try tag.append(to: &name) } }
    let text = name.take()
    try store.saveTranslation(account: account.id, key: key.bytes, language: text.bytes, format: format.compiled)
    try growing { () throws(OutOfMemory) in try languages.append(tag) }
    taken += 1
  }

  /// Without the form `other`, some numbers have no text.
  private func refuseIncomplete() throws(Failure) {
    isRefused = true
    if try !store.isWording(account: account.id, key: key.bytes) { return }
    _ = Failure(.malformed, "the format of ", quoting: key.bytes, " has no form 'other', at byte ")
    Words.add(number: Int64(position))
    throw Failure(keepingMessage: .malformed)
  }

  /// Ends a key of a file that knows its source language. From now on the texts of that language are the source text,
  /// by its rules. Without them the built-in formats are used, never the key.
  func end(of key: UnsafeRawBufferPointer, source: UnsafeRawBufferPointer) throws(Failure) {
    try end()
    defer { languages.removeAll() }
    guard let tag = LanguageTag(source), tag != .root, !key.isEmpty, isText(key), key.count <= Store.maximumFormatBytes
    else { return }
    var isThere = false
    for index in 0..<languages.count where languages[index] == tag { isThere = true }
    if !isThere, try store.isWording(account: account.id, key: key) { report(key) }
    var reference = ByteBuffer()
    try growing { () throws(OutOfMemory) in reference = try Format.reference(to: tag) }
    try store.saveTranslation(account: account.id, key: key, language: bytes(of: ""), format: reference.bytes)
  }

  private func report(_ key: UnsafeRawBufferPointer) {
    let line = LogLine("the translations have no text in their source language for the key ")
    line.quote(key)
    account.engine.log(2, line)
  }
}
