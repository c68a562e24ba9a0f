import ArgumentParser
import Tally

struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Keep reminders of what expires.",
    discussion: "A DAY is 2026-01-31, or a duration from today as 2w. A TIME is 09:00.",
    subcommands: [
      AddReminder.self, EditReminder.self, ListReminders.self, DoneReminder.self, SnoozeReminder.self,
      AcknowledgeReminder.self, RemoveReminder.self, PlanReminders.self, LogReminders.self, ExportReminders.self,
      ImportReminders.self,
    ])
}

/// The terms of a reminder.
struct TermOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Give it a title.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("Give it a text.", valueName: "text")) var body: String?
  @Option(help: ArgumentHelp("Light up the badge at this path.", valueName: "path"), completion: .stored(.paths))
  var path: String?
  @Option(
    help: ArgumentHelp("Use this zone, as Europe/Berlin.", discussion: "By default the device's.", valueName: "zone"))
  var zone: String?
  @Option(help: ArgumentHelp("Count its days from here; by default today.", valueName: "day"))
  var produced: DayArgument?
  @Option(help: ArgumentHelp("Let it keep this long: 10d, 2w, 6mo or 2y.", valueName: "duration"))
  var keeps: ShelfLife?
  @Option(help: ArgumentHelp("Remind at this time; by default 09:00.", valueName: "time")) var at: TimeArgument?
  @Option(
    help: ArgumentHelp(
      "Remind in the last days before it expires.",
      discussion: """
        on, off or automatic (on if it keeps 30 days or less). add uses on if neither --every nor --until is given.
        """, valueName: "how"))
  var smart: SmartName?
  @Option(
    help: ArgumentHelp(
      "Remind this often: 90m, 1d, 2w or 1mo.", discussion: "Only if it is not smart.", valueName: "duration"))
  var every: CalendarSpan?
  @Option(help: ArgumentHelp("Remind until this day.", valueName: "day")) var until: DayArgument?
  @Option(help: ArgumentHelp("Count repetitions from this day.", valueName: "day")) var from: DayArgument?

  /// Whether at least one is given.
  var isGiven: Bool {
    title != nil || body != nil || path != nil || zone != nil || produced != nil || keeps != nil || at != nil
      || smart != nil || every != nil || until != nil || from != nil
  }

  var terms: Reminder.Terms {
    var terms = Reminder.Terms()
    terms.title = title
    terms.body = body
    terms.path = path
    terms.zone = zone
    terms.produced = produced?.day
    terms.shelfLife = keeps.map { Reminder.Span($0.count, $0.unit) }
    terms.time = at?.time
    terms.smart = smart?.smart
    terms.repetition = every.map { Reminder.Span($0.count, $0.unit) }
    terms.end = until?.day
    terms.start = from?.day
    return terms
  }
}

struct DayArgument: ExpressibleByArgument {
  let day: CalendarDay

  init?(argument: String) {
    if let span = TimeSpan(argument: argument.hasPrefix("+") ? String(argument.dropFirst()) : argument) {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let today = localDay()
      let start = DateComponents(year: today.year, month: today.month, day: today.day)
      guard let midnight = calendar.date(from: start), let date = span.end(after: midnight) else { return nil }
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      guard let day = try? CalendarDay(parts) else { return nil }
      self.day = day
      return
    }
    let digits = argument.filter { $0 != "-" }
    guard digits.utf8.count == 8, let number = Int(digits),
      let day = try? CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    else { return nil }
    self.day = day
  }
}

struct TimeArgument: ExpressibleByArgument {
  let time: TimeOfDay

  init?(argument: String) {
    let parts = argument.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, let time = try? TimeOfDay(hour: parts[0], minute: parts[1]) else { return nil }
    self.time = time
  }
}

enum SmartName: String, ExpressibleByArgument, CaseIterable {
  case on, off, automatic

  var smart: Reminder.Terms.Smart { self == .on ? .on : self == .off ? .off : .automatic }
}

/// The name of a reminder.
struct ReminderArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("Name the reminder.", valueName: "name"), completion: .stored(.reminders))
  var name: String
}

struct AddReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a reminder.")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var terms: TermOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    var terms = self.terms.terms
    // Only a smart reminder can do without a repetition and an end.
    if terms.smart == nil, terms.repetition == nil, terms.end == nil { terms.smart = .on }
    try store.run { account in
      do throws(TallyError) {
        try account.putReminder(reminder.name, terms: terms)
      } catch {
        if error.code != .exists { throw Exit.failing(error) }
        throw Exit.failing(Exit.data, "\(error.message); change it with tally remind edit")
      }
      store.output.tell("added the reminder '\(reminder.name)'; see tally remind list")
    }
  }
}

