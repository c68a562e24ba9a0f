import CPlatform

extension Failure {
  /// What the last failure on the calling thread had to say, in UTF-8. Borrowed until the thread's next failure.
  public static var words: UnsafeRawBufferPointer {
    var count = 0
    let text = ctally_error_text(&count)
    return UnsafeRawBufferPointer(start: text, count: count)
  }
}
