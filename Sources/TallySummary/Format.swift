import TallyMemory

/// A text with places for the count and the arguments, in as many plural forms as its language needs.
///
/// Compiled, it is one run of bytes that may be stored and needs no reading again: each form is led by the number of
/// its ``PluralCategory``, U+000E stands for the count, U+000F for the arguments. Formats have no such characters
/// themselves. A reference is U+0007 and the tag of a language.
///
/// Invariant: each category at most once.
public struct Format: ~Copyable {
  private var buffer = ByteBuffer()

  public init() {}

  /// The compiled format. Borrowed until a form is added.
  public var compiled: UnsafeRawBufferPointer { buffer.bytes }

  /// Whether it has a text for each number: the form `other`.
  public var isComplete: Bool { CompiledFormat(compiled).form(.other) != nil }

  /// In the place of the source text under a key: the texts of a language are, by its rules. If there is none, nothing
  /// is.
  public static func reference(to source: LanguageTag) throws(OutOfMemory) -> ByteBuffer {
    var name = ByteOutput()
    let first = CompiledFormat.reference
    try withUnsafeBytes(of: first) { (byte) throws(OutOfMemory) in try name.append(byte) }
    try source.append(to: &name)
    return name.take()
  }

  /// Adds the form for a plural category.
  /// - Parameters:
  ///   - text: UTF-8, which is not checked. Of percent signs it may hold `%u` and `%1$u`, the count; `%@` and `%2$@`,
  ///   the
  ///     arguments; and `%%`.
  ///   - isHidden: it is shown where previews are hidden, and must not have arguments.
  /// - Throws: ``FormatError``; then the format is as it was.
  public mutating func add(
    _ category: PluralCategory = .other, _ text: UnsafeRawBufferPointer, isHidden: Bool = false
  ) throws(FormatError) {
    if CompiledFormat(compiled).form(category) != nil { throw FormatError(.duplicateForm) }
    let former = buffer.count
    do throws(FormatError) {
      do throws(OutOfMemory) { try buffer.reserve(former + 1 + text.count) } catch { throw FormatError(.outOfMemory) }
      put(category.rawValue)
      var index = 0
      while index < text.count { index = try addPiece(of: text, at: index, isHidden) }
    } catch {
      buffer.truncate(to: former)
      throw error
    }
  }

  /// - Returns: where the next one is.
  private mutating func addPiece(
    of text: UnsafeRawBufferPointer, at index: Int, _ isHidden: Bool
  ) throws(FormatError) -> Int {
    let first = text[index]
    if first != 0x25 {
      if first < 0x20, first != 0x09, first != 0x0A { throw FormatError(.controlCharacter, at: index) }
      put(first)
      return index + 1
    }
    // %, perhaps 1$ or 2$, and what is meant; a dollar sign behind %u is a dollar sign.
    var next = index + 1
    var number: UInt8 = 0
    if index + 3 < text.count, text[index + 2] == 0x24, text[index + 1] == 0x31 || text[index + 1] == 0x32 {
      number = text[index + 1]
      next += 2
    }
    switch (next < text.count ? text[next] : 0, number) {
    case (0x25, 0): put(0x25)
    case (0x75, 0), (0x75, 0x31): put(CompiledFormat.count)
    case (0x40, 0), (0x40, 0x32):
      if isHidden { throw FormatError(.argumentInHidden, at: index) }
      put(CompiledFormat.arguments)
    default: throw FormatError(.directive, at: index)
    }
    return next + 1
  }

  /// There is room: a piece is no longer than its text.
  @inline(never)
  private mutating func put(_ byte: UInt8) {
    do throws(OutOfMemory) { try buffer.append(byte: byte) } catch {}
  }
}

/// The bytes of a ``Format``. They may come from a file: whatever they are, reading them stays within them.
struct CompiledFormat {
  static let count: UInt8 = 0x0E
  static let arguments: UInt8 = 0x0F

  /// What a reference begins with: no category has that number.
  static let reference: UInt8 = 0x07

  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Of a reference, the language whose texts are meant.
  var source: LanguageTag? {
    guard bytes.first == Self.reference else { return nil }
    return LanguageTag(UnsafeRawBufferPointer(rebasing: bytes[1...]))
  }

  var hasArguments: Bool {
    for byte in bytes where byte == Self.arguments { return true }
    return false
  }

  /// The text for a category; nil: it has none.
  func form(_ category: PluralCategory) -> UnsafeRawBufferPointer? {
    var start = 0
    while start < bytes.count {
      var end = start + 1
      while end < bytes.count, bytes[end] == 0 || bytes[end] > PluralCategory.other.rawValue { end += 1 }
      if bytes[start] == category.rawValue { return UnsafeRawBufferPointer(rebasing: bytes[(start + 1)..<end]) }
      start = end
    }
    return nil
  }

  /// The text for a number; where there is none for its category, that of `other`; and if that is missing, nothing.
  func form(for number: UInt64, _ rules: LanguageRules) -> UnsafeRawBufferPointer {
    form(rules.category(of: number)) ?? form(.other) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }
}
