internal import TallyCalendar
internal import TallyEngine
internal import TallyMemory
internal import TallyStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What repetitions and shelf lives are counted in.
public enum ReminderUnit: Int32, Sendable, CaseIterable {
  case minute = 1
  case hour, day, week, month, quarter, year
}

/// What is said of a reminder; nil has its default in a new one, and leaves it as it was in one that is edited. Days are
/// numbers like 20260131.
public struct ReminderTerms: Sendable {
  /// Whether reminders go by the expiry date; automatic: where it keeps for 30 days or less.
  public enum Smart: Int32, Sendable { case automatic = 1, on, off }

  /// What an edit can take away.
  public struct Members: OptionSet, Sendable {
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

  public var title: String?
  public var body: String?
  /// The badge that it lights; empty: none.
  public var path: String?
  /// An IANA name; empty: the device's zone.
  public var zone: String?
  /// The day from which it keeps; by default today.
  public var produced: Int?
  /// How long it keeps: days, months or years.
  public var shelfLife: (count: Int, unit: ReminderUnit)?
  /// Seconds since midnight; by default 09:00.
  public var time: Int?
  public var smart: Smart?
  /// Where it is not smart: how often, until when, and counted from which day (by default that of entering).
  public var repetition: (every: Int, unit: ReminderUnit)?
  public var end: Int?
  public var start: Int?
  /// How to remind of what has expired, and how many times.
  public var overdue: (every: Int, unit: ReminderUnit, limit: Int)?
  /// What an edit takes away; what is given at once takes its place.
  public var cleared: Members = []

  public init() {}
}

extension ReminderTerms: Equatable {
  /// Whether they say the same.
  public static func == (left: ReminderTerms, right: ReminderTerms) -> Bool {
    left.title == right.title && left.body == right.body && left.path == right.path && left.zone == right.zone
      && left.options.isSame(as: right.options)
  }
}

/// A reminder, as it is now.
public struct Reminder: Identifiable, Equatable, Sendable {
  public enum State: Int32, Sendable { case active = 1, done, expired }

  public let id: String
  public let title: String
  public let body: String
  public let path: String
  /// Empty: the device's.
  public let zone: String
  public let state: State
  /// One more with each edit.
  public let revision: Int
  /// Numbers like 20260131.
  public let produced: Int
  public let expiry: Int
  /// The days that it keeps.
  public let span: Int
  /// Negative: it has expired.
  public let daysLeft: Int
  public let isSmart: Bool
  /// When it fires next; nil: no more.
  public let nextTime: Date?
  /// When it fired, not acknowledged.
  public let dueTime: Date?
  /// ``EngineEvent/Firing/number`` of its events.
  public let number: UInt64
  /// When its last good day ends; nil: its zone is not to be had.
  public let expires: Date?
  /// When it was last changed.
  public let changed: Date?
  /// The day on which it was entered, a number like 20260131.
  public let entered: Int
  /// As it was given, with the defaults.
  public let terms: ReminderTerms
}

/// What a system is to do with a notification.
public struct PlannedNotification: Identifiable, Equatable, Sendable {
  /// The same for the same occurrence of the same revision.
  public let id: Int64
  /// Whether it is to be armed; else disarmed.
  public let isArmed: Bool
  /// Which occurrence it is.
  public let occurrence: Int64
  /// ``Reminder/revision``.
  public let revision: Int
  public let time: Date
  public let reminder: String
  public let title: String
  public let body: String
  public let path: String
}

/// A difference to what the system has: disarm first, then arm, in this order.
public struct NotificationPlan: Sendable {
  public let changes: [PlannedNotification]
  /// How many are armed then.
  public let planned: Int
  public let leftOut: Int
  /// All before it is in the plan; nil: everything is.
  public let reach: Date?
}

/// What happened to a reminder.
public struct ReminderNote: Equatable, Sendable {
  public enum Kind: Int64, Sendable {
    case created = 1
    case edited, planned, armed, fired, missed, snoozed, acknowledged, cancelled, suspended, resumed, uploaded
    case uploadFailed, done, undone, deleted
  }

  public let number: Int64
  public let time: Date
  /// nil: one that this version does not know.
  public let kind: Kind?
  /// Empty: all of the account's.
  public let reminder: String
  public let revision: Int
  /// When what it is about fires.
  public let occurrence: Date?
}

extension Account {
  /// Enters a reminder, of which there is none by that name. - Throws: also ``Status/exists``.
  public func putReminder(_ id: String, _ terms: ReminderTerms) throws(TallyError) {
    try withReminder(id, terms) { (name, given) throws(Failure) in try core.putReminder(name, given) }
  }

  /// Changes what is given of it.
  public func editReminder(_ id: String, _ terms: ReminderTerms) throws(TallyError) {
    try withReminder(id, terms) { (name, given) throws(Failure) in try core.editReminder(name, given) }
  }

