import Foundation
import Tally

/// A value of the conformance data. Integers are such, also where the data has them as strings of digits: see `number`.
enum Value: Equatable, Sendable, CustomStringConvertible {
  case null
  case number(Double)
  case integer(Int64)
  case text(String)
  case list([Value])
  case object([String: Value])

  init(json: Any) {
    switch json {
    case let text as String: self = .text(text)
    case let number as NSNumber:
      self = Int64(exactly: number.doubleValue).map(Value.integer) ?? .number(number.doubleValue)
    case let list as [Any]: self = .list(list.map(Value.init))
    case let object as [String: Any]: self = .object(object.mapValues(Value.init))
    default: self = .null
    }
  }

  init(_ number: Int) { self = .integer(Int64(number)) }
  /// Beyond 2^53 as the data has it: a string.
  init<Thing>(_ id: Identifier<Thing>) { self = .integer(id.rawValue) }
  init(_ number: UInt64) {
    self = Int64(exactly: number).map { abs($0) <= 1 << 53 ? .integer($0) : .text("\($0)") } ?? .text("\(number)")
  }
  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  /// In milliseconds; none: 0.
  init(_ date: Date?) { self = .integer(date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? 0) }
  /// In milliseconds; none: 0.
  init(_ duration: Duration?) { self = .integer(duration.map { Int64($0 / .milliseconds(1)) } ?? 0) }

  var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .text(let digits): Int64(digits)
    default: nil
    }
  }

  var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }

  var list: [Value]? {
    if case .list(let list) = self { return list }
    return nil
  }

  var object: [String: Value]? {
    if case .object(let object) = self { return object }
    return nil
  }

  subscript(member: String) -> Value? {
    guard let value = object?[member], value != .null else { return nil }
    return value
  }

  /// Whether it has all that is expected. Numbers are compared as such, texts by their bytes.
  func has(_ expected: Value) -> Bool {
    switch (expected, self) {
    case (.object(let members), .object(let own)):
      members.allSatisfy { name, member in own[name]?.has(member) ?? false }
    case (.list(let elements), .list(let own)):
      elements.count == own.count && zip(own, elements).allSatisfy { $0.has($1) }
    case (.text(let text), .text(let own)): own.utf8.elementsEqual(text.utf8)
    case (.integer, _), (.number, _): double != nil && double == expected.double
    default: self == expected
    }
  }

  var description: String {
    switch self {
    case .null: "null"
    case .number(let number): "\(number)"
    case .integer(let integer): "\(integer)"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[" + list.map(\.description).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",") + "}"
    }
  }
}
