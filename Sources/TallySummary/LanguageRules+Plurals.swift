/// CLDR's plural forms. The numbers are stored in compiled formats and never change.
public enum PluralCategory: UInt8, Sendable {
  case zero = 1
  case one, two, few, many, other
}

extension LanguageRules {
  /// The form that a number takes.
  public func category(of number: UInt64) -> PluralCategory {
    var reader = PluralRuleReader(at: plurals)
    while let category = PluralCategory(rawValue: reader.next()), category != .other {
      if reader.rule(holdsFor: number) { return category }
    }
    return .other
  }
}

/// Reads ``Tables/rules``, which describes their encoding.
private struct PluralRuleReader {
  private var next_: UnsafePointer<UInt8>

  init(at offset: Int) { next_ = Tables.rules.utf8Start + offset }

  mutating func next() -> UInt8 {
    defer { next_ += 1 }
    return next_.pointee
  }

  /// Reads a rule to its end, even if the result is known earlier.
  mutating func rule(holdsFor number: UInt64) -> Bool {
    var holds = false
    var allHold = true
    var flags: UInt8
    repeat {
      flags = next()
      if !relation(flags, holdsFor: number) { allHold = false }
      if flags & 16 == 0 { continue }
      if allHold { holds = true }
      allHold = true
    } while flags & 48 != 48
    return holds
  }

  private mutating func relation(_ flags: UInt8, holdsFor number: UInt64) -> Bool {
    let unit: UInt64 = flags & 7 >= 4 ? 1000 : 1
    let rest =
      switch flags & 7 {
      case 1: number % 10
      case 2: number % 100
      case 3: number % 1000
      case 4: number % 100_000
      case 5: number % 1_000_000
      default: number
      }
    var isWithin = false
    for _ in 0..<next() {
      let low = UInt64(next()) * unit
      let high = UInt64(next()) * unit
      if rest >= low, rest <= high { isWithin = true }
    }
    return isWithin != (flags & 8 != 0)
  }
}
