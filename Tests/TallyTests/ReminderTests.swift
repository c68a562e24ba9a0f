import Foundation
import Tally
import Testing

@Suite struct ReminderTests {
  @Test func aReminderSaysWhatItWasGiven() throws {
    let account = try drivenEngine().account("ann")
    var terms = ReminderTerms()
    terms.title = "Cheese"
    terms.produced = 20_260_101
    terms.shelfLife = .months(2)
    terms.smart = .off
    terms.repetition = .weeks(2)
    terms.end = 20_260_220
    terms.start = 20_260_105
    terms.overdue = .init(every: .days(1), limit: 3)
    try account.putReminder("cheese", terms)
    let stored = try #require(account.reminders().first)
    #expect(stored.id == "cheese" && stored.revision == 1 && stored.entered == 20_260_101)
    #expect(stored.expires == Date(timeIntervalSince1970: 1_772_409_600))
    #expect(stored.terms.title == "Cheese" && stored.terms.shelfLife?.unit == .month)
    #expect(stored.terms.repetition?.count == 2 && stored.terms.overdue?.limit == 3)
    #expect(stored.terms.time == 9 * 3600 && stored.terms.end == 20_260_220 && stored.terms.start == 20_260_105)
    // The same terms make the same reminder again.
    try account.putReminder("same", stored.terms)
    #expect(try account.reminders(after: "cheese").first?.terms == stored.terms)
    var edit = ReminderTerms()
    edit.cleared = [.start, .overdue]
    try account.editReminder("cheese", edit)
    let edited = try #require(account.reminders(limit: 1).first)
    #expect(edited.terms.end == 20_260_220 && edited.terms.overdue == nil && edited.revision == 2)
    #expect(edited.terms.repetition?.unit == .week && edited.terms != stored.terms)
  }

  @Test func anImportListsTheEntriesThatItSkipped() throws {
    let account = try drivenEngine().account("ann")
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
    let account = try drivenEngine().account("ann")
    var terms = ReminderTerms()
    terms.shelfLife = .days(60)
    terms.smart = .off
    terms.repetition = .weeks(2)
    terms.produced = 20_260_101
    terms.start = 20_260_105
    terms.end = 20_260_220
    try account.putReminder("cheese", terms)
    var edit = ReminderTerms()
    edit.time = 0
    edit.start = 20_260_106
    edit.cleared = [.start, .repetition]
    edit.smart = .on
    try account.editReminder("cheese", edit)
    let edited = try #require(account.reminders().first).terms
    #expect(edited.time == 0 && edited.start == 20_260_106 && edited.repetition == nil && edited.smart == .on)
    #expect(edited.end == 20_260_220 && edited.shelfLife == .days(60) && edited.produced == 20_260_101)
    edit.time = 86_400
    let error = #expect(throws: TallyError.self) { try account.editReminder("cheese", edit) }
    #expect(error?.status == .range && error?.message.contains("86,399") == true)
  }

  @Test func aPlanNamesOccurrences() throws {
    let account = try drivenEngine().account("ann")
    try account.logIn()
    var terms = ReminderTerms()
    terms.shelfLife = .days(10)
    try account.putReminder("milk", terms)
    let plan = try account.planReminders(limit: 2)
    #expect(plan.changes.count == 2 && plan.changes.allSatisfy(\.isArmed))
    #expect(plan.changes.map(\.revision) == [1, 1])
    #expect(plan.changes[1].occurrence == plan.changes[0].occurrence + 1)
  }

  @Test func aPlanIsConfirmed() throws {
    let account = try drivenEngine().account("ann")
    try account.logIn()
    var terms = ReminderTerms()
    terms.shelfLife = .days(10)
    try account.putReminder("milk", terms)
    let former = try account.planReminders(limit: 2)
    let plan = try account.planReminders(limit: 2)
    #expect(plan.changes == former.changes && plan.token != former.token)
    let error = #expect(throws: TallyError.self) { try account.confirmPlan(former.token) }
    #expect(error?.status == .conflict)
    #expect(try account.confirmPlan(plan.token))
    #expect(try !account.confirmPlan(plan.token))
    #expect(try account.planReminders(limit: 2).changes.isEmpty)
    #expect(try account.reminderLog().entries.count { $0.kind == .armed } == 2)
    #expect(try account.planReminders(limit: 2, fromScratch: true).changes == plan.changes)
  }

  @Test func aReminderIsFound() throws {
    let account = try drivenEngine().account("ann")
    var terms = ReminderTerms()
    terms.shelfLife = .days(10)
    try account.putReminder("milk", terms)
    #expect(try account.reminder("milk") == account.reminders().first)
    let error = #expect(throws: TallyError.self) { try account.reminder("eggs") }
    #expect(error?.status == .notFound && error?.message.contains("eggs") == true)
  }
}
