import CFailure
import TallyFailure

/// A line for the log, built piece by piece. It has a text of its own, so a failure's message stays unchanged.
///
/// Invariant: a thread has one line at a time.
struct LogLine: ~Copyable {
  init(_ text: StaticString) {
    ctally_log_clear()
    append(text)
  }

  func append(_ text: StaticString) { ctally_log_append(text.utf8Start, text.utf8CodeUnitCount) }

  /// Text that a failure has already made fit for a log.
  func append(_ bytes: UnsafeRawBufferPointer) {
    if let base = bytes.baseAddress { ctally_log_append(base, bytes.count) }
  }

  func append(_ number: Int64) { ctally_log_append_number(number) }

  /// Bytes from outside, in quotes.
  func quote(_ bytes: UnsafeRawBufferPointer) {
    append("'")
    if let base = bytes.baseAddress { ctally_log_append_quoted(base, bytes.count, 1) }
    append("'")
  }
}

extension Engine {
  /// - Parameter level: a `TALLY_LOG_…` level.
  func log(_ level: Int32, _ line: borrowing LogLine) { log(level, ctally_log_text()) }

  /// The same without `lock`.
  func logNow(_ level: Int32, _ line: borrowing LogLine) { logNow(level, ctally_log_text()) }

  /// Logs the message of the current failure.
  func logFailure(_ level: Int32) {
    log(level, Words.cString)
  }
}
