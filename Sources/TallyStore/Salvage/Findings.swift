import CPlatform
import TallyFailure
import TallyMemory

/// What is found wrong with a file: each is told, and counted.
final class Findings {
  /// So many are told at most; a file that is damaged everywhere would say the same for ever.
  static let maxTold = 100

  private let report: (UnsafeRawBufferPointer) -> Void
  private(set) var count = 0

  init(_ report: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.report = report
  }

  func add(_ words: UnsafeRawBufferPointer) {
    count += 1
    if count <= Findings.maxTold { report(words) }
  }

  /// That something is damaged ends a check, and is a finding; any other error is one.
  func take(_ error: Failure) throws(Failure) {
    if error.status != .corrupt { throw error }
    add(Words.text)
  }
}