struct EditReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change some terms of a reminder.")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var terms: TermOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if !terms.isGiven { throw ValidationError("Give at least one option that changes the reminder, as --title.") }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.editReminder(reminder.name, terms: terms.terms) }
      store.output.tell("changed the reminder '\(reminder.name)'")
    }
  }
}

struct ListReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List reminders.",
    discussion: """
      What expires first comes first. A line has the days left, a bar of them, the last good day, the name and the title.
      """)
  @Flag(name: .customLong("all"), help: "Show those that are done, too.") var isAll = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let all = try reporting { () throws(TallyError) in try account.reminders() }
      let found = all.filter { isAll || $0.state != .done }.sorted { ($0.daysLeft, $0.id) < ($1.daysLeft, $1.id) }
      if store.output.isJSON || Output.standard.isTerminal {
        return store.output.write(found, Self.columns) { JSONObject($0) }
      }
      for reminder in found {
        let parts = ["\(padded("\(reminder.daysLeft)", to: 5, right: true))d \(reminder.bar) \(words(reminder.expiry))"]
        let more = [reminder.id, reminder.title, reminder.dueTime == nil ? "" : "(!)", reminder.isDone ? "done" : ""]
        Output.standard.write((parts + more.filter { !$0.isEmpty }.map(printable)).joined(separator: "  ") + "\n")
      }
    }
  }

  private static var columns: [Column<Reminder>] {
    func colour(_ reminder: Reminder) -> Colour? {
      if reminder.isDone { return .faint }
      return reminder.daysLeft <= 0 ? .alarm : reminder.daysLeft <= 3 ? .warning : .fine
    }
    return [
      Column("DAYS", .number) { Cell("\($0.daysLeft)", colour($0)) }, Column("LEFT") { Cell($0.bar, colour($0)) },
      Column("LAST DAY") { Cell(words($0.expiry)) }, Column("NAME", .flexible) { Cell($0.id) },
      Column("TITLE", .flexible) { Cell($0.title) },
      Column("STATE") { Cell($0.isDone ? "done" : $0.dueTime == nil ? "" : "due", colour($0)) },
    ]
  }
}

extension Reminder {
  fileprivate var isDone: Bool { state == .done }
}

private func words(_ day: CalendarDay?) -> String { day?.description ?? "?" }

extension Reminder {
  /// A bar of ten characters. It is full while all days are left.
  fileprivate var bar: String {
    let full = span <= 0 ? 0 : min(10, max(0, (daysLeft * 10 + span - 1) / span))
    return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: 10 - full) + "]"
  }
}

extension JSONObject {
  fileprivate init(_ reminder: Reminder) {
    put("id", reminder.id)
    put("title", reminder.title)
    put("body", reminder.body)
    put("path", reminder.path)
    put("zone", reminder.zone)
    put("state", "\(reminder.state)")
    put("revision", reminder.revision)
    put("produced", words(reminder.produced))
    put("expiry", words(reminder.expiry))
    put("span", reminder.span)
    put("days_left", reminder.daysLeft)
    put("smart", reminder.isSmart)
    put("next", reminder.nextTime)
    put("due", reminder.dueTime)
  }

  fileprivate init(_ note: Reminder.Note) {
    put("id", note.id)
    put("time", note.time)
    put("kind", note.kind.map { "\($0)" } ?? "?")
    put("reminder", note.reminder)
    put("revision", note.revision)
    put("occurrence", note.occurrence)
  }

  fileprivate init(_ planned: Reminder.Plan.Change) {
    put("action", planned.isArmed ? "arm" : "disarm")
    // A string, because not every JSON reader keeps all 64 bits of a number.
    put("id", "\(planned.id)")
    put("time", planned.time)
    put("reminder", planned.reminder)
    put("title", planned.title)
    put("body", planned.body)
    put("path", planned.path)
  }
}

struct DoneReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "done", abstract: "Mark a reminder done.")
  @OptionGroup var reminder: ReminderArgument
  @Flag(name: .customLong("undo"), help: "Mark it undone again.") var isUndone = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in
        isUndone ? try account.markReminderUndone(reminder.name) : try account.markReminderDone(reminder.name)
      }
      store.output.tell("marked the reminder '\(reminder.name)' \(isUndone ? "undone" : "done")")
    }
  }
}

