import Foundation
import Tally

// Messages, groups, the outbox, reminders.

extension Replay {
  // MARK: Messages

  private static func value(_ message: Message) -> [String: Value] {
    [
      "id": .text(message.serverID), "path": .text(message.path), "time": Value(message.time),
      "count": Value(message.count), "state": .integer(Int64(message.state.rawValue)), "kind": .text(message.kind),
      "title": .text(message.title), "body": .text(message.body), "thread": .text(message.thread),
      "category": .text(message.category), "argument": .text(message.argument),
      "argument_count": Value(message.argumentCount), "link": .text(message.link), "icon": .text(message.icon),
      "subtitle": .text(message.subtitle), "data_size": Value(message.dataSize),
      "also": .text(message.also.joined(separator: "\n")),
      "level": .integer(Int64(message.level.rawValue)), "snoozed_until": Value(message.snoozeEnd),
    ]
  }

  private static func changed(_ count: Int) -> Answer { Answer(out: ["changed": Value(count)]) }

  static let messages: [String: Call] = [
    "message_post": { replay in
      let given = replay.step["options"]
      func text(_ name: String) -> String { given?[name]?.text ?? "" }
      var message = Message.Draft(
        id: given?["id"]?.text, title: text("title"), body: text("body"), time: date(given?["time"]?.integer ?? 0))
      message.count = Int(given?["count"]?.integer ?? (given?["flags"]?.integer == 1 ? 0 : 1))
      message.kind = text("kind")
      message.thread = text("thread")
      message.category = text("category")
      message.argument = text("argument")
      message.link = text("link")
      message.icon = text("icon")
      message.subtitle = text("subtitle")
      message.data = Array(text("data").utf8)
      message.also = text("also").split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      message.argumentCount = Int(given?["argument_count"]?.integer ?? 0)
      // The face cannot say an unknown level.
      guard let level = Badge.Level(rawValue: Int32(given?["level"]?.integer ?? 0)) else {
        throw TallyError(code: .argument)
      }
      message.level = level
      try replay.account().post(message, at: replay.path)
      return .ok
    },
    "message_withdraw": { replay in
      try replay.account().withdrawMessage(replay.word("id"))
      return .ok
    },
    "message_list": { replay in
      let page = try replay.account().messages(
        at: replay.path, includingDescendants: replay.flag("flags", 1), unreadOnly: replay.flag("flags", 2),
        after: replay.continues ? replay.last.message : nil, limit: replay.limit)
      replay.last.message = page.entries.last
      return replay.page(page, value)
    },
    "message_list_from": { replay in
      let page = try replay.account().messages(
        from: try replay.key(replay.text("key")), newer: replay.flag("flags", 16), at: replay.path,
        includingDescendants: replay.flag("flags", 1), unreadOnly: replay.flag("flags", 2),
        after: replay.continues ? replay.last.message : nil, limit: replay.limit)
      replay.last.message = page.entries.last
      return replay.page(page, value)
    },
    "message_first": { replay in
      let place = try replay.account().firstMessage(
        at: replay.path, includingDescendants: replay.flag("flags", 1), unseen: replay.flag("flags", 4),
        highlighted: replay.flag("flags", 32), newest: replay.flag("flags", 8), limit: Int(replay.number("most")))
      return Answer(
        out: [
          "key": Value(place?.key ?? Message.Key(rawValue: 0)), "time": Value(place?.time),
          "matching": Value(place?.matching ?? 0),
          "newer": Value(place?.newer ?? 0), "older": Value(place?.older ?? 0),
        ])
    },
    "message_get": { replay in
      Answer(out: value(try replay.account().message(try replay.key(replay.text("key")) ?? Message.Key(rawValue: 0))))
    },
    "message_find": { replay in
      let feed = replay.text("feed") == nil ? nil : try replay.feed.id
      return Answer(out: value(try replay.account().message(id: replay.word("id"), feed: feed)))
    },
    "message_get_data": { replay in
      replay.bytes(
        try replay.account().messageData(try replay.key(replay.text("key")) ?? Message.Key(rawValue: 0)))
    },
    "message_get_counts": { replay in
      let counts = try replay.account().messageCounts(
        at: replay.path, includingDescendants: replay.flag("flags", 1))
      return Answer(
        out: ["total": Value(counts.total), "unread": Value(counts.unread), "unseen": Value(counts.unseen)])
    },
    "message_mark_read": { changed(try $0.account().markRead($0.keys)) },
    "message_remove": {
      try $0.account().removeMessages($0.keys)
      return .ok
    },
    "message_mark_seen": { changed(try $0.account().markSeen($0.keys)) },
    "message_snooze": { replay in
      let key = try replay.key(replay.text("key")) ?? Message.Key(rawValue: 0)
      try replay.account().snoozeMessage(key, until: replay.date("until"))
      return .ok
    },
    "message_mark_unread": { changed(try $0.account().markUnread($0.keys)) },
    "message_mark_path_read": { replay in
      changed(try replay.account().markRead(at: replay.path, includingDescendants: replay.flag("flags", 1)))
    },
    "message_mark_read_until": { replay in
      changed(
        try replay.account().markRead(
          at: replay.path, includingDescendants: replay.flag("flags", 1),
          upTo: replay.key(replay.text("last")) ?? Message.Key(rawValue: 0)))
    },
  ]

