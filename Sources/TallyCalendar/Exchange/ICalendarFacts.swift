/// The properties of a VTODO that are read.
enum ICalendarProperty: UInt8, CaseIterable {
  // Texts first: they have places.
  case uid, title, body, badge, zone
  case stamp, revision, status, due, start, rule
  case produced, shelfLife, entered, time, smart, repetition, ownStart, ownEnd, overdue
  // Only their lines are kept.
  case instance, exceptions, additions

  var isText: Bool { rawValue <= Self.zone.rawValue }

  var name: StaticString {
    switch self {
    case .uid: "UID"
    case .title: "SUMMARY"
    case .body: "DESCRIPTION"
    case .badge: "X-TALLY-BADGE"
    case .zone: "X-TALLY-ZONE"
    case .stamp: "DTSTAMP"
    case .revision: "SEQUENCE"
    case .status: "STATUS"
    case .due: "DUE"
    case .start: "DTSTART"
    case .rule: "RRULE"
    case .produced: "X-TALLY-PRODUCED"
    case .shelfLife: "X-TALLY-SHELF-LIFE"
    case .entered: "X-TALLY-ENTERED"
    case .time: "X-TALLY-TIME"
    case .smart: "X-TALLY-SMART"
    case .repetition: "X-TALLY-REPEAT"
    case .ownStart: "X-TALLY-START"
    case .ownEnd: "X-TALLY-END"
    case .overdue: "X-TALLY-OVERDUE"
    case .instance: "RECURRENCE-ID"
    case .exceptions: "EXDATE"
    case .additions: "RDATE"
    }
  }
}

/// The contents of a VTODO so far.
struct ICalendarFacts {
  struct Place: BitwiseCopyable {
    var offset = 0
    var count = 0
  }

  struct Moment: BitwiseCopyable {
    var date: CivilDate
    /// nil: the whole day.
    var time: Int32?
    /// UTC, whatever its zone.
    var isUTC = false

    var seconds: Int64 { date.seconds + Int64(time ?? 0) }
  }

  var places = InlineArray<5, Place>(repeating: Place())
  var stamp: Int64 = 0
  var revision: UInt32 = 0
  var isDone = false
  private var due: Moment?
  private var start: Moment?
  private var rule: ICalendarRule?
  /// The lines of these properties; 0: there is none.
  var ruleLine = 0
  var instanceLine = 0
  var exceptionsLine = 0
  var additionsLine = 0
  private var produced, entered, ownStart, ownEnd: CivilDate?
  private var shelfLife, repetition, overdue: ICalendarRule?
  private var time: Int32?
  private var smart: ReminderTerms.Smart?

  /// Whether everything that Tally writes is there.
  var isExact: Bool { produced != nil && shelfLife != nil && entered != nil && time != nil && smart != nil }

  /// - Returns: whether the value is valid for the property.
  mutating func take(_ property: ICalendarProperty, _ value: UnsafeRawBufferPointer) -> Bool {
    var reader = ICalendarValue(value)
    switch property {
    case .stamp:
      guard let moment = reader.moment() else { return false }
      stamp = moment.seconds
      return true
    case .status:
      // A cancelled reminder must not fire either.
      isDone = isName(value, "COMPLETED") || isName(value, "CANCELLED")
      return true
    case .revision:
      guard let number = reader.number() else { return false }
      revision = UInt32(number)
    case .time:
      guard let number = reader.number(), number < 86_400 else { return false }
      time = number
    case .smart:
      guard let number = reader.number(), number < 3 else { return false }
      smart = ReminderTerms.Smart(rawValue: UInt8(number))
    case .due: return reader.take(&due)
    case .start: return reader.take(&start)
    case .produced: return reader.take(&produced)
    case .entered: return reader.take(&entered)
    case .ownStart: return reader.take(&ownStart)
    case .ownEnd: return reader.take(&ownEnd)
    case .rule: return reader.take(&rule)
    case .shelfLife: return reader.take(&shelfLife)
    case .repetition: return reader.take(&repetition)
    case .overdue: return reader.take(&overdue)
    case .uid, .title, .body, .badge, .zone, .instance, .exceptions, .additions: return true
    }
    return reader.isAtEnd
  }

  /// Keeps the line of a property that findings name: its first one.
  mutating func note(_ property: ICalendarProperty, line: Int) {
    func keep(_ kept: inout Int) { if kept == 0 { kept = line } }
    switch property {
    case .rule: ruleLine = line
    case .instance: keep(&instanceLine)
    case .exceptions: keep(&exceptionsLine)
    case .additions: keep(&additionsLine)
    default: break
    }
  }

  /// nil: the finding is about the whole entry.
  func line(of reason: ICalendarFinding.Reason) -> Int? {
    switch reason {
    case .rule: ruleLine
    case .instance: instanceLine
    case .exceptions: exceptionsLine
    case .additions: additionsLine
    case .notDue, .unnamed: nil
    }
  }

  /// See ``ICalendarItem/until``.
  var until: Int64? {
    guard !isExact, let until = rule?.until, until.isUTC else { return nil }
    return until.seconds
  }

  func terms(defaultTime: Int32) throws(ICalendarFinding.Reason) -> ReminderTerms {
    guard isExact, let produced, let shelfLife, let entered, let time, let smart else {
      return try nearestTerms(defaultTime)
    }
    var terms = ReminderTerms(
      produced: produced, shelfLife: shelfLife.repetition.every, shelfLife.repetition.unit, time: time,
      entered: entered)
    terms.smart = smart
    terms.repetition = repetition?.repetition
    terms.start = ownStart
    terms.end = ownEnd
    terms.overdue = overdue?.repetition
    terms.overdueLimit = overdue?.count ?? 0
    return terms
  }

  /// The terms for another program's entry. The reminder keeps from the entry's start, or its last change, until the
  /// end of the day when it is due. The end of a day is not used as a time of day for reminding.
  private func nearestTerms(_ defaultTime: Int32) throws(ICalendarFinding.Reason) -> ReminderTerms {
    guard let due = due ?? rule?.until else { throw .notDue }
    let begun = start?.date ?? Zone.date(of: stamp)
    // A shelf life is at least a day.
    guard let latest = due.date.adding(days: -1) else { throw .notDue }
    let produced = min(begun, latest)
    let dueTime = due.time == 86_399 ? nil : due.time
    var terms = ReminderTerms(
      produced: produced, shelfLife: due.date.days - produced.days, .day,
      time: (rule == nil ? dueTime : nil) ?? start?.time ?? dueTime ?? defaultTime, entered: begun)
    terms.smart = .on
    guard let rule else { return terms }
    guard let (repetition, anchor) = rule.followed(from: begun, at: terms.time) else { throw .rule }
    // If the rule begins later than the entry, the due day moves too.
    if anchor > begun, self.due != nil, let later = produced.adding(days: Int64(anchor.days - begun.days)) {
      terms.produced = later
    }
    terms.smart = .off
    terms.start = anchor
    terms.repetition = repetition
    if let until = rule.until?.date {
      // It ends before its first day.
      if until < anchor && until >= begun { throw .rule }
      terms.end = until
    }
    if let count = rule.count {
      let all = Recurrence(repetition, anchor: anchor, time: terms.time)
      terms.end = all?.occurrence(Int64(count) - 1, in: Zone()).map { Zone.date(of: $0.instant) }
    }
    // A rule without an end continues.
    terms.end = max(terms.end ?? CivilDate.last, anchor)
    return terms
  }
}