struct SnoozeReminder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snooze", abstract: "Move the reminder that is due, or the next.")
  @OptionGroup var reminder: ReminderArgument
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Move it this far: 10m, 2h or 1d; by default 1h.", valueName: "duration"))
  var span: TimeSpan?
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      // The duration begins here: opening the file can take longer than a short one.
      let now = Date()
      guard let end = span.map({ $0.end(after: now) }) ?? now.addingTimeInterval(3600) else {
        throw ValidationError("--for is too long.")
      }
      try reporting { () throws(TallyError) in try account.snoozeReminder(reminder.name, until: end) }
      store.output.tell("moved the reminder '\(reminder.name)' to \(timestamp(end))")
    }
  }
}

struct AcknowledgeReminder: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ack", abstract: "Acknowledge a reminder: clear its badge.")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.acknowledgeReminder(reminder.name) }
      store.output.tell("acknowledged the reminder '\(reminder.name)'")
    }
  }
}

struct RemoveReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a reminder; keep its log.")
  @OptionGroup var reminder: ReminderArgument
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    try confirmation.ask("Remove the reminder '\(reminder.name)'?")
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.removeReminder(reminder.name) }
      store.output.tell("removed the reminder '\(reminder.name)'")
    }
  }
}

struct PlanReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan notifications for an operating system.",
    discussion: "It prints what to arm and to disarm since the last plan.")
  @Option(help: ArgumentHelp("Plan this many notifications at most.", valueName: "n")) var limit = 64
  @Option(help: ArgumentHelp("Leave this many for other purposes.", valueName: "n")) var reserve = 0
  @Flag(name: .customLong("from-scratch"), help: "Assume that nothing is armed.") var isFromScratch = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let plan = try reporting { () throws(TallyError) in
        try account.logIn()
        return try account.planReminders(limit: limit, reserve: reserve, fromScratch: isFromScratch)
      }
      let columns: [Column<Reminder.Plan.Change>] = [
        Column("ACTION") { Cell($0.isArmed ? "arm" : "disarm") },
        Column("TIME") { Cell(timestamp($0.time)) },
        Column("REMINDER", .flexible) { Cell($0.reminder) }, Column("TITLE", .flexible) { Cell($0.title) },
      ]
      store.output.write(plan.changes, columns) { JSONObject($0) }
      _ = try reporting { () throws(TallyError) in try account.confirmPlan(plan.token) }
    }
  }
}

struct LogReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List what happened to reminders.",
    discussion: "The oldest entry comes first.")
  @Option(help: ArgumentHelp("Continue after this entry.", valueName: "id")) var after: Reminder.Note.ID?
  @Option(help: ArgumentHelp("Print this many at most: 1 to 10000.", valueName: "n")) var limit = 1000
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let notes = try reporting { () throws(TallyError) in
        try entries(limit: limit) {
          $0.id.rawValue <= after?.rawValue ?? 0
        } _: { (last, limit) throws(TallyError) in
          try account.reminderLog(after: last, limit: limit)
        }
      }
      let columns: [Column<Reminder.Note>] = [
        Column("ID", .number) { Cell("\($0.id)") },
        Column("TIME") { Cell(timestamp($0.time)) },
        Column("WHAT") { note in Cell(note.kind.map { "\($0)" } ?? "?") },
        Column("REMINDER", .flexible) { Cell($0.reminder) },
      ]
      store.output.write(notes, columns) { JSONObject($0) }
    }
  }
}

struct ExportReminders: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "export", abstract: "Write all reminders as iCalendar.")
  @Argument(
    help: ArgumentHelp("Write to this new file; - is standard output.", valueName: "out"), completion: .file())
  var target = "-"
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try store.output.save(try reporting { () throws(TallyError) in try account.exportReminders() }, target)
    }
  }
}

struct ImportReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import the reminders of an iCalendar file.",
    discussion: """
      If the file is malformed, it imports none. It prints how many reminders it took, and how many it skipped. It \
      skips those without a day, those that recur in a way that Tally does not support, and those in an unknown zone. \
      Standard error has the line and the reason of each.
      """)
  @Argument(help: "Read this file; - is standard input.", completion: .file()) var input: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    let bytes = try Progress.showing("reading \(input)", store.output) { try Input.bytes(input) }
    let output = store.output
    let report = { (configuration: inout Engine.Configuration) in
      configuration.logLevel = .warning
      configuration.log = { _, words in output.note(words) }
    }
    try store.run(configuring: report) { account in
      let (taken, skipped) = try reporting { () throws(TallyError) in
        try Progress.showing("importing \(input)", store.output) {
          Result { () throws(TallyError) in try account.importReminders(bytes) }
        }.get()
      }
      let done = "imported \(counted(taken, "reminder")), skipped \(skipped.count)"
      store.output.confirm("\(taken) \(skipped.count)", saying: done) {
        $0.put(taken: taken, skipped: skipped.count)
      }
    }
  }
}
