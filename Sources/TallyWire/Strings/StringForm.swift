import TallyFailure
import TallyMemory

/// A text of a translation file: one plural form of a key in a language. Borrowed during the visit.
public struct StringForm {
  public var key: UnsafeRawBufferPointer
  /// As the file writes it.
  public var language: UnsafeRawBufferPointer
  /// 1 to 6: zero, one, two, few, many, other. A text without forms is other.
  public var category: UInt8
  /// The format, with its number written as `%u`.
  public var text: UnsafeRawBufferPointer
  /// The offset of the text in the file, in bytes.
  public var position: Int
  /// The file has no text for its source language. This is the key itself, which may or may not be written as a text.
  public var isKey = false
}

/// The contents of a translation file.
public struct StringsTally: Equatable, Sendable {
  /// The number of visited forms.
  public var forms = 0
  /// The number of texts without plural forms of a single number: those by device or width, or with several numbers.
  public var skipped = 0
}

/// Takes a form.
public typealias StringVisitor = (StringForm) throws(Failure) -> Void

/// Takes a key after all of its forms, and the file's source language.
public typealias KeyVisitor = (
  _ key: UnsafeRawBufferPointer, _ sourceLanguage: UnsafeRawBufferPointer
) throws(Failure) -> Void

/// Shared by both kinds of files: turns a form into a format.
struct StringComposer: ~Copyable {
  private var text = ByteBuffer()
  private(set) var tally = StringsTally()

  mutating func skip() { tally.skipped += 1 }

  /// Visits a form, inserted in place of a format's variable.
  /// - Parameter variable: the place. Empty and at the beginning of an empty format: the form is the format.
  @inline(never)
  mutating func visit(
    _ form: UnsafeRawBufferPointer, in format: UnsafeRawBufferPointer, at variable: Range<Int>, _ told: StringForm,
    _ visitor: StringVisitor
  ) throws(Failure) {
    text.removeAll()
    do throws(OutOfMemory) {
      try append(bytes(of: format, 0, variable.lowerBound))
      try append(form)
      try append(bytes(of: format, variable.upperBound, format.count))
    } catch { throw Failure.noMemory }
    var told = told
    told.text = text.bytes
    tally.forms += 1
    try visitor(told)
  }

  /// Appends a text and replaces its number, such as `%d`, `%lld` or `%arg`, with `%u`.
  @inline(never)
  private mutating func append(_ format: UnsafeRawBufferPointer) throws(OutOfMemory) {
    var index = 0
    while index < format.count {
      var next = index + 1
      if format[index] == 0x25 {
        if next + 1 < format.count, format[next + 1] == 0x24 { next += 2 }
        let end = Self.endOfNumber(format, next)
        if end > next {
          try text.append(bytes(of: format, index, next))
          try text.append(byte: 0x75)
          index = end
          continue
        }
        // The second of two percent signs begins nothing.
        if next < format.count, format[next] == 0x25 { next += 1 }
      }
      try text.append(bytes(of: format, index, next))
      index = next
    }
  }

  /// The end of `arg`, or of an integer's conversion with its length. If it is neither, the start.
  private static func endOfNumber(_ format: UnsafeRawBufferPointer, _ start: Int) -> Int {
    if start + 3 <= format.count, isEqual(bytes(of: format, start, start + 3), "arg") { return start + 3 }
    var index = start
    while index < format.count, format[index] == 0x6C || format[index] == 0x68 || format[index] == 0x71 { index += 1 }
    guard index < format.count else { return start }
    return format[index] == 0x64 || format[index] == 0x69 || format[index] == 0x75 ? index + 1 : start
  }
}

/// A variable in a format: `%#@name@`, `%1$#@name@`.
struct StringVariable {
  var place: Range<Int>
  var name: UnsafeRawBufferPointer

  /// The next variable from a position on.
  static func find(in format: UnsafeRawBufferPointer, from start: Int = 0) -> StringVariable? {
    var index = start
    while index < format.count {
      if format[index] != 0x25 {
        index += 1
        continue
      }
      var next = index + 1
      while next < format.count, format[next] == 0x24 || format[next] &- 0x30 < 10 { next += 1 }
      if next + 1 < format.count, format[next] == 0x23, format[next + 1] == 0x40 {
        var end = next + 2
        while end < format.count, format[end] != 0x40 { end += 1 }
        if end == format.count { return nil }
        return StringVariable(place: index..<(end + 1), name: bytes(of: format, next + 2, end))
      }
      index = next < format.count && format[next] == 0x25 ? next + 1 : next
    }
    return nil
  }

  /// The only variable. nil: there is none, or several.
  static func only(in format: UnsafeRawBufferPointer) -> StringVariable? {
    guard let first = find(in: format), find(in: format, from: first.place.upperBound) == nil else { return nil }
    return first
  }
}

/// The number of a plural category by its name.
@inline(never)
func pluralCategory(_ name: UnsafeRawBufferPointer) -> UInt8? {
  if isEqual(name, "zero") { return 1 }
  if isEqual(name, "one") { return 2 }
  if isEqual(name, "two") { return 3 }
  if isEqual(name, "few") { return 4 }
  if isEqual(name, "many") { return 5 }
  return isEqual(name, "other") ? 6 : nil
}

/// How general a variation is, by its name: `other`, or a width. -1: it is for one device.
@inline(never)
func variationMerit(_ name: UnsafeRawBufferPointer, _ isByWidth: Bool) -> Int {
  if isEqual(name, "other") { return Int.max }
  if !isByWidth || name.isEmpty || name.count > 9 { return -1 }
  var width = 0
  for byte in name {
    if byte &- 0x30 > 9 { return -1 }
    width = width * 10 + Int(byte &- 0x30)
  }
  return width
}

/// A malformed translation file.
@inline(never)
func stringsError(_ words: StaticString, at position: Int) -> Failure {
  Words.begin()
  Words.add("the translations: ")
  Words.add(words)
  Words.add(", at byte ")
  Words.add(number: Int64(position))
  return Failure(keepingMessage: .malformed)
}

@inline(never)
func appendText(_ bytes: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) throws(Failure) {
  do throws(OutOfMemory) { try buffer.append(bytes) } catch { throw Failure.noMemory }
}

/// Reads a checked JSON text.
@inline(never)
func readText(_ value: JSONValue, into buffer: inout ByteBuffer) throws(Failure) {
  buffer.removeAll()
  do throws(OutOfMemory) { try UTF8Text.appendUnescaped(value.text, to: &buffer) } catch {
    throw Failure.noMemory
  }
}
