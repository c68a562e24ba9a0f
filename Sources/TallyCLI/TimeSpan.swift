import ArgumentParser
import Tally

/// A length of time as users write it: whole numbers, each followed by its unit, as `2h` or `1d12h`. Every option that
/// takes a duration uses this parser, so a unit means the same everywhere.
struct TimeSpan: ExpressibleByArgument {
  enum Unit: String, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "m"
    case hours = "h"
    case days = "d"
    case weeks = "w"
    case months = "mo"
    case years = "y"
  }

  /// At least one, in the order of the text.
  let parts: [(count: Int, unit: Unit)]

  init?(argument: String) {
    var rest = Substring(argument)
    var parts: [(count: Int, unit: Unit)] = []
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let letters = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(letters.count)
      // The bound keeps sums and dates far from overflowing.
      guard let count = Int(digits), count <= 1_000_000_000_000, let unit = Unit(rawValue: String(letters)) else {
        return nil
      }
      parts.append((count, unit))
    }
    if parts.isEmpty { return nil }
    self.parts = parts
  }

  /// nil: months and years have no fixed length.
  var seconds: Double? {
    var total = 0.0
    for (count, unit) in parts {
      guard let length = unit.seconds else { return nil }
      total += Double(count) * length
    }
    return total
  }

  /// When the duration ends that begins at `start`. Months and years follow the calendar, in UTC: 31 January and one
  /// month is the last day of February.
  func end(after start: Date) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var date = start
    for (count, unit) in parts {
      if let length = unit.seconds {
        date = date.addingTimeInterval(Double(count) * length)
      } else {
        // The calendar ends here.
        guard count <= 120_000,
          let next = calendar.date(byAdding: unit == .months ? .month : .year, value: count, to: date)
        else { return nil }
        date = next
      }
    }
    return date
  }
}

extension TimeSpan.Unit {
  fileprivate var seconds: Double? {
    switch self {
    case .milliseconds: 0.001
    case .seconds: 1
    case .minutes: 60
    case .hours: 3600
    case .days: 86_400
    case .weeks: 604_800
    case .months, .years: nil
    }
  }
}

/// How often a feed is polled.
struct Interval: ExpressibleByArgument {
  let seconds: Double

  var milliseconds: Int64 { Int64((seconds * 1000).rounded()) }
  var duration: Duration { .milliseconds(milliseconds) }

  static let help = ArgumentHelp(
    "Poll it this often: 30s, 5m or 2h, at least 100ms.",
    discussion: "By default every 10m; watch polls every 30s.", valueName: "duration")

  /// How often `watch` polls a feed without an interval of its own.
  static let whileWatching = Interval(seconds: 30)
  static let second = Interval(seconds: 1)

  init(seconds: Double) { self.seconds = seconds }

  init(_ duration: Duration) { seconds = Double(duration.wholeMilliseconds) / 1000 }

  init?(argument: String) {
    guard let seconds = TimeSpan(argument: argument)?.seconds, (0.1...1e9).contains(seconds) else { return nil }
    self.seconds = seconds
  }
}

/// A duration as users write it, in the largest unit that shows it exactly: `90s`, `5m`, `1500ms`.
func text(ofMilliseconds number: Int64) -> String {
  for (length, unit) in [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")] as [(Int64, String)]
  where number > 0 && number % length == 0 {
    return "\(number / length)\(unit)"
  }
  return "\(number)ms"
}

/// A number of days, weeks and so on: how often a reminder repeats, or how long food keeps.
struct CalendarSpan: ExpressibleByArgument {
  let count: Int
  let unit: Reminder.Unit

  init?(argument: String) {
    guard let parts = TimeSpan(argument: argument)?.parts, parts.count == 1, parts[0].count > 0 else { return nil }
    count = parts[0].count
    switch parts[0].unit {
    case .minutes: unit = .minute
    case .hours: unit = .hour
    case .days: unit = .day
    case .weeks: unit = .week
    case .months: unit = .month
    case .years: unit = .year
    case .milliseconds, .seconds: return nil
    }
  }
}

/// A shelf life: whole days, months or years. `6m` means minutes, and is rejected.
struct ShelfLife: ExpressibleByArgument {
  let count: Int
  let unit: Reminder.Unit

  init?(argument: String) {
    guard let span = CalendarSpan(argument: argument) else { return nil }
    switch span.unit {
    case .day, .month, .year: (count, unit) = (span.count, span.unit)
    case .week: (count, unit) = (span.count * 7, .day)
    default: return nil
    }
  }
}
