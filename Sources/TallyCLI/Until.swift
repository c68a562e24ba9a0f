import ArgumentParser

/// A timestamp: ISO 8601 with a zone, milliseconds since 1970, or a duration from now, with or without a plus.
struct Until: ExpressibleByArgument {
  let date: Date
  /// When the argument was read. Later checks compare with it, or a short duration would end before it is used.
  let now = Date()

  static let help = ArgumentHelp(
    "Let it end then: 2h, 6mo or 2030-01-31T18:00:00Z.", discussion: forms, valueName: "when")
  static let timeHelp = ArgumentHelp("Date it then, as 2030-01-31T18:00:00Z.", discussion: forms, valueName: "when")

  private static let forms = "A date with its zone, a duration from now as +1d12h, or milliseconds since 1970."

  init?(argument: String) {
    guard let date = Self.parse(argument, now: now) else { return nil }
    self.date = date
  }

  /// The same, for the end of something.
  /// - Throws: an error of usage if it is over already.
  func later() throws -> Date {
    if date < now { throw ValidationError("--until is over already: \(date.formatted(.iso8601)).") }
    return date
  }

  static func parse(_ text: String, now: Date) -> Date? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
    if let span = TimeSpan(argument: text.hasPrefix("+") ? String(text.dropFirst()) : text) {
      return span.end(after: now)
    }
    for withFraction in [false, true] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: withFraction)
      if let date = try? Date(text, strategy: style) { return date }
    }
    return nil
  }
}
