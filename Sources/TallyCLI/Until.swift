import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A point in time: ISO 8601 with a zone, milliseconds since 1970, or a duration from now.
struct Until: ExpressibleByArgument {
  let date: Date

  static let help: ArgumentHelp = """
    When it ends by itself: 2026-01-31T18:00:00Z, milliseconds since 1970, or a duration from now, as +2h, +1d12h, \
    +90s (ms, s, m, h, d, w).
    """

  init?(argument: String) {
    guard let date = Self.parse(argument, now: Date()) else { return nil }
    self.date = date
  }

  static func parse(_ text: String, now: Date) -> Date? {
    if text.hasPrefix("+") {
      guard let seconds = duration(text.dropFirst()) else { return nil }
      return now.addingTimeInterval(seconds)
    }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
    for withFraction in [false, true] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: withFraction)
      if let date = try? Date(text, strategy: style) { return date }
    }
    return nil
  }

  /// Seconds of numbers, each with its unit, as `1d12h`.
  private static func duration(_ text: Substring) -> Double? {
    let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    var rest = text
    var total = 0.0
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let count = Int64(number), let seconds = units[String(unit)] else { return nil }
      total += Double(count) * seconds
    }
    return text.isEmpty ? nil : total
  }
}
