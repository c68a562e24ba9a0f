import TallyCalendar
import TallyStore

/// The members of a reminder that a call gives. A member that is nil has its default in a new reminder, and an edit
/// leaves it unchanged.
///
/// A start or an end of 0 is removed. So is a repetition or an overdue repetition that has only zeros. A shelf life of
/// 0 is rejected. Otherwise a 0 among numbers that are given together leaves that number unchanged.
public struct ReminderOptions {
  public typealias Text = UnsafeRawBufferPointer
  public static let defaultTime: Int64 = 9 * 3600

  /// A number of units. The host's numbers of units are those of `CalendarUnit`; `edit` checks them.
  public struct Span {
    public var count: Int32
    public var unit: Int32

    public init(count: Int32, unit: Int32) { (self.count, self.unit) = (count, unit) }

    fileprivate var isZero: Bool { count == 0 && unit == 0 }
  }

  /// How to remind after the expiry, and how many times at most.
  public struct Overdue {
    public var interval: Span
    public var limit: Int32

    public init(every interval: Span, limit: Int32) { (self.interval, self.limit) = (interval, limit) }

    fileprivate var isZero: Bool { interval.isZero && limit == 0 }
  }

  public var title: Text?
  public var body: Text?
  public var path: Text?
  public var zone: Text?
  /// Days are numbers like 20260131.
  public var produced: Int32?
  public var start: Int32?
  public var end: Int32?
  public var shelfLife: Span?
  /// Seconds since midnight.
  public var time: Int32?
  public var smart: ReminderTerms.Smart?
  public var repetition: Span?
  public var overdue: Overdue?

  public init() {}
}

extension ReminderRecord {
  /// Takes the numbers that are given.
  mutating func apply(_ given: ReminderOptions) {
    set(.produced, given.produced)
    set(.start, given.start)
    set(.end, given.end)
    set(.time, given.time)
    if let smart = given.smart { self[.smart] = Int64(smart.rawValue) }
    if let shelfLife = given.shelfLife {
      set(.shelfLife, shelfLife.count)
      if shelfLife.unit != 0 { set(.shelfUnit, shelfLife.unit) }
    }
    if let repetition = given.repetition {
      // Nothing of it stays, so that the reminder is equal to its own export.
      if repetition.isZero { (self[.repeatUnit], self[.repeatEvery]) = (0, 0) }
      set(.repeatEvery, .repeatUnit, repetition)
    }
    if let overdue = given.overdue {
      if overdue.isZero { (self[.overdueUnit], self[.overdueEvery], self[.overdueLimit]) = (0, 0, 0) }
      set(.overdueEvery, .overdueUnit, overdue.interval)
      if overdue.limit != 0 { set(.overdueLimit, overdue.limit) }
    }
  }

  /// Takes all numbers of a file's entry.
  /// - Parameter end: instead of the terms'.
  mutating func take(_ terms: ReminderTerms, end: Int64? = nil) {
    self[.entered] = terms.entered.number
    self[.produced] = terms.produced.number
    self[.shelfLife] = Int64(terms.shelfLife)
    self[.shelfUnit] = Int64(terms.shelfUnit.rawValue)
    self[.time] = Int64(terms.time)
    self[.smart] = Int64(terms.smart.rawValue)
    self[.repeatUnit] = Int64(terms.repetition?.unit.rawValue ?? 0)
    self[.repeatEvery] = Int64(terms.repetition?.every ?? 0)
    self[.start] = terms.start?.number ?? 0
    self[.end] = end ?? terms.end?.number ?? 0
    self[.overdueUnit] = Int64(terms.overdue?.unit.rawValue ?? 0)
    self[.overdueEvery] = Int64(terms.overdue?.every ?? 0)
    self[.overdueLimit] = Int64(terms.overdueLimit)
  }

  private mutating func set(_ number: ReminderNumber, _ value: Int32?) {
    if let value { self[number] = Int64(value) }
  }

  private mutating func set(_ count: ReminderNumber, _ unit: ReminderNumber, _ span: ReminderOptions.Span) {
    if span.count != 0 { set(count, span.count) }
    if span.unit != 0 { set(unit, span.unit) }
  }
}
