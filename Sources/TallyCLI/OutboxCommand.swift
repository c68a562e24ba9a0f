import ArgumentParser
import Tally

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct OutboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "Print what was read and is on its way to the server, or see to what has failed.",
    discussion: """
      Prints how many entries there are, are leased and have failed for good; then a line for each: its number, its \
      state, how often it was given out, and what it is about. With --retry or --purge it prints how many it changed.
      """)

  @Option(help: ArgumentHelp("How many at most, 1 to 10000.", valueName: "n")) var limit = 100
  @Option(help: ArgumentHelp("Go on behind the entry with this number.", valueName: "number")) var after: Int64?
  @Flag(name: .customLong("retry"), help: "What waits or has failed may be sent at once.") var isRetry = false
  @Flag(name: .customLong("purge"), help: "Remove what has failed for good.") var isPurge = false
  @Option(help: ArgumentHelp("With --retry or --purge: only this one.", valueName: "number")) var only: Int64?
  @Flag(name: .customLong("json"), help: "Print one JSON object a line.") var isJSON = false
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if isRetry && isPurge { throw ValidationError("--retry and --purge exclude each other.") }
    if let only, only < 1 || !(isRetry || isPurge) {
      throw ValidationError("--only is the number of an entry, and goes with --retry or --purge.")
    }
  }

  func run() throws {
    try store.run(mustExist: true) { account in
      if isRetry || isPurge {
        let count = try reporting { () throws(TallyError) in
          try isRetry ? account.retryOutbox(only) : account.removeOutbox(only)
        }
        return Output.standard.write("\(count)\n")
      }
      let (summary, entries) = try reporting { () throws(TallyError) in
        (try account.outboxSummary(), try account.outbox(after: after, limit: limit))
      }
      if isJSON { return Output.standard.write(entries.map { JSONObject($0).line }.joined()) }
      Output.standard.write("\(summary.total) \(summary.leased) \(summary.failed)\n")
      for entry in entries {
        let what = entry.kind.map { "\($0) \(printable(entry.entity))" } ?? "?"
        Output.standard.write("\(entry.sequence)  \(entry.state.name)  \(entry.attempt)  \(what)\n")
      }
    }
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
