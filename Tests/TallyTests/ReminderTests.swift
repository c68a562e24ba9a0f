import Foundation
import Tally
import Testing

@Suite struct ReminderTests {
  @Test func aReminderSaysWhatItWasGiven() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    var terms = Reminder.Terms()
    terms.title = "Cheese"
    terms.produced = try CalendarDay(year: 2026, month: 1, day: 1)
    terms.shelfLife = .months(2)
    terms.smart = .off
    terms.repetition = .weeks(2)
    terms.end = try CalendarDay(year: 2026, month: 2, day: 20)
    terms.start = try CalendarDay(year: 2026, month: 1, day: 5)
    terms.overdue = .init(every: .days(1), limit: 3)
    try account.putReminder("cheese", terms: terms)
    let stored = try #require(account.reminders().first)
    #expect(stored.id == "cheese" && stored.revision == 1 && stored.entered?.description == "2026-01-01")
    #expect(stored.expires == Date(timeIntervalSince1970: 1_772_409_600))
    #expect(stored.terms.title == "Cheese" && stored.terms.shelfLife?.unit == .month)
    #expect(stored.terms.repetition?.count == 2 && stored.terms.overdue?.limit == 3)
    #expect(stored.terms.time?.description == "09:00:00")
    #expect(stored.terms.end == terms.end && stored.terms.start == terms.start)
    #expect(stored.produced == terms.produced && stored.expiry?.description == "2026-03-01")
    // The same terms make the same reminder again.
    try account.putReminder("same", terms: stored.terms)
    #expect(try account.reminders(after: "cheese").first?.terms == stored.terms)
    var edit = Reminder.Terms()
    edit.cleared = [.start, .overdue]
    try account.editReminder("cheese", terms: edit)
    let edited = try #require(account.reminders(limit: 1).first)
    #expect(edited.terms.end == terms.end && edited.terms.overdue == nil && edited.revision == 2)
    #expect(edited.terms.repetition?.unit == .week && edited.terms != stored.terms)
  }

  @Test func anImportListsTheEntriesThatItSkipped() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    let file = """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VTODO
      UID:good
      DUE;VALUE=DATE:20260504
      END:VTODO
      BEGIN:VTODO
      UID:lost
      DUE;TZID=Europe/Atlantis:20260504T100000
      END:VTODO
      END:VCALENDAR

      """
    let (taken, skipped) = try account.importReminders(Array(file.replacing("\n", with: "\r\n").utf8))
    #expect(taken == 1 && skipped.count == 1)
    let entry = try #require(skipped.first)
    #expect(entry.line == 7 && entry.uid == "lost" && entry.reason == "there is no zone 'Europe/Atlantis'")
    #expect(entry.description == "line 7: there is no zone 'Europe/Atlantis'")
    #expect(try account.reminders().map(\.id) == ["good"])
  }

  @Test func anEditSetsRemovesAndKeepsMembers() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    var terms = Reminder.Terms()
    terms.shelfLife = .days(60)
    terms.smart = .off
    terms.repetition = .weeks(2)
    terms.produced = try CalendarDay(year: 2026, month: 1, day: 1)
    terms.start = try CalendarDay(year: 2026, month: 1, day: 5)
    terms.end = try CalendarDay(year: 2026, month: 2, day: 20)
    try account.putReminder("cheese", terms: terms)
    var edit = Reminder.Terms()
    edit.time = try TimeOfDay(hour: 0)
    edit.start = try CalendarDay(year: 2026, month: 1, day: 6)
    edit.cleared = [.start, .repetition]
    edit.smart = .on
    try account.editReminder("cheese", terms: edit)
    let edited = try #require(account.reminders().first).terms
    #expect(edited.time == edit.time && edited.start == edit.start && edited.repetition == nil && edited.smart == .on)
    #expect(edited.end == terms.end && edited.shelfLife == .days(60) && edited.produced == terms.produced)
  }

  @Test func aDayIsOneOfTheCalendar() throws {
    let day = try CalendarDay(year: 2024, month: 2, day: 29)
    #expect(day.description == "2024-02-29" && day.dateComponents == DateComponents(year: 2024, month: 2, day: 29))
    #expect(try CalendarDay(DateComponents(year: 2024, month: 2, day: 29, hour: 7)) == day)
    #expect(try day < CalendarDay(year: 2024, month: 3, day: 1) && day > CalendarDay(year: 2023, month: 12, day: 31))
    #expect(try CalendarDay(year: 1, month: 1, day: 1).description == "0001-01-01")
    for (year, month, day) in [(2026, 2, 29), (2026, 0, 131), (2026, 13, 1), (0, 1, 1), (10_000, 1, 1), (2026, 1, 0)] {
      let error = #expect(throws: TallyError.self) { try CalendarDay(year: year, month: month, day: day) }
      #expect(error?.code == .argument)
    }
    let missing = #expect(throws: TallyError.self) { try CalendarDay(DateComponents(year: 2026, month: 1)) }
    #expect(missing?.code == .argument)
    for text in ["2026-02-30", "2026-2-03", "20260203", "2026-02-03-", "2026-+2-03", "", "²026-02-03"] {
      #expect(throws: (any Error).self, "\(text)") {
        try JSONDecoder().decode(CalendarDay.self, from: Data("\"\(text)\"".utf8))
      }
    }
  }

  @Test func aTimeOfDayIsOneOfTheClock() throws {
    let time = try TimeOfDay(hour: 8, minute: 30)
    #expect(try time.description == "08:30:00" && time < TimeOfDay(hour: 8, minute: 30, second: 1))
    for (hour, minute, second) in [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, 0, 60), (0, -1, 0)] {
      let error = #expect(throws: TallyError.self) { try TimeOfDay(hour: hour, minute: minute, second: second) }
      #expect(error?.code == .range)
    }
    #expect(throws: (any Error).self) { try JSONDecoder().decode(TimeOfDay.self, from: Data(#""24:00:00""#.utf8)) }
  }

  @Test func aPlanNamesOccurrences() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    try account.logIn()
    var terms = Reminder.Terms()
    terms.shelfLife = .days(10)
    try account.putReminder("milk", terms: terms)
    let plan = try account.planReminders(limit: 2)
    #expect(plan.changes.count == 2 && plan.changes.allSatisfy(\.isArmed))
    #expect(plan.changes.map(\.revision) == [1, 1])
    #expect(plan.changes[1].occurrence == plan.changes[0].occurrence + 1)
  }

  @Test func aPlanIsConfirmed() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    try account.logIn()
    var terms = Reminder.Terms()
    terms.shelfLife = .days(10)
    try account.putReminder("milk", terms: terms)
    let former = try account.planReminders(limit: 2)
    let plan = try account.planReminders(limit: 2)
    #expect(plan.changes == former.changes && plan.token != former.token)
    let error = #expect(throws: TallyError.self) { try account.confirmPlan(former.token) }
    #expect(error?.code == .conflict)
    #expect(try account.confirmPlan(plan.token))
    #expect(try !account.confirmPlan(plan.token))
    #expect(try account.planReminders(limit: 2).changes.isEmpty)
    #expect(try account.reminderLog().entries.count { $0.kind == .armed } == 2)
    #expect(try account.planReminders(limit: 2, fromScratch: true).changes == plan.changes)
  }

  @Test func aReminderIsFound() throws {
    let account = try drivenEngine().engine.openAccount("ann")
    var terms = Reminder.Terms()
    terms.shelfLife = .days(10)
    try account.putReminder("milk", terms: terms)
    #expect(try account.reminder("milk") == account.reminders().first)
    let error = #expect(throws: TallyError.self) { try account.reminder("eggs") }
    #expect(error?.code == .notFound && error?.message.contains("eggs") == true)
  }
}
