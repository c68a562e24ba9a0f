import TallyCalendar
import Testing

/// The module's closed forms, computed by search.
enum Model {
  /// Tries the offsets of the day before and after: the first instant at which a clock shows the time. For a skipped
  /// time, the offset of the day before.
  static func instant(ofLocal local: Int64, in zone: Zone) -> Int64 {
    let before = Int64(zone.offset(at: local - 93_600 - 3600))
    let times = stride(from: local - 97_200, through: local + 97_200, by: 10_800)
    let offsets = Set(times.map { Int64(zone.offset(at: $0)) })
    let found = offsets.filter { Int64(zone.offset(at: local - $0)) == $0 }.map { local - $0 }
    return found.min() ?? local - before
  }

  /// A date some months later, found by trying shorter and shorter ones.
  static func adding(months: Int, to date: CivilDate) -> CivilDate? {
    let (year, month, day) = date.fields
    let sum = Int(year) * 12 + Int(month) - 1 + months
    for day in stride(from: Int(day), through: 28, by: -1) {
      if let found = CivilDate(year: sum / 12, month: sum % 12 + 1, day: day) { return found }
    }
    return CivilDate(year: sum / 12, month: sum % 12 + 1, day: Int(day))
  }

  struct Terms {
    var unit: CalendarUnit
    var every: Int32
    var anchor: CivilDate
    var time: Int32
    var end: CivilDate
    var limit: Int64

    var recurrence: Recurrence? {
      Recurrence(Repetition(unit, every: every), anchor: anchor, time: time, end: end, limit: limit)
    }
  }

  /// All occurrences, walking from the anchor.
  static func occurrences(_ terms: Terms, in zone: Zone) -> [Occurrence] {
    let end = instant(ofLocal: terms.end.seconds + 86_400, in: zone)
    let start = instant(ofLocal: terms.anchor.seconds + Int64(terms.time), in: zone)
    var found: [Occurrence] = []
    for index in 0..<Int(min(terms.limit, 100_000)) {
      let count = index * Int(terms.every)
      var date: CivilDate?
      switch terms.unit {
      case .minute, .hour:
        let next = start + Int64(count) * (terms.unit == .minute ? 60 : 3600)
        if next >= end { return found }
        found.append(Occurrence(instant: next, index: Int64(index)))
        continue
      case .day: date = CivilDate(days: Int64(terms.anchor.days) + Int64(count))
      case .week: date = CivilDate(days: Int64(terms.anchor.days) + Int64(count) * 7)
      case .month: date = adding(months: count, to: terms.anchor)
      case .quarter: date = adding(months: count * 3, to: terms.anchor)
      case .year: date = adding(months: count * 12, to: terms.anchor)
      }
      guard let date else { return found }
      let next = instant(ofLocal: date.seconds + Int64(terms.time), in: zone)
      if next >= end { return found }
      // A skipped day comes with the next one.
      if next != found.last?.instant { found.append(Occurrence(instant: next, index: Int64(index))) }
    }
    return found
  }
}

extension Model {
  /// A reminder with everything that it fires.
  struct Entered {
    var reminder: Reminder
    var regular: Terms
    var overdue: Terms?

    func occurrences(in zone: Zone) -> [Occurrence] {
      var all = Model.occurrences(regular, in: zone)
      for occurrence in overdue.map({ Model.occurrences($0, in: zone) }) ?? [] {
        all.append(Occurrence(instant: occurrence.instant, index: occurrence.index + ReminderSchedule.overdueIndex))
      }
      guard let snoozed = reminder.snoozed, let index = all.firstIndex(where: { $0.index == snoozed.index })
      else { return all }
      all.remove(at: index)
      let end = Model.instant(ofLocal: regular.end.seconds + 86_400, in: zone)
      if overdue == nil && snoozed.instant >= end || all.contains(where: { $0.instant == snoozed.instant }) {
        return all
      }
      return (all + [snoozed]).sorted { $0.instant < $1.instant }
    }
  }

  /// - Parameter zones: the number of zones to choose from.
  static func entered(
    _ random: inout SplitMix, id: UInt64, revision: UInt32, zones: Int, around date: CivilDate
  ) throws -> Entered {
    let produced = try #require(date.adding(days: -Int64(random.below(30))))
    let life = Int32(random.within(1...40))
    var terms = ReminderTerms(
      produced: produced, shelfLife: life, .day, time: Int32(random.below(48) * 1800), entered: produced)
    terms.smart = random.chance(50) ? .on : .off
    let unit = try #require(CalendarUnit(rawValue: UInt8(random.within(1...5))))
    let every = Int32(unit == .minute ? random.within(15...600) : random.within(1...9))
    let start = try #require(produced.adding(days: Int64(random.below(9))))
    let end = try #require(start.adding(days: Int64(random.below(unit == .minute ? 2 : 30))))
    (terms.repetition, terms.start, terms.end) = (Repetition(unit, every: every), start, end)
    let expiry = try #require(produced.adding(days: Int64(life)))
    var regular = Terms(unit: unit, every: every, anchor: start, time: terms.time, end: end, limit: Int64.max)
    if terms.smart == .on {
      let lead = life <= 5 ? 1 : life <= 10 ? 2 : life <= 15 ? 3 : life <= 20 ? 4 : 5
      let first = try #require(expiry.adding(days: -Int64(lead)))
      regular = Terms(unit: .day, every: 1, anchor: first, time: terms.time, end: expiry, limit: Int64.max)
    }
    var overdue: Terms?
    if random.chance(30) {
      terms.overdue = Repetition(.day, every: Int32(random.within(1...3)))
      terms.overdueLimit = Int32(random.below(6))
      let first = try #require(max(expiry, regular.end).adding(days: 1))
      overdue = Terms(
        unit: .day, every: terms.overdue?.every ?? 1, anchor: first, time: terms.time, end: .last,
        limit: Int64(terms.overdueLimit))
    }
    let reminder = try Reminder(
      id: id, revision: revision, zone: UInt32(random.within(0...zones)), schedule: terms.schedule())
    return Entered(reminder: reminder, regular: regular, overdue: overdue)
  }
}
