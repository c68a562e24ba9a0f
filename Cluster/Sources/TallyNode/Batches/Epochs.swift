/// Which epochs the take-overs of a log may have.
///
/// An epoch is a revision of the bucket of leases, or the epoch before it plus 1. Whoever can write into a log can
/// claim another one. A claim that is far too great must not count: no later owner could exceed it. The rule needs only
/// the log, so that all nodes decide alike, whenever they read it.
enum Epochs {
  /// An epoch may exceed the one before it by so many.
  static let stride: UInt64 = 1 << 20
  /// 1 January 2020, in milliseconds since 1970. No bucket is older, or has a thousand changes a second.
  private static let beginning: Int64 = 1_577_836_800_000

  /// Whether a take-over counts.
  ///
  /// The epoch after the one before it is always possible, also after a false one that was accepted.
  /// - Parameters:
  ///   - last: the greatest epoch of the log before it; 0: none.
  ///   - time: when the server stored the entry, in milliseconds since 1970.
  static func accept(_ epoch: UInt64, after last: UInt64, at time: Int64) -> Bool {
    epoch <= max(last.addingReportingOverflow(stride).partialValue, UInt64(max(time - beginning, 0)))
  }
}
