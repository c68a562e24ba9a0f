import CPlatform

extension Failure {
  static func append(_ number: UInt64) {
    if number >= 10 { append(number / 10) }
    var digit = UInt8(truncatingIfNeeded: 0x30 + number % 10)
    ctally_error_append(&digit, 1)
  }

  /// What the last failure on the calling thread had to say, in UTF-8. Borrowed until the thread's next failure.
  public static var words: UnsafeRawBufferPointer {
    var count = 0
    let text = ctally_error_text(&count)
    return UnsafeRawBufferPointer(start: text, count: count)
  }
}
