import Foundation
import Tally
import TallyWire

/// Reads one operation of a batch. The engine checks what depends on its state or on paths; this checks forms and
/// ranges of numbers.
enum OperationReader {
  private static let counts: ClosedRange<Int64> = 0...Int64(UInt32.max)
  private static let differences: ClosedRange<Int64> = -Int64(UInt32.max)...Int64(UInt32.max)

  static let mutes: KeyValuePairs<String, Badge.Mute> = ["none": .none, "number": .number, "all": .all]
  private static let units: KeyValuePairs<String, Reminder.Unit> = [
    "minute": .minute, "hour": .hour, "day": .day, "week": .week, "month": .month, "quarter": .quarter, "year": .year,
  ]
  private static let smarts: KeyValuePairs<String, Reminder.Terms.Smart> = [
    "automatic": .automatic, "on": .on, "off": .off,
  ]

  static func read(_ element: JSONElement) throws(Rejection) -> Batch.Operation {
    if element.kind != .object { throw Rejection(.argument, "it must be an object") }
    let members = Members(element)
    let kind = try members.requiredName("op")
    switch kind {
    case "set", "dot", "add", "clear", "clear_tree", "remove", "mute": return try badge(kind, members)
    case "post": return .post(try message(members), at: try members.requiredName("path"))
    case "unpost": return .withdrawMessage(try members.requiredName("id"))
    case "read":
      return .markRead(
        at: try members.requiredName("path"), subtree: try members.boolean("subtree") ?? false)
    default:
      if kind.hasPrefix("reminder_") { return try reminder(kind, members) }
      throw unknown(kind)
    }
  }

  /// A name from the outside goes into a message only in part.
  private static func unknown(_ kind: String) -> Rejection { Rejection(.argument, "unknown 'op' '\(kind.prefix(40))'") }

  private static func badge(_ kind: String, _ members: Members) throws(Rejection) -> Batch.Operation {
    let path = try members.requiredName("path")
    switch kind {
    case "set": return .set(Int(try members.required("n", in: counts)), at: path, until: try members.time("until"))
    case "dot": return .dot(at: path, until: try members.time("until"))
    case "add": return .add(Int(try members.required("n", in: differences)), at: path)
    case "clear": return .clear(at: path)
    case "clear_tree": return .clearTree(at: path)
    // A badge is removed by its number: 0.
    case "remove": return .set(0, at: path)
    case "mute":
      guard let mute = try members.word("mode", among: mutes) else { throw Rejection(.argument, "'mode' is missing") }
      return .mute(mute, at: path, until: try members.time("until"))
    default: throw unknown(kind)
    }
  }

  private static func message(_ members: Members) throws(Rejection) -> Tally.Message.Draft {
    var message = Tally.Message.Draft(
      id: try members.name("id"), title: try members.text("title") ?? "", body: try members.text("body") ?? "",
      count: Int(try members.integer("count", in: counts) ?? 1), time: try members.time("time"))
    message.kind = try members.text("kind") ?? ""
    message.thread = try members.text("thread") ?? ""
    message.category = try members.text("category") ?? ""
    message.argument = try members.text("argument") ?? ""
    message.argumentCount = Int(try members.integer("argument_count", in: counts) ?? 0)
    return message
  }

  private static func reminder(_ kind: String, _ members: Members) throws(Rejection) -> Batch.Operation {
    let id = try members.requiredName("id")
    switch kind {
    case "reminder_put": return .putReminder(id, try terms(members))
    case "reminder_edit": return .editReminder(id, try terms(members))
    case "reminder_done": return .markReminderDone(id)
    case "reminder_undone": return .markReminderUndone(id)
    case "reminder_remove": return .removeReminder(id)
    case "reminder_acknowledge": return .acknowledgeReminder(id)
    case "reminder_snooze":
      guard let time = try members.time("until") else { throw Rejection(.argument, "'until' is missing") }
      return .snoozeReminder(id, until: time)
    default: throw unknown(kind)
    }
  }

  private static func terms(_ members: Members) throws(Rejection) -> Reminder.Terms {
    var terms = Reminder.Terms()
    terms.title = try members.text("title")
    terms.body = try members.text("body")
    terms.path = try members.name("path")
    terms.zone = try members.name("zone")
    terms.produced = try day(members, "produced")
    terms.start = try day(members, "start")
    terms.end = try day(members, "end")
    terms.time = try time(members)
    terms.smart = try members.word("smart", among: smarts)
    terms.shelfLife = try span(members, "shelf_life")
    terms.repetition = try span(members, "repetition")
    if let overdue = try object(members, "overdue") {
      guard let every = try span(overdue, "every") else { throw Rejection(.argument, "'overdue' lacks 'every'") }
      terms.overdue = Reminder.Terms.Overdue(
        every: every, limit: Int(try overdue.required("limit", in: 1...1_000_000)))
    }
    terms.cleared = try cleared(members)
    return terms
  }

  /// A day as a number like 20260131.
  private static func day(_ members: Members, _ name: String) throws(Rejection) -> CalendarDay? {
    guard let number = try members.integer(name, in: 1_01_01...9999_12_31).map(Int.init) else { return nil }
    do throws(TallyError) {
      return try CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    } catch {
      throw Rejection(error.code, "'\(name)': \(error.message)")
    }
  }

  /// Seconds since midnight.
  private static func time(_ members: Members) throws(Rejection) -> TimeOfDay? {
    guard let seconds = try members.integer("time", in: 0...86_399).map(Int.init) else { return nil }
    do throws(TallyError) {
      return try TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
    } catch {
      throw Rejection(error.code, error.message)
    }
  }

  private static func object(_ members: Members, _ name: String) throws(Rejection) -> Members? {
    guard let value = members[name] else { return nil }
    if value.kind != .object { throw Rejection(.argument, "'\(name)' must be an object") }
    return Members(value)
  }

  /// `{"count": 7, "unit": "day"}`.
  private static func span(_ members: Members, _ name: String) throws(Rejection) -> Reminder.Span? {
    guard let parts = try object(members, name) else { return nil }
    guard let unit = try parts.word("unit", among: units) else {
      throw Rejection(.argument, "'\(name)' lacks 'unit'")
    }
    return Reminder.Span(Int(try parts.required("count", in: 1...1_000_000)), unit)
  }

  private static func cleared(_ members: Members) throws(Rejection) -> Reminder.Terms.Members {
    let words: KeyValuePairs<String, Reminder.Terms.Members> = [
      "start": .start, "end": .end, "repetition": .repetition, "overdue": .overdue,
    ]
    var cleared: Reminder.Terms.Members = []
    guard let list = members["cleared"] else { return cleared }
    if list.kind != .array { throw Rejection(.argument, "'cleared' must be an array") }
    for element in list.elements {
      guard let word = words.first(where: { $0.key == element.name }) else {
        throw Rejection(.argument, "'cleared' may have \(words.map(\.key).joined(separator: ", "))")
      }
      cleared.insert(word.value)
    }
    return cleared
  }
}
