import TallyCalendar
import TallyMemory
import Testing

struct PlanTests {
  /// Reminders come, change and go, occurrences are snoozed, time passes and goes back, the device moves. Each plan
  /// equals one that is computed from all occurrences, and the differences lead to it.
  @Test func agreesWithModel() throws {
    for seed in UInt64(0)..<(isSoak ? 2000 : 60) {
      var random = SplitMix(seed: seed)
      let life = try PlanLife(&random)
      for step in 0..<25 { try life.step(&random, "seed \(seed), step \(step)") }
    }
  }

  @Test func capacity() throws {
    for (limit, reserve, capacity) in [
      (64, 0, 64), (64, 10, 54), (10, 64, 0), (0, 0, 0), (-5, 0, 0), (64, -5, 64), (Int.max, 0, Planner.mostEntries),
      (Int.max, Int.max, 0), (Int.min, Int.min, 0),
    ] {
      let plans = try Plans(limit: limit, reserve: reserve)
      #expect(plans.planner.capacity == capacity)
    }
  }

  /// Another limit counts from the next plan on.
  @Test func anotherLimit() throws {
    let plans = try Plans(limit: 3)
    try plans.put(daily(1, "2026-05-01", "2026-05-31", minute: 0))
    let now = try seconds("2026-05-01 12:00")
    #expect(try plans.plan(at: now).entries.count == 3)
    plans.commit()
    plans.planner.limit(to: 9, reserve: 4)
    #expect(plans.planner.capacity == 5 && plans.plan.entries.count == 3)
    var plan = try plans.plan(at: now)
    #expect(plan.entries.count == 5 && plan.arms.count == 2 && plan.disarms.isEmpty)
    plans.commit()
    plans.planner.limit(to: 1, reserve: 0)
    plan = try plans.plan(at: now)
    #expect(plan.entries.count == 1 && plan.arms.isEmpty && plan.disarms.count == 4)
  }

  /// An occurrence that has fired does not fire again after the device has moved, however its clock goes.
  @Test func firedOccurrencesAreNotPlannedAgain() throws {
    let plans = try Plans(device: "Europe/Berlin", limit: 2)
    try plans.put(daily(7, "2026-05-01", "2026-05-31", minute: 0))
    let third = try #require(plans.plan(at: try seconds("2026-05-03 00:00")).entries.first).occurrence
    plans.planner.tell(7, until: third.instant, index: third.index)
    plans.planner.tell(8, until: third.instant, index: third.index)
    #expect(plans.planner.reminder(7)?.told == third.instant && plans.planner.reminder(7)?.toldIndex == third.index)
    #expect(plans.planner.reminder(8) == nil && plans.planner.count == 1)
    try plans.move(to: "America/New_York")
    let plan = try plans.plan(at: third.instant - 86_400)
    #expect(plan.entries.map(\.occurrence.index) == [third.index + 1, third.index + 2])
  }

  /// A plan that was stored is restored with its difference to the armed entries.
  @Test func storedPlans() throws {
    let now = try seconds("2026-05-01 12:00")
    let plans = try Plans(limit: 3)
    try plans.put(daily(1, "2026-05-01", "2026-05-31", minute: 0))
    let plan = try plans.plan(at: now)
    var stored = List<PlanEntry>()
    for entry in plan.entries { try stored.append(entry) }
    let later = try Plans(limit: 3)
    try later.planner.restore(plan.entries[1])
    try later.planner.restore(plan: stored, at: now, isFromScratch: false)
    #expect(later.plan.entries == plan.entries && later.plan.arms == [plan.entries[0], plan.entries[2]])
    #expect(later.plan.disarms.isEmpty)
    try later.planner.restore(plan: stored, at: now, isFromScratch: true)
    #expect(later.plan.arms == plan.entries)
    later.commit()
    stored.removeAll()
    try later.planner.restore(plan: stored, at: now, isFromScratch: false)
    #expect(later.plan.disarms == plan.entries && later.plan.entries.isEmpty && later.plan.arms.isEmpty)
  }

  @Test func manyRemindersHaveEachTheirNextFirst() throws {
    let plans = try Plans()
    let now = try seconds("2026-05-01 00:00")
    for id in UInt64(1)...100 { try plans.put(daily(id, "2026-05-01", "2026-06-01", minute: Int32(id))) }
    let plan = try plans.plan(at: now)
    #expect(plan.entries.map(\.reminder) == Array(1...64))
    #expect(plan.reach == now + 65 * 60)
    #expect(plan.leftOut == 100 * 32 - 64)
  }

