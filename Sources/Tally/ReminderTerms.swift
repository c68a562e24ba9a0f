internal import TallyEngine
internal import TallyStore

/// What repetitions and shelf lives are counted in. Days and what is longer are counted on the calendar, minutes and
/// hours as time that passes.
public enum ReminderUnit: Int32, Codable, Sendable, CaseIterable {
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
public struct ReminderSpan: Hashable, Codable, Sendable {
  /// How many units.
  public var count: Int
  /// What is counted.
  public var unit: ReminderUnit

  /// A number of units.
  public init(_ count: Int, _ unit: ReminderUnit) {
    self.count = count
    self.unit = unit
  }

  /// A number of minutes.
  public static func minutes(_ count: Int) -> ReminderSpan { ReminderSpan(count, .minute) }
  /// A number of hours.
  public static func hours(_ count: Int) -> ReminderSpan { ReminderSpan(count, .hour) }
  /// A number of days.
  public static func days(_ count: Int) -> ReminderSpan { ReminderSpan(count, .day) }
  /// A number of weeks.
  public static func weeks(_ count: Int) -> ReminderSpan { ReminderSpan(count, .week) }
  /// A number of months.
  public static func months(_ count: Int) -> ReminderSpan { ReminderSpan(count, .month) }
  /// A number of quarters.
  public static func quarters(_ count: Int) -> ReminderSpan { ReminderSpan(count, .quarter) }
  /// A number of years.
  public static func years(_ count: Int) -> ReminderSpan { ReminderSpan(count, .year) }
}

/// What is said of a reminder; nil has its default in a new one, and leaves it as it was in one that is edited. Days
/// are numbers like 20260131.
///
///     var terms = ReminderTerms()
///     terms.title = "Milk"
///     terms.path = "root.fridge"
///     terms.shelfLife = .days(7)
///     try account.putReminder("milk", terms)
public struct ReminderTerms: Hashable, Codable, Sendable {
  /// Whether reminders go by the expiry date: daily, from a fifth of the days that it keeps before it (one to five of
  /// them) through that day.
  public enum Smart: Int32, Codable, Sendable, CaseIterable {
    /// Where it keeps for 30 days or less, decided anew with each edit.
    case automatic = 1
    /// Always.
    case on
    /// Never: it fires as ``ReminderTerms/repetition`` says.
    case off
  }

  /// How to remind of what has expired, from the day after on.
  public struct Overdue: Hashable, Codable, Sendable {
    /// From one reminding to the next: 1 to 1,000,000 of a unit.
    public var interval: ReminderSpan
    /// How many times: 1 to 1,000,000.
    public var limit: Int

    /// Reminds once in an interval, a number of times.
    public init(every interval: ReminderSpan, limit: Int) {
      self.interval = interval
      self.limit = limit
    }
  }

  /// What an edit can take away.
  public struct Members: OptionSet, Hashable, Codable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// A set of its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// ``ReminderTerms/start``.
    public static let start = Members(rawValue: 1)
    /// ``ReminderTerms/end``.
    public static let end = Members(rawValue: 2)
    /// ``ReminderTerms/repetition``.
    public static let repetition = Members(rawValue: 4)
    /// ``ReminderTerms/overdue``.
    public static let overdue = Members(rawValue: 8)
  }

  /// A line for people. Default: none.
  public var title: String?
  /// More of it for people. Default: none.
  public var body: String?
  /// The badge that it lights; empty: none. Default: none.
  public var path: String?
  /// An IANA name, `Europe/Berlin`; empty: the device's zone, wherever that is. Default: the device's.
  public var zone: String?
  /// The day from which it keeps. Default: today, in its zone.
  public var produced: Int?
  /// How long it keeps: 1 or more days, months or years. To be given in a new one.
  public var shelfLife: ReminderSpan?
  /// Seconds since midnight, 0 to 86,399. Default: 32,400, 09:00.
  public var time: Int?
  /// Whether it goes by the expiry date. Default: ``Smart/automatic``.
  public var smart: Smart?
  /// Where it is not smart, to be given: how often it fires, once in 1 to 1,000,000 of a unit.
  public var repetition: ReminderSpan?
  /// Where it is not smart, to be given: the last day on which it fires.
  public var end: Int?
  /// The day from which repetitions are counted. Default: that of entering.
  public var start: Int?
  /// How to remind of what has expired. Default: not at all.
  public var overdue: Overdue?
  /// What an edit takes away; what is given at once takes its place.
  public var cleared: Members = []

  /// Nothing is said yet.
  public init() {}
}

extension ReminderTerms {
  /// All but the texts.
  var options: TallyEngine.ReminderOptions {
    var given = TallyEngine.ReminderOptions()
    given.produced = Int32(clamping: produced ?? 0)
    given.shelfLife = Int32(clamping: shelfLife?.count ?? 0)
    given.shelfUnit = shelfLife?.unit.rawValue ?? 0
    if let time { given.time = time == 0 ? TallyEngine.ReminderOptions.midnight : Int32(clamping: time) }
    given.smart = smart?.rawValue ?? 0
    given.repeatUnit = repetition?.unit.rawValue ?? 0
    given.repeatEvery = Int32(clamping: repetition?.count ?? 0)
    given.end = Int32(clamping: end ?? 0)
    given.start = Int32(clamping: start ?? 0)
    given.overdueUnit = overdue?.interval.unit.rawValue ?? 0
    given.overdueEvery = Int32(clamping: overdue?.interval.count ?? 0)
    given.overdueLimit = Int32(clamping: overdue?.limit ?? 0)
    given.clearsStart = cleared.contains(.start)
    given.clearsEnd = cleared.contains(.end)
    given.clearsRepeat = cleared.contains(.repetition)
    given.clearsOverdue = cleared.contains(.overdue)
    return given
  }
}

extension ReminderTerms {
  /// What a stored reminder was given.
  init(_ record: borrowing ReminderRecord) {
    func number(_ place: ReminderNumber) -> Int { Int(record[place]) }
    func day(_ place: ReminderNumber) -> Int? { number(place) == 0 ? nil : number(place) }
    func unit(_ place: ReminderNumber) -> ReminderUnit? { ReminderUnit(rawValue: Int32(clamping: record[place])) }
    title = String(text: record.title.bytes)
    body = String(text: record.body.bytes)
    path = String(text: record.path.bytes)
    zone = String(text: record.zone.bytes)
    produced = day(.produced)
    if let unit = unit(.shelfUnit) { shelfLife = ReminderSpan(number(.shelfLife), unit) }
    time = number(.time)
    smart = Smart(rawValue: Int32(clamping: record[.smart]) + 1)
    if let unit = unit(.repeatUnit) { repetition = ReminderSpan(number(.repeatEvery), unit) }
    end = day(.end)
    start = day(.start)
    if let unit = unit(.overdueUnit) {
      overdue = Overdue(every: ReminderSpan(number(.overdueEvery), unit), limit: number(.overdueLimit))
    }
  }
}
