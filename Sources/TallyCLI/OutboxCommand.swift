import ArgumentParser
import Synchronization
import Tally

struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "List or send changes that wait for a server.",
    discussion: """
      read puts changes into it after read --outbox or feed add --outbox-url has turned it on. Without a subcommand it \
      lists them.
      """,
    subcommands: [ListOutboxCommand.self, SendOutboxCommand.self], defaultSubcommand: ListOutboxCommand.self)
}

struct ListOutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List, retry or purge the changes.",
    discussion: """
      In a pipe the first line has how many changes there are, are leased and have failed for good. A line follows for \
      each change: its id, its state, how often it was tried, and what it changes. With --retry or --purge the \
      command prints how many changes it affected.
      """)

  @OptionGroup var page: PageOptions
  @Option(help: ArgumentHelp("Continue after the change with this id.", valueName: "id")) var after: Outbox.Entry.ID?
  @Flag(name: .customLong("retry"), help: "Let pending and failed changes be sent now.") var isRetry = false
  @Flag(name: .customLong("purge"), help: "Remove changes that have failed for good.") var isPurge = false
  @Option(help: ArgumentHelp("Retry or purge only this change.", valueName: "id")) var only: Outbox.Entry.ID?
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if isRetry && isPurge { throw ValidationError("--retry and --purge exclude each other.") }
    if let only, only.rawValue < 1 || !(isRetry || isPurge) {
      throw ValidationError("--only is the id of a change, and needs --retry or --purge.")
    }
  }

  func run() throws {
    if isPurge { try confirmation.ask("Remove changes that have failed for good?") }
    try store.run(mustExist: true) { account in
      if isRetry || isPurge {
        let count = try reporting { () throws(TallyError) in
          if let only { return try (isRetry ? account.retryOutbox(only) : account.removeOutbox(only)) ? 1 : 0 }
          return try isRetry ? account.retryAllOutbox() : account.removeFailedOutbox()
        }
        let done = isRetry ? "let \(counted(count, "change")) be sent now" : "removed \(counted(count, "change"))"
        return store.output.confirm("\(count)", saying: done) { $0.put("changed", count) }
      }
      let (summary, listed) = try reporting { () throws(TallyError) in
        let listed = try entries(limit: page.limit) {
          $0.id.rawValue <= after?.rawValue ?? 0
        } _: { (last, limit) throws(TallyError) in
          try account.outbox(after: last, limit: limit)
        }
        return (try account.outboxSummary(), listed)
      }
      if !store.output.isJSON {
        let words = "\(summary.total) changes, \(summary.leased) leased, \(summary.failed) failed"
        let plain = "\(summary.total) \(summary.leased) \(summary.failed)"
        Output.standard.write((Output.standard.isTerminal ? words : plain) + "\n")
      }
      store.output.write(listed, Self.columns) { JSONObject($0) }
    }
  }

  private static var columns: [Column<Outbox.Entry>] {
    [
      Column("ID", .number) { Cell("\($0.id)") },
      Column("STATE") { Cell($0.state.name, $0.state == .failed ? .alarm : nil) },
      Column("TRIES", .number) { Cell("\($0.attempt)") },
      Column("CHANGE", .flexible) { entry in Cell(entry.kind.map { "\($0) \(entry.entity)" } ?? "?") },
    ]
  }
}

