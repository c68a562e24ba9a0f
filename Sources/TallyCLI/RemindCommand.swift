import ArgumentParser
import Tally

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Reminders for what expires.",
    discussion: "A day is 2026-01-31. A time of day is 09:00. A duration is 90m, 2h, 3d, 2w, 6mo (months) or 1y.",
    subcommands: [
      AddReminder.self, EditReminder.self, ListReminders.self, DoneReminder.self, SnoozeReminder.self,
      AcknowledgeReminder.self, RemoveReminder.self, PlanReminders.self, LogReminders.self, ExportReminders.self,
      ImportReminders.self,
    ])
}

/// What is said of a reminder.
struct TermOptions: ParsableArguments {
  @Option(help: "A line for people.") var title: String?
  @Option(help: "More of it.") var body: String?
  @Option(help: "The badge that it lights.") var path: String?
  @Option(help: "Its zone, as Europe/Berlin; by default the device's.") var zone: String?
  @Option(help: ArgumentHelp("From when on it keeps; by default today.", valueName: "day")) var produced: Day?
  @Option(help: ArgumentHelp("How long it keeps: 10d, 2w, 6mo or 2y.", valueName: "duration")) var keeps: ShelfLife?
  @Option(help: ArgumentHelp("The time of day; by default 09:00.", valueName: "time")) var at: TimeOfDay?
  @Option(
    help: """
      Whether it reminds in the last days before the expiry date: on, off or automatic (on if it keeps 30 days or \
      less). add uses on if neither --every nor --until is given.
      """)
  var smart: SmartName?
  @Option(help: ArgumentHelp("If it is not smart, how often it reminds: 90m, 1d, 2w or 1mo.", valueName: "duration"))
  var every: CalendarSpan?
  @Option(help: ArgumentHelp("The last day on which it reminds.", valueName: "day")) var until: Day?
  @Option(help: ArgumentHelp("The day from which repetitions are counted.", valueName: "day")) var from: Day?

  var terms: ReminderTerms {
    var terms = ReminderTerms()
    terms.title = title
    terms.body = body
    terms.path = path
    terms.zone = zone
    terms.produced = produced?.number
    terms.shelfLife = keeps.map { ReminderSpan($0.count, $0.unit) }
    terms.time = at?.seconds
    terms.smart = smart?.smart
    terms.repetition = every.map { ReminderSpan($0.count, $0.unit) }
    terms.end = until?.number
    terms.start = from?.number
    return terms
  }
}

struct Day: ExpressibleByArgument {
  let number: Int

  init?(argument: String) {
    let digits = argument.filter { $0 != "-" }
    guard digits.utf8.count == 8, let number = Int(digits) else { return nil }
    self.number = number
  }
}

struct TimeOfDay: ExpressibleByArgument {
  let seconds: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
    seconds = parts[0] * 3600 + parts[1] * 60
  }
}

enum SmartName: String, ExpressibleByArgument, CaseIterable {
  case on, off, automatic

  var smart: ReminderTerms.Smart { self == .on ? .on : self == .off ? .off : .automatic }
}

struct AddReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Enter a reminder.")
  @Argument(help: "Its name.") var name: String
  @OptionGroup var terms: TermOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    var terms = self.terms.terms
    // A reminder that is not smart needs a repetition and an end; without them only smart ones are possible.
    if terms.smart == nil, terms.repetition == nil, terms.end == nil { terms.smart = .on }
    try store.run { account in
      try reporting { () throws(TallyError) in try account.putReminder(name, terms) }
    }
  }
}

struct EditReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change what is given of a reminder.")
  @Argument(help: "Its name.") var name: String
  @OptionGroup var terms: TermOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.editReminder(name, terms.terms) }
    }
  }
}

struct ListReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print reminders, what expires first at the top.",
    discussion: """
      A line for each: how many days are left, a bar of what is left of the days that it keeps, the last good day, its \
      name and its title.
      """)
  @Flag(name: .customLong("all"), help: "Also what is done.") var isAll = false
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let all = try reporting { () throws(TallyError) in try account.reminders() }
      let found = all.filter { isAll || $0.state != .done }.sorted { ($0.daysLeft, $0.id) < ($1.daysLeft, $1.id) }
      if isJSON { return Output.standard.write(found.map { JSONObject($0).line }.joined()) }
      for reminder in found {
        let days = "\(reminder.daysLeft)"
        let margin = String(repeating: " ", count: max(0, 5 - days.count))
        let title = reminder.title.isEmpty ? "" : "  \(printable(reminder.title))"
        let due = reminder.dueTime == nil ? "" : "  (!)"
        let done = reminder.state == .done ? "  done" : ""
        Output.standard.write(
          "\(margin)\(days)d \(reminder.bar) \(day(reminder.expiry))  \(printable(reminder.id))\(title)\(due)\(done)\n")
      }
    }
  }
}

