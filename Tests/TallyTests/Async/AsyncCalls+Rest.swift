import Foundation
import Tally

extension AsyncCalls {
  static let outbox: [CallForms] = [
    .call(
      "Account/configure(_:)", { try $0.account.configure(Account.Settings(outbox: .leased)) },
      { try await $0.account.async.configure(Account.Settings(outbox: .leased)) }),
    .both { twin in try twin.account.markRead(["a1", "a2", "b1", "b2"].map { try twin.fedKey($0) }) },
    .call(
      "Account/outbox(after:limit:)", { try $0.account.outbox(after: $0.entry(0), limit: 2) },
      { try await $0.account.async.outbox(after: $0.entry(0), limit: 2) }),
    .call(
      "Account/leaseOutbox(for:limit:)", { try $0.account.leaseOutbox(for: .seconds(60), limit: 3) },
      { try await $0.account.async.leaseOutbox(for: .seconds(60), limit: 3) }),
    .call(
      "Account/acknowledgeOutbox(_:response:)",
      { try $0.account.acknowledgeOutbox($0.entry(0).id, response: Array(#"{"cursor":"3","items":[]}"#.utf8)) },
      {
        try await $0.account.async.acknowledgeOutbox(
          $0.entry(0).id, response: Array(#"{"cursor":"3","items":[]}"#.utf8))
      }),
    .call(
      "Account/failOutbox(_:attempt:retryAfter:)",
      { try $0.account.failOutbox($0.entry(0).id, attempt: 1, retryAfter: .seconds(90)) },
      { try await $0.account.async.failOutbox($0.entry(0).id, attempt: 1, retryAfter: .seconds(90)) }),
    .call(
      "Account/retryOutbox(_:)", { try $0.account.retryOutbox($0.entry(0).id) },
      { try await $0.account.async.retryOutbox($0.entry(0).id) }),
    .both { try $0.account.failOutbox($0.entry(1).id, attempt: 1, retryAfter: nil) },
    .call(
      "Account/removeOutbox(_:)", { try $0.account.removeOutbox($0.entry(1).id) },
      { try await $0.account.async.removeOutbox($0.entry(1).id) }),
    .both { try $0.account.leaseOutbox(for: .seconds(60)) },
    .both { try $0.account.failOutbox($0.entry(0).id, attempt: $0.entry(0).attempt, retryAfter: nil) },
    .call(
      "Account/retryAllOutbox()", { try $0.account.retryAllOutbox() },
      { try await $0.account.async.retryAllOutbox() }),
    .both { try $0.account.leaseOutbox(for: .seconds(60)) },
    .both { try $0.account.failOutbox($0.entry(0).id, attempt: $0.entry(0).attempt, retryAfter: nil) },
    .call(
      "Account/removeFailedOutbox()", { try $0.account.removeFailedOutbox() },
      { try await $0.account.async.removeFailedOutbox() }),
    .both { twin in
      for entry in try twin.account.outbox().entries { try twin.account.acknowledgeOutbox(entry.id) }
    },
  ]

  private static func terms(_ title: String) -> Reminder.Terms {
    var terms = Reminder.Terms()
    (terms.title, terms.shelfLife, terms.path) = (title, .days(7), "fridge")
    return terms
  }

  private static let calendar = Array(
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VTODO
    UID:egg
    DUE;VALUE=DATE:20260504
    END:VTODO
    END:VCALENDAR

    """.replacing("\n", with: "\r\n").utf8)

  static let reminders: [CallForms] = [
    .call(
      "Account/putReminder(_:terms:)", { try $0.account.putReminder("milk", terms: terms("Milk")) },
      { try await $0.account.async.putReminder("milk", terms: terms("Milk")) }),
    .both { try $0.account.putReminder("bread", terms: terms("Bread")) },
    .call(
      "Account/editReminder(_:terms:)", { try $0.account.editReminder("milk", terms: terms("Oat milk")) },
      { try await $0.account.async.editReminder("milk", terms: terms("Oat milk")) }),
    .call(
      "Account/planReminders(limit:reserve:fromScratch:)",
      { try $0.account.planReminders(limit: 3, reserve: 1, fromScratch: true) },
      { try await $0.account.async.planReminders(limit: 3, reserve: 1, fromScratch: true) }),
    .call(
      "Account/confirmPlan(_:)", { try $0.account.confirmPlan($0.account.planReminders().token) },
      { try await $0.account.async.confirmPlan($0.account.planReminders().token) }),
    .call(
      "Account/snoozeReminder(_:until:)", { try $0.account.snoozeReminder("milk", until: $0.later(86_400)) },
      { try await $0.account.async.snoozeReminder("milk", until: $0.later(86_400)) }),
    .both { twin in
      twin.clock.go(.seconds(8 * 86_400))
      try twin.driven.step()
    },
    .both { try $0.account.badge(at: "fridge") },
    .call(
      "Account/acknowledgeReminder(_:)", { try $0.account.acknowledgeReminder("bread") },
      { try await $0.account.async.acknowledgeReminder("bread") }),
    .call(
      "Account/markReminderDone(_:)", { try $0.account.markReminderDone("milk") },
      { try await $0.account.async.markReminderDone("milk") }),
    .call(
      "Account/markReminderUndone(_:)", { try $0.account.markReminderUndone("milk") },
      { try await $0.account.async.markReminderUndone("milk") }),
    .call(
      "Account/reminders(after:limit:)", { try $0.account.reminders(after: "bread", limit: 1).map(\.id) },
      { try await $0.account.async.reminders(after: "bread", limit: 1).map(\.id) }),
    .call(
      "Account/reminderLog(after:limit:)", { try $0.account.reminderLog(after: nil, limit: 2) },
      { try await $0.account.async.reminderLog(after: nil, limit: 2) }),
    .call(
      "Account/exportReminders()", { try $0.account.exportReminders() },
      { try await $0.account.async.exportReminders() }),
    .call(
      "Account/importReminders(_:)", { try $0.account.importReminders(calendar) },
      { try await $0.account.async.importReminders(calendar) }),
    .call(
      "Account/removeReminder(_:)", { try $0.account.removeReminder("milk") },
      { try await $0.account.async.removeReminder("milk") }),
  ]

  private static func item(_ account: String) -> Batch.Item {
    Batch.Item(account: account, id: account, [.set(2, at: "a"), .post(Message.Draft(id: "m"), at: "in")])
  }

  static let engines: [CallForms] = [
    .call(
      "Engine/openAccount(_:aggregation:feeding:mayCreate:)",
      { try $0.engine.openAccount("bo", aggregation: .children, feeding: .unread).name },
      { try await $0.engine.async.openAccount("bo", aggregation: .children, feeding: .unread).name }),
    .both { try $0.engine.openAccount("bo").aggregation },
    .call(
      "Engine/batch(_:at:)", { try $0.engine.batch([item("cy")], at: .init(source: "items", position: 4)) },
      { try await $0.engine.async.batch([item("cy")], at: .init(source: "items", position: 4)) }),
    .call(
      "Engine/importAccount(_:from:)", { try $0.engine.importAccount("dan", from: $0.account.export()) },
      { try await $0.engine.async.importAccount("dan", from: $0.account.export()) }),
    .call(
      "Engine/accountNames(after:limit:)", { try $0.engine.accountNames(after: "ann", limit: 2) },
      { try await $0.engine.async.accountNames(after: "ann", limit: 2) }),
    .call("Engine/totalOfAll()", { try $0.engine.totalOfAll() }, { try await $0.engine.async.totalOfAll() }),
    .call(
      "Engine/exportAccount(_:)", { try $0.engine.exportAccount("cy") },
      { try await $0.engine.async.exportAccount("cy") }),
    .call(
      "Engine/exportSource(_:)", { try $0.engine.exportSource("items") },
      { try await $0.engine.async.exportSource("items") }),
    .call(
      "Engine/importAll(_:replacing:)", { try $0.engine.importAll(imports($0), replacing: true) },
      { try await $0.engine.async.importAll(imports($0), replacing: true) }),
    .call(
      "Engine/removeAccount(_:)", { try $0.engine.removeAccount("dan") },
      { try await $0.engine.async.removeAccount("dan") }),
    .both { try $0.engine.accountNames() },
    .call("Engine/flush()", { try $0.engine.flush() }, { try await $0.engine.async.flush() }),
    .call("Engine/verify()", { try $0.engine.verify() }, { try await $0.engine.async.verify() }),
    .call(
      "Engine/backup(to:replacing:)", { try $0.engine.backup(to: $0.scratch.file("copy.db"), replacing: true) },
      { try await $0.engine.async.backup(to: $0.scratch.file("copy.db"), replacing: true) }),
    .call(
      "Engine/recover(_:into:)", { try Engine.recover($0.scratch.file("copy.db"), into: $0.scratch.file("fresh.db")) },
      { try await Engine.Async.recover($0.scratch.file("copy.db"), into: $0.scratch.file("fresh.db")) }),
    .call(
      "Engine/vacuum(_:)", { try Engine.vacuum($0.scratch.file("copy.db")) },
      { try await Engine.Async.vacuum($0.scratch.file("copy.db")) }),
    .call(
      "Engine/init(_:)", { try names(Engine(Engine.Configuration(file: $0.scratch.file("copy.db")))) },
      { try await names(Engine.Async.open(Engine.Configuration(file: $0.scratch.file("copy.db")))) }),
  ]

  private static func imports(_ twin: Twin) throws -> [Engine.Import] {
    [
      Engine.Import(account: "cy", bytes: try twin.engine.exportAccount("cy")),
      Engine.Import(source: try twin.engine.exportSource("items")),
    ]
  }

  private static func names(_ engine: Engine) throws -> [String] {
    let names = try engine.accountNames()
    try engine.close()
    return names
  }
}
