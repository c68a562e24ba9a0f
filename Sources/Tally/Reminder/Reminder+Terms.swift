internal import TallyCalendar
internal import TallyEngine
internal import TallyStore

extension Reminder {
  /// The units of repetitions and shelf lives. Days and longer units are counted on the calendar, minutes and hours as
  /// elapsed time.
  public enum Unit: Int32, Codable, Sendable, CaseIterable {
    /// Sixty seconds.
    case minute = 1
    /// Sixty minutes.
    case hour
    /// From one midnight of the zone to the next.
    case day
    /// Seven days.
    case week
    /// To the same day of the next month, or its last one.
    case month
    /// Three months.
    case quarter
    /// Twelve months.
    case year
  }

  /// A number of units on the calendar or the clock: `.days(7)`.
  public struct Span: Hashable, Codable, Sendable {
    /// The number of units.
    public var count: Int
    /// The unit.
    public var unit: Unit

    /// Creates a number of units.
    public init(_ count: Int, _ unit: Unit) {
      self.count = count
      self.unit = unit
    }

    /// A number of minutes.
    public static func minutes(_ count: Int) -> Span { Span(count, .minute) }
    /// A number of hours.
    public static func hours(_ count: Int) -> Span { Span(count, .hour) }
    /// A number of days.
    public static func days(_ count: Int) -> Span { Span(count, .day) }
    /// A number of weeks.
    public static func weeks(_ count: Int) -> Span { Span(count, .week) }
    /// A number of months.
    public static func months(_ count: Int) -> Span { Span(count, .month) }
    /// A number of quarters.
    public static func quarters(_ count: Int) -> Span { Span(count, .quarter) }
    /// A number of years.
    public static func years(_ count: Int) -> Span { Span(count, .year) }
  }

  /// The members of a reminder. A nil member has its default in a new reminder, and an edit leaves it unchanged.
  ///
  ///     var terms = Reminder.Terms()
  ///     terms.title = "Milk"
  ///     terms.path = "root.fridge"
  ///     terms.shelfLife = .days(7)
  ///     try account.putReminder("milk", terms: terms)
  public struct Terms: Hashable, Codable, Sendable {
    /// Whether reminders depend on the expiry date. They are then daily, through the expiry date. They begin one to
    /// five days before it, after four fifths of the shelf life.
    public enum Smart: Int32, Codable, Sendable, CaseIterable {
      /// If the shelf life is at most 30 days. Each edit decides this again.
      case automatic = 1
      /// Always.
      case on
      /// Never. It fires by ``Reminder/Terms/repetition``.
      case off
    }

    /// How to remind after the expiry, from the next day on.
    public struct Overdue: Hashable, Codable, Sendable {
      /// The interval between reminders: 1 to 1,000,000 of a unit.
      public var interval: Span
      /// The number of reminders: 1 to 1,000,000.
      public var limit: Int

      /// Creates a repetition with an interval and a limit.
      public init(every interval: Span, limit: Int) {
        self.interval = interval
        self.limit = limit
      }
    }

    /// The members that an edit can remove.
    public struct Members: OptionSet, Hashable, Codable, Sendable {
      /// The bits.
      public let rawValue: UInt32

      /// A set of its bits.
      public init(rawValue: UInt32) { self.rawValue = rawValue }

      /// ``Reminder/Terms/start``.
      public static let start = Members(rawValue: 1)
      /// ``Reminder/Terms/end``.
      public static let end = Members(rawValue: 2)
      /// ``Reminder/Terms/repetition``.
      public static let repetition = Members(rawValue: 4)
      /// ``Reminder/Terms/overdue``.
      public static let overdue = Members(rawValue: 8)
    }

    /// A title for people. Default: none.
    public var title: String?
    /// A text for people. Default: none.
    public var body: String?
    /// The badge that it lights; empty: none. Default: none.
    public var path: String?
    /// An IANA name, `Europe/Berlin`; empty: the device's current zone. Default: the device's.
    public var zone: String?
    /// The first day of the shelf life. Default: today, in its zone.
    public var produced: CalendarDay?
    /// The shelf life: 1 or more days, months or years. Required in a new reminder.
    public var shelfLife: Span?
    /// When it fires on its days, in its zone. Default: 09:00.
    public var time: TimeOfDay?
    /// Whether reminders depend on the expiry date. Default: ``Smart/automatic``.
    public var smart: Smart?
    /// How often it fires, once in 1 to 1,000,000 of a unit. Required if it is not smart.
    public var repetition: Span?
    /// The last day on which it fires. Required if it is not smart.
    public var end: CalendarDay?
    /// The day from which repetitions are counted. Default: the day of entry.
    public var start: CalendarDay?
    /// How to remind after the expiry. Default: not at all.
    public var overdue: Overdue?
    /// The members that an edit removes. A member with a value is set instead.
    public var cleared: Members = []

    /// Creates terms without members.
    public init() {}
  }
}

extension Reminder.Terms {
  /// The engine's form, without the texts. There, an edit removes a member that has only zeros.
  var options: TallyEngine.ReminderOptions {
    typealias Options = TallyEngine.ReminderOptions
    func removed<Value>(_ member: Members, _ value: Value) -> Value? { cleared.contains(member) ? value : nil }
    var given = Options()
    given.produced = produced?.number
    given.shelfLife = shelfLife?.option
    given.time = time?.seconds
    given.smart = smart?.option
    given.start = start?.number ?? removed(.start, 0)
    given.end = end?.number ?? removed(.end, 0)
    let nothing = Options.Span(count: 0, unit: 0)
    given.repetition = repetition?.option ?? removed(.repetition, nothing)
    let overdue = overdue.map { Options.Overdue(every: $0.interval.option, limit: Int32(clamping: $0.limit)) }
    given.overdue = overdue ?? removed(.overdue, Options.Overdue(every: nothing, limit: 0))
    return given
  }
}

extension Reminder.Span {
  fileprivate var option: TallyEngine.ReminderOptions.Span {
    TallyEngine.ReminderOptions.Span(count: Int32(clamping: count), unit: unit.rawValue)
  }
}

extension Reminder.Terms.Smart {
  fileprivate var option: TallyCalendar.ReminderTerms.Smart {
    switch self {
    case .automatic: .automatic
    case .on: .on
    case .off: .off
    }
  }
}

extension Reminder.Terms {
  /// The terms of a stored reminder.
  init(_ record: borrowing ReminderRecord) {
    func number(_ place: ReminderNumber) -> Int { Int(record[place]) }
    func day(_ place: ReminderNumber) -> CalendarDay? { CalendarDay(number: record[place]) }
    func unit(_ place: ReminderNumber) -> Reminder.Unit? { Reminder.Unit(rawValue: Int32(clamping: record[place])) }
    title = String(text: record.title.bytes)
    body = String(text: record.body.bytes)
    path = String(text: record.path.bytes)
    zone = String(text: record.zone.bytes)
    produced = day(.produced)
    if let unit = unit(.shelfUnit) { shelfLife = Reminder.Span(number(.shelfLife), unit) }
    time = TimeOfDay(seconds: record[.time])
    smart = Smart(rawValue: Int32(clamping: record[.smart]) + 1)
    if let unit = unit(.repeatUnit) { repetition = Reminder.Span(number(.repeatEvery), unit) }
    end = day(.end)
    start = day(.start)
    if let unit = unit(.overdueUnit) {
      overdue = Overdue(every: Reminder.Span(number(.overdueEvery), unit), limit: number(.overdueLimit))
    }
  }
}
