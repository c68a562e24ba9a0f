/// The language of a mapping's texts. Checking and evaluating use the same parser.
///
/// A *source* is `$` and steps (`.name`, `."any name"`, `[0]`), or `@`, the element's key or index, or `@@`, that of
/// the element around it. A *template* is a text with sources in braces, within which `$.` may be left out. A
/// *condition* is a text that counts as true, a source behind `!`, or a source before `=` or `!=` and a text.
struct MappingSyntax {
  enum Step {
    case name(UnsafeRawBufferPointer)
    case index(Int)
    /// Not a step.
    case end
    case wrong
  }

  let text: UnsafeRawBufferPointer
  var position = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The byte at the position; 0 at the end.
  var next: UInt8 { position < text.count ? text[position] : 0 }
  var beginsSource: Bool { next == 0x24 || next == 0x40 }

  @inline(never)
  mutating func take(_ byte: UInt8) -> Bool {
    if next != byte { return false }
    position += 1
    return true
  }

  mutating func nextStep() -> Step {
    if take(0x2E) { return nextName() }
    if !take(0x5B) { return .end }
    let start = position
    var index = 0
    while next >= 0x30 && next <= 0x39 && position - start < 9 {
      index = index * 10 + Int(next - 0x30)
      position += 1
    }
    return position > start && take(0x5D) ? .index(index) : .wrong
  }

  /// The name of a member, behind its dot.
  mutating func nextName() -> Step {
    let isQuoted = take(0x22)
    let start = position
    while position < text.count, isQuoted ? next != 0x22 : !endsName(next) { position += 1 }
    let name = bytes(of: text, start, position)
    if isQuoted { return take(0x22) ? .name(name) : .wrong }
    return name.isEmpty ? .wrong : .name(name)
  }

  /// `.` `[` `}` `=` `!`
  private func endsName(_ byte: UInt8) -> Bool {
    byte == 0x2E || byte == 0x5B || byte == 0x7D || byte == 0x3D || byte == 0x21
  }

  // MARK: - Checking

  /// The errors of a text. The position of the syntax is where the error is.
  enum Problem {
    case noText, noSource, badSource, noEqualsSign, noNumber, noSetting, badParameter
    case looseBrace, emptyComponent, badBackslash, controlCharacter

    var words: StaticString {
      switch self {
      case .noText: "a text is due"
      case .noSource: "a path that begins with $ is due"
      case .badSource: "not a path of JSON"
      case .noEqualsSign: "= is due"
      case .noNumber: "a number or a path that begins with $ is due"
      case .noSetting: "it is none of the values that there are"
      case .badParameter: "a character that no parameter has"
      case .looseBrace: "a } without a {"
      case .emptyComponent: "a component of the path is empty"
      case .badBackslash: "a backslash may only stand before a dot or a backslash"
      case .controlCharacter: "control characters are not allowed"
      }
    }
  }

  /// Checks the text of a member.
  mutating func check(_ kind: JSONValue.Kind, as member: Mapping.Member) -> Problem? {
    if kind == .array || kind == .object || kind == .null { return .noText }
    if member.isSetting { return checkSetting(kind, member) }
    if member == .next && isEqual(text, "link") { return nil }
    let isNegated = member.isCondition && take(0x21)
    if beginsSource {
      if member.isPlace && next != 0x24 { return .noSource }
      if !skipSource(isBare: false) { return .badSource }
      if position == text.count { return nil }
      if !member.isCondition || (next != 0x3D && next != 0x21) { return .badSource }
      _ = take(0x21)
      return take(0x3D) ? nil : .noEqualsSign
    }
    if member.isPlace || member == .next || isNegated { return .noSource }
    if member.isNumber { return kind == .number ? nil : .noNumber }
    return checkTemplate(isPath: member == .path)
  }

  private mutating func checkSetting(_ kind: JSONValue.Kind, _ member: Mapping.Member) -> Problem? {
    let isValue: Bool
    switch member {
    case .lines: isValue = kind == .boolean
    case .limit, .overlap: isValue = kind == .number && JSONNumber.count(text) != nil
    case .unit: isValue = isEqual(text, "s") || isEqual(text, "ms")
    default:
      // It becomes part of a URL.
      while position < text.count {
        if next <= 0x20 || next >= 0x7F || next == 0x23 { return .badParameter }
        position += 1
      }
      return kind == .string ? nil : .noText
    }
    return isValue ? nil : .noSetting
  }

  /// - Parameter isBare: within braces, where `$.` may be left out.
  private mutating func skipSource(isBare: Bool) -> Bool {
    if take(0x40) {
      _ = take(0x40)
      return true
    }
    if !take(0x24), isBare, case .wrong = nextName() { return false }
    while true {
      switch nextStep() {
      case .end: return true
      case .wrong: return false
      default: break
      }
    }
  }

  private mutating func checkTemplate(isPath: Bool) -> Problem? {
    // Whether the current component of a path is empty.
    var isEmpty = isPath
    while position < text.count {
      let byte = next
      position += 1
      if byte == 0x7B {
        if !skipSource(isBare: true) || !take(0x7D) { return .badSource }
      } else if byte == 0x7D {
        position -= 1
        return .looseBrace
      } else if isPath {
        if byte == 0x2E {
          if isEmpty {
            position -= 1
            return .emptyComponent
          }
          isEmpty = true
          continue
        }
        if byte == 0x5C && !take(0x2E) && !take(0x5C) { return .badBackslash }
        if byte < 0x20 || byte == 0x7F { return .controlCharacter }
      }
      isEmpty = false
    }
    return isEmpty ? .emptyComponent : nil
  }
}