  /// Nothing of it fires any more; false: it is taken back, and planned again.
  public func finishReminder(_ id: String, isDone: Bool = true) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.finishReminder(name, isDone: isDone) }
  }

  public func deleteReminder(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.deleteReminder(name) }
  }

  /// Moves what has fired and was not acknowledged, else the next one.
  public func snoozeReminder(_ id: String, until time: Date) throws(TallyError) {
    let milliseconds = Int64((time.timeIntervalSince1970 * 1000).rounded())
    try calling(with: id) { (name) throws(Failure) in try core.snoozeReminder(name, until: milliseconds) }
  }

  /// What has fired was seen to: its badge goes out.
  public func acknowledgeReminder(_ id: String) throws(TallyError) {
    try calling(with: id) { (name) throws(Failure) in try core.acknowledgeReminder(name) }
  }

  /// The reminders, by the bytes of their names.
  /// - Parameters:
  ///   - name: those after it, which need not exist; nil: from the first.
  ///   - limit: how many at the most.
  public func reminders(after name: String? = nil, limit: Int = .max) throws(TallyError) -> [Reminder] {
    var found: [Reminder] = []
    var hasMore = true
    while hasMore && found.count < limit {
      let count = min(limit - found.count, 1000)
      hasMore = try calling(with: found.last?.id ?? name ?? "") { (after) throws(Failure) in
        try core.listReminders(after: after, limit: count) { record, info in found.append(Reminder(record, info)) }
      }
    }
    return found
  }

  /// Plans what a system is to fire while the program is closed, and counts it as done.
  /// - Parameters:
  ///   - limit: notifications that the system takes, to 4,096, `reserve` of them for others.
  ///   - isAnew: the system has nothing armed.
  public func planReminders(
    limit: Int = 64, reserve: Int = 0, isAnew: Bool = false
  ) throws(TallyError) -> NotificationPlan {
    var changes: [PlannedNotification] = []
    let summary = try calling { () throws(Failure) in
      try core.planNotifications(limit: limit, reserve: reserve, isAnew: isAnew) { planned in
        changes.append(PlannedNotification(planned))
      } check: {
      }
    }
    return NotificationPlan(
      changes: changes, planned: summary.planned, leftOut: Int(clamping: summary.leftOut),
      reach: summary.reach.map { Date(timeIntervalSince1970: Double($0)) })
  }

  /// The log, the oldest first.
  public func reminderLog(after number: Int64 = 0, limit: Int = 1000) throws(TallyError) -> [ReminderNote] {
    var found: [ReminderNote] = []
    _ = try calling { () throws(Failure) in
      try core.listReminderLog(after: number, limit: limit) { row in found.append(ReminderNote(row)) }
    }
    return found
  }

  /// All reminders as iCalendar.
  public func exportReminders() throws(TallyError) -> [UInt8] {
    try calling { () throws(Failure) in
      var output = ByteBuffer()
      try core.exportReminders(into: &output)
      return [UInt8](output.bytes)
    }
  }

  /// Takes the reminders of an iCalendar file, all or none.
  /// - Returns: how many, and how many had no day on which they are due.
  @discardableResult
  public func importReminders(_ file: [UInt8]) throws(TallyError) -> (taken: Int, passedOver: Int) {
    try calling { () throws(Failure) in
      try withBytes(file) { (bytes) throws(Failure) in try core.importReminders(bytes) }
    }
  }

  private func withReminder(
    _ id: String, _ terms: ReminderTerms,
    _ body: (UnsafeRawBufferPointer, TallyEngine.ReminderOptions) throws(Failure) -> Void
  ) throws(TallyError) {
    var bytes: [UInt8] = []
    var ends = [0]
    let texts = [terms.title, terms.body, terms.path, terms.zone]
    for text in texts {
      bytes += (text ?? "").utf8
      ends.append(bytes.count)
    }
    try calling(with: id) { (name) throws(Failure) in
      try withBytes(bytes) { (bytes) throws(Failure) in
        func text(_ place: Int) -> UnsafeRawBufferPointer? {
          texts[place] == nil ? nil : UnsafeRawBufferPointer(rebasing: bytes[ends[place]..<ends[place + 1]])
        }
        var given = terms.options
        given.title = text(0)
        given.body = text(1)
        given.path = text(2)
        given.zone = text(3)
        try body(name, given)
      }
    }
  }
}

extension Engine {
  /// The device is in another zone, or may be. - Parameter name: nil: look at the system again.
  public func setZone(_ name: String?) throws(TallyError) {
    guard let name else { return try calling { () throws(Failure) in try core.setZone(nil) } }
    try calling(with: name) { (name) throws(Failure) in try core.setZone(name) }
  }
}