  /// A fired entry is not disarmed. A committed report is not repeated.
  @Test func differences() throws {
    let plans = try Plans(limit: 3)
    try plans.put(daily(1, "2026-05-01", "2026-05-31", minute: 0))
    var plan = try plans.plan(at: try seconds("2026-05-01 12:00"))
    #expect(plan.arms.count == 3 && plan.disarms.isEmpty)
    plan = try plans.plan(at: try seconds("2026-05-01 12:00"))
    #expect(plan.arms.count == 3)
    plans.commit()
    plan = try plans.plan(at: try seconds("2026-05-01 12:00"))
    #expect(plan.arms.isEmpty && plan.disarms.isEmpty && plan.entries.count == 3)
    plan = try plans.plan(at: try seconds("2026-05-02 00:00"))
    #expect(plan.arms.map(\.occurrence.index) == [4] && plan.disarms.isEmpty)
    plans.commit()
    // An edit makes another revision, so all entries differ.
    var edited = try daily(1, "2026-05-01", "2026-05-31", minute: 0)
    edited.revision = 2
    try plans.put(edited)
    plan = try plans.plan(at: try seconds("2026-05-02 00:00"))
    #expect(plan.arms.count == 3 && plan.disarms.count == 3)
    #expect(Set(plan.arms.map(\.id)).isDisjoint(with: plan.disarms.map(\.id)))
    plans.commit()
    // Log-out disarms all entries. Log-in arms the same ones again.
    let ids = plan.arms.map(\.id)
    plans.planner.removeAll()
    plan = try plans.plan(at: try seconds("2026-05-02 00:00"))
    #expect(plan.disarms.map(\.id) == ids && plan.entries.isEmpty && plan.leftOut == 0 && plan.reach == Int64.max)
    plans.commit()
    try plans.put(edited)
    #expect(try plans.plan(at: try seconds("2026-05-02 00:00")).arms.map(\.id) == ids)
  }

  @Test func restored() throws {
    let now = try seconds("2026-05-01 12:00")
    let plans = try Plans()
    try plans.put(daily(1, "2026-05-01", "2026-05-31", minute: 0))
    let entries = try plans.plan(at: now).entries
    let later = try Plans()
    try later.put(daily(1, "2026-05-01", "2026-05-31", minute: 0))
    for entry in entries.shuffled() { try later.planner.restore(entry) }
    var plan = try later.plan(at: now)
    #expect(plan.arms.isEmpty && plan.disarms.isEmpty)
    later.remove(1)
    plan = try later.plan(at: now)
    #expect(plan.disarms == entries)
  }

  /// Hosts and their systems keep identifiers, so they must never change.
  @Test func identifiers() {
    func id(_ reminder: UInt64, _ revision: UInt32, _ index: Int64, at instant: Int64 = 0) -> UInt64 {
      PlanEntry(reminder: reminder, revision: revision, occurrence: Occurrence(instant: instant, index: index)).id
    }
    #expect(id(1, 1, 0) == 6_301_985_355_436_268_297)
    #expect(id(1, 1, 0) == id(1, 1, 0, at: 99))
    #expect(Set([id(1, 1, 0), id(2, 1, 0), id(1, 2, 0), id(1, 1, 1)]).count == 4)
    func named(_ account: String, _ reminder: String, _ revision: UInt32, _ place: Int64) -> UInt64 {
      let key = Array(reminder.utf8).withUnsafeBytes { PlanEntry.key(account: Array(account.utf8), reminder: $0) }
      return PlanEntry.id(key: key, revision: revision, place: place)
    }
    #expect(named("ann", "milk", 1, 0) == 3_762_628_864_481_499_467)
    #expect(named("müller", "Käse", 3, 7) == 9_025_253_375_456_835_737)
    #expect(named("a", "bc", 1, 0) != named("ab", "c", 1, 0))
    #expect((UInt64(0)..<1000).allSatisfy { (1...UInt64(Int64.max)).contains(id($0, 3, -1)) })
  }

