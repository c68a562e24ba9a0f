/// What is wrong with a zone's file, the rule at its end, or its name.
public struct ZoneError: Error, Equatable, Sendable {
  public enum Problem: UInt8, Sendable {
    case truncated, notTZif, version, counts, order, type, leapSeconds, rule, name
  }

  public let problem: Problem
  /// The byte of what was read.
  public let offset: Int

  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  public var text: StaticString {
    switch problem {
    case .truncated: "the file ends too early"
    case .notTZif: "this is not a TZif file"
    case .version: "its version is unknown"
    case .counts: "its counts contradict each other"
    case .order: "its transitions are not in order"
    case .type: "a type of local time is not valid"
    case .leapSeconds: "it counts leap seconds, as clocks of systems do not"
    case .rule: "its rule is not a POSIX TZ string"
    case .name: "this is not a zone's name"
    }
  }
}
