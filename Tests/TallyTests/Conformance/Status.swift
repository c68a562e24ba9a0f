import Tally

/// The status of a step by its number in `tally.h`: this face has no type for successes and errors together.
struct Status: Equatable, CustomStringConvertible {
  static let ok = Status(rawValue: 0)
  static let held = Status(rawValue: 1)
  static let more = Status(rawValue: 2)
  static let resync = Status(rawValue: 3)
  static let alreadyApplied = Status(rawValue: 4)
  static let notModified = Status(rawValue: 5)
  static let empty = Status(rawValue: 6)
  static let partial = Status(rawValue: 8)

  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  init(_ code: TallyError.Code) { rawValue = code.rawValue }

  init(_ item: Batch.ItemStatus) {
    switch item {
    case .ok: self = .ok
    case .alreadyApplied: self = .alreadyApplied
    case .rejected(let code): self.init(code)
    }
  }

  /// - Parameter result: nil: there was no request.
  init(_ result: Result<Feed.RefreshOutcome, TallyError>?) {
    switch result {
    case nil: self = .empty
    case .success(.synced): self = .ok
    case .success(.notModified): self = .notModified
    case .failure(let error): self.init(error.code)
    }
  }

  var name: String { TallyError.Code(rawValue: rawValue).name }
  var description: String { name }
}
