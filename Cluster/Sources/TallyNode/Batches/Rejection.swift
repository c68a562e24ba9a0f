public import Tally

/// Why a message of the log cannot be applied.
public struct Rejection: Error, Hashable, CustomStringConvertible {
  public let status: Status
  public let reason: String

  init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  public var description: String { "\(status.name): \(reason)" }
}
