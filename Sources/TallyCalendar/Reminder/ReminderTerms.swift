/// The input of a user: the product's date, how long it keeps, and when to remind.
public struct ReminderTerms: Equatable, BitwiseCopyable, Sendable {
  /// Whether reminders depend on the expiry date. `automatic` is decided again whenever the terms change. A choice of
  /// the user is kept. The numbers are stored and never change.
  public enum Smart: UInt8, BitwiseCopyable, Sendable { case automatic, on, off }

  /// The longest shelf life, in days, for which `automatic` turns smart reminders on.
  public static let longestSmartSpan: Int32 = 30

  public var produced: CivilDate
  /// 1 or more.
  public var shelfLife: Int32
  /// Day, month, or year.
  public var shelfUnit: CalendarUnit
  /// Seconds of the wall clock since midnight, 0..<86,400.
  public var time: Int32
  /// The day on which it was entered, in its zone. Without a start, repetitions are counted from it.
  public var entered: CivilDate
  public var smart = Smart.automatic
  // These are required and used only without smart reminders. The start may be left out.
  public var repetition: Repetition?
  public var start: CivilDate?
  /// The last day on which something fires.
  public var end: CivilDate?
  /// How often to remind after the expiry, and how many times at most. It begins after the last regular day and after
  /// the expiry.
  public var overdue: Repetition?
  public var overdueLimit: Int32 = 0

  public init(produced: CivilDate, shelfLife: Int32, _ shelfUnit: CalendarUnit, time: Int32, entered: CivilDate) {
    self.produced = produced
    self.shelfLife = shelfLife
    self.shelfUnit = shelfUnit
    self.time = time
    self.entered = entered
  }

  /// The last day on which it is good.
  public func expiry() throws(ReminderError) -> CivilDate {
    if shelfLife < 1 { throw .shelfLife }
    let moved: CivilDate?
    switch shelfUnit {
    case .day: moved = produced.adding(days: Int64(shelfLife))
    case .month: moved = produced.adding(months: Int64(shelfLife))
    case .year: moved = produced.adding(months: Int64(shelfLife) * 12)
    default: throw .shelfLife
    }
    guard let moved else { throw .expiry }
    return moved
  }

  /// When it fires, in any zone.
  public func schedule() throws(ReminderError) -> ReminderSchedule {
    if !(0..<86_400).contains(time) { throw .time }
    let expiry = try expiry()
    let span = expiry.days - produced.days
    let isSmart = smart == .automatic ? span <= Self.longestSmartSpan : smart == .on
    let regular = isSmart ? try smartly(expiry, span) : try asGiven()
    let overdue = try overdue(after: max(expiry, regular.end))
    return ReminderSchedule(expiry: expiry, span: span, isSmart: isSmart, regular: regular, overdue: overdue)
  }

  /// Daily, from one to five days before it expires.
  private func smartly(_ expiry: CivilDate, _ span: Int32) throws(ReminderError) -> Recurrence {
    let lead = max(1, min((span + 4) / 5, 5))
    return try recurring(Repetition(.day), from: expiry.adding(days: -Int64(lead)), to: expiry)
  }

  private func asGiven() throws(ReminderError) -> Recurrence {
    guard let repetition, let end else {
      throw repetition == nil ? (end == nil ? .repetitionAndEnd : .repetition) : .end
    }
    if !(1...Repetition.most).contains(repetition.every) { throw .everyRange }
    return try recurring(repetition, from: start ?? entered, to: end)
  }

  private func recurring(
    _ repetition: Repetition, from first: CivilDate?, to end: CivilDate
  ) throws(ReminderError) -> Recurrence {
    guard let first, let recurrence = Recurrence(repetition, anchor: first, time: time, end: end)
    else { throw .endBeforeStart }
    return recurrence
  }

  /// nil: there is none, or it would begin after the last year.
  private func overdue(after last: CivilDate) throws(ReminderError) -> Recurrence? {
    guard let overdue else { return nil }
    guard (1...Repetition.most).contains(overdue.every), (0...Repetition.most).contains(overdueLimit)
    else { throw .overdue }
    guard let first = last.adding(days: 1) else { return nil }
    return Recurrence(overdue, anchor: first, time: time, limit: Int64(overdueLimit))
  }
}

/// Why a reminder cannot be planned.
public enum ReminderError: UInt8, Error, Sendable {
  case shelfLife = 1
  case expiry, time, repetitionAndEnd, repetition, end, everyRange, endBeforeStart, overdue

  public var text: StaticString {
    switch self {
    case .shelfLife: "a shelf life is one day, month or year, or more"
    case .expiry: "it would expire after the year 9999"
    case .time: "a time of day is from 0 to 86,399 seconds"
    case .repetitionAndEnd: "without smart reminders, a repetition and an end have to be given"
    case .repetition: "without smart reminders, a repetition has to be given"
    case .end: "without smart reminders, an end has to be given"
    case .everyRange: "it can be repeated every 1 to 1,000,000 of a unit"
    case .endBeforeStart: "the end is before the start"
    case .overdue: "an overdue reminder is repeated every 1 to 1,000,000 of a unit, 0 to 1,000,000 times"
    }
  }
}