extension ReminderTerms {
  fileprivate var options: TallyEngine.ReminderOptions {
    var given = TallyEngine.ReminderOptions()
    given.produced = Int32(clamping: produced ?? 0)
    given.shelfLife = Int32(clamping: shelfLife?.count ?? 0)
    given.shelfUnit = shelfLife?.unit.rawValue ?? 0
    if let time { given.time = time == 0 ? TallyEngine.ReminderOptions.midnight : Int32(clamping: time) }
    given.smart = smart?.rawValue ?? 0
    given.repeatUnit = repetition?.unit.rawValue ?? 0
    given.repeatEvery = Int32(clamping: repetition?.every ?? 0)
    given.end = Int32(clamping: end ?? 0)
    given.start = Int32(clamping: start ?? 0)
    given.overdueUnit = overdue?.unit.rawValue ?? 0
    given.overdueEvery = Int32(clamping: overdue?.every ?? 0)
    given.overdueLimit = Int32(clamping: overdue?.limit ?? 0)
    given.clearsStart = cleared.contains(.start)
    given.clearsEnd = cleared.contains(.end)
    given.clearsRepeat = cleared.contains(.repetition)
    given.clearsOverdue = cleared.contains(.overdue)
    return given
  }
}

extension TallyEngine.ReminderOptions {
  /// Whether all but the texts is the same.
  fileprivate func isSame(as other: TallyEngine.ReminderOptions) -> Bool {
    func numbers(_ of: TallyEngine.ReminderOptions) -> [Int32] {
      [
        of.produced, of.start, of.end, of.shelfLife, of.shelfUnit, of.time, of.smart, of.repeatUnit, of.repeatEvery,
        of.overdueUnit, of.overdueEvery, of.overdueLimit,
      ]
    }
    return numbers(self) == numbers(other) && clearsStart == other.clearsStart && clearsEnd == other.clearsEnd
      && clearsRepeat == other.clearsRepeat && clearsOverdue == other.clearsOverdue
  }
}

extension ReminderTerms {
  /// What a stored reminder was given.
  fileprivate init(_ record: borrowing ReminderRecord) {
    func number(_ place: ReminderNumber) -> Int { Int(record[place]) }
    func day(_ place: ReminderNumber) -> Int? { number(place) == 0 ? nil : number(place) }
    func unit(_ place: ReminderNumber) -> ReminderUnit? { ReminderUnit(rawValue: Int32(clamping: record[place])) }
    title = words(record.title.bytes)
    body = words(record.body.bytes)
    path = words(record.path.bytes)
    zone = words(record.zone.bytes)
    produced = day(.produced)
    if let unit = unit(.shelfUnit) { shelfLife = (number(.shelfLife), unit) }
    time = number(.time)
    smart = Smart(rawValue: Int32(clamping: record[.smart]) + 1)
    if let unit = unit(.repeatUnit) { repetition = (number(.repeatEvery), unit) }
    end = day(.end)
    start = day(.start)
    if let unit = unit(.overdueUnit) { overdue = (number(.overdueEvery), unit, number(.overdueLimit)) }
  }
}

private func words(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

extension Reminder {
  fileprivate init(_ record: borrowing ReminderRecord, _ info: ReminderInfo) {
    id = words(record.name.bytes)
    title = words(record.title.bytes)
    body = words(record.body.bytes)
    path = words(record.path.bytes)
    zone = words(record.zone.bytes)
    let isActive = record[.state] == 1
    state = isActive ? (info.isExpired ? .expired : .active) : .done
    revision = Int(record[.revision])
    produced = Int(record[.produced])
    expiry = Int(info.expiry)
    span = Int(info.span)
    daysLeft = Int(info.daysLeft)
    isSmart = info.isSmart
    nextTime = info.next.map { Date(timeIntervalSince1970: Double($0)) }
    dueTime = record[.dueIndex] < 0 ? nil : Date(timeIntervalSince1970: Double(record[.due]))
    number = UInt64(bitPattern: record.id)
    expires = info.expires == 0 ? nil : Date(timeIntervalSince1970: Double(info.expires))
    changed = Date(engine: record[.stamp])
    entered = Int(record[.entered])
    terms = ReminderTerms(record)
  }
}

extension PlannedNotification {
  fileprivate init(_ planned: TallyEngine.PlannedNotification) {
    id = Int64(bitPattern: planned.entry.id)
    isArmed = planned.isArmed
    occurrence = planned.entry.occurrence.index
    revision = Int(planned.entry.revision)
    time = Date(timeIntervalSince1970: Double(planned.entry.occurrence.instant))
    reminder = words(planned.name)
    title = words(planned.title)
    body = words(planned.body)
    path = words(planned.path)
  }
}

extension ReminderNote {
  fileprivate init(_ row: ReminderLogRow) {
    number = row.number
    time = Date(timeIntervalSince1970: Double(row.time) / 1000)
    kind = Kind(rawValue: row.kind)
    reminder = words(row.name)
    revision = Int(row.revision)
    occurrence = row.instant == 0 ? nil : Date(timeIntervalSince1970: Double(row.instant))
  }
}
