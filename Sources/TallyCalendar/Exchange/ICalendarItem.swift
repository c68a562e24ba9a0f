/// A reminder on its way to or from other programs: a VTODO of iCalendar (RFC 5545).
///
/// Texts are borrowed: from whoever writes, and of what was read, until the reader goes on.
public struct ICalendarItem {
  public typealias Text = UnsafeRawBufferPointer

  public var uid = Text(start: nil, count: 0)
  public var title = Text(start: nil, count: 0)
  public var body = Text(start: nil, count: 0)
  /// The badge's path.
  public var badge = Text(start: nil, count: 0)
  /// A zone's name; empty: the device's. What is written has passed ``ZoneTable/check(name:)``; what is read has not.
  public var zone = Text(start: nil, count: 0)
  public var terms: ReminderTerms
  /// When it was last changed, in seconds since 1970-01-01 00:00 UTC.
  public var stamp: Int64 = 0
  public var revision: UInt32 = 0
  public var isDone = false
  /// Of what was read: whether Tally wrote it. Else its terms are the nearest to it, and what they cannot say is lost.
  public var isExact = true
  /// Of what was read: when its last day ends or before, in seconds since 1970-01-01 00:00 UTC; the day that the terms
  /// have is that in UTC. Nil: they have the right one.
  public var until: Int64?

  public init(terms: ReminderTerms) { self.terms = terms }
}

/// Why an entry of a file was skipped.
public struct ICalendarFinding: BitwiseCopyable, Equatable, Sendable {
  public enum Reason: UInt8, Error, BitwiseCopyable, Sendable {
    case notDue, rule

    public var text: StaticString {
      switch self {
      case .notDue: "nothing says on which day it is due"
      case .rule: "a reminder cannot recur as its rule says"
      }
    }
  }

  public let reason: Reason
  /// From 1: where the entry begins, or the rule.
  public let line: Int
}

/// Why a file is refused.
public struct ICalendarError: Error, Equatable, Sendable {
  public enum Problem: UInt8, Sendable {
    case outOfMemory, line, nesting, incomplete, value, text
  }

  public let problem: Problem
  /// From 1: where the line begins.
  public let line: Int

  public init(_ problem: Problem, line: Int) {
    self.problem = problem
    self.line = line
  }

  public var text: StaticString {
    switch problem {
    case .outOfMemory: "there is no memory"
    case .line: "this is not a name, perhaps parameters, a colon and a value"
    case .nesting: "this is not a VCALENDAR, or what begins and ends in it does not match"
    case .incomplete: "the file ends too early"
    case .value: "the value is not of the kind that its name wants"
    case .text: "the text is not UTF-8"
    }
  }
}

extension CalendarUnit {
  /// As in rules of iCalendar, which know no quarters.
  var frequency: StaticString {
    switch self {
    case .minute: "MINUTELY"
    case .hour: "HOURLY"
    case .day: "DAILY"
    case .week: "WEEKLY"
    case .month: "MONTHLY"
    case .quarter: "QUARTERLY"
    case .year: "YEARLY"
    }
  }
}
