#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The engine counts milliseconds; 0 stands for "none".

extension Date {
  /// - Parameter milliseconds: since 1970; 0: none.
  init?(engine milliseconds: Int64) {
    if milliseconds == 0 { return nil }
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Milliseconds since 1970. Earlier times are in the past, and so is 1, the first one.
  var forEngine: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    if milliseconds >= 0x1p62 { return 1 << 62 }
    return milliseconds >= 1 ? Int64(milliseconds) : 1
  }
}

extension Optional where Wrapped == Date {
  /// The end of a badge, a mute or a snooze; none: 0.
  var forEngine: Int64 { map(\.forEngine) ?? 0 }
}

extension String {
  /// Bytes that the engine lends.
  init(text bytes: UnsafeRawBufferPointer) { self.init(decoding: bytes, as: UTF8.self) }
}

extension Duration {
  /// In whole milliseconds, rounded up. Beyond the range, the least or the greatest number.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isTooMuch) = product.addingReportingOverflow(rest)
    if overflow || isTooMuch { return seconds < 0 ? Int64.min : Int64.max }
    return sum
  }
}