  // MARK: Groups

  private static func value(_ group: Message.Group) -> [String: Value] {
    [
      "thread": .text(group.thread), "items": Value(group.items), "notifications": Value(group.notifications),
      "fresh": Value(group.fresh), "time": Value(group.time), "path": .text(group.path), "title": .text(group.title),
      "summary": .text(group.summary), "language": .text(group.language),
      "origin": .integer(Int64(group.origin.rawValue)),
    ]
  }

  static let groups: [String: Call] = [
    "group_list": { replay in
      let page = try replay.account().groups(
        language: replay.text("language"), previewsHidden: replay.flag("flags", 1),
        after: replay.continues ? replay.last.group : nil, limit: replay.limit)
      replay.last.group = page.entries.last
      return replay.page(page, value)
    },
    "group_get": { replay in
      Answer(
        out: value(
          try replay.account().group(
            ofThread: replay.word("thread"), language: replay.text("language"), previewsHidden: replay.flag("flags", 1))
        ))
    },
    "group_list_messages": { replay in
      let page = try replay.account().messages(
        ofThread: replay.word("thread"), after: replay.continues ? replay.last.message : nil, limit: replay.limit)
      replay.last.message = page.entries.last
      return replay.page(page, value)
    },
    "group_mark_seen": { replay in
      try replay.account().markGroupSeen(replay.word("thread"))
      return .ok
    },
    "group_dismiss": { changed(try $0.account().dismissGroup($0.word("thread"))) },
    "category_set": { replay in
      try replay.account().setCategory(
        replay.word("id"), summary: replay.word("summary"), hidden: replay.word("hidden"))
      return .ok
    },
    "category_remove": { replay in
      try replay.account().removeCategory(replay.word("id"))
      return .ok
    },
    "strings_remove": { replay in
      try replay.account().removeStrings(replay.word("key"), language: replay.text("language"))
      return .ok
    },
    "strings_set": { replay in
      let given = replay.step["forms"]
      func form(_ name: String) -> String? { given?[name]?.text }
      // The face cannot leave `other` out.
      guard let other = form("other") else { throw TallyError(code: .argument) }
      let forms = Message.PluralForms(
        zero: form("zero"), one: form("one"), two: form("two"), few: form("few"), many: form("many"), other: other)
      try replay.account().setStrings(replay.word("key"), language: replay.text("language"), forms: forms)
      return .ok
    },
    "strings_import": { replay in
      let file: Message.StringsFile =
        replay.number("kind") == 1 ? .catalog : .dictionary(language: replay.word("language"))
      let tally = try replay.account().importStrings(replay.bytes("bytes"), as: file)
      return Answer(out: ["taken": Value(tally.taken), "skipped": Value(tally.skipped)])
    },
  ]

  // MARK: Outbox