struct SendOutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send the changes that are due.",
    discussion: """
      They go to --url, or to the URL that feed add --outbox-url stored. It prints how many the server took. The \
      status is 69 if it did not take all of them, and 77 if it rejects the credential.
      """)

  @Option(
    help: ArgumentHelp(
      "Send to this URL: http: or https:.", discussion: "It replaces the stored URL.", valueName: "url"))
  var url: String?
  @OptionGroup var credential: CredentialOptions
  @OptionGroup var store: StoreOptions

  func run() async throws {
    let account = try store.open(mustExist: true)
    let feeds = try storedFeeds(account, [])
    for feed in feeds { _ = try add(feed, to: account, interval: nil) }
    guard let url = try outboxURL(of: account, replacing: url) else {
      throw Exit.failing(
        Exit.noInput, "no URL for the outbox is known; name it with --url, or store it with feed add --outbox-url")
    }
    let refusal = Refusal(account.engine)
    let (before, tries) = try reporting { () throws(TallyError) in
      (try account.outboxSummary(), try account.tries())
    }
    try credential.logIn(account, feeds.map { FeedAddress(name: $0.name, url: $0.url) }, outbox: url)
    let isStuck = await Progress.showing("sending to \(url)", store.output) { await Self.send(account, tries) }
    let after = try reporting { () throws(TallyError) in try account.outboxSummary() }
    let words = isStuck && after.total > after.failed ? await refusal.words() : nil
    try reporting { () throws(TallyError) in try account.engine.close() }
    let (sent, left, failed) = (before.total - after.total, after.total - after.failed, after.failed - before.failed)
    store.output.confirm("\(sent)", saying: "sent \(counted(sent, "change"))") { object in
      object.put("sent", sent)
      object.put("waiting", left)
      object.put("failed", failed)
    }
    if let words { throw Exit.failing(Exit.permission, "\(url): \(Exit.words(.unauthorized, words))") }
    if failed > 0 {
      throw Exit.failing(Exit.unavailable, "\(url): \(failed) changes failed for good; list them with tally outbox")
    }
    if left > 0 {
      throw Exit.failing(
        Exit.unavailable, "\(url): \(left) changes were not taken; check the URL and the network, and try again")
    }
  }

  /// Waits until the library has sent what is due.
  /// - Returns: whether the server did not take a change.
  private static func send(_ account: Account, _ tries: [Outbox.Entry.ID: Int64]) async -> Bool {
    while true {
      guard let entries = try? account.allOutbox() else { return false }
      let now = Date()
      var isBusy = false
      for entry in entries {
        switch entry.state {
        case .failed: continue
        case .leased: isBusy = true
        case .waiting(let time):
          if entry.attempt > tries[entry.id] ?? 0 { return true }
          if time.map({ $0 <= now }) ?? true { isBusy = true }
        }
      }
      if !isBusy { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension Account {
  fileprivate func allOutbox() throws(TallyError) -> [Outbox.Entry] {
    try allEntries { (last) throws(TallyError) in try outbox(after: last, limit: longestPage) }
  }

  /// How often each change was tried.
  fileprivate func tries() throws(TallyError) -> [Outbox.Entry.ID: Int64] {
    Dictionary(uniqueKeysWithValues: try allOutbox().map { ($0.id, $0.attempt) })
  }
}

/// Whether a server has rejected the credential.
private final class Refusal: Sendable {
  private let message = Mutex<String?>(nil)

  init(_ engine: Engine) {
    let events = engine.events()
    Task {
      for await event in events {
        if case .unauthorized(_, _, let message) = event { self.message.withLock { $0 = message } }
      }
    }
  }

  /// The event comes a moment after the change has been given back.
  /// - Returns: what the server said; nil: it rejected nothing.
  func words() async -> String? {
    for _ in 0..<25 {
      if let words = message.withLock({ $0 }) { return words.isEmpty ? TallyError.Code.unauthorized.message : words }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return nil
  }
}

extension Outbox.Entry.State {
  fileprivate var name: String {
    switch self {
    case .waiting: "waiting"
    case .leased: "leased"
    case .failed: "failed"
    }
  }
}

extension JSONObject {
  fileprivate init(_ entry: Outbox.Entry) {
    put("id", entry.id)
    put("state", entry.state.name)
    put("attempt", entry.attempt)
    put("kind", entry.kind.map { "\($0)" } ?? "?")
    put("entity", entry.entity)
    put("feed", entry.feed)
    put("key", entry.key)
    put("body", entry.body)
    switch entry.state {
    case .leased(let end), .waiting(.some(let end)): put("until", Int64((end.timeIntervalSince1970 * 1000).rounded()))
    default: putNull("until")
    }
  }
}
