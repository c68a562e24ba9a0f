import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A timestamp: ISO 8601 with a zone, milliseconds since 1970, or a duration from now.
struct Until: ExpressibleByArgument {
  let date: Date

  static let help = ArgumentHelp(
    """
    When it ends: a date as 2030-01-31T18:00:00Z, a duration from now as +2h, +1d12h or +6mo (ms, s, m, h, d, w, \
    mo, y), or milliseconds since 1970.
    """, valueName: "when")

  init?(argument: String) {
    guard let date = Self.parse(argument, now: Date()) else { return nil }
    self.date = date
  }

  static func parse(_ text: String, now: Date) -> Date? {
    if text.hasPrefix("+") { return TimeSpan(argument: String(text.dropFirst()))?.end(after: now) }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
    for withFraction in [false, true] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: withFraction)
      if let date = try? Date(text, strategy: style) { return date }
    }
    return nil
  }
}