private func day(_ number: Int) -> String {
  func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
  return number == 0 ? "?" : "\(padded(number / 10_000, 4))-\(padded(number / 100 % 100, 2))-\(padded(number % 100, 2))"
}

extension Reminder {
  /// Ten characters, full while all days are left.
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
    put("produced", day(reminder.produced))
    put("expiry", day(reminder.expiry))
    put("span", reminder.span)
    put("days_left", reminder.daysLeft)
    put("smart", reminder.isSmart)
    put("next", reminder.nextTime)
    put("due", reminder.dueTime)
  }

  fileprivate init(_ planned: PlannedNotification) {
    put("action", planned.isArmed ? "arm" : "disarm")
    put("id", planned.id)
    put("time", planned.time)
    put("reminder", planned.reminder)
    put("title", planned.title)
    put("body", planned.body)
    put("path", planned.path)
  }
}

struct DoneReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "done", abstract: "Nothing of it reminds any more.")
  @Argument(help: "Its name.") var name: String
  @Flag(name: .customLong("undo"), help: "Take that back.") var isUndone = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in
        isUndone ? try account.markReminderUndone(name) : try account.markReminderDone(name)
      }
    }
  }
}

struct SnoozeReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "snooze", abstract: "Move what is due, or the next one.")
  @Argument(help: "Its name.") var name: String
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long from now: 10m, 2h or 1d; by default 1h.", valueName: "duration"))
  var span: TimeSpan?
  @OptionGroup var store: StoreOptions

  func run() throws {
    let now = Date()
    guard let end = span.map({ $0.end(after: now) }) ?? now.addingTimeInterval(3600) else {
      throw ValidationError("--for is too long.")
    }
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.snoozeReminder(name, until: end) }
    }
  }
}

struct AcknowledgeReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "ack", abstract: "Put out the badge of what was due.")
  @Argument(help: "Its name.") var name: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.acknowledgeReminder(name) }
    }
  }
}

struct RemoveReminder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Remove a reminder; its log stays.")
  @Argument(help: "Its name.") var name: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try reporting { () throws(TallyError) in try account.removeReminder(name) }
    }
  }
}

struct PlanReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Print what a system is to disarm and arm since the last plan, as JSON lines.")
  @Option(help: ArgumentHelp("Notifications that the system takes.", valueName: "n")) var limit = 64
  @Option(help: ArgumentHelp("How many of them are for others.", valueName: "n")) var reserve = 0
  @Flag(name: .customLong("anew"), help: "The system has nothing armed.") var isAnew = false
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let plan = try reporting { () throws(TallyError) in
        try account.logIn()
        return try account.planReminders(limit: limit, reserve: reserve, fromScratch: isAnew)
      }
      Output.standard.write(plan.changes.map { JSONObject($0).line }.joined())
    }
  }
}

struct LogReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print what became of reminders, the oldest first, one JSON object a line.")
  @Option(help: ArgumentHelp("Go on behind this number.", valueName: "number")) var after: Int64 = 0
  @Option(help: ArgumentHelp("How many at most, 1 to 10000.", valueName: "n")) var limit = 1000
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      let notes = try reporting { () throws(TallyError) in try account.reminderLog(after: after, limit: limit) }
      for note in notes {
        var object = JSONObject()
        object.put("number", note.number)
        object.put("time", note.time)
        object.put("kind", note.kind.map { "\($0)" } ?? "?")
        object.put("reminder", note.reminder)
        object.put("revision", note.revision)
        object.put("occurrence", note.occurrence)
        Output.standard.write(object.line)
      }
    }
  }
}

struct ExportReminders: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "export", abstract: "Write all reminders as iCalendar.")
  @Argument(help: "A file that must not exist yet; - is standard output.", completion: .file()) var output = "-"
  @OptionGroup var store: StoreOptions

  func run() throws {
    try store.run(mustExist: true) { account in
      try Output.save(try reporting { () throws(TallyError) in try account.exportReminders() }, output)
    }
  }
}

struct ImportReminders: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take the reminders of an iCalendar file, all or none.",
    discussion: """
      Prints how many it took, and how many it skipped, because nothing says on which day they are due, or because a \
      reminder cannot recur as their rule says.
      """)
  @Argument(help: "The file.", completion: .file()) var input: String
  @OptionGroup var store: StoreOptions

  func run() throws {
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: input)) else {
      throw Exit.failing(Exit.noInput, "\(input): it cannot be read")
    }
    try store.run { account in
      let result = try reporting { () throws(TallyError) in try account.importReminders([UInt8](file)) }
      Output.standard.write("\(result.taken) \(result.skipped)\n")
    }
  }
}
