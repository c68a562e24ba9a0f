import CFailure
import TallyMemory

/// The calling thread's message: the words of the failure that it handles at the moment, built piece by piece. UTF-8,
/// at most 1,023 bytes; what is more is cut off.
public enum Words {
  public static func begin() { ctally_error_clear() }
  public static func add(_ text: StaticString) { ctally_error_append(text.utf8Start, text.utf8CodeUnitCount) }
  public static func add(_ bytes: UnsafeRawBufferPointer) { ctally_error_append(bytes.baseAddress, bytes.count) }
  public static func add(number: Int64) { ctally_error_append_number(number) }
  public static func add(number: UInt64) { ctally_error_append_unsigned(number) }

  /// It has a label, or a literal would take this way, and with it all of String.
  public static func add(cString text: UnsafePointer<CChar>?) {
    if let text { ctally_error_append_text(text) }
  }

  public static func add(hexadecimal number: UInt32) {
    add("0x")
    for position in 0..<8 {
      let digit = UInt8(truncatingIfNeeded: number >> UInt32(28 - 4 * position)) & 15
      var byte = digit < 10 ? 0x30 + digit : 0x57 + digit
      ctally_error_append(&byte, 1)
    }
  }

  /// Adds bytes of any kind, in quotes. The message is UTF-8 whatever they are.
  public static func quote(_ bytes: UnsafeRawBufferPointer) {
    add("'")
    if let base = bytes.baseAddress { ctally_error_append_quoted(base, bytes.count, endOfText(bytes) == nil ? 1 : 0) }
    add("'")
  }

  /// A literal, which NUL ends.
  @inlinable @inline(__always)
  public static func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Borrowed until the thread's next failure.
  public static var text: UnsafeRawBufferPointer {
    var count = 0
    let text = ctally_error_text(&count)
    return UnsafeRawBufferPointer(start: text, count: count)
  }

  /// The same, ended by NUL.
  public static var cString: UnsafePointer<CChar> {
    var count = 0
    return ctally_error_text(&count)
  }
}
