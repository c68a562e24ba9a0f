import ArgumentParser
import Tally

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "List changes that wait to be sent to a server.",
    discussion: """
      In a pipe the first line has how many changes there are, are leased and have failed for good. A line follows for \
      each change: its number, its state, how often it was tried, and what it changes. With --retry or --purge the \
      command prints how many changes it affected.
      """)

  @OptionGroup var page: PageOptions
  @Option(help: ArgumentHelp("Continue after the change with this number.", valueName: "number")) var after: Int64?
  @Flag(name: .customLong("retry"), help: "Let pending and failed changes be sent now.") var isRetry = false
  @Flag(name: .customLong("purge"), help: "Remove changes that have failed for good.") var isPurge = false
  @Option(help: ArgumentHelp("Retry or purge only this change.", valueName: "number")) var only: Int64?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if isRetry && isPurge { throw ValidationError("--retry and --purge exclude each other.") }
    if let only, only < 1 || !(isRetry || isPurge) {
      throw ValidationError("--only is the number of a change, and needs --retry or --purge.")
    }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      if isRetry || isPurge {
        let count = try reporting { () throws(TallyError) in
          try isRetry ? account.retryOutbox(only) : account.removeOutbox(only)
        }
        return store.output.confirm("\(count)") { $0.put("changed", count) }
      }
      let (summary, entries) = try reporting { () throws(TallyError) in
        (try account.outboxSummary(), try account.outbox(after: after, limit: page.limit))
      }
      if !store.output.isJSON {
        let words = "\(summary.total) changes, \(summary.leased) leased, \(summary.failed) failed"
        let plain = "\(summary.total) \(summary.leased) \(summary.failed)"
        Output.standard.write((Output.standard.isTerminal ? words : plain) + "\n")
      }
      store.output.write(entries, Self.columns) { JSONObject($0) }
    }
  }

  private static var columns: [Column<OutboxEntry>] {
    [
      Column("NUMBER", .number) { Cell("\($0.sequence)") },
      Column("STATE") { Cell($0.state.name, $0.state == .failed ? .alarm : nil) },
      Column("TRIES", .number) { Cell("\($0.attempt)") },
      Column("CHANGE", .flexible) { entry in Cell(entry.kind.map { "\($0) \(entry.entity)" } ?? "?") },
    ]
  }
}

extension OutboxEntry.State {
  fileprivate var name: String {
    switch self {
    case .waiting: "waiting"
    case .leased: "leased"
    case .failed: "failed"
    }
  }
}

extension JSONObject {
  fileprivate init(_ entry: OutboxEntry) {
    put("sequence", entry.sequence)
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