  /// Hours in the device's zone: after a journey to the west, a fired occurrence comes again with another identifier.
  @Test func hoursOfAJourney() throws {
    var terms = ReminderTerms(
      produced: try day("2026-05-01"), shelfLife: 9, .day, time: 0, entered: try day("2026-05-01"))
    terms.smart = .off
    (terms.repetition, terms.end) = (Repetition(.hour), try day("2026-05-02"))
    let plans = try Plans(device: "Asia/Shanghai")
    try plans.put(Reminder(id: 1, revision: 1, zone: 0, schedule: try terms.schedule()))
    var plan = try plans.plan(at: try seconds("2026-05-01 00:00"))
    let before = Dictionary(uniqueKeysWithValues: plan.entries.map { ($0.occurrence.instant, $0.id) })
    plans.commit()
    try plans.move(to: "America/New_York")
    let now = try seconds("2026-05-01 12:00")
    plan = try plans.plan(at: now)
    let fired = Set(before.filter { $0.key <= now }.values)
    #expect(fired.count == 12 && plan.entries.count > 24)
    #expect(Set(plan.entries.map(\.id)).isDisjoint(with: fired))
    // Entries at the same time are equal.
    #expect(plan.entries.allSatisfy { before[$0.occurrence.instant] == nil || before[$0.occurrence.instant] == $0.id })
  }

  /// Each reminder that has become due is returned once, in the order of their times, however many occurrences it has
  /// missed. Then the state is as after `advance`.
  @Test func dueRemindersArePoppedOnce() throws {
    func pop(_ plans: Plans, at time: String) throws -> [UInt64] {
      var popped: [UInt64] = []
      while let id = plans.planner.popDue(at: try seconds(time), plans.zones) {
        popped.append(id)
        try #require(popped.count < 100)
      }
      return popped
    }
    let (plans, advanced) = (try Plans(), try Plans())
    for each in [plans, advanced] {
      for (id, end, minute) in [(UInt64(1), "2026-05-03", Int32(30)), (2, "2026-05-31", 10), (3, "2026-05-31", 10)] {
        try each.put(daily(id, "2026-05-01", end, minute: minute))
      }
    }
    #expect(try Plans().planner.popDue(at: Int64.max, plans.zones) == nil)
    #expect(try pop(plans, at: "2026-04-30 23:59") == [])
    // At the instant itself; those of one time by their ids.
    #expect(try pop(plans, at: "2026-05-01 00:09") == [])
    #expect(try pop(plans, at: "2026-05-01 00:10") == [2, 3])
    #expect(try pop(plans, at: "2026-05-01 00:10") == [])
    #expect(try pop(plans, at: "2026-05-01 01:00") == [1])
    // Three days later each of them once, the first one for the last time.
    #expect(try pop(plans, at: "2026-05-04 01:00") == [2, 3, 1])
    #expect(try pop(plans, at: "2026-05-05 01:00") == [2, 3])
    // After the clock has gone back, occurrences are due again.
    #expect(try pop(plans, at: "2026-05-01 00:00") == [])
    #expect(try pop(plans, at: "2026-05-01 00:30") == [2, 3, 1])
    advanced.planner.advance(to: try seconds("2026-05-01 00:30"), advanced.zones)
    #expect(plans.planner.next != nil && plans.planner.next == advanced.planner.next)
    let time = try seconds("2026-05-01 00:30")
    #expect(try plans.plan(at: time) == advanced.plan(at: time))
    #expect(try pop(plans, at: "2026-06-30 00:00") == [2, 3, 1])
    #expect(plans.planner.next == nil)
  }

  private func daily(_ id: UInt64, _ start: String, _ end: String, minute: Int32) throws -> Reminder {
    var terms = ReminderTerms(
      produced: try day(start), shelfLife: 9, .day, time: minute * 60, entered: try day(start))
    terms.smart = .off
    (terms.repetition, terms.end) = (Repetition(.day), try day(end))
    return Reminder(id: id, revision: 1, zone: 0, schedule: try terms.schedule())
  }
}

/// A planner, and a model that reads all occurrences each time.
private final class PlanLife {
  private static let names = ["Asia/Shanghai", "America/New_York", "Pacific/Apia"]

  private let plans: Plans
  private let capacity: Int
  private var device = 0
  private let zones: [Zone]
  private var now: Int64
  private var all: [UInt64: Model.Entered] = [:]
  private var armed: [PlanEntry] = []
  private let most: UInt64

