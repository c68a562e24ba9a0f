import Tally

/// Why a message of the log cannot be applied.
struct Rejection: Error, Hashable {
  let status: Status
  let reason: String

  init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