  private static func value(_ entry: Outbox.Entry) -> [String: Value] {
    var out: [String: Value] = [
      "id": Value(entry.id), "kind": .integer(entry.kind?.rawValue ?? 0), "entity": .text(entry.entity),
      "body": .text(entry.body), "attempt": .integer(entry.attempt), "next_time": 0, "lease_end": 0,
    ]
    switch entry.state {
    case .waiting(let time): (out["state"], out["next_time"]) = (0, Value(time))
    case .leased(let end): (out["state"], out["lease_end"]) = (1, Value(end))
    case .failed: out["state"] = 2
    }
    return out
  }

  private static func applied(_ isNew: Bool) -> Answer { Answer(status: isNew ? .ok : .alreadyApplied) }

  static let outbox: [String: Call] = [
    "outbox_lease": { replay in
      let page = try replay.account().leaseOutbox(
        for: .milliseconds(replay.number("duration")), limit: replay.limit)
      return replay.page(page, value)
    },
    "outbox_list": { replay in
      let page = try replay.account().outbox(
        after: replay.continues ? replay.last.entry : nil, limit: replay.limit)
      replay.last.entry = page.entries.last
      return replay.page(page, value)
    },
    "outbox_ack": { replay in
      let answer = replay.text("text") ?? ""
      return applied(try replay.account().acknowledgeOutbox(replay.row, response: Data(answer.utf8)))
    },
    "outbox_fail": { replay in
      let retry = replay.number("retry_after")
      return applied(
        try replay.account().failOutbox(
          replay.row, attempt: replay.number("attempt"),
          retryAfter: retry == -1 ? nil : .milliseconds(retry)))
    },
    "outbox_get_counts": { replay in
      let counts = try replay.account().outboxSummary()
      return Answer(
        out: ["total": Value(counts.total), "leased": Value(counts.leased), "failed": Value(counts.failed)])
    },
    "outbox_retry": { Answer(out: ["count": Value(try $0.account().retryOutbox($0.row) ? 1 : 0)]) },
    "outbox_retry_all": { Answer(out: ["count": Value(try $0.account().retryAllOutbox())]) },
    "outbox_remove": { Answer(out: ["count": Value(try $0.account().removeOutbox($0.row) ? 1 : 0)]) },
    "outbox_remove_failed": { Answer(out: ["count": Value(try $0.account().removeFailedOutbox())]) },
  ]

  // MARK: Reminders

