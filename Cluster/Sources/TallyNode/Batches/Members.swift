import Foundation
import Tally
import TallyWire

/// The members of a JSON object that a request or an operation has, read with checks. `null` counts as absent.
struct Members {
  private var values: [(name: String, value: JSONElement)] = []

  /// If a name occurs twice, the last one wins.
  init(_ object: JSONElement) {
    object.forEachMember { name, value in if value.kind != .null { values.append((name, value)) } }
  }

  subscript(name: String) -> JSONElement? { values.last { $0.name == name }?.value }

  /// A name or a path; nil: it is absent.
  func name(_ member: String) throws(Rejection) -> String? {
    guard let value = self[member] else { return nil }
    guard let text = value.name else {
      throw Rejection(.argument, "'\(member)' must be a text without control characters")
    }
    return text
  }

  func requiredName(_ member: String) throws(Rejection) -> String {
    guard let text = try name(member) else { throw Rejection(.argument, "'\(member)' is missing") }
    return text
  }

  /// A text for people, which may have several lines.
  func text(_ member: String) throws(Rejection) -> String? {
    guard let value = self[member] else { return nil }
    guard let text = value.text else { throw Rejection(.argument, "'\(member)' must be a text") }
    return text
  }

  func integer(_ member: String, in bounds: ClosedRange<Int64>) throws(Rejection) -> Int64? {
    guard let value = self[member] else { return nil }
    guard let number = value.integer(in: bounds) else {
      throw Rejection(
        .range, "'\(member)' must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return number
  }

  func required(_ member: String, in bounds: ClosedRange<Int64>) throws(Rejection) -> Int64 {
    guard let number = try integer(member, in: bounds) else {
      throw Rejection(.argument, "'\(member)' is missing")
    }
    return number
  }

  func boolean(_ member: String) throws(Rejection) -> Bool? {
    guard let value = self[member] else { return nil }
    guard let truth = value.boolean else { throw Rejection(.argument, "'\(member)' must be true or false") }
    return truth
  }

  /// Milliseconds since 1970; 0 counts as absent.
  func time(_ member: String) throws(Rejection) -> Date? {
    guard let time = try integer(member, in: 0...(1 << 53)), time > 0 else { return nil }
    return BatchReader.date(time)
  }

  /// One of some words.
  func word<Value>(_ member: String, among words: KeyValuePairs<String, Value>) throws(Rejection) -> Value? {
    guard let text = try name(member) else { return nil }
    guard let found = words.first(where: { $0.key == text }) else {
      throw Rejection(.argument, "'\(member)' must be one of \(words.map(\.key).joined(separator: ", "))")
    }
    return found.value
  }
}