  init(_ random: inout SplitMix) throws {
    capacity = random.chance(20) ? random.below(4) : 24
    plans = try Plans(device: Self.names[0], zones: Self.names, limit: capacity + 3, reserve: 3)
    zones = try Self.names.map { try TallyCalendarTests.zone($0) }
    now = try seconds("2011-12-20 00:00")
    most = UInt64(random.chance(50) ? 60 : 12)
  }

  private func zone(of reminder: Reminder) -> Zone { zones[reminder.zone == 0 ? device : Int(reminder.zone) - 1] }

  func step(_ random: inout SplitMix, _ place: String) throws {
    for _ in 0..<random.below(8) { try edit(&random) }
    if random.chance(10) {
      device = random.below(Self.names.count)
      try plans.move(to: Self.names[device])
    }
    if random.chance(50) { now += Int64(random.below(300_000)) }
    if random.chance(5) { now -= Int64(random.below(300_000)) }
    let plan = try plans.plan(at: now)
    let expected = self.expected
    #expect(plan.entries == expected.entries, "\(place)")
    #expect(plan.leftOut == expected.leftOut, "\(place)")
    #expect(plan.reach == expected.reach, "\(place)")
    #expect(plans.planner.next?.occurrence == expected.next, "\(place)")
    checkDifference(plan, place)
    if random.chance(80) {
      plans.commit()
      armed = plan.entries
    }
  }

  private func edit(_ random: inout SplitMix) throws {
    let id = UInt64(random.within(1...Int(most)))
    let date = zones[0].date(at: now)
    if random.chance(15) {
      all[id] = nil
      plans.remove(id)
    } else if var entered = all[id], random.chance(40) {
      let zone = zone(of: entered.reminder)
      let occurrences = entered.occurrences(in: zone)
      guard let moved = occurrences.filter({ abs($0.instant - now) < 500_000 }).randomElement(using: &random)
      else { return }
      let instant = random.chance(20) ? occurrences.randomElement(using: &random)?.instant : nil
      entered.reminder.snoozed = Occurrence(
        instant: instant ?? now + Int64(random.below(400_000)), index: moved.index)
      all[id] = entered
      try plans.put(entered.reminder)
    } else {
      let revision = (all[id]?.reminder.revision ?? 0) + 1
      let entered = try Model.entered(&random, id: id, revision: revision, zones: zones.count, around: date)
      all[id] = entered
      try plans.put(entered.reminder)
    }
  }

  private var expected: (entries: [PlanEntry], leftOut: Int64, reach: Int64, next: Occurrence?) {
    var first: [PlanEntry] = []
    var further: [PlanEntry] = []
    for entered in all.values {
      let entries = entered.occurrences(in: zone(of: entered.reminder)).filter { $0.instant > now }.map {
        PlanEntry(reminder: entered.reminder.id, revision: entered.reminder.revision, occurrence: $0)
      }
      first += entries.prefix(1)
      further += entries.dropFirst()
    }
    let ordered = first.sorted(by: Self.isBefore) + further.sorted(by: Self.isBefore)
    let left = ordered.dropFirst(capacity)
    let next = first.min(by: Self.isBefore)?.occurrence
    return (
      ordered.prefix(capacity).sorted(by: Self.isBefore), Int64(left.count),
      left.map(\.occurrence.instant).min() ?? Int64.max, next
    )
  }

  private static func isBefore(_ a: PlanEntry, _ b: PlanEntry) -> Bool {
    (a.occurrence.instant, a.reminder, a.occurrence.index) < (b.occurrence.instant, b.reminder, b.occurrence.index)
  }

  private func checkDifference(_ plan: Plans.Plan, _ place: String) {
    var system = Dictionary(uniqueKeysWithValues: armed.filter { $0.occurrence.instant > now }.map { ($0.id, $0) })
    for entry in plan.disarms {
      #expect(system[entry.id] == entry, "\(place)")
      system[entry.id] = nil
    }
    for entry in plan.arms {
      #expect(system[entry.id] == nil, "\(place)")
      system[entry.id] = entry
    }
    #expect(system == Dictionary(uniqueKeysWithValues: plan.entries.map { ($0.id, $0) }), "\(place)")
  }
}