  private static func terms(_ given: Value?) throws(TallyError) -> Reminder.Terms {
    func number(_ name: String) -> Int? { given?[name]?.integer.flatMap { $0 == 0 ? nil : Int($0) } }
    func unit(_ name: String) -> Reminder.Unit? { number(name).flatMap { Reminder.Unit(rawValue: Int32($0)) } }
    func day(_ name: String) throws(TallyError) -> CalendarDay? {
      guard let number = number(name) else { return nil }
      return try CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
    func time(_ seconds: Int) throws(TallyError) -> TimeOfDay {
      try TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
    }
    var terms = Reminder.Terms()
    terms.title = given?["title"]?.text
    terms.body = given?["body"]?.text
    terms.path = given?["path"]?.text
    terms.zone = given?["zone"]?.text
    terms.produced = try day("produced")
    terms.shelfLife = unit("shelf_unit").map { Reminder.Span(number("shelf_life") ?? 0, $0) }
    if let seconds = given?["time_of_day"]?.integer { terms.time = try time(Int(seconds)) }
    terms.smart = number("smart").flatMap { Reminder.Terms.Smart(rawValue: Int32($0)) }
    terms.repetition = unit("repeat_unit").map { Reminder.Span(number("repeat_every") ?? 1, $0) }
    terms.end = try day("end")
    terms.start = try day("start")
    terms.overdue = unit("overdue_unit").map {
      Reminder.Terms.Overdue(
        every: Reminder.Span(number("overdue_every") ?? 1, $0), limit: number("overdue_limit") ?? 0)
    }
    return terms
  }

  private static func number(_ day: CalendarDay?) -> Int {
    day.map { $0.year * 10_000 + $0.month * 100 + $0.day } ?? 0
  }

  private static func seconds(_ time: TimeOfDay?) -> Int {
    time.map { $0.hour * 3600 + $0.minute * 60 + $0.second } ?? 0
  }

  private static func value(_ reminder: Reminder) -> [String: Value] {
    [
      "id": .text(reminder.id), "title": .text(reminder.title), "body": .text(reminder.body),
      "path": .text(reminder.path), "zone": .text(reminder.zone), "state": .integer(Int64(reminder.state.rawValue)),
      "revision": Value(reminder.revision), "time_of_day": Value(seconds(reminder.terms.time)),
      "produced": Value(number(reminder.produced)),
      "expiry": Value(number(reminder.expiry)), "span": Value(reminder.span), "days_left": Value(reminder.daysLeft),
      "is_smart": Value(reminder.isSmart), "next_time": Value(reminder.nextTime),
      "due_time": Value(reminder.dueTime), "expires": Value(reminder.expires),
    ]
  }

  private static func value(_ planned: Reminder.Plan.Change) -> [String: Value] {
    [
      "action": planned.isArmed ? 2 : 1, "time": Value(planned.time), "reminder": .text(planned.reminder),
      "title": .text(planned.title), "body": .text(planned.body), "path": .text(planned.path),
    ]
  }

  private static func plain(_ body: @escaping @Sendable (Replay, String) throws -> Void) -> Call {
    { replay in
      try body(replay, replay.word("id"))
      return .ok
    }
  }

  static let reminders: [String: Call] = [
    "reminder_put": plain { try $0.account().putReminder($1, terms: try terms($0.step["options"])) },
    "reminder_edit": plain { try $0.account().editReminder($1, terms: try terms($0.step["options"])) },
    "reminder_mark_done": plain { try $0.account().markReminderDone($1) },
    "reminder_mark_undone": plain { try $0.account().markReminderUndone($1) },
    "reminder_remove": plain { try $0.account().removeReminder($1) },
    "reminder_snooze": plain { replay, id in
      try replay.account().snoozeReminder(id, until: replay.found(replay.date("until")))
    },
    "reminder_acknowledge": plain { try $0.account().acknowledgeReminder($1) },
    "reminder_list": { replay in
      try replay.listing {
        try replay.account().reminders(after: replay.continues ? replay.last.name : nil, limit: $0)
      } _: {
        value($0)
      }
    },
    "reminder_get": { replay in Answer(out: value(try replay.account().reminder(replay.word("id")))) },
    "reminder_confirm_plan": { replay in
      let isNew = try replay.account().confirmPlan(replay.plans[replay.word("token")] ?? 0)
      return Answer(status: isNew ? .ok : .alreadyApplied)
    },
    "reminder_plan": { replay in
      let options = replay.step["options"]
      let plan = try replay.account().planReminders(
        limit: Int(options?["limit"]?.integer ?? 64), reserve: Int(options?["reserve"]?.integer ?? 0),
        fromScratch: options?["flags"]?.integer == 1)
      if let name = replay.text("token") { replay.plans[name] = plan.token }
      var answer = replay.page(plan.changes, false, value)
      answer.out["planned"] = Value(plan.planned)
      answer.out["left_out"] = Value(plan.leftOut)
      answer.out["reach"] = Value(plan.reach)
      return answer
    },
    "reminder_list_notes": { replay in
      let page = try replay.account().reminderLog(
        after: replay.continues ? replay.last.note : nil, limit: replay.limit)
      replay.last.note = page.entries.last
      return replay.page(page) { note in
        [
          "id": Value(note.id), "kind": .integer(note.kind?.rawValue ?? 0), "time": Value(note.time),
          "reminder": .text(note.reminder), "revision": Value(note.revision),
          "occurrence_time": Value(note.occurrence),
        ]
      }
    },
    "reminder_export": { replay in
      Answer(out: ["text": .text(String(decoding: try replay.account().exportReminders(), as: UTF8.self))])
    },
    "reminder_import": { replay in
      let tally = try replay.account().importReminders(replay.bytes("bytes"))
      return Answer(out: ["taken": Value(tally.taken), "skipped": Value(tally.skipped.count)])
    },
    "engine_set_zone": { replay in
      try replay.engine.setZone(replay.text("name"))
      return .ok
    },
  ]
}
