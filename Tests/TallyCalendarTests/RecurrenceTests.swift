import TallyCalendar
import Testing

struct RecurrenceTests {
  /// Zones and years with many changes: gaps and repetitions of half an hour, an hour, two hours and a day; at
  /// midnight; an endless rule; none.
  static let places: [(zone: String, years: ClosedRange<Int>)] = [
    ("America/New_York", 2006...2060), ("Australia/Lord_Howe", 1985...2050), ("Pacific/Apia", 2009...2013),
    ("Pacific/Kwajalein", 1993...1993), ("Pacific/Kiritimati", 1994...1995), ("Africa/Cairo", 2005...2045),
    ("America/Havana", 1995...2045), ("Antarctica/Troll", 2004...2045), ("America/St_Johns", 1986...2012),
    ("Africa/Casablanca", 2010...2090), ("America/Nuuk", 2020...2045), ("Europe/Dublin", 1970...2080),
    ("Asia/Shanghai", 1985...1995), ("Etc/UTC", 1...9990), ("Asia/Gaza", 2010...2090), ("America/Caracas", 2006...2017),
  ]

  @Test(arguments: RecurrenceTests.places.map(\.zone))
  func agreesWithModel(name: String) throws {
    let place = try #require(Self.places.first { $0.zone == name })
    let zone = try zone(name)
    for seed in UInt64(0)..<(isSoak ? 20_000 : 625) {
      var random = SplitMix(seed: seed)
      let terms = try Self.terms(&random, place.years)
      let recurrence = try #require(terms.recurrence)
      let all = Model.occurrences(terms, in: zone)
      let count = recurrence.count(after: Int64.min, through: Int64.max, in: zone)
      #expect(count == all.count, "\(name), seed \(seed): \(terms)")
      for _ in 0..<4 { Self.ask(recurrence, all, zone, &random, "\(name), seed \(seed): \(terms)") }
    }
  }

  static func terms(_ random: inout SplitMix, _ years: ClosedRange<Int>) throws -> Model.Terms {
    let unit = try #require(CalendarUnit(rawValue: UInt8(random.within(1...7))))
    let every = Int32(random.chance(60) ? 1 : random.within(2...40))
    let year = random.within(years)
    let month = random.within(1...12)
    let date = CivilDate(year: year, month: month, day: random.within(1...31))
    let anchor = try #require(date ?? CivilDate(year: year, month: month, day: 28))
    // About forty occurrences.
    let length = [0, 1, 2, 40, 280, 1200, 3600, 14_400][Int(unit.rawValue)] * Int64(random.within(0...Int(every)))
    let end = anchor.adding(days: length) ?? .last
    let minutes = random.chance(70) ? random.below(240) : random.below(1440)
    return Model.Terms(
      unit: unit, every: every, anchor: anchor, time: Int32(minutes * 60 + (random.chance(20) ? random.below(60) : 0)),
      end: end, limit: random.chance(20) ? Int64(random.below(50)) : 60)
  }

  /// At occurrences, a second beside them, and at other times around them.
  static func ask(
    _ recurrence: Recurrence, _ all: [Occurrence], _ zone: Zone, _ random: inout SplitMix, _ terms: String
  ) {
    func anywhere() -> Int64 {
      let chosen = all.randomElement(using: &random)?.instant ?? recurrence.anchor.seconds
      return chosen + (random.chance(60) ? Int64(random.within(-1...1)) : Int64(random.within(-200_000...200_000)))
    }
    let now = anywhere()
    #expect(recurrence.next(after: now, in: zone) == all.first { $0.instant > now }, "\(terms) after \(now)")
    #expect(recurrence.last(through: now, in: zone) == all.last { $0.instant <= now }, "\(terms) through \(now)")
    let end = anywhere()
    let count = all.count { $0.instant > now && $0.instant <= end }
    #expect(recurrence.count(after: now, through: end, in: zone) == count, "\(terms) from \(now) through \(end)")
    let index = Int64(random.below(60))
    #expect(recurrence.occurrence(index, in: zone) == all.first { $0.index == index }, "\(terms) at \(index)")
  }

