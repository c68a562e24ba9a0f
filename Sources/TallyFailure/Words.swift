import CFailure
import TallyMemory

/// The calling thread's message: the description of the failure that the thread handles, built piece by piece. It is
/// UTF-8 of at most 1,023 bytes. A longer message is cut off.
public enum Words {
  public static func begin() { ctally_error_clear() }
  public static func add(_ text: StaticString) { ctally_error_append(text.utf8Start, text.utf8CodeUnitCount) }
  public static func add(_ bytes: UnsafeRawBufferPointer) { ctally_error_append(bytes.baseAddress, bytes.count) }
  public static func add(number: Int64) { ctally_error_append_number(number) }
  public static func add(number: UInt64) { ctally_error_append_unsigned(number) }

  /// The label keeps literals out of this overload: they would pull in all of String.
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

  /// Adds any bytes in quotes. The message stays UTF-8.
  public static func quote(_ bytes: UnsafeRawBufferPointer) {
    add("'")
    if let base = bytes.baseAddress { ctally_error_append_quoted(base, bytes.count, endOfText(bytes) == nil ? 1 : 0) }
    add("'")
  }

  /// A literal, which ends with NUL.
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

  /// The same, with a NUL at the end.
  public static var cString: UnsafePointer<CChar> {
    var count = 0
    return ctally_error_text(&count)
  }
}
