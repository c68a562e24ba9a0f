public import Tally

/// Why a message of the log cannot be applied.
public struct Rejection: Error, Hashable, CustomStringConvertible {
  public let code: TallyError.Code
  public let reason: String

  init(_ code: TallyError.Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "\(code.name): \(reason)" }
}
