/// A reminder for or from another program: a VTODO of iCalendar (RFC 5545).
///
/// Texts are borrowed: from the writer's caller, or from the reader until its next item.
public struct ICalendarItem {
  public typealias Text = UnsafeRawBufferPointer

  public var uid = Text(start: nil, count: 0)
  public var title = Text(start: nil, count: 0)
  public var body = Text(start: nil, count: 0)
  /// The badge's path.
  public var badge = Text(start: nil, count: 0)
  /// A zone's name; empty: the device's zone. A name to write has passed ``ZoneTable/check(name:)``. A name that was
  /// read has not.
  public var zone = Text(start: nil, count: 0)
  public var terms: ReminderTerms
  /// The time of the last change, in seconds since 1970-01-01 00:00 UTC.
  public var stamp: Int64 = 0
  public var revision: UInt32 = 0
  public var isDone = false
  /// Only when reading: whether Tally wrote the item. Otherwise its terms are an approximation.
  public var isExact = true
  /// Only when reading: the end of its last day or an earlier moment, in seconds since 1970-01-01 00:00 UTC. The terms
  /// then have the day in UTC. nil: the terms have the right day.
  public var until: Int64?
  /// Only when reading, from 1: the line where it begins.
  public var line = 0

  public init(terms: ReminderTerms) { self.terms = terms }
}

/// Why an entry of a file was skipped, or which part of it was.
public struct ICalendarFinding: BitwiseCopyable, Equatable, Sendable {
  public enum Reason: UInt8, Error, BitwiseCopyable, Sendable {
    case notDue, rule
    /// It would replace the series that it belongs to.
    case instance
    case unnamed
    // The rest of the entry was read.
    case exceptions, additions

    /// Whether the whole entry was skipped.
    public var skipsEntry: Bool { self != .exceptions && self != .additions }

    public var text: StaticString {
      switch self {
      case .notDue: "nothing says on which day it is due"
      case .rule: "a reminder cannot recur as its rule says"
      case .instance: "it changes one occurrence of a series, and a reminder is the whole series"
      case .unnamed: "it has no UID"
      case .exceptions: "the reminder also fires on the days that EXDATE leaves out"
      case .additions: "the reminder does not fire on the days that RDATE adds"
      }
    }
  }

  public let reason: Reason
  /// From 1: the line where the entry or the property begins.
  public let line: Int
}

/// Why a file was rejected.
public struct ICalendarError: Error, Equatable, Sendable {
  public enum Problem: UInt8, Sendable {
    case outOfMemory, line, nesting, incomplete, value, text
  }

  public let problem: Problem
  /// From 1: the line.
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
  /// The frequency in an iCalendar rule, which has no quarters.
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