  /// Around a day that a zone skips, which is one occurrence with the next day, every count is that of single steps.
  @Test(arguments: [("Pacific/Apia", "2011-12-30"), ("Pacific/Kwajalein", "1993-08-21")])
  func skippedDaysCountOnce(name: String, skipped: String) throws {
    let zone = try zone(name)
    let anchors = try (-3...3).map { try #require(try day(skipped).adding(days: Int64($0))) }
    for anchor in anchors {
      for limit in Int64(0)...8 {
        let daily = try #require(Recurrence(Repetition(.day), anchor: anchor, time: 9 * 3600, limit: limit))
        var steps: [Occurrence] = []
        while let next = daily.next(after: steps.last?.instant ?? Int64.min, in: zone) { steps.append(next) }
        let around = (-4...5).flatMap { days in
          let noon = zone.instant(ofLocal: anchor.seconds + Int64(days) * 86_400 + 9 * 3600)
          return [noon - 1, noon, noon + 1]
        }
        for start in around {
          for end in around {
            #expect(
              daily.count(after: start, through: end, in: zone)
                == steps.count { $0.instant > start && $0.instant <= end },
              "from \(anchor.text), at most \(limit), after \(start) through \(end)")
          }
        }
      }
    }
  }

  @Test func farFromTheAnchor() throws {
    let zone = try zone("Europe/Berlin")
    let daily = try #require(Recurrence(Repetition(.day), anchor: day("0001-01-01"), time: 32_400))
    let now = try seconds("9998-06-01 12:00")
    #expect(try daily.next(after: now, in: zone)?.instant == seconds("9998-06-02 07:00"))
    #expect(try daily.last(through: now, in: zone)?.instant == seconds("9998-06-01 07:00"))
    let minutely = try #require(Recurrence(Repetition(.minute), anchor: day("0001-01-01"), time: 0))
    #expect(minutely.next(after: now, in: zone)?.instant == now + 32)  // Berlin's first clock was 53:28 ahead.
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -1 << 50, 1 << 50, Int64.max - 1, Int64.max])
  func farClocks(now: Int64) throws {
    for name in ["Etc/UTC", "Europe/Berlin", "Pacific/Apia"] {
      let zone = try zone(name)
      for unit in (1...7).compactMap(CalendarUnit.init) {
        for every in [Int32(1), Repetition.most] {
          let recurrence = try #require(
            Recurrence(Repetition(unit, every: every), anchor: day("2026-01-31"), time: 86_399))
          let first = zone.instant(ofLocal: recurrence.anchor.seconds + 86_399)
          #expect(recurrence.next(after: now, in: zone) == (now < 0 ? Occurrence(instant: first, index: 0) : nil))
          let last = recurrence.last(through: now, in: zone)
          #expect((last == nil) == (now < 0))
          #expect(recurrence.count(after: Int64.min, through: now, in: zone) >= (now < 0 ? 0 : 1))
          for index in [Int64.min, -1, 1 << 40, Int64.max] { #expect(recurrence.occurrence(index, in: zone) == nil) }
        }
      }
    }
  }

  @Test func lastDayOfTheCalendar() throws {
    let zone = try zone("Etc/UTC")
    let daily = try #require(Recurrence(Repetition(.day), anchor: day("9999-12-30"), time: 0))
    #expect(daily.count(after: Int64.min, through: Int64.max, in: zone) == 2)
    let hourly = try #require(Recurrence(Repetition(.hour), anchor: day("9999-12-31"), time: 0))
    #expect(hourly.count(after: Int64.min, through: Int64.max, in: zone) == 24)
    let yearly = try #require(Recurrence(Repetition(.year), anchor: day("9998-12-31"), time: 0))
    #expect(yearly.count(after: Int64.min, through: Int64.max, in: zone) == 2)
  }

  @Test func refuses() throws {
    let date = try day("2026-01-31")
    let former = try day("2026-01-30")
    #expect(Recurrence(Repetition(.day, every: 0), anchor: date, time: 0) == nil)
    #expect(Recurrence(Repetition(.day, every: -1), anchor: date, time: 0) == nil)
    #expect(Recurrence(Repetition(.day, every: Repetition.most + 1), anchor: date, time: 0) == nil)
    #expect(Recurrence(Repetition(.day), anchor: date, time: -1) == nil)
    #expect(Recurrence(Repetition(.day), anchor: date, time: 86_400) == nil)
    #expect(Recurrence(Repetition(.day), anchor: date, time: 0, end: former) == nil)
    #expect(Recurrence(Repetition(.day), anchor: date, time: 0, limit: -1) == nil)
    #expect(Recurrence(Repetition(.day), anchor: date, time: 0, end: date) != nil)
  }
}
