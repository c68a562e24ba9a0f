import TallyFailure
import TallyMemory

/// Reads a string catalogue (`.xcstrings`): JSON with all languages of all keys.
///
/// It visits the texts of a localization, its plural variations, and those of its one substitution. For texts that vary
/// by device or width, it takes the variation `other`, or the widest one. A text that is marked as new counts as
/// missing. A key without a localization in the source language is its own text.
public struct StringCatalog: ~Copyable {
  private let file: UnsafeRawBufferPointer
  private var composer = StringComposer()
  private var key = ByteBuffer()
  private var language = ByteBuffer()
  private var source = ByteBuffer()
  private var format = ByteBuffer()
  private var form = ByteBuffer()

  private init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// - Throws: `.malformed`, with the error and its place in the thread's message; `.outOfMemory`; the visitor's
  ///   errors. Some forms may have been visited before. A caller that must not take half a file reads it twice.
  public static func read(
    _ file: UnsafeRawBufferPointer, _ visitor: StringVisitor, keys: KeyVisitor = { (_, _) throws(Failure) in }
  ) throws(Failure) -> StringsTally {
    var catalog = StringCatalog(file)
    try catalog.readFile(keys, visitor)
    return catalog.composer.tally
  }

  private mutating func readFile(_ keys: KeyVisitor, _ visitor: StringVisitor) throws(Failure) {
    var reader = JSONReader(file)
    guard let document = reader.readDocument() else { throw stringsError("malformed JSON", at: reader.position) }
    let sourceLanguage = try member(document, "sourceLanguage", .string)
    let strings = try member(document, "strings", .object)
    guard let sourceLanguage else { throw stringsError("there is no 'sourceLanguage'", at: position(document)) }
    guard let strings else { throw stringsError("there are no 'strings'", at: position(document)) }
    try readText(sourceLanguage, into: &source)
    var entries = JSONWalk(strings)
    while let (name, entry) = entries.nextMember() {
      try readText(name, into: &key)
      try readEntry(entry, at: position(name), visitor)
      try keys(key.bytes, source.bytes)
    }
  }

  private mutating func readEntry(
    _ entry: JSONValue, at position: Int, _ visitor: StringVisitor
  ) throws(Failure) {
    var hasSource = false
    if let localizations = try member(entry, "localizations", .object) {
      var languages = JSONWalk(localizations)
      while let (name, localization) = languages.nextMember() {
        try readText(name, into: &language)
        if isEqual(language.bytes, source.bytes) { hasSource = true }
        try readLocalization(localization, visitor)
      }
    }
    if hasSource { return }
    language.removeAll()
    try appendText(source.bytes, to: &language)
    try visit(key.bytes, 6, at: position, isKey: true, visitor)
  }

  private mutating func readLocalization(_ value: JSONValue, _ visitor: StringVisitor) throws(Failure) {
    format.removeAll()
    var value = value
    while let variations = try member(value, "variations", .object) {
      if try member(variations, "plural", .object) != nil { return try readVariations(variations, nil, visitor) }
      guard let other = try otherVariation(variations) else { return composer.skip() }
      value = other
    }
    guard let text = try unit(value) else { return }
    try readText(text, into: &form)
    guard StringVariable.find(in: form.bytes) != nil else {
      return try visit(form.bytes, 6, at: position(text), visitor)
    }
    // The forms are read into the buffer that contains it.
    try appendText(form.bytes, to: &format)
    guard let variable = StringVariable.only(in: format.bytes) else { return composer.skip() }
    let substitutions = try member(value, "substitutions", .object)
    guard let substitutions, let substitution = try member(substitutions, named: variable.name, .object),
      let variations = try member(substitution, "variations", .object)
    else { throw stringsError("a variable has no variations", at: position(text)) }
    try readVariations(variations, variable.place, visitor)
  }

  /// For texts that vary by device or width, the text for all others, or for the greatest width. nil: there is none.
  private func otherVariation(_ variations: JSONValue) throws(Failure) -> JSONValue? {
    for isByWidth in [false, true] {
      guard let kinds = try member(variations, isByWidth ? "width" : "device", .object) else { continue }
      var best: (value: JSONValue, merit: Int)?
      var walk = JSONWalk(kinds)
      while let (key, value) = walk.nextMember() {
        let merit = variationMerit(key.inner, isByWidth)
        if merit > best?.merit ?? -1 { best = (value, merit) }
      }
      if let best, best.value.kind != .object { throw stringsError("an object is due", at: position(best.value)) }
      return best?.value
    }
    return nil
  }

  private mutating func readVariations(
    _ variations: JSONValue, _ place: Range<Int>?, _ visitor: StringVisitor
  ) throws(Failure) {
    guard let plural = try member(variations, "plural", .object) else { return composer.skip() }
    // Without a translation of `other`, the other forms are useless.
    if let other = try member(plural, "other", .object), try unit(other) == nil { return composer.skip() }
    var forms = JSONWalk(plural)
    while let (name, value) = forms.nextMember() {
      guard let category = pluralCategory(name.inner) else {
        throw stringsError("no plural category has that name", at: position(name))
      }
      guard let text = try unit(value) else { continue }
      try readText(text, into: &form)
      try visit(form.bytes, category, in: place, at: position(text), visitor)
    }
  }

  @inline(never)
  private mutating func visit(
    _ text: UnsafeRawBufferPointer, _ category: UInt8, in place: Range<Int>? = nil, at position: Int,
    isKey: Bool = false, _ visitor: StringVisitor
  ) throws(Failure) {
    let told = StringForm(
      key: key.bytes, language: language.bytes, category: category, text: text, position: position, isKey: isKey)
    let format = place == nil ? bytes(of: format.bytes, 0, 0) : format.bytes
    try composer.visit(text, in: format, at: place ?? 0..<0, told, visitor)
  }

  /// The text of a string unit. nil: it is not translated yet.
  @inline(never)
  private func unit(_ value: JSONValue) throws(Failure) -> JSONValue? {
    guard let unit = try member(value, "stringUnit", .object) else { return nil }
    if let state = try member(unit, "state", .string), isEqual(state.inner, "new") { return nil }
    guard let text = try member(unit, "value", .string) else {
      throw stringsError("there is no 'value'", at: position(unit))
    }
    return text
  }

  private func member(
    _ object: JSONValue, _ name: StaticString, _ kind: JSONValue.Kind
  ) throws(Failure) -> JSONValue? {
    try member(object, named: UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), kind)
  }

  @inline(never)
  private func member(
    _ object: JSONValue, named name: UnsafeRawBufferPointer, _ kind: JSONValue.Kind
  ) throws(Failure) -> JSONValue? {
    if object.kind != .object { throw stringsError("an object is due", at: position(object)) }
    var walk = JSONWalk(object)
    while let (key, value) = walk.nextMember() {
      if !isEqual(key.inner, name) { continue }
      if value.kind == kind { return value }
      throw stringsError(kind == .object ? "an object is due" : "a text is due", at: position(value))
    }
    return nil
  }

  @inline(never)
  private func position(_ value: JSONValue) -> Int {
    Int(bitPattern: value.text.baseAddress) - Int(bitPattern: file.baseAddress)
  }
}
