import TallyMemory

/// A text with places for the count and the arguments, in as many plural forms as its language needs.
///
/// The compiled format is one run of bytes that can be stored and needs no parsing. Each form begins with the number of
/// its ``PluralCategory``. U+000E stands for the count and U+000F for the arguments. Formats do not contain these
/// characters themselves. A reference is U+0007 and a language tag.
///
/// Invariant: each category occurs at most once.
public struct Format: ~Copyable {
  private var buffer = ByteBuffer()

  public init() {}

  /// The compiled format. Borrowed until a form is added.
  public var compiled: UnsafeRawBufferPointer { buffer.bytes }

  /// Whether it has a text for each number: the form `other`.
  public var isComplete: Bool { CompiledFormat(compiled).form(.other) != nil }

  /// Whether a text is only a name for programs, like `NOTIFICATION_SUMMARY` or `group.more`: without a space, or any
  /// other sign of a text. Such a key is never shown. An empty text is such a name.
  public static func isName(_ text: UnsafeRawBufferPointer) -> Bool {
    for byte in text {
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      // - . / 0 to 9 : _
      if !isLetter && !(0x2D...0x3A).contains(byte) && byte != 0x5F { return false }
    }
    return true
  }

  /// A reference, stored in place of the source text under a key: the texts of a language are the source, and its rules
  /// apply. If that language has no text, there is none.
  public static func reference(to source: LanguageTag) throws(OutOfMemory) -> ByteBuffer {
    var name = ByteOutput()
    let first = CompiledFormat.reference
    try withUnsafeBytes(of: first) { (byte) throws(OutOfMemory) in try name.append(byte) }
    try source.append(to: &name)
    return name.take()
  }

  /// Adds the form for a plural category.
  /// - Parameters:
  ///   - text: UTF-8, which is not checked. Allowed percent sequences: `%u` and `%1$u`, the count; `%@` and `%2$@`, the
  ///     arguments; and `%%`.
  ///   - isHidden: the form is shown while previews are hidden, and must not have arguments.
  /// - Throws: ``FormatError``. The format is then unchanged.
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

  /// - Returns: the position of the next piece.
  private mutating func addPiece(
    of text: UnsafeRawBufferPointer, at index: Int, _ isHidden: Bool
  ) throws(FormatError) -> Int {
    let first = text[index]
    if first != 0x25 {
      if first < 0x20, first != 0x09, first != 0x0A { throw FormatError(.controlCharacter, at: index) }
      put(first)
      return index + 1
    }
    // %, perhaps 1$ or 2$, and a letter. A dollar sign behind %u is a plain dollar sign.
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

  /// There is room, because a piece is no longer than its text.
  @inline(never)
  private mutating func put(_ byte: UInt8) {
    _ = try? buffer.append(byte: byte)
  }
}

/// The bytes of a ``Format``. They may come from a file. Reading stays within them, whatever they contain.
struct CompiledFormat {
  static let count: UInt8 = 0x0E
  static let arguments: UInt8 = 0x0F

  /// The first byte of a reference. No category has this number.
  static let reference: UInt8 = 0x07

  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The language that a reference names.
  var source: LanguageTag? {
    guard bytes.first == Self.reference else { return nil }
    return LanguageTag(UnsafeRawBufferPointer(rebasing: bytes[1...]))
  }

  var hasArguments: Bool {
    for byte in bytes where byte == Self.arguments { return true }
    return false
  }

  /// The text for a category. nil: it has none.
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

  /// Appends all forms but one, as they are compiled.
  func appendForms(except category: PluralCategory, to buffer: inout ByteBuffer) throws(OutOfMemory) {
    for number in PluralCategory.zero.rawValue...PluralCategory.other.rawValue where number != category.rawValue {
      guard let other = PluralCategory(rawValue: number), let text = form(other) else { continue }
      try buffer.append(byte: number)
      try buffer.append(text)
    }
  }

  /// The text for a number. If its category has none, the text of `other`. If that is missing, nothing.
  func form(for number: UInt64, _ rules: LanguageRules) -> UnsafeRawBufferPointer {
    form(rules.category(of: number)) ?? form(.other) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }
}
