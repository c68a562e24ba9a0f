import TallyFailure
import TallyMemory

/// Reads the plural forms of one language (`.stringsdict`): a property list with a dictionary for each key.
///
/// It visits the forms of the one variable of each format, inserted in its place. For texts that vary by device or
/// width, it takes the variation `other`, or the widest one.
public struct StringsDictionary: ~Copyable {
  private var list: PropertyList
  private let language: UnsafeRawBufferPointer
  private var composer = StringComposer()
  private var key = ByteBuffer()
  private var format = ByteBuffer()
  private var name = ByteBuffer()
  private var form = ByteBuffer()

  private init(_ file: UnsafeRawBufferPointer, _ language: UnsafeRawBufferPointer) {
    list = PropertyList(file)
    self.language = language
  }

  /// - Parameter language: the file's language, which only its folder says.
  /// - Throws: `.malformed`, with the error and its place in the thread's message; `.outOfMemory`; the visitor's
  ///   errors. Some forms may have been visited before. A caller that must not take half a file reads it twice.
  public static func read(
    _ file: UnsafeRawBufferPointer, language: UnsafeRawBufferPointer, _ visitor: StringVisitor
  ) throws(Failure) -> StringsTally {
    var dictionary = StringsDictionary(file, language)
    try dictionary.readFile(visitor)
    return dictionary.composer.tally
  }

  private mutating func readFile(_ visitor: StringVisitor) throws(Failure) {
    if list.isAt("\u{FEFF}") { list.position = 3 }
    let root = try open("plist", "a property list is due")
    let entries = try open("dict", "a dictionary is due")
    while let tag = try nextKey(of: entries) {
      try list.readText(tag, into: &key)
      try readEntry(try open("dict", "a dictionary is due"), visitor)
    }
    try list.end(entries)
    try list.end(root)
    if try list.nextTag() != nil || list.position < list.text.count { throw list.failure("the end is due") }
  }

  /// Reads an entry, or the part of one for a device or a width. `find` bounds how deep the parts lie.
  private mutating func readEntry(_ entry: PropertyList.Tag, _ visitor: StringVisitor) throws(Failure) {
    let start = list.position
    let hasFormat = try find("NSStringLocalizedFormatKey", in: entry)
    let end = list.position
    if hasFormat {
      try readForms(of: entry, from: start, visitor)
    } else {
      list.position = start
      try readVariation(of: entry, visitor)
    }
    list.position = end
    try list.end(entry)
  }

  /// Reads the text for all devices that the entry does not name, or for the greatest width.
  private mutating func readVariation(of entry: PropertyList.Tag, _ visitor: StringVisitor) throws(Failure) {
    let start = list.position
    while let tag = try nextKey(of: entry) {
      try list.readText(tag, into: &name)
      let isByWidth = isEqual(name.bytes, "NSStringVariableWidthRuleType")
      if !isByWidth, !isEqual(name.bytes, "NSStringDeviceSpecificRuleType") {
        try skipValue()
        continue
      }
      guard let value = try findVariation(isByWidth, try open("dict", "a dictionary is due")) else { break }
      if isEqual(value.name, "dict") { return try readEntry(value, visitor) }
      if !isEqual(value.name, "string") { throw stringsError("a text is due", at: value.position) }
      try list.readText(value, into: &format)
      return try readForms(of: entry, from: start, visitor)
    }
    composer.skip()
  }

  /// Moves to the value of the most general variation. nil: there is none.
  private mutating func findVariation(
    _ isByWidth: Bool, _ variations: PropertyList.Tag
  ) throws(Failure) -> PropertyList.Tag? {
    var best: (place: Int, merit: Int)?
    while let tag = try nextKey(of: variations) {
      try list.readText(tag, into: &name)
      let merit = variationMerit(name.bytes, isByWidth)
      if merit > best?.merit ?? -1 { best = (list.position, merit) }
      try skipValue()
    }
    guard let best else { return nil }
    list.position = best.place
    return try list.nextTag()
  }

  /// Reads the text of a member into `format`, and moves to the end of the members.
  private mutating func find(_ wanted: StaticString, in entry: PropertyList.Tag) throws(Failure) -> Bool {
    var isFound = false
    while let tag = try nextKey(of: entry) {
      try list.readText(tag, into: &name)
      if isEqual(name.bytes, wanted) {
        let text = try open("string", "a text is due")
        try list.readText(text, into: &format)
        isFound = true
      } else {
        try skipValue()
      }
    }
    return isFound
  }

  private mutating func readForms(
    of entry: PropertyList.Tag, from start: Int, _ visitor: StringVisitor
  ) throws(Failure) {
    guard StringVariable.find(in: format.bytes) != nil else {
      form.removeAll()
      return try visit(6, at: start, in: format.count..<format.count, visitor)
    }
    guard let variable = StringVariable.only(in: format.bytes) else { return composer.skip() }
    list.position = start
    while let tag = try nextKey(of: entry) {
      try list.readText(tag, into: &name)
      guard isEqual(name.bytes, variable.name) else {
        try skipValue()
        continue
      }
      let rules = try open("dict", "a dictionary is due")
      while let tag = try nextKey(of: rules) {
        try list.readText(tag, into: &name)
        guard let category = pluralCategory(name.bytes) else {
          try skipValue()
          continue
        }
        let text = try open("string", "a text is due")
        try list.readText(text, into: &form)
        try visit(category, at: text.position, in: variable.place, visitor)
      }
      return
    }
    throw list.failure("a variable has no dictionary")
  }

  @inline(never)
  private mutating func visit(
    _ category: UInt8, at position: Int, in place: Range<Int>, _ visitor: StringVisitor
  ) throws(Failure) {
    let told = StringForm(key: key.bytes, language: language, category: category, text: form.bytes, position: position)
    try composer.visit(form.bytes, in: format.bytes, at: place, told, visitor)
  }

  /// The tag of the next member's key. nil: no more members.
  @inline(never)
  private mutating func nextKey(of dictionary: PropertyList.Tag) throws(Failure) -> PropertyList.Tag? {
    guard !dictionary.isEmpty, let tag = try list.nextTag() else { return nil }
    if !isEqual(tag.name, "key") { throw stringsError("a key is due", at: tag.position) }
    return tag
  }

  @inline(never)
  private mutating func skipValue() throws(Failure) {
    guard let tag = try list.nextTag() else { throw list.failure("a value is due") }
    try list.skip(tag)
  }

  @inline(never)
  private mutating func open(_ name: StaticString, _ words: StaticString) throws(Failure) -> PropertyList.Tag {
    guard let tag = try list.nextTag(), isEqual(tag.name, name) else { throw list.failure(words) }
    return tag
  }
}
